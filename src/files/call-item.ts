import type { CallRecord } from "../model/index.ts";

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
