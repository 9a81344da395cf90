/**
 * The first step of rating: reads the record field by field, in the order of docs/decisions.md; the first fault is the
 * call's `malformed-record`. Written by hand, with no allocation beyond the reading itself: a schema would take several
 * times as long as rating.
 */
import { type BookTables, type CallFacts, Refusal } from "../../book/index.ts";
import {
  CALL_FIELDS,
  type CallRecord,
  CALL_FIELD as FIELD,
  isForbiddenKey,
  MAX_EVENTS,
  MAX_SECONDS,
  notAnAmount,
  quoteValue,
  REPORTED_COSTS,
  readText,
  safely,
  TEXT_FIELDS,
  UNREADABLE,
} from "../../model/index.ts";
import { decimalPlaces, minorUnit, toDecimalText, toSafeUnits } from "../../money/index.ts";
import type { RateOptions } from "../rate-options.ts";
import { LAYOUTS } from "../rows/call-layouts.ts";
import {
  type CallAmount,
  type CarrierCost,
  carrierCostAgrees,
  MAX_CALL_AMOUNT,
  NO_CARRIER_COST,
  readCallAmount,
} from "./carrier-cost.ts";
import { malformed } from "./malformed.ts";
import { readStart } from "./read-start.ts";

export const BLANK = -1;

/** A call record once read. */
export interface CallReading extends CallFacts {
  /** Start as an instant, known where the record gave one; otherwise the split rule computes it. */
  readonly instant: number | undefined;
  readonly durationMilliseconds: number;
  readonly bytes: number;
  readonly events: number;
  /** The code of its origin (R11). */
  readonly origin: number;
  readonly isRecorded: boolean;
  readonly carrierCost: CarrierCost;
  readonly suggestedRetail: CallAmount;
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
  let row: unknown[] | undefined;
  try {
    row = LAYOUTS.read(call);
  } catch {
    return unreadable(call);
  }
  if (row === undefined) return forbiddenKey(call);
  const id = readID(row[FIELD.id]);
  if (id === undefined) return malformed("id", `${quoteValue(row[FIELD.id])} is not an id`);
  const numberID = readID(row[FIELD.numberID]);
  if (numberID === undefined) return malformed("numberID", `${quoteValue(row[FIELD.numberID])} is not an id`);

  const badText = readTexts(row);
  if (badText !== undefined) return badText;

  const recordingFlag = row[FIELD.callTypeRecordingFlag];
  const isRecorded = recordingFlag === undefined ? false : book.callFlags.recordingOf(recordingFlag);
  if (isRecorded === undefined) return notARecording(recordingFlag);

  const reclassify = options.reclassify === true;
  const hasOwnPeriod = !reclassify && row[FIELD.tariffTime] !== "";
  const start = readStart(book, row[FIELD.startDate], row[FIELD.startTime], hasOwnPeriod);
  if (start instanceof Refusal) return start;

  const duration = readUsage(row[FIELD.duration], "duration", 3, MAX_SECONDS);
  if (duration instanceof Refusal) return duration;
  const bytes = readUsage(row[FIELD.bytes], "bytes", 0, Number.MAX_SAFE_INTEGER);
  if (bytes instanceof Refusal) return bytes;
  const events = readUsage(row[FIELD.events], "events", 0, MAX_EVENTS);
  if (events instanceof Refusal) return events;

  const carrierCost = readCarrierCost(book, row);
  if (carrierCost instanceof Refusal) return carrierCost;
  const suggestedRetail = readCallAmount(row[FIELD.costSuggestedRetail]);
  if (suggestedRetail === false)
    return badAmount(book, "costSuggestedRetail", row[FIELD.costSuggestedRetail]);

  return {
    id,
    numberID: numberID ?? "",
    target: row[FIELD.target] as string,
    external: row[FIELD.external] as string,
    carrier: (row[FIELD.callCarrier] || row[FIELD.carrier]) as string,
    chargeBand: row[FIELD.chargeBand] as string,
    tariffType: reclassify ? "" : (row[FIELD.tariffType] as string),
    tariffTypeCarrier: row[FIELD.tariffTypeCarrier] as string,
    tariffTime: hasOwnPeriod ? (row[FIELD.tariffTime] as string) : "",
    directionFlag: row[FIELD.callTypeDirectionFlag] as string,
    origin: book.callFlags.originOf(row[FIELD.callTypeOriginationTypeFlag] as string),
    location: row[FIELD.location] as string,
    day: start.day,
    millisecondOfDay: start.millisecondOfDay,
    instant: start.instant,
    durationMilliseconds: duration,
    bytes,
    events,
    isRecorded,
    carrierCost,
    suggestedRetail,
  };
}

/** The refusal of a call that has a field that throws when it is read. */
function unreadable(call: CallRecord): Refusal {
  const field = CALL_FIELDS.find((name) => !canBeRead(call, name));
  if (field !== undefined) return malformed(field, UNREADABLE);
  return new Refusal("malformed-record", "The call cannot be read: it throws when it is asked.", "id");
}

function canBeRead(call: CallRecord, name: keyof CallRecord): boolean {
  return safely(() => {
    void call[name];
    return true;
  }, false);
}

/** The id of a call; null where it is blank or cannot be read. */
export function idOf(call: CallRecord): string | null {
  return safely(() => readID(call?.id) ?? null, null);
}

function notARecording(flag: unknown): Refusal {
  return malformed(
    "callTypeRecordingFlag",
    `${quoteValue(flag)} says neither yes nor no; list it in the book's callRecordings`,
  );
}

/** R2: three names that no record may use as keys. */
function forbiddenKey(call: object): Refusal {
  const key = Object.keys(call).find(isForbiddenKey) ?? "__proto__";
  return new Refusal("malformed-record", `${key}: is not allowed as a field name.`, key);
}

/** Longest text of a call that is read. */
export const MAX_TEXT = 1_000;

const TEXT_COLUMNS = TEXT_FIELDS.map((field) => FIELD[field]);

/** Converts each text column of a row to text, "" where blank; numbers count as their digits. */
function readTexts(row: unknown[]): Refusal | undefined {
  for (let next = 0; next < TEXT_COLUMNS.length; next++) {
    const column = TEXT_COLUMNS[next] as number;
    const value = row[column];
    if (typeof value === "string" && value.length <= MAX_TEXT) continue;
    const text = readColumn(value, TEXT_FIELDS[next] as string);
    if (text instanceof Refusal) return text;
    row[column] = text;
  }
  return undefined;
}

function readColumn(value: unknown, field: string): string | Refusal {
  if (value === undefined || value === null) return "";
  const text = typeof value === "string" ? value : readText(value);
  if (typeof text !== "string") return malformed(field, text.message);
  if (text.length > MAX_TEXT) return malformed(field, `is longer than ${MAX_TEXT} characters`);
  return text;
}

/** R29: what carriers report is in the currency of the book. */
function badAmount({ settings }: BookTables, field: string, value: unknown): Refusal {
  const text = toDecimalText(value);
  if (text === undefined) return malformed(field, notAnAmount(value).message);
  if (decimalPlaces(text) > 10)
    return malformed(field, `${quoteValue(value)} has more than 10 decimal places`);
  const unit = minorUnit(settings.currency, settings.currencyDecimals);
  return malformed(
    field,
    `${quoteValue(value)} is outside -${MAX_CALL_AMOUNT} to ${MAX_CALL_AMOUNT} ${unit}`,
  );
}

/** Usage in whole units of 10^-decimals, BLANK where blank. */
export function readUsage(value: unknown, field: string, decimals: 0 | 3, max: number): number | Refusal {
  if (value === undefined) return BLANK;
  const scale = decimals === 0 ? 1 : 1000;
  if (typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= max)
    return value * scale;
  if (value === null || value === "") return BLANK;
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

function readCarrierCost(book: BookTables, row: readonly unknown[]): CarrierCost | Refusal {
  const total = readCallAmount(row[FIRST_COST]);
  if (total === false) return badAmount(book, "costCDR", row[FIRST_COST]);
  if (total === null && !hasParts(row)) return NO_CARRIER_COST;
  const cost: CallAmount[] = NO_CARRIER_COST.slice();
  cost[0] = total;
  if (!hasParts(row)) return cost as unknown as CarrierCost;
  for (let at = 1; at < REPORTED_COSTS.length; at++) {
    const value = row[FIRST_COST + at];
    const amount = readCallAmount(value);
    if (amount === false) return badAmount(book, REPORTED_COSTS[at] as string, value);
    cost[at] = amount;
  }
  const reported = cost as unknown as CarrierCost;
  if (carrierCostAgrees(reported)) return reported;
  return malformed("costCDR", `the total ${total} is not the sum of its components`);
}

/** The reported costs are consecutive in a row. */
const FIRST_COST = FIELD.costCDR;

/** Whether a record names any component of its cost, be it blank; most give the total alone or nothing. */
function hasParts(row: readonly unknown[]): boolean {
  for (let at = 1; at < REPORTED_COSTS.length; at++) if (row[FIRST_COST + at] !== undefined) return true;
  return false;
}
