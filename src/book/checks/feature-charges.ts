/** R62, R68, R70, R74: features whose charges may differ from the intention of their records. */
import { formatCivilDate } from "../../calendar/index.ts";
import {
  type CheckedFeature,
  type CheckedStandardFeature,
  featureInForce,
  quoteValue,
} from "../../model/index.ts";
import { PLAN_FIELDS } from "../fees/discount-tables.ts";
import { endOfMinimumTerm } from "../fees/feature-terms.ts";
import { SomeWarnings } from "../read-records.ts";
import { type BookUnderCheck, shownID } from "./book-under-check.ts";

/** A feature with its index in the list and its standard feature. */
interface FeatureUnderCheck {
  readonly book: BookUnderCheck;
  readonly featureIndex: number;
  readonly feature: CheckedFeature;
  readonly template: CheckedStandardFeature | undefined;
}

/** The field and the message of a warning; undefined without a warning. */
type Doubt = readonly [field: string, message: string] | undefined;

/** The checks of a feature, and which features each warns of. */
const CHECKS = [
  [outlastsItsNumber, "features that outlast their number"],
  [sitsElsewhere, "features that do not belong where they are"],
  [changesBesidePlan, "features with dated counts beside a discount plan"],
  [schemeBesideInstalments, "features with a discount scheme beside instalments"],
  [endsBeforeItsTerm, "features that end before their minimum term"],
  [goesOnAfterItsDrop, "features that are charged on after they were dropped"],
] as const;

/** Warns of such features. */
export function warnOfDoubtfulCharges(book: BookUnderCheck): void {
  const checks = CHECKS.map(([doubtOf, what]) => ({ doubtOf, what, warnings: new SomeWarnings(book) }));
  for (const [featureIndex, feature] of book.each("features")) {
    const template = book.named("standardFeatures", feature.standardFeature);
    for (const { doubtOf, warnings } of checks) {
      const doubt = doubtOf({ book, featureIndex, feature, template });
      if (doubt !== undefined) warnings.add(`features[${featureIndex}].${doubt[0]}`, doubt[1]);
    }
  }
  for (const { warnings, what } of checks) warnings.close("features", what);
}

/** R68: the dates of the feature decide, not the dates of its number. */
function outlastsItsNumber({ book, featureIndex, feature }: FeatureUnderCheck): Doubt {
  const { numberID, endDate } = feature;
  const billableTo = book.withID("numbers", numberID)?.billableTo;
  if (numberID === undefined || billableTo === undefined) return undefined;
  if (endDate !== undefined && endDate <= billableTo) return undefined;
  const last = `${formatCivilDate(billableTo)}, the last billable day of number ${shownID(numberID)}`;
  if (endDate === undefined) {
    return [
      "endDate",
      `is blank, so the feature and its charges go on after ${last}; write it, unless that is meant`,
    ];
  }
  return [
    endField(book, featureIndex),
    `is after ${last}, and the feature and its charges go on until then; write an earlier day, unless that is meant`,
  ];
}

/** The owners of a feature: the field that names one, the field of feature types that allows it, and its word. */
const OWNERS = [
  ["customerID", "onCustomer", "customer"],
  ["numberID", "onNumber", "number"],
  ["serviceID", "onService", "service"],
] as const;

function sitsElsewhere({ book, feature, template }: FeatureUnderCheck): Doubt {
  const name = feature.featureType ?? template?.featureType;
  const type = book.named("featureTypes", name);
  if (type === undefined) return undefined;
  for (const [field, allowed, owner] of OWNERS) {
    if (feature[field] === undefined || type[allowed] !== false) continue;
    return [
      field,
      `names a ${owner}, and ${allowed} of the feature type ${quoteValue(name)} is false; move the feature or correct its featureType`,
    ];
  }
  return undefined;
}

/** R41 reads featureCount only: with dated counts, allowances and charges use different counts. */
function changesBesidePlan({ feature, template }: FeatureUnderCheck): Doubt {
  if (feature.datedChanges?.some((change) => change.featureCount !== undefined) !== true) return undefined;
  const field = PLAN_FIELDS.find((plan) => (feature[plan] ?? template?.[plan]) !== undefined);
  if (field === undefined) return undefined;
  const plan = quoteValue(feature[field] ?? template?.[field]);
  return [
    "datedChanges",
    `change the count that is charged, but not the allowances of the discount plan ${plan}, which go by featureCount alone`,
  ];
}

const SCHEMES = ["initialFeatureDiscountScheme", "ongoingFeatureDiscountScheme"] as const;

/** R74: instalments are not discounted. */
function schemeBesideInstalments({ feature, template }: FeatureUnderCheck): Doubt {
  const instalments = feature.instalments ?? template?.instalments ?? 0;
  const scheme = SCHEMES.find((field) => (feature[field] ?? template?.[field]) !== undefined);
  if (instalments === 0 || scheme === undefined) return undefined;
  const givenField = [...SCHEMES, "instalments" as const].find((field) => feature[field] !== undefined);
  const name = quoteValue(feature[scheme] ?? template?.[scheme]);
  return [
    givenField ?? "standardFeature",
    `brings the discount scheme ${name} and ${instalments} instalments together, and instalments are not discounted; leave one of them out`,
  ];
}

/** R68: endDate alone ends charging. */
function endsBeforeItsTerm({ book, featureIndex, feature, template }: FeatureUnderCheck): Doubt {
  const { endDate, minimumTermDate } = feature;
  if (endDate === undefined) return undefined;
  const type = book.named("featureTypes", feature.featureType ?? template?.featureType);
  const last = endOfMinimumTerm(featureInForce(feature, template, type));
  // A length that cannot be counted is an error of a drop, which alone needs it.
  if (typeof last !== "number" || endDate >= last) return undefined;
  const term =
    minimumTermDate === undefined
      ? `the last day of its minimum term, ${formatCivilDate(last)}`
      : `its minimumTermDate ${formatCivilDate(last)}`;
  return [
    endField(book, featureIndex),
    `ends the feature on ${formatCivilDate(endDate)}, before ${term}; write a later day, unless that is meant`,
  ];
}

const RECURRING = ["serviceCharge", "instalments", "fixedFeeTariff"] as const;

/** R62, R68: a status has no effect on charges, which endDate alone ends. */
function goesOnAfterItsDrop({ feature, template }: FeatureUnderCheck): Doubt {
  const { droppedBy, endDate } = feature;
  const isCharged =
    RECURRING.some((field) => (feature[field] ?? template?.[field]) !== undefined) ||
    feature.datedChanges?.some((change) => change.serviceCharge !== undefined) === true;
  if (droppedBy === undefined || endDate === undefined || !isCharged) return undefined;
  return [
    "endDate",
    `is blank, so the feature's charges go on, although ${droppedBy} drops it on ${formatCivilDate(endDate)}; write the last day to be charged`,
  ];
}

/** The field that gives the end of a feature: `endDate`, or `updatedDate` for a drop (R20). */
function endField(book: BookUnderCheck, featureIndex: number): string {
  return book.rawText("features", featureIndex, "endDate") === undefined ? "updatedDate" : "endDate";
}
