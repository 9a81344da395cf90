import { rateFieldsWith } from "../../model/index.ts";

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
export type PeriodColumn = MoneyColumn | NumberColumn | "increment";

/** The columns that a period may have for itself. */
export const PERIOD_COLUMNS: readonly PeriodColumn[] = [...MONEY_COLUMNS, ...NUMBER_COLUMNS, "increment"];

const MONEY: ReadonlySet<string> = new Set(MONEY_COLUMNS);

/** Whether a value of a line is money. */
export function isMoney(name: string): name is MoneyColumn {
  return MONEY.has(name);
}

/** Money that prices a call by itself: a cap or a rounding multiple does not. */
export function isPrice(name: string): boolean {
  return MONEY.has(name) && name !== "costMax" && name !== "roundPence";
}
