/** JSON values in bytes, as far as they stand for the very text they are written in. */

const ZERO = 48;
const NINE = 57;
const MINUS = 45;
const POINT = 46;

/** Instead of the end of a value: it is none, or not of the plainest form. */
export const NO_VALUE = -1;

/** Digits of which every number has itself as its shortest decimal form (R1). */
const SAFE_DIGITS = 15;

/** The end of the number that begins at `from`, if it is written in its one decimal form: `0`, `-7`, `60.5`. */
export function numberEnd(bytes: Uint8Array, from: number): number {
  const first = bytes[from] === MINUS ? from + 1 : from;
  let at = first;
  while (isDigit(bytes[at] as number)) at++;
  const whole = at - first;
  if (whole === 0 || (whole > 1 && bytes[first] === ZERO)) return NO_VALUE;
  if (bytes[at] !== POINT) {
    const isMinusZero = first > from && bytes[first] === ZERO;
    return whole > SAFE_DIGITS || isMinusZero ? NO_VALUE : at;
  }
  const fraction = ++at;
  while (isDigit(bytes[at] as number)) at++;
  if (at === fraction || bytes[at - 1] === ZERO || whole + at - fraction > SAFE_DIGITS) return NO_VALUE;
  return at;
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}

/** Whether a number that `numberEnd` found is a whole one. */
export function isWhole(bytes: Uint8Array, from: number, end: number): boolean {
  for (let at = from; at < end; at++) if (bytes[at] === POINT) return false;
  return true;
}

/** The end of a word that begins at `from`. */
export function wordEnd(bytes: Uint8Array, from: number, word: Uint8Array): number {
  for (let at = 0; at < word.length; at++) if (bytes[from + at] !== word[at]) return NO_VALUE;
  return from + word.length;
}

export const TRUE: Uint8Array = Buffer.from("true");
export const FALSE: Uint8Array = Buffer.from("false");
export const NULL: Uint8Array = Buffer.from("null");
