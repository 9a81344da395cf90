/** Fixed charges on either side, and the features whose own price a change passes by. */
import type { PreviewReport } from "../../index.ts";
import { countText, type MoneyText } from "../money-text.ts";
import { type Html, html } from "../page/index.ts";
import { comparisonCells, narrowLine, periodText, sideNames, totalHtml } from "./headline.ts";

type ShownCharges = NonNullable<PreviewReport["fixedCharges"]>;

const FEATURES_LIMIT = 100;

export function fixedCharges(report: PreviewReport, money: MoneyText): Html {
  const fixed = report.fixedCharges;
  if (fixed === null || KINDS.every(({ kind }) => fixed[kind].features === 0)) return html``;
  const names = sideNames(report);
  return html`<section aria-labelledby="fixed"><h2 id="fixed">Fixed charges</h2>
<p class="note">What falls due of features from ${periodText(fixed.from, fixed.to)}. It is in no total above.</p>
<div class="scroll"><table><thead><tr><th scope="col">Charge</th><th scope="col" class="amount wide">Features</th><th scope="col" class="amount wide">${names.before}</th><th scope="col" class="amount wide">${names.after}</th><th scope="col" class="amount">Change</th><th scope="col" class="amount">%</th></tr></thead>
<tbody>
${KINDS.map(({ kind, title }) => kindRows(title, fixed[kind], money))}${runRate(fixed, money)}</tbody></table></div>
${notReached(fixed, money)}</section>
`;
}

const KINDS = [
  { kind: "recurring", title: "Recurring" },
  { kind: "oneOff", title: "One-off" },
  { kind: "instalments", title: "Instalments" },
  { kind: "corrections", title: "Corrections" },
] as const;

function runRate({ runRate: { features, perMonth, perYear } }: ShownCharges, money: MoneyText): Html {
  if (features === 0) return html``;
  const row = (title: string, retail: typeof perMonth): Html =>
    html`<tr class="sum"><th scope="row">${title}${narrowLine(money, retail)}</th><td class="amount wide">${countText(features)}</td>${comparisonCells(money, retail)}</tr>
`;
  return html`${row("Recurring, a month", perMonth)}${row("Recurring, a year", perYear)}`;
}

function kindRows(
  title: string,
  { features, retail, lines }: ShownCharges["recurring"],
  money: MoneyText,
): Html {
  if (features === 0) return html``;
  return html`<tr class="sum"><th scope="row">${title}${narrowLine(money, retail)}</th><td class="amount wide">${countText(features)}</td>${comparisonCells(money, retail)}</tr>
${lines.map(
  (line) =>
    html`<tr><th scope="row" class="inner"><bdi>${line.standardFeature ?? line.fixedFeeTariff ?? "without a standard feature"}</bdi>${line.interval !== null && html` <bdi class="id">${line.interval}</bdi>`}${narrowLine(money, line.retail)}</th><td class="amount wide">${countText(line.features)}</td>${comparisonCells(money, line.retail)}</tr>
`,
)}`;
}

function notReached({ notReached: passedBy }: ShownCharges, money: MoneyText): Html {
  if (passedBy.length === 0) return html``;
  const shown = passedBy.slice(0, FEATURES_LIMIT);
  return html`<details class="rest"><summary>Passed by the change, as they have a price of their own: ${countText(passedBy.length)}</summary>
<div class="scroll"><table><thead><tr><th scope="col">Feature</th><th scope="col">Customer</th><th scope="col" class="amount">Own price</th><th scope="col" class="amount">Standard price</th><th scope="col" class="amount">Would change</th></tr></thead>
<tbody>
${shown.map(
  (feature) =>
    html`<tr><th scope="row"><bdi>${feature.fixedFeeTariff ?? feature.standardFeature ?? ""}</bdi> <bdi class="id">${feature.featureID}</bdi></th><td><bdi>${feature.customerName ?? feature.customerID ?? ""}</bdi></td><td class="amount">${totalHtml(money, feature.price)}</td><td class="amount">${totalHtml(money, feature.standardBefore)} → ${totalHtml(money, feature.standardAfter)}</td><td class="amount">${totalHtml(money, feature.missed)}</td></tr>
`,
)}</tbody></table></div>${shown.length < passedBy.length && html`<p class="note">${countText(passedBy.length - shown.length)} more are in the JSON of the preview.</p>`}</details>
`;
}
