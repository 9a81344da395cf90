/** The price and amount of a feature's charge on one day, even if nothing falls due: for previews. */
import type { DayNumber } from "../../calendar/index.ts";
import type { CheckedFeature, CheckedServiceChargeInterval } from "../../model/index.ts";
import { type Fraction, scaleFraction } from "../../money/index.ts";
import { ChargeFault } from "../charged.ts";
import type { ChargeKind, Subject } from "../subject.ts";
import { chargeableOf, hasCharges, totalOf } from "./feature-faults.ts";
import { type ChargeRange, FeatureRun } from "./feature-run.ts";

/** A level that may give the price of one of a feature; the first that does decides (R71). */
export type PriceLevel = "feature" | "standardFeature" | "fixedFeeTariff";

/** The price and amount of a charge on a day, pounds. */
export interface ChargeRate {
  /** The price of one, for a whole period or once. */
  readonly price: Fraction;
  /** The amount of the billed count, after the scheme (R63, R74). */
  readonly net: Fraction;
  /** `net` in a year of twelve months or 365 days; undefined for a one-off charge. */
  readonly perYear: Fraction | undefined;
}

const AMOUNTS = { oneOff: "connectionCharge", recurring: "serviceCharge" } as const;

/**
 * The price and amount of a feature's charge on a day on which the feature is in force, at the price of `level` or,
 * where `level` has none, of the next level; undefined where there is no such charge, the charge is in error, or the
 * charge is paid in instalments.
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
  const { feature } = subject;
  const isInInstalments = (feature.instalments ?? 0) > 0 && totalOf(feature) !== undefined;
  if (kind === "recurring" && isInInstalments) return undefined;
  const run = new FeatureRun(asked, chargeable, range);
  if (day < run.start || day > run.end) return undefined;
  const dated = kind === "recurring" ? run.dated.priceOn(day) : undefined;
  const amount = dated === undefined ? run.amounts[kind](day) : run.amounts.ofDated(dated, day);
  if (amount === undefined || amount instanceof ChargeFault) return undefined;
  const { price, net } = run.termsOn(kind, day, amount.price.each, undefined);
  return { price, net, perYear: kind === "recurring" ? inAYear(net, chargeable.interval) : undefined };
}

/** The level that gives the price of one on a day, of `level` and the levels below; undefined where none does. */
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

/** A feature as if no level before `level` had an amount for a charge. */
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
