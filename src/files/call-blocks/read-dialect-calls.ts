/** The calls of a file that a dialect describes, read by the slow path. */
import type { CallItem } from "../call-file.ts";
import type { ReadCallsOptions } from "../read-options.ts";
import type { ByteSource } from "../text.ts";
import type { SlowPathReader } from "./call-scanner.ts";
import { dialectReader, type ScannerSetup } from "./open-scanner.ts";
import { readBlocks } from "./read-blocks.ts";

/** A batch for each chunk that arrives. Throws a FileError if the file cannot be read by its dialect. */
export async function* readDialectCalls(
  source: ByteSource,
  options: ReadCallsOptions,
): AsyncGenerator<CallItem[], void, undefined> {
  let read: SlowPathReader | undefined;
  let known: ScannerSetup | undefined;
  for await (const { setup, bytes, line: first, before } of readBlocks(source, options, 1)) {
    const items = [...before];
    if (setup.format === "dialect" && bytes.length > 0 && (read === undefined || setup !== known)) {
      read = dialectReader(setup, options.book);
      known = setup;
    }
    for (let at = 0, line = first; read !== undefined && at < bytes.length; ) {
      const reading = read(bytes, at, line);
      for (const item of reading.items) items.push(item);
      at = reading.end;
      line = reading.line;
    }
    if (items.length > 0) yield items;
  }
}
