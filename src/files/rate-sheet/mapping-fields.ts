/** The kinds of entry that a mapping is made of. */
import type * as z from "zod";
import { parseCivilDate } from "../../calendar/index.ts";
import {
  CHARGE_TYPES,
  Fault,
  type FieldTable,
  field,
  nearestName,
  quoteValue,
  RATE_VALUE_NAMES,
  RATE_VALUES,
  readerOf,
  readText,
  recordSchema,
} from "../../model/index.ts";
import { toDecimalText } from "../../money/index.ts";
import { tableOf } from "../uk-cdr/index.ts";
import { incrementInCell } from "./increment-cell.ts";
import { PERIOD_COLUMNS, type PeriodColumn, SHEET_COLUMNS, type SheetColumn } from "./sheet-columns.ts";

/** A column's alternatives: names in the header, or numbers from 1. */
export type ColumnRef = readonly (string | number)[];

/** Columns of a sheet; a spreadsheet has at most 16,384. */
const MAX_COLUMNS = 16_384;

/** A column's name or number, or several. */
export const columnRef: z.ZodType<ColumnRef> = field((value) => {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  for (const one of list) {
    const isName = typeof one === "string" && one.trim() !== "";
    const isNumber = typeof one === "number" && Number.isInteger(one) && one >= 1 && one <= MAX_COLUMNS;
    if (!isName && !isNumber) {
      return new Fault(`${quoteValue(one)} is not a column; write its name in the header, or its number`);
    }
  }
  if (list.length === 0) return new Fault("names no column");
  return list as ColumnRef;
});

function refsOf(columns: readonly string[]): FieldTable {
  return Object.fromEntries(columns.map((column) => [column, columnRef]));
}

type Refs<C extends string> = { readonly [K in C]?: ColumnRef };

/** The columns of a mapping or a variant. */
export const columnsSchema = recordSchema(refsOf(SHEET_COLUMNS), {
  required: [],
  unknownFields: "error",
}).schema as unknown as z.ZodType<Refs<SheetColumn>>;

/** The columns of a period. */
export const periodColumnsSchema = recordSchema(refsOf(PERIOD_COLUMNS), {
  required: [],
  unknownFields: "error",
}).schema as unknown as z.ZodType<Refs<PeriodColumn>>;

/** Reads a value as the book would, and keeps its text. */
function textChecked(read: (value: unknown) => unknown): z.ZodType<string> {
  return field((value) => {
    const checked = read(value);
    if (checked instanceof Fault) return checked;
    return toDecimalText(value) ?? String(value);
  });
}

function readDate(value: unknown): unknown {
  const isDate = typeof value === "string" && parseCivilDate(value) !== undefined;
  return isDate ? value : new Fault(`${quoteValue(value)} is not a date; write YYYY-MM-DD`);
}

function readCountryCode(value: unknown): unknown {
  const isCode = /^[1-9][0-9]{0,6}$/.test(String(value));
  return isCode ? value : new Fault(`${quoteValue(value)} is not a country code; write digits such as 44`);
}

function readIncrement(value: unknown): unknown {
  const text = readText(value);
  return text instanceof Fault ? text : incrementInCell(text);
}

/** The values that a mapping can set. */
const setSchema = recordSchema(
  {
    ...Object.fromEntries(
      RATE_VALUE_NAMES.map((name) => [name, textChecked(readerOf(RATE_VALUES[name]) ?? readText)]),
    ),
    tariffType: textChecked(readText),
    tariffTime: textChecked(readText),
    discountPlan: textChecked(readText),
    location: textChecked(readText),
    startDate: textChecked(readDate),
    endDate: textChecked(readDate),
    countryCode: textChecked(readCountryCode),
    increment: textChecked(readIncrement),
  } as FieldTable,
  { required: [], unknownFields: "error" },
);

/** Values for rows whose cells say nothing, as texts of the book. */
export type SetValues = Readonly<Record<string, string>>;

/** The values that a mapping, a variant or a period sets. */
export const setValuesSchema = setSchema.schema as unknown as z.ZodType<SetValues>;

/** Codes of the sheet as names of the book. */
export const namesOfCodes: z.ZodType<ReadonlyMap<string, string>> = tableOf((value) => readText(value));

/** Codes of the sheet as charge types. */
export const chargeTypesOfCodes: z.ZodType<ReadonlyMap<string, string>> = tableOf((value) => {
  const found = CHARGE_TYPES.find((name) => name === value);
  if (found !== undefined) return found;
  const nearest = typeof value === "string" ? nearestName(value, CHARGE_TYPES) : undefined;
  const hint = nearest === undefined ? `write one of ${CHARGE_TYPES.join(", ")}` : `did you mean ${nearest}?`;
  return new Fault(`${quoteValue(value)} is not a charge type; ${hint}`);
});

/** How many seconds a price is for. */
export const perSecondsField: z.ZodType<number> = field((value) => {
  const seconds = typeof value === "number" ? value : Number(toDecimalText(value) ?? Number.NaN);
  if (Number.isInteger(seconds) && seconds >= 1 && 60 % seconds === 0) return seconds;
  return new Fault(
    `${quoteValue(value)} is not a part of a minute; write 1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30 or 60`,
  );
});
