/** Amounts as HTML: rounded, with every digit on hover; changes that are good or bad for the margin are coloured. */
import type { PartialComparison } from "../../index.ts";
import { type MoneyText, percentText, signOf } from "../money-text.ts";
import { type Html, html } from "../page/index.ts";
import type { SideNames } from "../preview-words.ts";
import { goodness, type Meaning } from "./customer-row.ts";

const UNKNOWN = html`<span class="unknown">not known</span>`;

export function amountHtml(money: MoneyText, amount: string | null): Html {
  if (amount === null) return UNKNOWN;
  const [text, exact] = [money.total(amount), money.exact(amount)];
  return text === exact ? html`${text}` : html`<span title="${exact}">${text}</span>`;
}

/** The difference of the two printed amounts, with the exact difference on hover. */
export function changeHtml(
  money: MoneyText,
  { before, after, difference }: PartialComparison,
  meaning: Meaning = "more is good",
): Html {
  if (before === null || after === null || difference === null) return UNKNOWN;
  return html`<span class="${goodness(difference, meaning)}" title="${money.exactChange(difference)}">${money.between(before, after)}</span>`;
}

/** A difference without the amounts of both sides, such as the change a month. */
export function differenceHtml(money: MoneyText, difference: string): Html {
  return html`<span class="${goodness(difference)}" title="${money.exactChange(difference)}">${money.change(difference)}</span>`;
}

/** A percentage; empty where the difference is not known, a dash where the amount before is 0. */
export function percentHtml(
  { difference, percent }: PartialComparison,
  meaning: Meaning = "more is good",
): Html {
  if (difference === null) return html``;
  return html`<span class="${goodness(difference, meaning)}">${percentText(percent)}</span>`;
}

/** `£1.00 → £1.50`; a no-break space keeps the arrow with the amount after it. */
export function fromTo(before: Html | string, after: Html | string): Html {
  return html`${before} →\u00a0${after}`;
}

export function comparisonCells(money: MoneyText, comparison: PartialComparison): Html {
  return html`<td class="amount wide">${amountHtml(money, comparison.before)}</td><td class="amount wide">${amountHtml(money, comparison.after)}</td><td class="amount">${changeHtml(money, comparison)}</td><td class="amount">${percentHtml(comparison)}</td>`;
}

/** The hidden columns under a name on a narrow screen. */
export function narrowLine(money: MoneyText, comparison: PartialComparison): Html {
  return html`<span class="narrow">${fromTo(amountHtml(money, comparison.before), amountHtml(money, comparison.after))}</span>`;
}

export function isUnchanged({ difference }: PartialComparison): boolean {
  return difference !== null && signOf(difference) === 0;
}

export function* amountsOf(comparisons: Iterable<PartialComparison>): Generator<string | null> {
  for (const { before, after } of comparisons) {
    yield before;
    yield after;
  }
}

/** The head of a table of comparisons after its first column. */
export function comparisonHead(names: SideNames): Html {
  return html`<th scope="col" class="amount wide">${names.before}</th><th scope="col" class="amount wide">${names.after}</th><th scope="col" class="amount">Change</th><th scope="col" class="amount">%</th>`;
}
