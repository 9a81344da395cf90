/**
 * The rates that the tariffs of a book gave before, by prefix: for each tariff one view for each call type, rating
 * period and stretch of days that its lines tell apart. What is kept is keyed by all that a rate depends on, so that
 * it cannot change an answer. All of it is whole numbers in the memory of a kernel.
 */
import { type KernelMemory, tables, WorkTable } from "../../kernel/index.ts";
import type { LineConditions } from "./line-index.ts";

/** What views ask of a tariff. */
export interface ViewedTariff {
  readonly conditions: LineConditions;
  readonly settings: { readonly singleRate: boolean };
  readonly byteLength: number;
}

/** How many there are of what views tell apart in a book. */
interface ViewSizes {
  readonly prefixes: number;
  readonly periods: number;
  readonly callTypes: number;
}

const { NO_VIEW, VIEWED_WIDTH } = tables;

/** Cells of a book's views however small the book; else they take as much memory as the tables of its tariffs at most. */
const FREE_CELLS = 1 << 18;
/** A tariff whose lines tell more apart has no views. */
const MAX_VIEWS = 1 << 14;
/** Nor has one with more days on which something changes: finding a day's would take longer. */
const MAX_CHANGES = 16;
/** Call types and periods count from -2, UNNAMED. */
const FROM = 2;
/** A view is filled once one in so many prefixes was asked for: finding one takes as long as filling in so many. */
const PREFIXES_PER_MISS = 64;

/** The views of a book. */
export class RateViews {
  /** Rows of VIEWED_WIDTH by tariff. */
  readonly #viewed: WorkTable;
  /** Where each view begins among the cells, or NO_VIEW. The first entry belongs to tariffs that were not met. */
  readonly #views: WorkTable;
  /** The cells of all views. A call with a prefix has the one at its view and the prefix's place + 1. The first is never known. */
  readonly #cells: WorkTable;
  readonly #changes: WorkTable;
  readonly #tariffs: readonly ViewedTariff[];
  readonly #sizes: ViewSizes;
  readonly #mostCells: number;
  /** How many prefixes each view was asked for that it did not know. */
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

  /** Keeps what a view says of a prefix: a place, such as a rate's, or the lack of one (negative). */
  put(view: number, prefix: number, place: number): void {
    if (view !== NO_VIEW) this.#cells.set(view + prefix + 1, cellFor(place));
  }

  /** Counts a prefix that a view did not know; whether it is time to know all of them. */
  isWorthFilling(view: number): boolean {
    if (view === NO_VIEW) return false;
    const misses = (this.#misses.get(view) ?? 0) + 1;
    this.#misses.set(view, misses);
    return misses === 1 + Math.floor(this.#sizes.prefixes / PREFIXES_PER_MISS);
  }

  /** Keeps what a view says of no prefix and of each one by its place. */
  fill(view: number, rates: Int32Array): void {
    const { words } = this.#cells;
    for (let at = 0; at < rates.length; at++) words[view + at] = cellFor(rates[at] as number);
  }

  /** Where the view for calls of a tariff, a type, a period and a day begins, or NO_VIEW; made where it can be. */
  viewFor(tariff: number, callType: number, period: number, day: number): number {
    const row = tariff * VIEWED_WIDTH;
    if (this.#viewed.at(row + tables.VIEWED_FIRST) === 0) this.#open(tariff, row);
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

  #open(tariff: number, row: number): void {
    const { conditions, settings } = this.#tariffs[tariff] as ViewedTariff;
    const { asksCallType, changes } = conditions;
    // R23: a tariff of a single rate ignores the period.
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

  /** Where the cells of a new view begin, one for each prefix and one for none; NO_VIEW where there are too many. */
  makeView(): number {
    const length = this.#sizes.prefixes + 1;
    const view = this.#cellsUsed;
    if (view + length > this.#mostCells) return NO_VIEW;
    this.#cellsUsed += length;
    this.#cells.makeRoom(this.#cellsUsed);
    return view;
  }
}

function cellFor(place: number): number {
  return place < 0 ? place : place + 1;
}
