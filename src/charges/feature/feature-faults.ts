/**
 * The errors that leave a feature unchanged, in the order of the table of errors, and the features without any.
 *
 * Where the rules are silent: a record of a period that the feature's present interval does not have is no error,
 * because an interval and a startDate may change. A day in two records is an error, and so is a charged value with more
 * decimal places than the currency.
 */

import { type DayNumber, formatCivilDate } from "../../calendar/index.ts";
import {
  type CheckedRecurringMade,
  type CheckedServiceChargeInterval,
  didYouMean,
  type FeatureInForce,
  PRICE_DECIMALS,
  quoteValue,
  USUAL_INTERVAL,
} from "../../model/index.ts";
import { decimalTextOf, type Fraction, formatUnits, fractionOf, scaleFraction } from "../../money/index.ts";
import { ChargeFault } from "../charged.ts";
import type { Subject } from "../subject.ts";

/** The facts that charging a feature needs beside its records. */
export interface Chargeable {
  readonly start: DayNumber;
  readonly interval: CheckedServiceChargeInterval;
}

/** Whether there is anything to charge or to correct at all. */
export function hasCharges({ feature, record, tariff }: Subject): boolean {
  return (
    feature.connectionCharge !== undefined ||
    feature.serviceCharge !== undefined ||
    feature.totalFeatureValue !== undefined ||
    (feature.instalments ?? 0) > 0 ||
    tariff !== undefined ||
    (record.chargesMade?.length ?? 0) > 0 ||
    record.datedChanges?.some(({ serviceCharge }) => serviceCharge !== undefined) === true
  );
}

/** The facts for charging a feature, or the first error that prevents its charges. */
export function chargeableOf(subject: Subject): Chargeable | ChargeFault {
  const { feature, record } = subject;
  const fault = malformed(subject) ?? withoutCustomer(subject);
  if (fault !== undefined) return fault;
  const who = `Feature ${record.id}`;
  if (feature.startDate === undefined) {
    const message = `${who} has charges but no startDate to count them from.`;
    return new ChargeFault("no-start-date", message, "startDate");
  }
  const missing = missingInstalments(subject);
  if (missing !== undefined) return missing;
  const interval = subject.tables.intervals.get(feature.serviceChargeInterval ?? USUAL_INTERVAL);
  if (interval === undefined) {
    const name = feature.serviceChargeInterval ?? "";
    const message = `${who} is charged ${quoteValue(name)}, which is no interval of the book`;
    const known = [...subject.tables.intervals.keys()];
    return new ChargeFault("unknown-interval", ended(message, name, known), "serviceChargeInterval");
  }
  for (const field of ["initialFeatureDiscountScheme", "ongoingFeatureDiscountScheme"] as const) {
    const name = feature[field];
    if (name === undefined || subject.tables.schemes.has(name)) continue;
    const message = `${who} has the discount scheme ${quoteValue(name)}, which the book does not have`;
    return new ChargeFault("unknown-scheme", ended(message, name, subject.tables.schemes.keys()), field);
  }
  return { start: feature.startDate, interval };
}

/** Ends a sentence about a name with the nearest known one. */
function ended(message: string, name: string, known: Iterable<string>): string {
  return `${message}${didYouMean(name, known, ".", quoteValue)}`;
}

const AUTO = "featureCountCommittedAuto";

function malformed(subject: Subject): ChargeFault | undefined {
  const { feature, record, number, service } = subject;
  const auto = feature[AUTO];
  if (typeof auto === "object") return unreadable(record.id, AUTO, auto.fault);
  if (auto !== undefined && auto !== "initial" && auto !== "peak") {
    return fault(record.id, AUTO, ` has the ${AUTO} ${quoteValue(auto)}; write initial or peak`);
  }
  const numberOrService = number ?? service;
  const values = {
    totalValueCharged: (feature.instalments ?? 0) > 0 ? feature.totalValueCharged : undefined,
    totalValueRemaining: (feature.instalments ?? 0) > 0 ? feature.totalValueRemaining : undefined,
    site: feature.site ?? numberOrService?.site,
    campaign: feature.campaign ?? numberOrService?.campaign,
  };
  for (const [field, value] of Object.entries(values)) {
    if (typeof value === "object" && "fault" in value) return unreadable(record.id, field, value.fault);
  }
  const { totalValueCharged } = values;
  if (totalValueCharged !== undefined && !("fault" in totalValueCharged)) {
    const found = tooFine(subject, totalValueCharged);
    if (found !== undefined)
      return fault(record.id, "totalValueCharged", ` has a totalValueCharged of ${found}`);
  }
  const twice = dayTwice(subject);
  if (twice !== undefined) {
    const day = formatCivilDate(twice);
    return fault(record.id, "chargesMade", ` has ${day} in two records of chargesMade; leave one of them`);
  }
  for (const made of record.chargesMade ?? []) {
    if (made.source === "oneOff") continue;
    for (const value of [made.value, made.valueCarrier]) {
      const found = value && tooFine(subject, value);
      if (found !== undefined)
        return fault(record.id, "chargesMade", ` has a value in chargesMade of ${found}`);
    }
  }
  return undefined;
}

/** A charge is a difference to an earlier value: if that value has too many decimal places, so has the charge. */
function tooFine({ book }: Subject, { numerator, denominator }: Fraction): string | undefined {
  const { currencyDecimals: places } = book.settings;
  if ((numerator * 10n ** BigInt(places)) % denominator === 0n) return undefined;
  const shown = decimalTextOf({ numerator, denominator });
  return `${shown}, which has more than ${places} decimal places; write what was charged`;
}

function unreadable(id: string, field: string, what: string): ChargeFault {
  return fault(id, field, `: ${field} ${what}`);
}

function fault(id: string, field: string, what: string): ChargeFault {
  return new ChargeFault("malformed-feature", `Feature ${id}${what}.`, field);
}

/** A day that is in parts of two records, so that its charge is ambiguous. */
function dayTwice({ record }: Subject): DayNumber | undefined {
  const recurring = (record.chargesMade ?? []).filter((made) => made.source === "recurring");
  if (lieInOrder(recurring)) return undefined;
  let end = Number.NEGATIVE_INFINITY;
  const parts = recurring.flatMap((made) => made.parts).sort((a, b) => a.startDate - b.startDate);
  for (const part of parts) {
    if (part.startDate <= end) return part.startDate;
    end = part.endDate;
  }
  return undefined;
}

/** Whether each record begins after the one before, as charges write records; the parts of a record always do. */
function lieInOrder(recurring: readonly CheckedRecurringMade[]): boolean {
  let end = Number.NEGATIVE_INFINITY;
  for (const { parts } of recurring) {
    const [first, last] = [parts[0], parts[parts.length - 1]];
    if (first === undefined || last === undefined) continue;
    if (first.startDate <= end) return false;
    end = last.endDate;
  }
  return true;
}

function withoutCustomer({ record, customer }: Subject): ChargeFault | undefined {
  if (customer !== undefined) return undefined;
  const message = `Feature ${record.id} belongs to service ${record.serviceID}, which belongs to no customer.`;
  return new ChargeFault("no-customer", message, "serviceID");
}

function missingInstalments({ record, feature }: Subject): ChargeFault | undefined {
  const { instalments = 0, totalFeatureValue } = feature;
  const wrong = (what: string): ChargeFault =>
    new ChargeFault("instalments-missing", `Feature ${record.id} has ${what}.`, "instalments");
  if (instalments === 0) {
    if (totalFeatureValue === undefined) return undefined;
    const total = formatUnits(totalFeatureValue, PRICE_DECIMALS);
    return wrong(`a totalFeatureValue of ${total} but no instalments; give their number or clear the total`);
  }
  const total = totalOf(feature);
  if (total === undefined) {
    return wrong(
      `${instalments} instalments but neither a totalFeatureValue nor a serviceCharge; give one of them or clear the instalments`,
    );
  }
  if (total.numerator >= 0n) return undefined;
  return wrong(`instalments of ${decimalTextOf(total)} in all, which is below 0; give a total that is not`);
}

/** The sum of all instalments, for a count of 1: `totalFeatureValue`, else instalments × serviceCharge. */
export function totalOf({
  totalFeatureValue,
  instalments = 0,
  serviceCharge,
}: FeatureInForce): Fraction | undefined {
  if (totalFeatureValue !== undefined) return fractionOf(totalFeatureValue, PRICE_DECIMALS);
  if (serviceCharge === undefined) return undefined;
  return scaleFraction(fractionOf(serviceCharge, PRICE_DECIMALS), instalments);
}
