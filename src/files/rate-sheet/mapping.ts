import * as z from "zod";
import { parseCivilDate } from "../../calendar/index.ts";
import {
  CHARGE_TYPES,
  type Direction,
  direction,
  Fault,
  type FieldTable,
  type FlagValue,
  field,
  flag,
  isPlainRecord,
  listOf,
  listOfWords,
  type NameList,
  names,
  nearestName,
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
  wholeNumber,
} from "../../model/index.ts";
import { type Amount, toDecimalText } from "../../money/index.ts";
import { tableOf } from "../uk-cdr/index.ts";
import { incrementInCell } from "./cells.ts";

/** Values of a line that are money: written in the sheet's unit, kept in pence. */
export const MONEY_COLUMNS = rateFieldsWith("column", "money");

/** Values of a line that are plain numbers. */
export const NUMBER_COLUMNS = rateFieldsWith("column", "number");

/** What a column of a sheet can be. */
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

/** A column that holds money. */
export type MoneyColumn = (typeof MONEY_COLUMNS)[number];

/** A column that holds a plain number. */
export type NumberColumn = (typeof NUMBER_COLUMNS)[number];

/** What a column of a sheet can be. */
export type SheetColumn = (typeof SHEET_COLUMNS)[number];

/** Columns of the parts of a row that a rating period has for itself. */
type PeriodColumn = MoneyColumn | NumberColumn | "increment";

/** The columns that a period may have for itself. */
const PERIOD_COLUMNS: readonly PeriodColumn[] = [...MONEY_COLUMNS, ...NUMBER_COLUMNS, "increment"];

const MONEY: ReadonlySet<string> = new Set(MONEY_COLUMNS);

/** Whether a value of a line is money. */
export function isMoney(name: string): name is MoneyColumn {
  return MONEY.has(name);
}

/** Money that prices a call by itself: a cap or a rounding multiple does not. */
export function isPrice(name: string): boolean {
  return MONEY.has(name) && name !== "costMax" && name !== "roundPence";
}

/** A column: its name in the header, its number from 1, or a list of which the first that is there counts. */
export type ColumnName = string | number | readonly (string | number)[];

/** Which column gives which value; null takes away what a preset says. */
export type SheetColumns = { readonly [C in SheetColumn]?: Optional<ColumnName> };

/** Values for rows whose cells say nothing, in the book's own terms: pence, seconds, `YYYY-MM-DD`. */
export interface SheetSet extends Omit<RateLine, "prefix"> {
  /** Makes the prefixes of the sheet national ones, and goes in front of them. */
  readonly countryCode?: Optional<string | number>;
  /** What destinations are called. */
  readonly location?: Optional<string>;
  /** As a column `increment`: `60/1`. */
  readonly increment?: Optional<string>;
}

/** A rating period with columns of its own: a row gives one line for each. */
export interface SheetPeriod {
  /** The period's name in the book; blank = any period. */
  readonly tariffTime?: Optional<string>;
  readonly columns?: Optional<{ readonly [C in PeriodColumn]?: Optional<ColumnName> }>;
  readonly set?: Optional<SheetSet>;
}

/** How rows with one code in the variants' column are read. */
export interface SheetVariant {
  /** On top of the mapping's own columns and values. */
  readonly columns?: Optional<SheetColumns>;
  readonly set?: Optional<SheetSet>;
  /** Instead of the mapping's own; an empty list gives one line for any period. */
  readonly periods?: Optional<readonly SheetPeriod[]>;
  readonly perSeconds?: Optional<Amount>;
  /** Rows with this code are notes. */
  readonly note?: Optional<FlagValue>;
}

/** Rows by what one column says; upper and lower case are the same. */
export interface RowCondition {
  readonly column: ColumnName;
  readonly values: NameList;
}

/** How dates are written; `YYYY-MM-DD` is always read, and `/`, `-`, `.` may stand between the parts. */
export type SheetDateFormat =
  | "yyyy-mm-dd"
  | "dd/mm/yyyy"
  | "dd/mm/yy"
  | "mm/dd/yyyy"
  | "yyyymmdd"
  | "dd mmm yyyy";

/** Codes of the sheet as names of the book. */
export type CodeNames = Readonly<Record<string, string>>;

/**
 * How one carrier writes its price list. What is not said is as in the preset that `basedOn` names, else as
 * written here; `columns`, `set` and `values` are merged with the preset's entry by entry.
 */
export interface SheetMapping {
  /** A preset to start from. */
  readonly basedOn?: Optional<string>;

  /** Default `,`. */
  readonly delimiter?: Optional<"," | ";" | "|" | "\t">;
  /** Default `utf-8`. `latin1` is read as `windows-1252`, of which it is a part. */
  readonly encoding?: Optional<"utf-8" | "windows-1252" | "latin1" | "utf-16le">;
  /** Lines before the header, or before the first row; they become notes. Default 0. */
  readonly skipLines?: Optional<Amount>;
  /** Whether the first row names the columns. Default `yes`; else columns are numbers. */
  readonly header?: Optional<"yes" | "no">;

  readonly columns?: Optional<SheetColumns>;
  /** Columns that a sheet may lack. */
  readonly optional?: Optional<readonly SheetColumn[]>;
  readonly set?: Optional<SheetSet>;
  /** Names that the sheet has for the book's call types, periods and charge types. */
  readonly values?: Optional<{
    readonly tariffType?: Optional<CodeNames>;
    readonly tariffTime?: Optional<CodeNames>;
    readonly chargeType?: Optional<CodeNames>;
  }>;
  readonly periods?: Optional<readonly SheetPeriod[]>;
  /** Rows that are read otherwise, by a code; a code that is not listed is a problem. */
  readonly variants?: Optional<{
    readonly column: ColumnName;
    readonly codes: Readonly<Record<string, SheetVariant>>;
  }>;
  readonly rows?: Optional<{
    /** Only these rows are read. */
    readonly only?: Optional<readonly RowCondition[]>;
    /** These rows take their prefix out of the price list. */
    readonly drop?: Optional<readonly RowCondition[]>;
    /** These rows are notes. */
    readonly notes?: Optional<readonly RowCondition[]>;
  }>;

  /** The unit of all money: pounds, euros, dollars are `major`, pence and cents `minor`. Required. */
  readonly unit?: Optional<"major" | "minor" | "pounds" | "pence">;
  /** Decimal places of the currency (R16): how far the point of `major` amounts moves; 0 to 3, default 2. */
  readonly currencyDecimals?: Optional<Amount>;
  /** How many seconds `cost` is for: 60 (the default), or a part of 60, such as 1. */
  readonly perSeconds?: Optional<Amount>;
  /** Default `.`; `either` is for sheets that mix both. Thousands are never grouped. */
  readonly decimal?: Optional<"." | "," | "either">;
  /** A currency sign that may stand before an amount. */
  readonly moneySign?: Optional<string>;
  /** Cells that say nothing, such as `-1` or `n/a`. */
  readonly blank?: Optional<NameList>;
  readonly dateFormat?: Optional<SheetDateFormat>;
  /** Set: a hyphen in a prefix means a range, `4420-4425` or `4420-25`. Else it is a separator. */
  readonly ranges?: Optional<FlagValue>;
  /** What a 0 before a national prefix is: `drop` in most countries, `keep` in Italy. Default `refuse`. */
  readonly leadingZero?: Optional<"refuse" | "drop" | "keep">;

  /** What lines are for: a prefix (the default where the sheet has one), or a call type. */
  readonly linesBy?: Optional<"prefix" | "callType">;
  /** Set: each prefix becomes a destination, too. */
  readonly destinations?: Optional<FlagValue>;
  /** The carrier whose destinations and charge bands these are; blank = general. */
  readonly carrier?: Optional<string>;
  /** Direction of destinations and charge bands; default `outbound`. */
  readonly direction?: Optional<Direction>;
  /** Set: call types that the book lacks are added, in the tariff's class. */
  readonly newCallTypes?: Optional<FlagValue>;
  /** Whether what is not in the sheet is gone, or stays as it is. Default `whole`. */
  readonly sheetIs?: Optional<"whole" | "changes">;
  /** The sheet's currency; another one of the tariff, or in the column `currency`, is a problem. */
  readonly currency?: Optional<string>;
}

/** The kinds of entry that a mapping is made of. */

/** A column's alternatives: names in the header, or numbers from 1. */
export type ColumnRef = readonly (string | number)[];

/** Columns of a sheet; a spreadsheet has at most 16,384. */
const MAX_COLUMNS = 16_384;

/** A column's name or number, or several. */
const columnRef: z.ZodType<ColumnRef> = field((value) => {
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
const columnsSchema = recordSchema(refsOf(SHEET_COLUMNS), {
  required: [],
  unknownFields: "error",
}).schema as unknown as z.ZodType<Refs<SheetColumn>>;

/** The columns of a period. */
const periodColumnsSchema = recordSchema(refsOf(PERIOD_COLUMNS), {
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
const setValuesSchema = setSchema.schema as unknown as z.ZodType<SetValues>;

/** Codes of the sheet as names of the book. */
const namesOfCodes: z.ZodType<ReadonlyMap<string, string>> = tableOf((value) => readText(value));

/** Codes of the sheet as charge types. */
const chargeTypesOfCodes: z.ZodType<ReadonlyMap<string, string>> = tableOf((value) => {
  const found = CHARGE_TYPES.find((name) => name === value);
  if (found !== undefined) return found;
  const nearest = typeof value === "string" ? nearestName(value, CHARGE_TYPES) : undefined;
  const hint = nearest === undefined ? `write one of ${CHARGE_TYPES.join(", ")}` : `did you mean ${nearest}?`;
  return new Fault(`${quoteValue(value)} is not a charge type; ${hint}`);
});

/** How many seconds a price is for. */
const perSecondsField: z.ZodType<number> = field((value) => {
  const seconds = typeof value === "number" ? value : Number(toDecimalText(value) ?? Number.NaN);
  if (Number.isInteger(seconds) && seconds >= 1 && 60 % seconds === 0) return seconds;
  return new Fault(
    `${quoteValue(value)} is not a part of a minute; write 1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30 or 60`,
  );
});

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
type CheckedCondition = z.output<typeof conditionSchema.schema>;

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
