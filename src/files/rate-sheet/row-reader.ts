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
import type { CsvCells } from "../csv-records.ts";
import {
  dateInCell,
  decimalInCell,
  incrementInCell,
  type NumberStyle,
  prefixesInCell,
  shiftPoint,
  timesWhole,
} from "./cells.ts";
import type { MoneyColumn, SheetColumn } from "./mapping.ts";
import type { OpenedMapping } from "./open-mapping.ts";
import type { NoteKind, SheetNote, SheetProblem } from "./rate-sheet.ts";
import type {
  Place,
  PlacedColumns,
  PlacedCondition,
  PlacedPeriod,
  PlacedShape,
  SheetLayout,
} from "./sheet-layout.ts";

/** One row while it is read: its cells, and what is wrong with them. */
class SheetRow {
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
function linesOf(row: SheetRow, shape: PlacedShape, mapping: OpenedMapping): readonly RateLine[] {
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

/** What a row of prices says. */
export interface RowEntry {
  readonly row: number;
  /** Where its key stands, for messages. */
  readonly keyPlace: Place | undefined;
  readonly prefixes: readonly string[];
  readonly tariffType: string;
  readonly chargeBand: string;
  readonly location: string;
  /** Its lines, without the prefix or the call type they are for. */
  readonly lines: readonly RateLine[];
  /** Set: the row takes its prefix or call type out of the tariff. */
  readonly isDeletion: boolean;
}

/** What a row is: prices, a note, or a row with problems. */
type RowResult =
  | { readonly entry: RowEntry }
  | { readonly note: SheetNote }
  | { readonly problems: readonly SheetProblem[] };

/** Longest text of a note that is kept. */
const MAX_NOTE = 500;

/** Reads the rows of one sheet. */
export class SheetRowReader {
  readonly #mapping: OpenedMapping;
  readonly #layout: SheetLayout;
  readonly #blank: ReadonlySet<string>;

  constructor(mapping: OpenedMapping, layout: SheetLayout) {
    this.#mapping = mapping;
    this.#layout = layout;
    this.#blank = new Set(mapping.blank);
  }

  read({ line, cells: raw }: CsvCells): RowResult {
    const layout = this.#layout;
    const row = new SheetRow(
      line,
      raw.map((cell) => cell.trim()),
      this.#blank,
    );
    if (layout.header !== undefined && isSame(raw, layout.header)) return noteOf(row, "note");
    if (layout.only.some((condition) => !isMet(row, condition))) return noteOf(row, "passed over");
    if (layout.notes.some((condition) => isMet(row, condition))) return noteOf(row, "note");
    const isDropped = layout.drop.some((condition) => isMet(row, condition));
    if (isDropped && this.#mapping.sheetIs === "whole") return noteOf(row, "dropped");
    const isPriced = layout.money.some((index) => row.at(index) !== "");
    const shape = this.#shapeOf(row);
    if (shape?.isNote === true) return noteOf(row, "note");
    if (!isPriced && !isDropped && isKeyless(row, shape ?? layout.base, this.#mapping)) {
      return noteOf(row, "note");
    }
    if (shape === undefined) return this.#unknownCode(row);
    this.#checkWidth(row);
    this.#checkCurrency(row, shape);
    const entry = this.#entryOf(row, shape, isDropped);
    return row.problems.length > 0 ? { problems: row.problems } : { entry };
  }

  #shapeOf(row: SheetRow): PlacedShape | undefined {
    const { base, variants } = this.#layout;
    return variants === undefined ? base : variants.codes.get(row.cell(variants.place));
  }

  #entryOf(row: SheetRow, shape: PlacedShape, isDeletion: boolean): RowEntry {
    const mapping = this.#mapping;
    const { chargeBand, location, startDate } = shape.places;
    const needsCallType = mapping.linesBy === "callType" || mapping.destinations || chargeBand !== undefined;
    const prefixes = prefixesOf(row, shape, mapping);
    const tariffType = needsCallType ? callTypeOf(row, shape, mapping) : "";
    if (chargeBand !== undefined && row.cell(chargeBand) === "")
      row.problem(chargeBand, "has no charge code");
    const dropDate = isDeletion ? this.#dateOf(row, row.cell(startDate)) : undefined;
    return {
      row: row.row,
      keyPlace: keyPlaceOf(shape, mapping),
      prefixes,
      tariffType,
      chargeBand: row.cell(chargeBand),
      location: row.cell(location).slice(0, 1_000) || (shape.set.location ?? ""),
      lines: isDeletion
        ? [{ ...(dropDate !== undefined && { startDate: dropDate }) }]
        : linesOf(row, shape, mapping),
      isDeletion,
    };
  }

  #dateOf(row: SheetRow, cell: string): string | undefined {
    if (cell === "") return undefined;
    const date = dateInCell(cell, this.#mapping.dateFormat);
    if (typeof date === "string") return date;
    row.problem(undefined, date.message);
    return undefined;
  }

  #unknownCode(row: SheetRow): RowResult {
    const { variants } = this.#layout;
    const code = row.cell(variants?.place);
    const known = [...(variants?.codes.keys() ?? [])].slice(0, 20).join(", ");
    row.problem(variants?.place, `${quoteValue(code)} is not a code of the mapping's variants: ${known}`);
    return { problems: row.problems };
  }

  /** A comma that is not quoted cuts an amount in two, and everything behind it moves one column on. */
  #checkWidth(row: SheetRow): void {
    const width = this.#layout.header?.length;
    if (width === undefined || row.cells.length <= width) return;
    if (row.cells.slice(width).every((cell) => cell === "")) return;
    row.problem(undefined, `has ${row.cells.length} cells where the header names ${width} columns`);
  }

  #checkCurrency(row: SheetRow, shape: PlacedShape): void {
    const place = shape.places.currency;
    const cell = row.cell(place);
    const { currency } = this.#mapping;
    if (cell === "" || cell === currency) return;
    const wanted = currency === undefined ? 'say which one is right as "currency"' : `${currency} is wanted`;
    row.problem(place, `${quoteValue(cell)} is another currency; ${wanted}`);
  }
}

function isMet(row: SheetRow, { place, values }: PlacedCondition): boolean {
  return values.has((row.cells[place.index] ?? "").toLowerCase());
}

function isSame(cells: readonly string[], others: readonly string[]): boolean {
  return cells.length === others.length && cells.every((cell, index) => cell === others[index]);
}

/** A row as a note. */
function noteOf(row: SheetRow, kind: NoteKind): { readonly note: SheetNote } {
  const text = row.cells.filter((cell) => cell !== "").join(" | ");
  return { note: { row: row.row, kind, text: text.slice(0, MAX_NOTE) } };
}

/** Whom a row's prices are for: prefixes, or a call type. */

/** The column in which a row's key stands. */
function keyPlaceOf(shape: PlacedShape, mapping: OpenedMapping): Place | undefined {
  const { prefix, areaCode, countryCode, tariffType } = shape.places;
  return mapping.linesBy === "callType" ? tariffType : (prefix ?? areaCode ?? countryCode);
}

/**
 * Whether a row without a price is a note: nothing stands where its key should be, or words do. For lists by call
 * type, where keys are words, it is one where nothing else stands in the row, as in a heading.
 */
function isKeyless(row: SheetRow, shape: PlacedShape, mapping: OpenedMapping): boolean {
  const { prefix, areaCode, countryCode, chargeBand, tariffType } = shape.places;
  if (mapping.linesBy === "prefix") {
    const key = `${row.cell(prefix)}${row.cell(countryCode)}${row.cell(areaCode)}`;
    return /\p{L}/u.test(key.replaceAll(/[xX]/g, "")) || key === "";
  }
  if (chargeBand !== undefined && row.cell(chargeBand) === "") return true;
  if (tariffType !== undefined && row.cell(tariffType) === "") return true;
  return row.cells.filter((cell) => cell !== "").length < 2;
}

/** The prefixes of a row; none where it has a problem, or the mapping has no prefixes. */
function prefixesOf(row: SheetRow, shape: PlacedShape, mapping: OpenedMapping): readonly string[] {
  const { prefix, areaCode, countryCode } = shape.places;
  const style = { ranges: mapping.ranges, leadingZero: mapping.leadingZero };
  if (prefix !== undefined) {
    const cell = row.cell(prefix);
    if (cell === "") {
      row.problem(prefix, "has no prefix");
      return [];
    }
    return orProblem(prefixesInCell(cell, shape.set.countryCode ?? "", style), row, prefix);
  }
  if (areaCode === undefined && countryCode === undefined) return [];
  const country = countryCode === undefined ? (shape.set.countryCode ?? "") : countryOf(row, countryCode);
  if (country === undefined) return [];
  const area = row.cell(areaCode);
  return area === "" ? [country] : orProblem(prefixesInCell(area, country, style), row, areaCode);
}

function orProblem(
  prefixes: readonly string[] | Fault,
  row: SheetRow,
  place: Place | undefined,
): readonly string[] {
  if (!(prefixes instanceof Fault)) return prefixes;
  row.problem(place, prefixes.message);
  return [];
}

function countryOf(row: SheetRow, place: Place): string | undefined {
  const cell = row.cell(place);
  const digits = cell.replace(/[\s()-]/g, "").replace(/^(?:\+|00)/, "");
  if (/^[1-9][0-9]{0,6}$/.test(digits)) return digits;
  row.problem(place, cell === "" ? "has no country code" : `${quoteValue(cell)} is not a country code`);
  return undefined;
}

/** The call type of a row; "" where it has none, a problem where it needs one. */
function callTypeOf(row: SheetRow, shape: PlacedShape, mapping: OpenedMapping): string {
  const place = shape.places.tariffType;
  const cell = row.cell(place);
  const name = cell === "" ? (shape.set.tariffType ?? "") : (mapping.values.tariffType.get(cell) ?? cell);
  if (name.length > 1_000) row.problem(place, "is longer than 1000 characters");
  if (name === "") row.problem(place, "has no call type");
  return name;
}
