/** Fast path for prices written as plain digits, read from bytes; the schema reads prices in any other form. */
import { PRICE_DECIMALS } from "../fields/index.ts";
import { RATE_FIELDS, type RateValueName, rateFieldsWith } from "./rate-values.ts";
import { PRICE_END } from "./written-lines.ts";

/** The fields whose prices are read from bytes: the fields in which the lines of a deck differ. */
export const PLAIN_PRICES: readonly PlainPrice[] = rateFieldsWith("part", "terms").filter(
  (name): name is PlainPrice => RATE_FIELDS[name].schema === RATE_FIELDS.cost.schema,
);

export type PlainPrice = {
  [F in RateValueName]: (typeof RATE_FIELDS)[F] extends { readonly part: "terms"; readonly price: string }
    ? F
    : never;
}[RateValueName];

/** Digits before the point: below a million, so that no plain price is beyond MAX_PRICE. */
const MOST_WHOLE_DIGITS = 6;
const ZERO = 0x30;
const POINT = 0x2e;
const MICRO = 10 ** PRICE_DECIMALS;

/** The end offset of the plain price that begins at `start`; -1 where there is none. */
export function plainPriceEnd(bytes: Uint8Array, start: number): number {
  let at = start;
  while (isDigit(bytes[at])) at++;
  const whole = at - start;
  if (whole === 0 || whole > MOST_WHOLE_DIGITS) return -1;
  if (bytes[at] !== POINT) return at;
  const fraction = ++at;
  while (isDigit(bytes[at])) at++;
  return at === fraction || at - fraction > PRICE_DECIMALS ? -1 : at;
}

/** Parses `count` plain prices, each of which ends with PRICE_END, to micro-pence. */
export function plainPrices(texts: Uint8Array, count: number): Float64Array {
  const prices = new Float64Array(count);
  let at = 0;
  for (let priceIndex = 0; priceIndex < count; priceIndex++) {
    let digits = 0;
    // The value of the last digit, in micro-pence.
    let unit = MICRO;
    let isFraction = false;
    for (let byte = texts[at++] as number; byte !== PRICE_END; byte = texts[at++] as number) {
      if (byte === POINT) {
        isFraction = true;
      } else {
        digits = digits * 10 + byte - ZERO;
        if (isFraction) unit /= 10;
      }
    }
    prices[priceIndex] = digits * unit;
  }
  return prices;
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= ZERO && byte <= ZERO + 9;
}
