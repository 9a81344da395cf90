/** R25, R26 for the calls of a block: the rates that their tariffs give. */
import {
  type BookTables,
  BY_RECORD,
  CHOICE,
  isKnownCell,
  type KnownNames,
  NO_VIEW,
  NONE,
  type OpenedNumber,
  type OpenedTariff,
  Refusal,
  rateInCell,
  TARIFF_TRAITS,
  WITHOUT_MARKUP,
} from "../book/index.ts";
import { TARIFF_CLASSES } from "../model/index.ts";
import { WHOLESALE_TRAITS } from "./block-tariffs.ts";
import { type ColumnBlock, NO_RATE, refuse } from "./column-block.ts";
import { type LookedUp, lookAgain } from "./find-call-type.ts";

/** Where the retail side writes what it found, by row. */
export interface RetailColumns {
  readonly tariff: Int32Array;
  readonly feature: Int32Array;
  readonly callType: Int32Array;
  readonly callTypeUsed: Int32Array;
  readonly location: Int32Array;
}

/** The retail rate of each call; calls without one are refused, unless a markup may take its place. */
export function findRates(
  block: ColumnBlock,
  book: BookTables,
  known: KnownNames<OpenedNumber>,
  results: RetailColumns,
): void {
  const { first, count, isPlain, choice, tariff, lookedUp, rate, surchargeRate } = block;
  const { rows } = book.choices;
  for (let at = 0; at < count; at++) {
    tariff[at] = NONE;
    if (isPlain[at] === 0) continue;
    const row = first + at;
    const own = choice[at] as number;
    const place = rows[own + CHOICE.TARIFF] as number;
    results.tariff[row] = place;
    results.feature[row] = rows[own + CHOICE.FEATURE] as number;
    let callType = results.callType[row] as number;
    if (((rows[own + CHOICE.TRAITS] as number) & TARIFF_TRAITS.looksAgain) !== 0) {
      const found = lookUpAgain(block, book, known, at, place, callType, results.location[row] as number);
      if (found === undefined) {
        isPlain[at] = 0;
        continue;
      }
      callType = found.callType;
      results.location[row] = found.locationPlace;
    }
    results.callTypeUsed[row] = callType;
    lookedUp[at] = callType;
    tariff[at] = place;
  }
  resolveRates(block, book, rate);
  for (let at = 0; at < count; at++) {
    if (isPlain[at] === 0) continue;
    const own = choice[at] as number;
    const found = rate[at] as number;
    surchargeRate[at] = found;
    const surcharges = rows[own + CHOICE.SURCHARGES] as number;
    if (found >= 0 && surcharges === NONE) continue;
    if (found < 0) {
      if (((rows[own + CHOICE.TRAITS] as number) & WITHOUT_MARKUP) !== 0) refuse(block, at, "no-rate");
      else isPlain[at] = 0;
    } else if (surcharges === BY_RECORD) {
      isPlain[at] = 0;
      rate[at] = NO_RATE;
    } else {
      const theirs = resolveOne(block, book, at, surcharges);
      surchargeRate[at] = theirs < 0 ? -1 - theirs : theirs;
    }
  }
}

/** The wholesale rate of each call (R29), before the retail side writes what it looked up; negative where there is none. */
export function findWholesaleRates(
  block: ColumnBlock,
  book: BookTables,
  known: KnownNames<OpenedNumber>,
  { callType, location }: Pick<RetailColumns, "callType" | "location">,
): void {
  const { first, count, isPlain, choice, tariff, lookedUp, wholesaleRate } = block;
  const { rows } = book.choices;
  block.hasWholesale = false;
  for (let at = 0; at < count; at++) {
    tariff[at] = NONE;
    if (isPlain[at] === 0) continue;
    const own = choice[at] as number;
    const place = rows[own + CHOICE.WHOLESALE] as number;
    if (place < 0) continue;
    const row = first + at;
    lookedUp[at] = callType[row] as number;
    const traits = (rows[own + CHOICE.TRAITS] as number) >> WHOLESALE_TRAITS;
    if ((traits & TARIFF_TRAITS.looksAgain) !== 0) {
      const type = callType[row] as number;
      const found = lookUpAgain(block, book, known, at, place, type, location[row] as number);
      if (found === undefined) continue;
      lookedUp[at] = found.callType;
    }
    tariff[at] = place;
    block.hasWholesale = true;
  }
  if (block.hasWholesale) resolveRates(block, book, wholesaleRate);
  else wholesaleRate.fill(NO_RATE, 0, count);
}

/** The rate of each row that has a tariff, as `OpenedTariff.resolve` gives it, or NO_RATE. */
function resolveRates(block: ColumnBlock, book: BookTables, rate: Int32Array): void {
  const { count, tariff, lookedUp, period, day, place, view } = block;
  const { rateViews } = book;
  for (let at = 0; at < count; at++) {
    const own = tariff[at] as number;
    view[at] =
      own === NONE
        ? NO_VIEW
        : rateViews.viewFor(own, lookedUp[at] as number, period[at] as number, day[at] as number);
  }
  fetchCells(rateViews.cells, view, place, rate, count);
  for (let at = 0; at < count; at++) {
    const own = tariff[at] as number;
    const cell = rate[at] as number;
    if (own === NONE) rate[at] = NO_RATE;
    else rate[at] = isKnownCell(cell) ? rateInCell(cell) : resolveOne(block, book, at, own);
  }
}

/** Nothing but one load a row, so that the memory of many is waited for at once. */
function fetchCells(
  cells: Int32Array,
  view: Int32Array,
  place: Int32Array,
  fetched: Int32Array,
  count: number,
): void {
  for (let at = 0; at < count; at++) {
    const own = view[at] as number;
    fetched[at] = own === NO_VIEW ? 0 : (cells[own + (place[at] as number) + 1] as number);
  }
}

/** The rate of one row in a tariff. */
function resolveOne(block: ColumnBlock, book: BookTables, at: number, tariffPlace: number): number {
  const { rateViews } = book;
  const callType = block.lookedUp[at] as number;
  const period = block.period[at] as number;
  const day = block.day[at] as number;
  const place = block.place[at] as number;
  const view = rateViews.viewFor(tariffPlace, callType, period, day);
  if (view !== NO_VIEW) {
    const cell = rateViews.cells[view + place + 1] as number;
    if (isKnownCell(cell)) return rateInCell(cell);
  }
  const tariff = book.places.tariffs[tariffPlace] as OpenedTariff;
  const rate = tariff.resolve(book.prefixes, place, callType, period, day);
  if (view !== NO_VIEW) rateViews.put(view, place, rate);
  return rate;
}

/** R22: the second look for a tariff; undefined where it leads to another class. */
function lookUpAgain(
  block: ColumnBlock,
  book: BookTables,
  known: KnownNames<OpenedNumber>,
  at: number,
  tariffPlace: number,
  callType: number,
  locationPlace: number,
): LookedUp | undefined {
  const { external } = block.columns;
  const row = block.first + at;
  book.dialled.readBytes(external.bytes, external.start[row] as number, external.end[row] as number);
  const classified = {
    direction: known.typeAt(block.type[at] as number).direction,
    place: block.place[at] as number,
    callType,
    tariffClass: (block.kind[at] as number) % TARIFF_CLASSES.length,
    location: undefined,
    locationPlace,
  };
  const tariff = book.places.tariffs[tariffPlace] as OpenedTariff;
  const found = lookAgain(book, classified, tariff, undefined);
  return found instanceof Refusal ? undefined : found;
}
