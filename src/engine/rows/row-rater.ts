/** Rates one call as the first row of its book's kernel. */
import type { BookTables } from "../../book/index.ts";
import { DAY_MS, isPlainDay, localMillisecondsAt, MINUTE_MS } from "../../calendar/index.ts";
import { kernel, rows, tables } from "../../kernel/index.ts";
import type { CallRecord } from "../../model/index.ts";
import { MAX_TEXT } from "../call/read-call.ts";
import { LOCAL_TIME } from "../call/read-start.ts";
import type { RateOptions } from "../rate-options.ts";
import { type FailedCall, type IgnoredCall, KeptRow, PricedCall } from "../results/index.ts";
import { type BookKernel, kernelOf } from "./book-kernel.ts";
import { NameCodes } from "./name-codes.ts";
import { type CallRows, CODE_COLUMNS, RecordReader } from "./record-reader.ts";
import { type UnratedRow, unratedResult } from "./unrated-row.ts";

/** Most characters of cached names, at least so many for each number of the book; then the cache is cleared. */
const MOST_CHARACTERS = 1 << 22;
const CHARACTERS_A_NUMBER = 64;
/**
 * Warm-up: the first calls of a book take the slow path. Making a kernel takes as long as these calls, and a third of a
 * megabyte, too much for a server of many books that rate a call now and then.
 */
export const FIRST_CALLS = 100;
const BY_RECORD = rows.BY_RECORD >> 2;
const OUTCOME = rows.OUTCOME >> 2;
const ERROR = rows.ERROR >> 2;
const DAY = rows.DAY >> 2;
const NUMBER = rows.NUMBER >> 2;
const TARIFF = rows.TARIFF >> 2;
const CALL_TYPE = rows.CALL_TYPE >> 2;
const START_DAY = rows.START_DAY >> 2;
const START_MILLISECOND = rows.START_MILLISECOND >> 2;
const START_OFFSET = rows.START_OFFSET >> 2;

type RowResult = PricedCall | FailedCall | IgnoredCall;

/** Rates the calls of a book one by one, in its kernel. */
class RowRater {
  readonly #book: BookTables;
  readonly #kernel: BookKernel;
  readonly #block: CallRows;
  readonly #text: number;
  readonly #mostCharacters: number;
  #names = new NameCodes(true);
  #reader: RecordReader;
  /** Set while a row is in the memory: a record's getter may rate another call. */
  #isBusy = false;

  constructor(book: BookTables, kernel: BookKernel) {
    this.#book = book;
    this.#kernel = kernel;
    this.#text = kernel.memory.allocate(MAX_TEXT);
    this.#mostCharacters = Math.max(MOST_CHARACTERS, CHARACTERS_A_NUMBER * book.byIndex.numbers.length);
    const { views } = kernel.memory;
    this.#block = {
      wholes: views.workI32s,
      firstWhole: rows.TARGET >> 2,
      wholeStride: rows.WHOLE_STRIDE >> 2,
      doubles: views.workF64s,
      firstDouble: rows.DURATION >> 3,
      doubleStride: rows.COST_STRIDE >> 3,
      texts: views.workU8s,
    };
    this.#reader = new RecordReader(this.#block, this.#names);
  }

  /** The result of a call from the kernel; undefined where the call has to take the slow path. */
  rate(record: CallRecord, options: RateOptions): RowResult | undefined {
    if (this.#isBusy) return undefined;
    this.#isBusy = true;
    try {
      return this.#rateRow(record, options);
    } finally {
      this.#isBusy = false;
    }
  }

  #rateRow(record: CallRecord, options: RateOptions): RowResult | undefined {
    const { memory } = this.#kernel;
    if (this.#names.characters > this.#mostCharacters) {
      this.#names = new NameCodes(true);
      this.#reader = new RecordReader(this.#block, this.#names);
    }
    const block = this.#block;
    const { views } = memory;
    if (block.wholes !== views.workI32s) {
      block.wholes = views.workI32s;
      block.doubles = views.workF64s;
      block.texts = views.workU8s;
    }
    const reader = this.#reader;
    reader.textEnd = this.#text;
    const { runs } = this.#kernel;
    if (!reader.read(0, record)) return undefined;
    // A record's getter may have rated columns in the same kernel.
    if (this.#kernel.runs !== runs) return undefined;
    block.wholes[BY_RECORD] = 0;
    if (block.wholes[START_OFFSET] !== LOCAL_TIME) toLocalTime(this.#book, block.wholes);
    const reclassify = options.reclassify === true;
    if (this.#kernel.rate(this.#names.names, 1, reclassify) > 0) return undefined;
    if (memory.views.workI32s[OUTCOME] === tables.OUTCOME_RATED)
      return new PricedCall(this.#book, new KeptRow(this.#book, memory.views, 0, reader, options));
    return unratedResult(this.#unrated(memory.views.workI32s, options.line), reclassify);
  }

  /** The row that the kernel has refused or ignored, for its message. */
  #unrated(wholes: Int32Array, line: number | undefined): UnratedRow {
    const { firstWhole, wholeStride } = this.#block;
    return {
      book: this.#book,
      id: this.#reader.id,
      line,
      isIgnored: wholes[OUTCOME] === tables.OUTCOME_IGNORED,
      error: wholes[ERROR] as number,
      day: wholes[DAY] as number,
      number: wholes[NUMBER] as number,
      tariff: wholes[TARIFF] as number,
      callType: wholes[CALL_TYPE] as number,
      external: () => this.#reader.external,
      named: (column) => {
        const code = wholes[firstWhole + CODE_COLUMNS.indexOf(column) * wholeStride] as number;
        return this.#names.names[code] as string;
      },
    };
  }
}

/** R23: rewrites a start with an offset as local time where both are equivalent: on a day without a clock change. */
function toLocalTime({ zone }: BookTables, wholes: Int32Array): void {
  const wall = (wholes[START_DAY] as number) * DAY_MS + (wholes[START_MILLISECOND] as number);
  const local = localMillisecondsAt(zone, wall - (wholes[START_OFFSET] as number) * MINUTE_MS);
  const day = Math.floor(local / DAY_MS);
  if (!isPlainDay(zone, day)) return;
  wholes[START_DAY] = day;
  wholes[START_MILLISECOND] = local - day * DAY_MS;
  wholes[START_OFFSET] = LOCAL_TIME;
}

/**
 * The result of a call as the kernel has it; undefined where the call has to take the slow path, as the first calls of
 * a book do.
 */
export function rateRow(book: BookTables, record: CallRecord, options: RateOptions): RowResult | undefined {
  const { single } = book;
  if (single.rater instanceof RowRater) return single.rater.rate(record, options);
  if (single.calls === FIRST_CALLS) single.rater = new RowRater(book, kernelOf(book, kernel()));
  single.calls++;
  return undefined;
}
