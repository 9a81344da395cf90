/**
 * Rates columns of calls into columns of results: in the kernel, and on the slow path of a single call for rows that
 * the kernel leaves.
 */
import { type BookTables, CALL_ERROR_CODES } from "../../book/index.ts";
import { type KernelForm, kernel, rows } from "../../kernel/index.ts";
import {
  type CallResult,
  type FailedCall,
  type IgnoredCall,
  type PricedCall,
  RATING_METHODS,
  type ResultRecord,
  toRecord,
} from "../results/index.ts";
import { type BookKernel, kernelOf } from "../rows/book-kernel.ts";
import { type BlockCopier, copierOf } from "./block-copier.ts";
import type { CallColumns } from "./call-columns.ts";
import { writeUnits } from "./component-columns.ts";
import { ColumnKeys, OUTCOMES, type RatedColumns, ResultColumns } from "./rated-columns.ts";
import { type RowOptions, resultOfRow } from "./result-of-row.ts";

const RATED = OUTCOMES.indexOf("rated");
const ERROR = OUTCOMES.indexOf("error");
const IGNORED = OUTCOMES.indexOf("ignored");

/** Most results in the cache. */
const MOST_HELD = 1 << 14;

/** The columns of results, and the rater that fills them. */
export class ColumnRater extends ResultColumns<Uint8Array> implements RatedColumns {
  readonly book: BookTables;
  readonly capacity: number;
  readonly decimals: number;
  readonly keys: ColumnKeys;
  length = 0;

  #columns: CallColumns | undefined;
  /** 1 for a row of the slow path, whose columns in the kernel have no meaning. */
  readonly #isSlow: Uint8Array;
  /** A cache of the results of slow-path rows. */
  readonly #held = new Map<number, CallResult>();
  #options: RowOptions = { reclassify: false, bookDigest: undefined };
  readonly #kernel: BookKernel;
  readonly #copier: BlockCopier;

  constructor(book: BookTables, capacity: number, form: KernelForm = kernel()) {
    super({
      codes: () => new Uint8Array(capacity),
      wholes: () => new Int32Array(capacity),
      doubles: () => new Float64Array(capacity),
    });
    this.book = book;
    this.capacity = capacity;
    this.decimals = book.settings.costDecimals;
    this.keys = new ColumnKeys(book);
    this.#isSlow = new Uint8Array(capacity);
    this.#kernel = kernelOf(book, form);
    this.#copier = copierOf(this.#kernel.memory);
  }

  rate(columns: CallColumns, options: RowOptions): void {
    this.length = columns.length;
    this.#columns = columns;
    if (this.#held.size > 0) this.#held.clear();
    this.#options = options;
    for (let first = 0; first < columns.length; first += rows.BLOCK_ROWS) {
      const count = Math.min(rows.BLOCK_ROWS, columns.length - first);
      this.#copier.copyIn(columns, first, count);
      const slow = this.#kernel.rate(columns.names, count, options.reclassify);
      this.#copier.copyOut(this, first, count);
      const slowRows = this.#copier.slowRows(slow);
      this.#isSlow.fill(0, first, first + count);
      for (const row of slowRows) this.#rateRecord(first + row);
    }
  }

  recordAt(row: number): ResultRecord {
    return toRecord(this.resultAt(row));
  }

  resultAt(row: number): CallResult {
    if (!(row >= 0 && row < this.length)) throw new RangeError(`There is no row ${row}.`);
    return this.#held.get(row) ?? this.#result(row);
  }

  #result(row: number): PricedCall | FailedCall | IgnoredCall {
    const { book } = this;
    const columns = this.#columns as CallColumns;
    const isUnrated = this.outcome[row] !== RATED && this.#isSlow[row] === 0;
    return resultOfRow({ book, columns, rated: this, row }, isUnrated, this.#options);
  }

  #rateRecord(row: number): void {
    this.#isSlow[row] = 1;
    const result = this.#result(row);
    if (this.#held.size < MOST_HELD) this.#held.set(row, result);
    if (result.outcome === "error") {
      this.outcome[row] = ERROR;
      this.error[row] = CALL_ERROR_CODES.indexOf(result.error);
    } else if (result.outcome === "ignored") {
      this.outcome[row] = IGNORED;
    } else {
      this.#writeResult(row, result);
    }
  }

  #writeResult(row: number, result: PricedCall): void {
    const { byIndex } = this.book;
    const { call, number, callType, period, retail, wholesale } = result.parts;
    const { tariff, featureID, lookedUp } = retail;
    this.outcome[row] = RATED;
    this.day[row] = result.day;
    this.number[row] = number.numberIndex;
    this.tariff[row] = (tariff && byIndex.tariffIndexes.get(tariff)) ?? -1;
    this.feature[row] = (featureID === null ? undefined : byIndex.featureIndexes.get(featureID)) ?? -1;
    this.callType[row] = callType;
    this.callTypeUsed[row] = lookedUp.callType;
    this.period[row] = call.tariffTime === "" ? period : -1;
    this.location[row] = lookedUp.locationIndex;
    this.method[row] = RATING_METHODS.indexOf(retail.method);
    this.chargedMilliseconds[row] = retail.chargedMilliseconds;
    this.chargedBytes[row] = retail.chargedBytes;
    this.chargedEvents[row] = retail.chargedEvents;
    writeUnits(this.retail, row, retail.components);
    writeUnits(this.wholesale, row, wholesale);
  }
}
