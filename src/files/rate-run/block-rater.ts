/** Rates the blocks of a file: scanned into columns, rated, counted and written as bytes, call by call in order. */

import type { UnknownOrigin } from "../../engine/index.ts";
import {
  type CallRecord,
  type CallResult,
  createTally,
  type DiscountWindow,
  type OpenedBook,
  type ReconciliationLine,
  type Tally,
  type TallyReport,
  toRecord,
} from "../../index.ts";
import { counting } from "../../kernel/index.ts";
import {
  ColumnCounts,
  ReconciliationCollector,
  type WorklistEntry,
  WorklistPart,
} from "../../totals/index.ts";
import {
  type CallBlock,
  type CallBytes,
  LongCallCounter,
  type LongCallCounts,
  NOT_FOUND,
  SCAN_BYTES,
} from "../call-blocks/index.ts";
import { PassedOverCounter, type PassedOverCounts } from "../call-file.ts";
import { ByteSink, ResultLines, WRITE_BYTES } from "../result-bytes/index.ts";
import { inputFields, type LineFormat, RecordLines } from "../results/index.ts";
import { DiscountedLines, type LineTaker, MOST_DISCOUNTED } from "./discounted-lines.ts";
import { GrowingWords } from "./growing-words.ts";
import { RatedRows, type RepeatedIn } from "./rated-rows.ts";

export interface BlockFormat {
  readonly results: LineFormat;
  /** Format of calls in error that have a separate output. */
  readonly errors: LineFormat | undefined;
}

interface BlockRaterOptions {
  readonly book: OpenedBook;
  readonly reclassify: boolean;
  readonly format: BlockFormat;
  readonly discounts?: DiscountWindow<CallRecord> | undefined;
  /** Whether outcomes have `notes`. */
  readonly notesCalls?: boolean;
  /** Initial bytes of kernel memory for scanning, rating and writing. */
  readonly workBytes?: number;
}

/** The outcome of a block. The bytes stay valid until the next block but one. */
export interface BlockOutcome {
  readonly results: Uint8Array;
  readonly errors: Uint8Array;
  readonly calls: number;
  /** Unknown origins that this rater had not met before (R11). */
  readonly unknownOrigins: readonly UnknownOrigin[];
  /** The position of each call (`spanOf`), where `notesCalls` is set. */
  readonly notes: Int32Array | undefined;
}

export interface BlockCounts {
  readonly tally: readonly TallyReport[];
  /** All subjects, in order of first occurrence: the totals of a run list the first subjects one by one. */
  readonly worklist: readonly WorklistEntry[];
  readonly reconciliation: readonly ReconciliationLine[];
  /** Rows that were passed over because they are no calls. */
  readonly passedOver: PassedOverCounts | undefined;
  readonly longCalls: LongCallCounts;
}

const SINK_BYTES = 1 << 16;
/** Initial kernel memory, seldom too small for the data kept of a book; pages that are never written cost nothing. */
const WORK_BYTES = SCAN_BYTES + WRITE_BYTES + (1 << 28);
const NO_CALL: CallRecord = {};

function newLines({ rows, block }: RatedRows, format: LineFormat): ResultLines {
  return new ResultLines(rows.kernel, rows, format, block.shown);
}

function newReconciliation(): ReconciliationCollector {
  return new ReconciliationCollector(Number.POSITIVE_INFINITY);
}

/** Rates blocks one after another. Memory does not grow with the number of blocks. */
export class BlockRater {
  readonly #book: OpenedBook;
  readonly #rated: RatedRows;
  #lines: ResultLines;
  readonly #discounted: DiscountedLines | undefined;
  /** Lines made one by one: of results, and of calls in error that have a separate output. */
  readonly #records: RecordLines;
  readonly #errorRecords: RecordLines | undefined;
  /** Whether lines have fields of calls. */
  readonly #showsCalls: boolean;
  readonly #counts: ColumnCounts;
  // For calls that are not counted in columns.
  #tally: Tally;
  /** For all calls, because the lines met first are listed one by one. */
  #reconciliation = newReconciliation();
  readonly #worklist = new WorklistPart();
  #passedOver = new PassedOverCounter();
  #longCalls = new LongCallCounter();
  // Two sinks each, because one is still being written while the other is filled.
  #results = new ByteSink(SINK_BYTES);
  #spareResults = new ByteSink(SINK_BYTES);
  #errors = new ByteSink(0);
  #spareErrors = new ByteSink(0);
  /** The position of each call of the block, as `spanOf` reads it. */
  readonly #notes: GrowingWords | undefined;

  constructor(options: BlockRaterOptions) {
    const { book, reclassify, format, discounts, notesCalls, workBytes = WORK_BYTES } = options;
    const { results, errors } = format;
    this.#book = book;
    this.#notes = notesCalls ? new GrowingWords() : undefined;
    this.#showsCalls = inputFields([...results.columns, ...(errors?.columns ?? [])]).length > 0;
    this.#records = new RecordLines(results);
    this.#errorRecords = errors && new RecordLines(errors);
    const rated = new RatedRows({
      book,
      reclassify,
      bookDigest: results.bookDigest,
      shown: inputFields(results.columns),
      workBytes,
      onMove: () => {
        this.#lines = newLines(rated, results);
        this.#counts.moveTo(rated.rows);
      },
    });
    this.#rated = rated;
    this.#lines = newLines(rated, results);
    this.#discounted = discounts && new DiscountedLines(book, discounts, this.#lines.noteWords);
    this.#tally = createTally(book);
    this.#counts = new ColumnCounts(book, rated.rows, this.#reconciliation);
  }

  /** Rates a block; without `repeatedIn`, no call counts as read before. */
  rate(given: CallBytes, repeatedIn: RepeatedIn | undefined): BlockOutcome {
    [this.#results, this.#spareResults] = [this.#spareResults, this.#results];
    [this.#errors, this.#spareErrors] = [this.#spareErrors, this.#errors];
    this.#results.clear();
    this.#errors.clear();
    this.#notes?.clear();
    const calls = this.#rated.rate(given, (callsBefore) => {
      const { block } = this.#rated;
      if (block.length > 0) this.#putRows(callsBefore, repeatedIn);
      this.#longCalls.addBlock(block);
      this.#passedOver.addAll(block.passedOver);
    });
    const unknownOrigins = this.#rated.takeUnknownOrigins();
    const [results, errors] = [this.#results.bytes, this.#errors.bytes];
    return { results, errors, calls, unknownOrigins, notes: this.#notes?.words };
  }

  #putRows(callsBefore: number, repeatedIn: RepeatedIn | undefined): void {
    const rated = this.#rated;
    const counts = this.#counts;
    const { block } = rated;
    const fields = rated.note(callsBefore, repeatedIn);
    const most = this.#discounted === undefined ? counting.SUM_CARRY : MOST_DISCOUNTED;
    const taker = this.#taker();
    for (let from = 0; from < block.length; ) {
      const end = counts.count(block, from, block.length, most);
      for (const row of counts.others) {
        this.#putCounted(taker, from, row);
        this.#noteCall(row, this.#results.length);
        this.#putResult(block, rated.resultOf(row, fields.get(row)), row, taker);
        from = row + 1;
      }
      this.#putCounted(taker, from, end);
      from = end;
    }
  }

  /** Writes rows that were rated by the kernel and counted. */
  #putCounted(taker: LineTaker, first: number, end: number): void {
    const { block } = this.#rated;
    this.#counts.tellLines(end);
    if (this.#discounted !== undefined) {
      this.#discounted.addRows(taker, block, first, end);
      return;
    }
    let { length } = this.#results;
    this.#lines.put(this.#results, block, first, end);
    if (this.#notes === undefined) return;
    for (let row = first; row < end; row++) {
      this.#noteCall(row, length);
      length += this.#lines.bytesOf(row, row + 1);
    }
  }

  /** Notes the position of a call; `results` is the number of result bytes before its line. */
  #noteCall(row: number, results: number): void {
    const start = this.#rated.startOf(row) ?? NOT_FOUND;
    this.#notes?.putFour(start, this.#rated.block.lineOf(row), results, this.#errors.length);
  }

  /** Counts and writes a result of the slow path. */
  #putResult(block: CallBlock, result: CallResult, row: number, taker: LineTaker): void {
    if (result.outcome === "rated") {
      const call = block.recordOf(row);
      this.#reconciliation.add(call, result);
      if (this.#discounted === undefined) taker.takeResult(result, call);
      else this.#discounted.addResult(taker, result, call);
      return;
    }
    this.#tally.add(result);
    const isFailed = result.outcome === "error";
    if (isFailed) this.#worklist.addRow(block, row, result);
    const call = this.#showsCalls ? block.shownOf(row) : NO_CALL;
    if (isFailed && this.#errorRecords !== undefined) {
      this.#errors.put(this.#errorRecords.of(result, call));
    } else {
      const line = this.#records.of(result, call);
      if (this.#discounted === undefined) this.#results.put(line);
      else this.#discounted.addLine(taker, line);
    }
  }

  #taker(): LineTaker {
    return {
      lines: this.#lines,
      rated: this.#rated.rows,
      counts: this.#counts,
      results: this.#results,
      takeResult: (result, call) => {
        this.#tally.add(result);
        this.#results.put(this.#records.of(toRecord(result), call));
      },
    };
  }

  /** Writes the lines that still wait for their discounts, once all blocks are rated. */
  finish(): Uint8Array {
    this.#results.clear();
    this.#discounted?.finish(this.#taker());
    return this.#results.bytes;
  }

  /** Frees the kernel memory: the rater must not be used any more, and its outcomes must have been copied. */
  release(): void {
    this.#rated.release();
  }

  /** Calls that came to a pool out of turn (R44). */
  get late(): number {
    return this.#discounted?.late ?? 0;
  }

  /** Whether the caller has to take the counts, which would grow with the file otherwise. */
  get isFull(): boolean {
    return this.#reconciliation.isFull || this.#worklist.isFull;
  }

  /** Counts of the calls rated since the last `takeCounts`. */
  takeCounts(): BlockCounts {
    const next = newReconciliation();
    const tally = [this.#counts.take(next), this.#tally.report()];
    const worklist = this.#worklist.take();
    const reconciliation = this.#reconciliation.lines;
    const passedOver = this.#passedOver.counts;
    this.#tally = createTally(this.#book);
    this.#reconciliation = next;
    this.#passedOver = new PassedOverCounter();
    const longCalls = this.#longCalls.counts;
    this.#longCalls = new LongCallCounter();
    return { tally, worklist, reconciliation, passedOver, longCalls };
  }
}
