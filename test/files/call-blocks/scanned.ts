/** Scanning a file apart from rating it, to see which rows are read from their bytes alone. */
import { type CallBlock, newCallBlock, openScanner } from "../../../src/files/call-blocks/index.ts";
import { type CallBytes, readBlocks } from "../../../src/files/call-blocks/read-blocks.ts";
import type { ReadCallsOptions } from "../../../src/files/index.ts";
import type { KernelForm } from "../../../src/kernel/index.ts";
import { pieces } from "../bytes.ts";

/** How many rows of a file there are, and on which lines those stand that were read with care; each block is shown. */
export async function scanned(
  bytes: Uint8Array | string,
  read: Omit<ReadCallsOptions, "name">,
  see: (block: CallBlock) => void = () => {},
  form?: KernelForm,
): Promise<{ readonly rows: number; readonly careful: readonly number[] }> {
  let rows = 0;
  const careful: number[] = [];
  let scanner: ReturnType<typeof openScanner> | undefined;
  let setup: CallBytes["setup"] | undefined;
  for await (const block of readBlocks(pieces(bytes), { ...read, name: "calls" }, 50_000)) {
    if (scanner === undefined || block.setup !== setup)
      scanner = openScanner(block.setup, newCallBlock(form), read.book);
    setup = block.setup;
    scanner.begin(block);
    while (scanner.next()) {
      see(scanner.block);
      rows += scanner.block.length;
      for (let row = 0; row < scanner.block.length; row++) {
        if (scanner.block.byRecord[row] === 1) careful.push(scanner.block.lineOf(row));
      }
    }
  }
  return { rows, careful };
}
