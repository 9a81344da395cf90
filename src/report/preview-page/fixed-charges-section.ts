/** Fixed charges on both sides, and charges that the change does not reach; unchanged charges are folded. */
import type { PreviewReport } from "../../index.ts";
import { counted, countText, dateText, type MoneyText, periodText } from "../money-text.ts";
import { type Html, html } from "../page/index.ts";
import { sideNames } from "../preview-words.ts";
import { amountHtml, comparisonCells, comparisonHead, fromTo, isUnchanged, narrowLine } from "./figures.ts";

type ShownCharges = NonNullable<PreviewReport["fixedCharges"]>;
type Retail = ShownCharges["total"];

interface ChargeRow {
  readonly name: Html;
  /** Undefined of charges of several kinds: a feature may have a charge of each. */
  readonly features?: number;
  readonly retail: Retail;
}

const FEATURES_LIMIT = 100;

const KINDS = [
  { kind: "recurring", title: "recurring" },
  { kind: "oneOff", title: "once" },
  { kind: "instalments", title: "instalments" },
  { kind: "corrections", title: "corrections" },
] as const;

export function fixedCharges(report: PreviewReport, money: MoneyText): Html {
  const fixed = report.fixedCharges;
  if (fixed === null) return html``;
  const count = KINDS.reduce((sum, { kind }) => sum + fixed[kind].features, 0);
  if (count + fixed.notReached.length + fixed.inError.length === 0) return html``;
  const rows = KINDS.flatMap(({ kind, title }) => fixed[kind].lines.map((line) => rowOf(line, title)));
  const changed = rows.filter(({ retail }) => !isUnchanged(retail));
  const unchanged = rows.filter(({ retail }) => isUnchanged(retail));
  const { features, perMonth, perYear } = fixed.runRate;
  const running: readonly ChargeRow[] = isUnchanged(perMonth)
    ? []
    : [
        { name: html`What recurs, a month`, features, retail: perMonth },
        { name: html`What recurs, a year`, features, retail: perYear },
      ];
  const table = (shown: readonly ChargeRow[], total: readonly ChargeRow[]): Html =>
    chargesTable(shown, total, report, money);
  const total = { name: html`All fixed charges that fall due`, retail: fixed.total };
  return html`<section aria-labelledby="fixed"><h2 id="fixed">Fixed charges</h2>
<p class="note">What falls due from ${periodText(fixed.from, fixed.to)}${running.length > 0 && `; what recurs is as of ${dateText(fixed.runRate.on)}`}.</p>
${changed.length > 0 || running.length > 0 ? table(changed, [total, ...running]) : html`<p class="note">${count === 0 ? "No charge falls due." : html`Nothing changes of ${amountHtml(money, fixed.total.after)}.`}</p>\n`}${
  unchanged.length > 0 &&
  html`<details class="rest"><summary>${counted(unchanged.length, "charge")} without a change</summary>${table(unchanged, [])}</details>
`
}${notReached(fixed, money)}${inError(fixed)}</section>
`;
}

function rowOf(line: ShownCharges["recurring"]["lines"][number], title: string): ChargeRow {
  const { standardFeature, fixedFeeTariff, interval, features, retail } = line;
  const name = html`<bdi>${standardFeature ?? fixedFeeTariff ?? "without a standard feature"}</bdi> <span class="id">${title}${interval !== null && html`, <bdi>${interval}</bdi>`}</span>`;
  return { name, features, retail };
}

function chargesTable(
  rows: readonly ChargeRow[],
  totals: readonly ChargeRow[],
  report: PreviewReport,
  money: MoneyText,
): Html {
  const cells = ({ name, features, retail }: ChargeRow): Html =>
    html`<th scope="row">${name}${narrowLine(money, retail)}</th><td class="amount wide">${features !== undefined && countText(features)}</td>${comparisonCells(money, retail)}</tr>
`;
  return html`<div class="scroll"><table><thead><tr><th scope="col">Charge</th><th scope="col" class="amount wide">Features</th>${comparisonHead(sideNames(report))}</tr></thead>
<tbody>
${rows.map((row) => html`<tr>${cells(row)}`)}</tbody>${totals.length > 0 && html`<tfoot>${totals.map((row) => html`<tr class="sum">${cells(row)}`)}</tfoot>`}</table></div>
`;
}

function notReached({ notReached: passedBy }: ShownCharges, money: MoneyText): Html {
  if (passedBy.length === 0) return html``;
  const shown = passedBy.slice(0, FEATURES_LIMIT);
  return html`<details class="rest"><summary>${counted(passedBy.length, "charge has a price of its own, which the change does not reach", "charges have a price of their own, which the change does not reach")}</summary>
<div class="scroll"><table><thead><tr><th scope="col">Charge</th><th scope="col">Customer</th><th scope="col" class="amount">Own price</th><th scope="col" class="amount">Standard price</th><th scope="col" class="amount">Comes to</th><th scope="col" class="amount">Would change by</th></tr></thead>
<tbody>
${shown.map(
  (feature) =>
    html`<tr><th scope="row"><bdi>${feature.fixedFeeTariff ?? feature.standardFeature ?? ""}</bdi> <bdi class="id">${feature.featureID}</bdi></th><td><bdi>${feature.customerName ?? feature.customerID ?? ""}</bdi></td><td class="amount">${amountHtml(money, feature.price)}</td><td class="amount">${fromTo(amountHtml(money, feature.standardBefore), amountHtml(money, feature.standardAfter))}</td><td class="amount">${amountHtml(money, feature.amount)}${feature.kind === "recurring" ? " a month" : " once"}</td><td class="amount">${money.change(feature.missed)}</td></tr>
`,
)}</tbody></table></div>${shown.length < passedBy.length && html`<p class="note">${countText(passedBy.length - shown.length)} more are in the JSON of the preview.</p>`}</details>
`;
}

function inError({ inError: features }: ShownCharges): Html {
  if (features.length === 0) return html``;
  return html`<details class="rest"><summary>${counted(features.length, "feature cannot be charged", "features cannot be charged")}</summary><ul>${features
    .slice(0, FEATURES_LIMIT)
    .map(
      ({ featureID, customerName, before, after }) =>
        html`<li><bdi>${customerName ?? featureID}</bdi>: <bdi>${(after ?? before)?.message}</bdi></li>\n`,
    )}</ul></details>
`;
}
