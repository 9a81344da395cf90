/** R68: how long a feature has to be paid for once it is dropped. */
import { addUnits, CALENDAR_UNITS, type CalendarUnit, type DayNumber, LAST_DAY } from "../calendar/index.ts";
import { PRICE_DECIMALS, quoteValue, type Unreadable } from "../model/index.ts";
import type { Subject } from "./subject.ts";

/** Lengths are millionths. */
const ONE = 10 ** PRICE_DECIMALS;

/**
 * The last day of notice: that of the feature, its number or service, its customer, else the day of the drop, and the
 * length after it; undefined where there is no notice to give.
 *
 * @throws RangeError where the book does not say it clearly
 */
export function endOfNotice(subject: Subject, dateDrop: DayNumber): DayNumber | undefined {
  const length = lengthOf(subject, "noticePeriodLength");
  if (length === undefined) return undefined;
  return later(subject, noticeGivenOn(subject) ?? dateDrop, length);
}

/**
 * The last day of the minimum term: as written, else counted from startDate; undefined where there is none.
 *
 * @throws RangeError where the book does not say it clearly
 */
export function endOfMinimumTerm(subject: Subject): DayNumber | undefined {
  const { minimumTermDate, startDate } = subject.feature;
  if (minimumTermDate !== undefined) return minimumTermDate;
  const length = startDate === undefined ? undefined : lengthOf(subject, "minimumTermPeriodLength");
  if (startDate === undefined || length === undefined) return undefined;
  return later(subject, startDate, length) - 1;
}

interface Length {
  readonly field: "noticePeriodLength" | "minimumTermPeriodLength";
  readonly count: number;
  readonly unit: CalendarUnit;
}

const UNITS = "write days, weeks, months or years";

function lengthOf({ feature }: Subject, field: Length["field"]): Length | undefined {
  const { id, [field]: length, [`${field}Type` as const]: unit } = feature;
  if (length === undefined) return undefined;
  if (typeof length === "object") throw fault("Feature", id, field, length);
  const has = `Feature ${id} has the ${field}`;
  const count = length / ONE;
  if (!Number.isInteger(count)) throw new RangeError(`${has} ${count}; write a whole number.`);
  if (unit === undefined) throw new RangeError(`${has} ${count} and no ${field}Type; ${UNITS}.`);
  if (typeof unit === "object") throw fault("Feature", id, `${field}Type`, unit);
  const known = CALENDAR_UNITS.find((own) => own === unit);
  if (known === undefined) throw new RangeError(`${has}Type ${quoteValue(unit)}; ${UNITS}.`);
  return { field, count, unit: known };
}

function noticeGivenOn({ feature, number, service, customer }: Subject): DayNumber | undefined {
  const levels = [
    ["Feature", feature],
    ["Number", number],
    ["Service", service],
    ["Customer", customer?.record],
  ] as const;
  for (const [what, record] of levels) {
    const given = record?.cancellationNoticeGivenDate;
    if (record === undefined || given === undefined) continue;
    if (typeof given === "object") throw fault(what, record.id, "cancellationNoticeGivenDate", given);
    return given;
  }
  return undefined;
}

function fault(what: string, id: string, field: string, value: Unreadable): RangeError {
  return new RangeError(`${what} ${id}, ${field}: ${value.fault}.`);
}

function later({ feature }: Subject, day: DayNumber, { field, count, unit }: Length): DayNumber {
  const end = addUnits(day, count, unit);
  if (end <= LAST_DAY) return end;
  throw new RangeError(
    `Feature ${feature.id} has the ${field} ${count} ${unit}, which ends after 9999-12-31; write fewer.`,
  );
}
