/** Call files as blocks of columns, scanned from their bytes. */
export { BLOCK_ROWS, CallBlock, type Cells, NOT_FOUND, newCallBlock, SCAN_BYTES } from "./call-block.ts";
export type { CallScanner } from "./call-scanner.ts";
export { LongCallCounter, type LongCallCounts, warningOfLongCalls } from "./long-calls.ts";
export { openReader, openScanner, type ScannerSetup } from "./open-scanner.ts";
export { type CallBytes, readBlocks } from "./read-blocks.ts";
