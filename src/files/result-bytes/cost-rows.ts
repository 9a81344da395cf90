/** Costs of rows as lines need them: what each comes to, and which of its components are to be told. */
import { BLOCK_ROWS } from "../call-blocks/index.ts";

/** What is known of the components in a row: none; the basic cost, the others being nil; or any of them. */
const NONE = 0;
export const BASIC = 1;
const ANY = 2;

/** One cost of the rows of a block. */
export class CostRows {
  #columns: readonly Float64Array[] = [];
  /** NaN where it is not known. */
  total: Float64Array = new Float64Array(0);
  basic: Float64Array = new Float64Array(0);
  readonly state = new Uint8Array(BLOCK_ROWS);
  readonly #sums = new Float64Array(BLOCK_ROWS);

  /** Reads what was calculated of rows: all components are known, or none. Column by column, which is the quicker way. */
  readCalculated(columns: readonly Float64Array[], first: number, end: number): void {
    const [basic] = columns as [Float64Array];
    const { state } = this;
    const sums = this.#sums;
    for (let row = first; row < end; row++) {
      const amount = basic[row] as number;
      sums[row] = amount;
      state[row] = Number.isNaN(amount) ? NONE : BASIC;
    }
    for (let part = 1; part < columns.length; part++) {
      const column = columns[part] as Float64Array;
      for (let row = first; row < end; row++) {
        const amount = column[row] as number;
        if (amount === 0 || state[row] === NONE) continue;
        sums[row] = (sums[row] as number) + amount;
        state[row] = ANY;
      }
    }
    this.#columns = columns;
    this.basic = basic;
    this.total = sums;
  }

  /** Reads what was reported of rows: a total, and any of the components. */
  readReported(
    [total, ...parts]: readonly [Float64Array, ...Float64Array[]],
    first: number,
    end: number,
  ): void {
    const { state } = this;
    state.fill(NONE, first, end);
    for (const column of parts) {
      for (let row = first; row < end; row++) {
        const amount = column[row] as number;
        if (!Number.isNaN(amount)) state[row] = ANY;
      }
    }
    this.#columns = parts;
    this.basic = parts[0] as Float64Array;
    this.total = total;
  }

  /** An amount of a row: the total, or a component from 1 on. */
  amount(part: number, row: number): number {
    return ((part === 0 ? this.total : this.#columns[part - 1]) as Float64Array)[row] as number;
  }
}
