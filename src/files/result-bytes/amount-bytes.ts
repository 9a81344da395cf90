/** Whole units of powers of ten as plain decimal text (R1), straight into bytes: four digits at a time. */
import { formatUnits } from "../../money/index.ts";
import type { Room } from "./byte-sink.ts";

const ZERO = 48;
const POINT = 46;
const MINUS = 45;
const POWERS: readonly number[] = [1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8];
const FOUR_DIGITS = 10_000;
/** Whole numbers below it are written from digits in 32 bits. */
const SMALL = 1e8;
const MOST_DECIMALS = 8;

/** The characters of 0000 to 9999, the first in the lowest byte. */
const DIGITS = Uint32Array.from({ length: FOUR_DIGITS }, (_, number) =>
  Buffer.from(String(number).padStart(4, "0")).readUInt32LE(),
);
/** How many digits of each number there are, and how many are left of its four when zeros at their end are not. */
const LENGTH = Uint8Array.from({ length: FOUR_DIGITS }, (_, number) => String(number).length);
const LENGTH_OF_FRACTION = Uint8Array.from(
  { length: FOUR_DIGITS },
  (_, number) => String(number).padStart(4, "0").replace(/0+$/, "").length,
);

/** Bytes of the longest amount, and of what may be written behind it and means nothing. */
export const MOST_AMOUNT_BYTES = 32;

/**
 * Writes what `formatUnits` gives from `at` on and tells where it ends. There must be room for MOST_AMOUNT_BYTES;
 * `units` is a safe integer and `decimals` at most 8.
 */
export function writeUnits({ bytes, view }: Room, at: number, units: number, decimals: number): number {
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
  if (whole < FOUR_DIGITS) {
    end = writeLeading(view, end, whole);
  } else {
    const thousands = (whole / FOUR_DIGITS) | 0;
    end = writeLeading(view, end, thousands);
    view.setUint32(end, DIGITS[whole - thousands * FOUR_DIGITS] as number, true);
    end += 4;
  }
  const fraction = rest - whole * scale;
  if (fraction === 0) return end;
  bytes[end++] = POINT;
  const digits = fraction * (POWERS[MOST_DECIMALS - decimals] as number);
  const first = (digits / FOUR_DIGITS) | 0;
  const last = digits - first * FOUR_DIGITS;
  view.setUint32(end, DIGITS[first] as number, true);
  if (last === 0) return end + (LENGTH_OF_FRACTION[first] as number);
  view.setUint32(end + 4, DIGITS[last] as number, true);
  return end + 4 + (LENGTH_OF_FRACTION[last] as number);
}

/** Up to four digits without zeros in front. */
function writeLeading(view: DataView, at: number, number: number): number {
  const length = LENGTH[number] as number;
  view.setUint32(at, (DIGITS[number] as number) >>> (32 - 8 * length), true);
  return at + length;
}
