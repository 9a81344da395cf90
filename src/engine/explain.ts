/** Explaining a call: the rating itself, seen step by step. */
import type { OpenedBook } from "../book/index.ts";
import { type CallRecord, isBlank, quoteValue, safely } from "../model/index.ts";
import { rate } from "./rate-call.ts";
import { checkRateOptions, type RateOptions } from "./rate-options.ts";
import { type CallResult, type ResultRecord, toRecord } from "./results/index.ts";
import { type Choice, type Step, Trace } from "./trace.ts";

/** Why a call costs what it costs. A plain object; amounts are pence (R16) as exact decimal text. */
export interface Explanation {
  /** The call as it was handed in. */
  readonly call: CallRecord;
  /** Each choice on the way, and the candidates passed over. */
  readonly choices: readonly Choice[];
  /** The arithmetic, wholesale before retail, each step with its rule and its exact value. */
  readonly steps: readonly Step[];
  /** The currency of retail costs: the customer's (R24), or the book's where the call is nobody's. */
  readonly currency: string;
  /** The currency of wholesale costs, reported and calculated: the book's (R29). */
  readonly currencyCarrier: string;
  /** Decimal places of both currencies: amounts are in the last of them (R16). */
  readonly currencyDecimals: number;
  /**
   * With the option `bookDigest`, where the call carries the digest of another book (R30): says that another book
   * priced the call.
   */
  readonly warning?: string;
  /** The result of `rateCall` for the call, always there. */
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
  const { currency, currencyDecimals } = book.settings;
  const trace = new Trace(book.settings);
  const result: CallResult = rate(book.tables, call, options, trace);
  const warning = pricedElsewhere(call, options.bookDigest);
  return {
    call,
    choices: trace.choices,
    steps: trace.steps,
    currency: trace.currency,
    currencyCarrier: currency,
    currencyDecimals,
    ...(warning !== undefined && { warning }),
    result: toRecord(result),
  };
}

/** R30: the warning for a record that another book priced. */
function pricedElsewhere(call: CallRecord, bookDigest: string | undefined): string | undefined {
  const priced = safely(() => (call as { readonly bookDigest?: unknown }).bookDigest, undefined);
  if (bookDigest === undefined || isBlank(priced) || priced === bookDigest) return undefined;
  return `The call was priced by another book (digest ${typeof priced === "string" ? priced : quoteValue(priced)}, this one is ${bookDigest}): what follows is what this book says, and need not be what was charged.`;
}
