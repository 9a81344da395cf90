import * as z from "zod";
import {
  Fault,
  type FieldTable,
  field,
  isBlank,
  isForbiddenKey,
  isPlainRecord,
  nearestName,
  notAFlag,
  type Optional,
  oneOf,
  quoteValue,
  READABLE_FIELDS,
  type ReadableField,
  readFlag,
  readText,
  recordSchema,
  SURCHARGED_ORIGINS,
  text,
} from "../../model/index.ts";

/** The columns of the UK standard CDR, version 3, in the order of the standard. */
export const UK_CDR_COLUMNS = [
  "Call Type",
  "Call Cause",
  "Customer Identifier",
  "Telephone Number Dialled",
  "Call Date",
  "Call Time",
  "Duration",
  "Bytes Transmitted",
  "Bytes Received",
  "Description",
  "Chargecode",
  "Time Band",
  "Salesprice",
  "Salesprice (pre-bundle)",
  "Extension",
  "DDI",
  "Grouping ID",
  "Call Class",
  "Carrier",
  "Recording",
  "VAT",
  "Country of Origin",
  "Network",
  "Retail tariff code",
  "Remote Network",
  "APN",
  "Diverted Number",
  "Ring time",
  "RecordID",
  "Currency",
  "Presentation Number",
  "Network Access Reference",
  "NGCS Access Charge",
  "NGCS Service Charge",
  "Total Bytes Transferred",
  "User ID",
  "Onward Billing Reference",
  "Contract Name",
  "Bundle Name",
  "Bundle Allowance",
  "Discount Reference",
  "Routing Code",
] as const;

/** A column of the standard. */
export type UkCdrColumn = (typeof UK_CDR_COLUMNS)[number];

/** A name as it is compared: carriers write `RecordID`, `Record ID` and `RECORD_ID` for one column. */
export function columnKey(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
}

/** How a carrier writes dates that are not ISO; `/`, `-` and `.` may stand between the parts. */
export type UkCdrDateFormat = "dd/mm/yyyy" | "dd/mm/yy" | "mm/dd/yyyy" | "yyyymmdd";

/** Codes of a column by what they stand for; "" makes a code say nothing. */
export type CodeTable = Readonly<Record<string, string | number | boolean | null>>;

/** What a code of the column Call Type says of its rows. */
export interface UkCdrCallType {
  /**
   * What the column Duration counts: `seconds` (the default), or `events`, such as the parts of a text (the call
   * then has no duration).
   */
  readonly durationCounts?: Optional<"seconds" | "events">;
  /** Fields of the call, where no column of the row gives them. */
  readonly set?: Optional<Readonly<Partial<Record<ReadableField, string | number | boolean>>>>;
}

/**
 * How one carrier writes the UK standard CDR. Every field is optional: what is not said is as in the preset that
 * `basedOn` names, else as in `fcs-v3`. Tables (`headerNames`, `fields`, the codes, `callTypes`, `set`) are
 * merged with the preset's entry by entry; everything else replaces it.
 */
export interface UkCdrDialect {
  /** A preset to start from; default `fcs-v3`. */
  readonly basedOn?: Optional<string>;
  /** Whether the first row names the columns; `auto` looks whether it does. With a header, its order counts. */
  readonly header?: Optional<"auto" | "yes" | "no">;
  readonly delimiter?: Optional<"," | ";" | "|" | "\t">;
  /** The columns of a file without a header, in order: names of the standard, or keys of `fields`. */
  readonly columns?: Optional<readonly string[]>;
  /** The names in a header that are not the standard's, and the column each stands for. */
  readonly headerNames?: Optional<Readonly<Record<string, string>>>;
  /**
   * Which field of the call a column becomes; several where a list is given. null carries the column along
   * under its own name. A name that is not in the standard is a column of the carrier's own.
   */
  readonly fields?: Optional<Readonly<Record<string, ReadableField | readonly ReadableField[] | null>>>;
  /** Default `dd/mm/yyyy`; an ISO date (`2026-10-01`) is read whatever is said here. */
  readonly dateFormat?: Optional<UkCdrDateFormat>;
  /** What date and time tell: when the call was answered, or when it began to ring (Ring time is then added). */
  readonly timeIs?: Optional<"answer" | "ring">;
  /** Whether times are those on the wall in the book's zone, or UTC. */
  readonly timeZone?: Optional<"local" | "utc">;
  /** The unit of all amounts. */
  readonly unit?: Optional<"pounds" | "pence">;
  /** Whether Salesprice contains the NGCS access and service charges, or stands beside them. */
  readonly ngcsCharges?: Optional<"within" | "beside">;
  /** The currency of the file; a row in another is a problem, because nothing here converts money. */
  readonly currency?: Optional<string>;
  /** Time Band codes as names of rating periods; any other code leaves the period to the book. */
  readonly timeBands?: Optional<CodeTable>;
  /** Codes as names of the book's `callDirections`; any other stays as it is. */
  readonly directions?: Optional<CodeTable>;
  /** Codes as `mobile` or `payphone`; any other stays as it is. */
  readonly origins?: Optional<CodeTable>;
  /** Recording codes as true or false; any other is a flag or a name of the book's `callRecordings` (R3). */
  readonly recordings?: Optional<CodeTable>;
  /** Call Type codes; a row with any other is a call like the rest. */
  readonly callTypes?: Optional<Readonly<Record<string, UkCdrCallType>>>;
  /** Fields of every call, where neither a column nor its call type gives them: `{ "carrier": "Northway" }`. */
  readonly set?: Optional<Readonly<Partial<Record<ReadableField, string | number | boolean>>>>;
}

/** The tables of a dialect, checked entry by entry, so that a fault names its entry. */

/** Reads one entry of a table, or says what is wrong with it. */
type EntryReader<T> = (value: unknown, key: string) => T | Fault;

/** A table as a map: whatever a code is called, `__proto__` included, it is a key like any other. */
export function tableOf<T>(readEntry: EntryReader<T>): z.ZodType<ReadonlyMap<string, T>> {
  return z.unknown().transform((value, context) => {
    const table = new Map<string, T>();
    if (!isPlainRecord(value)) {
      context.addIssue({
        code: "custom",
        message: `${quoteValue(value)} is not a table; write { "name": … }`,
      });
      return z.NEVER;
    }
    for (const [key, entry] of Object.entries(value)) {
      const read = readEntry(entry, key);
      if (read instanceof Fault) context.addIssue({ code: "custom", path: [key], message: read.message });
      else table.set(key, read);
    }
    return table;
  });
}

/** What a code stands for as text; blank is "", which makes the code say nothing. */
function readCode(value: unknown): string | Fault {
  return isBlank(value) ? "" : readText(value);
}

/** What a code says of where a call came from. */
function readOrigin(value: unknown): string | Fault {
  const origin = readCode(value);
  if (origin instanceof Fault || ["", ...SURCHARGED_ORIGINS].includes(origin)) return origin;
  return new Fault(`${quoteValue(value)} is not an origin; write ${SURCHARGED_ORIGINS.join(", ")} or ""`);
}

/** What a code says of recording. */
function readRecording(value: unknown): boolean | Fault {
  return readFlag(value) ?? notAFlag(value);
}

/** The name of a call's field. */
function readFieldName(value: unknown): ReadableField | Fault {
  const field = READABLE_FIELDS.find((known) => known === value);
  if (field !== undefined) return field;
  const nearest = typeof value === "string" ? nearestName(value, READABLE_FIELDS) : undefined;
  const hint =
    nearest === undefined ? "null carries a column under its own name" : `did you mean ${nearest}?`;
  return new Fault(`${quoteValue(value)} is not a field of a call; ${hint}`);
}

/** The fields a column becomes; none where it is carried under its own name. */
function readFieldNames(value: unknown, column: string): readonly ReadableField[] | Fault {
  if (isForbiddenKey(column)) return new Fault("a column may not be named so");
  if (isBlank(value)) return [];
  const fields: ReadableField[] = [];
  for (const entry of Array.isArray(value) ? value : [value]) {
    const field = readFieldName(entry);
    if (field instanceof Fault) return field;
    fields.push(field);
  }
  return fields;
}

/** A value that a dialect gives a field itself. */
function readSetValue(value: unknown, key: string): string | Fault {
  const field = readFieldName(key);
  if (field instanceof Fault) return field;
  if (typeof value === "boolean") return String(value);
  return isBlank(value) ? "" : readText(value);
}

/** Names of columns, in order. */
const columnNames: z.ZodType<readonly string[]> = z.unknown().transform((value, context) => {
  if (!Array.isArray(value)) {
    context.addIssue({ code: "custom", message: `${quoteValue(value)} is not a list of column names` });
    return z.NEVER;
  }
  for (const [index, name] of value.entries()) {
    if (typeof name === "string" && name !== "") continue;
    context.addIssue({
      code: "custom",
      path: [index],
      message: `${quoteValue(name)} is not the name of a column`,
    });
  }
  return value as readonly string[];
});

const setTable = tableOf(readSetValue);

const callTypeSchema = recordSchema(
  { durationCounts: oneOf("seconds", "events"), set: setTable },
  { required: [], defaults: { durationCounts: "seconds", set: new Map() }, unknownFields: "error" },
);

/** What a Call Type code says, checked. */
export type CheckedCallType = z.output<typeof callTypeSchema.schema>;

const callTypes: z.ZodType<ReadonlyMap<string, CheckedCallType>> = z.unknown().transform((value, context) => {
  const table = new Map<string, CheckedCallType>();
  if (!isPlainRecord(value)) {
    context.addIssue({ code: "custom", message: `${quoteValue(value)} is not a table of call types` });
    return z.NEVER;
  }
  for (const [code, entry] of Object.entries(value)) {
    const checked = callTypeSchema.schema.safeParse(entry);
    if (checked.success) table.set(code, checked.data);
    else
      for (const issue of checked.error.issues)
        context.addIssue({ ...issue, path: [code, ...issue.path] } as never);
  }
  return table;
});

const headerName = (value: unknown): string | Fault =>
  typeof value === "string" && value !== ""
    ? value
    : new Fault(`${quoteValue(value)} is not the name of a column`);

const delimiter = field((value) => {
  if (value === "," || value === ";" || value === "|" || value === "\t") return value;
  return new Fault(`${quoteValue(value)} is not a delimiter; write one of , ; | and \\t`);
});

const fields = {
  basedOn: text,
  header: oneOf("auto", "yes", "no"),
  delimiter,
  columns: columnNames,
  headerNames: tableOf(headerName),
  fields: tableOf(readFieldNames),
  dateFormat: oneOf("dd/mm/yyyy", "dd/mm/yy", "mm/dd/yyyy", "yyyymmdd"),
  timeIs: oneOf("answer", "ring"),
  timeZone: oneOf("local", "utc"),
  unit: oneOf("pounds", "pence"),
  ngcsCharges: oneOf("within", "beside"),
  currency: text,
  timeBands: tableOf(readCode),
  directions: tableOf(readCode),
  origins: tableOf(readOrigin),
  recordings: tableOf(readRecording),
  callTypes,
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
  unknownFields: "error",
});

/** The schema of a dialect that has been merged with its preset. */
export const dialectSchema: z.ZodType<CheckedDialect> = dialectRecord.schema;

/** A dialect whose every entry has been checked by itself. */
export type CheckedDialect = z.output<typeof dialectRecord.schema>;

/** The fields of a dialect that are tables: merged with the preset's entry by entry. */
export const TABLE_FIELDS: readonly (keyof typeof fields)[] = [
  "headerNames",
  "fields",
  "timeBands",
  "directions",
  "origins",
  "recordings",
  "callTypes",
  "set",
];
