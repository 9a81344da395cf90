import type { CallType, ChargeBand, Destination, RateLine } from "../../model/index.ts";

/** A problem that keeps a sheet from being used, with its row and column. */
export interface SheetProblem {
  /** The line of the file; undefined for a problem of the sheet as a whole. */
  readonly row: number | undefined;
  /** The column's name in the header, or `column 3`. */
  readonly column: string | undefined;
  readonly message: string;
}

/** Why a row gives no line. */
export type NoteKind =
  /** The row is a remark for people, or repeats the header. */
  | "note"
  /** The mapping reads only other rows. */
  | "passed over"
  /** An earlier row says the same. */
  | "repeated";

/** A row of a sheet that gives no line. */
export interface SheetNote {
  readonly row: number;
  readonly kind: NoteKind;
  /** The cells of the row that are not empty, with ` | ` between them. */
  readonly text: string;
}

/** The key of all lines of a sheet; a sheet does not concern a tariff's other lines. */
export type LinesBy = "prefix" | "callType";

/** Lines that a row of a sheet removes from a tariff, by a change flag. */
export interface SheetDeletion {
  /** The prefix, or the call type, as `linesBy` says. */
  readonly key: string;
  /** The first date without the lines; blank where the row has no date. */
  readonly startDate: string | undefined;
}

/** A carrier's price list as records of a book. With problems it has no records: nothing is half imported. */
export interface RateSheet {
  readonly lines: readonly RateLine[];
  readonly destinations: readonly Destination[];
  readonly chargeBands: readonly ChargeBand[];
  /** The call types that destinations, charge bands and lines name, each once. */
  readonly callTypes: readonly CallType["name"][];
  /** Lines that rows of the sheet remove. */
  readonly deletions: readonly SheetDeletion[];
  readonly notes: readonly SheetNote[];
  /**
   * The columns, by name, that hold values in rows of prices and that the mapping neither reads nor names as
   * `ignoredColumns`. A fee may be among them, which calls would then not cost.
   */
  readonly unreadColumns: readonly string[];
  readonly problems: readonly SheetProblem[];
  /** Rows read, the header not counted, and how many of them gave lines, destinations, charge bands or deletions. */
  readonly rows: number;
  readonly usedRows: number;
  /** The row of the file for each line, and the first row for each call type. */
  readonly lineRows: readonly number[];
  readonly callTypeRows: readonly number[];
  /** The sheet's location for a prefix or a call type; for people. */
  readonly locations: ReadonlyMap<string, string>;
  /** The mapping's settings for the sheet as a whole. */
  readonly linesBy: LinesBy;
  readonly sheetIs: "whole" | "changes";
  readonly newCallTypes: boolean;
  /** The carrier whose destinations the prefixes are; undefined for the general destinations. */
  readonly carrier: string | undefined;
  readonly direction: "inbound" | "outbound";
  readonly currency: string | undefined;
}

/** Largest sheet that is read. */
export const MAX_SHEET_BYTES = 256_000_000;

/** Most lines that a sheet may become. */
export const MAX_SHEET_LINES = 2_000_000;
