/**
 * The first errors of a feature, in the order of the table, and what its charges go by.
 *
 * Decided here where the text leaves it open:
 * - A feature whose startDate was moved past `to` after it had been charged has a day to correct, and its errors are told.
 * - A `totalFeatureValue`, `instalments` or `serviceCharge` counts where the standard feature has it.
 * - 0 instalments are none, as a feature writes that is not paid as its standard feature says.
 * - An amount charged that has more places than the currency is a `malformed-feature`: no bill can have had it, nor what
 *   is charged beside it.
 * - Two records of one day are a `malformed-feature`: nobody could say what the day was charged at.
 * - What charges do not read, as terms and notice, makes no feature malformed.
 */
import { isBlank, type Row, text } from "../values.ts";
import {
  dayOrNull,
  firstSet,
  inForce,
  inForceByType,
  isNegative,
  type Placed,
  pounds,
  quoted,
  rounded,
  whole,
} from "./charge-book.ts";
import { ChargeError } from "./charge-error.ts";
import { datedOn } from "./counts.ts";
import { type Day, formatDay } from "./days.ts";
import { fixedFeeTariffOf } from "./fixed-fees.ts";
import { type Interval, intervalOf } from "./periods.ts";
import { type ChargedDay, isOneOff, readPeriod } from "./records.ts";
import { checkSchemes } from "./schemes.ts";

export interface Terms {
  readonly startDate: Day;
  readonly endDate: Day | null;
  readonly dueDate: Day | null;
  readonly chargesFrom: Day | null;
  readonly interval: Interval;
}

const AMOUNTS = ["connectionCharge", "serviceCharge", "totalFeatureValue"];

export function isInstalments(placed: Placed): boolean {
  return Number(inForce(placed, "instalments") ?? 0) > 0;
}

/** null: there is nothing to charge by `to`. */
export function checkFeature(placed: Placed, to: Day): Terms | null {
  if (!hasSomethingToCharge(placed)) return null;
  const startDate = dayOrNull(placed.feature.startDate);
  const hasBegun = startDate === null || startDate <= to;
  if (hasBegun ? !isOver(placed) || hasDayToCorrect(placed) : hasDayUpTo(placed, to))
    return checkedTerms(placed, startDate);
  // It has none of the errors; where its terms make sense it is still looked at for R69's warning.
  try {
    return checkedTerms(placed, startDate);
  } catch (error) {
    if (error instanceof ChargeError) return null;
    throw error;
  }
}

function checkedTerms(placed: Placed, startDate: Day | null): Terms {
  const { data, feature } = placed;
  const id = text(feature.id);

  checkFields(placed);
  if (placed.customer === null) {
    throw new ChargeError(
      "no-customer",
      "serviceID",
      `Feature ${id} belongs to service ${text(feature.serviceID)}, which belongs to no customer.`,
    );
  }
  if (startDate === null) {
    throw new ChargeError(
      "no-start-date",
      "startDate",
      `Feature ${id} has charges but no startDate to count them from.`,
    );
  }
  checkInstalments(placed);
  const interval = intervalOf(placed);
  checkSchemes(placed);
  return {
    startDate,
    endDate: dayOrNull(feature.endDate),
    dueDate: dayOrNull(feature.dueDate),
    chargesFrom: dayOrNull(data.chargesFrom),
    interval,
  };
}

/** The first of the fields that charges read and that does not fit. */
function checkFields(placed: Placed): void {
  const { feature, number, service } = placed;
  const malformed = (field: string, sentence: string): ChargeError =>
    new ChargeError("malformed-feature", field, `Feature ${text(feature.id)}${sentence}.`);
  const isObject = (value: unknown): boolean => typeof value === "object" && value !== null;

  const auto = inForceByType(placed, "featureCountCommittedAuto");
  if (isObject(auto)) {
    throw malformed("featureCountCommittedAuto", `: featureCountCommittedAuto ${shown(auto)} is not text`);
  }
  if (!["", "initial", "peak"].includes(text(auto))) {
    const has = ` has the featureCountCommittedAuto ${quoted(auto)}; write initial or peak`;
    throw malformed("featureCountCommittedAuto", has);
  }
  for (const field of isInstalments(placed) ? ["totalValueCharged", "totalValueRemaining"] : []) {
    if (isDecimal(feature[field])) continue;
    const what = `: ${field} ${shown(feature[field])} is not an amount; write digits such as 1.25`;
    throw malformed(field, what);
  }
  for (const field of ["site", "campaign"]) {
    const value = firstSet(feature[field], number[field], service[field]);
    if (isObject(value)) throw malformed(field, `: ${field} ${shown(value)} is not text`);
  }
  const tooFine = (value: unknown): string | null => {
    const exact = pounds(value);
    if (exact === null || exact.equals(rounded(placed.data, exact))) return null;
    const places = isBlank(placed.data.currencyDecimals) ? 2 : Number(placed.data.currencyDecimals);
    return `${exact.toFixed()}, which has more than ${places} decimal places; write what was charged`;
  };
  const total = isInstalments(placed) ? tooFine(feature.totalValueCharged) : null;
  if (total !== null) throw malformed("totalValueCharged", ` has a totalValueCharged of ${total}`);
  const days = new Set<Day>();
  const twice = new Set<Day>();
  for (const row of ((feature.chargesMade ?? []) as readonly Row[]).filter((made) => !isOneOff(made))) {
    for (const day of readPeriod(row).days.keys()) (days.has(day) ? twice : days).add(day);
  }
  if (twice.size > 0) {
    const first = formatDay(Math.min(...twice));
    throw malformed("chargesMade", ` has ${first} in two records of chargesMade; leave one of them`);
  }
  for (const row of ((feature.chargesMade ?? []) as readonly Row[]).filter((made) => !isOneOff(made))) {
    const value = tooFine(row.value) ?? tooFine(row.valueCarrier);
    if (value !== null) throw malformed("chargesMade", ` has a value in chargesMade of ${value}`);
  }
}

/** A value that does not fit its field, as sentences quote it. */
function shown(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "an object" : quoted(value);
}

function isDecimal(value: unknown): boolean {
  return isBlank(value) || (typeof value !== "object" && /^-?\d+(\.\d{1,40})?$/.test(text(value)));
}

function hasSomethingToCharge(placed: Placed): boolean {
  const { feature } = placed;
  const changes = (feature.datedChanges ?? []) as readonly Row[];
  return (
    firstSet(...AMOUNTS.map((field) => inForce(placed, field))) !== null ||
    isInstalments(placed) ||
    changes.some((change) => !isBlank(change.serviceCharge)) ||
    fixedFeeTariffOf(placed) !== null ||
    ((feature.chargesMade ?? []) as readonly Row[]).length > 0
  );
}

/** "Instalments apart, a dueDate after its endDate". */
function isOver(placed: Placed): boolean {
  const [dueDate, endDate] = [dayOrNull(placed.feature.dueDate), dayOrNull(placed.feature.endDate)];
  return !isInstalments(placed) && dueDate !== null && endDate !== null && dueDate > endDate;
}

function hasDayToCorrect(placed: Placed): boolean {
  return daysToCorrect(placed).some(([day, charged]) => isChanged(placed, day, charged));
}

/** What was charged before a startDate that was moved is no longer due. */
function hasDayUpTo(placed: Placed, to: Day): boolean {
  return daysToCorrect(placed).some(([day]) => day <= to);
}

/** The days of records that can be corrected. */
function daysToCorrect({ feature }: Placed): Array<[Day, ChargedDay]> {
  return ((feature.chargesMade ?? []) as readonly Row[])
    .filter((row) => !isOneOff(row))
    .map(readPeriod)
    .flatMap(({ fixed, days }) => (fixed ? [] : [...days]));
}

function isChanged({ feature }: Placed, day: Day, { count, price }: ChargedDay): boolean {
  const [startDate, endDate] = [dayOrNull(feature.startDate), dayOrNull(feature.endDate)];
  if (day < (startDate ?? day) || day > (endDate ?? day)) return true;
  const countNow = datedOn(feature, "featureCount", day) ?? count;
  const priceNow = datedOn(feature, "serviceCharge", day) ?? price;
  return !countNow.equals(count) || !priceNow.equals(price);
}

function checkInstalments(placed: Placed): void {
  const total = pounds(inForce(placed, "totalFeatureValue"));
  const price = pounds(inForce(placed, "serviceCharge"));
  const id = text(placed.feature.id);
  const fault = (sentence: string): ChargeError =>
    new ChargeError("instalments-missing", "instalments", `Feature ${id} has ${sentence}`);
  if (!isInstalments(placed)) {
    if (total === null) return;
    throw fault(
      `a totalFeatureValue of ${total.toFixed()} but no instalments; give their number or clear the total.`,
    );
  }
  const number = Number(inForce(placed, "instalments"));
  if (total === null && price === null) {
    throw fault(
      `${number} instalments but neither a totalFeatureValue nor a serviceCharge; give one of them or clear the instalments.`,
    );
  }
  const all = total ?? price!.times(whole(number));
  if (isNegative(all)) {
    throw fault(`instalments of ${all.toFixed()} in all, which is below 0; give a total that is not.`);
  }
}
