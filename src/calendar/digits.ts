const ZERO = 48;

/**
 * The value of the two ASCII digits at `at`, or -1 where either is not a digit or the text has ended.
 * Char codes instead of a regular expression: dates and times are read once for every call.
 */
export function twoDigitsAt(text: string, at: number): number {
  const tens = text.charCodeAt(at) - ZERO;
  const ones = text.charCodeAt(at + 1) - ZERO;
  // Past the end charCodeAt gives NaN, which fails every comparison: written so that NaN is refused.
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : -1;
}
