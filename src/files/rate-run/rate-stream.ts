/** Rating a file on one thread, call by call. */

import {
  type CallRecord,
  type CallResult,
  createReconciliation,
  createTally,
  createWorklist,
  type DiscountWindow,
  type OpenedBook,
  type Rater,
  type ReconciliationLine,
  type ResultRecord,
  type TallyReport,
  toRecord,
  type WorklistGroup,
} from "../../index.ts";
import { knownOptions } from "../../names/index.ts";
import { type CallItem, type FileFormat, PassedOverCounter, type PassedOverCounts } from "../call-file.ts";
import type { Output } from "../open-output.ts";
import { type LineFormat, lineFormats, RecordLines } from "../results/index.ts";
import { unreadableCall } from "./unreadable-call.ts";

/** Output and format of results. */
export interface ResultTarget {
  readonly output: Output;
  readonly format: FileFormat;
}

/** The inputs and outputs of a run. */
export interface RateStream {
  readonly items: AsyncIterable<readonly CallItem[]>;
  readonly rater: Rater;
  /** The book of the rater, for totals by the customers' currencies (R24); without it all amounts are added. */
  readonly book?: OpenedBook | undefined;
  /** Applies discounts during the run; undefined: no discounts. */
  readonly discounts: DiscountWindow<CallRecord> | undefined;
  readonly results: ResultTarget;
  /** Separate output for calls in error. */
  readonly errors: ResultTarget | undefined;
  /** Called now and then with the number of calls read so far. */
  readonly onProgress: (calls: number) => void;
  /** The digest that the rater adds to results; CSV then has a column for the digest (R30). */
  readonly bookDigest?: string | undefined;
  /** As in `rateFile`. */
  readonly columns?: readonly string[] | undefined;
}

const checkOptions = knownOptions<RateStream>("rateStream", {
  items: "any",
  rater: "any",
  book: "any",
  discounts: "any",
  results: "any",
  errors: "any",
  onProgress: "any",
  bookDigest: "text",
  columns: "any",
});

/** The counts of a run, and the work that remains. */
export interface RunReport extends TallyReport {
  /** The calls in error, in the order in which they are worked. */
  readonly worklist: readonly WorklistGroup[];
  /** Reported against calculated wholesale cost, the largest differences first. */
  readonly reconciliation: readonly ReconciliationLine[];
  /** Where discounts are applied: rated calls that came to a pool out of turn (R44). */
  readonly late?: number;
  /** Rows of the file that were passed over because they are no calls, by reason; absent where there are none. */
  readonly passedOver?: PassedOverCounts;
}

/**
 * Rates the calls of a file one after another and writes each result; holds no more calls than a chunk, and with
 * discounts no more than their window.
 */
export async function rateStream(stream: RateStream): Promise<RunReport> {
  checkOptions(stream);
  const { discounts } = stream;
  const tally = createTally(stream.book);
  const worklist = createWorklist();
  const reconciliation = createReconciliation();
  const formats = lineFormats(stream, stream.results.format, stream.errors?.format);
  const results = await resultWriter(stream.results, formats.results);
  const errors =
    stream.errors && formats.errors ? await resultWriter(stream.errors, formats.errors) : results;
  const passedOver = new PassedOverCounter();
  let calls = 0;
  let late = 0;
  const put = (result: CallResult, call: CallRecord): Promise<void> | undefined => {
    tally.add(result);
    if (result.outcome === "rated" && result.late) late++;
    if (result.outcome === "error") worklist.add(call, result);
    else reconciliation.add(call, result);
    const writer = result.outcome === "error" ? errors : results;
    return writer(toRecord(result), call);
  };
  const putAll = async (done: ReturnType<DiscountWindow<CallRecord>["finish"]>): Promise<void> => {
    for (const { result, item } of done) {
      const written = put(result, item);
      if (written !== undefined) await written;
    }
  };
  for await (const items of stream.items) {
    for (const item of items) {
      if ("passedOver" in item) {
        passedOver.add(item.passedOver);
        continue;
      }
      calls++;
      const result: CallResult =
        "call" in item ? stream.rater(item.call, item.line) : unreadableCall(item.problem);
      const call = "call" in item ? item.call : {};
      if (discounts === undefined) {
        const written = put(result, call);
        if (written !== undefined) await written;
      } else {
        const done = discounts.add(result, call);
        if (done.length > 0) await putAll(done);
      }
    }
    // Flush here, so that a caller that sends one call and waits gets the result before it sends the next call.
    await stream.results.output.flush();
    await stream.errors?.output.flush();
    stream.onProgress(calls);
  }
  if (discounts !== undefined) await putAll(discounts.finish());
  return {
    ...tally.report(),
    worklist: worklist.report(),
    reconciliation: reconciliation.report(),
    ...(discounts !== undefined && { late }),
    ...passedOver.field,
  };
}

type ResultWriter = (record: ResultRecord, call: CallRecord) => Promise<void> | undefined;

async function resultWriter({ output }: ResultTarget, format: LineFormat): Promise<ResultWriter> {
  const lines = new RecordLines(format);
  if (lines.header !== "") await output.write(lines.header);
  return (record, call) => output.write(lines.of(record, call));
}
