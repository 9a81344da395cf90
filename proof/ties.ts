/**
 * How many components were exactly half a quantum before R4 rounded them. That is asked of the same book kept to
 * eight decimal places, where such a half can be seen.
 */
import {
  type BookData,
  type CallRecord,
  columnsFromRecords,
  type OpenedBook,
  openBook,
  type RatedColumns,
  rateColumns,
} from "tollbook";
import type { ProofBook } from "./book.ts";

const FINEST = 8;

export class TieCounter {
  readonly #finer: OpenedBook | undefined;
  /** Units of 10^-8 p of a quantum. */
  readonly #quantum: number;
  readonly #reclassify: boolean;
  #into: RatedColumns | undefined;

  constructor({ data, setting }: ProofBook) {
    const isFinest = setting.costDecimals === FINEST;
    this.#finer = isFinest ? undefined : openBook({ ...data, costDecimals: FINEST } as BookData);
    this.#quantum = 10 ** (FINEST - setting.costDecimals);
    this.#reclassify = setting.reclassify;
  }

  /** Of calls, how many have a retail component that lies halfway; a book of eight places cannot tell. */
  count(calls: readonly CallRecord[]): number {
    if (this.#finer === undefined) return 0;
    const into = this.#into === undefined ? {} : { into: this.#into };
    const rated = rateColumns(this.#finer, columnsFromRecords(calls), {
      reclassify: this.#reclassify,
      ...into,
    });
    this.#into = rated;
    let ties = 0;
    for (let row = 0; row < calls.length; row++) {
      if (rated.outcome[row] !== 0) continue;
      // A component that does not fit a column is NaN, and no tie.
      if (rated.retail.some((column) => Math.abs((column[row] ?? 0) % this.#quantum) === this.#quantum / 2))
        ties++;
    }
    return ties;
  }
}
