/** Spans of whole days, both ends inclusive; open ends are infinite. */
import { formatCivilDate } from "../calendar/index.ts";

/** First and last day. */
export interface DaySpan {
  readonly first: number;
  readonly last: number;
}

/** The span of a checked line. */
export function spanOf(line: { readonly startDate?: number; readonly endDate?: number }): DaySpan {
  return { first: line.startDate ?? Number.NEGATIVE_INFINITY, last: line.endDate ?? Number.POSITIVE_INFINITY };
}

/** Whether a span covers the other one whole. */
export function covers(span: DaySpan, other: DaySpan): boolean {
  return span.first <= other.first && span.last >= other.last;
}

/** The spans of days between all ends of the given spans, in order: within each, the same of them are in force. */
export function* piecesOf(spans: Iterable<DaySpan>): Generator<DaySpan> {
  const starts = new Set<number>([Number.NEGATIVE_INFINITY]);
  for (const { first, last } of spans) {
    starts.add(first);
    starts.add(last + 1);
  }
  starts.delete(Number.POSITIVE_INFINITY);
  const sorted = [...starts].sort((a, b) => a - b);
  for (const [at, first] of sorted.entries()) {
    yield { first, last: (sorted[at + 1] ?? Number.POSITIVE_INFINITY) - 1 };
  }
}

/** The dates of a line for a span; open ends are left out. */
export function datesOf({ first, last }: DaySpan): { startDate?: string; endDate?: string } {
  return {
    ...(Number.isFinite(first) ? { startDate: formatCivilDate(first) } : {}),
    ...(Number.isFinite(last) ? { endDate: formatCivilDate(last) } : {}),
  };
}
