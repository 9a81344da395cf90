/** The spans of days on which the values in force on two sides stay the same. */

import { covers, type DaySpan, piecesOf } from "../../increases/index.ts";
import { compareValues } from "../../model/index.ts";
import type { Sides } from "../comparison.ts";

/** A value in force on some days. Of two values in force, the later start counts, then the list's order (R26). */
export interface Dated<T> {
  readonly span: DaySpan;
  readonly value: T;
}

/** Days on which the value in force on each side stays the same; undefined where no value is in force. */
interface SpanOfTwo<T> extends Sides<T | undefined> {
  readonly span: DaySpan;
}

/** The spans on which a value is in force on at least one side. */
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
  return [...dated].sort((a, b) => compareValues(b.span.first, a.span.first));
}
