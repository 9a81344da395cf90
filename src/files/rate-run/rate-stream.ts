/** Rating a file on one thread, call by call. */

import {
  type CallRecord,
  type CallResult,
  createReconciliation,
  createTally,
  createWorklist,
  type DiscountWindow,
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

/** Where results go, and in which format. */
export interface ResultTarget {
  readonly output: Output;
  readonly format: FileFormat;
}

/** What a run needs. */
export interface RateStream {
  readonly items: AsyncIterable<readonly CallItem[]>;
  readonly rater: Rater;
  /** Applies discounts on the way; undefined: none are applied. */
  readonly discounts: DiscountWindow<CallRecord> | undefined;
  readonly results: ResultTarget;
  /** Where calls in error go instead. */
  readonly errors: ResultTarget | undefined;
  /** Called now and then with the calls read so far. */
  readonly onProgress: (calls: number) => void;
  /** The digest that the rater lets results carry: CSV then has a column for it (R30). */
  readonly bookDigest?: string | undefined;
  /** As in `rateFile`. */
  readonly columns?: readonly string[] | undefined;
}

const checkOptions = knownOptions<RateStream>("rateStream", {
  items: "any",
  rater: "any",
  discounts: "any",
  results: "any",
  errors: "any",
  onProgress: "any",
  bookDigest: "text",
  columns: "any",
});

/** What a run counted, and what it leaves to be done. */
export interface RunReport extends TallyReport {
  /** The calls in error, in the order in which they are worked. */
  readonly worklist: readonly WorklistGroup[];
  /** Reported against calculated wholesale cost, the largest differences first. */
  readonly reconciliation: readonly ReconciliationLine[];
  /** Where discounts are applied: rated calls that came to a pool out of turn (R44). */
  readonly late?: number;
  /** Rows of the file that are no calls and were not read as any, by why; absent where there are none. */
  readonly passedOver?: PassedOverCounts;
}

/**
 * Rates the calls of a file one after another and writes each result; at no time is more than a chunk held,
 * and with discounts no more than their window.
 */
export async function rateStream(stream: RateStream): Promise<RunReport> {
  checkOptions(stream);
  const { discounts } = stream;
  const tally = createTally();
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
      const slower = put(result, item);
      if (slower !== undefined) await slower;
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
        const slower = put(result, call);
        if (slower !== undefined) await slower;
      } else {
        const done = discounts.add(result, call);
        if (done.length > 0) await putAll(done);
      }
    }
    // Whoever feeds a call and waits for its result gets it before the next call is there.
    await stream.results.output.flush();
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
