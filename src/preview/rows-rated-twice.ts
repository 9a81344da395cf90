/**
 * Rows of columns that both books rate the plain way: added up from typed arrays, without an object for any but those
 * that are kept as examples. Lines of the breakdowns are found by places of the book before, and named when a report
 * is asked for.
 */
import type { OpenedBook } from "../book/index.ts";
import {
  type CallColumns,
  ColumnKeys,
  OUTCOMES,
  type RatedColumns,
  rateColumns,
  reportedMicroPence,
  unitsOf,
} from "../engine/index.ts";
import { UnitSum, type Units } from "../money/index.ts";
import type { Breakdowns } from "./breakdowns.ts";
import { SUM_DECIMALS, toSumUnits } from "./comparison.ts";
import type { CostSums } from "./cost-sums.ts";
import type { LeadingCalls } from "./leading-calls.ts";
import { type CallAmounts, LineCells, type LineCellsPart } from "./line-cells.ts";
import type { Line } from "./lines.ts";
import { OfferedRow } from "./offered-row.ts";
import { type RowKind, RowKinds } from "./row-kinds.ts";

const RATED = OUTCOMES.indexOf("rated");

/** What is kept of rows, and how they are rated. */
export interface RowsSetup {
  readonly reclassify: boolean;
  /** How many calls each line keeps. */
  readonly examples: number;
  /** The calls that move up and down most. */
  readonly up: LeadingCalls;
  readonly down: LeadingCalls;
}

/** Results of either side. */
export interface RatedTwice {
  readonly before: RatedColumns;
  readonly after: RatedColumns;
}

/** Rows that were added up, as plain data; places are those of the book before, which are the same in all threads. */
export interface RowsPart {
  /** Places of numbers, and their cells in this order. */
  readonly numbers: readonly number[];
  readonly numberCells: LineCellsPart;
  /** Likewise. */
  readonly kinds: readonly RowKind[];
  readonly kindCells: LineCellsPart;
}

/** Rates rows with both books, and adds up those whose amounts doubles hold. */
export class RowsRatedTwice {
  readonly #books: { readonly before: OpenedBook; readonly after: OpenedBook };
  readonly #setup: RowsSetup;
  readonly #decimals: readonly [before: number, after: number];
  readonly #offered = new OfferedRow();
  readonly #amounts: CallAmounts = {
    retailBefore: 0,
    retailAfter: 0,
    calculatedBefore: 0,
    calculatedAfter: 0,
    reported: 0,
    direction: 0,
  };
  /** Cells by place of the number; -1 where there is none. */
  #cellOfNumber = new Int32Array(0);
  /** By their cells. */
  #numbers: number[] = [];
  #numberCells: LineCells;
  #kinds: RowKinds;
  #kindCells: LineCells;

  constructor(before: OpenedBook, after: OpenedBook, setup: RowsSetup) {
    this.#books = { before, after };
    this.#setup = setup;
    this.#decimals = [before.settings.costDecimals, after.settings.costDecimals];
    this.#numberCells = new LineCells(setup.examples, this.#decimals);
    this.#kindCells = new LineCells(setup.examples, this.#decimals);
    this.#kinds = new RowKinds(this.#kindCells);
  }

  /** Rates columns, whose rows may then be added; `into` are earlier results to write over. */
  rate(columns: CallColumns, into: RatedTwice | undefined): RatedTwice {
    const { before, after } = this.#books;
    const { reclassify } = this.#setup;
    return {
      before: rateColumns(before, columns, { reclassify, ...(into && { into: into.before }) }),
      after: rateColumns(after, columns, { reclassify, ...(into && { into: into.after }) }),
    };
  }

  /** Adds a row; false, and nothing added, where its record has to say. */
  add(
    columns: CallColumns,
    { before, after }: RatedTwice,
    row: number,
    line: number,
    arrival: number,
  ): boolean {
    if (before.fromRecord[row] !== 0 || after.fromRecord[row] !== 0) return false;
    if (before.outcome[row] !== RATED || after.outcome[row] !== RATED) return false;
    if (!this.#read(columns, before, after, row)) return false;
    const amounts = this.#amounts;
    const numbers = this.#numberCells;
    const kinds = this.#kindCells;
    const number = this.#cellOf(before.number[row] as number);
    const kind = this.#kinds.cellOf(columns, before, row);
    const { retailBefore, retailAfter } = amounts;
    const size = this.#sizeOf(retailBefore, retailAfter);
    numbers.add(number, amounts);
    kinds.add(kind, amounts);
    if (amounts.direction === 0) return true;
    const offered = this.#offered;
    offered.become(columns, row, line, arrival, size);
    numbers.leading(number).offer(offered);
    kinds.leading(kind).offer(offered);
    (amounts.direction > 0 ? this.#setup.up : this.#setup.down).offer(offered);
    return true;
  }

  /** Reads the amounts of a row; false where doubles do not add them up exactly. */
  #read(columns: CallColumns, before: RatedColumns, after: RatedColumns, row: number): boolean {
    const amounts = this.#amounts;
    const retailBefore = unitsOf(before.retail, row);
    const retailAfter = unitsOf(after.retail, row);
    const calculatedBefore = unitsOf(before.wholesale, row);
    const calculatedAfter = unitsOf(after.wholesale, row);
    const reported = reportedMicroPence(columns.costCDR, row);
    if (!(Math.abs(retailBefore) < UnitSum.MOST && Math.abs(retailAfter) < UnitSum.MOST)) return false;
    if (calculatedBefore >= UnitSum.MOST || calculatedAfter >= UnitSum.MOST) return false;
    if (Math.abs(reported) >= UnitSum.MOST) return false;
    amounts.retailBefore = retailBefore;
    amounts.retailAfter = retailAfter;
    amounts.calculatedBefore = calculatedBefore;
    amounts.calculatedAfter = calculatedAfter;
    amounts.reported = reported;
    return true;
  }

  /** Size of the difference, as `differenceOf` has it; its sign is noted with the amounts. */
  #sizeOf(before: number, after: number): Units {
    const [left, right] = this.#decimals;
    let difference: Units;
    if (left === right) {
      difference = after - before;
    } else {
      const finer = after * 10 ** (SUM_DECIMALS - right);
      const other = before * 10 ** (SUM_DECIMALS - left);
      difference =
        Math.abs(finer) < UnitSum.MOST && Math.abs(other) < UnitSum.MOST
          ? finer - other
          : toSumUnits(after, right) - toSumUnits(before, left);
    }
    this.#amounts.direction = difference < 0 ? -1 : difference > 0 ? 1 : 0;
    return difference < 0 ? -difference : difference;
  }

  #cellOf(number: number): number {
    const cell = this.#cellOfNumber[number] ?? -1;
    return cell < 0 ? this.#meetNumber(number) : cell;
  }

  #meetNumber(number: number): number {
    if (number >= this.#cellOfNumber.length) {
      const larger = new Int32Array(2 * number + 64).fill(-1);
      larger.set(this.#cellOfNumber);
      this.#cellOfNumber = larger;
    }
    const cell = this.#numberCells.make();
    this.#cellOfNumber[number] = cell;
    this.#numbers.push(number);
    return cell;
  }

  /** All that was added, as plain data. */
  part(): RowsPart {
    return {
      numbers: [...this.#numbers],
      numberCells: this.#numberCells.part(),
      kinds: [...this.#kinds.all],
      kindCells: this.#kindCells.part(),
    };
  }

  /** Adds what another's `part` gave, of the same book before. */
  addPart({ numbers, numberCells, kinds, kindCells }: RowsPart): void {
    this.#numberCells.addPart(numberCells, (cell) => this.#cellOf(numbers[cell] as number));
    this.#kindCells.addPart(kindCells, (cell) => this.#kinds.cellOfKind(kinds[cell] as RowKind));
  }

  /** Gives all that was added to the lines of the breakdowns, and begins anew. */
  settle(breakdowns: Breakdowns, ratedTwice: CostSums): void {
    if (this.#numbers.length === 0) return;
    const keys = new ColumnKeys(this.#books.before.tables);
    const giveTo = (line: Line, cells: LineCells, cell: number): void => {
      line.sums.addSummed(cells.summed(cell));
      line.leading.takeAll(cells.leading(cell).calls);
    };
    for (const [cell, number] of this.#numbers.entries()) {
      ratedTwice.addSummed(this.#numberCells.summed(cell));
      const line = breakdowns.number(keys.customerID(number) ?? null, keys.numberID(number) ?? null);
      giveTo(line, this.#numberCells, cell);
    }
    for (const [cell, { callType, tariff, period }] of this.#kinds.all.entries()) {
      const ofType = breakdowns.callType(keys.tariffClass(callType) ?? null, keys.callType(callType) ?? null);
      giveTo(ofType, this.#kindCells, cell);
      giveTo(breakdowns.tariff(keys.tariffID(tariff) ?? null), this.#kindCells, cell);
      giveTo(breakdowns.period(period), this.#kindCells, cell);
    }
    this.#numberCells = new LineCells(this.#setup.examples, this.#decimals);
    this.#kindCells = new LineCells(this.#setup.examples, this.#decimals);
    this.#cellOfNumber.fill(-1);
    this.#numbers = [];
    this.#kinds = new RowKinds(this.#kindCells);
  }
}
