/** Bars by class, by call type and so on: each line's difference drawn beside its figures. */
import type { PreviewLine, PreviewReport } from "../../index.ts";
import { countText, type MoneyText, signOf } from "../money-text.ts";
import { type Html, html } from "../page/index.ts";
import { comparisonCells, counted, direction, narrowLine, sideNames } from "./headline.ts";

/** Lines of a breakdown that are shown at once, and those that are shown at all; the JSON has every line. */
const SHOWN = 8;
export const LINES_LIMIT = 200;

/** A tariff's class as people write it: `nationalRate` is `national rate`. */
function spaced(name: string): string {
  return name.replace(
    /([a-z])([A-Z])/g,
    (_, lower: string, upper: string) => `${lower} ${upper.toLowerCase()}`,
  );
}

export function breakdowns(report: PreviewReport, money: MoneyText): Html {
  const { class: classes, callType, period, tariff, number } = report.breakdowns;
  const table = (title: string, what: string, lines: readonly PreviewLine[]): Html =>
    breakdown({ title, what, lines }, report, money);
  return html`${table(
    "By class of call",
    "class",
    classes.map((line) => ({ ...line, name: line.name === null ? null : spaced(line.name) })),
  )}${table("By destination and call type", "call type", callType)}<details class="panel further"><summary><h2>By tariff, rating period and number</h2></summary>
${table("By tariff", "tariff", tariff)}${table("By rating period", "period", period)}${table("By number", "number", number)}</details>
`;
}

interface Breakdown {
  readonly title: string;
  readonly what: string;
  readonly lines: readonly PreviewLine[];
}

function breakdown({ title, what, lines }: Breakdown, report: PreviewReport, money: MoneyText): Html {
  const id = `by-${what.replace(" ", "-")}`;
  if (lines.length === 0) return html``;
  const largest = lines.reduce((most, { retail }) => Math.max(most, magnitude(retail.difference)), 0);
  const names = sideNames(report);
  const rows = lines.slice(0, LINES_LIMIT).map((line) => row(line, what, largest, money));
  const head = html`<thead><tr><th scope="col">${what.charAt(0).toUpperCase() + what.slice(1)}</th><th scope="col" class="bars"><span class="unseen">Difference drawn</span></th><th scope="col" class="amount wide">Calls</th><th scope="col" class="amount wide">${names.before}</th><th scope="col" class="amount wide">${names.after}</th><th scope="col" class="amount">Change</th><th scope="col" class="amount">%</th></tr></thead>`;
  const more = rows.slice(SHOWN);
  const left = lines.length - rows.length;
  return html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>
<div class="scroll"><table class="breakdown">
${head}
<tbody>
${rows.slice(0, SHOWN)}</tbody></table></div>
${
  more.length > 0 &&
  html`<details class="rest"><summary>${counted(more.length, "more line", "more lines")}</summary><div class="scroll"><table class="breakdown">
${head}
<tbody>
${more}</tbody></table></div>${left > 0 && html`<p class="note">${countText(left)} further lines with smaller changes are in the JSON of the preview.</p>`}</details>
`
}</section>
`;
}

function row(line: PreviewLine, what: string, largest: number, money: MoneyText): Html {
  const { retail } = line;
  return html`<tr><th scope="row"><bdi>${line.name ?? `without ${what}`}</bdi>${narrowLine(money, retail)}</th><td class="bars">${bar(retail.difference, largest)}</td><td class="amount wide">${countText(line.calls)}</td>${comparisonCells(money, retail)}</tr>
`;
}

/** A bar from the middle: to the right what rises, to the left what falls. The figures stand beside it. */
function bar(difference: string, largest: number): Html {
  const sign = signOf(difference);
  const share = largest === 0 ? 0 : (magnitude(difference) / largest) * 49;
  const width = sign === 0 ? 0 : Math.max(0.6, Math.round(share * 100) / 100);
  const x = sign < 0 ? 50 - width : 50;
  return html`<svg class="bar" aria-hidden="true" height="14"><rect class="bar-${direction(difference)}" x="${Math.round(x * 100) / 100}%" y="1" width="${width}%" height="12" rx="2"/><line class="axis" x1="50%" x2="50%" y1="0" y2="14"/></svg>`;
}

/** The size of an amount for drawing alone; no figure comes from it. */
function magnitude(amount: string): number {
  return Math.abs(Number(amount));
}
