/** A call record, read and checked (R1 to R3, R15, R23): the first fault is the call's `malformed-record`. */
import type { Decimal } from "decimal.js";
import { COMPONENTS, type Components } from "./components.ts";
import { malformed } from "./errors.ts";
import { amountText, Exact, flagOf, isBlank, isTrue, plainNumber, type Row, text, ZERO } from "./values.ts";
import type { Zone } from "./zone.ts";

export interface Usage {
  readonly duration: Decimal | null;
  readonly bytes: Decimal | null;
  readonly events: Decimal | null;
}

export interface RecordedCosts {
  /** As recorded, blanks null: what the result repeats. */
  readonly costCDR: Decimal | null;
  readonly costCDRComponents: Readonly<Record<string, Decimal | null>>;
  /** What a markup multiplies; null where the record carries no cost at all (R15). */
  readonly toMarkUp: Components | null;
  readonly costSuggestedRetail: Decimal | null;
}

export interface Flags {
  /** mobile, payphone or "". */
  readonly origination: string;
  readonly isRecorded: boolean;
}

export interface Call {
  readonly numberID: string;
  readonly target: string;
  readonly external: string;
  readonly carrier: string;
  readonly callCarrier: string;
  readonly chargeBand: string;
  readonly tariffType: string;
  readonly tariffTypeCarrier: string;
  readonly tariffTime: string;
  readonly callTypeDirectionFlag: string;
  readonly location: string;
  readonly start: number;
  readonly startDate: string;
  readonly usage: Usage;
  readonly costs: RecordedCosts;
  readonly flags: Flags;
}

/** R3, R11: what the book says of the words in flags, by the words in lower case. */
export interface FlagWords {
  readonly origins: ReadonlyMap<string, string>;
  readonly recordings: ReadonlyMap<string, boolean>;
}

/** The words that every book knows, behind its own. */
export function flagWords(callOrigins: readonly Row[], callRecordings: readonly Row[]): FlagWords {
  const word = (row: Row): string => text(row.name).toLowerCase();
  return {
    origins: new Map([
      ["mobile", "mobile"],
      ["payphone", "payphone"],
      ...callOrigins.map((row): [string, string] => [word(row), text(row.origin)]),
    ]),
    recordings: new Map([
      ["recorded", true],
      ["not recorded", false],
      ...callRecordings.map((row): [string, boolean] => [word(row), isTrue(row.recorded)]),
    ]),
  };
}

/** R11: which origination surcharge a flag means, "" where it means none. */
export function originOf(flag: string, { origins }: FlagWords): string {
  const origin = origins.get(flag.toLowerCase()) ?? "none";
  return origin === "none" ? "" : origin;
}

export interface ReadingSettings {
  readonly flagWords: FlagWords;
  readonly zone: Zone;
  readonly ambiguousTime: string;
  readonly hasPeriods: boolean;
  readonly reclassify: boolean;
}

/** The id as text, null where blank or not an id. */
export function callID(row: Row): string | null {
  return isBlank(row.id) || !isID(row.id) ? null : String(row.id);
}

export function readCall(row: Row, settings: ReadingSettings): Call {
  for (const key of ["__proto__", "constructor", "prototype"]) {
    if (Object.hasOwn(row, key)) throw malformed(key, `The key ${key} is not allowed.`);
  }
  if (!isBlank(row.id) && !isID(row.id)) throw malformed("id", "The id is neither text nor an integer.");
  const numberID = readID(row, "numberID");
  const target = readText(row, "target");
  const external = readText(row, "external");
  const carrier = readText(row, "carrier");
  const callCarrier = readText(row, "callCarrier");
  const chargeBand = readText(row, "chargeBand");
  const tariffType = readText(row, "tariffType");
  const tariffTypeCarrier = readText(row, "tariffTypeCarrier");
  const tariffTime = readText(row, "tariffTime");
  const callTypeDirectionFlag = readText(row, "callTypeDirectionFlag");
  const origination = readText(row, "callTypeOriginationTypeFlag");
  const location = readText(row, "location");
  const isRecorded = readRecording(row, settings.flagWords);
  const needsTime = settings.hasPeriods && (tariffTime === "" || settings.reclassify);
  const start = readStart(row, settings, needsTime);
  const usage = readUsage(row);
  const costs = readCosts(row);
  return {
    numberID,
    target,
    external,
    carrier,
    callCarrier,
    chargeBand,
    tariffType: settings.reclassify ? "" : tariffType,
    tariffTypeCarrier,
    tariffTime: settings.reclassify ? "" : tariffTime,
    callTypeDirectionFlag,
    location,
    start,
    startDate: settings.zone.localMoment(start).date,
    usage,
    costs,
    flags: { origination: originOf(origination, settings.flagWords), isRecorded },
  };
}

/** R3: a flag, or a word that the book says the meaning of. */
export function readRecording(row: Row, { recordings }: FlagWords): boolean {
  const value = row.callTypeRecordingFlag;
  const isWord = typeof value === "string" || typeof value === "number" || typeof value === "bigint";
  const said = flagOf(value) ?? (isWord ? recordings.get(text(value).toLowerCase()) : undefined);
  if (said === undefined) throw malformed("callTypeRecordingFlag", "The recording flag is no flag.");
  return said;
}

export function readUsage(row: Row): Usage {
  return {
    duration: readNumber(row, "duration", 0, 31_622_400, 3),
    bytes: readNumber(row, "bytes", 0, Number.MAX_SAFE_INTEGER, 0),
    events: readNumber(row, "events", 0, 1e9, 0),
  };
}

/** R15: a total and components must agree; a blank basic is the total less the others. */
export function readCosts(row: Row): RecordedCosts {
  const read = (field: string): Decimal | null => readNumber(row, field, -1e9, 1e9, 10);
  const costCDR = read("costCDR");
  const costCDRComponents: Record<string, Decimal | null> = {};
  for (const component of COMPONENTS) costCDRComponents[component] = read(`costCDR${component}`);

  const given = Object.values(costCDRComponents).filter((value) => value !== null);
  const sum = given.reduce((total, value) => total.plus(value), ZERO);
  let toMarkUp: Record<string, Decimal> | null = null;
  if (costCDR !== null || given.length > 0) {
    toMarkUp = {};
    for (const component of COMPONENTS) toMarkUp[component] = costCDRComponents[component] ?? ZERO;
    if (costCDR !== null && costCDRComponents.Basic === null) {
      toMarkUp.Basic = costCDR.minus(sum);
    } else if (costCDR !== null && !sum.equals(costCDR)) {
      throw malformed("costCDR", "The carrier's components do not add up to costCDR.");
    }
  }
  return {
    costCDR,
    costCDRComponents,
    toMarkUp: toMarkUp as Components | null,
    costSuggestedRetail: read("costSuggestedRetail"),
  };
}

/** Whether something is an id at all. */
export function isID(value: unknown): boolean {
  return typeof value === "string" || typeof value === "bigint" || Number.isSafeInteger(value);
}

function readID(row: Row, field: string): string {
  const value = row[field];
  if (isBlank(value)) return "";
  if (!isID(value)) throw malformed(field, `${field} is neither text nor an integer.`);
  return String(value);
}

/** Text, or a number as its digits. */
function readText(row: Row, field: string): string {
  const value = row[field];
  if (isBlank(value)) return "";
  if (typeof value === "string") return value;
  if (typeof value === "bigint") return String(value);
  if (typeof value === "number" && isKnownNumber(value)) return plainNumber(value);
  throw malformed(field, `${field} is not a text.`);
}

/** Finite, and if an integer one whose digits are known. */
function isKnownNumber(value: number): boolean {
  return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
}

/** R2: an amount or a usage of a call within its bounds. Trailing zeros are not decimal places. */
function readNumber(row: Row, field: string, least: number, most: number, places: number): Decimal | null {
  const value = row[field];
  if (isBlank(value)) return null;
  const isNumber = typeof value === "number" && isKnownNumber(value);
  const isDecimal = typeof value === "object" && value !== null && "toFixed" in value;
  if (!isNumber && !isDecimal && typeof value !== "string" && typeof value !== "bigint") {
    throw malformed(field, `${field} is not an amount.`);
  }
  const digits = amountText(value);
  if (digits.length > 64 || !/^-?[0-9]+(\.[0-9]+)?$/.test(digits)) {
    throw malformed(field, `${field} is not a plain decimal.`);
  }
  const decimal = new Exact(digits);
  if (decimal.lt(least) || decimal.gt(most) || decimal.decimalPlaces() > places) {
    throw malformed(field, `${field} is out of bounds.`);
  }
  return decimal;
}

const DATE = "([0-9]{4})-([0-9]{2})-([0-9]{2})";
const TIME = "([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:\\.([0-9]{1,6}))?)?(Z|[+-][0-9]{2}(?::?[0-9]{2})?)?";
const DATE_ALONE = new RegExp(`^${DATE}$`);
const TIME_ALONE = new RegExp(`^${TIME}$`);
const BEGINS_LIKE_TIMESTAMP = new RegExp(`^${DATE}[T ]`);
const TIMESTAMP = new RegExp(`^${DATE}[T ]${TIME}$`);

/** R23: the instant of the start. A wall time without an offset is local. */
function readStart(row: Row, settings: ReadingSettings, needsTime: boolean): number {
  const { startDate, startTime } = row;
  const timestamp = typeof startTime === "string" ? TIMESTAMP.exec(startTime) : null;
  const dateAlone = typeof startDate === "string" ? DATE_ALONE.exec(startDate) : null;
  const dateStamp = typeof startDate === "string" && isBlank(startTime) ? TIMESTAMP.exec(startDate) : null;

  const isMeantAsTimestamp = typeof startTime === "string" && BEGINS_LIKE_TIMESTAMP.test(startTime);
  if (!(isBlank(startDate) && isMeantAsTimestamp)) {
    const date = dateAlone ?? dateStamp;
    if (date === null || midnightOf(date) === null) throw malformed("startDate", "startDate is not a date.");
  }
  if (timestamp !== null) {
    return instantOf(midnightOf(timestamp), timestamp.slice(4), "startTime", settings);
  }
  if (dateStamp !== null) {
    return instantOf(midnightOf(dateStamp), dateStamp.slice(4), "startDate", settings);
  }
  const midnight = dateAlone === null ? null : midnightOf(dateAlone);
  if (isBlank(startTime)) {
    if (needsTime) throw malformed("startTime", "startTime is blank where a rating period depends on it.");
    return instantOf(midnight, ["00", "00"], "startDate", settings);
  }
  const time = typeof startTime === "string" ? TIME_ALONE.exec(startTime) : null;
  if (time === null) throw malformed("startTime", "startTime is not a time of day.");
  return instantOf(midnight, time.slice(1), "startTime", settings);
}

/** Midnight of a date that exists, 1970 to 2099, as if it were UTC; else null. */
function midnightOf(match: RegExpExecArray): number | null {
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const midnight = Date.UTC(year, month - 1, day);
  const exists = new Date(midnight).getUTCMonth() === month - 1 && new Date(midnight).getUTCDate() === day;
  return exists && year >= 1970 && year <= 2099 ? midnight : null;
}

function instantOf(
  midnight: number | null,
  time: readonly (string | undefined)[],
  field: string,
  settings: ReadingSettings,
): number {
  const [hours = "0", minutes = "0", seconds = "0", fraction = "", offset] = time;
  if (midnight === null || Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) {
    throw malformed(field, `${field} does not exist.`);
  }
  const wallTime =
    midnight +
    (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000 +
    Number(fraction.slice(0, 3).padEnd(3, "0"));
  if (offset !== undefined) return wallTime - offsetMilliseconds(offset, field);

  const { instants, isUnreal } = settings.zone.instantsOf(wallTime);
  if (settings.ambiguousTime === "reject" && (isUnreal || instants.length > 1)) {
    throw malformed(field, `${field} is a local time that the clock change skips or repeats.`);
  }
  return settings.ambiguousTime === "later" ? Math.max(...instants) : Math.min(...instants);
}

function offsetMilliseconds(offset: string, field: string): number {
  if (offset === "Z") return 0;
  const hours = Number(offset.slice(1, 3));
  const minutes = offset.length === 3 ? 0 : Number(offset.slice(-2));
  if (hours > 23 || minutes > 59) throw malformed(field, `${field} has no such offset.`);
  return (offset.startsWith("-") ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}
