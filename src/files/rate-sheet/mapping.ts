/** How a carrier writes its price list: the fields of a mapping, from which the type and the checks are derived. */
import type * as z from "zod";
import { parseCivilDate } from "../../calendar/index.ts";
import {
  CHARGE_TYPES,
  direction,
  Fault,
  type FieldTable,
  field,
  flag,
  listOf,
  listOfWords,
  type NameList,
  names,
  type Optional,
  oneOf,
  quoteValue,
  RATE_VALUE_NAMES,
  RATE_VALUES,
  type RateLine,
  rateFieldsWith,
  readerOf,
  readText,
  recordSchema,
  text,
  type WrittenFields,
  wholeNumber,
} from "../../model/index.ts";
import { type Amount, toDecimalText } from "../../money/index.ts";
import { delimiter, hintFor, tableOf } from "../preset-files.ts";
import { DATE_FORMATS, incrementInCell } from "./sheet-cells.ts";

/** Values of a line that are money: written in the sheet's unit, kept in pence. */
export const MONEY_COLUMNS = rateFieldsWith("column", "money");

/** Values of a line that are plain numbers. */
export const NUMBER_COLUMNS = rateFieldsWith("column", "number");

/** The values that columns of a sheet can give. */
export const SHEET_COLUMNS = [
  "prefix",
  "countryCode",
  "areaCode",
  "chargeBand",
  "tariffType",
  "tariffTime",
  "location",
  "startDate",
  "endDate",
  "chargeType",
  "increment",
  "currency",
  ...MONEY_COLUMNS,
  ...NUMBER_COLUMNS,
] as const;

export type MoneyColumn = (typeof MONEY_COLUMNS)[number];
export type NumberColumn = (typeof NUMBER_COLUMNS)[number];

/** A value that a column of a sheet can give. */
export type SheetColumn = (typeof SHEET_COLUMNS)[number];

/** Columns that a rating period can have separately. */
type PeriodColumn = MoneyColumn | NumberColumn | "increment";
const PERIOD_COLUMNS: readonly PeriodColumn[] = [...MONEY_COLUMNS, ...NUMBER_COLUMNS, "increment"];

/** Whether a value of a line is money. */
export function isMoney(name: string): name is MoneyColumn {
  return (MONEY_COLUMNS as readonly string[]).includes(name);
}

/** Money that prices a call by itself: a cap or a rounding multiple does not. */
export function isPrice(name: string): boolean {
  return isMoney(name) && name !== "costMax" && name !== "roundPence";
}

/** A column: its name in the header, its number from 1, or a list, of which the first column in the sheet counts. */
export type ColumnName = string | number | readonly (string | number)[];

/** A column's alternatives: names in the header, or numbers from 1. */
export type ColumnRef = readonly (string | number)[];

/** Columns of a sheet; a spreadsheet has at most 16,384. */
const MAX_COLUMNS = 16_384;

const columnRef: z.ZodType<ColumnRef, ColumnName> = field((value) => {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  for (const item of list) {
    const isName = typeof item === "string" && item.trim() !== "";
    const isNumber = typeof item === "number" && Number.isInteger(item) && item >= 1 && item <= MAX_COLUMNS;
    if (!isName && !isNumber) {
      return new Fault(`${quoteValue(item)} is not a column; write its name in the header, or its number`);
    }
  }
  if (list.length === 0) return new Fault("names no column");
  return list as ColumnRef;
});

/** The column of each value; null removes the column of a preset. */
type ColumnsOf<C extends string> = { readonly [K in C]?: Optional<ColumnName> };
export type SheetColumns = ColumnsOf<SheetColumn>;

function columnsOf<C extends string>(
  columns: readonly C[],
): z.ZodType<{ readonly [K in C]?: ColumnRef }, ColumnsOf<C>> {
  const table = Object.fromEntries(columns.map((column) => [column, columnRef]));
  const { schema } = recordSchema(table);
  return schema as unknown as ReturnType<typeof columnsOf<C>>;
}

const columns = columnsOf(SHEET_COLUMNS);

/** Values for rows whose cells are blank, in the units of the book: pence, seconds, `YYYY-MM-DD`. */
export interface SheetSet extends Omit<RateLine, "prefix"> {
  /** Goes in front of the sheet's prefixes, which are then national. */
  readonly countryCode?: Optional<string | number>;
  /** The location of destinations. */
  readonly location?: Optional<string>;
  /** As a column `increment`: `60/1`. */
  readonly increment?: Optional<string>;
}

/** Values for rows whose cells are blank, as texts of the book. */
export type SetValues = Readonly<Record<string, string>>;

/** Checks a value like a value of the book, and keeps its text. */
function textChecked(read: (value: unknown) => unknown): z.ZodType<string> {
  return field((value) => {
    const checked = read(value);
    return checked instanceof Fault ? checked : (toDecimalText(value) ?? String(value));
  });
}

const dateText = textChecked((value) => {
  const isDate = typeof value === "string" && parseCivilDate(value) !== undefined;
  return isDate ? value : new Fault(`${quoteValue(value)} is not a date; write YYYY-MM-DD`);
});

const countryCode = textChecked((value) => {
  const isCode = /^[1-9][0-9]{0,6}$/.test(String(value));
  return isCode ? value : new Fault(`${quoteValue(value)} is not a country code; write digits such as 44`);
});

const increment = textChecked((value) => {
  const written = readText(value);
  return written instanceof Fault ? written : incrementInCell(written);
});

const setFields: FieldTable = {
  ...Object.fromEntries(
    RATE_VALUE_NAMES.map((name) => [name, textChecked(readerOf(RATE_VALUES[name]) ?? readText)]),
  ),
  ...Object.fromEntries(
    ["tariffType", "tariffTime", "discountPlan", "location"].map((name) => [name, textChecked(readText)]),
  ),
  startDate: dateText,
  endDate: dateText,
  countryCode,
  increment,
};
const set = recordSchema(setFields).schema as unknown as z.ZodType<SetValues, SheetSet>;

/** Codes of the sheet as names of the book. */
export type CodeNames = Readonly<Record<string, string>>;

const namesOfCodes: z.ZodType<ReadonlyMap<string, string>, CodeNames> = tableOf((value) => readText(value));

const chargeTypesOfCodes: z.ZodType<ReadonlyMap<string, string>, CodeNames> = tableOf((value) => {
  const found = CHARGE_TYPES.find((name) => name === value);
  if (found !== undefined) return found;
  const hint = hintFor(value, CHARGE_TYPES, `write one of ${CHARGE_TYPES.join(", ")}`);
  return new Fault(`${quoteValue(value)} is not a charge type; ${hint}`);
});

const perSeconds: z.ZodType<number, Amount> = field((value) => {
  const seconds = typeof value === "number" ? value : Number(toDecimalText(value) ?? Number.NaN);
  if (Number.isInteger(seconds) && seconds >= 1 && 60 % seconds === 0) return seconds;
  return new Fault(
    `${quoteValue(value)} is not a part of a minute; write 1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30 or 60`,
  );
});

const periodFields = {
  /** The period's name in the book; blank = any period. */
  tariffTime: text,
  columns: columnsOf(PERIOD_COLUMNS),
  set,
} satisfies FieldTable;

const periodSchema = recordSchema(periodFields, {
  defaults: { columns: {}, set: {} },
});

/** A rating period with separate columns: a row gives one line for each period. */
export interface SheetPeriod extends WrittenFields<typeof periodFields> {}

/** A period with separate columns, checked. */
export type CheckedPeriod = z.output<typeof periodSchema.schema>;

const periods = listOf(periodSchema);

const variantFields = {
  /** Added to the columns and values of the mapping, of which null takes one away. */
  columns,
  set,
  /** Instead of the periods of the mapping; an empty list gives one line for any period. */
  periods: periods.transform((list) => ({ list })),
  perSeconds,
  /** Rows with this code are notes. */
  note: flag,
} satisfies FieldTable;

const variantSchema = recordSchema(variantFields, {
  defaults: { columns: {}, set: {}, note: false },
});

/** How rows with one code in the variants' column are read. */
export interface SheetVariant extends WrittenFields<typeof variantFields> {}

/** How rows with one code in the variants' column are read, checked. */
export type CheckedVariant = z.output<typeof variantSchema.schema>;

const variantsSchema = recordSchema(
  {
    column: columnRef,
    codes: tableOf<CheckedVariant, Readonly<Record<string, SheetVariant>>>(
      variantSchema.schema,
      "table of codes",
    ),
  },
  { required: ["column", "codes"] },
);

const conditionSchema = recordSchema(
  { column: columnRef, values: names },
  { required: ["column", "values"] },
);

/** Rows by the value of one column; upper and lower case are the same. */
export interface RowCondition {
  readonly column: ColumnName;
  readonly values: NameList;
}

type CheckedConditions = readonly z.output<typeof conditionSchema.schema>[];

const conditions = listOf(conditionSchema);
const NO_ROWS: Record<"only" | "drop" | "notes", CheckedConditions> = { only: [], drop: [], notes: [] };

const rowsSchema = recordSchema(
  {
    /** Only these rows are read. */
    only: conditions,
    /** These rows delete their prefix from the price list. */
    drop: conditions,
    /** These rows are notes. */
    notes: conditions,
  },
  { defaults: NO_ROWS },
);

const NO_VALUES = { tariffType: new Map(), tariffTime: new Map(), chargeType: new Map() };

const valuesSchema = recordSchema(
  { tariffType: namesOfCodes, tariffTime: namesOfCodes, chargeType: chargeTypesOfCodes },
  { defaults: NO_VALUES },
);

const moneySign: z.ZodType<string, string> = field((value) => {
  const sign = readText(value);
  if (sign instanceof Fault || (sign.length <= 10 && !/[0-9.,-]/.test(sign))) return sign;
  return new Fault(`${quoteValue(value)} is not a currency sign`);
});

const fields = {
  /** A preset to start from. */
  basedOn: text,
  /** Default `,`. */
  delimiter,
  /** Default `utf-8`. `latin1` is read as `windows-1252`, of which it is a part. */
  encoding: oneOf("utf-8", "windows-1252", "latin1", "utf-16le"),
  /** Lines before the header, or before the first row; they become notes. Default 0. */
  skipLines: wholeNumber(0, 10_000),
  /** Whether the first row names the columns. Default `yes`; else columns are numbers. */
  header: oneOf("yes", "no"),

  columns,
  /** Columns that a sheet may lack. */
  optional: listOfWords(...SHEET_COLUMNS),
  /** Columns that are left knowingly, such as remarks: they are not among the `unreadColumns` of a sheet. */
  ignoredColumns: columnRef,
  set,
  /** Names that the sheet has for the book's call types, periods and charge types. */
  values: valuesSchema.schema,
  periods,
  /** Rows that are read differently, by a code; a code that is not listed is a problem. */
  variants: variantsSchema.schema,
  rows: rowsSchema.schema,

  /** The unit of all money: pounds, euros, dollars are `major`, pence and cents `minor`. Required. */
  unit: oneOf("major", "minor", "pounds", "pence"),
  /** Decimal places of the currency (R16): how far the point of `major` amounts moves; 0 to 3, default 2. */
  currencyDecimals: wholeNumber(0, 3),
  /** How many seconds `cost` is for: 60 (the default), or a part of 60, such as 1. */
  perSeconds,
  /** Default `.`; `either` is for sheets that mix both. Thousands are never grouped. */
  decimal: oneOf(".", ",", "either"),
  /** A currency sign that may stand before an amount. */
  moneySign,
  /** Cells that count as blank, such as `-1` or `n/a`. */
  blank: names,
  dateFormat: oneOf(...DATE_FORMATS),
  /** Set: a hyphen in a prefix means a range, `4420-4425` or `4420-25`. Else it is a separator: `44-20`. */
  ranges: flag,
  /** How a 0 before a national prefix is read: `drop` in most countries, `keep` in Italy. Default `refuse`. */
  leadingZero: oneOf("refuse", "drop", "keep"),

  /** The key of lines: a prefix (the default where the sheet has prefixes), or a call type. */
  linesBy: oneOf("prefix", "callType"),
  /** Set: each prefix becomes a destination, too. */
  destinations: flag,
  /** The carrier whose destinations and charge bands these are; blank = general. */
  carrier: text,
  /** Direction of destinations and charge bands; default `outbound`. */
  direction,
  /** Set: call types that the book lacks are added, in the tariff's class. */
  newCallTypes: flag,
  /** Whether lines that are not in the sheet are gone (`whole`), or stay (`changes`). Default `whole`. */
  sheetIs: oneOf("whole", "changes"),
  /** The sheet's currency; another one of the tariff, or in the column `currency`, is a problem. */
  currency: text,
} satisfies FieldTable;

const NO_PERIODS: readonly CheckedPeriod[] = [];

const mappingRecord = recordSchema(fields, {
  required: ["columns", "unit"],
  defaults: {
    delimiter: ",",
    encoding: "utf-8",
    skipLines: 0,
    header: "yes",
    optional: [],
    ignoredColumns: [],
    set: {},
    values: NO_VALUES,
    periods: NO_PERIODS,
    rows: NO_ROWS,
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
});

/**
 * How one carrier writes its price list. An absent field is that of the preset that `basedOn` names, else the default
 * written here; `columns`, `set` and `values` are merged with the preset's entry by entry.
 */
export interface SheetMapping extends WrittenFields<typeof fields> {}

/** The schema of a mapping that has been merged with its preset. */
export const mappingSchema: z.ZodType<CheckedMapping> = mappingRecord.schema;

/** A mapping in which every entry has been checked by itself. */
export type CheckedMapping = z.output<typeof mappingRecord.schema>;
