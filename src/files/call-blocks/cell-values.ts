/** Reads values of cells from their bytes, in the most common forms. */

const ZERO = 48;
const POINT = 46;
const COLON = 58;

/** Instead of a value: the cell has another form, and needs a reader of text. */
export const ODD = Number.POSITIVE_INFINITY;

/** A double holds every number of so many digits exactly. */
const SAFE_DIGITS = 15;

/** A cell of digits with at most `decimals` behind a point, in whole units of 10^-decimals; NaN for an empty cell. */
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

/** The number of a pair of digits, indexed by its two bytes, low byte first; NO_PAIR for all other pairs. */
const NO_PAIR = 255;
const PAIRS: Uint8Array = new Uint8Array(1 << 16).fill(NO_PAIR);
for (let pair = 0; pair < 100; pair++)
  PAIRS[ZERO + Math.floor(pair / 10) + ((ZERO + (pair % 10)) << 8)] = pair;

function pairAt(bytes: Uint8Array, at: number): number {
  return PAIRS[(bytes[at] as number) | ((bytes[at + 1] as number) << 8)] as number;
}

/** Milliseconds of the day of `HH:mm:ss`, whose first 0 or colons may be missing; -1 for any other cell. */
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
