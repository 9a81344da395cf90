/**
 * The first errors of a feature, in the order of the table, and what its charges go by.
 *
 * Decided here where the text leaves it open:
 * - `malformed-feature` and `no-customer` too are for features that have something to charge by `to`.
 * - A `totalFeatureValue`, `instalments` or `serviceCharge` counts where the standard feature has it.
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
} from "./charge-book.ts";
import { ChargeError } from "./charge-error.ts";
import { datedOn } from "./counts.ts";
import type { Day } from "./days.ts";
import { fixedFeeTariffOf } from "./fixed-fees.ts";
import { type Interval, intervalOf } from "./periods.ts";
import { isOneOff, readPeriod } from "./records.ts";
import { checkSchemes } from "./schemes.ts";

export interface Terms {
  readonly startDate: Day;
  readonly endDate: Day | null;
  readonly dueDate: Day | null;
  readonly chargesFrom: Day | null;
  readonly interval: Interval;
}

const AMOUNTS = ["connectionCharge", "serviceCharge", "totalFeatureValue", "instalments"];

export function isInstalments(placed: Placed): boolean {
  return !isBlank(inForce(placed, "instalments"));
}

/** null: there is nothing to charge by `to`. */
export function checkFeature(placed: Placed, to: Day): Terms | null {
  const { feature } = placed;
  const startDate = dayOrNull(feature.startDate);
  if (startDate !== null && startDate > to && !hasRecordUpTo(feature, to)) return null;
  if (!hasSomethingToCharge(placed)) return null;
  if (!isLongOver(placed)) return checkedTerms(placed, startDate);
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

  const auto = text(inForceByType(placed, "featureCountCommittedAuto"));
  if (!["", "initial", "peak"].includes(auto)) {
    throw new ChargeError(
      "malformed-feature",
      "featureCountCommittedAuto",
      `Feature ${id} has the featureCountCommittedAuto "${auto}"; write initial or peak.`,
    );
  }
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

/** A startDate moved forward: what was charged before it is to be corrected. */
function hasRecordUpTo(feature: Row, to: Day): boolean {
  return ((feature.chargesMade ?? []) as readonly Row[]).some(
    (row) => !isOneOff(row) && [...readPeriod(row).days.keys()].some((day) => day <= to),
  );
}

function hasSomethingToCharge(placed: Placed): boolean {
  const { feature } = placed;
  const changes = (feature.datedChanges ?? []) as readonly Row[];
  return (
    firstSet(...AMOUNTS.map((field) => inForce(placed, field))) !== null ||
    changes.some((change) => !isBlank(change.serviceCharge)) ||
    fixedFeeTariffOf(placed) !== null ||
    ((feature.chargesMade ?? []) as readonly Row[]).length > 0
  );
}

/** "Instalments apart, a dueDate after its endDate and no day to correct". */
function isLongOver(placed: Placed): boolean {
  const { feature } = placed;
  const [dueDate, endDate] = [dayOrNull(feature.dueDate), dayOrNull(feature.endDate)];
  if (isInstalments(placed) || dueDate === null || endDate === null || dueDate <= endDate) return false;
  return !((feature.chargesMade ?? []) as readonly Row[])
    .filter((row) => !isOneOff(row))
    .map(readPeriod)
    .some(
      ({ fixed, days }) => !fixed && [...days.keys()].some((day) => day > endDate || isChanged(placed, day)),
    );
}

function isChanged({ feature }: Placed, day: Day): boolean {
  const startDate = dayOrNull(feature.startDate);
  const hasDated =
    datedOn(feature, "featureCount", day) !== null || datedOn(feature, "serviceCharge", day) !== null;
  return hasDated || (startDate !== null && day < startDate);
}

function checkInstalments(placed: Placed): void {
  const number = inForce(placed, "instalments");
  const total = pounds(inForce(placed, "totalFeatureValue"));
  const price = pounds(inForce(placed, "serviceCharge"));
  const id = text(placed.feature.id);
  const fault = (sentence: string): ChargeError =>
    new ChargeError("instalments-missing", "instalments", `Feature ${id} has ${sentence}`);
  if (isBlank(number)) {
    if (total === null) return;
    throw fault(
      `a totalFeatureValue of ${total.toFixed()} but no instalments; give their number or clear the total.`,
    );
  }
  if (total === null && price === null) throw fault("instalments but neither a total nor a price.");
  if (isNegative(total ?? price!)) throw fault("instalments of a total below 0.");
}
