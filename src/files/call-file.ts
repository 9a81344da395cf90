import { extname } from "node:path";
import type { CallRecord } from "../model/index.ts";

/** The formats of call files and of results. */
export const FILE_FORMATS = ["jsonl", "csv"] as const;

/** A format of a file of records: JSON lines or CSV with a header row. */
export type FileFormat = (typeof FILE_FORMATS)[number];

/** The formats calls are read in: those, and the UK standard CDR, which is always asked for by name. */
export const CALL_FORMATS = [...FILE_FORMATS, "uk-cdr"] as const;

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
  /** The column where it is known, from 1. */
  readonly column?: number;
  readonly reason: string;
}

/** A line that could not be read. */
export interface UnreadableLine {
  readonly line: number;
  readonly problem: LineProblem;
}

/** What one line of a call file gives. */
export type CallItem = CallLine | UnreadableLine;
