/** What a feature takes from its standard feature (R20) and from its feature type (R62). */
import type { CheckedFeature } from "./feature.ts";
import { featureTemplateFields } from "./feature-template.ts";
import type { CheckedFeatureType } from "./feature-type.ts";
import type { CheckedStandardFeature } from "./standard-feature.ts";

const LENGTHS = [
  "minimumTermPeriodLength",
  "committedTermPeriodLength",
  "renewalPeriodLength",
  "noticePeriodLength",
] as const;

const UNITS: ReadonlySet<string> = new Set(LENGTHS.map((length) => `${length}Type`));

const INHERITED = (Object.keys(featureTemplateFields) as (keyof typeof featureTemplateFields)[]).filter(
  (name) => !UNITS.has(name),
);

/**
 * A feature with its blank fields taken from its standard feature (R20). Owner, dates, counts, pool, status
 * and annual increase are the feature's own; a tariff is inherited class by class. Zero is not blank.
 *
 * @example
 * resolveFeature({ id: "1", customerID: "7", tariffs: {} }, { id: "2", name: "SIM", carrier: "A", tariffs: {} });
 * // => { id: "1", customerID: "7", carrier: "A", tariffs: {} }
 */
export function resolveFeature(
  feature: CheckedFeature,
  template: CheckedStandardFeature | undefined,
): CheckedFeature {
  if (template === undefined) return feature;
  const resolved: Record<string, unknown> = {
    ...feature,
    tariffs: { ...template.tariffs, ...feature.tariffs },
  };
  for (const name of INHERITED) {
    if (resolved[name] === undefined && template[name] !== undefined) resolved[name] = template[name];
  }
  takeUnits(resolved, feature, template);
  return resolved as unknown as CheckedFeature;
}

type Lengths = Partial<Record<(typeof LENGTHS)[number] | `${(typeof LENGTHS)[number]}Type`, unknown>>;

/** R62: a length and its unit come together, from the level that has the length. */
function takeUnits(resolved: Record<string, unknown>, own: Lengths, above: Lengths): void {
  for (const length of LENGTHS) {
    if (own[length] !== undefined || above[length] === undefined) continue;
    const unit = above[`${length}Type`];
    if (unit === undefined) delete resolved[`${length}Type`];
    else resolved[`${length}Type`] = unit;
  }
}

const FROM_TYPE = [
  "connectionTransactionType",
  "serviceTransactionType",
  "featureCountCommittedAuto",
  ...LENGTHS,
] as const;

type FromType = (typeof FROM_TYPE)[number] | `${(typeof LENGTHS)[number]}Type`;

/** A feature with everything that a standard feature and its feature type supply (R62). */
export type FeatureInForce = Omit<CheckedFeature, FromType> & Pick<CheckedFeatureType, FromType>;

/**
 * A feature as it is charged (R62): what is blank comes from its standard feature, then transaction types, lengths and
 * `featureCountCommittedAuto` from its feature type.
 *
 * @example
 * const type = { id: "3", featureTypeName: "Line", noticePeriodLength: 30_000_000, noticePeriodLengthType: "days" };
 * featureInForce({ id: "1", customerID: "7", tariffs: {}, noticePeriodLengthType: "months" }, undefined, type);
 * // => { id: "1", customerID: "7", noticePeriodLength: 30_000_000, noticePeriodLengthType: "days", tariffs: {} }
 */
export function featureInForce(
  feature: CheckedFeature,
  template: CheckedStandardFeature | undefined,
  type: CheckedFeatureType | undefined,
): FeatureInForce {
  const own = resolveFeature(feature, template);
  if (type === undefined) return own;
  const resolved: Record<string, unknown> = { ...own };
  for (const name of FROM_TYPE) {
    if (resolved[name] === undefined && type[name] !== undefined) resolved[name] = type[name];
  }
  takeUnits(resolved, own, type);
  return resolved as unknown as FeatureInForce;
}
