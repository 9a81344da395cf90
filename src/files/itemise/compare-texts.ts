const WHOLE = /^[0-9]{1,15}$/;

/** Sorts whole numbers by value and before other texts, which are sorted by code unit. */
export function compareTexts(a: string, b: string): number {
  const [isWhole, isOtherWhole] = [WHOLE.test(a), WHOLE.test(b)];
  if (isWhole !== isOtherWhole) return isWhole ? -1 : 1;
  if (isWhole && Number(a) !== Number(b)) return Number(a) - Number(b);
  return a < b ? -1 : a > b ? 1 : 0;
}
