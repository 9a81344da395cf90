/** The values of a call's fields. */
import * as z from "zod";
import {
  composite,
  Fault,
  type FieldTable,
  field,
  isPlainRecord,
  namedInSchemas,
  nearestName,
  quoteValue,
  READABLE_FIELDS,
  readComposite,
  readText,
  recordSchema,
  type TellFault,
  text,
  writtenAs,
  writtenOf,
} from "../../../model/index.ts";
import { readColumnName } from "../../preset-files.ts";
import type { DialectField, DialectStep } from "../call-dialect.ts";
import {
  columnName,
  columnNames,
  flagOnly,
  listBy,
  pairOf,
  readInto,
  texts,
  time,
  zone,
} from "./schema-parts.ts";
import { step } from "./step-schema.ts";

const columnOrColumns: z.ZodType<readonly string[]> = composite((value, fault) => {
  if (!Array.isArray(value)) {
    const read = readColumnName(value);
    if (read instanceof Fault) fault([], read.message);
    return [read as string];
  }
  return readInto(columnNames, value, fault);
});
writtenAs(columnOrColumns, () => z.union([z.string(), z.array(z.string())]));

const textFields = {
  column: columnOrColumns,
  join: text,
  none: texts,
  is: listBy<DialectStep>(
    "steps",
    (value) => readComposite(step, value),
    () => writtenOf(step),
  ),
  sum: flagOnly(),
} satisfies FieldTable;

function* checkColumns(
  column: readonly string[] | undefined,
  isGiven: (field: string) => boolean,
): Generator<{ readonly field: string; readonly message: string }> {
  if (isGiven("join") && column?.length === 1) yield { field: "join", message: "joins one column alone" };
  if (isGiven("join") && isGiven("sum"))
    yield { field: "sum", message: "stands beside join; write one of them" };
}

/** A cell that is added to another, or that replaces another. */
const textRecord = recordSchema(textFields, {
  required: ["column"],
  emptyIsValue: ["join"],
  check: ({ column }, isGiven) => checkColumns(column, isGiven),
});

const textCell: z.ZodType<CheckedText> = composite((value, fault) =>
  readCell(value, fault, textRecord.schema),
);
writtenAs(textCell, () => z.union([z.string(), textRecord.written]));

const textOrConstant: z.ZodType<CheckedText | CheckedConstant> = composite((value, fault) =>
  isPlainRecord(value) && "constant" in value
    ? readInto(constantRecord.schema, value, fault)
    : readCell(value, fault, textRecord.schema),
);
writtenAs(textOrConstant, () => z.union([z.string(), textRecord.written, constantRecord.written]));

/** A checked cell of this kind. */
export type CheckedText = z.output<typeof textRecord.schema>;

const cellFields = {
  ...textFields,
  add: listBy<CheckedText>(
    "cells",
    (value) => readComposite(textCell, value),
    () => writtenOf(textCell),
  ),
  or: listBy<CheckedText | CheckedConstant>(
    "values",
    (value) => readComposite(textOrConstant, value),
    () => writtenOf(textOrConstant),
  ),
  carry: flagOnly(),
  time,
  zone,
  plus: columnName,
  minus: columnName,
} satisfies FieldTable;

const cellRecord = recordSchema(cellFields, {
  required: ["column"],
  emptyIsValue: ["join"],
  check: function* ({ column }, isGiven) {
    yield* checkColumns(column, isGiven);
    for (const name of ["zone", "plus", "minus"]) {
      if (isGiven(name) && !isGiven("time")) yield { field: name, message: "is for a time; write time, too" };
    }
    for (const name of ["sum", "add", "or", "carry"]) {
      if (isGiven(name) && isGiven("time")) yield { field: name, message: "is not for a time" };
    }
  },
});

export type CheckedCell = z.output<typeof cellRecord.schema>;

const cell: z.ZodType<CheckedCell> = composite((value, fault) => readCell(value, fault, cellRecord.schema));
writtenAs(cell, () => z.union([z.string(), cellRecord.written]));

function readCell<T extends CheckedText>(value: unknown, fault: TellFault, schema: z.ZodType<T>): T {
  return readInto(schema, typeof value === "string" ? { column: value } : value, fault);
}

type CheckedConstant = z.output<typeof constantRecord.schema>;

const constantRecord = recordSchema(
  {
    constant: field(
      (value) => (typeof value === "boolean" ? String(value) : readText(value)),
      () => z.union([z.string(), z.number(), z.boolean()]),
    ),
  },
  { required: ["constant"] },
);

const betweenRecord = recordSchema(
  {
    between: pairOf(cell),
    time,
    zone,
  },
  { required: ["between", "time"] },
);

const dateAndClockRecord = recordSchema(
  { date: cell, clock: cell, zone, plus: columnName },
  { required: ["date", "clock"] },
);

/** A checked value that does not depend on the direction. */
export type CheckedPlainValue =
  | CheckedCell
  | z.output<typeof dateAndClockRecord.schema>
  | z.output<typeof betweenRecord.schema>
  | z.output<typeof constantRecord.schema>;

const PLAIN_FORMS = 'a column, { "column": … }, { "constant": … } or { "between": […], "time": … }';

function readPlain(value: unknown, fault: TellFault, forms = PLAIN_FORMS): CheckedPlainValue {
  if (typeof value === "string") return readCell(value, fault, cellRecord.schema);
  if (isPlainRecord(value)) {
    if ("column" in value) return readCell(value, fault, cellRecord.schema);
    if ("date" in value) return readInto(dateAndClockRecord.schema, value, fault);
    if ("constant" in value) return readInto(constantRecord.schema, value, fault);
    if ("between" in value) return readInto(betweenRecord.schema, value, fault);
    const key = Object.keys(value)[0];
    const nearest =
      key === undefined
        ? undefined
        : nearestName(key, ["column", "constant", "between", "date", "in", "out"]);
    if (key !== undefined && nearest !== undefined && !Object.hasOwn(value, nearest)) {
      fault([key], `is not a known field; did you mean ${nearest}?`);
      return z.NEVER;
    }
  }
  fault([], `${quoteValue(value)} says no value; write ${forms}`);
  return z.NEVER;
}

export const plainValue: z.ZodType<CheckedPlainValue> = composite((value, fault) => readPlain(value, fault));
writtenAs(plainValue, () =>
  z.union([
    z.string(),
    cellRecord.written,
    constantRecord.written,
    betweenRecord.written,
    dateAndClockRecord.written,
  ]),
);

const byDirectionRecord = recordSchema({ in: plainValue, out: plainValue });

export type CheckedValue = CheckedPlainValue | z.output<typeof byDirectionRecord.schema>;

export function isByDirection(value: CheckedValue): value is z.output<typeof byDirectionRecord.schema> {
  return !("column" in value || "constant" in value || "between" in value || "date" in value);
}

const value: z.ZodType<CheckedValue> = composite((written, fault) => {
  const isDirected = isPlainRecord(written) && ("in" in written || "out" in written);
  if (isDirected) return readInto(byDirectionRecord.schema, written, fault);
  return readPlain(written, fault, `${PLAIN_FORMS}, or { "in": …, "out": … }`);
});
writtenAs(value, () => z.union([writtenOf(plainValue), byDirectionRecord.written]));

export const DIALECT_FIELDS: readonly DialectField[] = ["start", ...READABLE_FIELDS];

export const fieldsRecord = recordSchema(
  Object.fromEntries(DIALECT_FIELDS.map((name) => [name, value])) as { [F in DialectField]: typeof value },
  {
    check: function* (_fields, isGiven) {
      for (const name of ["startDate", "startTime"]) {
        if (isGiven("start") && isGiven(name))
          yield { field: name, message: "stands beside start, which says it" };
      }
    },
  },
);

namedInSchemas(value, "value");
namedInSchemas(plainValue, "plainValue");
namedInSchemas(textRecord.schema, "textCell");
namedInSchemas(cellRecord.schema, "cell");
namedInSchemas(fieldsRecord.schema, "fields");
