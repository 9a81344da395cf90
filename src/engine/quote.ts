/** What a call would cost under a named tariff, without customer, number or file. */
import {
  type BookTables,
  type CallErrorCode,
  type OpenedBook,
  type OpenedTariff,
  Refusal,
} from "../book/index.ts";
import {
  type CallRecord,
  didYouMean,
  type Id,
  isBlank,
  isPlainRecord,
  quoteValue,
  safely,
  TARIFF_CLASSES,
  type TariffClass,
} from "../model/index.ts";
import { type Amount, formatUnits } from "../money/index.ts";
import { unknownName } from "../names/index.ts";
import { chargeOf } from "./call/charge.ts";
import { COMPONENTS, type Component, sumOf } from "./call/cost-units.ts";
import { findCallType, lookAgain, nameOf } from "./call/find-call-type.ts";
import { periodOf } from "./call/find-period.ts";
import { malformed } from "./call/malformed.ts";
import { findRate, measure, priceRetail } from "./call/rate-sides.ts";
import { type CallReading, readCall } from "./call/read-call.ts";
import { type Choice, type Step, Trace } from "./trace.ts";
import { describePeriod } from "./trace-choices.ts";

/** The request of a quote. */
export interface QuoteRequest {
  /** The tariff's name, or its id. */
  readonly tariff: Id;
  /** The number to be called, or the call type; one of the two. */
  readonly to?: string;
  readonly callType?: string;
  /** Start of the call: `2026-03-02T10:00:00` in the book's zone, or with an offset. */
  readonly at: string;
  /** Seconds. */
  readonly duration?: Amount;
  readonly bytes?: Amount;
  readonly events?: Amount;
  /** `mobile`, `payphone` or a name of the book's `callOrigins`, as a call's `callTypeOriginationTypeFlag`. */
  readonly origination?: string;
  readonly recorded?: boolean;
  /** Pence: the costs a markup tariff marks up. */
  readonly costCDR?: Amount;
  readonly costSuggestedRetail?: Amount;
}

/** A quote that could be given. Amounts are pence as plain decimal text. */
export interface QuotedCall {
  readonly outcome: "rated";
  readonly tariffID: string;
  readonly tariff: string;
  readonly tariffClass: TariffClass;
  readonly tariffType: string;
  readonly tariffTime: string;
  readonly location: string | null;
  /** Seconds, bytes and events as charged. */
  readonly chargedDuration: number;
  readonly chargedBytes: number;
  readonly chargedEvents: number;
  readonly cost: string;
  /** The currency of the tariff (R24), and its decimal places: amounts are in the last of them (R16). */
  readonly currency: string;
  readonly currencyDecimals: number;
  readonly components: Readonly<Record<Component, string>>;
  readonly choices: readonly Choice[];
  readonly steps: readonly Step[];
}

/** Why no quote could be given. */
export interface RefusedQuote {
  readonly outcome: "error";
  readonly error: CallErrorCode;
  readonly message: string;
  readonly field?: string;
}

/** The result of `quote`. */
export type Quote = QuotedCall | RefusedQuote;

/**
 * Prices a call under a named tariff (R4 to R15, R22, R23, R25, R26): no customer, no number, no file.
 * Never throws for a bad request, an unknown field included; see the quote's `outcome`.
 *
 * @example
 * const quoted = quote(book, { tariff: "Business", callType: "UK", duration: 91, at: "2026-10-01T10:00:00" });
 * quoted.outcome === "rated" && quoted.cost; // => "3.82"
 */
export function quote(book: OpenedBook, request: QuoteRequest): Quote {
  const trace = new Trace(book.settings);
  const result = priceRequest(book, request, trace);
  if (!(result instanceof Refusal)) return result;
  const { code, message, field } = result;
  const asked = field === undefined ? undefined : ASKED_AS.get(field);
  if (field === undefined || asked === undefined)
    return { outcome: "error", error: code, message, ...(field !== undefined && { field }) };
  return { outcome: "error", error: code, message: message.replace(`${field}:`, `${asked}:`), field: asked };
}

/** The names that a request has for fields of a call. */
const ASKED_AS: ReadonlyMap<string, string> = new Map([
  ["startDate", "at"],
  ["external", "to"],
  ["tariffType", "callType"],
  ["callTypeOriginationTypeFlag", "origination"],
  ["callTypeRecordingFlag", "recorded"],
]);

const REQUEST_NAMES = [
  "tariff",
  "to",
  "callType",
  "at",
  "duration",
  "bytes",
  "events",
  "origination",
  "recorded",
  "costCDR",
  "costSuggestedRetail",
] as const satisfies readonly (keyof QuoteRequest)[];

function priceRequest(opened: OpenedBook, request: QuoteRequest, trace: Trace): QuotedCall | Refusal {
  const book = opened.tables;
  if (!isPlainRecord(request)) return malformed("tariff", "the request is not an object with named fields");
  const asked = safely(() => askedFor(request), undefined);
  if (asked === undefined) {
    return new Refusal("malformed-record", "The request cannot be read: it throws when it is asked.", "at");
  }
  const { unknown } = asked;
  if (unknown !== undefined) {
    return new Refusal("malformed-record", `${unknown}: ${unknownName(unknown, REQUEST_NAMES)}`, unknown);
  }
  if (asked.tariff === "") return malformed("tariff", "is required: the name or the id of a tariff");
  const call = readCall(book, asked.call, {});
  if (call instanceof Refusal) return call.field === "startTime" ? withoutTime(asked.call.startDate) : call;
  const classified = findCallType(book, call, "", trace);
  if (classified instanceof Refusal) return call.tariffType === "" ? classified : unknownType(book, call);
  const tariff = findTariff(opened, asked.tariff, classified.tariffClass);
  if (tariff instanceof Refusal) return tariff;
  trace.currency = tariff.currency;
  const lookedUp = lookAgain(book, classified, tariff, trace);
  if (lookedUp instanceof Refusal) return lookedUp;
  const period = periodOf(book, call);
  describePeriod(trace, book, call, period);
  const charge = chargeOf(call, true);
  const known = { book, call, classified, period, charge, trace, billed: undefined };
  const found = findRate(known, tariff, lookedUp.callType);
  const callType = nameOf(book, lookedUp.callType);
  if (found.rate < 0) {
    return new Refusal("no-rate", `Tariff ${tariff.record.name} has no rate for ${callType} at this time.`);
  }
  const measured = measure(known, found);
  if (measured instanceof Refusal) return measured;
  const units = priceRetail(known, found, measured, undefined);
  if (units instanceof Refusal) return units;
  const { costDecimals: decimals, currencyDecimals } = book.settings;
  return {
    outcome: "rated",
    tariffID: tariff.record.id,
    tariff: tariff.record.name,
    tariffClass: tariff.record.tariffClass,
    tariffType: callType,
    tariffTime: book.periods.names[period] ?? "default",
    location: lookedUp.location ?? null,
    chargedDuration: charge.chargedMilliseconds / 1000,
    chargedBytes: charge.chargedBytes,
    chargedEvents: charge.chargedEvents,
    cost: formatUnits(sumOf(units), decimals),
    currency: tariff.currency,
    currencyDecimals,
    components: Object.fromEntries(
      COMPONENTS.map((component, at) => [component, formatUnits(units[at] ?? 0, decimals)]),
    ) as Record<Component, string>,
    choices: trace.choices,
    steps: trace.steps,
  };
}

/** A request has no time beside its date: the date alone cannot say which period the call starts in (R23). */
function withoutTime(at: unknown): Refusal {
  const reason = `${quoteValue(at)} has no time of day, and the book has rating periods`;
  return malformed("at", `${reason}; write ${at}T10:00:00`);
}

function unknownType({ callTypes }: BookTables, { tariffType }: CallReading): Refusal {
  const names = callTypes.callTypes.map(({ name }) => name);
  return new Refusal(
    "unknown-call-type",
    `The book has no call type named ${tariffType}${didYouMean(tariffType, names, ".")}`,
  );
}

function askedFor(request: QuoteRequest): { call: CallRecord; tariff: string; unknown: string | undefined } {
  const { duration, bytes, events, costCDR, costSuggestedRetail } = request;
  return {
    call: {
      startDate: request.at,
      external: request.to,
      tariffType: request.callType,
      duration,
      bytes,
      events,
      costCDR,
      costSuggestedRetail,
      callTypeOriginationTypeFlag: request.origination,
      callTypeRecordingFlag: request.recorded,
    },
    tariff: isBlank(request.tariff) ? "" : String(request.tariff),
    unknown: Object.keys(request).find((name) => !REQUEST_NAMES.includes(name as keyof QuoteRequest)),
  };
}

/** The tariff by name within the call's class, retail before wholesale, or by id. */
function findTariff(book: OpenedBook, name: string, tariffClass: number): OpenedTariff | Refusal {
  const className = TARIFF_CLASSES[tariffClass];
  const tariffs = [...book.tables.tariffs.values()];
  const named = tariffs.filter((tariff) => tariff.record.name === name);
  const ofClass = named.filter((tariff) => tariff.record.tariffClass === className);
  const found = ofClass.find((tariff) => !tariff.isWholesale) ?? ofClass[0] ?? book.tables.tariffs.get(name);
  if (found !== undefined && found.record.tariffClass === className) return found;
  const other = named[0] ?? found;
  if (other !== undefined) {
    return new Refusal(
      "no-tariff",
      `Tariff ${name} is for ${other.record.tariffClass} calls, and this is a ${className} call.`,
    );
  }
  const names = tariffs.map((tariff) => tariff.record.name);
  return new Refusal("no-tariff", `The book has no tariff named ${name}${didYouMean(name, names, ".")}`);
}
