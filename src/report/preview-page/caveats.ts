/** Caveats of figures: what a reader must know of a figure, shown on the card of the figure. */
import type { PreviewReport } from "../../index.ts";
import { counted, countText, type MoneyText } from "../money-text.ts";
import { type Html, html } from "../page/index.ts";
import { passedOverText } from "../passed-over-text.ts";
import { otherwiseName } from "../preview-records.ts";
import { otherCurrenciesText, reasonWords } from "../preview-words.ts";
import { amountHtml } from "./figures.ts";

export function* paymentCaveats(report: PreviewReport, money: MoneyText): Generator<Html> {
  yield* callCaveats(report, money);
  yield* otherwiseCaveats(report, money);
  if (report.compares === "base") yield html`All prices of calls are those before discounts.`;
  const others = otherCurrenciesText(report);
  if (others !== "") yield html`<b>Beware:</b> ${others}.`;
}

function* callCaveats(report: PreviewReport, money: MoneyText): Generator<Html> {
  const { newlyUnrated, newlyRated, unrated, counts, against } = report;
  const isRecorded = against === "recorded";
  if (newlyUnrated.calls > 0) {
    const isOne = newlyUnrated.calls === 1;
    const what = isRecorded
      ? `${isOne ? "was" : "were"} charged and ${isOne ? "has" : "have"} no price when rated`
      : `${isOne ? "has" : "have"} a price now and would have none`;
    yield html`<b>${counted(newlyUnrated.calls, "call")}</b> ${what}: <b>${amountHtml(money, newlyUnrated.retail)}</b> ${isRecorded ? "was charged" : "would not be charged"}. ${reasons(newlyUnrated.reasons)}`;
  }
  if (newlyRated.calls > 0) {
    const isOne = newlyRated.calls === 1;
    const what = isRecorded
      ? `${isOne ? "has" : "have"} a price and ${isOne ? "was" : "were"} not charged`
      : `${isOne ? "has" : "have"} no price now and would have one`;
    yield html`<b>${counted(newlyRated.calls, "call")}</b> ${what}: <b>${amountHtml(money, newlyRated.retail)}</b>. ${reasons(newlyRated.reasons)}`;
  }
  const passedOver = passedOverText(report.passedOver);
  if (passedOver !== "") yield html`${passedOver}. They are no calls and in no figure.`;
  if (counts.unrated > 0) {
    const [most] = unrated;
    yield html`<b>${counted(counts.unrated, "call")}</b> ${counts.unrated === 1 ? "has" : "have"} no price on either side and ${counts.unrated === 1 ? "is" : "are"} in no figure${most && html`; most often ${reasonWords(most.after)}`}.`;
  }
}

/** Most lines that are named; the CSV and the JSON have all lines. */
const OTHERWISE_LIMIT = 5;

/** Calls that were charged to another customer, or by another tariff, than the book gives. */
function* otherwiseCaveats({ recordedOtherwise }: PreviewReport, money: MoneyText): Generator<Html> {
  if (recordedOtherwise === null) return;
  for (const kind of ["customer", "tariff"] as const) {
    const lines = recordedOtherwise[kind];
    const calls = lines.reduce((sum, line) => sum + line.calls, 0);
    if (calls === 0) continue;
    const shown = lines
      .slice(0, OTHERWISE_LIMIT)
      .map(
        (line, at) =>
          html`${at > 0 && "; "}<bdi>${otherwiseName(line)}</bdi>, ${counted(line.calls, "call")}, ${amountHtml(money, line.retail.before)} charged`,
      );
    const left = lines.length - shown.length;
    yield html`<b>${counted(calls, "call")}</b> ${calls === 1 ? "stands" : "stand"} under another ${kind} in the records than in the book: ${shown}${left > 0 && html`; and ${countText(left)} more in the CSV of the preview`}.`;
  }
}

function reasons(list: PreviewReport["newlyUnrated"]["reasons"]): Html {
  const texts = list
    .slice(0, 4)
    .map(({ reason, calls }) => `${reasonWords(reason)}, ${counted(calls, "call")}`);
  const rest = list.length > 4 ? "; and other reasons" : "";
  return html`Why: ${texts.join("; ")}${rest}.`;
}

/** Caveats of the margin: how many calls the margin includes. */
export function* marginCaveats({ totals }: PreviewReport): Generator<Html> {
  const { calls, withWholesale, otherSidesWholesale } = totals;
  const without = calls - withWholesale;
  const oneSided = otherSidesWholesale.before + otherSidesWholesale.after;
  if (without > 0)
    yield html`It stands on ${countText(withWholesale)} of ${counted(calls, "call")}: of <b>${countText(without)}</b> no carrier’s cost is known.`;
  if (oneSided > 0)
    yield html`Of <b>${counted(oneSided, "call")}</b> a single side knows the carrier’s cost; it counts on both, as the carrier goes on charging.`;
}

export function* wholesaleCaveats({ wholesale, against }: PreviewReport): Generator<Html> {
  if (wholesale === "reported" || against === "recorded") return;
  yield html`As the carriers’ price lists say, not as the carriers reported.`;
}

export function* fixedChargesCaveats({ fixedCharges }: PreviewReport): Generator<Html> {
  if (fixedCharges === null) return;
  const [passedBy, inError] = [fixedCharges.notReached.length, fixedCharges.inError.length];
  if (passedBy > 0)
    yield html`<b>${counted(passedBy, "charge")}</b> ${passedBy === 1 ? "has a price of its" : "have prices of their"} own, which the change does not reach.`;
  if (inError > 0)
    yield html`<b>${counted(inError, "feature")}</b> cannot be charged and ${inError === 1 ? "is" : "are"} in no figure.`;
}
