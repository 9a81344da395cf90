/** The rows of a block in the memory of a kernel, rated in place. */
import type { OpenedBook } from "../../book/index.ts";
import { type Kernel, kernel, rows } from "../../kernel/index.ts";
import { type CallResult, KeptRow, PricedCall } from "../results/index.ts";
import { BookKernel } from "../rows/book-kernel.ts";
import type { RecordTexts } from "../rows/record-reader.ts";
import type { CallColumns, TextColumn } from "./call-columns.ts";
import { asciiOfRow, idOfRow } from "./column-ids.ts";
import { ColumnKeys, OUTCOMES, ResultColumns, type RowResults } from "./rated-columns.ts";
import { optionsOfRow, type RowOptions, resultOfRow } from "./result-of-row.ts";

const RATED = OUTCOMES.indexOf("rated");

/** The columns of calls in a kernel's memory, with what a record's result says and rating does not read. */
interface RowColumns extends CallColumns {
  /** As the file writes it. */
  readonly location: TextColumn;
}

/** Results as columns in a kernel's memory of fixed size. */
export class KernelRows extends ResultColumns<Int32Array> implements RowResults {
  readonly kernel: Kernel;
  readonly decimals: number;
  readonly keys: ColumnKeys;
  readonly #book: OpenedBook;
  readonly #options: RowOptions;
  readonly #rater: BookKernel;

  /** `workBytes` is the room besides the columns and the book's plan. */
  constructor(book: OpenedBook, options: RowOptions, workBytes: number) {
    const { tables } = book;
    const rater = new BookKernel(tables, kernel(), { workBytes, isFixed: true });
    const { buffer } = rater.kernel.memory.views.workU8s;
    const wholes = (address: number): Int32Array => new Int32Array(buffer, address, rows.BLOCK_ROWS);
    super({
      codes: wholes,
      wholes,
      doubles: (address) => new Float64Array(buffer, address, rows.BLOCK_ROWS),
    });
    this.#book = book;
    this.#options = options;
    this.#rater = rater;
    this.kernel = rater.kernel;
    this.decimals = tables.settings.costDecimals;
    this.keys = new ColumnKeys(tables);
  }

  /**
   * Rates the first `length` rows, whose columns are in the memory.
   *
   * @throws MemoryFull where the book's tables need more memory: nothing may be rated here any more
   */
  rate({ names, length }: CallColumns): void {
    this.#rater.rate(names, length, this.#options.reclassify);
  }

  /** R11: whether a row outside the slow path names an origin that the book does not know. */
  get hasUnknownOrigin(): boolean {
    return this.#rater.hasUnknownOrigin;
  }

  /** The result of a row as `rateCall` gives it. */
  resultAt(columns: RowColumns, row: number): CallResult {
    const { tables } = this.#book;
    const texts = this.fromRecord[row] === 0 ? this.#textsOf(columns, row) : undefined;
    if (texts !== undefined) {
      const options = optionsOfRow(this.#options, columns, row);
      return new PricedCall(tables, new KeptRow(tables, this.kernel.memory.views, row, texts, options));
    }
    // A row of the slow path keeps the outcome "rated" here: any other outcome is that of the kernel.
    const isUnrated = this.outcome[row] !== RATED;
    return resultOfRow({ book: tables, columns, rated: this, row }, isUnrated, this.#options);
  }

  /** The texts of the record of a row that was rated; undefined where they are in the record alone. */
  #textsOf(columns: RowColumns, row: number): RecordTexts | undefined {
    const { location, tariffTime, names } = columns;
    // The location of a destination comes before the record's.
    if ((this.location[row] as number) < 0 && location.start[row] !== location.end[row]) return undefined;
    const external = asciiOfRow(columns.external, row);
    if (external === undefined) return undefined;
    return {
      id: idOfRow(columns, row),
      external,
      location: "",
      tariffTime: names[tariffTime[row] as number] as string,
    };
  }
}
