/** The values of a line from the cells of a row. */
import {
  type ChargeType,
  Fault,
  isMarkupType,
  MAX_PRICE,
  PRICE_DECIMALS,
  quoteValue,
  RATE_VALUES,
  readerOf,
} from "../../model/index.ts";
import { decimalPlaces, toSafeUnits } from "../../money/index.ts";
import { decimalInCell, type NumberStyle, shiftPoint, timesWhole } from "./decimal-cell.ts";
import { incrementInCell } from "./increment-cell.ts";
import type { MoneyColumn } from "./sheet-columns.ts";
import type { Place, PlacedColumns } from "./sheet-layout.ts";
import type { SheetRow } from "./sheet-row.ts";

/** A line in the making. */
export type LineDraft = Record<string, string>;

/** How the money of a sheet becomes pence. */
export interface MoneyStyle extends NumberStyle {
  /** How far the point moves to make pence of its amounts: 2 of pounds, 0 of pence. */
  readonly majorPlaces: number;
}

/** Puts the values of cells into a line, over what a mapping sets. */
export function readValues(
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
export function putIncrement(text: string, draft: LineDraft): Fault | undefined {
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
