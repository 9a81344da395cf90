/**
 * What one call costs: the way of a call from its record to its result, one step after another, each in
 * a file of its own. Nothing here throws for bad data in a call; a step that cannot go on is a Refusal.
 */
import {
  type BookTables,
  CALL_ERROR_CODES,
  type NumberMatch,
  type OpenedBook,
  type OpenedNumber,
  type OpenedTariff,
  Refusal,
} from "../book/index.ts";
import { periodAt } from "../calendar/index.ts";
import type { CallRecord } from "../model/index.ts";
import { CALL_DECIMALS, callUnits, reportedComponents } from "./carrier-cost.ts";
import { Charge } from "./charge.ts";
import { type Measured, measureUsage } from "./charged-usage.ts";
import { chooseSurcharges, chooseTariff, chooseWholesale } from "./choose-tariff.ts";
import { markUpExactly } from "./exact.ts";
import { type Classified, findCallType, lookAgain } from "./find-call-type.ts";
import { type MarkupBase, rateWithoutRate } from "./no-rate.ts";
import { FREE, hasCost, isPerMinute, priceCall, splitByPeriod } from "./price-call.ts";
import type { RateOptions } from "./rate-options.ts";
import { type CallReading, readCall, readID } from "./read-call.ts";
import {
  type CallResult,
  type ComponentUnits,
  FailedCall,
  IgnoredCall,
  RatedCall,
  type RetailCharge,
} from "./result.ts";
import type { Trace } from "./trace.ts";
import { describeNumber, describePeriod, describeRate, describeUsage } from "./trace-choices.ts";

/** A rating period that the book does not name: only lines for any period match. */
const UNNAMED_PERIOD = -2;

/**
 * Rates one call (R4 to R31). Amounts on the call are pence, its duration seconds. Never throws for bad
 * data in a call: the result's `outcome` is "rated", "error" or "ignored".
 *
 * Read amounts off the result as text (`result.cost`), or store `toRecord(result)`.
 *
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
  return rate(book.tables, call, options, undefined);
}

const NO_OPTIONS: RateOptions = {};

/** As `rateCall`; with a trace, every choice and step is recorded on the way. */
export function rate(
  book: BookTables,
  record: CallRecord,
  options: RateOptions,
  trace: Trace | undefined,
): CallResult {
  const call = readCall(book, record, options);
  if (call instanceof Refusal) return failed(readID(record?.id) ?? null, options.line, call);

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

  // R29 before R24's rate: a markup may need the calculated wholesale cost.
  const wholesale = rateWholesale(book, call, match, classified, carrier, period, trace);
  const retail = rateRetail(book, call, match, classified, carrier, period, wholesale, trace);
  const refusal = firstOf(retail, wholesale);
  if (refusal !== undefined) return failed(call.id, options.line, refusal);
  return new RatedCall(
    book,
    call,
    options.line,
    match.number,
    classified.callType,
    period,
    retail as RetailCharge,
    wholesale as ComponentUnits | undefined,
  );
}

function rateRetail(
  book: BookTables,
  call: CallReading,
  match: NumberMatch<OpenedNumber>,
  classified: Classified,
  carrier: string,
  period: number,
  wholesale: ComponentUnits | Refusal | undefined,
  trace: Trace | undefined,
): RetailCharge | Refusal {
  if (trace !== undefined) trace.cost = "retail";
  // R24, and R22's second look
  const selection = chooseTariff(book, match, classified.tariffClass, carrier, call.day, trace);
  if (selection instanceof Refusal) return selection;
  const tariff = selection?.tariff;
  const featureID = selection?.featureID ?? null;
  const lookedUp = tariff === undefined ? classified : lookAgain(book, classified, tariff, trace);
  if (lookedUp instanceof Refusal) return lookedUp;
  if (selection?.refusal !== undefined) return selection.refusal;

  // R25, R26
  const { place } = classified;
  const resolved = tariff?.resolve(book.prefixes, place, lookedUp.callType, period, call.day);
  if (tariff !== undefined && trace !== undefined) {
    describeRate(trace, book, tariff, resolved ?? -1, place, lookedUp.callType, period, call.day);
  }
  if (tariff === undefined || resolved === undefined || resolved < 0) {
    const base = markupBase(book, call, wholesale);
    const fallback = rateWithoutRate(book, match, classified.tariffClass, tariff, call, base, trace);
    if (fallback instanceof Refusal) return fallback;
    const { method, retail, chargedMilliseconds } = fallback;
    return {
      tariff,
      featureID,
      lookedUp,
      method,
      components: retail,
      chargedMilliseconds,
      chargedBytes: 0,
      chargedEvents: 0,
    };
  }

  // R6, R7
  const charge = chargeOf(call, match.originationSurcharges);
  const measured = measureUsage(book.rates, resolved, charge);
  if (isUnmeasured(measured)) return unmeasured(measured);
  if (trace !== undefined) describeUsage(trace, book, resolved, charge, measured);

  const components = priceRetail(
    book,
    call,
    match,
    tariff,
    resolved,
    lookedUp.callType,
    place,
    charge,
    measured,
    wholesale,
    trace,
  );
  if (components instanceof Refusal) return components;
  return {
    tariff,
    featureID,
    lookedUp,
    method: "rate",
    components,
    chargedMilliseconds: charge.chargedMilliseconds,
    chargedBytes: charge.chargedBytes,
    chargedEvents: charge.chargedEvents,
  };
}

/** R8 to R15 and R28 for a measured call with a rate. A quote has no number to name a surcharges tariff. */
export function priceRetail(
  book: BookTables,
  call: CallReading,
  match: NumberMatch<OpenedNumber> | undefined,
  tariff: OpenedTariff,
  rateOffset: number,
  callType: number,
  place: number,
  charge: Charge,
  measured: Measured,
  wholesale: ComponentUnits | Refusal | undefined,
  trace: Trace | undefined,
): ComponentUnits | Refusal {
  const markup = book.rates.markupAt(rateOffset);
  if (markup !== undefined) {
    const base = markup.over === "suggested" ? suggestedBase(call) : markupBase(book, call, wholesale);
    if (base === undefined) {
      const what = markup.over === "suggested" ? "suggested retail" : "wholesale";
      return new Refusal(
        "no-carrier-cost",
        `Tariff ${tariff.record.name} marks up the ${what} cost, and the call has none.`,
      );
    }
    return markUpExactly(
      book.rates,
      book.rates.rateAt(rateOffset),
      markup.percent,
      base.components,
      base.decimals,
      trace,
    );
  }
  const surcharges = match === undefined ? undefined : chooseSurcharges(match, call.day, trace);
  if (surcharges instanceof Refusal) return surcharges;
  if (measured === "free") return FREE;
  const split = splitIfDue(book, call, tariff, rateOffset, callType, place, charge, trace);
  if (split instanceof Refusal) return split;
  let surchargeRate = rateOffset;
  if (surcharges !== undefined) {
    const own = surcharges.tariff.resolve(book.prefixes, place, callType, periodOf(book, call), call.day);
    surchargeRate = own < 0 ? -1 - own : own;
  }
  return priceCall(book.rates, rateOffset, surchargeRate, charge, trace);
}

/** R29: the calculated wholesale components; a Refusal only for a tie, undefined where there is none. */
function rateWholesale(
  book: BookTables,
  call: CallReading,
  match: NumberMatch<OpenedNumber>,
  classified: Classified,
  carrier: string,
  period: number,
  trace: Trace | undefined,
): ComponentUnits | Refusal | undefined {
  if (trace !== undefined) trace.cost = "wholesale";
  const tariff = chooseWholesale(book, match, classified.tariffClass, carrier, trace);
  if (tariff === undefined || tariff instanceof Refusal) return tariff;
  const lookedUp = lookAgain(book, classified, tariff, trace);
  if (lookedUp instanceof Refusal) return undefined;
  const { place } = classified;
  const rateOffset = tariff.resolve(book.prefixes, place, lookedUp.callType, period, call.day);
  if (trace !== undefined) {
    describeRate(trace, book, tariff, rateOffset, place, lookedUp.callType, period, call.day);
  }
  if (rateOffset < 0) return undefined;
  const charge = chargeOf(call, match.originationSurcharges);
  const measured = measureUsage(book.rates, rateOffset, charge);
  if (isUnmeasured(measured)) return undefined;
  if (trace !== undefined) describeUsage(trace, book, rateOffset, charge, measured);
  if (measured === "free") return FREE;
  const split = splitIfDue(book, call, tariff, rateOffset, lookedUp.callType, place, charge, trace);
  if (split instanceof Refusal) return undefined;
  return priceCall(book.rates, rateOffset, rateOffset, charge, trace);
}

/** R23: sets the pieces of a call that its tariff splits. */
function splitIfDue(
  book: BookTables,
  call: CallReading,
  tariff: OpenedTariff,
  rateOffset: number,
  callType: number,
  place: number,
  charge: Charge,
  trace: Trace | undefined,
): Refusal | undefined {
  const { periodRule, singleRate } = tariff.settings;
  if (periodRule !== "split" || singleRate || call.tariffTime !== "") return undefined;
  if (!isPerMinute(book.rates, rateOffset)) return undefined;
  // Without periods all of the call lies in one; a cost must be there all the same.
  if (!book.hasPeriods && hasCost(book.rates, rateOffset)) return undefined;
  const pieces = splitByPeriod(book, tariff, rateOffset, call, callType, place, charge, trace);
  if (pieces instanceof Refusal) return pieces;
  charge.pieces = pieces;
  return undefined;
}

export function chargeOf(call: CallReading, originationSurcharges: boolean): Charge {
  return new Charge(
    call.durationMilliseconds,
    call.bytes,
    call.events,
    originationSurcharges && call.originationFlag === "mobile",
    originationSurcharges && call.originationFlag === "payphone",
    call.isRecorded,
  );
}

/** R23: the period of a call's start. A record's own is kept, also where the book has none of that name. */
export function periodOf(book: BookTables, call: CallReading): number {
  if (call.tariffTime !== "") return book.periods.indexByName.get(call.tariffTime) ?? UNNAMED_PERIOD;
  if (!book.hasPeriods) return book.periods.defaultIndex;
  return periodAt(book.periods, call.day, call.millisecondOfDay);
}

/** R15: the reported components, or where the record carries no cost at all the calculated ones. */
function markupBase(
  book: BookTables,
  call: CallReading,
  wholesale: ComponentUnits | Refusal | undefined,
): MarkupBase | undefined {
  const reported = reportedComponents(call.carrierCost);
  if (reported !== undefined) return { components: reported, decimals: CALL_DECIMALS };
  if (wholesale === undefined || wholesale instanceof Refusal) return undefined;
  return { components: wholesale.map(BigInt), decimals: book.settings.costDecimals };
}

function suggestedBase(call: CallReading): MarkupBase | undefined {
  if (call.suggestedRetail === null) return undefined;
  return { components: [callUnits(call.suggestedRetail), 0n, 0n, 0n, 0n], decimals: CALL_DECIMALS };
}

type Unmeasured = Exclude<Measured, "charged" | "free">;

export function isUnmeasured(measured: Measured): measured is Unmeasured {
  return measured !== "charged" && measured !== "free";
}

export function unmeasured(measured: Unmeasured): Refusal {
  switch (measured) {
    case "no-duration":
      return new Refusal(
        "malformed-record",
        "duration: is required, because the rate is per minute.",
        "duration",
      );
    case "no-bytes":
      return new Refusal("malformed-record", "bytes: is required, because the rate is by bytes.", "bytes");
    case "too-many-bytes":
      return new Refusal("malformed-record", "bytes: rounded up is more than can be counted.", "bytes");
  }
}

/** Where both sides are refused, the first of section 6's list. */
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
