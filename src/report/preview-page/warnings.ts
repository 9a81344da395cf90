/** What a reader must know before trusting the totals, in words. */
import type { PreviewReport } from "../../index.ts";
import { countText, type MoneyText } from "../money-text.ts";
import { type Html, html } from "../page/index.ts";
import { otherwiseName } from "../preview-records.ts";
import { counted, reasonWords, totalHtml } from "./headline.ts";

/** The warnings, or nothing where there is nothing to warn of. */
export function warnings(report: PreviewReport, money: MoneyText): Html {
  const all = [
    ...callWarnings(report, money),
    ...otherwiseWarnings(report, money),
    ...costWarnings(report),
    ...featureWarnings(report),
  ];
  if (all.length === 0) return html``;
  return html`<section class="warnings" aria-labelledby="warnings"><h2 id="warnings">Before you rely on these figures</h2>
<ul>
${all.map((warning) => html`<li>${warning}</li>\n`)}</ul></section>
`;
}

function* callWarnings(report: PreviewReport, money: MoneyText): Generator<Html> {
  const { newlyUnrated, newlyRated, unrated, counts, against } = report;
  const isRecorded = against === "recorded";
  if (newlyUnrated.calls > 0) {
    const isOne = newlyUnrated.calls === 1;
    const what = isRecorded
      ? `${isOne ? "was" : "were"} charged and ${isOne ? "has" : "have"} no price when rated`
      : `${isOne ? "has" : "have"} a price now and would have none after the change`;
    const consequence = isRecorded ? "was charged" : "would not be charged";
    yield html`<b>${counted(newlyUnrated.calls, "call", "calls")}</b> ${what}: <b>${totalHtml(money, newlyUnrated.retail)}</b> ${consequence}. ${reasons(newlyUnrated.reasons)}`;
  }
  if (newlyRated.calls > 0) {
    const isOne = newlyRated.calls === 1;
    const what = isRecorded
      ? `${isOne ? "has" : "have"} a price and ${isOne ? "was" : "were"} not charged`
      : `${isOne ? "has" : "have"} no price now and would have one`;
    yield html`<b>${counted(newlyRated.calls, "call", "calls")}</b> ${what}: <b>${totalHtml(money, newlyRated.retail)}</b>. ${reasons(newlyRated.reasons)}`;
  }
  if (counts.unrated > 0) {
    const [most] = unrated;
    yield html`<b>${counted(counts.unrated, "call", "calls")}</b> ${counts.unrated === 1 ? "has" : "have"} no price on either side and ${counts.unrated === 1 ? "is" : "are"} in no total${most && html`; most often ${reasonWords(most.after)}`}.`;
  }
}

/** Lines that are named; the CSV and the JSON have all. */
const OTHERWISE_LIMIT = 5;

/** Customers who were charged for calls that the book gives to another customer. */
function* otherwiseWarnings({ recordedOtherwise }: PreviewReport, money: MoneyText): Generator<Html> {
  if (recordedOtherwise === null) return;
  for (const kind of ["customer", "tariff"] as const) {
    const lines = recordedOtherwise[kind];
    const calls = lines.reduce((sum, line) => sum + line.calls, 0);
    if (calls === 0) continue;
    const shown = lines
      .slice(0, OTHERWISE_LIMIT)
      .map(
        (line, at) =>
          html`${at > 0 && "; "}<bdi>${otherwiseName(line)}</bdi>, ${counted(line.calls, "call", "calls")}, ${totalHtml(money, line.retail.before)} charged`,
      );
    const left = lines.length - shown.length;
    yield html`<b>${counted(calls, "call", "calls")}</b> ${calls === 1 ? "stands" : "stand"} under another ${kind} in the records than in the book: ${shown}${left > 0 && html`; and ${countText(left)} more in the CSV of the preview`}.`;
  }
}

function reasons(list: PreviewReport["newlyUnrated"]["reasons"]): Html {
  const texts = list
    .slice(0, 4)
    .map(({ reason, calls }) => `${reasonWords(reason)}, ${counted(calls, "call", "calls")}`);
  const rest = list.length > 4 ? "; and other reasons" : "";
  return html`Why: ${texts.join("; ")}${rest}.`;
}

function* costWarnings({ totals, compares }: PreviewReport): Generator<Html> {
  const without = totals.calls - totals.withWholesale;
  if (without > 0) {
    yield html`<b>${counted(without, "call has", "calls have")}</b> no known wholesale cost. They are in retail, and neither in wholesale nor in margin.`;
  }
  const { before, after } = totals.otherSidesWholesale;
  if (before + after > 0) {
    yield html`<b>${counted(before + after, "call has", "calls have")}</b> a wholesale cost on one side only, which counts on both.`;
  }
  if (compares === "base") yield html`All prices are those before discounts.`;
}

function* featureWarnings({ fixedCharges }: PreviewReport): Generator<Html> {
  if (fixedCharges === null) return;
  const passedBy = fixedCharges.notReached.length;
  if (passedBy > 0) {
    yield html`<b>${counted(passedBy, "fixed charge", "fixed charges")}</b> ${passedBy === 1 ? "is" : "are"} passed by: each has a price of its own, so that the change does not reach it.`;
  }
  const inError = fixedCharges.inError.length;
  if (inError > 0) {
    yield html`<b>${counted(inError, "feature", "features")}</b> cannot be charged, and ${inError === 1 ? "is" : "are"} in no sum here.`;
  }
}
