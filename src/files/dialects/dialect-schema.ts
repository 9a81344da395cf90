/** What a call dialect may say, key by key: the checks, and the schema of a dialect as it is written. */
import * as z from "zod";
import { openZone } from "../../calendar/index.ts";
import {
  composite,
  Fault,
  type FieldTable,
  field,
  isBlank,
  isPlainRecord,
  listOf,
  NestedFaults,
  namedInSchemas,
  nearestName,
  oneOf,
  quoteValue,
  READABLE_FIELDS,
  readComposite,
  readText,
  recordSchema,
  type TellFault,
  text,
  wholeNumber,
  writtenAs,
  writtenOf,
} from "../../model/index.ts";
import { readColumnName, tableOf } from "../preset-files.ts";
import type { CallDialect, DialectField, DialectStep } from "./call-dialect.ts";
import { readCode, setTable } from "./dialect-fields.ts";
import { timeFault } from "./values/index.ts";

/** Entries of a list that are read: a hostile file may have millions. */
const MOST_ENTRIES = 10_000;

/** A list of which `read` reads each entry; an entry that does not fit is told by its number. */
function listBy<T>(
  of: string,
  read: (entry: unknown) => T | Fault,
  written: () => z.ZodType,
  least = 0,
): z.ZodType<readonly T[]> {
  const schema = composite((value, fault): readonly T[] => {
    if (!Array.isArray(value)) {
      fault([], `${quoteValue(value)} is not a list of ${of}`);
      return z.NEVER;
    }
    if (value.length < least) fault([], `needs ${least === 1 ? "one" : "two"} of ${of}`);
    if (value.length > MOST_ENTRIES) {
      fault([], `has ${value.length} ${of}; at most ${MOST_ENTRIES} are read`);
      return z.NEVER;
    }
    return value.map((entry: unknown, index) => {
      const result = read(entry);
      if (result instanceof NestedFaults) {
        for (const issue of result.issues) fault([index, ...issue.path], issue.message);
      } else if (result instanceof Fault) fault([index], result.message);
      return result as T;
    });
  });
  writtenAs(schema, () => z.array(written()));
  return schema;
}

const columnName: z.ZodType<string> = field(readColumnName, () => z.string());
const columnNames = listBy("column names", readColumnName, () => z.string(), 1);
const texts = listBy(
  "texts",
  (value) => (value === "" ? "" : readText(value)),
  () => z.union([z.string(), z.number()]),
);

/** A column, or a list of columns. */
const columnOrColumns: z.ZodType<readonly string[]> = composite((value, fault) => {
  if (!Array.isArray(value)) {
    const read = readColumnName(value);
    if (read instanceof Fault) fault([], read.message);
    return [read as string];
  }
  const read = readComposite(columnNames, value);
  if (!(read instanceof NestedFaults)) return read;
  for (const { path, message } of read.issues) fault(path, message);
  return z.NEVER;
});
writtenAs(columnOrColumns, () => z.union([z.string(), z.array(z.string())]));

const time: z.ZodType<readonly string[]> = field(
  (value) => {
    const forms: readonly unknown[] = Array.isArray(value) ? value : [value];
    const odd = forms.find((form) => typeof form !== "string" || form === "");
    if (odd !== undefined) return new Fault(`${quoteValue(odd)} does not say how a time is written`);
    const fault =
      forms.length > MOST_FORMS ? `has more than ${MOST_FORMS} forms` : timeFault(forms as string[]);
    return fault === undefined ? (forms as string[]) : new Fault(fault);
  },
  () => z.union([z.string(), z.array(z.string()).min(1)]),
);
/** Ways to write a time that are tried for one cell. */
const MOST_FORMS = 20;

const zone: z.ZodType<string> = field(
  (value) => {
    const fault = zoneFault(value);
    return fault === undefined ? (value as string) : new Fault(fault);
  },
  () => z.string(),
);

/** Why a value is no zone of times; undefined where it is one. */
export function zoneFault(value: unknown): string | undefined {
  if (value === "local" || value === "utc") return undefined;
  try {
    openZone(value as string);
    return undefined;
  } catch {
    const known = ["local", "utc", ...Intl.supportedValuesOf("timeZone")];
    const nearest = typeof value === "string" ? nearestName(value, known) : undefined;
    const hint =
      nearest === undefined
        ? "write local, utc, or a name such as Europe/London"
        : `did you mean ${nearest}?`;
    return `${quoteValue(value)} is not a time zone; ${hint}`;
  }
}

/** A position among characters, from 1. */
const MOST_CHARACTERS = 1_000_000;

const cut: z.ZodType = field(
  (value) => {
    const isCut =
      Array.isArray(value) &&
      (value.length === 1 || value.length === 2) &&
      value.every((at) => Number.isInteger(at) && at >= 1 && at <= MOST_CHARACTERS) &&
      (value.length === 1 || value[1] >= value[0]);
    return isCut
      ? value
      : new Fault(`${quoteValue(value)} is no cut; write [from, to], characters from 1, such as [3, 7]`);
  },
  () => z.array(z.int().min(1)).min(1).max(2),
);

function readMark(value: unknown): string | Fault {
  const mark = readText(value);
  return mark === "" ? new Fault('"" is no text to look for') : mark;
}

const mark = field(readMark, () => z.string().min(1));

const prefixOrPrefixes: z.ZodType = field(
  (value) => {
    const prefixes: readonly unknown[] = Array.isArray(value) ? value : [value];
    if (prefixes.length === 0 || prefixes.length > MOST_ENTRIES)
      return new Fault("is not a list of prefixes");
    return prefixes.map(readMark).find((prefix) => prefix instanceof Fault) ?? value;
  },
  () => z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]),
);

const prefixTable = tableOf(
  (value, key) => (key === "" ? new Fault("is no prefix") : value === "" ? "" : readText(value)),
  'table; write { "00": "+" }',
  () => z.record(z.string().min(1), z.string()),
);

const codeTable = tableOf(
  (value) => (typeof value === "boolean" ? String(value) : readCode(value)),
  'table; write { "code": "meaning" }',
  () => z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
);

/** Steps that take nothing. */
const STEP_WORDS = ["uriUser", "angle", "urlDecode", "lower", "upper", "phone"] as const;

const stepFields = {
  before: mark,
  after: mark,
  cut,
  dropPrefix: prefixOrPrefixes,
  prefixes: prefixTable,
  table: codeTable,
  /** Of `table`: what becomes of a code that it does not have; default `keep`. */
  otherwise: oneOf("keep", "blank", "problem"),
  duration: oneOf("s", "ms", "us", "ns", "min", "h:mm:ss", "hhmmss"),
  round: oneOf("up", "down", "nearest"),
  money: oneOf("major", "minor", "1/100 minor", "1/10000 major"),
  sign: oneOf("drop", "negate"),
  decimal: oneOf(",", "."),
} satisfies FieldTable;

const STEP_NAMES = Object.keys(stepFields).filter((name) => name !== "otherwise");

const stepRecord = recordSchema(stepFields, {
  required: [],
  unknownFields: "error",
  check: function* (_step, isGiven) {
    if (isGiven("otherwise") && !isGiven("table")) {
      yield { field: "otherwise", message: "is for a table" };
    }
  },
});

const step: z.ZodType<DialectStep> = composite((value, fault) => {
  if (typeof value === "string") {
    if ((STEP_WORDS as readonly string[]).includes(value)) return value as DialectStep;
    const nearest = nearestName(value, [...STEP_WORDS, ...STEP_NAMES]);
    const hint =
      nearest === undefined
        ? `steps are ${[...STEP_WORDS, ...STEP_NAMES].join(", ")}`
        : STEP_NAMES.includes(nearest)
          ? `write { ${JSON.stringify(nearest)}: … }`
          : `did you mean ${nearest}?`;
    fault([], `${quoteValue(value)} is not a step; ${hint}`);
    return z.NEVER;
  }
  readInto(stepRecord.schema, value, fault);
  // Each by itself, so that the order in which they are done is written.
  const given = isPlainRecord(value) ? STEP_NAMES.filter((name) => !isBlank(value[name])) : [];
  if (given.length > 1) fault([], `is ${given.length} steps, ${given.join(" and ")}; write each by itself`);
  else if (given.length === 0 && isPlainRecord(value) && Object.keys(value).length === 0) {
    fault([], `is no step; steps are ${[...STEP_WORDS, ...STEP_NAMES].join(", ")}`);
  }
  return value as DialectStep;
});
writtenAs(step, () => z.union([z.enum(STEP_WORDS), stepRecord.written.meta({ minProperties: 1 })]));

/** What a schema reads of a value; its faults are told as those of the value it lies in. */
function readInto<T>(schema: z.ZodType<T>, value: unknown, fault: TellFault): T {
  const read = readComposite(schema, value);
  if (!(read instanceof NestedFaults)) return read;
  for (const { path, message } of read.issues) fault(path, message);
  return z.NEVER;
}

/** Which of a record's keys are given, for checks of which exactly one must be. */
function onlyOne(given: readonly string[], of: readonly string[]): string | undefined {
  if (given.length === 1) return undefined;
  const list = of.join(", ");
  return given.length === 0
    ? `is blank; write one of ${list}`
    : `stands beside ${given[0]}; write one of ${list}`;
}

const cellTestFields = {
  column: columnName,
  in: texts,
  notIn: texts,
  blank: flagOnly(),
} satisfies FieldTable;

/** True or false, and no word for it: a dialect says what a cell is by a list of texts. */
function flagOnly(): z.ZodType<boolean, boolean> {
  return field(
    (value) =>
      typeof value === "boolean" ? value : new Fault(`${quoteValue(value)} is neither true nor false`),
    () => z.boolean(),
  );
}

function checkQuestion(isGiven: (field: string) => boolean): { field: string; message: string }[] {
  const questions = ["in", "notIn", "blank"];
  const given = questions.filter(isGiven);
  const message = onlyOne(given, questions);
  return message === undefined ? [] : [{ field: given[1] ?? "in", message }];
}

const cellTestRecord = recordSchema(cellTestFields, {
  required: ["column"],
  unknownFields: "error",
  check: (_test, isGiven) => checkQuestion(isGiven),
});

/** A test of one cell, checked. */
export type CheckedCellTest = z.output<typeof cellTestRecord.schema>;

function checkTest(isGiven: (field: string) => boolean): { field: string; message: string }[] {
  if (!isGiven("all")) {
    if (isGiven("column")) return checkQuestion(isGiven);
    return [{ field: "column", message: 'is required; or write { "all": [tests] }' }];
  }
  const beside = ["column", "in", "notIn", "blank"].filter(isGiven);
  return beside.map((name) => ({ field: name, message: "stands beside all; write it as one of its tests" }));
}

const testFields = { ...cellTestFields, all: listOf(cellTestRecord, { of: "tests", most: MOST_ENTRIES }) };
const testRecord = recordSchema(testFields, {
  required: [],
  unknownFields: "error",
  check: (_test, isGiven) => checkTest(isGiven),
});
const passOverRecord = recordSchema(
  { ...testFields, why: text },
  { required: ["why"], unknownFields: "error", check: (_test, isGiven) => checkTest(isGiven) },
);

/** A test of a row, checked. */
export type CheckedTest = z.output<typeof testRecord.schema>;
const tests = listOf(testRecord, { of: "tests", most: MOST_ENTRIES });
const passOver = listOf(passOverRecord, { of: "tests", most: MOST_ENTRIES });

const cellFields = {
  column: columnOrColumns,
  join: text,
  none: texts,
  is: listBy<DialectStep>(
    "steps",
    (value) => readComposite(step, value),
    () => writtenOf(step),
  ),
  time,
  zone,
  plus: columnName,
  minus: columnName,
} satisfies FieldTable;

const cellRecord = recordSchema(cellFields, {
  required: ["column"],
  unknownFields: "error",
  emptyIsValue: ["join"],
  check: function* ({ column }, isGiven) {
    if (isGiven("join") && column?.length === 1) yield { field: "join", message: "joins one column alone" };
    for (const name of ["zone", "plus", "minus"]) {
      if (isGiven(name) && !isGiven("time")) yield { field: name, message: "is for a time; write time, too" };
    }
  },
});

/** A cell, checked. */
export type CheckedCell = z.output<typeof cellRecord.schema>;

const cell: z.ZodType<CheckedCell> = composite((value, fault) => readCell(value, fault));
writtenAs(cell, () => z.union([z.string(), cellRecord.written]));

function readCell(value: unknown, fault: TellFault): CheckedCell {
  if (typeof value !== "string") return readInto(cellRecord.schema, value, fault);
  const column = readColumnName(value);
  if (column instanceof Fault) fault([], column.message);
  return { column: [value] };
}

const constantRecord = recordSchema(
  {
    constant: field(
      (value) => (typeof value === "boolean" ? String(value) : readText(value)),
      () => z.union([z.string(), z.number(), z.boolean()]),
    ),
  },
  { required: ["constant"], unknownFields: "error" },
);

const betweenRecord = recordSchema(
  {
    between: pairOf(cell),
    time,
    zone,
  },
  { required: ["between", "time"], unknownFields: "error" },
);

/** Two of a kind. */
function pairOf<T>(kind: z.ZodType<T>): z.ZodType<readonly [T, T]> {
  const schema = composite((value, fault): readonly [T, T] => {
    if (!Array.isArray(value) || value.length !== 2) {
      fault([], `${quoteValue(value)} is not a list of two`);
      return z.NEVER;
    }
    const [first, second] = value.map((part: unknown, index) =>
      readInto(kind, part, (path, message) => fault([index, ...path], message)),
    );
    return [first, second] as [T, T];
  });
  writtenAs(schema, () => z.tuple([writtenOf(kind), writtenOf(kind)]));
  return schema;
}

/** What does not depend on the direction, checked. */
export type CheckedPlainValue =
  | CheckedCell
  | z.output<typeof betweenRecord.schema>
  | z.output<typeof constantRecord.schema>;

const PLAIN_FORMS = 'a column, { "column": … }, { "constant": … } or { "between": […], "time": … }';

function readPlain(value: unknown, fault: TellFault, forms = PLAIN_FORMS): CheckedPlainValue {
  if (typeof value === "string") return readCell(value, fault);
  if (isPlainRecord(value)) {
    if ("column" in value) return readCell(value, fault);
    if ("constant" in value) return readInto(constantRecord.schema, value, fault);
    if ("between" in value) return readInto(betweenRecord.schema, value, fault);
    const key = Object.keys(value)[0];
    const nearest =
      key === undefined ? undefined : nearestName(key, ["column", "constant", "between", "in", "out"]);
    if (key !== undefined && nearest !== undefined && !Object.hasOwn(value, nearest)) {
      fault([key], `is not a known field; did you mean ${nearest}?`);
      return z.NEVER;
    }
  }
  fault([], `${quoteValue(value)} says no value; write ${forms}`);
  return z.NEVER;
}

const plainValue: z.ZodType<CheckedPlainValue> = composite((value, fault) => readPlain(value, fault));
writtenAs(plainValue, () =>
  z.union([z.string(), cellRecord.written, constantRecord.written, betweenRecord.written]),
);

const byDirectionRecord = recordSchema(
  { in: plainValue, out: plainValue },
  { required: [], unknownFields: "error" },
);

/** A value, checked. */
export type CheckedValue = CheckedPlainValue | z.output<typeof byDirectionRecord.schema>;

/** Whether a value depends on the direction. */
export function isByDirection(value: CheckedValue): value is z.output<typeof byDirectionRecord.schema> {
  return !("column" in value || "constant" in value || "between" in value);
}

const value: z.ZodType<CheckedValue> = composite((written, fault) => {
  const isDirected = isPlainRecord(written) && ("in" in written || "out" in written);
  if (isDirected) return readInto(byDirectionRecord.schema, written, fault);
  return readPlain(written, fault, `${PLAIN_FORMS}, or { "in": …, "out": … }`);
});
writtenAs(value, () => z.union([writtenOf(plainValue), byDirectionRecord.written]));

const DIALECT_FIELDS: readonly DialectField[] = ["start", ...READABLE_FIELDS];

const fieldsRecord = recordSchema(
  Object.fromEntries(DIALECT_FIELDS.map((name) => [name, value])) as { [F in DialectField]: typeof value },
  {
    required: [],
    unknownFields: "error",
    check: function* (_fields, isGiven) {
      for (const name of ["startDate", "startTime"]) {
        if (isGiven("start") && isGiven(name))
          yield { field: name, message: "stands beside start, which says it" };
      }
    },
  },
);

/** Names of directions: "" leaves the flag blank, and one that is not said has its usual name. */
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
    required: [],
    unknownFields: "error",
    check: function* (_direction, isGiven) {
      if (isGiven("byNumber") && isGiven("otherwise")) {
        const message = "stands beside byNumber, which tells of every row; write null for one";
        yield { field: "otherwise", message };
      }
    },
  },
);

/** How directions are told, checked. */
export type CheckedDirection = z.output<typeof directionRecord.schema>;

/** What a dialect says of a call, and a leg of its own. */
const callFields = {
  passOver,
  direction: directionRecord.schema,
  unanswered: tests,
  fields: fieldsRecord.schema,
  set: setTable,
} satisfies FieldTable;

/** A leg's null takes away what the dialect says of all its calls. */
const legFields: typeof fieldsRecord.schema = composite((written, fault) => {
  const read = readInto(fieldsRecord.schema, written, fault);
  const taken = isPlainRecord(written) ? DIALECT_FIELDS.filter((name) => written[name] === null) : [];
  return { ...read, ...Object.fromEntries(taken.map((name) => [name, SAYS_NOTHING])) };
}) as typeof fieldsRecord.schema;
writtenAs(legFields, () => writtenOf(fieldsRecord.schema));
const SAYS_NOTHING: CheckedValue = { constant: "" };

const legRecord = recordSchema(
  { name: text, ...callFields, fields: legFields },
  { required: ["name"], unknownFields: "error" },
);

/** A leg, checked. */
export type CheckedLeg = z.output<typeof legRecord.schema>;

/** Lines that a file may begin with before its header. */
const MOST_LINES = 10_000;

const csvRecord = recordSchema(
  {
    header: oneOf("yes", "no", "auto"),
    delimiter: oneOf(",", ";", "|", "\t", ":"),
    quotes: oneOf("double", "backslash", "none"),
    skipFirst: wholeNumber(0, MOST_LINES),
    skipAfterHeader: wholeNumber(0, MOST_LINES),
  },
  {
    required: [],
    defaults: { delimiter: ",", quotes: "double", skipFirst: 0, skipAfterHeader: 0 },
    unknownFields: "error",
  },
);

const fixedColumnRecord = recordSchema(
  { name: columnName, from: wholeNumber(1, MOST_CHARACTERS), to: wholeNumber(1, MOST_CHARACTERS) },
  {
    required: ["name", "from", "to"],
    unknownFields: "error",
    check: function* ({ from, to }) {
      if (from !== undefined && to !== undefined && to < from)
        yield { field: "to", message: "is before from" };
    },
  },
);

/** A column of a file: by its name, or with where it stands. */
export type CheckedColumn = string | z.output<typeof fixedColumnRecord.schema>;

const columns = listBy<CheckedColumn>(
  "columns",
  (value) => (isPlainRecord(value) ? readComposite(fixedColumnRecord.schema, value) : readColumnName(value)),
  () => z.union([z.string(), fixedColumnRecord.written]),
);

const currencyRecord = recordSchema(
  { column: columnName, is: text },
  {
    required: [],
    unknownFields: "error",
    check: function* (_currency, isGiven) {
      const given = ["column", "is"].filter(isGiven);
      const message = onlyOne(given, ["column", "is"]);
      if (message !== undefined) yield { field: given[1] ?? "column", message };
    },
  },
);

const needsRecord = recordSchema(
  { zone: text, direction: text, carrier: text, year: text, currency: text, fields: text },
  { required: [], unknownFields: "error" },
);

/** What is said of a run's choices, checked. */
export type CheckedNeeds = z.output<typeof needsRecord.schema>;

const records: z.ZodType<string, string> = field(
  (value) => {
    if (typeof value === "string" && value.startsWith("/")) return value;
    return new Fault(`${quoteValue(value)} is no JSON pointer; write it as "/value"`);
  },
  () => z.string().meta({ pattern: "^/" }),
);

const dialectFields = {
  /** For editors that check JSON by its schema. */
  $schema: text,
  about: text,
  basedOn: text,
  reads: oneOf("csv", "fixed", "json", "jsonl"),
  csv: csvRecord.schema,
  columns,
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
  legs: listOf(legRecord, { of: "legs", most: 10 }),
} satisfies FieldTable;

const NO_HEADER_NAMES: ReadonlyMap<string, string> = new Map();

const dialectRecord = recordSchema(dialectFields, {
  required: ["reads"],
  defaults: {
    headerNames: NO_HEADER_NAMES,
    optionalColumns: [],
    blank: [],
    passOver: [],
    unanswered: [],
    legs: [],
    columns: [],
  },
  unknownFields: "error",
});

/** A dialect whose every entry has been checked by itself. */
export type CheckedCallDialect = z.output<typeof dialectRecord.schema>;

/** The schema of a dialect that has been merged with its preset. */
export const checkedDialectSchema: z.ZodType<CheckedCallDialect> = dialectRecord.schema;

for (const [id, schema] of Object.entries({
  value,
  plainValue,
  cell: cellRecord.schema,
  step,
  test: testRecord.schema,
  cellTest: cellTestRecord.schema,
  passOver: passOverRecord.schema,
  direction: directionRecord.schema,
  fields: fieldsRecord.schema,
  set: setTable,
  leg: legRecord.schema,
})) {
  namedInSchemas(schema, id);
}

/** The schema of a dialect as it is written: it may rest on a preset, or say all itself. */
export function writtenDialectSchema(): z.ZodType<CallDialect> {
  const written = recordSchema(dialectFields, { required: [], unknownFields: "error" }).written;
  return written as unknown as z.ZodType<CallDialect>;
}
