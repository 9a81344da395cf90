/** Values of cells read from their bytes, where they are written in the plainest way. */

const ZERO = 48;
const MINUS = 45;
const POINT = 46;
const COLON = 58;
const HYPHEN = 45;

/** What a reader gives for a cell that is not of the plainest form: whoever reads text has to look at it. */
export const ODD = Number.POSITIVE_INFINITY;

/** Digits of which every number is exact. */
const SAFE_DIGITS = 15;

/** A cell of digits with at most `decimals` behind a point, in whole units of 10^-decimals; NaN where it is empty. */
export function unitsIn(bytes: Uint8Array, start: number, end: number, decimals: number): number {
  if (start === end) return Number.NaN;
  let at = start;
  let units = 0;
  let digits = 0;
  for (; at < end; at++) {
    const digit = (bytes[at] as number) - ZERO;
    if (digit < 0 || digit > 9) break;
    units = units * 10 + digit;
    digits++;
  }
  if (digits === 0 || digits + decimals > SAFE_DIGITS) return ODD;
  let places = 0;
  if (at < end) {
    if (bytes[at] !== POINT || at + 1 === end) return ODD;
    for (at++; at < end; at++) {
      const digit = (bytes[at] as number) - ZERO;
      if (digit < 0 || digit > 9 || ++places > decimals) return ODD;
      units = units * 10 + digit;
    }
  }
  for (; places < decimals; places++) units *= 10;
  return units;
}

/** As `unitsIn`, with a minus sign in front if the amount is negative; never -0. */
export function signedUnitsIn(bytes: Uint8Array, start: number, end: number, decimals: number): number {
  if (start === end || bytes[start] !== MINUS) return unitsIn(bytes, start, end, decimals);
  if (start + 1 === end) return ODD;
  const units = unitsIn(bytes, start + 1, end, decimals);
  return units === ODD ? ODD : 0 - units;
}

/** A cell `YYYY-MM-DD` as the number 20261031; -1 where it is written otherwise. The date need not exist. */
export function isoDateIn(bytes: Uint8Array, start: number, end: number): number {
  if (end - start !== 10 || bytes[start + 4] !== HYPHEN || bytes[start + 7] !== HYPHEN) return -1;
  const century = pairAt(bytes, start);
  const year = pairAt(bytes, start + 2);
  const month = pairAt(bytes, start + 5);
  const day = pairAt(bytes, start + 8);
  if (century < 0 || year < 0 || month < 0 || day < 0) return -1;
  return ((century * 100 + year) * 100 + month) * 100 + day;
}

/** A cell `HH:mm:ss` as milliseconds of the day; -1 where it is anything else. */
export function clockIn(bytes: Uint8Array, start: number, end: number): number {
  if (end - start !== 8 || bytes[start + 2] !== COLON || bytes[start + 5] !== COLON) return -1;
  return clockOf(pairAt(bytes, start), pairAt(bytes, start + 3), pairAt(bytes, start + 6));
}

/** As `clockIn`, but the first 0 or the colons may be missing. */
export function looseClockIn(bytes: Uint8Array, start: number, end: number): number {
  switch (end - start) {
    case 6:
      return clockOf(pairAt(bytes, start), pairAt(bytes, start + 2), pairAt(bytes, start + 4));
    case 7: {
      if (bytes[start + 1] !== COLON || bytes[start + 4] !== COLON) return -1;
      const hours = (bytes[start] as number) - ZERO;
      return hours > 9 ? -1 : clockOf(hours, pairAt(bytes, start + 2), pairAt(bytes, start + 5));
    }
    default:
      return clockIn(bytes, start, end);
  }
}

function clockOf(hours: number, minutes: number, seconds: number): number {
  if (hours < 0 || hours > 23 || minutes < 0 || minutes > 59 || seconds < 0 || seconds > 59) return -1;
  return ((hours * 60 + minutes) * 60 + seconds) * 1_000;
}

function pairAt(bytes: Uint8Array, at: number): number {
  const tens = (bytes[at] as number) - ZERO;
  const ones = (bytes[at + 1] as number) - ZERO;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : -1;
}
