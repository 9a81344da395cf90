import * as z from "zod";
import {
  Fault,
  type FieldTable,
  field,
  isPlainRecord,
  oneOf,
  quoteValue,
  recordSchema,
  text,
} from "../../model/index.ts";
import {
  columnNames,
  readCode,
  readFieldNames,
  readOrigin,
  readRecording,
  readSetValue,
  tableOf,
} from "./dialect-tables.ts";

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
