/**
 * Joins the lines of a tariff before and after by their conditions: prefix, call type and period (R26). Reads columns,
 * for tariffs of hundreds of thousands of lines; where both sides have the same keys, a line costs one comparison.
 */
import { type CheckedRateLine, isBaseLine, madeOnce, type RateLines } from "../../model/index.ts";

/** Lines of one key, as indexes in `rates` of each side. */
export interface LinesOfKey {
  readonly before: readonly number[];
  readonly after: readonly number[];
}

/** Numbers for pairs of call type and period, the same on both sides. */
type Groups = Map<string, number>;

const BASE = -1;

class KeyedLines {
  readonly lines: RateLines;
  /** By line: the number of its call type and period; BASE for a base line. */
  readonly groups: Int32Array;
  /** Whether no line has dates: then each key has one line. */
  readonly isUndated: boolean;

  constructor(lines: RateLines, groups: Groups) {
    this.lines = lines;
    this.groups = lines.spread(lines.patterns.map((pattern) => groupOf(pattern, groups)));
    this.isUndated = lines.patterns.every(
      ({ startDate, endDate, base }) => startDate === undefined && endDate === undefined && base !== true,
    );
  }

  compare(line: number, other: KeyedLines, otherLine: number): number {
    const byPrefix = (this.lines.prefixKeys[line] as number) - (other.lines.prefixKeys[otherLine] as number);
    return byPrefix || (this.groups[line] as number) - (other.groups[otherLine] as number);
  }

  /** The lines by prefix, call type and period, base lines left out. */
  get inOrder(): Uint32Array {
    const order = new Uint32Array(this.lines.length);
    let count = 0;
    for (let line = 0; line < order.length; line++) if (this.groups[line] !== BASE) order[count++] = line;
    // Lines that tie keep the order of the book.
    return order.subarray(0, count).sort((a, b) => this.compare(a, this, b) || a - b);
  }
}

function groupOf(pattern: CheckedRateLine, groups: Groups): number {
  if (isBaseLine(pattern)) return BASE;
  const key = JSON.stringify([pattern.tariffType ?? "", pattern.tariffTime ?? ""]);
  return madeOnce(groups, key, () => groups.size);
}

/** Lines by key, without base lines: in the order of the book where both sides have the same keys, else by prefix. */
export function* linesByKey(before: RateLines, after: RateLines): Generator<LinesOfKey> {
  const groups: Groups = new Map();
  const [left, right] = [new KeyedLines(before, groups), new KeyedLines(after, groups)];
  if (areAligned(left, right)) {
    for (let line = 0; line < before.length; line++) yield { before: [line], after: [line] };
    return;
  }
  const [ofLeft, ofRight] = [left.inOrder, right.inOrder];
  let [leftAt, rightAt] = [0, 0];
  while (leftAt < ofLeft.length || rightAt < ofRight.length) {
    const [first, other] = [ofLeft[leftAt], ofRight[rightAt]];
    const order = first === undefined ? 1 : other === undefined ? -1 : left.compare(first, right, other);
    const leftEnd = order > 0 ? leftAt : endOfKey(left, ofLeft, leftAt);
    const rightEnd = order < 0 ? rightAt : endOfKey(right, ofRight, rightAt);
    yield { before: [...ofLeft.subarray(leftAt, leftEnd)], after: [...ofRight.subarray(rightAt, rightEnd)] };
    [leftAt, rightAt] = [leftEnd, rightEnd];
  }
}

function areAligned(left: KeyedLines, right: KeyedLines): boolean {
  const { length } = left.lines;
  if (!left.isUndated || !right.isUndated || right.lines.length !== length) return false;
  for (let line = 0; line < length; line++) if (left.compare(line, right, line) !== 0) return false;
  return true;
}

/** The end of the run of lines that have the key of the line at `start`. */
function endOfKey(lines: KeyedLines, order: Uint32Array, start: number): number {
  let end = start + 1;
  while (end < order.length && lines.compare(order[start] as number, lines, order[end] as number) === 0)
    end++;
  return end;
}
