/** Rates the blocks of a file: scanned into columns, rated, counted and written as bytes, call by call in order. */

import {
  asReadBefore,
  CallHasher,
  ColumnCounts,
  ReconciliationCollector,
  type Repeated,
  type RepeatedField,
  type UnknownOrigin,
  UnknownOrigins,
  type WorklistEntry,
  WorklistPart,
} from "../../engine/index.ts";
import {
  type CallResult,
  createTally,
  DIGEST_FIELD,
  type OpenedBook,
  OUTCOMES,
  type RatedColumns,
  RESULT_FIELDS,
  type ReconciliationLine,
  rateColumns,
  type TallyReport,
  toRecord,
} from "../../index.ts";
import {
  type CallBlock,
  type CallBytes,
  type CallScanner,
  openScanner,
  type ScannerSetup,
} from "../call-blocks/index.ts";
import type { FileFormat } from "../call-format.ts";
import { RecordLines } from "../record-writer.ts";
import { ByteSink, ResultLines } from "../result-bytes/index.ts";
import { unreadableCall } from "./unreadable-call.ts";

/** How results are written. */
export interface BlockFormat {
  /** Digest of the book that rated calls carry (R30). */
  readonly bookDigest: string | undefined;
  readonly results: FileFormat;
  /** Where calls in error are written apart. */
  readonly errors: FileFormat | undefined;
}

/** Says which calls were read before, from HASH_WORDS words of each; `first` is the place of the first of them. */
export type RepeatedIn = (hashes: Uint32Array, first: number) => readonly Repeated[];

/** What a block gives. The bytes stay as they are until the next block but one. */
export interface BlockOutcome {
  readonly results: Uint8Array;
  readonly errors: Uint8Array;
  readonly calls: number;
  readonly worklist: readonly WorklistEntry[];
  /** Names that this rater had not met before (R11). */
  readonly unknownOrigins: readonly UnknownOrigin[];
}

/** What calls add up to. */
export interface BlockCounts {
  readonly tally: readonly TallyReport[];
  /** In the order in which they were met, however many they are: those of the first blocks are told apart. */
  readonly reconciliation: readonly ReconciliationLine[];
}

const RATED = OUTCOMES.indexOf("rated");
const SINK_BYTES = 1 << 16;

/** Rates blocks one after another. What it holds does not grow with their number. */
export class BlockRater {
  readonly #book: OpenedBook;
  readonly #reclassify: boolean;
  readonly #format: FileFormat;
  readonly #bookDigest: string | undefined;
  /** Lines of results that are made one by one, and of calls in error where they are written apart. */
  readonly #records: RecordLines;
  readonly #errorRecords: RecordLines | undefined;
  #setup: ScannerSetup | undefined;
  #scanner: CallScanner | undefined;
  #rated: RatedColumns | undefined;
  #lines: ResultLines | undefined;
  #counts: ColumnCounts | undefined;
  // Of calls that are not counted in columns.
  #tally = createTally();
  /** Of all calls, because those met first are told apart. */
  #reconciliation = new ReconciliationCollector(Number.POSITIVE_INFINITY);
  readonly #worklist = new WorklistPart();
  // Twice, because one is still being written while the next is filled.
  #results = new ByteSink(SINK_BYTES);
  #spareResults = new ByteSink(SINK_BYTES);
  #errors = new ByteSink(0);
  #spareErrors = new ByteSink(0);
  readonly #origins: UnknownOrigins;
  readonly #hasher: CallHasher;

  constructor(book: OpenedBook, reclassify: boolean, { results, errors, bookDigest }: BlockFormat) {
    this.#book = book;
    this.#origins = new UnknownOrigins(book);
    this.#hasher = new CallHasher(book.tables);
    this.#reclassify = reclassify;
    this.#format = results;
    this.#bookDigest = bookDigest;
    const columns = bookDigest === undefined ? RESULT_FIELDS : [...RESULT_FIELDS, DIGEST_FIELD];
    this.#records = new RecordLines({ format: results, columns });
    this.#errorRecords = errors && new RecordLines({ format: errors, columns });
  }

  /** Rates a block; without `repeatedIn`, nobody is asked whether a call was read before. */
  rate({ setup, bytes, line, before }: CallBytes, repeatedIn: RepeatedIn | undefined): BlockOutcome {
    if (this.#scanner === undefined || setup !== this.#setup) {
      this.#scanner = openScanner(setup);
      this.#setup = setup;
    }
    [this.#results, this.#spareResults] = [this.#spareResults, this.#results];
    [this.#errors, this.#spareErrors] = [this.#spareErrors, this.#errors];
    this.#results.clear();
    this.#errors.clear();
    const scanner = this.#scanner;
    const { block } = scanner;
    scanner.begin(bytes, line, before);
    let calls = 0;
    while (scanner.next()) {
      this.#rateRows(block, calls, repeatedIn);
      calls += block.length;
    }
    const worklist = this.#worklist.take();
    const unknownOrigins = this.#origins.take();
    return { results: this.#results.bytes, errors: this.#errors.bytes, calls, worklist, unknownOrigins };
  }

  #rateRows(block: CallBlock, first: number, repeatedIn: RepeatedIn | undefined): void {
    const rated = rateColumns(this.#book, block, {
      reclassify: this.#reclassify,
      ...(this.#bookDigest !== undefined && { bookDigest: this.#bookDigest }),
      ...(this.#rated !== undefined && { into: this.#rated }),
    });
    this.#rated = rated;
    this.#origins.noteRows(block, first);
    this.#lines ??= new ResultLines(rated.keys, rated.decimals, this.#format, this.#bookDigest);
    this.#counts ??= new ColumnCounts(rated.decimals, this.#reconciliation);
    const repeated = repeatedIn === undefined ? [] : repeatedIn(this.#hasher.ofRows(block), first);
    const fields = new Map(repeated.map(([place, field]) => [place - first, field]));
    const { outcome, fromRecord } = rated;
    for (let row = 0; row < block.length; row++) {
      const isPlain = fromRecord[row] === 0 && outcome[row] === RATED;
      const field = fields.size === 0 ? undefined : fields.get(row);
      if (isPlain && field === undefined && this.#counts.add(block, rated, row)) {
        this.#lines.put(this.#results, block, rated, row);
      } else {
        this.#putResult(block, this.#resultOf(block, rated, row, field), row);
      }
    }
  }

  #resultOf(
    block: CallBlock,
    rated: RatedColumns,
    row: number,
    field: RepeatedField | undefined,
  ): CallResult {
    const problem = block.problemOf(row);
    if (problem !== undefined) return unreadableCall(problem);
    return asReadBefore(rated.resultAt(row), block.recordOf(row), field);
  }

  /** Counts and writes a result that has to be made for itself. */
  #putResult(block: CallBlock, result: CallResult, row: number): void {
    this.#tally.add(result);
    const isError = result.outcome === "error";
    if (isError) {
      this.#worklist.add(block.recordOf(row), result);
    } else if (result.outcome === "rated") {
      this.#reconciliation.add(block.recordOf(row), result);
    }
    if (isError && this.#errorRecords !== undefined) {
      this.#errors.put(this.#errorRecords.of(toRecord(result)));
    } else {
      this.#results.put(this.#records.of(toRecord(result)));
    }
  }

  /** Whether the counts are to be taken before they grow with the file. */
  get isFull(): boolean {
    return this.#reconciliation.isFull;
  }

  /** What the calls rated since it was last asked add up to. */
  takeCounts(): BlockCounts {
    const counts = this.#counts;
    counts?.settle();
    const tally = this.#tally.report();
    const reconciliation = this.#reconciliation.lines;
    this.#counts = undefined;
    this.#tally = createTally();
    this.#reconciliation = new ReconciliationCollector(Number.POSITIVE_INFINITY);
    return { tally: counts === undefined ? [tally] : [counts.tally(), tally], reconciliation };
  }
}
