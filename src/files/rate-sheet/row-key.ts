/** Whom a row's prices are for: prefixes, or a call type. */
import { Fault, quoteValue } from "../../model/index.ts";
import type { OpenedMapping } from "./opened-mapping.ts";
import { prefixesInCell } from "./prefix-cell.ts";
import type { Place, PlacedShape } from "./sheet-layout.ts";
import type { SheetRow } from "./sheet-row.ts";

/** The column in which a row's key stands. */
export function keyPlaceOf(shape: PlacedShape, mapping: OpenedMapping): Place | undefined {
  const { prefix, areaCode, countryCode, tariffType } = shape.places;
  return mapping.linesBy === "callType" ? tariffType : (prefix ?? areaCode ?? countryCode);
}

/**
 * Whether a row without a price is a note: nothing stands where its key should be, or words do. For lists by call
 * type, where keys are words, it is one where nothing else stands in the row, as in a heading.
 */
export function isKeyless(row: SheetRow, shape: PlacedShape, mapping: OpenedMapping): boolean {
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
export function prefixesOf(row: SheetRow, shape: PlacedShape, mapping: OpenedMapping): readonly string[] {
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
export function callTypeOf(row: SheetRow, shape: PlacedShape, mapping: OpenedMapping): string {
  const place = shape.places.tariffType;
  const cell = row.cell(place);
  const name = cell === "" ? (shape.set.tariffType ?? "") : (mapping.values.tariffType.get(cell) ?? cell);
  if (name.length > 1_000) row.problem(place, "is longer than 1000 characters");
  if (name === "") row.problem(place, "has no call type");
  return name;
}
