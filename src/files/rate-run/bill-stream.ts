/** Rating the calls of a file for bills, call by call: calls of later days are left out before they draw on a pool. */
import type { BookTables } from "../../book/index.ts";
import { readStart } from "../../engine/index.ts";
import {
  type CallRecord,
  type CallResult,
  createTally,
  type DiscountWindow,
  type Rater,
  RESULT_FIELDS,
  type TallyReport,
  toRecord,
} from "../../index.ts";
import { type CallItem, PassedOverCounter, type PassedOverCounts } from "../call-file.ts";
import { createRecordWriter } from "../results/index.ts";
import type { ResultTarget } from "./rate-stream.ts";
import { unreadableCall } from "./unreadable-call.ts";

/** The inputs and outputs of a billing run. */
export interface BillStream {
  readonly items: AsyncIterable<readonly CallItem[]>;
  readonly book: BookTables;
  readonly rater: Rater;
  readonly discounts: DiscountWindow<undefined>;
  /** Takes the results of all calls but those of later days. */
  readonly bill: { add(result: CallResult): void };
  /** The last day billed. */
  readonly to: number;
  /** Output for calls in error. */
  readonly errors: ResultTarget | undefined;
  /** Called now and then with the number of calls read so far. */
  readonly onProgress: (calls: number) => void;
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

/** Rates, discounts and bills the calls of a file; holds no more calls than the window of discounts. */
export async function billStream(stream: BillStream): Promise<BilledCalls> {
  const { discounts, bill, errors } = stream;
  const tally = createTally();
  const writer =
    errors === undefined
      ? undefined
      : await createRecordWriter(errors.output, { format: errors.format, columns: RESULT_FIELDS });
  const passedOver = new PassedOverCounter();
  let read = 0;
  let left = 0;
  let late = 0;
  const put = (result: CallResult): Promise<void> | undefined => {
    tally.add(result);
    bill.add(result);
    if (result.outcome === "rated" && result.late) late++;
    return result.outcome === "error" ? writer?.write(toRecord(result)) : undefined;
  };
  const putAll = async (done: ReturnType<DiscountWindow<undefined>["finish"]>): Promise<void> => {
    for (const { result } of done) {
      const written = put(result);
      if (written !== undefined) await written;
    }
  };
  for await (const items of stream.items) {
    for (const item of items) {
      if ("passedOver" in item) {
        passedOver.add(item.passedOver);
        continue;
      }
      read++;
      const isCall = "call" in item;
      const result = isCall ? stream.rater(item.call, item.line) : unreadableCall(item.problem);
      if (isCall && isAfter(stream, result, item.call)) left++;
      else await putAll(discounts.add(result, undefined));
    }
    stream.onProgress(read);
  }
  await putAll(discounts.finish());
  const { rated, errors: inError, errorsByCode, ignored } = tally.report();
  return { read, billed: rated, left, inError, errorsByCode, ignored, late, ...passedOver.field };
}

/** Whether a call starts after the last day; also of a call in error whose start can be read. */
function isAfter({ book, to }: BillStream, result: CallResult, call: CallRecord): boolean {
  if (result.outcome === "rated") return result.dayIn(book) > to;
  const start = readStart(book, call.startDate, call.startTime, true);
  return "day" in start && start.day > to;
}
