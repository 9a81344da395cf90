/** The calls of a file, as records or as columns. */
import type { CallColumns } from "../index.ts";
import { knownOptions } from "../names/index.ts";
import {
  type CallScanner,
  LongCallCounter,
  newCallBlock,
  openReader,
  openScanner,
  readBlocks,
  type ScannerSetup,
  warningOfLongCalls,
} from "./call-blocks/index.ts";
import type { CallItem, LineProblem, PassedOverCounts } from "./call-file.ts";
import { positionText } from "./file-error.ts";
import { checkReadOptions, type ReadCallsOptions } from "./read-options.ts";
import type { ByteSource } from "./text.ts";
import type { UkCdrDialect } from "./uk-cdr/index.ts";

/**
 * The calls of a file, in order and in constant memory: each line becomes a call or, where it cannot be read, a
 * problem, and the rest goes on. Throws a FileError where the source fails, is no UTF-8 text at all, or is a CSV
 * file without a usable header row, and where a dialect is wrong.
 *
 * ```ts
 * for await (const item of readCalls(createReadStream("calls.jsonl"), { format: "jsonl", name: "calls.jsonl" })) {
 *   if ("call" in item) rateCall(book, item.call, { line: item.line });
 * }
 * ```
 */
export async function* readCalls(
  source: ByteSource,
  options: ReadCallsOptions,
): AsyncGenerator<CallItem, void, undefined> {
  for await (const batch of readCallBatches(source, options)) yield* batch;
}

/** `readCalls` in batches, one for each chunk of the source: faster for a large file. */
export function readCallBatches(
  source: ByteSource,
  options: ReadCallsOptions,
): AsyncGenerator<CallItem[], void, undefined> {
  checkReadOptions(options);
  const batches = openBatches(source, options);
  return options.onWarning === undefined ? batches : warningOfLongCalls(batches, options);
}

async function* openBatches(
  source: ByteSource,
  options: ReadCallsOptions,
): AsyncGenerator<CallItem[], void, undefined> {
  let read: ((bytes: Buffer, line: number) => CallItem[]) | undefined;
  let known: ScannerSetup | undefined;
  for await (const { setup, bytes, line, before } of readBlocks(source, options, 1)) {
    if (bytes.length > 0 && setup !== known) {
      read = openReader(setup, options);
      known = setup;
    }
    const items = [...before, ...(read?.(bytes, line) ?? [])];
    if (items.length > 0) yield items;
  }
}

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

/** A problem as one line of text: `calls.jsonl:7: is not UTF-8 text`. */
export function describeProblem(problem: LineProblem): string {
  return `${positionText(problem.file, problem)}: ${problem.reason}`;
}

/** How a file of UK standard CDRs is read. */
export interface UkCdrOptions extends Pick<ReadCallsOptions, "name"> {
  /** A dialect, or the name of a preset; default `fcs-v3`. */
  readonly dialect?: UkCdrDialect | string | undefined;
}

const checkUkCdrOptions = knownOptions<UkCdrOptions>("readUkCdrCalls", { name: "any", dialect: "any" });

/** The calls of a file of UK standard CDRs (FCS, version 3): `readCallBatches` of format `uk-cdr`. */
export function readUkCdrCalls(
  source: ByteSource,
  options: UkCdrOptions,
): AsyncGenerator<CallItem[], void, undefined> {
  checkUkCdrOptions(options);
  return readCallBatches(source, { format: "uk-cdr", ...options });
}
