/** The histogram of the customers' changes, drawn as SVG and told once more as a table. */
import type { PreviewReport } from "../../index.ts";
import { countText, type MoneyText, signOf } from "../money-text.ts";
import { type Html, html } from "../page/index.ts";
import { changeHtml, counted } from "./headline.ts";

type Band = PreviewReport["distribution"]["percent"][number];

/** How the edges of bands are written. */
interface Unit {
  /** Short, under the bars. */
  readonly edge: (value: string) => string;
  /** In full, in sentences. */
  readonly size: (value: string) => string;
}

/** Height of the tallest bar and of the whole drawing, in CSS pixels; the width is that of the page. */
const TALLEST = 150;
const HEIGHT = 200;

export function distribution(report: PreviewReport, money: MoneyText): Html {
  const { percent, amount, withoutPercent } = report.distribution;
  const percentUnit: Unit = { edge: (value) => `${value.replace("-", "−")}%`, size: (value) => `${value}%` };
  const moneyUnit: Unit = {
    edge: (value) => wholeMoney(value, money),
    size: (value) => wholeMoney(value, money),
  };
  return html`<section aria-labelledby="distribution"><h2 id="distribution">Customers by how much their calls change</h2>
<div class="two">
${histogram("In percent of what they pay", percent, percentUnit, money)}${histogram("In money", amount, moneyUnit, money)}</div>
${withoutPercent.customers > 0 && html`<p class="note">${counted(withoutPercent.customers, "customer", "customers")} paid nothing before and have no percentage: ${changeHtml(money, withoutPercent.difference)}.</p>\n`}</section>
`;
}

/** `£10` where an amount is whole pounds, `£0.50` where it is not. */
function wholeMoney(value: string, money: MoneyText): string {
  return money.total(value).replace(/\.0+$/, "");
}

function histogram(title: string, bands: readonly Band[], unit: Unit, money: MoneyText): Html {
  return html`<figure><figcaption>${title}</figcaption>
${drawing(title, bands, unit)}
<details class="as-table"><summary>As a table</summary><div class="scroll"><table>
<thead><tr><th scope="col">Change</th><th scope="col" class="amount">Customers</th><th scope="col" class="amount">Together</th></tr></thead>
<tbody>
${bands.map((band) => html`<tr><th scope="row">${bandText(band, unit)}</th><td class="amount">${countText(band.customers)}</td><td class="amount">${changeHtml(money, band.difference)}</td></tr>\n`)}</tbody></table></div></details>
</figure>
`;
}

/** Widths are in percent and heights in pixels: bars grow with the page, letters do not. */
function drawing(title: string, bands: readonly Band[], unit: Unit): Html {
  const most = Math.max(1, ...bands.map(({ customers }) => customers));
  const step = 100 / Math.max(1, bands.length);
  const summary = bands
    .filter(({ customers }) => customers > 0)
    .map((band) => `${bandText(band, unit)}: ${counted(band.customers, "customer", "customers")}`);
  const base = TALLEST + 20;
  return html`<svg role="img" height="${HEIGHT}" xmlns="http://www.w3.org/2000/svg"><title>${title}. ${summary.join("; ")}.</title>
${bands.map((band, at) => {
  const height = band.customers === 0 ? 0 : Math.max(2, Math.round((band.customers / most) * TALLEST));
  const middle = (at + 0.5) * step;
  return html`<g><rect class="${bandClass(band)}" x="${fixed(at * step + step * 0.08)}%" width="${fixed(step * 0.84)}%" y="${base - height}" height="${height}" rx="2"><title>${bandText(band, unit)}: ${countText(band.customers)}</title></rect>${
    band.customers > 0 &&
    html`<text class="value" x="${fixed(middle)}%" y="${base - height - 6}" text-anchor="middle">${countText(band.customers)}</text>`
  }</g>
`;
})}<line class="axis" x1="0" x2="100%" y1="${base}" y2="${base}"/>
${edges(bands).map(({ value, at, isMinor }) => html`<text class="${isMinor ? "edge minor" : "edge"}" x="${fixed(at * step)}%" y="${base + 18}" text-anchor="middle">${unit.edge(value)}</text>\n`)}</svg>`;
}

/** The edges between bands, and 0 under the band of no change; every second one is left out on phones. */
function edges(bands: readonly Band[]): { value: string; at: number; isMinor: boolean }[] {
  const zero = bands.findIndex(isNoChange);
  return bands
    .flatMap((band, at) => {
      if (at === zero) return [{ value: "0", at: at + 0.5, isMinor: false }];
      if (band.from === null || signOf(band.from) === 0) return [];
      return [{ value: band.from, at, isMinor: (at - zero) % 2 !== 0 }];
    })
    .concat(
      bands
        .flatMap(({ to }, at) =>
          to !== null && bands[at + 1]?.from === "0" && at + 1 !== zero
            ? [{ value: to, at: at + 1, isMinor: (at + 1 - zero) % 2 !== 0 }]
            : [],
        )
        .filter(({ value }) => signOf(value) !== 0),
    );
}

function isNoChange({ from, to }: Band): boolean {
  return from !== null && to !== null && signOf(from) === 0 && signOf(to) === 0;
}

function isFall({ from, to }: Band): boolean {
  return from === null || signOf(from) < 0 || (to !== null && signOf(to) < 0);
}

function bandClass(band: Band): string {
  if (isNoChange(band)) return "bar-none";
  return isFall(band) ? "bar-less" : "bar-more";
}

/** The band in words: `pay 2% to 5% more`. */
function bandText(band: Band, unit: Unit): string {
  if (isNoChange(band)) return "no change";
  const word = isFall(band) ? "less" : "more";
  const ends = [band.from, band.to].map((end) => (end === null ? null : end.replace("-", "")));
  const [inner = null, outer = null] = isFall(band) ? ends.toReversed() : ends;
  if (outer === null) return `more than ${unit.size(inner ?? "0")} ${word}`;
  if (inner === null || signOf(inner) === 0) return `up to ${unit.size(outer)} ${word}`;
  return `${unit.size(inner)} to ${unit.size(outer)} ${word}`;
}

function fixed(value: number): string {
  return String(Math.round(value * 100) / 100);
}
