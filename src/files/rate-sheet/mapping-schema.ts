import * as z from "zod";
import {
  direction,
  Fault,
  type FieldTable,
  field,
  flag,
  isPlainRecord,
  listOf,
  listOfWords,
  names,
  oneOf,
  quoteValue,
  readText,
  recordSchema,
  text,
  wholeNumber,
} from "../../model/index.ts";
import {
  chargeTypesOfCodes,
  columnRef,
  columnsSchema,
  namesOfCodes,
  periodColumnsSchema,
  perSecondsField,
  setValuesSchema,
} from "./mapping-fields.ts";
import { SHEET_COLUMNS } from "./sheet-columns.ts";

const periodSchema = recordSchema(
  { tariffTime: text, columns: periodColumnsSchema, set: setValuesSchema },
  { required: [], defaults: { columns: {}, set: {} }, unknownFields: "error" },
);

const variantSchema = recordSchema(
  {
    columns: columnsSchema,
    set: setValuesSchema,
    periods: keepEmpty(listOf(periodSchema)),
    perSeconds: perSecondsField,
    note: flag,
  },
  { required: [], defaults: { columns: {}, set: {}, note: false }, unknownFields: "error" },
);

/** A list whose emptiness says something: records leave empty lists out. */
function keepEmpty<T>(list: z.ZodType<readonly T[]>): z.ZodType<{ readonly list: readonly T[] }> {
  return list.transform((entries) => ({ list: entries }));
}

/** What a code of the variants' column says, checked. */
export type CheckedVariant = z.output<typeof variantSchema.schema>;

/** A period with columns of its own, checked. */
export type CheckedPeriod = z.output<typeof periodSchema.schema>;

const codes: z.ZodType<ReadonlyMap<string, CheckedVariant>> = z.unknown().transform((value, context) => {
  const table = new Map<string, CheckedVariant>();
  if (!isPlainRecord(value)) {
    context.addIssue({ code: "custom", message: `${quoteValue(value)} is not a table of codes` });
    return z.NEVER;
  }
  for (const [code, entry] of Object.entries(value)) {
    const checked = variantSchema.schema.safeParse(entry);
    if (checked.success) table.set(code, checked.data);
    else
      for (const { path, message } of checked.error.issues)
        context.addIssue({ code: "custom", path: [code, ...path], message });
  }
  return table;
});

const conditionSchema = recordSchema(
  { column: columnRef, values: names },
  { required: ["column", "values"], unknownFields: "error" },
);

/** Rows by what one column says, checked. */
export type CheckedCondition = z.output<typeof conditionSchema.schema>;

const conditions = listOf(conditionSchema);
const none: readonly CheckedCondition[] = [];
const noNames: ReadonlyMap<string, string> = new Map();
const noPeriods: readonly CheckedPeriod[] = [];

const delimiter = field((value): string | Fault => {
  if (value === "," || value === ";" || value === "|" || value === "\t") return value;
  return new Fault(`${quoteValue(value)} is not a delimiter; write one of , ; | and \\t`);
});

const rowsSchema = recordSchema(
  { only: conditions, drop: conditions, notes: conditions },
  { required: [], defaults: { only: none, drop: none, notes: none }, unknownFields: "error" },
);

const valuesSchema = recordSchema(
  { tariffType: namesOfCodes, tariffTime: namesOfCodes, chargeType: chargeTypesOfCodes },
  {
    required: [],
    defaults: { tariffType: noNames, tariffTime: noNames, chargeType: noNames },
    unknownFields: "error",
  },
);

const variantsSchema = recordSchema(
  { column: columnRef, codes },
  { required: ["column", "codes"], unknownFields: "error" },
);

const moneySign = field((value): string | Fault => {
  const sign = readText(value);
  if (sign instanceof Fault || (sign.length <= 10 && !/[0-9.,-]/.test(sign))) return sign;
  return new Fault(`${quoteValue(value)} is not a currency sign`);
});

const fields = {
  basedOn: text,
  delimiter,
  encoding: oneOf("utf-8", "windows-1252", "latin1", "utf-16le"),
  skipLines: wholeNumber(0, 10_000),
  header: oneOf("yes", "no"),
  columns: columnsSchema,
  optional: listOfWords(...SHEET_COLUMNS),
  set: setValuesSchema,
  values: valuesSchema.schema,
  periods: listOf(periodSchema),
  variants: variantsSchema.schema,
  rows: rowsSchema.schema,
  unit: oneOf("major", "minor", "pounds", "pence"),
  currencyDecimals: wholeNumber(0, 3),
  perSeconds: perSecondsField,
  decimal: oneOf(".", ",", "either"),
  moneySign,
  blank: names,
  dateFormat: oneOf("yyyy-mm-dd", "dd/mm/yyyy", "dd/mm/yy", "mm/dd/yyyy", "yyyymmdd", "dd mmm yyyy"),
  ranges: flag,
  leadingZero: oneOf("refuse", "drop", "keep"),
  linesBy: oneOf("prefix", "callType"),
  destinations: flag,
  carrier: text,
  direction,
  newCallTypes: flag,
  sheetIs: oneOf("whole", "changes"),
  currency: text,
} satisfies FieldTable;

const mappingRecord = recordSchema(fields, {
  required: ["columns", "unit"],
  defaults: {
    delimiter: ",",
    encoding: "utf-8",
    skipLines: 0,
    header: "yes",
    optional: [],
    set: {},
    values: { tariffType: noNames, tariffTime: noNames, chargeType: noNames },
    periods: noPeriods,
    rows: { only: none, drop: none, notes: none },
    perSeconds: 60,
    decimal: ".",
    moneySign: "",
    blank: [],
    dateFormat: "yyyy-mm-dd",
    ranges: false,
    leadingZero: "refuse",
    destinations: false,
    direction: "outbound",
    newCallTypes: false,
    sheetIs: "whole",
  },
  unknownFields: "error",
});

/** The schema of a mapping that has been merged with its preset. */
export const mappingSchema: z.ZodType<CheckedMapping> = mappingRecord.schema;

/** A mapping whose every entry has been checked by itself. */
export type CheckedMapping = z.output<typeof mappingRecord.schema>;
