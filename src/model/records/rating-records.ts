import { WEEKDAY_NAMES } from "../../calendar/index.ts";
import { SURCHARGED_ORIGINS } from "../calls/index.ts";
import {
  type CheckedBy,
  checkSpan,
  clock,
  type Direction,
  date,
  direction,
  Fault,
  field,
  flag,
  oneOf,
  penceMultiple,
  prefix,
  quoteValue,
  type RecordFault,
  readFlag,
  readText,
  recordSchema,
  text,
  textOrNumber,
  textValue,
  type WrittenBy,
  weekday,
  weekdays,
} from "../fields/index.ts";
import { TARIFF_CLASSES } from "../rates/index.ts";

export const ratingPeriodSchema = recordSchema(
  {
    name: text,
    /** Names such as "Monday", as a list or separated by commas; blank = every day. */
    weekdays,
    /** Local times "HH:mm", `from` inside and `to` outside ("24:00" allowed); blank = the day's start and end. */
    from: clock("start"),
    to: clock("end"),
  },
  { required: ["name"] },
);

/** The days and times of a rating period (R23); several entries may share a name, and the first match wins. */
export interface RatingPeriod extends WrittenBy<typeof ratingPeriodSchema> {}

export const holidaySchema = recordSchema(
  {
    /** `YYYY-MM-DD`, in the book's zone. */
    date,
    /** Name of the weekday as which the day counts; default "Sunday". */
    countsAs: weekday,
  },
  { required: ["date"], defaults: { countsAs: WEEKDAY_NAMES.indexOf("Sunday") } },
);

/** A day with the rating periods of another weekday (R23). */
export interface Holiday extends WrittenBy<typeof holidaySchema> {}

/** A checked holiday: a day number and a weekday from 0 = Monday. */
export type CheckedHoliday = CheckedBy<typeof holidaySchema>;

export const callTypeSchema = recordSchema(
  {
    name: text,
    tariffClass: oneOf(...TARIFF_CLASSES),
    /** Transaction type of its calls on an invoice (R76); blank = the book's `callsTransactionType`. */
    transactionType: text,
  },
  { required: ["name", "tariffClass"] },
);

/** A type of call, such as "UK mobile", and the class whose tariff prices it (R22). */
export interface CallType extends WrittenBy<typeof callTypeSchema> {}

export const destinationSchema = recordSchema(
  {
    /** Digits with which the canonical number begins: 4420, not 020. "" stands for any caller, inbound only. */
    prefix,
    /** Name of the call type. */
    tariffType: text,
    /** Name of the place on bills. */
    location: text,
    /** Carrier to whose list the entry belongs; blank = the general list. */
    locationCarrier: text,
    /** Default "outbound". */
    direction,
    /** If set, `prefix` is a whole short code, compared with the digits as dialled. */
    short: flag,
  },
  {
    required: ["prefix", "tariffType"],
    defaults: { direction: "outbound", short: false },
    emptyIsValue: ["prefix"],
    check: checkPrefix,
  },
);

/** The call type of calls to (or, inbound, from) numbers with a prefix (R22). */
export interface Destination extends WrittenBy<typeof destinationSchema> {}

function* checkPrefix(record: {
  prefix?: string;
  direction?: Direction;
  short?: boolean;
}): Generator<RecordFault> {
  if (record.prefix !== "") return;
  if (record.direction === "outbound") yield { field: "prefix", message: "is required" };
  else if (record.short === true) yield { field: "prefix", message: "is required for a short code" };
}

export type CheckedDestination = CheckedBy<typeof destinationSchema>;

export const chargeBandSchema = recordSchema(
  {
    /** Blank = any carrier. */
    callCarrier: text,
    /** The code as the carrier reports it; upper and lower case differ. */
    chargeBand: textValue,
    /** Name of the call type. */
    tariffType: text,
    /** Default "outbound". */
    direction,
  },
  { required: ["chargeBand", "tariffType"], defaults: { direction: "outbound" } },
);

/** The call type of a carrier's charge band (R22). */
export interface ChargeBand extends WrittenBy<typeof chargeBandSchema> {}

export type CheckedChargeBand = CheckedBy<typeof chargeBandSchema>;

export const callDirectionSchema = recordSchema(
  {
    /** The flag as spelt in call records. */
    name: textValue,
    direction,
  },
  { required: ["name", "direction"] },
);

/** The direction of calls with a `callTypeDirectionFlag`; a flag that is not listed is outbound (R22). */
export interface CallDirection extends WrittenBy<typeof callDirectionSchema> {}

export const callOriginSchema = recordSchema(
  {
    /** The flag as spelt in call records, in any case. */
    name: textValue,
    /** The origination surcharge that its calls attract. */
    origin: oneOf(...SURCHARGED_ORIGINS, "none"),
  },
  { required: ["name", "origin"] },
);

/** The origin of calls with a `callTypeOriginationTypeFlag`; a flag that is not listed brings no surcharge (R11). */
export interface CallOrigin extends WrittenBy<typeof callOriginSchema> {}

export const callRecordingSchema = recordSchema(
  {
    /** The word as spelt in call records, in any case. */
    name: textValue,
    /** Whether its calls are recorded, which brings the call recording surcharge. */
    recorded: flag,
  },
  { required: ["name", "recorded"], check: checkMeaning },
);

/** The meaning of a `callTypeRecordingFlag` that is not a flag of R3 (R11). */
export interface CallRecording extends WrittenBy<typeof callRecordingSchema> {}

/** The words of flags (R3) cannot get another meaning. */
function* checkMeaning(record: { name?: string; recorded?: boolean }): Generator<RecordFault> {
  const { name, recorded } = record;
  const meaning = name === undefined ? undefined : readFlag(name);
  if (meaning === undefined || recorded === undefined || meaning === recorded) return;
  yield {
    field: "name",
    message: `${quoteValue(name)} is a flag already and means ${meaning}; remove this entry`,
  };
}

/** Presets that every book has (R12). */
export const RESERVED_ROUNDINGS = ["none", "asBasic"] as const;

const presetName = field<string, string>((value) => {
  const name = readText(value);
  if (name instanceof Fault || !(RESERVED_ROUNDINGS as readonly string[]).includes(name)) return name;
  return new Fault(`${quoteValue(name)} is a preset that every book has; choose another name`);
}, textOrNumber);

export const roundingSchema = recordSchema(
  {
    /** Any name but `none` and `asBasic`, which every book has. */
    name: presetName,
    /** `nearest` is half away from zero, `up` towards plus and `down` towards minus infinity. */
    mode: oneOf("up", "down", "nearest"),
    /** Pence; 0 rounds nothing. */
    multiple: penceMultiple,
  },
  { required: ["name", "mode", "multiple"] },
);

/** A rounding preset for the access charge and the surcharges (R12). */
export interface Rounding extends WrittenBy<typeof roundingSchema> {}

/** A checked rounding preset; `multiple` in micro-pence. */
export type CheckedRounding = CheckedBy<typeof roundingSchema>;

export const ignoredNumberSchema = recordSchema(
  {
    /** Compared with a call's `target`, both canonical. */
    number: textValue,
    /** First and last local start date (inclusive, `YYYY-MM-DD`); blank = open. */
    startDate: date,
    endDate: date,
    reason: text,
  },
  {
    required: ["number"],
    check: (record) => checkSpan(record, "startDate", "endDate"),
  },
);

/** A number whose calls are ignored instead of rated (R31). */
export interface IgnoredNumber extends WrittenBy<typeof ignoredNumberSchema> {}

/** A checked ignored number; dates as day numbers. */
export type CheckedIgnoredNumber = CheckedBy<typeof ignoredNumberSchema>;
