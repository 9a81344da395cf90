/** R68: the lengths of a feature's notice and minimum term. */
import {
  addUnits,
  CALENDAR_UNITS,
  type CalendarUnit,
  type DayNumber,
  LAST_DAY,
} from "../../calendar/index.ts";
import { type FeatureInForce, PRICE_DECIMALS, quoteValue } from "../../model/index.ts";

/** A length of a feature, in whole units of the calendar. */
interface TermLength {
  readonly field: "noticePeriodLength" | "minimumTermPeriodLength";
  readonly count: number;
  readonly unit: CalendarUnit;
}

/** A length of 1: lengths are millionths. */
const ONE = 10 ** PRICE_DECIMALS;

const UNITS = "write days, weeks, months or years";

/** A length of a feature; undefined where it has none, a RangeError where the length or its unit is invalid. */
function termLength(
  feature: FeatureInForce,
  field: TermLength["field"],
): TermLength | RangeError | undefined {
  const { id, [field]: length, [`${field}Type` as const]: unit } = feature;
  if (length === undefined) return undefined;
  if (typeof length === "object") return new RangeError(`Feature ${id}, ${field}: ${length.fault}.`);
  const has = `Feature ${id} has the ${field}`;
  const count = length / ONE;
  if (!Number.isInteger(count)) return new RangeError(`${has} ${count}; write a whole number.`);
  if (unit === undefined) return new RangeError(`${has} ${count} and no ${field}Type; ${UNITS}.`);
  if (typeof unit === "object") return new RangeError(`Feature ${id}, ${field}Type: ${unit.fault}.`);
  const known = CALENDAR_UNITS.find((word) => word === unit);
  if (known === undefined) return new RangeError(`${has}Type ${quoteValue(unit)}; ${UNITS}.`);
  return { field, count, unit: known };
}

/**
 * The day on which a length of a feature, counted from a day, is over: `day` plus the length. Undefined where the
 * feature has no such length, a RangeError where the length cannot be counted.
 *
 * @example
 * const line = { id: "1", tariffs: {}, noticePeriodLength: 30_000_000, noticePeriodLengthType: "days" };
 * endOfLength(line, "noticePeriodLength", 20_000); // => 20_030
 */
export function endOfLength(
  feature: FeatureInForce,
  field: TermLength["field"],
  day: DayNumber,
): DayNumber | RangeError | undefined {
  const length = termLength(feature, field);
  if (length === undefined || length instanceof RangeError) return length;
  const end = addUnits(day, length.count, length.unit);
  if (end <= LAST_DAY) return end;
  return new RangeError(
    `Feature ${feature.id} has the ${field} ${length.count} ${length.unit}, which ends after 9999-12-31; write fewer.`,
  );
}

/**
 * The last day of a feature's minimum term: as written, else counted from its startDate. Undefined where there is none,
 * a RangeError where the length of the term cannot be counted.
 *
 * @example
 * const line = { id: "1", tariffs: {}, startDate: 0,
 *   minimumTermPeriodLength: 12_000_000, minimumTermPeriodLengthType: "months" };
 * endOfMinimumTerm(line); // => 364
 */
export function endOfMinimumTerm(feature: FeatureInForce): DayNumber | RangeError | undefined {
  const { minimumTermDate, startDate } = feature;
  if (minimumTermDate !== undefined) return minimumTermDate;
  if (startDate === undefined) return undefined;
  const end = endOfLength(feature, "minimumTermPeriodLength", startDate);
  return typeof end === "number" ? end - 1 : end;
}
