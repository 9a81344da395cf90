/** The lines of a row: one, or one for each period that the mapping has columns for. */

import {
  CHARGE_TYPES,
  type ChargeType,
  type CheckedRateLine,
  Fault,
  isMarkupType,
  MAX_PRICE,
  PRICE_DECIMALS,
  quoteValue,
  RATE_VALUES,
  type RateLine,
  rateLineSchema,
  readerOf,
} from "../../model/index.ts";
import { decimalPlaces, toSafeUnits } from "../../money/index.ts";
import {
  dateInCell,
  decimalInCell,
  incrementInCell,
  type NumberStyle,
  shiftPoint,
  timesWhole,
} from "./cells.ts";
import type { OpenedMapping } from "./open-mapping.ts";
import type { SheetProblem } from "./rate-sheet.ts";
import type { MoneyColumn, SheetColumn } from "./sheet-columns.ts";
import type { Place, PlacedColumns, PlacedPeriod, PlacedShape } from "./sheet-layout.ts";

/** One row while it is read: its cells, and what is wrong with them. */
export class SheetRow {
  readonly row: number;
  readonly cells: readonly string[];
  readonly problems: SheetProblem[] = [];
  readonly #blank: ReadonlySet<string>;

  constructor(row: number, cells: readonly string[], blank: ReadonlySet<string>) {
    this.row = row;
    this.cells = cells;
    this.#blank = blank;
  }

  /** A cell's text; "" where it says nothing. */
  cell(place: Place | undefined): string {
    if (place === undefined) return "";
    return this.at(place.index);
  }

  at(index: number): string {
    const text = this.cells[index] ?? "";
    return this.#blank.has(text) ? "" : text;
  }

  problem(place: Place | undefined, message: string): void {
    this.problems.push({ row: this.row, column: place?.name, message });
  }
}

/** What a mapping sets that is not a value of a line. */
const NOT_OF_LINES: ReadonlySet<string> = new Set(["countryCode", "location", "increment", "tariffType"]);

const ANY_PERIOD: PlacedPeriod = {
  tariffTime: undefined,
  places: {},
  set: {},
  numbers: [],
  money: [],
  prices: [],
  setsPrice: false,
};

/** Reads the lines of a row, without the prefix or call type that they are for. */
export function linesOf(row: SheetRow, shape: PlacedShape, mapping: OpenedMapping): readonly RateLine[] {
  const style: MoneyStyle = {
    decimal: mapping.decimal,
    sign: mapping.moneySign,
    majorPlaces: mapping.unit === "major" || mapping.unit === "pounds" ? (mapping.currencyDecimals ?? 2) : 0,
  };
  const common: LineDraft = {};
  putDates(row, shape, mapping, common);
  putTexts(row, shape, mapping, common);
  putSet(row, shape.set, shape.places.increment, common);
  readValues(row, shape, common, style, shape.perSeconds);
  const periods = shape.periods.length === 0 ? [ANY_PERIOD] : shape.periods;
  const lines: RateLine[] = [];
  for (const period of periods) {
    const draft: LineDraft = { ...(period.tariffTime && { tariffTime: period.tariffTime }), ...common };
    if (period !== ANY_PERIOD) {
      putSet(row, period.set, period.places.increment, draft);
      readValues(row, period, draft, style, shape.perSeconds);
    }
    if (isPriced(row, shape, period)) lines.push(checked(row, draft, shape, period));
    else row.problem(pricePlace(shape, period), noPrice(period));
  }
  return lines;
}

function putDates(row: SheetRow, shape: PlacedShape, mapping: OpenedMapping, draft: LineDraft): void {
  for (const name of ["startDate", "endDate"] as const) {
    const place = shape.places[name];
    const cell = row.cell(place);
    const set = shape.set[name];
    if (cell === "") {
      if (set !== undefined) draft[name] = set;
      continue;
    }
    const date = dateInCell(cell, mapping.dateFormat);
    if (typeof date === "string") draft[name] = date;
    else row.problem(place, date.message);
  }
}

function putTexts(row: SheetRow, shape: PlacedShape, mapping: OpenedMapping, draft: LineDraft): void {
  const { tariffTime, chargeType } = shape.places;
  const time = row.cell(tariffTime);
  if (time !== "") draft.tariffTime = mapping.values.tariffTime.get(time) ?? time;
  const cell = row.cell(chargeType);
  if (cell === "") return;
  const type = mapping.values.chargeType.get(cell) ?? cell;
  if ((CHARGE_TYPES as readonly string[]).includes(type)) draft.chargeType = type;
  else row.problem(chargeType, `${quoteValue(cell)} is not a charge type; name it under values.chargeType`);
}

/** What a mapping sets, where no cell has said it yet. */
function putSet(
  row: SheetRow,
  set: PlacedShape["set"],
  incrementPlace: Place | undefined,
  draft: LineDraft,
): void {
  if (set.increment !== undefined && row.cell(incrementPlace) === "") putIncrement(set.increment, draft);
  for (const [name, value] of Object.entries(set)) {
    const isSaid = (name === "tariffTime" || name === "chargeType") && draft[name] !== undefined;
    const isDate = name === "startDate" || name === "endDate";
    if (!NOT_OF_LINES.has(name) && !isSaid && !isDate) draft[name] = value;
  }
}

/** Whether a row says what a line of this period costs; a period with prices of its own needs one of them. */
function isPriced(row: SheetRow, shape: PlacedShape, period: PlacedPeriod): boolean {
  const isGiven = (place: Place): boolean => row.cell(place) !== "";
  if (period.prices.length > 0) return period.setsPrice || period.prices.some(isGiven);
  return period.setsPrice || shape.setsPrice || shape.prices.some(isGiven);
}

function pricePlace(shape: PlacedShape, period: PlacedPeriod): Place | undefined {
  return period.prices[0] ?? shape.prices[0];
}

function noPrice({ tariffTime }: PlacedPeriod): string {
  return tariffTime === undefined ? "has no price" : `has no price for ${tariffTime}`;
}

/** A line whose fields fit each other, as the book will check it. */
function checked(row: SheetRow, draft: LineDraft, shape: PlacedShape, period: PlacedPeriod): RateLine {
  if (row.problems.length > 0) return draft;
  const result = rateLineSchema.schema.safeParse(draft);
  if (result.success) return draft;
  for (const { path, message } of result.error.issues) {
    const field = String(path[0]) as SheetColumn & keyof CheckedRateLine;
    row.problem(period.places[field] ?? shape.places[field], `${field} ${message}`);
  }
  return draft;
}

/** The values of a line from the cells of a row. */

/** A line in the making. */
type LineDraft = Record<string, string>;

/** How the money of a sheet becomes pence. */
interface MoneyStyle extends NumberStyle {
  /** How far the point moves to make pence of its amounts: 2 of pounds, 0 of pence. */
  readonly majorPlaces: number;
}

/** Puts the values of cells into a line, over what a mapping sets. */
function readValues(
  row: SheetRow,
  columns: PlacedColumns,
  draft: LineDraft,
  style: MoneyStyle,
  perSeconds: number,
): void {
  readIncrement(row, columns.places.increment, draft);
  for (const [column, place] of columns.numbers) {
    const cell = row.cell(place);
    if (cell === "") continue;
    const text = decimalInCell(cell, style);
    const checked = text instanceof Fault ? text : readerOf(RATE_VALUES[column])?.(text);
    if (checked instanceof Fault) row.problem(place, checked.message);
    else draft[column] = text as string;
  }
  for (const [column, place] of columns.money) {
    const cell = row.cell(place);
    if (cell === "") continue;
    const text = moneyIn(cell, column, draft.chargeType, style, perSeconds);
    if (text instanceof Fault) row.problem(place, text.message);
    else draft[column] = text;
  }
}

/** An increment that a mapping or a cell gives, as the values it stands for. */
function putIncrement(text: string, draft: LineDraft): Fault | undefined {
  const values = incrementInCell(text);
  if (values instanceof Fault) return values;
  for (const [name, value] of Object.entries(values)) {
    const checked = readerOf(RATE_VALUES[name as keyof typeof values])?.(value);
    if (checked instanceof Fault) return checked;
  }
  Object.assign(draft, values);
  return undefined;
}

function readIncrement(row: SheetRow, place: Place | undefined, draft: LineDraft): void {
  const cell = row.cell(place);
  if (cell === "") return;
  const fault = putIncrement(cell, draft);
  if (fault !== undefined) row.problem(place, fault.message);
}

function moneyIn(
  cell: string,
  column: MoneyColumn,
  chargeType: string | undefined,
  style: MoneyStyle,
  perSeconds: number,
): string | Fault {
  const written = decimalInCell(cell, style);
  if (written instanceof Fault) return written;
  // R15: under a markup type the cost is a percentage.
  if (column === "cost" && isMarkupType(chargeType as ChargeType)) {
    const checked = readerOf(RATE_VALUES.cost)?.(written);
    return checked instanceof Fault ? checked : written;
  }
  const minor = style.majorPlaces > 0 ? shiftPoint(written, style.majorPlaces) : written;
  const isPerMinute = chargeType === undefined || chargeType === "perMinute";
  const text =
    column === "cost" && isPerMinute && perSeconds !== 60 ? timesWhole(minor, 60 / perSeconds) : minor;
  const shown = (): string =>
    text === written ? quoteValue(cell) : `${quoteValue(cell)} (${text} in the minor unit)`;
  if (decimalPlaces(text) > PRICE_DECIMALS) {
    return new Fault(`${shown()} has more than ${PRICE_DECIMALS} decimal places`);
  }
  const units = toSafeUnits(text, PRICE_DECIMALS);
  if (units === undefined || units > MAX_PRICE * 10 ** PRICE_DECIMALS) {
    return new Fault(`${shown()} is more than ${MAX_PRICE}`);
  }
  return text;
}
