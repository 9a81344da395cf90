/** A file of calls in blocks: its beginning is read here, the rest is cut and left to whoever scans it. */

import { type Block, BlockCutter } from "../block-cutter.ts";
import type { CallItem } from "../call-file.ts";
import type { ReadCallsOptions } from "../read-options.ts";
import { unpacked } from "../sources/index.ts";
import type { ByteSource } from "../text.ts";
import { textBytes } from "../text.ts";
import { Beginning } from "./beginning.ts";
import type { ScannerSetup } from "./open-scanner.ts";

/** A block of a file, and how it is read. */
export interface CallBytes {
  readonly setup: ScannerSetup;
  readonly bytes: Buffer;
  /** Number of its first line. */
  readonly line: number;
  /** What the beginning of the file gave, with the first block alone. */
  readonly before: readonly CallItem[];
}

/**
 * The blocks of a file, of `size` bytes at least but for the last and those of very short lines; the bytes of one are valid until the next is asked
 * for. Throws a FileError where the source fails, is no
 * text, or begins in a way that does not tell how to read it.
 */
export async function* readBlocks(
  source: ByteSource,
  read: ReadCallsOptions,
  size: number,
): AsyncGenerator<CallBytes, void, undefined> {
  const beginning = new Beginning(read);
  const cutter = new BlockCutter({ size, ...beginning.form });
  let setup = beginning.setup;
  let before: CallItem[] = [];
  const begin = (isEnd: boolean): void => {
    const { items, bytes, line } = beginning.read(cutter.held, isEnd);
    cutter.skip(bytes, line);
    for (const item of items) before.push(item);
    setup = beginning.setup;
  };
  const given = ({ bytes, line }: Block): CallBytes => {
    const items = before;
    before = [];
    return { setup, bytes, line, before: items };
  };
  for await (const bytes of beginning.linesOf(textBytes(unpacked(source, read.name), read.name))) {
    cutter.push(bytes);
    if (!beginning.isKnown) begin(false);
    if (beginning.isKnown)
      for (let block = cutter.take(); block !== undefined; block = cutter.take()) yield given(block);
    if (before.length > MOST_BEFORE) yield given(NO_BLOCK);
  }
  if (!beginning.isKnown) begin(true);
  for (let block = cutter.rest(); block !== undefined; block = cutter.rest()) yield given(block);
  if (before.length > 0) yield given(NO_BLOCK);
}

/** Rows of a beginning that are held, where none of them tells how to read the rest. */
const MOST_BEFORE = 1_000;
const NO_BLOCK: Block = { bytes: Buffer.alloc(0), line: 1 };
