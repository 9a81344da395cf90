import { extname } from "node:path";
import type { CallRecord } from "../model/index.ts";

/** The formats of call files and of results. */
export const FILE_FORMATS = ["jsonl", "csv"] as const;

/** A format of a file of records: JSON lines or CSV with a header row. */
export type FileFormat = (typeof FILE_FORMATS)[number];

/** The formats calls are read in: those, the UK standard CDR, and what a dialect says. */
export const CALL_FORMATS = [...FILE_FORMATS, "uk-cdr", "dialect"] as const;

/** A format of a call file. */
export type CallFormat = (typeof CALL_FORMATS)[number];

const BY_EXTENSION: Readonly<Record<string, FileFormat>> = {
  ".jsonl": "jsonl",
  ".ndjson": "jsonl",
  ".csv": "csv",
};

/** The format a file's name tells; undefined where its extension is none of ours. */
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
  /** Where it is known, from 1: the cell of a row that a dialect reads, else the character of the line. */
  readonly column?: number;
  readonly reason: string;
}

/** A line that could not be read. */
export interface UnreadableLine {
  readonly line: number;
  readonly problem: LineProblem;
}

/** A row that is no call, and why its dialect passes it over. */
export interface PassedOverRow {
  readonly line: number;
  readonly passedOver: string;
}

/** What one line of a call file gives; a row of two calls gives two. */
export type CallItem = CallLine | UnreadableLine | PassedOverRow;

/** How many rows were passed over, by why. */
export type PassedOverCounts = Readonly<Record<string, number>>;

/** Counts rows that are passed over. */
export class PassedOverCounter {
  readonly #rows = new Map<string, number>();

  add(why: string, rows = 1): void {
    this.#rows.set(why, (this.#rows.get(why) ?? 0) + rows);
  }

  addAll(counts: PassedOverCounts = {}): void {
    for (const [why, rows] of Object.entries(counts)) this.add(why, rows);
  }

  /** What was counted, the most first; undefined where nothing was. */
  get counts(): PassedOverCounts | undefined {
    if (this.#rows.size === 0) return undefined;
    const byCount = [...this.#rows].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
    return Object.fromEntries(byCount);
  }

  /** The same as a field of a report; no field where nothing was. */
  get field(): { readonly passedOver?: PassedOverCounts } {
    const { counts } = this;
    return counts === undefined ? {} : { passedOver: counts };
  }
}
