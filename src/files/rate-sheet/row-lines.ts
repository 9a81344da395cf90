/** The lines of a row: one, or one for each period that the mapping has columns for. */
import {
  CHARGE_TYPES,
  type CheckedRateLine,
  quoteValue,
  type RateLine,
  rateLineSchema,
} from "../../model/index.ts";
import { dateInCell } from "./date-cell.ts";
import { type LineDraft, type MoneyStyle, putIncrement, readValues } from "./line-values.ts";
import type { OpenedMapping } from "./opened-mapping.ts";
import type { SheetColumn } from "./sheet-columns.ts";
import type { Place, PlacedPeriod, PlacedShape } from "./sheet-layout.ts";
import type { SheetRow } from "./sheet-row.ts";

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
