/** The calls of a file as columns, for readers that take many calls at once. */
import type { CallColumns } from "../index.ts";
import {
  type CallScanner,
  LongCallCounter,
  newCallBlock,
  openScanner,
  readBlocks,
  type ScannerSetup,
} from "./call-blocks/index.ts";
import type { PassedOverCounts } from "./call-file.ts";
import { checkReadOptions, type ReadCallsOptions } from "./read-options.ts";
import type { ByteSource } from "./text.ts";

/** Calls of a file as columns, and the rows that were passed over between them. */
export interface FileColumns extends CallColumns {
  /** Rows passed over because they are no calls, by reason; undefined where there are none. There may be no calls. */
  readonly passedOver: PassedOverCounts | undefined;
}

/** Least bytes that are scanned at once. */
const BLOCK_BYTES = 1 << 18;

/**
 * The calls of a file, in order and in constant memory, some thousands at a time: the rows of `readCallBatches`, a
 * line that could not be read as a call without any field. The same columns are filled again for the next calls.
 * Throws like `readCalls`.
 *
 * ```ts
 * const preview = createPreview(book, book);
 * const source = createReadStream("calls.jsonl");
 * for await (const columns of readCallColumns(source, { format: "jsonl", name: "calls.jsonl" })) preview.addColumns(columns);
 * preview.report();
 * ```
 */
export async function* readCallColumns(
  source: ByteSource,
  options: ReadCallsOptions,
  blockBytes = BLOCK_BYTES,
): AsyncGenerator<FileColumns, void, undefined> {
  const block = newCallBlock();
  const longCalls = options.onWarning === undefined ? undefined : new LongCallCounter();
  let scanner: CallScanner | undefined;
  let scanned: ScannerSetup | undefined;
  checkReadOptions(options);
  for await (const given of readBlocks(source, options, blockBytes)) {
    const { setup } = given;
    if (scanner === undefined || setup !== scanned) {
      scanner = openScanner(setup, block, options.book);
      scanned = setup;
    }
    scanner.begin(given);
    while (scanner.next()) {
      longCalls?.addBlock(scanner.block);
      yield scanner.block;
    }
  }
  longCalls?.tell(options);
}
