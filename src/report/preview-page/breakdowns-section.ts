/** Breakdowns by class, call type and so on, with a bar for each difference; lines without a difference are folded. */
import type { PreviewLine, PreviewReport } from "../../index.ts";
import { counted, countText, type MoneyText, moneyForTable, signOf } from "../money-text.ts";
import { type Html, html } from "../page/index.ts";
import { classWords, sideNames } from "../preview-words.ts";
import { goodness } from "./customer-row.ts";
import { amountsOf, comparisonCells, comparisonHead, isUnchanged, narrowLine } from "./figures.ts";

/** Most lines of a breakdown that are shown unfolded, and most lines in a fold; the JSON has every line. */
const SHOWN = 8;
const LINES_LIMIT = 200;

export function breakdowns(report: PreviewReport, money: MoneyText): Html {
  const { class: classes, callType, period, tariff, number, customer } = report.breakdowns;
  const customerNames = new Map(customer.map(({ key, name }) => [key, name ?? key]));
  const table = (title: string, what: string, lines: readonly PreviewLine[]): Html =>
    breakdown({ title, what, lines }, report, money);
  return html`${table(
    "By kind of call",
    "kind",
    classes.map((line) => ({ ...line, name: line.name === null ? null : classWords(line.name) })),
  )}${table("By destination and call type", "call type", callType)}<details class="panel further"><summary><h2>By tariff, rating period and number</h2></summary>
${table("By tariff", "tariff", tariff)}${table("By rating period", "period", period)}${table(
  "By number",
  "number",
  number.map((line) => ({
    ...line,
    name: `${line.name ?? "without a number"}, ${customerNames.get(line.customer) ?? "without a customer"}`,
  })),
)}</details>
`;
}

interface Breakdown {
  readonly title: string;
  readonly what: string;
  readonly lines: readonly PreviewLine[];
}

function breakdown({ title, what, lines }: Breakdown, report: PreviewReport, givenMoney: MoneyText): Html {
  if (lines.length === 0) return html``;
  const id = `by-${what.replace(" ", "-")}`;
  const money = moneyForTable(
    givenMoney,
    report.currencyDecimals,
    amountsOf(lines.map(({ retail }) => retail)),
  );
  const largest = lines.reduce((most, { retail }) => Math.max(most, magnitude(retail.difference)), 0);
  const head = html`<thead><tr><th scope="col">${what.charAt(0).toUpperCase() + what.slice(1)}</th><th scope="col" class="bars"><span class="unseen">Difference drawn</span></th><th scope="col" class="amount wide">Calls</th>${comparisonHead(sideNames(report))}</tr></thead>`;
  const table = (shown: readonly PreviewLine[]): Html =>
    html`<div class="scroll"><table class="breakdown">
${head}
<tbody>
${shown.map((line) => row(line, what, largest, money))}</tbody></table></div>`;
  const changed = lines.filter(({ retail }) => !isUnchanged(retail));
  const folds: [string, readonly PreviewLine[]][] = [
    ["with smaller changes", changed.slice(SHOWN)],
    ["without a change", lines.filter(({ retail }) => isUnchanged(retail))],
  ];
  return html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>
${changed.length > 0 ? table(changed.slice(0, SHOWN)) : html`<p class="note">Nothing changes.</p>`}
${folds
  .filter(([, folded]) => folded.length > 0)
  .map(([words, folded]) => {
    const left = folded.length - LINES_LIMIT;
    return html`<details class="rest"><summary>${counted(folded.length, "more line")} ${words}</summary>${table(folded.slice(0, LINES_LIMIT))}${left > 0 && html`<p class="note">${countText(left)} further lines are in the JSON of the preview.</p>`}</details>
`;
  })}</section>
`;
}

function row(line: PreviewLine, what: string, largest: number, money: MoneyText): Html {
  const { retail } = line;
  return html`<tr><th scope="row"><bdi>${line.name ?? `without ${what}`}</bdi>${narrowLine(money, retail)}</th><td class="bars">${bar(retail.difference, largest)}</td><td class="amount wide">${countText(line.calls)}</td>${comparisonCells(money, retail)}</tr>
`;
}

/** A bar from the middle: rises to the right, falls to the left. The figures are beside the bar. */
function bar(difference: string, largest: number): Html {
  const sign = signOf(difference);
  const share = largest === 0 ? 0 : (magnitude(difference) / largest) * 49;
  const width = sign === 0 ? 0 : Math.max(0.6, Math.round(share * 100) / 100);
  const x = sign < 0 ? 50 - width : 50;
  return html`<svg class="bar" aria-hidden="true" height="14"><rect class="bar-${goodness(difference)}" x="${Math.round(x * 100) / 100}%" y="1" width="${width}%" height="12" rx="2"/><line class="axis" x1="50%" x2="50%" y1="0" y2="14"/></svg>`;
}

/** The size of an amount, for bars only; no figure depends on this inexact number. */
function magnitude(amount: string): number {
  return Math.abs(Number(amount));
}
