/** The keys of a call dialect: their checks, and the schema of a dialect file. */
import * as z from "zod";
import {
  composite,
  Fault,
  type FieldTable,
  field,
  isBlank,
  isPlainRecord,
  listOf,
  namedInSchemas,
  oneOf,
  quoteValue,
  readComposite,
  recordSchema,
  text,
  wholeNumber,
  writtenAs,
  writtenOf,
} from "../../../model/index.ts";
import { readColumnName, tableOf } from "../../preset-files.ts";
import type { CallDialect } from "../call-dialect.ts";
import { readCode, setTable } from "../field-names.ts";
import {
  columnName,
  columnNames,
  listBy,
  MOST_CHARACTERS,
  pairOf,
  readInto,
  texts,
  zone,
} from "./schema-parts.ts";
import { passOver, tests } from "./test-schema.ts";
import { type CheckedValue, DIALECT_FIELDS, fieldsRecord, plainValue } from "./value-schema.ts";

/** Names of directions: "" leaves the flag blank, and a missing name is the default. */
const names: z.ZodType<{ readonly in?: string; readonly out?: string }> = composite((value, fault) => {
  const given: { in?: string; out?: string } = {};
  if (!isPlainRecord(value)) {
    fault([], `${quoteValue(value)} is no table; write { "in": …, "out": … }`);
    return given;
  }
  for (const [key, name] of Object.entries(value)) {
    if (key !== "in" && key !== "out") {
      fault([key], "is not a direction; write in and out");
      continue;
    }
    const read = readCode(name);
    if (read instanceof Fault) fault([key], read.message);
    else given[key] = read;
  }
  return given;
});
writtenAs(names, () => {
  const name = z.string().nullable().optional();
  return z.strictObject({ in: name, out: name });
});

const directionRecord = recordSchema(
  {
    inbound: tests,
    outbound: tests,
    byNumber: pairOf(plainValue),
    otherwise: oneOf("in", "out", "problem"),
    names,
  },
  {
    check: function* (_direction, isGiven) {
      if (isGiven("byNumber") && isGiven("otherwise")) {
        const message = "stands beside byNumber, which tells of every row; write null for one";
        yield { field: "otherwise", message };
      }
    },
  },
);

export type CheckedDirection = z.output<typeof directionRecord.schema>;

/** The keys that a dialect and its legs share. */
const callFields = {
  passOver,
  direction: directionRecord.schema,
  unanswered: tests,
  fields: fieldsRecord.schema,
  set: setTable,
} satisfies FieldTable;

/** In a leg, null removes a field of the dialect. */
const legFields: typeof fieldsRecord.schema = composite((written, fault) => {
  const read = readInto(fieldsRecord.schema, written, fault);
  const taken = isPlainRecord(written) ? DIALECT_FIELDS.filter((name) => written[name] === null) : [];
  return { ...read, ...Object.fromEntries(taken.map((name) => [name, BLANK])) };
}) as typeof fieldsRecord.schema;
writtenAs(legFields, () => writtenOf(fieldsRecord.schema));

const BLANK: CheckedValue = { constant: "" };

const legRecord = recordSchema(
  { name: text, when: tests, ...callFields, fields: legFields },
  { required: ["name"] },
);

export type CheckedLeg = z.output<typeof legRecord.schema>;

/** The most lines to skip before or behind the header of a file. */
const MOST_LINES = 10_000;

const CSV_DEFAULTS = { delimiter: ",", quotes: "double", skipFirst: 0, skipAfterHeader: 0 } as const;

const csvRecord = recordSchema(
  {
    header: oneOf("yes", "no", "auto"),
    delimiter: oneOf(",", ";", "|", "\t", ":"),
    quotes: oneOf("double", "backslash", "none"),
    skipFirst: wholeNumber(0, MOST_LINES),
    skipAfterHeader: wholeNumber(0, MOST_LINES),
  },
  { defaults: CSV_DEFAULTS },
);

const fixedColumnRecord = recordSchema(
  { name: columnName, from: wholeNumber(1, MOST_CHARACTERS), to: wholeNumber(1, MOST_CHARACTERS) },
  {
    required: ["name", "from", "to"],
    check: function* ({ from, to }) {
      if (from !== undefined && to !== undefined && to < from)
        yield { field: "to", message: "is before from" };
    },
  },
);

/** A column of a file: a name, or a name with the range of its characters. */
type CheckedColumn = string | z.output<typeof fixedColumnRecord.schema>;

const columns = listBy<CheckedColumn>(
  "columns",
  (value) => (isPlainRecord(value) ? readComposite(fixedColumnRecord.schema, value) : readColumnName(value)),
  () => z.union([z.string(), fixedColumnRecord.written]),
);

const currencyRecord = recordSchema(
  { column: columnName, is: text },
  {
    check: function* (_currency, isGiven) {
      if (isGiven("column") || isGiven("is")) return;
      yield { field: "column", message: "is blank; write column, is, or both" };
    },
  },
);

const needsRecord = recordSchema({
  zone: text,
  direction: text,
  carrier: text,
  year: text,
  currency: text,
  fields: text,
});

export type CheckedNeeds = z.output<typeof needsRecord.schema>;

const records: z.ZodType<string, string> = field(
  (value) => {
    if (typeof value === "string" && value.startsWith("/")) return value;
    return new Fault(`${quoteValue(value)} is no JSON pointer; write it as "/value"`);
  },
  () => z.string().meta({ pattern: "^/" }),
);

/** The most legs, for calls of a row or kinds of rows: a carrier may have many call types. */
const MOST_LEGS = 1_000;

const dialectFields = {
  /** For editors that check JSON by its schema. */
  $schema: text,
  about: text,
  basedOn: text,
  reads: oneOf("csv", "fixed", "json", "jsonl"),
  csv: csvRecord.schema,
  columns,
  headerColumns: columnNames,
  optionalColumns: columnNames,
  headerNames: tableOf(
    (value) => (isBlank(value) ? "" : readColumnName(value)),
    'table; write { "name in the header": "column" }',
    () => z.record(z.string(), z.string().nullable()),
  ),
  records,
  zone,
  needs: needsRecord.schema,
  blank: texts,
  currency: currencyRecord.schema,
  ...callFields,
  legs: listOf(legRecord, { of: "legs", most: MOST_LEGS }),
} satisfies FieldTable;

const dialectRecord = recordSchema(dialectFields, {
  required: ["reads"],
  defaults: {
    csv: CSV_DEFAULTS,
    headerNames: new Map(),
    optionalColumns: [],
    blank: [],
    passOver: [],
    unanswered: [],
    legs: [],
    columns: [],
  },
});

/** A dialect whose entries have all been checked, each by itself. */
export type CheckedCallDialect = z.output<typeof dialectRecord.schema>;

/** The names of a dialect's fields. */
export const CALL_DIALECT_FIELDS: readonly string[] = Object.keys(dialectRecord.fields);

/** The schema of a dialect that has been merged with its preset. */
export const checkedDialectSchema: z.ZodType<CheckedCallDialect> = dialectRecord.schema;

namedInSchemas(directionRecord.schema, "direction");
namedInSchemas(setTable, "set");
namedInSchemas(legRecord.schema, "leg");

/** The schema of a dialect file, which may be based on a preset. */
export function writtenDialectSchema(): z.ZodType<CallDialect> {
  const written = recordSchema(dialectFields).written;
  return written as unknown as z.ZodType<CallDialect>;
}
