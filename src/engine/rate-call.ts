/**
 * Rates one call, from its record to its result, step by step; each step has its own file. Bad data in a call never
 * throws: a step that cannot go on returns a Refusal.
 */
import { type BookTables, CALL_ERROR_CODES, type OpenedBook, Refusal } from "../book/index.ts";
import type { CallRecord } from "../model/index.ts";
import { chargeOf } from "./call/charge.ts";
import type { ComponentUnits } from "./call/cost-units.ts";
import { findCallType } from "./call/find-call-type.ts";
import { periodOf } from "./call/find-period.ts";
import { rateRetail, rateWholesale } from "./call/rate-sides.ts";
import { idOf, readCall } from "./call/read-call.ts";
import { checkRateOptions, type RateOptions } from "./rate-options.ts";
import { type CallResult, FailedCall, IgnoredCall, PricedCall, type RetailCharge } from "./results/index.ts";
import { rateRow } from "./rows/row-rater.ts";
import type { Trace } from "./trace.ts";
import { describeNumber, describePeriod } from "./trace-choices.ts";

/**
 * Rates one call (R4 to R31). Amounts on the call are pence, its duration seconds. Never throws for bad
 * data in a call: the result's `outcome` is "rated", "error" or "ignored".
 *
 * Read amounts off the result as text (`result.cost`), or store `toRecord(result)`.
 *
 * @throws TypeError where an option is not known
 * @example
 * const book = openBook({
 *   callTypes: [{ name: "UK", tariffClass: "national" }],
 *   tariffs: [{ id: 1, name: "Business", tariffClass: "national", baseCost: "1.2", baseCostConnection: 2 }],
 *   customers: [{ id: 7, defaultNationalTariff: "Business" }],
 *   numbers: [{ id: 1007, customerID: 7, number: "020 7946 0018" }],
 * });
 * const result = rateCall(book, {
 *   id: 42, target: "02079460018", tariffType: "UK", startDate: "2026-10-01", duration: 91,
 * });
 * result.outcome === "rated" && result.cost; // => "3.82"
 */
export function rateCall(book: OpenedBook, call: CallRecord, options: RateOptions = NO_OPTIONS): CallResult {
  if (options !== NO_OPTIONS) checkRateOptions(options);
  return rate(book.tables, call, options, undefined);
}

const NO_OPTIONS: RateOptions = {};

/** As `rateCall`; a trace records every choice and step. */
export function rate(
  book: BookTables,
  record: CallRecord,
  options: RateOptions,
  trace: Trace | undefined,
): PricedCall | FailedCall | IgnoredCall {
  if (trace === undefined) {
    const rated = rateRow(book, record, options);
    if (rated !== undefined) return rated;
  }
  return rateByRecord(book, record, options, trace);
}

/**
 * The slow path: as `rate`, step by step with exact fractions, for calls that the kernel leaves and for explanations.
 */
export function rateByRecord(
  book: BookTables,
  record: CallRecord,
  options: RateOptions,
  trace: Trace | undefined,
): PricedCall | FailedCall | IgnoredCall {
  const call = readCall(book, record, options);
  if (call instanceof Refusal) return failed(idOf(record), options.line, call);

  // R31
  const ignored = book.ignored.find(call.target, call.day);
  if (ignored !== undefined) return new IgnoredCall(call.id, options.line, ignored.reason ?? null);

  // R21
  const match = book.numbers.find(call);
  if (trace !== undefined) describeNumber(trace, call, match);
  if (match instanceof Refusal) return failed(call.id, options.line, match);
  const carrier = call.carrier || match.number.callCarrier;

  // R22, R23
  const classified = findCallType(book, call, carrier, trace);
  if (classified instanceof Refusal) return failed(call.id, options.line, classified);
  const period = periodOf(book, call);
  if (trace !== undefined) describePeriod(trace, book, call, period);

  const billed = { match, carrier };
  const charge = chargeOf(call, match.originationSurcharges);
  const known = { book, call, classified, period, charge, trace, billed };
  // R29 before R24's rate: a markup may need the calculated wholesale cost.
  const wholesale = rateWholesale(known, billed);
  const retail = rateRetail(known, billed, wholesale);
  const refusal = firstOf(retail, wholesale);
  if (refusal !== undefined) return failed(call.id, options.line, refusal);
  return new PricedCall(book, {
    call,
    line: options.line,
    bookDigest: options.bookDigest,
    number: match.number,
    callType: classified.callType,
    period,
    retail: retail as RetailCharge,
    wholesale: wholesale as ComponentUnits | undefined,
  });
}

/** The refusal of a side; of two refusals, the first in the list of errors. */
function firstOf(retail: unknown, wholesale: unknown): Refusal | undefined {
  if (!(retail instanceof Refusal)) return wholesale instanceof Refusal ? wholesale : undefined;
  if (!(wholesale instanceof Refusal)) return retail;
  return CALL_ERROR_CODES.indexOf(wholesale.code) < CALL_ERROR_CODES.indexOf(retail.code)
    ? wholesale
    : retail;
}

function failed(id: string | null, line: number | undefined, refusal: Refusal): FailedCall {
  return new FailedCall(id, line, refusal.code, refusal.message, refusal.field);
}
