import { extname } from "node:path";
import type { CallRecord } from "../model/index.ts";

/** The formats of call files and of results. */
export const FILE_FORMATS = ["jsonl", "csv"] as const;

/** A format of a file of records: JSON lines or CSV with a header row. */
export type FileFormat = (typeof FILE_FORMATS)[number];

/** The formats of calls to read: FILE_FORMATS, the UK standard CDR, and formats that a dialect describes. */
export const CALL_FORMATS = [...FILE_FORMATS, "uk-cdr", "dialect"] as const;

/** A format of a call file. */
export type CallFormat = (typeof CALL_FORMATS)[number];

const BY_EXTENSION: Readonly<Record<string, FileFormat>> = {
  ".jsonl": "jsonl",
  ".ndjson": "jsonl",
  ".csv": "csv",
};

/** The format by the extension of a file's name; undefined for an unknown extension. */
export function formatOfName(path: string): FileFormat | undefined {
  return BY_EXTENSION[extname(path).toLowerCase()];
}

/** A call of a file, and the number of its (first) line. */
export interface CallLine {
  readonly line: number;
  readonly call: CallRecord;
}

/** Why a line of a call file is not a call: it counts as read, and as the error `malformed-record`. */
export interface LineProblem {
  readonly file: string;
  readonly line: number;
  /** From 1, where known: the cell of a row that a dialect reads, else the character of the line. */
  readonly column?: number;
  readonly reason: string;
}

/** A line that could not be read. */
export interface UnreadableLine {
  readonly line: number;
  readonly problem: LineProblem;
}

/** A row that is no call, and the reason reason its dialect passes the row over. */
export interface PassedOverRow {
  readonly line: number;
  readonly passedOver: string;
}

/** An item from one line of a call file; a row of two calls gives two items. */
export type CallItem = CallLine | UnreadableLine | PassedOverRow;

/** The items of a row or a line, and the offset and line behind it. */
export interface ItemsRead {
  /** None for a line that is ignored, such as a blank line; several for a row of several calls. */
  readonly items: readonly CallItem[];
  readonly end: number;
  readonly line: number;
}

/** Numbers of rows that were passed over, by reason. */
export type PassedOverCounts = Readonly<Record<string, number>>;

/** Counts rows that are passed over. */
export class PassedOverCounter {
  readonly #rows = new Map<string, number>();

  add(reason: string, rows = 1): void {
    this.#rows.set(reason, (this.#rows.get(reason) ?? 0) + rows);
  }

  addAll(counts: PassedOverCounts = {}): void {
    for (const [reason, rows] of Object.entries(counts)) this.add(reason, rows);
  }

  /** The counts, the largest first; undefined where nothing was counted. */
  get counts(): PassedOverCounts | undefined {
    if (this.#rows.size === 0) return undefined;
    const byCount = [...this.#rows].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
    return Object.fromEntries(byCount);
  }

  /** The counts as a field of a report; no field where nothing was counted. */
  get field(): { readonly passedOver?: PassedOverCounts } {
    const { counts } = this;
    return counts === undefined ? {} : { passedOver: counts };
  }
}
