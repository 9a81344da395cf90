/** How a foreign file of calls is read, as data: the language of call dialects. No expressions, no patterns, no code. */
import type { OpenedBook } from "../../index.ts";
import type { Blank, ReadableField } from "../../model/index.ts";

/** What a cell is asked; texts compare without case and outer white space, and one `*` at the end stands for any rest. */
export interface DialectCellTest {
  readonly column: string;
  /** Fits where the cell is one of these. */
  readonly in?: readonly DialectText[];
  /** Fits where the cell is none of these. */
  readonly notIn?: readonly DialectText[];
  /** Fits where the cell says nothing, or where it says something. */
  readonly blank?: boolean;
  /** Texts of `in` and `notIn` are compared to the letter: case counts, and a `*` is one. */
  readonly exactly?: boolean;
}

/** A test of a row: of one cell, or several of which all must fit. */
export type DialectTest = DialectCellTest | { readonly all: readonly DialectCellTest[] };

/** Rows that are no calls, and why: they are counted under it. */
type DialectPassOver = DialectTest & { readonly why: string };

/** Text; JSON may write it as a number. */
type DialectText = string | number;

/**
 * `iso`, `epoch s`, `epoch ms`, `epoch us`, or a picture of `YYYY YY MM M MMM DD D DDD HH H hh h mm ss .f A Z` and literal
 * characters; of a list the first that fits.
 */
export type DialectTime = string | readonly string[];

/** What is done to a text, in order. What cannot be turned stays as it is, and rating refuses it by its field. */
export type DialectStep =
  | "uriUser"
  | "angle"
  | "urlDecode"
  | "lower"
  | "upper"
  | "phone"
  | "clock"
  | { readonly before: string }
  | { readonly after: string }
  | { readonly cut: readonly [from: number, to?: number] }
  | { readonly dropPrefix: string | readonly string[] }
  | { readonly prefixes: Readonly<Record<string, string>> }
  | {
      readonly table: Readonly<Record<string, string | number | boolean | null>>;
      readonly otherwise?: "keep" | "blank" | "problem";
      /** Codes are compared to the letter. */
      readonly exactly?: boolean;
    }
  | { readonly duration: "s" | "ms" | "us" | "ns" | "min" | "h:mm:ss" | "hhmmss" }
  | { readonly round: "up" | "down" | "nearest" }
  | { readonly money: "major" | "minor" | "1/100 minor" | "1/10000 major" }
  | { readonly sign: "drop" | "negate" }
  | { readonly zero: "blank" }
  | { readonly date: "dd/mm/yyyy" | "dd/mm/yy" | "mm/dd/yyyy" | "yyyymmdd" }
  | { readonly decimal: "," | "." };

/** What a column says, or the first of several that says something, or with `join` or `sum` all of them. */
export interface DialectTextCell {
  readonly column: string | readonly string[];
  /** Joins what all the columns say with this text between. */
  readonly join?: string;
  /** Adds up what all the columns say; of one that is no whole number it is the text. The columns are carried along all the same. */
  readonly sum?: boolean;
  /** Cells that say nothing here, beside those of the dialect's `blank`. */
  readonly none?: readonly DialectText[];
  readonly is?: readonly DialectStep[];
}

/** The same, for a field: with what else may be said of it. */
export interface DialectCell extends DialectTextCell {
  /** Amounts that are added where this says one; nothing is added where one of them is no amount. */
  readonly add?: readonly (string | DialectTextCell)[];
  /** Where this says nothing: the first of these that says something. */
  readonly or?: readonly (string | DialectTextCell | DialectConstant)[];
  /** Carries the column along under its own name where the field says nothing. */
  readonly carry?: boolean;
  /** Of `start`: how the time is written. */
  readonly time?: DialectTime;
  /** The zone of this time, where it is not the dialect's. */
  readonly zone?: string;
  /** A column of seconds (or h:mm:ss) that are added to the time. */
  readonly plus?: string;
  /** A column of seconds (or h:mm:ss) that are taken from the time. */
  readonly minus?: string;
}

/** Always the same. */
export interface DialectConstant {
  readonly constant: string | number | boolean;
}

/**
 * Of `start`: a date and a time of day from columns of their own. One that cannot be turned by its steps stays as it is,
 * and rating refuses it.
 */
export interface DialectDateAndClock {
  readonly date: string | DialectCell;
  readonly clock: string | DialectCell;
  /** The zone of these times, where it is not the dialect's. */
  readonly zone?: string;
  /** A column of whole seconds that are added. */
  readonly plus?: string;
}

/** What does not depend on the direction of the call. */
export type DialectPlainValue =
  | string
  | DialectCell
  | DialectConstant
  | DialectDateAndClock
  | {
      readonly between: readonly [from: string | DialectCell, to: string | DialectCell];
      readonly time: DialectTime;
      readonly zone?: string;
    };

/** What a field of a call is taken from: a column, a constant, the seconds between two times; or one of these by direction. */
export type DialectValue =
  | DialectPlainValue
  | { readonly in?: DialectPlainValue | null; readonly out?: DialectPlainValue | null };

/** Which way calls go, seen from the billed number. */
export interface DialectDirection {
  readonly inbound?: readonly DialectTest[] | null;
  readonly outbound?: readonly DialectTest[] | null;
  /** Calling and called party: the one that is a number of the book is the target; both, or neither: the calling one. */
  readonly byNumber?: readonly [calling: DialectPlainValue, called: DialectPlainValue] | null;
  /** What a row is that no test fits; default `problem`. Not with `byNumber`. */
  readonly otherwise?: "in" | "out" | "problem" | null;
  /** `callTypeDirectionFlag` by direction; null leaves it blank. Default `in` and `out`. */
  readonly names?: { readonly in?: string | null; readonly out?: string | null } | null;
}

/** What becomes a field of a call; `start` becomes `startDate` and `startTime`. */
export type DialectField = ReadableField | "start";

/** Fields of a call and what they are taken from; null takes away what the preset says. */
export type DialectFields = { readonly [F in DialectField]?: DialectValue | Blank };

/** Fields of a call where no column of the row says them. */
type DialectSet = { readonly [F in ReadableField]?: string | number | boolean | null };

/** One of the calls that a row is; what it does not say is as in the dialect itself. */
export interface DialectLeg {
  readonly name: string;
  /** Rows that have this call: those that fit one of these tests. Without it all have. */
  readonly when?: readonly DialectTest[];
  readonly passOver?: readonly DialectPassOver[];
  readonly direction?: DialectDirection;
  readonly unanswered?: readonly DialectTest[];
  readonly fields?: DialectFields;
  readonly set?: DialectSet;
}

/** How a CSV file is written. */
interface DialectCsv {
  /** Whether the first row names the columns; `auto` looks whether it does. Default `yes`, and `no` where `columns` are given. */
  readonly header?: "yes" | "no" | "auto" | null;
  readonly delimiter?: "," | ";" | "|" | "\t" | ":" | null;
  readonly quotes?: "double" | "backslash" | "none" | null;
  /** Lines before the header or the first row. */
  readonly skipFirst?: number | null;
  /** Lines between the header and the first row. */
  readonly skipAfterHeader?: number | null;
}

/** A column of a file of fixed widths: characters from 1, `to` included. */
interface DialectFixedColumn {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** What a run must choose because no file says it, and why: a sentence each. */
export interface DialectNeeds {
  readonly zone?: string | null;
  readonly direction?: string | null;
  readonly carrier?: string | null;
  readonly year?: string | null;
  readonly currency?: string | null;
  /** Fields whose columns only the site knows, target above all: a dialect that is based on this one names them. */
  readonly fields?: string | null;
}

/**
 * How a foreign file of calls is read. With `basedOn`, what is not said is as in that preset: `csv`, `fields`, `set`,
 * `needs`, `headerNames` and `direction` are merged with it entry by entry, everything else replaces it, and null takes away.
 */
export interface CallDialect {
  /** Where the file comes from, in a sentence or two. */
  readonly about?: string | null;
  readonly basedOn?: string | null;
  /** `json`: a document, or several one after another; `jsonl`: a document a line. */
  readonly reads?: "csv" | "fixed" | "json" | "jsonl" | null;
  readonly csv?: DialectCsv | null;
  /** The columns of a CSV file without a header, in order; of a file of fixed widths with their places. */
  readonly columns?: readonly (string | DialectFixedColumn)[] | null;
  /**
   * All columns that a header may name: one that names another is refused. Those must be there that are not in
   * `optionalColumns`, and rows of a file without a header have all of `columns`.
   */
  readonly headerColumns?: readonly string[] | null;
  /** Columns that a file may lack; without a header the last of `columns`. */
  readonly optionalColumns?: readonly string[] | null;
  /** Names in a header and the column that each stands for; compared without case and punctuation. */
  readonly headerNames?: Readonly<Record<string, string | null>> | null;
  /** JSON pointer to the list of calls; without it the document is a call or a list of calls. */
  readonly records?: string | null;
  /** `local` (the book's), `utc` or a name such as `Europe/London`. Without it a run must choose. */
  readonly zone?: string | null;
  readonly needs?: DialectNeeds | null;
  /** Cells that say nothing, in every column. */
  readonly blank?: readonly string[] | null;
  /** A row (or with `is` the file) in another currency than the book's is a problem; with both, a row in another than `is`. */
  readonly currency?: { readonly column: string; readonly is?: string } | { readonly is: string } | null;
  readonly passOver?: readonly DialectPassOver[] | null;
  readonly direction?: DialectDirection | null;
  /** A row that fits one of these is a call of duration 0. */
  readonly unanswered?: readonly DialectTest[] | null;
  readonly fields?: DialectFields | null;
  readonly set?: DialectSet | null;
  /** A row is several calls, or one of several kinds. */
  readonly legs?: readonly DialectLeg[] | null;
}

/** What no file of a format says, so that a run must choose it. */
export interface DialectChoices {
  /** `local` (the book's), `utc` or a name such as `Europe/London`; comes before the dialect's own. */
  readonly zone?: string | undefined;
  /** The carrier of calls whose row names none. */
  readonly carrier?: string | undefined;
  /** The year of times that are written without one. */
  readonly year?: number | undefined;
  /** Whose numbers tell the direction, whose currency the file must be in, whose zone is `local`. */
  readonly book?: OpenedBook | undefined;
}
