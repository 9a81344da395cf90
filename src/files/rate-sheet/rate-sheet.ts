import type { CallType, ChargeBand, Destination, RateLine } from "../../model/index.ts";

/** Something that keeps a sheet from being used, and where. */
export interface SheetProblem {
  /** The line of the file; undefined where the sheet as a whole is meant. */
  readonly row: number | undefined;
  /** The column's name in the header, or `column 3`. */
  readonly column: string | undefined;
  readonly message: string;
}

/** Why a row gives no line. */
export type NoteKind =
  /** It says something to people, or repeats the header. */
  | "note"
  /** The mapping reads only other rows. */
  | "passed over"
  /** A change flag takes it out of the price list. */
  | "dropped"
  /** An earlier row says the same. */
  | "repeated";

/** A row of a sheet that gives no line. */
export interface SheetNote {
  readonly row: number;
  readonly kind: NoteKind;
  /** Its cells that are not empty, with ` | ` between them. */
  readonly text: string;
}

/** What a whole list of lines is for; a tariff's other lines are not the sheet's business. */
export type LinesBy = "prefix" | "callType";

/** Lines that a sheet of changes takes out of a tariff. */
export interface SheetDeletion {
  /** The prefix, or the call type, as `linesBy` says. */
  readonly key: string;
  /** The first date without them; blank where the row has none. */
  readonly startDate: string | undefined;
}

/** A carrier's price list as records of a book. With problems it has no records: nothing is half imported. */
export interface RateSheet {
  readonly lines: readonly RateLine[];
  readonly destinations: readonly Destination[];
  readonly chargeBands: readonly ChargeBand[];
  /** The call types that destinations, charge bands and lines name, each once. */
  readonly callTypes: readonly CallType["name"][];
  /** Rows that a sheet of changes takes out. */
  readonly deletions: readonly SheetDeletion[];
  readonly notes: readonly SheetNote[];
  readonly problems: readonly SheetProblem[];
  /** Rows read, the header not counted, and how many of them gave lines, destinations, charge bands or deletions. */
  readonly rows: number;
  readonly usedRows: number;
  /** The row of the file behind each line, and behind each call type where it first stands. */
  readonly lineRows: readonly number[];
  readonly callTypeRows: readonly number[];
  /** What the sheet calls the location of a prefix or a call type; for people. */
  readonly locations: ReadonlyMap<string, string>;
  /** What the mapping says of the sheet as a whole. */
  readonly linesBy: LinesBy;
  readonly sheetIs: "whole" | "changes";
  readonly newCallTypes: boolean;
  /** Whose destinations its prefixes are: a carrier's, or the general ones. */
  readonly carrier: string | undefined;
  readonly direction: "inbound" | "outbound";
  readonly currency: string | undefined;
}

/** Largest sheet that is read. */
export const MAX_SHEET_BYTES = 256_000_000;

/** Most lines that a sheet may become. */
export const MAX_SHEET_LINES = 2_000_000;
