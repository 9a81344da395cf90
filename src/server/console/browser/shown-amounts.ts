/** Amounts in the format of the reports, or with all digits in pence on demand. */

import { majorUnit } from "../../../money/index.ts";
import { type MoneyText, moneyText } from "../../../report/index.ts";
import { ask } from "./ask-server.ts";
import { byId, node } from "./nodes.ts";

let money: MoneyText = moneyText("GBP", 2);
let bookCurrency = "GBP";
let decimals = 2;
let isExact = false;

/** Takes the currency of the book. */
export async function readCurrency(signal: AbortSignal): Promise<void> {
  type Settings = { readonly currency?: string; readonly currencyDecimals?: number };
  const { currency = "GBP", currencyDecimals = 2 } = await ask<Settings>("GET", "/tollbook/book/settings", {
    signal,
  });
  decimals = Number(currencyDecimals);
  bookCurrency = currency;
  money = moneyText(currency, decimals);
  byId("exact").textContent = `Exact ${money.minor}`;
}

/** The name of the unit of call amounts: `pence`; of the book's currency, or of another one. */
export function minorUnit(currency?: string): string {
  return moneyOf(currency).minor;
}

/** The name of the unit of fees: `pounds`; of the book's currency, or of another one. */
export function feeUnit(currency = bookCurrency): string {
  return majorUnit(currency);
}

/** The format of a currency; without one, of the book's. */
function moneyOf(currency: string | undefined): MoneyText {
  return currency === undefined ? money : moneyText(currency, decimals);
}

/** An amount rounded for reading: `£277.59`; of the book's currency, or of another one. */
export function total(amount: string, currency?: string): HTMLElement {
  return amountNode(amount, moneyOf(currency), "total");
}

/** An amount of few pence: `£0.2814`. */
export function fine(amount: string): HTMLElement {
  return amountNode(amount, money.fine, "total");
}

/** A change with its sign: `+£12.30`; of the book's currency, or of another one. */
export function change(amount: string, currency?: string): HTMLElement {
  return amountNode(amount, moneyOf(currency), "change");
}

/** The amount of a single call, every digit: `£0.0145`; of the book's currency, or of another one. */
export function exact(amount: string, currency?: string): HTMLElement {
  return amountNode(amount, moneyOf(currency), "exact");
}

/** An amount that is in pounds already; of the book's currency, or of another one. */
export function pounds(amount: string, currency?: string): string {
  return moneyOf(currency).exactMajor(amount);
}

function amountNode(amount: string, shown: MoneyText, how: "total" | "change" | "exact"): HTMLElement {
  const text = shown[how](amount);
  const digits = `${amount.replace("-", "−")} ${shown.minor}`;
  return node("span", { class: "money", "data-read": text, "data-exact": digits }, isExact ? digits : text);
}

/** The button that shows every amount in exact pence, and back. */
export function startExact(): void {
  const button = byId("exact");
  button.addEventListener("click", () => {
    isExact = !isExact;
    button.setAttribute("aria-pressed", String(isExact));
    for (const shown of document.querySelectorAll<HTMLElement>(".money")) {
      shown.textContent = (isExact ? shown.dataset.exact : shown.dataset.read) ?? "";
    }
  });
}
