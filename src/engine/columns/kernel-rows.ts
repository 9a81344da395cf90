/** The rows of a block in the memory of a kernel, rated where they stand. */
import type { OpenedBook } from "../../book/index.ts";
import { type Kernel, kernel, rows } from "../../kernel/index.ts";
import { perComponent } from "../../model/index.ts";
import type { CallResult } from "../results/index.ts";
import { BookKernel } from "../rows/book-kernel.ts";
import type { CallColumns } from "./call-columns.ts";
import type { ComponentColumns } from "./component-columns.ts";
import { ColumnKeys, OUTCOMES, type RowResults } from "./rated-columns.ts";
import { type RowOptions, resultOfRow } from "./result-of-row.ts";

const RATED = OUTCOMES.indexOf("rated");

/** Results as columns of a kernel's memory, which keeps its size. */
export class KernelRows implements RowResults {
  readonly kernel: Kernel;
  readonly decimals: number;
  readonly keys: ColumnKeys;
  readonly outcome: Int32Array;
  readonly error: Int32Array;
  readonly day: Int32Array;
  readonly number: Int32Array;
  readonly tariff: Int32Array;
  readonly feature: Int32Array;
  readonly callType: Int32Array;
  readonly callTypeUsed: Int32Array;
  readonly period: Int32Array;
  readonly location: Int32Array;
  readonly chargedMilliseconds: Float64Array;
  readonly chargedBytes: Float64Array;
  readonly chargedEvents: Float64Array;
  readonly retail: ComponentColumns;
  readonly wholesale: ComponentColumns;
  /** 1 where a call was refused or ignored, or is left to its record: its other columns mean nothing. */
  readonly fromRecord: Int32Array;
  readonly #book: OpenedBook;
  readonly #options: RowOptions;
  readonly #rater: BookKernel;

  /** With room for so many bytes besides the columns and the book's plan. */
  constructor(book: OpenedBook, options: RowOptions, workBytes: number) {
    const { tables } = book;
    this.#book = book;
    this.#options = options;
    this.#rater = new BookKernel(tables, kernel(), { workBytes, isFixed: true });
    this.kernel = this.#rater.kernel;
    this.decimals = tables.settings.costDecimals;
    this.keys = new ColumnKeys(tables);
    const { buffer } = this.kernel.memory.views.workU8s;
    const wholes = (address: number): Int32Array => new Int32Array(buffer, address, rows.BLOCK_ROWS);
    const doubles = (address: number): Float64Array => new Float64Array(buffer, address, rows.BLOCK_ROWS);
    const components = (address: number): ComponentColumns =>
      perComponent((_, at) => doubles(address + at * rows.COST_STRIDE));
    this.outcome = wholes(rows.OUTCOME);
    this.error = wholes(rows.ERROR);
    this.day = wholes(rows.DAY);
    this.number = wholes(rows.NUMBER);
    this.tariff = wholes(rows.TARIFF);
    this.feature = wholes(rows.FEATURE);
    this.callType = wholes(rows.CALL_TYPE);
    this.callTypeUsed = wholes(rows.CALL_TYPE_USED);
    this.period = wholes(rows.PERIOD);
    this.location = wholes(rows.LOCATION);
    this.chargedMilliseconds = doubles(rows.CHARGED_MILLISECONDS);
    this.chargedBytes = doubles(rows.CHARGED_BYTES);
    this.chargedEvents = doubles(rows.CHARGED_EVENTS);
    this.retail = components(rows.RETAIL);
    this.wholesale = components(rows.WHOLESALE);
    this.fromRecord = wholes(rows.FROM_RECORD);
  }

  /**
   * Rates the first rows, whose columns stand in the memory.
   *
   * @throws MemoryFull where the book's tables need more memory: nothing may be rated here any more
   */
  rate({ names, length }: CallColumns): void {
    this.#rater.rate(names, length, this.#options.reclassify);
  }

  /** R11: whether a row that is not left to its record names an origin that the book does not know. */
  get hasUnknownOrigin(): boolean {
    return this.#rater.hasUnknownOrigin;
  }

  /** The result of a row as `rateCall` gives it. */
  resultAt(columns: CallColumns, row: number): CallResult {
    const { tables } = this.#book;
    // A row that is left to its record is none of those that the kernel has refused or ignored.
    const isUnrated = this.outcome[row] !== RATED;
    return resultOfRow({ book: tables, columns, rated: this, row }, isUnrated, this.#options);
  }
}
