/** Values of cells read from their bytes, where they are written in the plainest way. */

const ZERO = 48;
const POINT = 46;
const COLON = 58;

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

/** By the two bytes of a pair of digits, low one first: their number; for all other pairs NO_PAIR. */
const NO_PAIR = 255;
const PAIRS: Uint8Array = new Uint8Array(1 << 16).fill(NO_PAIR);
for (let pair = 0; pair < 100; pair++)
  PAIRS[ZERO + Math.floor(pair / 10) + ((ZERO + (pair % 10)) << 8)] = pair;

function pairAt(bytes: Uint8Array, at: number): number {
  return PAIRS[(bytes[at] as number) | ((bytes[at + 1] as number) << 8)] as number;
}

/** A cell `HH:mm:ss` as milliseconds of the day, of which the first 0 or the colons may be missing; -1 for anything else. */
export function clockIn(bytes: Uint8Array, start: number, end: number): number {
  const length = end - start;
  if (length < 6 || length > 8) return -1;
  const colon = length === 6 ? 0 : 1;
  const minutesAt = end - 4 - colon;
  if (colon === 1 && (bytes[minutesAt - 1] !== COLON || bytes[end - 3] !== COLON)) return -1;
  const first = (bytes[start] as number) - ZERO;
  const hours = length !== 7 ? pairAt(bytes, start) : first >= 0 && first <= 9 ? first : NO_PAIR;
  const minutes = pairAt(bytes, minutesAt);
  const seconds = pairAt(bytes, end - 2);
  if (hours > 23 || minutes > 59 || seconds > 59) return -1;
  return ((hours * 60 + minutes) * 60 + seconds) * 1_000;
}
