/** Amounts as elements: rounded to read, with every digit on hover. */
import type { PreviewCosts } from "../../index.ts";
import { type MoneyText, percentText, signOf } from "../money-text.ts";
import { type Html, html } from "../page/index.ts";

/** The change of a group of calls, or null where a side is not known. */
type AnyComparison = PreviewCosts["retail"] | PreviewCosts["margin"];

/** What is shown for an amount that is not known. */
const UNKNOWN = "not known";

/** A total. */
export function totalHtml(money: MoneyText, amount: string | null): Html {
  if (amount === null) return html`<span class="unknown">${UNKNOWN}</span>`;
  return html`<span title="${money.exact(amount)}">${money.total(amount)}</span>`;
}

/** A difference, coloured by its direction; the sign says the same. */
export function changeHtml(money: MoneyText, amount: string | null): Html {
  if (amount === null) return html`<span class="unknown">${UNKNOWN}</span>`;
  return html`<span class="${direction(amount)}" title="${money.exactChange(amount)}">${money.change(amount)}</span>`;
}

/** A percentage; nothing where the difference is not known, a dash where there was nothing before. */
export function percentHtml({ difference, percent }: AnyComparison): Html {
  if (difference === null) return html``;
  return html`<span class="${direction(difference)}">${percentText(percent)}</span>`;
}

/** The cells before, after, difference and percent of a table row. */
export function comparisonCells(money: MoneyText, comparison: AnyComparison): Html {
  return html`<td class="amount wide">${totalHtml(money, comparison.before)}</td><td class="amount wide">${totalHtml(money, comparison.after)}</td><td class="amount">${changeHtml(money, comparison.difference)}</td><td class="amount">${percentHtml(comparison)}</td>`;
}

/** Under a name where the screen is narrow: what the hidden columns say. */
export function narrowLine(money: MoneyText, comparison: AnyComparison, rest = ""): Html {
  return html`<span class="narrow">${rest}${totalHtml(money, comparison.before)} → ${totalHtml(money, comparison.after)}</span>`;
}

/** The class of a change: more, less, or none. */
export function direction(amount: string): string {
  const sign = signOf(amount);
  if (sign === 0) return "same";
  return sign > 0 ? "more" : "less";
}
