/**
 * Prefixes as a database looks them up best: ranges that do not overlap, each with the longest prefix that its
 * numbers begin with. The last range that starts at or below a number is its own (an ASOF join).
 */

/** Numbers filled up with zeros to so many digits are compared; safe as doubles and as BIGINT. */
export const RANGE_DIGITS = 15;

export interface FlatRange {
  /** The first number in it. */
  readonly start: number;
  /** Undefined where no prefix fits. */
  readonly prefix: string | undefined;
}

export function flatRanges(prefixes: Iterable<string>): FlatRange[] {
  const ranges: FlatRange[] = [];
  const begin = (start: number, prefix: string | undefined): void => {
    if (ranges.at(-1)?.start === start) ranges.pop();
    ranges.push({ start, prefix });
  };
  // In the order of text a prefix comes before the longer ones that begin with it.
  const open: { readonly prefix: string; readonly end: number }[] = [];
  const closeUpTo = (number: number): void => {
    for (let last = open.at(-1); last !== undefined && last.end <= number; last = open.at(-1)) {
      open.pop();
      begin(last.end, open.at(-1)?.prefix);
    }
  };
  for (const prefix of [...prefixes].sort()) {
    const size = 10 ** (RANGE_DIGITS - prefix.length);
    const start = Number(prefix) * size;
    closeUpTo(start);
    begin(start, prefix);
    open.push({ prefix, end: start + size });
  }
  closeUpTo(Number.MAX_SAFE_INTEGER);
  return ranges;
}
