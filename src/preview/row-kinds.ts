/** Finds the cell of a row's call type, tariff and period, by their places. */
import type { CallColumns, RatedColumns } from "../engine/index.ts";
import type { LineCells } from "./line-cells.ts";

/** What the calls of a cell have in common: places in the book, and the name of the period. */
export interface RowKind {
  readonly callType: number;
  /** -1 where there is none. */
  readonly tariff: number;
  readonly period: string;
}

/** Above the place of any tariff. */
const TARIFFS = 2 ** 26;

/** The kinds of rows that were met. */
export class RowKinds {
  /** By their cells. */
  readonly all: RowKind[] = [];
  readonly #cells: LineCells;
  /** By period; then by call type and tariff in one. Periods of the records' own come by name. */
  readonly #byPeriod: Map<number, number>[] = [];
  readonly #byOwnPeriod = new Map<string, Map<number, number>>();

  /** `cells` are made here alone. */
  constructor(cells: LineCells) {
    this.#cells = cells;
  }

  /** The cell of a rated row. */
  cellOf(columns: CallColumns, rated: RatedColumns, row: number): number {
    const callType = rated.callType[row] as number;
    const tariff = rated.tariff[row] as number;
    const period = rated.period[row] as number;
    const key = keyOf(callType, tariff);
    const cells = period < 0 ? this.#ofOwnPeriod(ownPeriod(columns, row)) : this.#ofPeriod(period);
    return cells.get(key) ?? this.#meet(cells, key, callType, tariff, periodOf(columns, rated, row));
  }

  /** The cell of a kind that another thread met. */
  cellOfKind({ callType, tariff, period }: RowKind): number {
    const key = keyOf(callType, tariff);
    const cells = this.#ofOwnPeriod(period);
    return cells.get(key) ?? this.#meet(cells, key, callType, tariff, period);
  }

  #ofPeriod(period: number): Map<number, number> {
    let cells = this.#byPeriod[period];
    if (cells === undefined) {
      while (this.#byPeriod.length <= period) this.#byPeriod.push(new Map());
      cells = this.#byPeriod[period] as Map<number, number>;
    }
    return cells;
  }

  #ofOwnPeriod(name: string): Map<number, number> {
    let cells = this.#byOwnPeriod.get(name);
    if (cells === undefined) {
      cells = new Map();
      this.#byOwnPeriod.set(name, cells);
    }
    return cells;
  }

  #meet(cells: Map<number, number>, key: number, callType: number, tariff: number, period: string): number {
    const cell = this.#cells.make();
    cells.set(key, cell);
    this.all.push({ callType, tariff, period });
    return cell;
  }
}

function keyOf(callType: number, tariff: number): number {
  return callType * TARIFFS + tariff + 1;
}

function ownPeriod(columns: CallColumns, row: number): string {
  return columns.names[columns.tariffTime[row] as number] as string;
}

/** The period of a rated row as `RatedCall.tariffTime` has it. */
function periodOf(columns: CallColumns, rated: RatedColumns, row: number): string {
  const period = rated.period[row] as number;
  return period < 0 ? ownPeriod(columns, row) : (rated.keys.period(period) ?? "default");
}
