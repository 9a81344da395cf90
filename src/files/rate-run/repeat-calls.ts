/** Has calls of a rated block count as read before (R30), without rating the others again. */
import type { Repeated } from "../../engine/index.ts";
import type { ByteSink } from "../result-bytes/index.ts";
import type { BlockCounts } from "./block-rater.ts";
import { type RowSpan, spanOf } from "./call-spans.ts";
import { type BlockToRate, copyOf, type RatedBlock } from "./thread-rater.ts";

/** Rates some rows here and now. */
export type RateRows = (rows: BlockToRate["block"], repeated: readonly Repeated[]) => RatedBlock;

/** A row of which calls were read before: what it came to, and what it comes to. */
interface ChangedRow {
  readonly span: RowSpan;
  readonly before: RatedBlock;
  readonly after: RatedBlock;
}

/** A block in which calls count as read before: its lines, and what is to be taken out of its counts and added to them. */
export interface RepeatedBlock {
  readonly rated: RatedBlock;
  readonly taken: readonly CallCounts[];
  readonly added: readonly CallCounts[];
}

/** What calls come to, whatever else was read with them. */
export type CallCounts = Pick<BlockCounts, "tally" | "worklist" | "reconciliation">;

/** More calls of a block than these are not rated one by one: rating all of it again takes no longer. */
const MOST_CALLS = 64;

/**
 * A block that was rated as if none of its calls had been read before, with those that were. Undefined where that is not
 * to be had without rating all of it again: they are many, they are none of the block's bytes, or they were in error,
 * which decides what else a worklist tells apart.
 */
export function withRepeated(
  rated: RatedBlock,
  repeated: readonly Repeated[],
  rate: RateRows,
  spare: ByteSink,
): RepeatedBlock | undefined {
  if (repeated.length === 0) return { rated, taken: [], added: [] };
  if (repeated.length > MOST_CALLS) return undefined;
  const spans = callsByRow(rated, repeated);
  if (spans === undefined) return undefined;
  const rows: ChangedRow[] = [];
  for (const [span, calls] of spans) {
    const row = changedRow(rated, span, calls, rate);
    if (row === undefined) return undefined;
    rows.push(row);
  }
  const changed = rows.filter(({ before, after }) => !isSameLines(before, after));
  return {
    rated: {
      ...rated,
      results: replaced("results", rated, changed, spare),
      errors: replaced("errors", rated, changed, spare),
    },
    taken: changed.map(({ before }) => before),
    added: changed.map(({ after }) => after),
  };
}

/** The calls by the rows that have them, in order, each by its place in its row; undefined where one is of none of the bytes. */
function callsByRow(
  { notes, bytes, results, errors }: RatedBlock,
  repeated: readonly Repeated[],
): Map<RowSpan, Repeated[]> | undefined {
  if (notes === undefined) return undefined;
  const lengths = { bytes: bytes.length, results: results.length, errors: errors.length };
  const rows = new Map<RowSpan, Repeated[]>();
  let last: RowSpan | undefined;
  // Those known by their ids come before those known by their carriers'.
  const inOrder = [...repeated].sort(([a], [b]) => a - b);
  for (const [call, field] of inOrder) {
    const span = last !== undefined && call < last.endCall ? last : spanOf(notes, call, lengths);
    if (span === undefined) return undefined;
    rows.set(span, [...(rows.get(span) ?? []), [call - span.firstCall, field]]);
    last = span;
  }
  return rows;
}

/** A row as it was rated and as it is with its calls read before; undefined where calls of it were in error and change. */
function changedRow(
  { bytes }: RatedBlock,
  span: RowSpan,
  repeated: readonly Repeated[],
  rate: RateRows,
): ChangedRow | undefined {
  const row = { bytes: bytes.subarray(...span.bytes), line: span.line, before: [] };
  const before = rate(row, []);
  const after = rate(row, repeated);
  const isRowAgain = before.calls === span.endCall - span.firstCall;
  const isChangedError = before.worklist.length > 0 && !isSameLines(before, after);
  return isRowAgain && !isChangedError ? { span, before, after } : undefined;
}

function isSameLines(a: RatedBlock, b: RatedBlock): boolean {
  return Buffer.compare(a.results, b.results) === 0 && Buffer.compare(a.errors, b.errors) === 0;
}

/** Results or errors with the lines of the rows as they are now, where they stood if there is room. */
function replaced(
  lines: "results" | "errors",
  { [lines]: bytes }: RatedBlock,
  rows: readonly ChangedRow[],
  spare: ByteSink,
): RatedBlock["results"] {
  if (rows.length === 0) return bytes;
  spare.clear();
  let end = 0;
  for (const { span, after } of rows) {
    const [start, next] = span[lines];
    spare.putBytes(bytes, end, start);
    spare.putBytes(after[lines], 0, after[lines].length);
    end = next;
  }
  spare.putBytes(bytes, end, bytes.length);
  return copyOf(spare.bytes, bytes.buffer);
}
