/** An opened call dialect: merged with its preset, checked, its columns resolved, ready to read rows. Plain data. */
import type { OpenedBook } from "../../index.ts";
import type { ReadableField } from "../../model/index.ts";
import type { CallDialect, DialectCsv, DialectField, DialectStep, DialectTime } from "./call-dialect.ts";

/** A test of one cell; `texts` are in lower case, without the `*` in `beginnings`. */
export interface OpenedTest {
  readonly column: string;
  readonly kind: "in" | "notIn" | "blank" | "notBlank";
  /** Whether texts are compared exactly, not in lower case. */
  readonly isExact: boolean;
  readonly texts: ReadonlySet<string>;
  readonly beginnings: readonly string[];
}

/** Tests of which all must fit. */
export type OpenedTests = readonly OpenedTest[];

/** Rows that are no calls, and why. */
export interface OpenedPassOver {
  readonly tests: OpenedTests;
  readonly why: string;
}

/** The form and the zone of a time, as `openTime` takes them. */
export interface OpenedTime {
  readonly time: DialectTime;
  /** `local`, `utc` or a name. */
  readonly zone: string;
}

/** The first of the columns that is not blank, or with `join` or `isSum` all of them together. */
export interface OpenedCell {
  readonly kind: "cell";
  readonly columns: readonly string[];
  readonly join: string | undefined;
  readonly isSum: boolean;
  /** Texts that count as blank here, including the blank texts of the whole dialect. */
  readonly none: ReadonlySet<string>;
  readonly steps: readonly DialectStep[];
  /** Amounts that are added to this value. */
  readonly add: readonly OpenedCell[];
  /** The values, in order, that replace a blank value. */
  readonly or: readonly (OpenedCell | OpenedConstant)[];
  /** Whether its columns are carried along if the field is blank. */
  readonly isCarried: boolean;
  readonly time: OpenedTime | undefined;
  readonly plus: string | undefined;
  readonly minus: string | undefined;
}

/** The seconds between two times. */
export interface OpenedBetween {
  readonly kind: "between";
  readonly from: OpenedCell;
  readonly to: OpenedCell;
  readonly time: OpenedTime;
}

/** A date and a time of day. */
export interface OpenedDateAndClock {
  readonly kind: "date and clock";
  readonly date: OpenedCell;
  readonly clock: OpenedCell;
  readonly zone: string;
  readonly plus: string | undefined;
}

/** A constant text of the dialect. */
interface OpenedConstant {
  readonly kind: "constant";
  readonly text: string;
}

/** A value that does not depend on the direction. */
export type OpenedPlainValue = OpenedCell | OpenedBetween | OpenedConstant | OpenedDateAndClock;

/** The value of a field by direction; twice the same if the direction does not matter. */
export interface OpenedValue {
  readonly in: OpenedPlainValue | undefined;
  readonly out: OpenedPlainValue | undefined;
}

/** The rules for the direction of a row. */
export interface OpenedDirection {
  readonly inbound: readonly OpenedTests[];
  readonly outbound: readonly OpenedTests[];
  readonly byNumber: readonly [calling: OpenedPlainValue, called: OpenedPlainValue] | undefined;
  readonly otherwise: "in" | "out" | "problem";
  /** `callTypeDirectionFlag` by direction; "" leaves it blank. */
  readonly names: { readonly in: string; readonly out: string };
}

/** One of the calls of a row. */
export interface OpenedLeg {
  /** The row has this call if one of these tests fits; undefined if all rows have this call. */
  readonly when: readonly OpenedTests[] | undefined;
  readonly passOver: readonly OpenedPassOver[];
  /** Undefined if the direction decides nothing. */
  readonly direction: OpenedDirection | undefined;
  readonly unanswered: readonly OpenedTests[];
  readonly fields: ReadonlyMap<DialectField, OpenedValue>;
  readonly set: ReadonlyMap<ReadableField, string>;
}

/** A column of a file of fixed widths: characters from 0, `end` not included. */
export interface FixedColumn {
  readonly column: string;
  readonly start: number;
  readonly end: number;
}

/** The format of a CSV file, with nothing left out. */
type OpenedCsv = { readonly [K in keyof DialectCsv]-?: NonNullable<DialectCsv[K]> };

/** An opened call dialect, by which rows are read. */
export interface OpenedCallDialect {
  /** Its name in messages. */
  readonly name: string;
  readonly reads: NonNullable<CallDialect["reads"]>;
  readonly csv: OpenedCsv;
  /** The columns of a file without a header, in order; with a header, the columns that it is known to have. */
  readonly columns: readonly string[];
  /** The columns of a file of fixed widths. */
  readonly fixed: readonly FixedColumn[];
  /** For JSON: the paths that the dialect reads, in the order in which `DialectRows` takes their texts. */
  readonly paths: readonly string[];
  /** All columns that a header may name; undefined if a header may name any. */
  readonly headerColumns: ReadonlySet<string> | undefined;
  /** Columns without which a file cannot be read. */
  readonly neededColumns: readonly string[];
  readonly optionalColumns: ReadonlySet<string>;
  /** By `columnKey` of a name in a header, the column that it means: the dialect's columns and `headerNames`. */
  readonly columnsByKey: ReadonlyMap<string, string>;
  /** JSON pointer to the list of calls. */
  readonly records: string | undefined;
  /** Texts that count as blank in every column. */
  readonly blank: ReadonlySet<string>;
  /** The column whose cells must be the currency `is`. */
  readonly currency: { readonly column: string; readonly is: string } | undefined;
  /** Rows that give no call at all. */
  readonly passOver: readonly OpenedPassOver[];
  /** The calls of a row: one, or one for each leg. */
  readonly legs: readonly OpenedLeg[];
  /** Columns that become a field of some leg; all others are carried along. */
  readonly fieldColumns: ReadonlySet<string>;
  readonly year: number | undefined;
  /** The book whose numbers tell directions, and whose zone, currency and call directions count. */
  readonly book: OpenedBook | undefined;
}
