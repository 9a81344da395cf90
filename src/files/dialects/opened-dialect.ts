/** A call dialect as rows are read by it: merged with its preset, checked, its columns resolved. Plain data. */
import type { OpenedBook } from "../../index.ts";
import type { ReadableField } from "../../model/index.ts";
import type { DialectField, DialectStep, DialectTime } from "./call-dialect.ts";

/** A test of one cell; `texts` are in lower case, without the `*` in `beginnings`. */
export interface OpenedTest {
  readonly column: string;
  readonly kind: "in" | "notIn" | "blank" | "notBlank";
  /** Whether texts are compared as they stand, not in lower case. */
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

/** How a time is read, as `openTime` takes it. */
export interface OpenedTime {
  readonly time: DialectTime;
  /** `local`, `utc` or a name. */
  readonly zone: string;
}

/** The first of the columns that says something, or with `join` or `isSum` what all of them say. */
export interface OpenedCell {
  readonly kind: "cell";
  readonly columns: readonly string[];
  readonly join: string | undefined;
  readonly isSum: boolean;
  /** Cells that say nothing here, those of the whole dialect included. */
  readonly none: ReadonlySet<string>;
  readonly steps: readonly DialectStep[];
  /** Amounts that are added to it. */
  readonly add: readonly OpenedCell[];
  /** What is said where it says nothing. */
  readonly or: readonly (OpenedCell | OpenedConstant)[];
  /** Whether its columns are carried along where the field says nothing. */
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

/** A text that the dialect gives itself. */
interface OpenedConstant {
  readonly kind: "constant";
  readonly text: string;
}

/** What does not depend on the direction. */
export type OpenedPlainValue = OpenedCell | OpenedBetween | OpenedConstant | OpenedDateAndClock;

/** What a field is taken from, by direction; twice the same where the direction does not matter. */
export interface OpenedValue {
  readonly in: OpenedPlainValue | undefined;
  readonly out: OpenedPlainValue | undefined;
}

/** How the direction of a row is told. */
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
  /** Tests of which a row that has it fits one; undefined where all rows have it. */
  readonly when: readonly OpenedTests[] | undefined;
  readonly passOver: readonly OpenedPassOver[];
  /** Undefined where the direction decides nothing. */
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

/** How a CSV file is written. */
interface OpenedCsv {
  readonly header: "yes" | "no" | "auto";
  readonly delimiter: "," | ";" | "|" | "\t" | ":";
  readonly quotes: "double" | "backslash" | "none";
  readonly skipFirst: number;
  readonly skipAfterHeader: number;
}

/** A call dialect as rows are read by it. */
export interface OpenedCallDialect {
  /** Its name in messages. */
  readonly name: string;
  readonly reads: "csv" | "fixed" | "json" | "jsonl";
  readonly csv: OpenedCsv;
  /** The columns of a file without a header, in order; of a file with one those that it is known to have. */
  readonly columns: readonly string[];
  /** Of a file of fixed widths. */
  readonly fixed: readonly FixedColumn[];
  /** Of JSON: the paths that the dialect reads, in the order in which `DialectRows` takes their texts. */
  readonly paths: readonly string[];
  /** All columns that a header may name; undefined where it may name any. */
  readonly headerColumns: ReadonlySet<string> | undefined;
  /** Columns without which a file cannot be read. */
  readonly neededColumns: readonly string[];
  readonly optionalColumns: ReadonlySet<string>;
  /** The column that a name in a header means, by `columnKey` of the name: those of the dialect and its `headerNames`. */
  readonly columnsByKey: ReadonlyMap<string, string>;
  /** JSON pointer to the list of calls. */
  readonly records: string | undefined;
  /** Cells that say nothing, in every column. */
  readonly blank: ReadonlySet<string>;
  /** The column whose cells must be the currency `is`. */
  readonly currency: { readonly column: string; readonly is: string } | undefined;
  /** Rows that give no call at all. */
  readonly passOver: readonly OpenedPassOver[];
  /** The calls of a row: one, or one a leg. */
  readonly legs: readonly OpenedLeg[];
  /** Columns that become a field of some leg; all others are carried along. */
  readonly fieldColumns: ReadonlySet<string>;
  /** What times without a year take. */
  readonly year: number | undefined;
  /** Whose numbers tell directions, and whose zone, currency and call directions count. */
  readonly book: OpenedBook | undefined;
}
