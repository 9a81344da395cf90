/** Converts amounts as texts: moves the point, and calculates nothing (R1). */
import { isDecimalText } from "../../../money/index.ts";
import type { DialectStep } from "../call-dialect.ts";

/** A unit of amounts: pounds, pence, hundredths of a penny, ten thousandths of a pound. */
type MoneyUnit = Extract<DialectStep, { money: unknown }>["money"];

/** An amount in the form that rating reads: with the 0 before the point, which carriers omit. */
export function penceOf(text: string): string {
  const sign = text.startsWith("-") ? "-" : "";
  if (text[sign.length] !== ".") return text;
  const amount = `${sign}0${text.slice(sign.length)}`;
  return isDecimalText(amount) ? amount : text;
}

/** Whether a text is an amount of zero: 0, 0.0000, -0. */
export function isZeroAmount(text: string): boolean {
  return isDecimalText(text) && !/[1-9]/.test(text);
}

/** How many digits the point moves to the right to give minor units, in a currency of so many decimals. */
export function moneyDigits(unit: MoneyUnit, currencyDecimals: number): number {
  switch (unit) {
    case "major":
      return currencyDecimals;
    case "minor":
      return 0;
    case "1/100 minor":
      return -2;
    case "1/10000 major":
      return currencyDecimals - 4;
  }
}

/**
 * A decimal text times 10 to the power of `digits`, exactly. A text that is no amount is unchanged.
 *
 * @example movePoint("0.0425", 2) // => "4.25"
 * @example movePoint("12", -2) // => "0.12"
 */
export function movePoint(text: string, digits: number): string {
  const amount = penceOf(text);
  if (digits === 0 || !isDecimalText(amount)) return amount;
  const sign = amount.startsWith("-") ? "-" : "";
  const [whole = "", decimals = ""] = amount.slice(sign.length).split(".");
  if (digits > 0) {
    const moved = withoutLeadingZeros(whole + decimals.slice(0, digits).padEnd(digits, "0"));
    const rest = decimals.slice(digits);
    return rest === "" ? sign + moved : `${sign}${moved}.${rest}`;
  }
  const padded = whole.padStart(1 - digits, "0");
  const point = padded.length + digits;
  return `${sign}${withoutLeadingZeros(padded.slice(0, point))}.${padded.slice(point)}${decimals}`;
}

function withoutLeadingZeros(digits: string): string {
  return digits.replace(/^0+(?=.)/, "");
}

/** An amount without its sign, or with the other sign. A text that is no amount is unchanged. */
export function signed(text: string, change: "drop" | "negate"): string {
  const sign = text.charAt(0);
  const amount = penceOf(sign === "-" || sign === "+" ? text.slice(1) : text);
  // A text with two signs is no amount.
  if (amount.startsWith("-") || !isDecimalText(amount)) return text;
  return change === "drop" || sign === "-" || isZeroAmount(amount) ? amount : `-${amount}`;
}
