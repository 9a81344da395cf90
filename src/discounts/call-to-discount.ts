/** The input of discounting (R40 to R42): a call from a result or from a row of columns. */
import { type BookTables, compareIDs, type DiscountTables, type OpenedNumber } from "../book/index.ts";
import { DAY_MS, MINUTE_MS, resolveWallTime } from "../calendar/index.ts";
import {
  type CallColumns,
  type CallInside,
  idOfRow,
  LOCAL_TIME,
  periodOfRow,
  planOfRow,
  type RatedCall,
  type RowResults,
} from "../engine/index.ts";
import { perComponent, type TariffClass } from "../model/index.ts";

type RetailInside = CallInside["retail"];

/** The fields of a call that discounting reads. */
export interface CallToDiscount extends RetailInside {
  readonly number: OpenedNumber;
  /** Local civil date of the call's start as a day number. */
  readonly day: number;
  readonly tariffClass: TariffClass;
  readonly tariffType: string;
  readonly tariffTime: string;
  readonly turn: DrawTurn;
}

/** The call of a result; `inside` comes from the result's `insideOf`. */
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

/** Finds the rows of rated columns to which a plan could apply, so that all other rows are skipped. */
export class PlannedRows {
  readonly #book: BookTables;
  /** By number index: 1 where carriers bring plans to the number's calls. */
  readonly #isCarrier: Uint8Array;
  /** By tariff index: NONE, APPLIES or LINES. */
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

  /** The call of a row that was rated from its columns; undefined where no plan could apply to the row. */
  callOf(columns: CallColumns, rated: RowResults, row: number): CallToDiscount | undefined {
    if (this.next(columns, rated, row, row + 1) > row) return undefined;
    const book = this.#book;
    const { keys } = rated;
    const callType = rated.callType[row] as number;
    return {
      number: book.byIndex.numbers[rated.number[row] as number] as OpenedNumber,
      day: rated.day[row] as number,
      tariffClass: keys.tariffClass(callType) as TariffClass,
      tariffType: keys.callType(callType) ?? "",
      tariffTime: periodOfRow(columns, rated, row),
      discountPlan: planOfRow(book, columns, rated, row),
      components: perComponent((_, at) => (rated.retail[at] as Float64Array)[row] as number),
      chargedMilliseconds: rated.chargedMilliseconds[row] as number,
      chargedBytes: rated.chargedBytes[row] as number,
      chargedEvents: rated.chargedEvents[row] as number,
      turn: { instant: startOfRow(columns, row, book), id: idOfRow(columns, row) },
    };
  }
}

const NONE = 0;
/** The tariff names a plan that applies to calls of any number. */
const APPLIES = 1;
/** Lines of the tariff name plans. */
const LINES = 2;

/** R41: whether a plan that a line or a tariff names applies without a carrier: a plan without allowances does. */
function appliesAlone({ plans }: DiscountTables, name: string | undefined): boolean {
  return name !== undefined && plans.get(name)?.hasPools === false;
}

export function startOfRow(
  { startDay, startMillisecond, startOffset }: CallColumns,
  row: number,
  book: Pick<BookTables, "zone" | "ambiguousTime">,
): number {
  const local = (startDay[row] as number) * DAY_MS + Math.max(0, startMillisecond[row] as number);
  const offset = startOffset[row] as number;
  return offset === LOCAL_TIME ? instantAt(book, local) : local - offset * MINUTE_MS;
}

/**
 * R42: a call's turn by start instant, then id: integers as numbers before other ids. A turn has no line number,
 * because turns are compared across batches.
 */
export interface DrawTurn {
  /** Milliseconds since 1970-01-01T00:00Z. */
  readonly instant: number;
  /** Null for a call without an id, which comes after calls with an id. */
  readonly id: string | null;
}

/** The turn of a rated call; `inside` comes from the result's `insideOf`. */
export function turnOf({ id }: RatedCall, { book, call }: CallInside): DrawTurn {
  return { instant: call.instant ?? instantAt(book, call.day * DAY_MS + call.millisecondOfDay), id };
}

export function instantAt(
  { zone, ambiguousTime }: Pick<BookTables, "zone" | "ambiguousTime">,
  local: number,
): number {
  return resolveWallTime(zone, local, ambiguousTime) ?? local;
}

/** Negative, zero or positive as turn `a` is before, equal to or after turn `b`. */
export function compareTurns(a: DrawTurn, b: DrawTurn): number {
  if (a.instant !== b.instant) return a.instant - b.instant;
  if (a.id === b.id) return 0;
  if (a.id === null) return 1;
  return b.id === null ? -1 : compareIDs(a.id, b.id);
}
