/** Explaining a call: the rating itself, seen step by step. */
import type { OpenedBook } from "../book/index.ts";
import type { CallRecord } from "../model/index.ts";
import { rate } from "./rate-call.ts";
import { checkRateOptions, type RateOptions } from "./rate-options.ts";
import type { CallResult } from "./rated-call.ts";
import type { ResultRecord } from "./result-records.ts";
import { toRecord } from "./to-record.ts";
import { type Choice, type Step, Trace } from "./trace.ts";

/** Why a call costs what it costs. A plain object; amounts are pence as exact decimal text. */
export interface Explanation {
  /** The call as it was handed in. */
  readonly call: CallRecord;
  /** What was chosen on the way, and what was passed over. */
  readonly choices: readonly Choice[];
  /** The arithmetic, wholesale before retail, each step with its rule and its exact value. */
  readonly steps: readonly Step[];
  /** What `rateCall` gives for the call, always. */
  readonly result: ResultRecord;
}

/**
 * Explains a call: every choice with what was passed over, every amount with its rule, its inputs and its
 * exact value before and after rounding. It is the rating itself that is recorded, so `result` equals
 * `toRecord(rateCall(book, call, options))`. A call in error is explained as far as it got.
 *
 * @throws TypeError where an option is not known
 * @example
 * explainCall(book, call).steps.find((step) => step.what === "usage")?.inputs; // => "1.2 p a minute × 91 s ÷ 60"
 */
export function explainCall(book: OpenedBook, call: CallRecord, options: RateOptions = {}): Explanation {
  checkRateOptions(options);
  const trace = new Trace();
  const result: CallResult = rate(book.tables, call, options, trace);
  return { call, choices: trace.choices, steps: trace.steps, result: toRecord(result) };
}
