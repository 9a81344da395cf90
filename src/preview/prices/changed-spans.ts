/** What is in force day by day on two sides, and the spans of days on which it differs. */
import { covers, type DaySpan, piecesOf } from "../../increases/index.ts";

/** Something that holds for some days; of two that hold, the later start counts, then the earlier of the list (R26). */
export interface Dated<T> {
  readonly span: DaySpan;
  readonly value: T;
}

/** Days on which the same is in force on either side; undefined where nothing is. */
interface SpanOfTwo<T> {
  readonly span: DaySpan;
  readonly before: T | undefined;
  readonly after: T | undefined;
}

/** The spans on which something is in force on one side at least. */
export function spansOfTwo<T>(
  before: readonly Dated<T>[],
  after: readonly Dated<T>[],
): readonly SpanOfTwo<T>[] {
  const [left, right] = [byStart(before), byStart(after)];
  const spans: SpanOfTwo<T>[] = [];
  for (const span of piecesOf([...before, ...after].map((dated) => dated.span))) {
    const ofLeft = left.find((dated) => covers(dated.span, span))?.value;
    const ofRight = right.find((dated) => covers(dated.span, span))?.value;
    const last = spans.at(-1);
    if (last !== undefined && last.before === ofLeft && last.after === ofRight) {
      spans[spans.length - 1] = { ...last, span: { first: last.span.first, last: span.last } };
    } else spans.push({ span, before: ofLeft, after: ofRight });
  }
  return spans.filter((span) => span.before !== undefined || span.after !== undefined);
}

function byStart<T>(dated: readonly Dated<T>[]): readonly Dated<T>[] {
  // Not a difference: two open starts would make NaN.
  return [...dated].sort(({ span: a }, { span: b }) => (a.first < b.first ? 1 : a.first > b.first ? -1 : 0));
}
