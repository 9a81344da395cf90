import {
  type CallItem,
  createRecordWriter,
  type FileFormat,
  type Output,
  type RecordWriter,
} from "../files/index.ts";
import {
  type CallResult,
  createReconciliation,
  createTally,
  createWorklist,
  type Rater,
  RESULT_FIELDS,
  type ReconciliationLine,
  type TallyReport,
  toRecord,
  type WorklistGroup,
} from "../index.ts";
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
  readonly results: ResultTarget;
  /** Where calls in error go instead. */
  readonly errors: ResultTarget | undefined;
  /** Called now and then with the calls read so far. */
  readonly onProgress: (calls: number) => void;
}

/** What a run counted, and what it leaves to be done. */
export interface RunReport extends TallyReport {
  /** The calls in error, in the order in which they are worked. */
  readonly worklist: readonly WorklistGroup[];
  /** Reported against calculated wholesale cost, the largest differences first. */
  readonly reconciliation: readonly ReconciliationLine[];
}

/** Rates the calls of a file one after another and writes each result; at no time is more than a chunk held. */
export async function rateStream(stream: RateStream): Promise<RunReport> {
  const tally = createTally();
  const worklist = createWorklist();
  const reconciliation = createReconciliation();
  const results = await resultWriter(stream.results);
  const errors = stream.errors === undefined ? results : await resultWriter(stream.errors);
  let calls = 0;
  for await (const items of stream.items) {
    for (const item of items) {
      const result: CallResult =
        "call" in item ? stream.rater(item.call, item.line) : unreadableCall(item.problem);
      tally.add(result);
      const call = "call" in item ? item.call : {};
      if (result.outcome === "error") worklist.add(call, result);
      else reconciliation.add(call, result);
      const writer = result.outcome === "error" ? errors : results;
      const slower = writer.write(toRecord(result));
      if (slower !== undefined) await slower;
    }
    calls += items.length;
    // Whoever feeds a call and waits for its result gets it before the next call is there.
    await stream.results.output.flush();
    stream.onProgress(calls);
  }
  return { ...tally.report(), worklist: worklist.report(), reconciliation: reconciliation.report() };
}

function resultWriter({ output, format }: ResultTarget): Promise<RecordWriter> {
  return createRecordWriter(output, { format, columns: RESULT_FIELDS });
}
