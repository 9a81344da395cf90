/**
 * Discount schemes of features, R74.
 *
 * Decided here where the text leaves it open: an initial scheme whose end date lies before its first day applies to no
 * day, and the length of the ongoing one is counted from the day after that end date all the same.
 */
import { greater, NONE, Ratio, WHOLE } from "../ratio.ts";
import { isBlank, type Row, text } from "../values.ts";
import { dayOrNull, inForce, isNegative, type Kind, type Placed, pounds, rowsOf } from "./charge-book.ts";
import { ChargeError } from "./charge-error.ts";
import { add, type Day, type Unit } from "./days.ts";

interface Scheme {
  readonly row: Row;
  readonly start: Day;
  /** Inclusive; null: for ever. */
  readonly end: Day | null;
}

export function schemesOf(placed: Placed, startDate: Day): readonly Scheme[] {
  const schemes: Scheme[] = [];
  let start = startDate;
  for (const which of ["initial", "ongoing"]) {
    const field = `${which}FeatureDiscountScheme`;
    const row = schemeNamed(placed, field);
    if (row === null) continue;
    const end = dayOrNull(placed.feature[`${field}EndDate`]) ?? endByLength(row, start);
    schemes.push({ row, start, end });
    if (end === null) break;
    start = end + 1;
  }
  return schemes;
}

function endByLength(row: Row, start: Day): Day | null {
  return isBlank(row.length) ? null : add(start, Number(row.length), text(row.lengthType) as Unit) - 1;
}

function schemeNamed(placed: Placed, field: string): Row | null {
  const name = inForce(placed, field);
  if (isBlank(name)) return null;
  const row = rowsOf(placed.data, "featureDiscountSchemes").find((entry) => text(entry.name) === text(name));
  if (row !== undefined) return row;
  throw new ChargeError(
    "unknown-scheme",
    field,
    `Feature ${text(placed.feature.id)} has the discount scheme "${text(name)}", which the book does not have.`,
  );
}

/** Both names have to be known, also that of a scheme that never has its turn. */
export function checkSchemes(placed: Placed): void {
  schemeNamed(placed, "initialFeatureDiscountScheme");
  schemeNamed(placed, "ongoingFeatureDiscountScheme");
}

/** The scheme of a day; undefined where it has none. */
export function schemeOn(schemes: readonly Scheme[], day: Day): Scheme | undefined {
  return schemes.find(({ start, end }) => day >= start && (end === null || day <= end));
}

/** What so many come to on a day for a whole period, after the scheme. */
export function netOn(
  schemes: readonly Scheme[],
  { day, kind, price, count }: { day: Day; kind: Kind; price: Ratio; count: Ratio },
): Ratio {
  const scheme = schemeOn(schemes, day);
  const value = pounds(scheme?.row[`${kind}Value`]);
  if (scheme === undefined || value === null || isNegative(price)) return price.times(count);
  if (text(scheme.row[`${kind}Type`]) === "fixed") return greater(price.minus(value), NONE).times(count);
  return price.times(count).times(WHOLE.minus(value.over(new Ratio(100n, 1n))));
}
