/** The language of call dialects: data on how to read a foreign file of calls. No expressions, patterns or code. */
import type { OpenedBook } from "../../index.ts";
import type { Blank, ReadableField } from "../../model/index.ts";

/** A test of one cell. Texts compare without case and outer white space; one `*` at the end matches any rest. */
export interface DialectCellTest {
  readonly column: string;
  /** Fits if the cell is one of these. */
  readonly in?: readonly DialectText[];
  /** Fits if the cell is none of these. */
  readonly notIn?: readonly DialectText[];
  /** Fits if the cell is blank (true), or if the cell is not blank (false). */
  readonly blank?: boolean;
  /** Texts of `in` and `notIn` compare exactly: case counts, and a `*` is a literal `*`. */
  readonly exactly?: boolean;
}

/** A test of a row: of one cell, or of several cells which all must fit. */
export type DialectTest = DialectCellTest | { readonly all: readonly DialectCellTest[] };

/** Rows that are no calls, counted by the reason `why`. */
type DialectPassOver = DialectTest & { readonly why: string };

/** Text; JSON may write it as a number. */
type DialectText = string | number;

/**
 * `iso`, `epoch s`, `epoch ms`, `epoch us`, or a picture of `YYYY YY MM M MMM DD D DDD HH H hh h mm ss .f A Z` and
 * literal characters; in a list, the first form that fits counts.
 */
export type DialectTime = string | readonly string[];

/**
 * A conversion of a text; the steps of a list are done in order. A text that cannot be converted stays as it is, and
 * rating refuses its field.
 */
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
      /** Codes compare exactly, with case. */
      readonly exactly?: boolean;
    }
  | { readonly duration: "s" | "ms" | "us" | "ns" | "min" | "h:mm:ss" | "hhmmss" }
  | { readonly round: "up" | "down" | "nearest" }
  | { readonly money: "major" | "minor" | "1/100 minor" | "1/10000 major" }
  | { readonly sign: "drop" | "negate" }
  | { readonly zero: "blank" }
  | { readonly date: "dd/mm/yyyy" | "dd/mm/yy" | "mm/dd/yyyy" | "yyyymmdd" }
  | { readonly decimal: "," | "." };

/** The text of a column, or of the first of several that is not blank, or with `join` or `sum` of all of them. */
export interface DialectTextCell {
  readonly column: string | readonly string[];
  /** Joins the texts of all the columns with this text between. */
  readonly join?: string;
  /** Adds up all the columns; a cell that is no whole number becomes the result. The columns are carried along, too. */
  readonly sum?: boolean;
  /** Texts that count as blank here, besides those of the dialect's `blank`. */
  readonly none?: readonly DialectText[];
  readonly is?: readonly DialectStep[];
}

/** A cell of a field, with further settings. */
export interface DialectCell extends DialectTextCell {
  /** Amounts to add, if this is not blank; nothing is added if one of them is no amount. */
  readonly add?: readonly (string | DialectTextCell)[];
  /** Replacements if this is blank: the first of these that is not blank. */
  readonly or?: readonly (string | DialectTextCell | DialectConstant)[];
  /** Carries the column along under its own name if the field is blank. */
  readonly carry?: boolean;
  /** For `start`: the form of the time. */
  readonly time?: DialectTime;
  /** The zone of this time, if it differs from the dialect's. */
  readonly zone?: string;
  /** A column of seconds (or h:mm:ss) that are added to the time. */
  readonly plus?: string;
  /** A column of seconds (or h:mm:ss) that are taken from the time. */
  readonly minus?: string;
}

/** A constant value. */
export interface DialectConstant {
  readonly constant: string | number | boolean;
}

/**
 * For `start`: a date and a time of day from separate columns. A text that its steps cannot convert stays as it is, and
 * rating refuses it.
 */
export interface DialectDateAndClock {
  readonly date: string | DialectCell;
  readonly clock: string | DialectCell;
  /** The zone of these times, if it differs from the dialect's. */
  readonly zone?: string;
  /** A column of whole seconds to add. */
  readonly plus?: string;
}

/** A value that does not depend on the direction of the call. */
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

/** The value of a field: a column, a constant, the seconds between two times; or one of these by direction. */
export type DialectValue =
  | DialectPlainValue
  | { readonly in?: DialectPlainValue | null; readonly out?: DialectPlainValue | null };

/** The direction of calls, as seen from the billed number. */
export interface DialectDirection {
  readonly inbound?: readonly DialectTest[] | null;
  readonly outbound?: readonly DialectTest[] | null;
  /** Calling and called party: the number in the book is the target; if both or neither are, the calling number. */
  readonly byNumber?: readonly [calling: DialectPlainValue, called: DialectPlainValue] | null;
  /** The direction of a row that fits no test; default `problem`. Not with `byNumber`. */
  readonly otherwise?: "in" | "out" | "problem" | null;
  /** `callTypeDirectionFlag` by direction; null leaves it blank. Default `in` and `out`. */
  readonly names?: { readonly in?: string | null; readonly out?: string | null } | null;
}

/** A field that a dialect fills; `start` becomes `startDate` and `startTime`. */
export type DialectField = ReadableField | "start";

/** Fields of a call and their values; null removes the preset's value. */
export type DialectFields = { readonly [F in DialectField]?: DialectValue | Blank };

/** Constants for fields of a call that are blank otherwise. */
type DialectSet = { readonly [F in ReadableField]?: string | number | boolean | null };

/** One of the calls of a row; settings that are missing are those of the dialect. */
export interface DialectLeg {
  readonly name: string;
  /** The rows that have this call fit one of these tests; without `when`, all rows have the call. */
  readonly when?: readonly DialectTest[];
  readonly passOver?: readonly DialectPassOver[];
  readonly direction?: DialectDirection;
  readonly unanswered?: readonly DialectTest[];
  readonly fields?: DialectFields;
  readonly set?: DialectSet;
}

/** The format of a CSV file. */
export interface DialectCsv {
  /** Whether the first row names the columns; `auto` detects it. Default `yes`, but `no` with `columns`. */
  readonly header?: "yes" | "no" | "auto" | null;
  readonly delimiter?: "," | ";" | "|" | "\t" | ":" | null;
  readonly quotes?: "double" | "backslash" | "none" | null;
  /** Lines to skip before the header or the first row. */
  readonly skipFirst?: number | null;
  /** Lines to skip between the header and the first row. */
  readonly skipAfterHeader?: number | null;
}

/** A column of a file of fixed widths: characters from 1, `to` included. */
interface DialectFixedColumn {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** What a run must choose because no file states it: for each choice, a sentence that says why. */
export interface DialectNeeds {
  readonly zone?: string | null;
  readonly direction?: string | null;
  readonly carrier?: string | null;
  readonly year?: string | null;
  readonly currency?: string | null;
  /** Fields whose columns differ by site, `target` above all: a dialect that is based on this one names them. */
  readonly fields?: string | null;
}

/**
 * How to read a foreign file of calls. With `basedOn`, missing keys are those of that preset: `csv`, `fields`, `set`,
 * `needs`, `headerNames` and `direction` are merged with the preset's entry by entry, all other keys replace the
 * preset's, and null removes them.
 */
export interface CallDialect {
  /** Where the file comes from, in a sentence or two. */
  readonly about?: string | null;
  readonly basedOn?: string | null;
  /** `json`: a document, or several one after another; `jsonl`: a document on each line. */
  readonly reads?: "csv" | "fixed" | "json" | "jsonl" | null;
  readonly csv?: DialectCsv | null;
  /** The columns of a CSV file without a header, in order; of a file of fixed widths, with `from` and `to`. */
  readonly columns?: readonly (string | DialectFixedColumn)[] | null;
  /**
   * All columns that a header may name: a header that names another column is refused. Columns that are not in
   * `optionalColumns` are required, and rows of a file without a header have all of `columns`.
   */
  readonly headerColumns?: readonly string[] | null;
  /** Columns that a file may lack; without a header, these are the last of `columns`. */
  readonly optionalColumns?: readonly string[] | null;
  /** Aliases in a header, each with its column; compared without case and punctuation. */
  readonly headerNames?: Readonly<Record<string, string | null>> | null;
  /** JSON pointer to the list of calls; without it the document is a call or a list of calls. */
  readonly records?: string | null;
  /** `local` (the book's), `utc` or a name such as `Europe/London`. Without a zone, a run must choose one. */
  readonly zone?: string | null;
  readonly needs?: DialectNeeds | null;
  /** Texts that count as blank in every column. */
  readonly blank?: readonly string[] | null;
  /** A row (with `is` the file) in another currency than the book's is a problem; with both, a row not in `is`. */
  readonly currency?: { readonly column: string; readonly is?: string } | { readonly is: string } | null;
  readonly passOver?: readonly DialectPassOver[] | null;
  readonly direction?: DialectDirection | null;
  /** A row that fits one of these is a call of duration 0. */
  readonly unanswered?: readonly DialectTest[] | null;
  readonly fields?: DialectFields | null;
  readonly set?: DialectSet | null;
  /** The calls of a row that has several calls, or is of one of several kinds. */
  readonly legs?: readonly DialectLeg[] | null;
}

/** Choices of a run, for facts that no file of a format states. */
export interface DialectChoices {
  /** `local` (the book's), `utc` or a name such as `Europe/London`; overrides the dialect's zone. */
  readonly zone?: string | undefined;
  /** The carrier of calls whose row names no carrier. */
  readonly carrier?: string | undefined;
  /** The year of times without a year. */
  readonly year?: number | undefined;
  /** The book whose numbers tell the direction, whose currency the file must have, and whose zone is `local`. */
  readonly book?: OpenedBook | undefined;
}
