/** The rows of a sheet: the keys of their prices, and their lines. */
import { dateAfter, LAST_DAY, parseCivilDate } from "../../calendar/index.ts";
import {
  CHARGE_TYPES,
  type ChargeType,
  Fault,
  isMarkupType,
  MAX_PRICE,
  PRICE_DECIMALS,
  quoteValue,
  RATE_VALUES,
  type RateLine,
  type RateValueName,
  rateLineSchema,
  readerOf,
} from "../../model/index.ts";
import { decimalPlaces, toSafeUnits } from "../../money/index.ts";
import type { CsvCells } from "../csv-records.ts";
import { movePoint } from "../dialects/values/index.ts";
import { isMoney, type MoneyColumn, type SheetColumn } from "./mapping.ts";
import type { OpenedMapping } from "./open-mapping.ts";
import type { NoteKind, SheetNote, SheetProblem } from "./rate-sheet.ts";
import { dateInCell, decimalInCell, incrementInCell, prefixesInCell, timesWhole } from "./sheet-cells.ts";
import {
  type ColumnLayout,
  type ConditionLayout,
  columnAt,
  type FoundColumn,
  type PeriodLayout,
  type RowLayout,
  type SheetLayout,
} from "./sheet-layout.ts";

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

  /** A cell's text; "" for a blank cell. */
  cell(column: FoundColumn | undefined): string {
    if (column === undefined) return "";
    return this.at(column.index);
  }

  at(index: number): string {
    const text = this.cells[index] ?? "";
    return this.#blank.has(text) ? "" : text;
  }

  problem(column: FoundColumn | undefined, message: string): void {
    this.problems.push({ row: this.row, column: column?.name, message });
  }
}

/** Fields that a mapping sets and that are no values of a line, or are put into a line elsewhere. */
const NOT_OF_LINES: ReadonlySet<string> = new Set([
  "countryCode",
  "location",
  "increment",
  "tariffType",
  "startDate",
  "endDate",
]);

type LineDraft = Record<string, string>;

const ANY_PERIOD: PeriodLayout = {
  tariffTime: undefined,
  columns: {},
  set: {},
  values: [],
  prices: [],
  setsPrice: false,
};

/** A date of a row, from its cell or from what the mapping sets. */
function dateOf(
  row: SheetRow,
  name: "startDate" | "endDate",
  { columns, set }: RowLayout,
  { dateFormat }: OpenedMapping,
): string | undefined {
  const cell = row.cell(columns[name]);
  const date = cell === "" ? set[name] : dateInCell(cell, dateFormat);
  if (!(date instanceof Fault)) return date;
  row.problem(columns[name], date.message);
  return undefined;
}

/** The first day without a price for a row that takes its prefix out of the list: its date, or the day after its last. */
function dropDateOf(row: SheetRow, shape: RowLayout, mapping: OpenedMapping): string | undefined {
  const { startDate, endDate } = shape.columns;
  const last = row.cell(endDate) === "" ? undefined : dateOf(row, "endDate", shape, mapping);
  if (last === undefined || parseCivilDate(last) === LAST_DAY)
    return dateOf(row, "startDate", shape, mapping);
  if (row.cell(startDate) !== "") {
    const why = "stands beside a first date, and a row that is dropped has one date; map one of them for it";
    row.problem(endDate, `${quoteValue(row.cell(endDate))} ${why}`);
  }
  return dateAfter(last, 1);
}

/** Reads the lines of a row, without their prefix or call type: one line, or one for each period. */
function linesOf(row: SheetRow, shape: RowLayout, mapping: OpenedMapping): readonly RateLine[] {
  const common: LineDraft = {};
  for (const name of ["startDate", "endDate"] as const) {
    const date = dateOf(row, name, shape, mapping);
    if (date !== undefined) common[name] = date;
  }
  const { tariffTime, chargeType } = shape.columns;
  const time = row.cell(tariffTime);
  if (time !== "") common.tariffTime = mapping.values.tariffTime.get(time) ?? time;
  const type = row.cell(chargeType);
  const typeName = mapping.values.chargeType.get(type) ?? type;
  if ((CHARGE_TYPES as readonly string[]).includes(typeName)) common.chargeType = typeName;
  else if (type !== "")
    row.problem(chargeType, `${quoteValue(type)} is not a charge type; name it under values.chargeType`);
  const style = { mapping, perSeconds: shape.perSeconds };
  const increment = putValues(row, shape, common, style);
  const periods = shape.periods.length === 0 ? [ANY_PERIOD] : shape.periods;
  return periods.flatMap((period) => {
    // What a period says goes before what the mapping sets for all rows.
    const draft: LineDraft = { ...common, ...(period.tariffTime && { tariffTime: period.tariffTime }) };
    if (type === "" && period.set.chargeType !== undefined) draft.chargeType = period.set.chargeType;
    if (period !== ANY_PERIOD) putValues(row, period, draft, style, increment);
    if (isPriced(row, shape, period)) {
      checkLine(row, draft, shape, period);
      return [draft];
    }
    const which = period.tariffTime === undefined ? "" : ` for ${period.tariffTime}`;
    row.problem(period.prices[0] ?? shape.prices[0], `has no price${which}`);
    return [];
  });
}

/**
 * Whether a row has a price for a line of this period; a period with separate price columns needs one of these. Beside a
 * blank cost a connection or minimum of 0 is no price: the calls would be free (R26).
 */
function isPriced(row: SheetRow, shape: RowLayout, period: PeriodLayout): boolean {
  const cost = period.columns.cost ?? shape.columns.cost;
  const lacksCost = cost !== undefined && row.cell(cost) === "";
  const isGiven = (column: FoundColumn): boolean => {
    const cell = row.cell(column);
    return lacksCost ? /[1-9]/.test(cell) : cell !== "";
  };
  if (period.prices.length > 0) return period.setsPrice || period.prices.some(isGiven);
  return period.setsPrice || shape.setsPrice || shape.prices.some(isGiven);
}

/** Checks that the fields of a line fit each other, like the book does. */
function checkLine(row: SheetRow, draft: LineDraft, shape: RowLayout, period: PeriodLayout): void {
  if (row.problems.length > 0) return;
  for (const { path, message } of rateLineSchema.schema.safeParse(draft).error?.issues ?? []) {
    const field = String(path[0]) as SheetColumn;
    row.problem(period.columns[field] ?? shape.columns[field], `${field} ${message}`);
  }
}

interface MoneyStyle {
  readonly mapping: OpenedMapping;
  /** How many seconds a price is for. */
  readonly perSeconds: number;
}

/**
 * Puts the values of cells into a line, over the values that a mapping sets. Gives the values of the increment, so that
 * an increment of a period replaces the whole increment of the row: 6 over 60/60 has no least duration of 60.
 */
function putValues(
  row: SheetRow,
  layout: ColumnLayout,
  draft: LineDraft,
  style: MoneyStyle,
  replaced: LineDraft = {},
): LineDraft {
  const { columns, set, values } = layout;
  const increment = row.cell(columns.increment);
  let putByIncrement: LineDraft = {};
  const putIncrement = (text: string | undefined): void => {
    if (text === undefined || text === "") return;
    const found = incrementIn(text);
    if (found instanceof Fault) {
      row.problem(columns.increment, found.message);
      return;
    }
    for (const [name, value] of Object.entries(replaced)) if (draft[name] === value) delete draft[name];
    Object.assign(draft, found);
    putByIncrement = found;
  };
  if (increment === "") putIncrement(set.increment);
  for (const [name, value] of Object.entries(set)) {
    const isSaid = (name === "tariffTime" || name === "chargeType") && draft[name] !== undefined;
    if (!NOT_OF_LINES.has(name) && !isSaid) draft[name] = value;
  }
  putIncrement(increment);
  const { decimal, moneySign: sign } = style.mapping;
  for (const [field, column] of values) {
    const cell = row.cell(column);
    if (cell === "") continue;
    const written = decimalInCell(cell, { decimal, sign });
    const text =
      written instanceof Fault
        ? written
        : isMoney(field)
          ? moneyIn(cell, written, { column: field, chargeType: draft.chargeType, ...style })
          : asTheBookReads(field, written);
    if (text instanceof Fault) row.problem(column, text.message);
    else draft[field] = text;
  }
  return putByIncrement;
}

/** The text of a value, or a Fault where the book would refuse the value. */
function asTheBookReads(name: RateValueName, text: string): string | Fault {
  const checked = readerOf(RATE_VALUES[name])?.(text);
  return checked instanceof Fault ? checked : text;
}

/** The values of an increment from a mapping or a cell, or a Fault where the book would refuse one of them. */
function incrementIn(text: string): LineDraft | Fault {
  const values = incrementInCell(text);
  if (values instanceof Fault) return values;
  for (const [name, value] of Object.entries(values)) {
    const checked = asTheBookReads(name as RateValueName, value);
    if (checked instanceof Fault) return checked;
  }
  return { ...values };
}

/** An amount of a cell as pence. */
function moneyIn(
  cell: string,
  written: string,
  {
    column,
    chargeType,
    mapping,
    perSeconds,
  }: MoneyStyle & { column: MoneyColumn; chargeType: string | undefined },
): string | Fault {
  // R15: under a markup type the cost is a percentage.
  if (column === "cost" && isMarkupType(chargeType as ChargeType)) {
    const { moneySign } = mapping;
    if (moneySign === "" || !cell.startsWith(moneySign)) return asTheBookReads("cost", written);
    return new Fault(
      `${quoteValue(cell)} is money, and under the charge type ${chargeType} a percentage is wanted`,
    );
  }
  const isMajor = mapping.unit === "major" || mapping.unit === "pounds";
  const minor = isMajor ? movePoint(written, mapping.currencyDecimals ?? 2) : written;
  const isPerMinute = chargeType === undefined || chargeType === "perMinute";
  const text =
    column === "cost" && isPerMinute && perSeconds !== 60 ? timesWhole(minor, 60 / perSeconds) : minor;
  const shown = text === written ? quoteValue(cell) : `${quoteValue(cell)} (${text} in the minor unit)`;
  if (decimalPlaces(text) > PRICE_DECIMALS) {
    return new Fault(`${shown} has more than ${PRICE_DECIMALS} decimal places`);
  }
  const units = toSafeUnits(text, PRICE_DECIMALS);
  return units === undefined || units > MAX_PRICE * 10 ** PRICE_DECIMALS
    ? new Fault(`${shown} is more than ${MAX_PRICE}`)
    : text;
}

export interface RowEntry {
  readonly row: number;
  /** The column of the row's key, for messages. */
  readonly keyColumn: FoundColumn | undefined;
  readonly prefixes: readonly string[];
  readonly tariffType: string;
  readonly chargeBand: string;
  readonly location: string;
  /** The lines of the row, without their prefix or call type. */
  readonly lines: readonly RateLine[];
  /** Set: the row removes its prefix or call type from the tariff. */
  readonly isDeletion: boolean;
}

/** Longest text of a note that is kept. */
export const MAX_NOTE = 500;

/** Where the rows of a sheet without a line go. */
interface SheetFindings {
  readonly notes: SheetNote[];
  readonly problems: SheetProblem[];
}

/** Reads the rows of one sheet. */
export class SheetRowReader {
  readonly #findings: SheetFindings;
  readonly #mapping: OpenedMapping;
  readonly #layout: SheetLayout;
  readonly #blank: ReadonlySet<string>;
  /** Indexes of the columns that hold values in rows of prices, and that the mapping neither reads nor ignores. */
  readonly #unread = new Set<number>();

  constructor(mapping: OpenedMapping, layout: SheetLayout, findings: SheetFindings) {
    this.#findings = findings;
    this.#mapping = mapping;
    this.#layout = layout;
    this.#blank = new Set(mapping.blank);
  }

  /** The content of a row of prices; undefined for a row without prices. */
  read({ line, cells }: CsvCells): RowEntry | undefined {
    const trimmed = cells.map((cell) => cell.trim());
    const row = new SheetRow(line, trimmed, this.#blank);
    const { header, only, notes, drop, money, base } = this.#layout;
    const isAny = (conditions: readonly ConditionLayout[]): boolean =>
      conditions.some((condition) => isMet(row, condition));
    if (header !== undefined && isSame(cells, header)) return this.#note(row, "note");
    if (only.some((condition) => !isMet(row, condition))) return this.#note(row, "passed over");
    if (isAny(notes)) return this.#note(row, "note");
    const isDropped = isAny(drop);
    const isPricedRow = money.some((index) => row.at(index) !== "");
    const shape = this.#shapeOf(row);
    if (shape?.isNote === true) return this.#note(row, "note");
    if (!isPricedRow && !isDropped && isKeyless(row, shape ?? base, this.#mapping))
      return this.#note(row, "note");
    const entry = shape === undefined ? this.#unknownCode(row) : this.#entryOf(row, shape, isDropped);
    if (row.problems.length === 0) {
      this.#noteUnread(row);
      return entry;
    }
    this.#findings.problems.push(...row.problems);
    return undefined;
  }

  /** The names of the columns that hold values in rows of prices, and that the mapping does not read, from the left. */
  get unreadColumns(): readonly string[] {
    const indexes = [...this.#unread].sort((a, b) => a - b);
    return [...new Set(indexes.map((index) => columnAt(index, this.#layout.header).name))];
  }

  #noteUnread(row: SheetRow): void {
    const { known } = this.#layout;
    for (let index = 0; index < row.cells.length; index++) {
      if (!known.has(index) && row.at(index) !== "") this.#unread.add(index);
    }
  }

  #note(row: SheetRow, kind: NoteKind): undefined {
    const text = row.cells.filter((cell) => cell !== "").join(" | ");
    this.#findings.notes.push({ row: row.row, kind, text: text.slice(0, MAX_NOTE) });
  }

  #shapeOf(row: SheetRow): RowLayout | undefined {
    const { base, variants } = this.#layout;
    return variants === undefined ? base : variants.codes.get(row.cell(variants.column));
  }

  #entryOf(row: SheetRow, shape: RowLayout, isDeletion: boolean): RowEntry {
    this.#checkWidth(row);
    this.#checkCurrency(row, shape);
    const mapping = this.#mapping;
    const { chargeBand, location } = shape.columns;
    const needsCallType = mapping.linesBy === "callType" || mapping.destinations || chargeBand !== undefined;
    const prefixes = prefixesOf(row, shape, mapping);
    const tariffType = needsCallType ? callTypeOf(row, shape, mapping) : "";
    if (chargeBand !== undefined && row.cell(chargeBand) === "")
      row.problem(chargeBand, "has no charge code");
    const dropDate = isDeletion ? dropDateOf(row, shape, mapping) : undefined;
    return {
      row: row.row,
      keyColumn: keyColumnOf(shape, mapping),
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

  #unknownCode(row: SheetRow): undefined {
    const { variants } = this.#layout;
    const code = row.cell(variants?.column);
    const known = [...(variants?.codes.keys() ?? [])].slice(0, 20).join(", ");
    row.problem(variants?.column, `${quoteValue(code)} is not a code of the mapping's variants: ${known}`);
  }

  /** An unquoted comma splits an amount in two, and moves all later cells by one column. */
  #checkWidth(row: SheetRow): void {
    const width = this.#layout.header?.length;
    if (width === undefined || row.cells.length <= width) return;
    if (row.cells.slice(width).every((cell) => cell === "")) return;
    row.problem(undefined, `has ${row.cells.length} cells where the header names ${width} columns`);
  }

  #checkCurrency(row: SheetRow, shape: RowLayout): void {
    const column = shape.columns.currency;
    const cell = row.cell(column);
    const { currency } = this.#mapping;
    if (cell === "" || cell === currency) return;
    const wanted = currency === undefined ? 'say which one is right as "currency"' : `${currency} is wanted`;
    row.problem(column, `${quoteValue(cell)} is another currency; ${wanted}`);
  }
}

function isMet(row: SheetRow, { column, values }: ConditionLayout): boolean {
  return values.has((row.cells[column.index] ?? "").toLowerCase());
}

function isSame(cells: readonly string[], header: readonly string[]): boolean {
  return cells.length === header.length && cells.every((cell, index) => cell === header[index]);
}

function keyColumnOf(shape: RowLayout, mapping: OpenedMapping): FoundColumn | undefined {
  const { prefix, areaCode, countryCode, tariffType } = shape.columns;
  return mapping.linesBy === "callType" ? tariffType : (prefix ?? areaCode ?? countryCode);
}

/**
 * Whether a row without a price is a note: the key is blank, or has words. In lists by call type, where keys are
 * words, a row without any other cell is a note, such as a heading.
 */
function isKeyless(row: SheetRow, shape: RowLayout, mapping: OpenedMapping): boolean {
  const { prefix, areaCode, countryCode, chargeBand, tariffType } = shape.columns;
  if (mapping.linesBy === "prefix") {
    const key = `${row.cell(prefix)}${row.cell(countryCode)}${row.cell(areaCode)}`;
    return /\p{L}/u.test(key.replaceAll(/[xX]/g, "")) || key === "";
  }
  if (chargeBand !== undefined && row.cell(chargeBand) === "") return true;
  if (tariffType !== undefined && row.cell(tariffType) === "") return true;
  return row.cells.filter((cell) => cell !== "").length < 2;
}

/** The prefixes of a row; none where it has a problem, or the mapping has no prefixes. */
function prefixesOf(row: SheetRow, { columns, set }: RowLayout, mapping: OpenedMapping): readonly string[] {
  const { prefix, areaCode, countryCode } = columns;
  if (prefix === undefined && areaCode === undefined && countryCode === undefined) return [];
  const isWhole = prefix !== undefined || countryCode === undefined;
  const country = isWhole ? (set.countryCode ?? "") : countryOf(row, countryCode);
  if (country === undefined) return [];
  const column = prefix ?? areaCode;
  const cell = row.cell(column);
  if (cell === "" && prefix === undefined) return [country];
  const prefixes = cell === "" ? new Fault("has no prefix") : prefixesInCell(cell, country, mapping);
  if (!(prefixes instanceof Fault)) return prefixes;
  row.problem(column, prefixes.message);
  return [];
}

function countryOf(row: SheetRow, column: FoundColumn): string | undefined {
  const cell = row.cell(column);
  const digits = cell.replace(/[\s()-]/g, "").replace(/^(?:\+|00)/, "");
  if (/^[1-9][0-9]{0,6}$/.test(digits)) return digits;
  row.problem(column, cell === "" ? "has no country code" : `${quoteValue(cell)} is not a country code`);
  return undefined;
}

/** The call type of a row; "" where it has none, a problem where it needs one. */
function callTypeOf(row: SheetRow, shape: RowLayout, mapping: OpenedMapping): string {
  const column = shape.columns.tariffType;
  const cell = row.cell(column);
  const name = cell === "" ? (shape.set.tariffType ?? "") : (mapping.values.tariffType.get(cell) ?? cell);
  if (name.length > 1_000) row.problem(column, "is longer than 1000 characters");
  if (name === "") row.problem(column, "has no call type");
  return name;
}
