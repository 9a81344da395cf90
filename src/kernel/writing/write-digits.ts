/** Whole units of powers of ten as plain decimal text (R1): four digits at a time. */
import {
  divide,
  f64At,
  floor,
  i32At,
  setF64,
  setI32,
  setU8,
  setWord,
  toF64,
  toI32,
  u8At,
} from "../memory.ts";
import * as rows from "../rows.ts";

const ZERO: i32 = 48;
const POINT: i32 = 46;
const MINUS: i32 = 45;
const FOUR_DIGITS: i32 = 10_000;
const EIGHT_DIGITS: i32 = 100_000_000;
/** Units below this limit are counted in 32 bits. */
const MOST_INTEGER: f64 = 2_147_483_648;
const MOST_DECIMALS: i32 = 8;

/** The characters of 0000 to 9999, the first in the lowest byte; the number of digits of each without leading zeros. */
const LENGTHS: i32 = rows.DIGITS + 4 * FOUR_DIGITS;
/** The number of digits without trailing zeros. */
const FRACTION_LENGTHS: i32 = LENGTHS + FOUR_DIGITS;
/** Powers of ten, as whole numbers and as doubles. */
const WHOLE_SCALES: i32 = FRACTION_LENGTHS + FOUR_DIGITS;
const SCALES: i32 = WHOLE_SCALES + 4 * (MOST_DECIMALS + 2);

/** Fills the tables: once in each memory, before the first text is written. */
export function fillDigits(): void {
  for (let number: i32 = 0; number < FOUR_DIGITS; number++) {
    let rest: i32 = number;
    let characters: i32 = 0;
    let length: i32 = 0;
    let trailing: i32 = 0;
    for (let place: i32 = 0; place < 4; place++) {
      const tenth: i32 = divide(rest, 10);
      const digit: i32 = rest - 10 * tenth;
      characters = (characters << 8) | (ZERO + digit);
      if (digit !== 0) length = place + 1;
      if (digit === 0 && trailing === place) trailing = place + 1;
      rest = tenth;
    }
    setI32(rows.DIGITS + (number << 2), characters);
    setU8(LENGTHS + number, number === 0 ? 1 : length);
    setU8(FRACTION_LENGTHS + number, 4 - trailing);
  }
  let scale: i32 = 1;
  for (let decimals: i32 = 0; decimals <= MOST_DECIMALS; decimals++) {
    setI32(WHOLE_SCALES + (decimals << 2), scale);
    setF64(SCALES + (decimals << 3), toF64(scale));
    scale *= 10;
  }
}

/** Bytes of the longest amount, with the surplus bytes that may be written behind it. */
export const MOST_AMOUNT_BYTES: i32 = 32;

/** Writes the text of `formatUnits` and returns its end. `units` is a safe integer, `decimals` at most 8. */
export function writeUnits(to: i32, units: f64, decimals: i32): i32 {
  if (units === 0) {
    setU8(to, ZERO);
    return to + 1;
  }
  if (units < 0) {
    setU8(to, MINUS);
    return writeUnits(to + 1, 0 - units, decimals);
  }
  let end: i32 = 0;
  let fraction: i32 = 0;
  if (units < MOST_INTEGER) {
    const scale: i32 = i32At(WHOLE_SCALES + (decimals << 2));
    const small: i32 = toI32(units);
    const whole: i32 = divide(small, scale);
    end = writeWhole(to, whole);
    fraction = small - whole * scale;
  } else {
    // The whole part of a quotient is exact: the next whole number is farther than rounding goes.
    const scale: f64 = f64At(SCALES + (decimals << 3));
    const whole: f64 = floor(units / scale);
    end = writeLargeWhole(to, whole);
    fraction = toI32(units - whole * scale);
  }
  if (fraction === 0) return end;
  setU8(end, POINT);
  const digits: i32 = fraction * i32At(WHOLE_SCALES + ((MOST_DECIMALS - decimals) << 2));
  const first: i32 = divide(digits, FOUR_DIGITS);
  const last: i32 = digits - first * FOUR_DIGITS;
  setWord(end + 1, i32At(rows.DIGITS + (first << 2)));
  if (last === 0) return end + 1 + u8At(FRACTION_LENGTHS + first);
  setWord(end + 5, i32At(rows.DIGITS + (last << 2)));
  return end + 5 + u8At(FRACTION_LENGTHS + last);
}

function writeLargeWhole(to: i32, whole: f64): i32 {
  if (whole < MOST_INTEGER) return writeWhole(to, toI32(whole));
  const high: f64 = floor(whole / toF64(EIGHT_DIGITS));
  return writeEight(writeWhole(to, toI32(high)), toI32(whole - high * toF64(EIGHT_DIGITS)));
}

function writeWhole(to: i32, whole: i32): i32 {
  if (whole < FOUR_DIGITS) return writeLeading(to, whole);
  if (whole >= EIGHT_DIGITS) {
    const high: i32 = divide(whole, EIGHT_DIGITS);
    return writeEight(writeLeading(to, high), whole - high * EIGHT_DIGITS);
  }
  const thousands: i32 = divide(whole, FOUR_DIGITS);
  const end: i32 = writeLeading(to, thousands);
  setWord(end, i32At(rows.DIGITS + ((whole - thousands * FOUR_DIGITS) << 2)));
  return end + 4;
}

/** Writes up to four digits without leading zeros. */
function writeLeading(to: i32, number: i32): i32 {
  const length: i32 = u8At(LENGTHS + number);
  setWord(to, i32At(rows.DIGITS + (number << 2)) >>> (32 - 8 * length));
  return to + length;
}

function writeEight(to: i32, number: i32): i32 {
  const high: i32 = divide(number, FOUR_DIGITS);
  setWord(to, i32At(rows.DIGITS + (high << 2)));
  setWord(to + 4, i32At(rows.DIGITS + ((number - high * FOUR_DIGITS) << 2)));
  return to + 8;
}
