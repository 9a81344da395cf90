/**
 * The first step of a call's way: its record, field by field, in the order docs/decisions.md states; the
 * first fault is the call's `malformed-record`. Written by hand and without allocation beyond the reading
 * itself: a schema would cost several times what rating does.
 */
import { type BookTables, type CallFacts, Refusal } from "../book/index.ts";
import {
  type DayNumber,
  isPlainDay,
  localMillisecondsAt,
  parseCivilDate,
  parseTimeOfDay,
  parseTimestamp,
  resolveWallTime,
  type WallTime,
} from "../calendar/index.ts";
import {
  type CallRecord,
  isFlagSet,
  MAX_EVENTS,
  MAX_SECONDS,
  notAnAmount,
  quoteValue,
  readText,
} from "../model/index.ts";
import { decimalPlaces, toDecimalText, toSafeUnits } from "../money/index.ts";
import {
  type CarrierCost,
  carrierCostAgrees,
  MAX_CALL_AMOUNT,
  NO_CARRIER_COST,
  readCallAmount,
} from "./carrier-cost.ts";
import type { RateOptions } from "./rate-options.ts";

/** Blank usage. */
export const BLANK = -1;

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** 1970-01-01 … 2099-12-31: the days calls can lie on. */
const FIRST_DAY: DayNumber = 0;
const LAST_DAY: DayNumber = 47_481;

/** A call record once read. */
export interface CallReading extends CallFacts {
  /** Start as an instant, known where the record gave one; otherwise worked out when the split rule asks. */
  readonly instant: number | undefined;
  readonly durationMilliseconds: number;
  readonly bytes: number;
  readonly events: number;
  readonly originationFlag: string;
  readonly isRecorded: boolean;
  readonly carrierCost: CarrierCost;
  readonly suggestedRetail: string | null;
}

/** A call's id as text, null where blank, undefined where it is no id. */
export function readID(value: unknown): string | null | undefined {
  if (typeof value === "string") return value === "" ? null : value;
  if (value === undefined || value === null) return null;
  if (typeof value === "bigint") return value.toString();
  return typeof value === "number" && Number.isSafeInteger(value) ? String(value + 0) : undefined;
}

/** Reads a call record; a Refusal names the first field that is missing or invalid. */
export function readCall(book: BookTables, call: CallRecord, options: RateOptions): CallReading | Refusal {
  if (typeof call !== "object" || call === null) {
    return new Refusal("malformed-record", "The call is not a record with named fields.", "id");
  }
  const id = readID(call.id);
  if (id === undefined) return malformed("id", `${quoteValue(call.id)} is not an id`);
  const numberID = readID(call.numberID);
  if (numberID === undefined) return malformed("numberID", `${quoteValue(call.numberID)} is not an id`);

  for (const field of TEXT_FIELDS) {
    const value = call[field];
    if (typeof value !== "string" && value !== undefined && value !== null) {
      const text = readText(value);
      if (typeof text !== "string") return malformed(field, text.message);
    } else if (typeof value === "string" && value.length > 1_000) {
      return malformed(field, "is longer than 1000 characters");
    }
  }
  const start = readStart(book, call, options);
  if (start instanceof Refusal) return start;

  const duration = readUsage(call.duration, "duration", 3, MAX_SECONDS);
  if (duration instanceof Refusal) return duration;
  const bytes = readUsage(call.bytes, "bytes", 0, Number.MAX_SAFE_INTEGER);
  if (bytes instanceof Refusal) return bytes;
  const events = readUsage(call.events, "events", 0, MAX_EVENTS);
  if (events instanceof Refusal) return events;

  const carrierCost = readCarrierCost(call);
  if (carrierCost instanceof Refusal) return carrierCost;
  const suggestedRetail = readCallAmount(call.costSuggestedRetail);
  if (suggestedRetail === false) return badAmount("costSuggestedRetail", call.costSuggestedRetail);

  const reclassify = options.reclassify === true;
  return {
    id,
    numberID: numberID ?? "",
    target: textOf(call.target),
    external: textOf(call.external),
    carrier: textOf(call.callCarrier) || textOf(call.carrier),
    chargeBand: textOf(call.chargeBand),
    tariffType: reclassify ? "" : textOf(call.tariffType),
    tariffTypeCarrier: textOf(call.tariffTypeCarrier),
    tariffTime: reclassify ? "" : textOf(call.tariffTime),
    directionFlag: textOf(call.callTypeDirectionFlag),
    originationFlag: textOf(call.callTypeOriginationTypeFlag),
    location: textOf(call.location),
    day: start.day,
    millisecondOfDay: start.millisecondOfDay,
    instant: start.instant,
    durationMilliseconds: duration,
    bytes,
    events,
    isRecorded: isFlagSet(call.callTypeRecordingFlag),
    carrierCost,
    suggestedRetail,
  };
}

const TEXT_FIELDS = [
  "target",
  "external",
  "carrier",
  "callCarrier",
  "chargeBand",
  "tariffType",
  "tariffTypeCarrier",
  "tariffTime",
  "callTypeDirectionFlag",
  "callTypeOriginationTypeFlag",
  "location",
] as const;

function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "bigint" ? (toDecimalText(value) ?? "") : "";
}

function malformed(field: string, message: string): Refusal {
  return new Refusal("malformed-record", `${field}: ${message}.`, field);
}

function badAmount(field: string, value: unknown): Refusal {
  const text = toDecimalText(value);
  if (text === undefined) return malformed(field, notAnAmount(value).message);
  if (decimalPlaces(text) > 10) return malformed(field, `${quoteValue(value)} has more than 10 decimal places`);
  return malformed(field, `${quoteValue(value)} is outside -${MAX_CALL_AMOUNT} to ${MAX_CALL_AMOUNT} pence`);
}

/** Usage in whole units of 10^-decimals, BLANK where blank. */
function readUsage(value: unknown, field: string, decimals: 0 | 3, max: number): number | Refusal {
  const scale = decimals === 0 ? 1 : 1000;
  if (typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= max) return value * scale;
  if (value === undefined || value === null || value === "") return BLANK;
  if (typeof value === "string" && value.length < 10) {
    const whole = plainWhole(value);
    if (whole >= 0 && whole <= max) return whole * scale;
  }
  const text = toDecimalText(value);
  if (text === undefined) return malformed(field, notAnAmount(value).message);
  const units = toSafeUnits(text, decimals);
  if (units !== undefined && units >= 0 && units <= max * scale) return units;
  if (decimalPlaces(text) > decimals) {
    return malformed(field, `${quoteValue(value)} has more than ${decimals} decimal places`);
  }
  return malformed(field, `${quoteValue(value)} is outside 0 to ${max}`);
}

/** A short text of digits alone as a number, or -1. */
function plainWhole(text: string): number {
  let whole = 0;
  for (let at = 0; at < text.length; at++) {
    const digit = text.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) return -1;
    whole = whole * 10 + digit;
  }
  return whole;
}

function readCarrierCost(call: CallRecord): CarrierCost | Refusal {
  const total = readCallAmount(call.costCDR);
  const basic = readCallAmount(call.costCDRBasic);
  const access = readCallAmount(call.costCDRAccessCharge);
  const mobile = readCallAmount(call.costCDRSurchargeMobileOrigination);
  const payphone = readCallAmount(call.costCDRSurchargePayphoneOrigination);
  const recording = readCallAmount(call.costCDRSurchargeCallRecording);
  if (total === false) return badAmount("costCDR", call.costCDR);
  if (basic === false) return badAmount("costCDRBasic", call.costCDRBasic);
  if (access === false) return badAmount("costCDRAccessCharge", call.costCDRAccessCharge);
  if (mobile === false) {
    return badAmount("costCDRSurchargeMobileOrigination", call.costCDRSurchargeMobileOrigination);
  }
  if (payphone === false) {
    return badAmount("costCDRSurchargePayphoneOrigination", call.costCDRSurchargePayphoneOrigination);
  }
  if (recording === false) return badAmount("costCDRSurchargeCallRecording", call.costCDRSurchargeCallRecording);
  if (basic === null && access === null && mobile === null && payphone === null && recording === null) {
    return total === null ? NO_CARRIER_COST : [total, null, null, null, null, null];
  }
  const cost: CarrierCost = [total, basic, access, mobile, payphone, recording];
  if (carrierCostAgrees(cost)) return cost;
  return malformed("costCDR", `the total ${total} is not the sum of its components`);
}

interface CallStart {
  readonly day: DayNumber;
  readonly millisecondOfDay: number;
  readonly instant: number | undefined;
}

/** R23: the local start of a call, from startDate and startTime. */
function readStart(book: BookTables, call: CallRecord, options: RateOptions): CallStart | Refusal {
  const { startDate, startTime } = call;
  if (typeof startTime === "string" && startTime !== "") {
    const timestamp = startTime.length > 10 ? parseTimestamp(startTime) : undefined;
    if (timestamp !== undefined) return localStart(book, timestamp, timestamp.day ?? 0, "startTime");
    const day = readDay(startDate);
    if (day instanceof Refusal) return day;
    const time = parseTimeOfDay(startTime);
    if (time === undefined) {
      return malformed("startTime", `${quoteValue(startTime)} is not a time; write HH:mm:ss`);
    }
    return localStart(book, time, day, "startTime");
  }
  if (startTime !== undefined && startTime !== null && startTime !== "") {
    const day = readDay(startDate);
    return day instanceof Refusal ? day : malformed("startTime", `${quoteValue(startTime)} is not a time; write HH:mm:ss`);
  }
  if (typeof startDate === "string" && startDate.length > 10) {
    const timestamp = parseTimestamp(startDate);
    if (timestamp !== undefined) return localStart(book, timestamp, timestamp.day ?? 0, "startDate");
  }
  const day = readDay(startDate);
  if (day instanceof Refusal) return day;
  // A blank time is 00:00 where it decides nothing (docs/decisions.md).
  if (book.hasPeriods && (options.reclassify === true || textOf(call.tariffTime) === "")) {
    return malformed("startTime", "is required, because the book has rating periods");
  }
  return { day, millisecondOfDay: 0, instant: undefined };
}

function readDay(value: unknown): DayNumber | Refusal {
  if (value === undefined || value === null || value === "") return malformed("startDate", "is required");
  const day = typeof value === "string" ? parseCivilDate(value) : undefined;
  if (day === undefined) return malformed("startDate", `${quoteValue(value)} is not a date; write YYYY-MM-DD`);
  if (day < FIRST_DAY || day > LAST_DAY) {
    return malformed("startDate", `${quoteValue(value)} is outside 1970-01-01 to 2099-12-31`);
  }
  return day;
}

/** A wall time, or an instant where it names its offset, as the local start in the book's zone. */
function localStart(book: BookTables, time: WallTime, day: DayNumber, field: string): CallStart | Refusal {
  if (time.offsetMinutes === undefined) {
    if (day < FIRST_DAY || day > LAST_DAY) return outOfRange(field);
    if (isPlainDay(book.zone, day)) return { day, millisecondOfDay: time.millisecondOfDay, instant: undefined };
    const instant = resolveWallTime(book.zone, day * DAY_MS + time.millisecondOfDay, book.ambiguousTime);
    if (instant === undefined) {
      return malformed(field, "is a time that the clock change skips or repeats, which the book's settings reject");
    }
    return fromInstant(book, instant, field);
  }
  return fromInstant(book, day * DAY_MS + time.millisecondOfDay - time.offsetMinutes * MINUTE_MS, field);
}

function fromInstant(book: BookTables, instant: number, field: string): CallStart | Refusal {
  const local = localMillisecondsAt(book.zone, instant);
  const day = Math.floor(local / DAY_MS);
  if (day < FIRST_DAY || day > LAST_DAY) return outOfRange(field);
  return { day, millisecondOfDay: local - day * DAY_MS, instant };
}

function outOfRange(field: string): Refusal {
  return malformed(field, "is outside 1970-01-01 to 2099-12-31");
}
