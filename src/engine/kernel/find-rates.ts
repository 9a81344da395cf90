/** R22's second look, R25 and R26 for a block: the rates that the tariffs of each call give. */
import {
  BY_RECORD,
  CHOICE,
  NO_VIEW,
  NONE,
  type OpenedTariff,
  Refusal,
  rateInCell,
  TARIFF_TRAITS,
  TERMS,
  UNKNOWN_CELL,
  VIEWED,
  viewEntry,
  WHOLESALE_TRAITS,
  WITHOUT_MARKUP,
} from "../../book/index.ts";
import { type LookedUp, lookAgain } from "../find-call-type.ts";
import { type KernelRows, leave, NO_RATE, refuse, type Side } from "./rows.ts";

/** The wholesale rate of each call (R29); it goes before the retail one, whose markup may need the calculated cost. */
export function findWholesaleRates(rows: KernelRows): void {
  const { book, results, first, live, liveCount, choice, wholesale: side } = rows;
  const choiceRows = book.choices.rows;
  let kept = 0;
  for (let next = 0; next < liveCount; next++) {
    const at = live[next] as number;
    const own = choice[at] as number;
    side.rate[at] = NO_RATE;
    const tariff = choiceRows[own + CHOICE.WHOLESALE] as number;
    if (tariff < 0) continue;
    let callType = results.callType[first + at] as number;
    const traits = (choiceRows[own + CHOICE.TRAITS] as number) >> WHOLESALE_TRAITS;
    if ((traits & TARIFF_TRAITS.looksAgain) !== 0) {
      const found = lookUpAgain(rows, at, tariff);
      if (found === undefined) continue;
      callType = found.callType;
    }
    side.tariff[at] = tariff;
    side.callType[at] = callType;
    side.rows[kept++] = at;
  }
  side.count = kept;
  if (kept > 0) resolveRates(rows, side);
}

/** The retail rate of each call. */
export function findRetailRates(rows: KernelRows): void {
  const { book, results, first, live, liveCount, choice, retail: side } = rows;
  const choiceRows = book.choices.rows;
  let kept = 0;
  for (let next = 0; next < liveCount; next++) {
    const at = live[next] as number;
    const row = first + at;
    const own = choice[at] as number;
    if (own < 0) continue;
    const tariff = choiceRows[own + CHOICE.TARIFF] as number;
    let callType = results.callType[row] as number;
    if (((choiceRows[own + CHOICE.TRAITS] as number) & TARIFF_TRAITS.looksAgain) !== 0) {
      const found = lookUpAgain(rows, at, tariff);
      if (found === undefined) {
        refuse(rows, at, "class-conflict");
        continue;
      }
      callType = found.callType;
      results.location[row] = found.locationPlace;
    }
    results.tariff[row] = tariff;
    results.feature[row] = choiceRows[own + CHOICE.FEATURE] as number;
    results.callTypeUsed[row] = callType;
    side.tariff[at] = tariff;
    side.callType[at] = callType;
    side.rows[kept++] = at;
  }
  side.count = kept;
  resolveRates(rows, side);
}

/**
 * The rate of each row of a side, as `OpenedTariff.resolve` gives it. Retail rows without one are refused, unless a
 * markup may take its place (R27).
 */
function resolveRates(rows: KernelRows, side: Side): void {
  const { book, results, first, period, prefix, choice } = rows;
  const { rows: sideRows, count, rate, surchargeRate, callType, tariff, isRetail } = side;
  const { rateViews } = book;
  const { tariffs, views, changes } = rateViews;
  const choiceRows = book.choices.rows;
  for (let next = 0; next < count; next++) {
    const at = sideRows[next] as number;
    const row = (tariff[at] as number) * VIEWED.WIDTH;
    const day = results.day[first + at] as number;
    const own = callType[at] as number;
    const view = views[viewEntry(tariffs, changes, row, own, period[at] as number, day)] as number;
    // The first cell is never known.
    rate[at] = view === NO_VIEW ? 0 : view + (prefix[at] as number) + 1;
  }
  fetchCells(rateViews.cells, sideRows, count, rate);
  let kept = 0;
  for (let next = 0; next < count; next++) {
    const at = sideRows[next] as number;
    const cell = rate[at] as number;
    const own = cell === UNKNOWN_CELL ? resolveRate(rows, side, at, tariff[at] as number) : rateInCell(cell);
    rate[at] = own;
    surchargeRate[at] = own;
    if (isRetail) {
      const surcharges = choiceRows[(choice[at] as number) + CHOICE.SURCHARGES] as number;
      if ((own < 0 || surcharges !== NONE) && !findSurcharges(rows, at, surcharges)) continue;
    } else if (own < 0) {
      continue;
    }
    sideRows[kept++] = at;
  }
  side.count = kept;
  fetchShapes(book.rates.terms, side, rows.shape);
}

/** A retail row without a rate, or one whose surcharges another tariff sets (R28); false where it goes no further. */
function findSurcharges(rows: KernelRows, at: number, surcharges: number): boolean {
  const { book, choice, retail } = rows;
  const traits = book.choices.rows[(choice[at] as number) + CHOICE.TRAITS] as number;
  if ((retail.rate[at] as number) < 0) {
    if ((traits & WITHOUT_MARKUP) !== 0) refuse(rows, at, "no-rate");
    else leave(rows, at);
    return false;
  }
  if (surcharges === BY_RECORD) {
    leave(rows, at);
    return false;
  }
  const rate = resolveRate(rows, retail, at, surcharges);
  retail.surchargeRate[at] = rate < 0 ? -1 - rate : rate;
  return true;
}

/** Nothing but one load a row, so that the memory of many is waited for at once. */
function fetchCells(cells: Int32Array, sideRows: Int32Array, count: number, rate: Int32Array): void {
  for (let next = 0; next < count; next++) {
    const at = sideRows[next] as number;
    rate[at] = cells[rate[at] as number] as number;
  }
}

/** The same of rates, of which each lies in one line of memory. */
function fetchShapes(terms: Float64Array, { rows, count, rate }: Side, shape: Int32Array): void {
  for (let next = 0; next < count; next++) {
    const at = rows[next] as number;
    shape[at] = terms[(rate[at] as number) + TERMS.SHAPE] as number;
  }
}

/** The rate of one row in a tariff. */
function resolveRate(rows: KernelRows, side: Side, at: number, tariffPlace: number): number {
  const { book, results, first } = rows;
  const { rateViews } = book;
  const callType = side.callType[at] as number;
  const period = rows.period[at] as number;
  const day = results.day[first + at] as number;
  const prefix = rows.prefix[at] as number;
  const view = rateViews.viewFor(tariffPlace, callType, period, day);
  const cell = view === NO_VIEW ? UNKNOWN_CELL : (rateViews.cells[view + prefix + 1] as number);
  if (cell !== UNKNOWN_CELL) return rateInCell(cell);
  const tariff = book.places.tariffs[tariffPlace] as OpenedTariff;
  const rate = tariff.resolve(book.prefixes, prefix, callType, period, day);
  rateViews.put(view, prefix, rate);
  return rate;
}

/** R22: the second look for a tariff; undefined where it leads to another class. */
function lookUpAgain(rows: KernelRows, at: number, tariff: number): LookedUp | undefined {
  const { book, columns, known, results, first, classes } = rows;
  const { external } = columns;
  const row = first + at;
  book.dialled.readBytes(external.bytes, external.start[row] as number, external.end[row] as number);
  const callType = results.callType[row] as number;
  const classified = {
    direction: known.typeAt(rows.type[at] as number).direction,
    place: rows.prefix[at] as number,
    callType,
    tariffClass: classes[callType] as number,
    location: undefined,
    locationPlace: results.location[row] as number,
  };
  const found = lookAgain(book, classified, book.places.tariffs[tariff] as OpenedTariff, undefined);
  return found instanceof Refusal ? undefined : found;
}
