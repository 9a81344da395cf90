import type { CallItem } from "../call-item.ts";
import type { CallBlock } from "./call-block.ts";

/** Turns the bytes of call files into blocks of columns. */
export interface CallScanner {
  /** The calls last scanned. */
  readonly block: CallBlock;
  /** Begins with whole records of a file, of which the first stands on this line; `before` comes before them. */
  begin(bytes: Buffer, line: number, before: readonly CallItem[]): void;
  /** Scans the calls that come next into `block`; false where there are none left. */
  next(): boolean;
}
