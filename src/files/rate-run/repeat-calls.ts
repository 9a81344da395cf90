/** Makes calls of a rated block count as read before (R30), without rating its other calls again. */
import type { Repeated } from "../../engine/index.ts";
import { addTo } from "../../model/index.ts";
import { NOT_FOUND } from "../call-blocks/index.ts";
import type { ByteSink } from "../result-bytes/index.ts";
import type { BlockCounts } from "./block-rater.ts";
import { type BlockToRate, copyOf, type RatedBlock } from "./thread-rater.ts";

/** Rates some rows at once, on this thread. */
export type RateRows = (rows: BlockToRate["block"], repeated: readonly Repeated[]) => RatedBlock;

/** Words of a call: offset of its row, line number, and the bytes of results and of errors written before the call. */
const START = 0;
const LINE = 1;
const RESULTS = 2;
const ERRORS = 3;
const WORDS = 4;

/** The calls of one row, and their bytes. */
interface RowSpan {
  readonly firstCall: number;
  readonly endCall: number;
  readonly line: number;
  readonly bytes: readonly [start: number, end: number];
  readonly results: readonly [start: number, end: number];
  readonly errors: readonly [start: number, end: number];
}

/** A row with calls that were read before: its outcome without and with that change. */
interface ChangedRow {
  readonly span: RowSpan;
  readonly before: RatedBlock;
  readonly after: RatedBlock;
}

/** A block in which calls count as read before: its lines, and the counts to subtract and to add. */
export interface RepeatedBlock {
  readonly rated: RatedBlock;
  readonly taken: readonly CallCounts[];
  readonly added: readonly CallCounts[];
}

/** Counts of calls alone, without the other rows of a block. */
export type CallCounts = Pick<BlockCounts, "tally" | "worklist" | "reconciliation">;

/** Most calls of a block that are rated one by one: for more calls, rating the whole block again takes no longer. */
const MOST_CALLS = 64;

/**
 * Changes a block that was rated as if no call had been read before: the calls in `repeated` count as read before.
 * Undefined where the whole block has to be rated again: these calls are many, have no bytes in the block, or were in
 * error, which decides the other calls that a worklist lists one by one.
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

/** The repeated calls by row, in order, by their index in the row; undefined where a call has no bytes in the block. */
function callsByRow(
  { notes, bytes, results, errors }: RatedBlock,
  repeated: readonly Repeated[],
): Map<RowSpan, Repeated[]> | undefined {
  if (notes === undefined) return undefined;
  const lengths = { bytes: bytes.length, results: results.length, errors: errors.length };
  const rows = new Map<RowSpan, Repeated[]>();
  let last: RowSpan | undefined;
  // `repeated` has the calls found by their ids before those found by their carriers' ids.
  const inOrder = [...repeated].sort(([a], [b]) => a - b);
  for (const [callIndex, field] of inOrder) {
    const span = last !== undefined && callIndex < last.endCall ? last : spanOf(notes, callIndex, lengths);
    if (span === undefined) return undefined;
    addTo(rows, span, [callIndex - span.firstCall, field]);
    last = span;
  }
  return rows;
}

/** The row of a call, from the notes of its block; undefined for a call without bytes in the block. */
function spanOf(
  notes: Int32Array,
  call: number,
  lengths: Readonly<Record<"bytes" | "results" | "errors", number>>,
): RowSpan | undefined {
  const calls = notes.length / WORDS;
  const wordOf = (callIndex: number, word: number): number => notes[callIndex * WORDS + word] as number;
  const start = wordOf(call, START);
  if (start === NOT_FOUND) return undefined;
  let firstCall = call;
  while (firstCall > 0 && wordOf(firstCall - 1, START) === start) firstCall--;
  let endCall = call + 1;
  while (endCall < calls && wordOf(endCall, START) === start) endCall++;
  const spanOfWord = (word: number, length: number): readonly [number, number] => [
    wordOf(firstCall, word),
    endCall < calls ? wordOf(endCall, word) : length,
  ];
  return {
    firstCall,
    endCall,
    line: wordOf(call, LINE),
    bytes: spanOfWord(START, lengths.bytes),
    results: spanOfWord(RESULTS, lengths.results),
    errors: spanOfWord(ERRORS, lengths.errors),
  };
}

/** A row rated without and with its repeated calls; undefined where a call of the row was in error and changes. */
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

/** Results or errors with the new lines of changed rows, in the same memory if there is room. */
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
