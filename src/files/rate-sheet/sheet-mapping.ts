import type { Direction, FlagValue, NameList, Optional, RateLine } from "../../model/index.ts";
import type { Amount } from "../../money/index.ts";
import type { PeriodColumn, SheetColumn } from "./sheet-columns.ts";

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
