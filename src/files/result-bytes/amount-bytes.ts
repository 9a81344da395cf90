/** Whole units of powers of ten as plain decimal text (R1), straight into bytes: four digits at a time. */
import { formatUnits } from "../../money/index.ts";
import type { ByteSink } from "./byte-sink.ts";

const ZERO = 48;
const POINT = 46;
const FOUR_DIGITS = 10_000;
const EIGHT_DIGITS = 1e8;
const MOST_DECIMALS = 8;
const SCALES = Int32Array.from({ length: MOST_DECIMALS + 1 }, (_, decimals) => 10 ** decimals);
/** Units below it are counted in 32 bits. */
const MOST_INTEGER = 2 ** 31;

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
export function writeUnits({ memory, view }: ByteSink, at: number, units: number, decimals: number): number {
  if (units === 0) {
    memory[at] = ZERO;
    return at + 1;
  }
  const scale = SCALES[decimals] as number;
  const small = units | 0;
  const whole = (small / scale) | 0;
  if (!(units > 0 && units < MOST_INTEGER) || whole >= EIGHT_DIGITS)
    return at + memory.write(formatUnits(units, decimals), at, "latin1");
  let end = at;
  if (whole < FOUR_DIGITS) {
    end = writeLeading(view, end, whole);
  } else {
    const thousands = (whole / FOUR_DIGITS) | 0;
    end = writeLeading(view, end, thousands);
    view.setUint32(end, DIGITS[whole - thousands * FOUR_DIGITS] as number, true);
    end += 4;
  }
  const fraction = (small - whole * scale) | 0;
  if (fraction === 0) return end;
  memory[end++] = POINT;
  // Fewer than eight digits behind the point, of which the first four are all there are as a rule.
  const digits = fraction * (SCALES[MOST_DECIMALS - decimals] as number);
  const first = (digits / FOUR_DIGITS) | 0;
  const last = (digits - first * FOUR_DIGITS) | 0;
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
