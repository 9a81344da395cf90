/** Spans of whole days, both ends inclusive; open ends are infinite. */
import { type DayNumber, formatCivilDate } from "../calendar/index.ts";

/** First and last day. */
export interface DaySpan {
  readonly first: number;
  readonly last: number;
}

/** 9999-12-31, which stands for an open end in many books: no line can start the day after. */
const LAST_DATE: DayNumber = 2_932_896;

export function spanOf(line: { readonly startDate?: DayNumber; readonly endDate?: DayNumber }): DaySpan {
  return {
    first: line.startDate ?? Number.NEGATIVE_INFINITY,
    last: line.endDate === undefined || line.endDate === LAST_DATE ? Number.POSITIVE_INFINITY : line.endDate,
  };
}

/** Whether a span contains the whole of the other span. */
export function covers(span: DaySpan, other: DaySpan): boolean {
  return span.first <= other.first && span.last >= other.last;
}

/** The spans of days between all ends of the given spans, in order: within each piece the same spans are in force. */
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

/** The intersection of two spans; undefined where the spans share no day. */
export function overlap(a: DaySpan, b: DaySpan): DaySpan | undefined {
  const first = Math.max(a.first, b.first);
  const last = Math.min(a.last, b.last);
  return first <= last ? { first, last } : undefined;
}
