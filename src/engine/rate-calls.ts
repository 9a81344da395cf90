/** Rates many calls in order: no call is lost, and none is held in memory (R30). */
import type { OpenedBook } from "../book/index.ts";
import { type CallRecord, safely } from "../model/index.ts";
import { knownOptions } from "../names/index.ts";
import type { CallColumns } from "./columns/call-columns.ts";
import { asciiOfRow, idOfRow, lineOfRow } from "./columns/column-ids.ts";
import { type CallWarning, OriginWarnings, UnknownOrigins } from "./columns/unknown-origins.ts";
import { CallHasher } from "./duplicates/call-hasher.ts";
import { DuplicateIndex, type RepeatedField } from "./duplicates/duplicate-index.ts";
import { rate } from "./rate-call.ts";
import type { RateOptions } from "./rate-options.ts";
import { type CallResult, FailedCall } from "./results/index.ts";

/** How a batch is rated. */
export interface BatchOptions extends Omit<RateOptions, "line"> {
  /**
   * "report" (default): a call is `duplicate-call` where its `id` was read before in this run, or its `carrierCallID`
   * from the same carrier, in the same direction and alike in whether it has an `aLegID`.
   * "keep": every call is rated, and memory stays constant however many there are.
   */
  readonly duplicates?: "report" | "keep";
  /** Called once a run for each origin of a call that the book does not know (R11). */
  readonly onWarning?: (warning: CallWarning) => void;
}

const checkOptions = knownOptions<BatchOptions>("rateCalls", {
  reclassify: "flag",
  bookDigest: "text",
  duplicates: ["report", "keep"],
  onWarning: "any",
});

/**
 * Rates calls in order, one result for each: rated + errors + ignored = read. Results come as they are
 * asked for, so a batch of any size needs no more memory than one call (and the index of ids, unless
 * `duplicates` is "keep"). A call without an id gets its place in the batch, from 1, as `line`.
 *
 * @throws TypeError where an option is not known
 * @example
 * const results = [...rateCalls(book, [call, call, { id: 1 }])];
 * results.map((result) => (result.outcome === "error" ? result.error : result.outcome));
 * // => ["rated", "duplicate-call", "malformed-record"]
 */
export function rateCalls(
  book: OpenedBook,
  calls: Iterable<CallRecord>,
  options?: BatchOptions,
): IterableIterator<CallResult>;
export function rateCalls(
  book: OpenedBook,
  calls: AsyncIterable<CallRecord>,
  options?: BatchOptions,
): AsyncIterableIterator<CallResult>;
export function rateCalls(
  book: OpenedBook,
  calls: Iterable<CallRecord> | AsyncIterable<CallRecord>,
  options: BatchOptions = {},
): IterableIterator<CallResult> | AsyncIterableIterator<CallResult> {
  const rater = createRater(book, options);
  return Symbol.asyncIterator in calls ? rateAsync(calls, rater) : rateSync(calls, rater);
}

/** Rates the calls of one run; `line` is the call's place in its file. */
export type Rater = (call: CallRecord, line: number) => CallResult;

/**
 * A rater for one run, for callers that read their calls themselves and know their lines. The rater remembers the ids
 * that it has seen, so each run needs a new rater.
 *
 * @throws TypeError where an option is not known
 * @example
 * const rater = createRater(book);
 * rater({ startDate: "2026-10-01" }, 7); // the call has no id, so the result names its line
 * toRecord(rater({ startDate: "31.10.2026" }, 8));
 * // => { line: 8, error: "malformed-record", message: 'startDate: "31.10.2026" is not a date; write YYYY-MM-DD, or a timestamp such as "2026-10-05 10:00:00.25+01", or in a UK standard CDR a date in the dateFormat of its dialect.', field: "startDate" }
 */
export function createRater(book: OpenedBook, options: BatchOptions = {}): Rater {
  checkOptions(options);
  const reclassify = options.reclassify === true;
  const { onWarning, bookDigest } = options;
  const carried = bookDigest === undefined ? undefined : { bookDigest };
  const rateCallHere: Rater = (call, line) =>
    rate(book.tables, call, { reclassify, line, ...carried }, undefined);
  const rateOne = onWarning === undefined ? rateCallHere : warning(book, rateCallHere, onWarning);
  if (options.duplicates === "keep") return rateOne;
  const seen = new DuplicateIndex();
  const hasher = new CallHasher(book.tables);
  return (call, line) => asReadBefore(rateOne(call, line), call, seen.noteCall(hasher.of(call)));
}

/** A rater that reports the unknown origin of a call before it rates the call. */
function warning(book: OpenedBook, rateOne: Rater, onWarning: (warning: CallWarning) => void): Rater {
  const origins = new UnknownOrigins(book);
  const warnings = new OriginWarnings(book, onWarning);
  return (call, line) => {
    origins.note(call, line);
    warnings.tell(origins.take());
    return rateOne(call, line);
  };
}

/** The result of a call: `duplicate-call` where the call was read before by `field`, else `result`. */
export function asReadBefore(
  result: CallResult,
  call: CallRecord,
  field: RepeatedField | undefined,
): CallResult {
  // `malformed-record` and an ignored number (R31) take precedence over `duplicate-call`.
  const isEarlier =
    result.outcome === "ignored" || (result.outcome === "error" && result.error === "malformed-record");
  if (field === undefined || isEarlier) return result;
  return readBefore(
    result,
    field,
    safely(() => String(call[field]), ""),
  );
}

/** The result of a row that could be rated, but was read before by `field`. */
export function rowReadBefore(columns: CallColumns, row: number, field: RepeatedField): FailedCall {
  const { [field]: texts, recordOf } = columns;
  const text = texts && asciiOfRow(texts, row);
  const identity = { id: idOfRow(columns, row), line: lineOfRow(columns, row) };
  return readBefore(identity, field, text ?? safely(() => String(recordOf(row)[field]), ""));
}

function readBefore(
  { id, line }: Pick<CallResult, "id" | "line">,
  field: RepeatedField,
  text: string,
): FailedCall {
  const message = `A call with the ${field} ${text} was already read in this run.`;
  return new FailedCall(id, line, "duplicate-call", message, field);
}

function* rateSync(calls: Iterable<CallRecord>, rater: Rater): IterableIterator<CallResult> {
  let line = 0;
  for (const call of calls) yield rater(call, ++line);
}

async function* rateAsync(calls: AsyncIterable<CallRecord>, rater: Rater): AsyncIterableIterator<CallResult> {
  let line = 0;
  for await (const call of calls) yield rater(call, ++line);
}
