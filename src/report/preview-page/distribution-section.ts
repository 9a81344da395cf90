/** The histogram of the customers' changes: a table with horizontal bars, so that no labels overlap. */
import type { PreviewReport } from "../../index.ts";
import { majorUnit } from "../../money/index.ts";
import { counted, countText, type MoneyText, periodText, signOf } from "../money-text.ts";
import { type Html, html } from "../page/index.ts";
import { differenceHtml } from "./figures.ts";

type Band = PreviewReport["distribution"]["percent"][number];

export function distribution(report: PreviewReport, money: MoneyText): Html {
  const { percent, amount, withoutPercent } = report.distribution;
  if (report.breakdowns.customer.length === 0) return html``;
  const isInMoney = isOnePercentage(percent);
  const bands = isInMoney ? amount : percent;
  const size = isInMoney
    ? (value: string) => money.total(value).replace(/\.00$/, "")
    : (value: string) => `${value}%`;
  const most = Math.max(1, ...bands.map(({ customers }) => customers));
  const title = `By how much customers’ calls change, ${isInMoney ? moneyTitle(report) : "in percent"}`;
  return html`<section aria-labelledby="distribution"><h2 id="distribution">${title}</h2>
${isInMoney && percent.length > 0 && html`<p class="note">Nearly all of them change by the same percentage, so this is in money.</p>\n`}<div class="scroll"><table class="histogram"><thead><tr><th scope="col">Change</th><th scope="col"><span class="unseen">Customers drawn</span></th><th scope="col" class="amount">Customers</th><th scope="col" class="amount">Together</th></tr></thead>
<tbody>
${bands.map((band) => html`<tr><th scope="row">${bandText(band, size)}</th><td class="bars">${bar(band, most)}</td><td class="amount">${countText(band.customers)}</td><td class="amount">${band.customers === 0 ? "" : differenceHtml(money, band.difference)}</td></tr>\n`)}</tbody></table></div>
${!isInMoney && withoutPercent.customers > 0 && html`<p class="note">${counted(withoutPercent.customers, "customer")} paid nothing before and ${withoutPercent.customers === 1 ? "has" : "have"} no percentage: ${differenceHtml(money, withoutPercent.difference)}.</p>\n`}</section>
`;
}

/** The largest spread of percentages, as a share of the largest, that a reader takes for one percentage. */
const ONE_PERCENTAGE = 0.2;

/** Whether all customers who change do so by nearly one percentage. */
function isOnePercentage(bands: readonly Band[]): boolean {
  const edges = bands
    .filter((band) => band.customers > 0 && !isNoChange(band))
    .flatMap(({ from, to }) => [from, to])
    .map((edge) => (edge === null ? Number.NaN : Number(edge)));
  if (edges.length === 0) return true;
  const [least, most] = [Math.min(...edges), Math.max(...edges)];
  return most - least <= ONE_PERCENTAGE * Math.max(Math.abs(least), Math.abs(most));
}

/** The unit of the amounts: `in pounds a month`, or in pounds for which days. */
function moneyTitle({ months, from, to, currency }: PreviewReport): string {
  const unit = `in ${majorUnit(currency)}`;
  if (months === null || from === null || to === null) return unit;
  return months.numerator === months.denominator ? `${unit} a month` : `${unit} for ${periodText(from, to)}`;
}

function bar(band: Band, most: number): Html {
  const width = band.customers === 0 ? 0 : Math.max(1, Math.round((band.customers / most) * 1_000) / 10);
  return html`<svg class="bar" aria-hidden="true" height="14"><rect class="${bandClass(band)}" x="0" y="1" width="${width}%" height="12" rx="2"/></svg>`;
}

function isNoChange({ from, to }: Band): boolean {
  return from !== null && to !== null && signOf(from) === 0 && signOf(to) === 0;
}

function isFall({ from, to }: Band): boolean {
  if (from !== null) return signOf(from) < 0;
  return to === null || signOf(to) <= 0;
}

function bandClass(band: Band): string {
  if (isNoChange(band)) return "bar-same";
  return isFall(band) ? "bar-bad" : "bar-good";
}

/** The band in words: `2% to 5% more`. */
function bandText(band: Band, size: (value: string) => string): string {
  if (isNoChange(band)) return "no change";
  const word = isFall(band) ? "less" : "more";
  const ends = [band.from, band.to].map((end) => (end === null ? null : end.replace("-", "")));
  const [inner = null, outer = null] = isFall(band) ? ends.toReversed() : ends;
  if (outer === null) return `over ${size(inner ?? "0")} ${word}`;
  if (inner === null || signOf(inner) === 0) return `up to ${size(outer)} ${word}`;
  return `${size(inner)} to ${size(outer)} ${word}`;
}
