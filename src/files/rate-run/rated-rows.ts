/** The calls of blocks as rows: scanned into columns and rated in a kernel's memory, which grows where it is too small. */
import {
  asReadBefore,
  KernelRows,
  type Repeated,
  type RepeatedField,
  RowHasher,
  rowReadBefore,
  type UnknownOrigin,
  UnknownOrigins,
} from "../../engine/index.ts";
import type { CallResult, OpenedBook } from "../../index.ts";
import { MemoryFull } from "../../kernel/index.ts";
import {
  CallBlock,
  type CallBytes,
  type CallScanner,
  openScanner,
  type ScannerSetup,
} from "../call-blocks/index.ts";
import { unreadableCall } from "./unreadable-call.ts";

/** Finds the calls that were read before, by the hashes of their ids (RowHasher); `first` is the first call's index. */
export type RepeatedIn = (hashes: Int32Array, first: number) => readonly Repeated[];

export interface RatedRowsOptions {
  readonly book: OpenedBook;
  readonly reclassify: boolean;
  readonly bookDigest: string | undefined;
  /** The fields of calls whose texts are found. */
  readonly shown: readonly string[];
  /** Initial bytes of kernel memory for what is done with the rows. */
  readonly workBytes: number;
  /** Called where the rows have moved to a larger memory. */
  readonly onMove?: () => void;
}

/** Memory that must be free when rows are rated: their lines may have texts that are not cached yet. */
const SPARE_BYTES = 1 << 26;
/** Value in the column `fromRecord`: a call rated by the kernel that was read before, so it is not counted as rated. */
const READ_BEFORE = 2;

/** Rates the rows of one block after another. Memory does not grow with the number of blocks. */
export class RatedRows {
  /** The rows that were scanned and rated last. */
  block: CallBlock;
  rows: KernelRows;
  readonly #options: RatedRowsOptions;
  #workBytes: number;
  #hasher: RowHasher;
  #setup: ScannerSetup | undefined;
  #scanner: CallScanner | undefined;
  readonly #origins: UnknownOrigins;
  #areOriginsNoted = false;
  #callsBefore = 0;

  constructor(options: RatedRowsOptions) {
    this.#options = options;
    this.#workBytes = options.workBytes;
    this.#origins = new UnknownOrigins(options.book);
    [this.rows, this.block, this.#hasher] = this.#newMemory();
  }

  #newMemory(): [KernelRows, CallBlock, RowHasher] {
    const { book, reclassify, bookDigest, shown } = this.#options;
    const rows = new KernelRows(book, { reclassify, bookDigest }, this.#workBytes);
    return [rows, new CallBlock(rows.kernel, shown), new RowHasher(book.tables, rows.kernel)];
  }

  /** Moves to a kernel memory of twice the size. */
  #enlarge(): void {
    this.#workBytes *= 2;
    [this.rows, this.block, this.#hasher] = this.#newMemory();
    this.#scanner = undefined;
    this.#options.onMove?.();
  }

  #scannerFor(setup: ScannerSetup): CallScanner {
    if (this.#scanner === undefined || setup !== this.#setup) {
      this.#scanner = openScanner(setup, this.block, this.#options.book);
      this.#setup = setup;
    }
    return this.#scanner;
  }

  /** Rates a block; `take` takes its rows some at a time, and may get none. Returns the number of its calls. */
  rate(given: CallBytes, take: (callsBefore: number) => void): number {
    let scanner = this.#scannerFor(given.setup);
    scanner.begin(given);
    let calls = 0;
    for (let { rest } = scanner; scanner.next(); { rest } = scanner) {
      const { length } = this.block;
      if (length > 0 && !this.#rateRows()) {
        this.#enlarge();
        scanner = this.#scannerFor(given.setup);
        scanner.begin(rest);
        continue;
      }
      take(calls);
      calls += length;
    }
    return calls;
  }

  /** Rates the rows of the block; false where the kernel memory is too small. */
  #rateRows(): boolean {
    try {
      this.rows.rate(this.block);
      return this.rows.kernel.memory.left >= SPARE_BYTES;
    } catch (error) {
      if (error instanceof MemoryFull) return false;
      throw error;
    }
  }

  /**
   * Notes the rows' ids and unknown origins: by row, the field by which a call was read before. Without `repeatedIn`
   * no call was.
   */
  note(callsBefore: number, repeatedIn: RepeatedIn | undefined): ReadonlyMap<number, RepeatedField> {
    const { block, rows } = this;
    const repeated = repeatedIn === undefined ? [] : repeatedIn(this.#hasher.of(block), callsBefore);
    const fields = new Map(repeated.map(([callIndex, field]) => [callIndex - callsBefore, field]));
    for (const row of fields.keys()) if (rows.fromRecord[row] === 0) rows.fromRecord[row] = READ_BEFORE;
    this.#callsBefore = callsBefore;
    this.#areOriginsNoted = rows.hasUnknownOrigin;
    if (this.#areOriginsNoted) this.#origins.noteRows(block, callsBefore);
    return fields;
  }

  /** The result of a row that was noted, `field` being that by which it was read before. */
  resultOf(row: number, field: RepeatedField | undefined): CallResult {
    const { block, rows } = this;
    // The kernel does not see the origins of rows that take the slow path.
    if (!this.#areOriginsNoted) this.#origins.noteRow(block, row, this.#callsBefore);
    const problem = block.problemOf(row);
    if (problem !== undefined) return unreadableCall(problem);
    if (field !== undefined && rows.fromRecord[row] === READ_BEFORE) return rowReadBefore(block, row, field);
    const result = rows.resultAt(block, row);
    return field === undefined ? result : asReadBefore(result, block.recordOf(row), field);
  }

  /** The position of a row's line, as if all bytes of the file were in the memory; undefined before the first block. */
  startOf(row: number): number | undefined {
    return this.#scanner?.startOf(row);
  }

  /** The unknown origins that were found since the last call of this method. */
  takeUnknownOrigins(): readonly UnknownOrigin[] {
    return this.#origins.take();
  }

  /** Frees the kernel memory: the rows must not be used any more. */
  release(): void {
    this.rows.kernel.memory.release();
  }
}
