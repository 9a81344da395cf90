import { Fault, quoteValue, type RateLine } from "../../model/index.ts";
import type { CsvCells } from "../csv-records.ts";
import { dateInCell, prefixesInCell } from "./cells.ts";
import type { OpenedMapping } from "./open-mapping.ts";
import type { NoteKind, SheetNote, SheetProblem } from "./rate-sheet.ts";
import { linesOf, SheetRow } from "./row-lines.ts";
import type { Place, PlacedCondition, PlacedShape, SheetLayout } from "./sheet-layout.ts";

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
export class RowReader {
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
