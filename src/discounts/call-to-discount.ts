/** A call as discounting sees it (R40 to R42): a result, or a row of columns. */
import { type BookTables, compareIDs, type DiscountTables, type OpenedNumber } from "../book/index.ts";
import { DAY_MS, MINUTE_MS, resolveWallTime } from "../calendar/index.ts";
import {
  type CallColumns,
  type CallInside,
  type ComponentUnits,
  LOCAL_TIME,
  planOfRow,
  type RatedCall,
  type RowResults,
} from "../engine/index.ts";
import type { TariffClass } from "../model/index.ts";

/** What discounting reads of a call. */
export interface CallToDiscount {
  readonly number: OpenedNumber;
  /** Local civil date of its start as a day number. */
  readonly day: number;
  readonly tariffClass: TariffClass;
  readonly tariffType: string;
  readonly tariffTime: string;
  /** The plan that the line or the tariff names (R40). */
  readonly discountPlan: string | undefined;
  /** Retail before discounts, in units of 10^-costDecimals pence. */
  readonly components: ComponentUnits;
  readonly chargedMilliseconds: number;
  readonly chargedBytes: number;
  readonly chargedEvents: number;
  /** Its turn in the drawing order. */
  readonly turn: DrawTurn;
}

/** The call of a result; `inside` is what its `insideOf` gave. */
export function callOfResult(result: RatedCall, inside: CallInside): CallToDiscount {
  const { number, retail, call } = inside;
  const { tariffClass, tariffType, tariffTime } = result;
  const { discountPlan, components, chargedMilliseconds, chargedBytes, chargedEvents } = retail;
  return {
    number,
    day: call.day,
    tariffClass,
    tariffType,
    tariffTime,
    discountPlan,
    components,
    chargedMilliseconds,
    chargedBytes,
    chargedEvents,
    get turn() {
      return turnOf(result, inside);
    },
  };
}

/** Which rows plans could apply to, of what was rated from columns; the others need no look at each of them. */
export class PlannedRows {
  readonly #book: BookTables;
  /** By number: 1 where plans come to its calls through carriers. */
  readonly #isCarrier: Uint8Array;
  /** By tariff: what it says of plans. */
  readonly #planSources: Uint8Array;

  constructor(book: BookTables) {
    const { discounts, byIndex } = book;
    this.#book = book;
    this.#isCarrier = Uint8Array.from(byIndex.numbers, (number) => (discounts.carriedBy(number) ? 1 : 0));
    this.#planSources = Uint8Array.from(byIndex.tariffs, ({ hasLinePlans, settings }) => {
      if (hasLinePlans) return LINES;
      return appliesAlone(discounts, settings.baseDiscountPlan) ? APPLIES : NONE;
    });
  }

  /** The first row from `first` up to `end` that a plan could apply to, or `end`. */
  next(columns: CallColumns, rated: RowResults, first: number, end: number): number {
    const { number, tariff } = rated;
    let row = first;
    for (; row < end; row++) {
      if (this.#isCarrier[number[row] as number] === 1) break;
      const source = this.#planSources[tariff[row] as number];
      if (source === NONE) continue;
      if (source === APPLIES) break;
      if (appliesAlone(this.#book.discounts, planOfRow(this.#book, columns, rated, row))) break;
    }
    return row;
  }
}

const NONE = 0;
/** The tariff names a plan that applies to calls of any number. */
const APPLIES = 1;
/** Its lines name plans. */
const LINES = 2;

/** R41: whether a plan that a line or a tariff names applies where no carrier brings it: one without allowances does. */
function appliesAlone({ plans }: DiscountTables, name: string | undefined): boolean {
  return name !== undefined && plans.get(name)?.hasPools === false;
}

/** The instant at which the call of a row starts. */
export function startOfRow(
  { startDay, startMillisecond, startOffset }: CallColumns,
  row: number,
  book: Pick<BookTables, "zone" | "ambiguousTime">,
): number {
  const local = (startDay[row] as number) * DAY_MS + Math.max(0, startMillisecond[row] as number);
  const offset = startOffset[row] as number;
  return offset === LOCAL_TIME ? instantAt(book, local) : local - offset * MINUTE_MS;
}

/** R42: a call's turn by start instant, then id, integers as numbers before others: batches go on where the one before ended, so it says nothing of lines. */
export interface DrawTurn {
  /** Milliseconds since 1970-01-01T00:00Z. */
  readonly instant: number;
  /** Null where the call has none: it comes after those that have one. */
  readonly id: string | null;
}

/** The turn of a rated call; `inside` is what its `insideOf` gave. */
export function turnOf({ id }: RatedCall, { book, call }: CallInside): DrawTurn {
  return { instant: call.instant ?? instantAt(book, call.day * DAY_MS + call.millisecondOfDay), id };
}

/** The instant of a local time in the book's zone. */
export function instantAt(
  { zone, ambiguousTime }: Pick<BookTables, "zone" | "ambiguousTime">,
  local: number,
): number {
  return resolveWallTime(zone, local, ambiguousTime) ?? local;
}

/** Negative, zero or positive as a call's turn is before, with or after another's. */
export function compareTurns(a: DrawTurn, b: DrawTurn): number {
  if (a.instant !== b.instant) return a.instant - b.instant;
  if (a.id === b.id) return 0;
  if (a.id === null) return 1;
  return b.id === null ? -1 : compareIDs(a.id, b.id);
}
