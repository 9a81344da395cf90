/**
 * A cache of the rates of tariffs by prefix, as whole numbers in the memory of a kernel. A tariff has one *view* for
 * each call type, rating period and range of days that its lines tell apart. The key holds everything that a rate
 * depends on, so that the cache cannot change a result.
 */
import { type KernelMemory, tables, WorkTable } from "../../kernel/index.ts";
import type { LineConditions } from "./line-index.ts";

export interface ViewedTariff {
  readonly conditions: LineConditions;
  readonly settings: { readonly singleRate: boolean };
  readonly byteLength: number;
}

/** How many prefixes, periods and call types a book has. */
interface ViewSizes {
  readonly prefixes: number;
  readonly periods: number;
  readonly callTypes: number;
}

const { NO_VIEW, VIEWED_WIDTH } = tables;

/** The most cells of a small book; the size of the tables of a book's tariffs raises this limit. */
const FREE_CELLS = 1 << 18;
/** A tariff that would need more views than this has none. */
const MAX_VIEWS = 1 << 14;
/** A tariff with more days of change has no views: the search for the view of a day would be slow. */
const MAX_CHANGES = 16;
/** Call types and periods begin at -2, UNNAMED. */
const FROM = 2;
/** A view is filled after one miss per so many prefixes: one look-up takes as long as filling so many cells. */
const PREFIXES_PER_MISS = 64;

export class RateViews {
  /** Rows of VIEWED_WIDTH by tariff. */
  readonly #viewed: WorkTable;
  /** Offset of each view's cells, or NO_VIEW. Entry 0 stays NO_VIEW and serves tariffs without views as yet. */
  readonly #views: WorkTable;
  /** The cells of all views: a call has the cell at view + prefix + 1. Cell 0 stays empty, for calls without a view. */
  readonly #cells: WorkTable;
  readonly #changes: WorkTable;
  readonly #tariffs: readonly ViewedTariff[];
  readonly #sizes: ViewSizes;
  readonly #mostCells: number;
  /** Tariffs that have been asked for their conditions, those without views too. */
  readonly #opened = new Set<number>();
  /** By view: how many prefixes were missing. */
  readonly #misses = new Map<number, number>();
  #viewsUsed = 1;
  #cellsUsed = 1;
  #changesUsed = 0;

  constructor(memory: KernelMemory, tariffs: readonly ViewedTariff[], sizes: ViewSizes) {
    this.#tariffs = tariffs;
    this.#sizes = sizes;
    const bytes = tariffs.reduce((sum, tariff) => sum + tariff.byteLength, 0);
    this.#mostCells = 1 + FREE_CELLS + Math.floor(bytes / Int32Array.BYTES_PER_ELEMENT);
    this.#viewed = new WorkTable(memory, tables.WORK_VIEWED, tariffs.length * VIEWED_WIDTH);
    this.#views = new WorkTable(memory, tables.WORK_VIEWS, 1);
    this.#cells = new WorkTable(memory, tables.WORK_CELLS, 1);
    this.#changes = new WorkTable(memory, tables.WORK_CHANGES, 0);
  }

  /** Caches the value of a prefix in a view: an index or offset, such as a rate's, or a negative number for none. */
  put(view: number, prefix: number, value: number): void {
    if (view !== NO_VIEW) this.#cells.set(view + prefix + 1, cellFor(value));
  }

  /** Counts a prefix missing in a view. Returns whether to fill the view now; true once. */
  isWorthFilling(view: number): boolean {
    if (view === NO_VIEW) return false;
    const misses = (this.#misses.get(view) ?? 0) + 1;
    this.#misses.set(view, misses);
    return misses === 1 + Math.floor(this.#sizes.prefixes / PREFIXES_PER_MISS);
  }

  /** Fills a view: the value for no prefix, then the value of each prefix. */
  fill(view: number, rates: Int32Array): void {
    const { words } = this.#cells;
    for (let cell = 0; cell < rates.length; cell++) words[view + cell] = cellFor(rates[cell] as number);
  }

  /** The offset of the view for a tariff, call type, period and day, made on demand; NO_VIEW where there is no room. */
  viewFor(tariffIndex: number, callType: number, period: number, day: number): number {
    const row = tariffIndex * VIEWED_WIDTH;
    if (!this.#opened.has(tariffIndex)) this.#open(tariffIndex, row);
    const first = this.#viewed.at(row + tables.VIEWED_FIRST);
    if (first === 0) return NO_VIEW;
    let entry =
      first +
      callType * this.#viewed.at(row + tables.VIEWED_PER_TYPE) +
      period * this.#viewed.at(row + tables.VIEWED_PER_PERIOD);
    const from = this.#viewed.at(row + tables.VIEWED_CHANGES_FROM);
    const end = from + this.#viewed.at(row + tables.VIEWED_CHANGES);
    for (let change = from; change < end && day >= this.#changes.at(change); change++) entry++;
    if (this.#views.at(entry) === NO_VIEW) this.#views.set(entry, this.makeView());
    return this.#views.at(entry);
  }

  #open(tariffIndex: number, row: number): void {
    this.#opened.add(tariffIndex);
    const { conditions, settings } = this.#tariffs[tariffIndex] as ViewedTariff;
    const { asksCallType, changes } = conditions;
    // R23: with `singleRate` a tariff ignores the period.
    const asksPeriod = conditions.asksPeriod && !settings.singleRate;
    const stretches = changes.length + 1;
    const perPeriod = asksPeriod ? stretches : 0;
    const ofType = asksPeriod ? (this.#sizes.periods + FROM) * stretches : stretches;
    const perType = asksCallType ? ofType : 0;
    const length = asksCallType ? (this.#sizes.callTypes + FROM) * ofType : ofType;
    if (changes.length > MAX_CHANGES || length > MAX_VIEWS) return;
    this.#viewed.set(row + tables.VIEWED_FIRST, this.#viewsUsed + FROM * (perType + perPeriod));
    this.#viewed.set(row + tables.VIEWED_PER_TYPE, perType);
    this.#viewed.set(row + tables.VIEWED_PER_PERIOD, perPeriod);
    this.#viewed.set(row + tables.VIEWED_CHANGES, changes.length);
    this.#viewed.set(row + tables.VIEWED_CHANGES_FROM, this.#changesUsed);
    this.#viewsUsed += length;
    this.#views.makeRoom(this.#viewsUsed);
    this.#changes.makeRoom(this.#changesUsed + changes.length);
    for (const day of changes) this.#changes.set(this.#changesUsed++, day);
  }

  /** The offset of a new view: a cell for no prefix and one for each prefix. NO_VIEW where there is no room. */
  makeView(): number {
    const length = this.#sizes.prefixes + 1;
    const view = this.#cellsUsed;
    if (view + length > this.#mostCells) return NO_VIEW;
    this.#cellsUsed += length;
    this.#cells.makeRoom(this.#cellsUsed);
    return view;
  }
}

/** 0 is the value of an empty cell. */
function cellFor(value: number): number {
  return value < 0 ? value : value + 1;
}
