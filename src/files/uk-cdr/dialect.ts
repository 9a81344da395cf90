/** How a carrier writes the UK standard CDR: the fields of a dialect, the source of its type and its checks. */
import * as z from "zod";
import {
  Fault,
  type FieldTable,
  isBlank,
  isForbiddenKey,
  notAFlag,
  oneOf,
  quoteValue,
  type ReadableField,
  readFlag,
  recordSchema,
  SURCHARGED_ORIGINS,
  text,
  type WrittenFields,
} from "../../model/index.ts";
import { listBy, readCode, readFieldName, setTable, type UK_CDR_COLUMNS } from "../dialects/index.ts";
import type { DateFormat } from "../dialects/values/index.ts";
import { delimiter, readColumnName, tableOf } from "../preset-files.ts";

/** A column of the standard. */
export type UkCdrColumn = (typeof UK_CDR_COLUMNS)[number];

/** The origin of a call by a code. */
function readOrigin(value: unknown): string | Fault {
  const origin = readCode(value);
  if (origin instanceof Fault || ["", ...SURCHARGED_ORIGINS].includes(origin)) return origin;
  return new Fault(`${quoteValue(value)} is not an origin; write ${SURCHARGED_ORIGINS.join(", ")} or ""`);
}

/** The fields that a column becomes; none for a column that is carried under its own name. */
function readFieldNames(value: unknown, column: string): readonly ReadableField[] | Fault {
  if (isForbiddenKey(column)) return new Fault("a column may not be named so");
  if (isBlank(value)) return [];
  const fields = (Array.isArray(value) ? value : [value]).map(readFieldName);
  return fields.find((field) => field instanceof Fault) ?? (fields as ReadableField[]);
}

/** The values of a column's codes; "" makes a code blank. */
export type CodeTable = Readonly<Record<string, string | number | boolean | null>>;

const codes: z.ZodType<ReadonlyMap<string, string>, CodeTable> = tableOf(readCode);
const callTypeFields = {
  /**
   * What the column Duration counts: `seconds` (the default), or `events`, such as the parts of a text (the call
   * then has no duration).
   */
  durationCounts: oneOf("seconds", "events"),
  /** Fields of the call, where no column of the row gives them. */
  set: setTable,
} satisfies FieldTable;

const callTypeSchema = recordSchema(callTypeFields, {
  defaults: { durationCounts: "seconds", set: new Map() },
});

/** How rows with a code of the column Call Type are read. */
export interface UkCdrCallType extends WrittenFields<typeof callTypeFields> {}

/** How rows with a Call Type code are read, checked. */
export type CheckedDialectCallType = z.output<typeof callTypeSchema.schema>;

const dateFormat: z.ZodType<DateFormat, DateFormat> = oneOf(
  "dd/mm/yyyy",
  "dd/mm/yy",
  "mm/dd/yyyy",
  "yyyymmdd",
);

/** How a carrier writes dates that are not ISO; `/`, `-` and `.` may stand between the parts. */
export type UkCdrDateFormat = DateFormat;

const fields = {
  /** A preset to start from; default `fcs-v3`. */
  basedOn: text,
  /** Whether the first row names the columns; `auto` detects a header. With a header, the order of its names counts. */
  header: oneOf("auto", "yes", "no"),
  delimiter,
  /** The columns of a file without a header, in order: names of the standard, or keys of `fields`. */
  columns: listBy<string, string>("column names", readColumnName, () => z.string()),
  /** The names in a header that are not the standard's, and the column each stands for. */
  headerNames: tableOf<string, Readonly<Record<string, string>>>(readColumnName),
  /**
   * The field of the call that a column becomes; several fields where a list is given. null carries the column along
   * under its own name. A name that is not in the standard is a column that the carrier adds.
   */
  fields: tableOf<
    readonly ReadableField[],
    Readonly<Record<string, ReadableField | readonly ReadableField[] | null>>
  >(readFieldNames),
  /** Default `dd/mm/yyyy`; an ISO date (`2026-10-01`) is always read. */
  dateFormat,
  /** The meaning of date and time: the answer of the call, or the start of ringing (Ring time is then added). */
  timeIs: oneOf("answer", "ring"),
  /** Whether times are local times in the book's zone, or UTC. */
  timeZone: oneOf("local", "utc"),
  /** The unit of all amounts. */
  unit: oneOf("pounds", "pence"),
  /** Whether Salesprice contains the NGCS access and service charges, or stands beside them. */
  ngcsCharges: oneOf("within", "beside"),
  /** The currency of the file; a row in another currency is a problem, because money is never converted. */
  currency: text,
  /** Time Band codes as names of rating periods; any other code leaves the period to the book. */
  timeBands: codes,
  /** Codes as names of the book's `callDirections`; any other code stays unchanged. */
  directions: codes,
  /** Codes as `mobile` or `payphone`; any other code stays unchanged. */
  origins: tableOf<string, CodeTable>(readOrigin),
  /** Recording codes as true or false; any other code is a flag or a name of the book's `callRecordings` (R3). */
  recordings: tableOf<boolean, CodeTable>((value) => readFlag(value) ?? notAFlag(value)),
  /** Call Type codes; a row with any other code is an ordinary call. */
  callTypes: tableOf<CheckedDialectCallType, Readonly<Record<string, UkCdrCallType>>>(
    callTypeSchema.schema,
    "table of call types",
  ),
  /** Fields of every call, where neither a column nor its call type gives them: `{ "carrier": "Northway" }`. */
  set: setTable,
} satisfies FieldTable;

const dialectRecord = recordSchema(fields, {
  required: [
    "header",
    "delimiter",
    "columns",
    "dateFormat",
    "timeIs",
    "timeZone",
    "unit",
    "ngcsCharges",
    "currency",
  ],
  defaults: {
    headerNames: new Map(),
    fields: new Map(),
    timeBands: new Map(),
    directions: new Map(),
    origins: new Map(),
    recordings: new Map(),
    callTypes: new Map(),
    set: new Map(),
  },
});

/**
 * How one carrier writes the UK standard CDR. Every field is optional: an absent field is that of the preset that
 * `basedOn` names, else that of `fcs-v3`. Tables (`headerNames`, `fields`, the codes, `callTypes`, `set`) are
 * merged with the preset's entry by entry; every other field replaces the preset's.
 */
export interface UkCdrDialect extends WrittenFields<typeof fields> {}

/** The names of a dialect's fields. */
export const UK_CDR_DIALECT_FIELDS: readonly string[] = Object.keys(dialectRecord.fields);

/** The schema of a dialect that has been merged with its preset. */
export const dialectSchema: z.ZodType<CheckedDialect> = dialectRecord.schema;

/** A dialect in which every entry has been checked by itself. */
export type CheckedDialect = z.output<typeof dialectRecord.schema>;
