/**
 * The rates that the tariffs of a book gave before, by prefix: for each tariff one view for each call type, rating
 * period and stretch of days that its lines tell apart. What is kept is keyed by all that a rate depends on, so that
 * it cannot change an answer. All of it is whole numbers, which the kernel reads.
 */
import type { LineConditions } from "./line-index.ts";

/** What views ask of a tariff. */
export interface ViewedTariff {
  readonly conditions: LineConditions;
  readonly settings: { readonly singleRate: boolean };
  readonly byteLength: number;
}

/** How many there are of what views tell apart in a book. */
export interface ViewSizes {
  readonly prefixes: number;
  readonly periods: number;
  readonly callTypes: number;
}

/**
 * Columns of a tariff's row: the view of a call stands in `views` at FIRST + call type × PER_TYPE + period ×
 * PER_PERIOD + how many of the tariff's CHANGES lie on or before its day. All 0 before the tariff is met.
 */
export const VIEWED = {
  FIRST: 0,
  PER_TYPE: 1,
  PER_PERIOD: 2,
  CHANGES: 3,
  CHANGES_FROM: 4,
  WIDTH: 8,
} as const;

/** Cells of a book's views however small the book; else they take as much memory as the tables of its tariffs at most. */
const FREE_CELLS = 1 << 18;
/** A tariff whose lines tell more apart has no views. */
const MAX_VIEWS = 1 << 14;
/** Nor has one with more days on which something changes: finding a day's would take longer. */
const MAX_CHANGES = 16;
/** Call types and periods count from -2, UNNAMED. */
const FROM = 2;

/** A cell of which nothing is known. A rate is kept as 1 more, the lack of one (-1 - offset) as it is. */
export const UNKNOWN_CELL = 0;
/** No view, where it was not made or keeping one would take too much memory. */
export const NO_VIEW = 0;

/** The views of a book. */
export class RateViews {
  /** Rows of VIEWED by tariff. */
  readonly tariffs: Int32Array;
  /** Where each view begins among the cells, or NO_VIEW. The first entry belongs to tariffs that were not met. */
  views: Int32Array = new Int32Array(1);
  /** The cells of all views. A call with a prefix has the one at its view and the prefix's place + 1. The first is never known. */
  cells: Int32Array = new Int32Array(1);
  changes: Int32Array = new Int32Array(0);
  readonly #tariffs: readonly ViewedTariff[];
  readonly #sizes: ViewSizes;
  readonly #mostCells: number;
  #viewsUsed = 1;
  #cellsUsed = 1;

  constructor(tariffs: readonly ViewedTariff[], sizes: ViewSizes) {
    this.#tariffs = tariffs;
    this.#sizes = sizes;
    const bytes = tariffs.reduce((sum, tariff) => sum + tariff.byteLength, 0);
    this.#mostCells = 1 + FREE_CELLS + Math.floor(bytes / Int32Array.BYTES_PER_ELEMENT);
    this.tariffs = new Int32Array(tariffs.length * VIEWED.WIDTH);
  }

  /** Where the view for calls of a tariff, a type, a period and a day begins, or NO_VIEW; made where it can be. */
  viewFor(tariff: number, callType: number, period: number, day: number): number {
    const at = tariff * VIEWED.WIDTH;
    if (this.tariffs[at + VIEWED.FIRST] === 0) this.#open(tariff, at);
    const entry = viewEntry(this.tariffs, this.changes, at, callType, period, day);
    if (this.views[entry] === NO_VIEW && entry > 0) this.views[entry] = this.#make();
    return this.views[entry] as number;
  }

  #open(tariff: number, at: number): void {
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
    const first = this.#viewsUsed + FROM * (perType + perPeriod);
    this.tariffs.set([first, perType, perPeriod, changes.length, this.changes.length], at);
    this.#viewsUsed += length;
    if (this.#viewsUsed > this.views.length) this.views = lengthened(this.views, 2 * this.#viewsUsed);
    this.changes = Int32Array.from([...this.changes, ...changes]);
  }

  #make(): number {
    // One more, because calls without a prefix have the place -1.
    const length = this.#sizes.prefixes + 1;
    const view = this.#cellsUsed;
    if (view + length > this.#mostCells) return NO_VIEW;
    this.#cellsUsed += length;
    if (this.#cellsUsed > this.cells.length) {
      this.cells = lengthened(this.cells, Math.min(this.#mostCells, 2 * this.#cellsUsed));
    }
    return view;
  }

  /** Keeps the rate that a tariff gave for a prefix, as `OpenedTariff.resolve` gives it. */
  put(view: number, prefix: number, rate: number): void {
    if (view !== NO_VIEW) this.cells[view + prefix + 1] = rate < 0 ? rate : rate + 1;
  }
}

/** Where `views` has the view of a call of the tariff whose row is at an offset. */
export function viewEntry(
  tariffs: Int32Array,
  changes: Int32Array,
  at: number,
  callType: number,
  period: number,
  day: number,
): number {
  let entry =
    (tariffs[at + VIEWED.FIRST] as number) +
    callType * (tariffs[at + VIEWED.PER_TYPE] as number) +
    period * (tariffs[at + VIEWED.PER_PERIOD] as number);
  const count = tariffs[at + VIEWED.CHANGES] as number;
  if (count === 0) return entry;
  let change = tariffs[at + VIEWED.CHANGES_FROM] as number;
  const end = change + count;
  while (change < end && day >= (changes[change++] as number)) entry++;
  return entry;
}

/** The rate that a known cell stands for. */
export function rateInCell(cell: number): number {
  return cell < 0 ? cell : cell - 1;
}

function lengthened(column: Int32Array, length: number): Int32Array {
  const longer = new Int32Array(length);
  longer.set(column);
  return longer;
}
