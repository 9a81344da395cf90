/** Whole units of powers of ten as plain decimal text (R1), straight into bytes. */
import { formatUnits } from "../../money/index.ts";

const ZERO = 48;
const POINT = 46;
const MINUS = 45;
const POWERS: readonly number[] = [1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9];
/** Whole numbers below it are written digit by digit in 32 bits. */
const SMALL = 1e9;

/** Bytes of the longest amount. */
export const MOST_AMOUNT_BYTES = 32;

/**
 * Writes what `formatUnits` gives from `at` on and tells where it ends. There must be room for MOST_AMOUNT_BYTES;
 * `units` is a safe integer and `decimals` at most 8.
 */
export function writeUnits(bytes: Buffer, at: number, units: number, decimals: number): number {
  if (units === 0) {
    bytes[at] = ZERO;
    return at + 1;
  }
  let end = at;
  let rest = units;
  if (units < 0) {
    bytes[end++] = MINUS;
    rest = -units;
  }
  const scale = POWERS[decimals] as number;
  // The quotient of safe integers is never rounded up to the next whole number.
  const whole = Math.floor(rest / scale);
  if (whole >= SMALL) return end + bytes.write(formatUnits(rest, decimals), end, "latin1");
  end = writeWhole(bytes, end, whole);
  let fraction = rest - whole * scale;
  if (fraction === 0) return end;
  let places = decimals;
  for (let tenth = (fraction / 10) | 0; tenth * 10 === fraction; tenth = (fraction / 10) | 0) {
    fraction = tenth;
    places--;
  }
  bytes[end] = POINT;
  for (let place = end + places; place > end; place--) {
    const tenth = (fraction / 10) | 0;
    bytes[place] = ZERO + fraction - tenth * 10;
    fraction = tenth;
  }
  return end + places + 1;
}

function writeWhole(bytes: Buffer, at: number, whole: number): number {
  let end = at + 1;
  for (let power = 10; power <= whole; power *= 10) end++;
  let rest = whole;
  for (let place = end - 1; place >= at; place--) {
    const tenth = (rest / 10) | 0;
    bytes[place] = ZERO + rest - tenth * 10;
    rest = tenth;
  }
  return end;
}
