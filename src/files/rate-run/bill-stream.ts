/** Rating the calls of a file for bills: calls of later days are left out before they draw on a pool. */
import { DuplicateIndex, readStart } from "../../engine/index.ts";
import {
  type CallRecord,
  type CallResult,
  createTally,
  type DiscountWindow,
  RESULT_FIELDS,
  type TallyReport,
  toRecord,
} from "../../index.ts";
import { LongCallCounter, readBlocks, SCAN_BYTES } from "../call-blocks/index.ts";
import { PassedOverCounter, type PassedOverCounts } from "../call-file.ts";
import { checkReadOptions, originWarnings } from "../read-options.ts";
import { createRecordWriter } from "../results/index.ts";
import type { RateFileOptions } from "./rate-file.ts";
import type { ResultTarget } from "./rate-stream.ts";
import { RatedRows, type RepeatedIn } from "./rated-rows.ts";

/** The inputs and outputs of a billing run. */
export interface BillStream
  extends Required<
    Pick<RateFileOptions, "book" | "input" | "read" | "duplicates" | "reclassify" | "onProgress">
  > {
  readonly discounts: DiscountWindow<undefined>;
  /** Takes the results of all calls but those of later days. */
  readonly bill: { add(result: CallResult): void };
  /** The last day billed. */
  readonly to: number;
  /** Output for calls in error. */
  readonly errors: ResultTarget | undefined;
}

/** Numbers of calls: billed + left + in error + ignored = read. */
export interface BilledCalls {
  readonly read: number;
  readonly billed: number;
  /** Calls that start after the last day, for the next bill. */
  readonly left: number;
  readonly inError: number;
  readonly errorsByCode: TallyReport["errorsByCode"];
  readonly ignored: number;
  /** Rated calls that came to a pool out of turn (R44). */
  readonly late: number;
  /** Rows of the file that were passed over because they are no calls, by reason; absent where there are none. */
  readonly passedOver?: PassedOverCounts;
}

/** Bytes of a block of calls, and initial kernel memory for what is kept of the book; both are seldom too small. */
const BLOCK_BYTES = 1 << 18;
const WORK_BYTES = SCAN_BYTES + (1 << 28);

/** The result of a call, and whether the call is left for the next bill. */
interface CallToBill {
  readonly result: CallResult;
  readonly isLeft: boolean;
}

/** Rates, discounts and bills the calls of a file; holds no more calls than the window of discounts and a block. */
export async function billStream(stream: BillStream): Promise<BilledCalls> {
  const { book, input, discounts, bill, errors } = stream;
  const read = { book, ...stream.read };
  checkReadOptions(read);
  const failed = createTally();
  const writer =
    errors === undefined
      ? undefined
      : await createRecordWriter(errors.output, { format: errors.format, columns: RESULT_FIELDS });
  const warnings = originWarnings(book, read);
  const seen = stream.duplicates === "keep" ? undefined : new DuplicateIndex();
  const passedOver = new PassedOverCounter();
  const longCalls = new LongCallCounter();
  let calls = 0;
  let left = 0;
  let billed = 0;
  let ignored = 0;
  let late = 0;
  const put = (result: CallResult): Promise<void> | undefined => {
    bill.add(result);
    if (result.outcome === "error") {
      failed.add(result);
      return writer?.write(toRecord(result));
    }
    if (result.outcome === "ignored") ignored++;
    else {
      billed++;
      if (result.late) late++;
    }
    return undefined;
  };
  const putAll = async (done: ReturnType<DiscountWindow<undefined>["finish"]>): Promise<void> => {
    for (const { result } of done) {
      const written = put(result);
      if (written !== undefined) await written;
    }
  };
  const rated = new RatedRows({
    book,
    reclassify: stream.reclassify,
    bookDigest: undefined,
    shown: [],
    workBytes: WORK_BYTES,
  });
  const repeatedIn: RepeatedIn | undefined = seen && ((hashes, first) => seen.noteAll(hashes, first));
  try {
    for await (const given of readBlocks(input.source, read, BLOCK_BYTES)) {
      const toBill: CallToBill[] = [];
      calls += rated.rate(given, (callsBefore) => {
        const { block } = rated;
        const fields = rated.note(callsBefore, repeatedIn);
        for (let row = 0; row < block.length; row++) {
          const result = rated.resultOf(row, fields.get(row));
          const isCall = block.problemOf(row) === undefined;
          toBill.push({ result, isLeft: isCall && isAfter(stream, result, () => block.recordOf(row)) });
        }
        longCalls.addBlock(block);
        passedOver.addAll(block.passedOver);
      });
      warnings?.tell(rated.takeUnknownOrigins());
      for (const { result, isLeft } of toBill) {
        if (isLeft) left++;
        else await putAll(discounts.add(result, undefined));
      }
      stream.onProgress(calls);
    }
  } finally {
    rated.release();
  }
  longCalls.tell(read);
  await putAll(discounts.finish());
  const { errors: inError, errorsByCode } = failed.report();
  return { read: calls, billed, left, inError, errorsByCode, ignored, late, ...passedOver.field };
}

/** Whether a call starts after the last day; also of a call in error whose start can be read. */
function isAfter({ book, to }: BillStream, result: CallResult, callOf: () => CallRecord): boolean {
  if (result.outcome === "rated") return result.dayIn(book.tables) > to;
  const call = callOf();
  const start = readStart(book.tables, call.startDate, call.startTime, true);
  return "day" in start && start.day > to;
}
