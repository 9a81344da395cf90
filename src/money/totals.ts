/** Totals (R16): exact sums of finished amounts, and the conversion of pence to an invoice amount. */

import { Decimal } from "decimal.js";
import { knownOptions } from "../names/index.ts";
import { type Amount, decimalPlaces, toDecimalText } from "./decimal-text.ts";
import type { RoundingMode } from "./rounding.ts";
import { formatUnits, toUnits } from "./units.ts";

/**
 * The exact sum of amounts (R16), in the unit of the amounts, never rounded. Blank amounts (null, undefined, "")
 * are left out: an unknown cost is not zero, so count blank amounts where the difference matters.
 *
 * @throws RangeError where a value is not an amount
 * @example
 * sumAmounts(["0.0167", "4.4", null]); // => "4.4167"
 */
export function sumAmounts(amounts: Iterable<Amount | null | undefined>): string {
  let sum = 0n;
  let scale = 0;
  for (const amount of amounts) {
    if (amount === null || amount === undefined || amount === "") continue;
    const text = requireAmount(amount);
    const places = decimalPlaces(text);
    if (places > scale) {
      sum *= 10n ** BigInt(places - scale);
      scale = places;
    }
    sum += toUnits(text, scale) ?? 0n;
  }
  return formatUnits(sum, scale);
}

/** How `toPounds` rounds. */
export interface PoundsOptions {
  /** Decimal places of the currency: the book's `currencyDecimals`, 0 … 3. Default 2, as for pounds and pence. */
  readonly currencyDecimals?: number;
  /** Decimal places of the invoice amount; 0 … 20. Default: those of the currency. */
  readonly decimals?: number;
  /** `nearest` is half away from zero, `up` towards plus and `down` towards minus infinity. Default `nearest`. */
  readonly mode?: RoundingMode;
}

const checkOptions = knownOptions<PoundsOptions>("toPounds", {
  currencyDecimals: "any",
  decimals: "any",
  mode: ["nearest", "up", "down"],
});

/**
 * A total in pence (minor units) as an invoice amount in pounds (major units), R16. Rounds the given amount: one call,
 * a number's total or the bill. For a currency without hundredths, give its decimal places:
 * `{ currencyDecimals: book.settings.currencyDecimals }`.
 *
 * @throws TypeError where an option is not known
 * @throws RangeError where `pence` is not an amount or a number of decimals is out of range
 * @example
 * toPounds("1234.5678");                  // => "12.35"
 * toPounds("1234.5678", { mode: "down" }); // => "12.34"
 * toPounds("1234.5678", { currencyDecimals: 0 }); // => "1235" // yen
 */
export function toPounds(pence: Amount, options: PoundsOptions = {}): string {
  checkOptions(options);
  const { currencyDecimals = 2, mode = "nearest" } = options;
  if (!Number.isInteger(currencyDecimals) || currencyDecimals < 0 || currencyDecimals > 3) {
    throw new RangeError(
      `toPounds: currencyDecimals must be a whole number from 0 to 3, not ${currencyDecimals}.`,
    );
  }
  const { decimals = currencyDecimals } = options;
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > 20) {
    throw new RangeError(`toPounds: decimals must be a whole number from 0 to 20, not ${decimals}.`);
  }
  const text = requireAmount(pence);
  // A clone, because Decimal's settings are global. The precision covers texts of MAX_AMOUNT_LENGTH digits.
  const Exact = Decimal.clone({ precision: 100, toExpNeg: -9e15, toExpPos: 9e15 });
  const pounds = new Exact(text).div(10 ** currencyDecimals).toDecimalPlaces(decimals, DECIMAL_MODES[mode]);
  return pounds.isZero() ? "0" : pounds.toFixed();
}

const DECIMAL_MODES = {
  up: Decimal.ROUND_CEIL,
  down: Decimal.ROUND_FLOOR,
  nearest: Decimal.ROUND_HALF_UP,
} as const;

function requireAmount(value: Amount): string {
  const text = toDecimalText(value);
  if (text === undefined) throw new RangeError(`${JSON.stringify(String(value))} is not an amount.`);
  return text;
}
