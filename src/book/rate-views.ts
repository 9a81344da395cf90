/**
 * The rates that the tariffs of a book gave before, by prefix: for each tariff one view for each call type, rating
 * period and stretch of days that its lines tell apart. What is kept is keyed by all that a rate depends on, so that
 * it cannot change an answer.
 */
import type { LineConditions } from "./line-index.ts";

/** What views ask of a tariff. */
export interface ViewedTariff {
  readonly conditions: LineConditions;
  readonly settings: { readonly singleRate: boolean };
  readonly byteLength: number;
}

/** Cells of a book's views however small the book; else they take as much memory as the tables of its tariffs at most. */
const FREE_CELLS = 1 << 18;
/** Views of one tariff; calls beyond them have none. */
const MAX_VIEWS = 1 << 12;
/** A tariff with more days on which something changes has no views: finding a day's would take longer. */
const MAX_CHANGES = 16;
/** Call types and periods count from -2, UNNAMED. */
const FROM = 2;
const ANY = 0;
/** A cell of which nothing is known. A rate is kept as 1 more, the lack of one (-1 - offset) as it is. */
const UNKNOWN = 0;

/** No view, where keeping one would take too much memory. */
export const NO_VIEW = -1;

interface Directory extends LineConditions {
  /** By call type, period and stretch of days: where the view begins; NO_VIEW where it has not been made. */
  readonly views: number[];
}

/** The views of a book. */
export class RateViews {
  readonly #tariffs: readonly ViewedTariff[];
  readonly #prefixes: number;
  readonly #periods: number;
  readonly #mostCells: number;
  readonly #directories: (Directory | undefined)[];
  #cells: Int32Array = new Int32Array(0);
  #used = 0;

  /** `prefixes` and `periods` say how many of them the book has. */
  constructor(tariffs: readonly ViewedTariff[], prefixes: number, periods: number) {
    this.#tariffs = tariffs;
    this.#prefixes = prefixes;
    this.#periods = periods + FROM;
    const bytes = tariffs.reduce((sum, tariff) => sum + tariff.byteLength, 0);
    this.#mostCells = FREE_CELLS + Math.floor(bytes / Int32Array.BYTES_PER_ELEMENT);
    this.#directories = tariffs.map(() => undefined);
  }

  /** The cells of all views. A call with a prefix has the one at its view and the prefix's place + 1. */
  get cells(): Int32Array {
    return this.#cells;
  }

  /** Where the view for calls of a tariff, a type, a period and a day begins, or NO_VIEW. */
  viewFor(tariffPlace: number, callType: number, period: number, day: number): number {
    const directory = this.#directories[tariffPlace] ?? this.#open(tariffPlace);
    const { changes, views } = directory;
    const type = directory.asksCallType ? callType + FROM : ANY;
    const when = directory.asksPeriod ? period + FROM : ANY;
    let stretch = 0;
    while (stretch < changes.length && day >= (changes[stretch] as number)) stretch++;
    const key = (type * this.#periods + when) * (changes.length + 1) + stretch;
    const view = key < views.length ? (views[key] as number) : NO_VIEW;
    return view === NO_VIEW ? this.#make(directory, key) : view;
  }

  #open(tariffPlace: number): Directory {
    const { conditions, settings } = this.#tariffs[tariffPlace] as ViewedTariff;
    // R23: a tariff of a single rate ignores the period.
    const directory = { ...conditions, asksPeriod: conditions.asksPeriod && !settings.singleRate, views: [] };
    this.#directories[tariffPlace] = directory;
    return directory;
  }

  #make({ changes, views }: Directory, key: number): number {
    // One more, because calls without a prefix have the place -1.
    const length = this.#prefixes + 1;
    const view = this.#used;
    if (changes.length > MAX_CHANGES || key >= MAX_VIEWS || view + length > this.#mostCells) return NO_VIEW;
    this.#used += length;
    if (this.#used > this.#cells.length) {
      const larger = new Int32Array(Math.min(this.#mostCells, 2 * this.#used));
      larger.set(this.#cells);
      this.#cells = larger;
    }
    // Filled up, because arrays with holes are slow.
    while (views.length <= key) views.push(NO_VIEW);
    views[key] = view;
    return view;
  }

  /** Keeps the rate that a tariff gave for a prefix, as `OpenedTariff.resolve` gives it. */
  put(view: number, place: number, rate: number): void {
    this.#cells[view + place + 1] = rate < 0 ? rate : rate + 1;
  }
}

/** What a cell says of a rate: whether it is known, and what it is. */
export function isKnownCell(cell: number): boolean {
  return cell !== UNKNOWN;
}

export function rateInCell(cell: number): number {
  return cell < 0 ? cell : cell - 1;
}
