/** What a charge of a feature comes to on one day, whatever falls due: what previews compare. */
import type { DayNumber } from "../../calendar/index.ts";
import type { CheckedFeature, CheckedServiceChargeInterval } from "../../model/index.ts";
import { type Fraction, scaleFraction } from "../../money/index.ts";
import { ChargeFault } from "../charged.ts";
import type { ChargeKind, Subject } from "../subject.ts";
import { chargeableOf, hasCharges, totalOf } from "./feature-faults.ts";
import { type ChargeRange, FeatureRun } from "./feature-run.ts";

/** Who may say what one of a feature costs, the first that does (R71). */
export const PRICE_LEVELS = ["feature", "standardFeature", "fixedFeeTariff"] as const;

/** Who says what one of a feature costs. */
export type PriceLevel = (typeof PRICE_LEVELS)[number];

/** What a charge comes to on a day, pounds. */
export interface ChargeRate {
  /** Of one for a whole period, or once. */
  readonly price: Fraction;
  /** Of all that are billed, after the scheme (R63, R74). */
  readonly net: Fraction;
  /** `net` in a year of twelve months or 365 days; undefined for what is charged once. */
  readonly perYear: Fraction | undefined;
}

const AMOUNTS = { oneOff: "connectionCharge", recurring: "serviceCharge" } as const;

/**
 * What a charge of a feature comes to on a day on which it is in force, at the price of a level or, where that has none, of
 * the next; undefined where there is no such charge, it is in error, or it is paid in instalments.
 */
export function rateOn(
  subject: Subject,
  range: ChargeRange,
  kind: ChargeKind,
  day: DayNumber,
  level: PriceLevel = "feature",
): ChargeRate | undefined {
  const asked = level === "feature" ? subject : withoutAmounts(subject, kind, level);
  if (!hasCharges(asked)) return undefined;
  const chargeable = chargeableOf(asked);
  if (chargeable instanceof ChargeFault) return undefined;
  if (kind === "recurring" && isInInstalments(subject)) return undefined;
  const run = new FeatureRun(asked, chargeable, range);
  if (day < run.start || day > run.end) return undefined;
  const dated = kind === "recurring" ? run.dated.priceOn(day) : undefined;
  const amount = dated === undefined ? run.amounts[kind](day) : run.amounts.ofDated(dated, day);
  if (amount === undefined || amount instanceof ChargeFault) return undefined;
  const { price, net } = run.termsOn(kind, day, amount.price.each, undefined);
  return { price, net, perYear: kind === "recurring" ? inAYear(net, chargeable.interval) : undefined };
}

/** Who says what one costs on a day, of a level and those beneath it; undefined where nobody does. */
export function priceLevelOf(
  { record, template, tariff }: Subject,
  kind: ChargeKind,
  day: DayNumber,
  level: PriceLevel = "feature",
): PriceLevel | undefined {
  const field = AMOUNTS[kind];
  const isDated = ({ date, serviceCharge }: NonNullable<CheckedFeature["datedChanges"]>[number]): boolean =>
    serviceCharge !== undefined && date <= day;
  const hasDated = kind === "recurring" && record.datedChanges?.some(isDated) === true;
  if (level === "feature" && (record[field] !== undefined || hasDated)) return "feature";
  if (level !== "fixedFeeTariff" && template?.[field] !== undefined) return "standardFeature";
  return tariff === undefined ? undefined : "fixedFeeTariff";
}

function isInInstalments({ feature }: Subject): boolean {
  return (feature.instalments ?? 0) > 0 && totalOf(feature) !== undefined;
}

/** A feature as if no level before one had an amount for a charge. */
function withoutAmounts(subject: Subject, kind: ChargeKind, level: PriceLevel): Subject {
  const field = AMOUNTS[kind];
  const amount = level === "standardFeature" ? subject.template?.[field] : undefined;
  const { datedChanges = [] } = subject.record;
  const counts = datedChanges.flatMap(({ date, featureCount }) =>
    featureCount === undefined ? [] : [{ date, featureCount }],
  );
  const changes = { [field]: amount, ...(kind === "recurring" && { datedChanges: counts }) };
  return {
    ...subject,
    record: { ...subject.record, ...changes },
    feature: { ...subject.feature, ...changes },
  };
}

const MONTHS_OF_YEAR = 12;
const DAYS_OF_YEAR = 365;

function inAYear(net: Fraction, { every, unit }: CheckedServiceChargeInterval): Fraction {
  if (unit === "years") return scaleFraction(net, 1n, every);
  if (unit === "months") return scaleFraction(net, MONTHS_OF_YEAR, every);
  return scaleFraction(net, DAYS_OF_YEAR, unit === "weeks" ? 7 * every : every);
}
