/** R62, R68, R70, R74: features whose charges may differ from the intention of their records. */
import { formatCivilDate } from "../../calendar/index.ts";
import { type CheckedFeature, type CheckedStandardFeature, quoteValue } from "../../model/index.ts";
import { PLAN_FIELDS } from "../fees/discount-tables.ts";
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

/** Warns of such features. Checks that cannot apply to any record of the book are skipped for all features. */
export function warnOfDoubtfulCharges(book: BookUnderCheck): void {
  const { standardFeatures, numbers, featureTypes } = book.records;
  const hasEnds = numbers.some((number) => number?.billableTo !== undefined);
  const hasLimits = featureTypes.some((type) => OWNERS.some(([, allowed]) => type?.[allowed] === false));
  const hasShared = standardFeatures.some((template) => template?.instalments !== undefined);
  const outlasting = new SomeWarnings(book);
  const elsewhere = new SomeWarnings(book);
  const counted = new SomeWarnings(book);
  const discounted = new SomeWarnings(book);
  const short = new SomeWarnings(book);
  const dropped = new SomeWarnings(book);
  for (const [featureIndex, record] of book.each("features")) {
    const feature: CheckedFeature = record;
    const ends = feature.minimumTermDate !== undefined;
    const changes = feature.datedChanges !== undefined;
    const pays = hasShared || feature.instalments !== undefined;
    const isDropped = feature.droppedBy !== undefined;
    if (!(hasEnds || hasLimits || ends || changes || pays || isDropped)) continue;
    const checked = {
      book,
      featureIndex,
      feature,
      template: book.named("standardFeatures", feature.standardFeature),
    };
    if (hasEnds) tell(outlasting, featureIndex, outlastsItsNumber(checked));
    if (hasLimits) tell(elsewhere, featureIndex, sitsElsewhere(checked));
    if (changes) tell(counted, featureIndex, changesBesidePlan(checked));
    if (pays) tell(discounted, featureIndex, schemeBesideInstalments(checked));
    if (ends) tell(short, featureIndex, endsBeforeItsTerm(checked));
    if (isDropped) tell(dropped, featureIndex, goesOnAfterItsDrop(checked));
  }
  outlasting.close("features", "features that outlast their number");
  elsewhere.close("features", "features that do not belong where they are");
  counted.close("features", "features with dated counts beside a discount plan");
  discounted.close("features", "features with a discount scheme beside instalments");
  short.close("features", "features that end before their minimum term");
  dropped.close("features", "features that are charged on after they were dropped");
}

function tell(warnings: SomeWarnings, featureIndex: number, doubt: Doubt): void {
  if (doubt !== undefined) warnings.add(`features[${featureIndex}].${doubt[0]}`, doubt[1]);
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
function endsBeforeItsTerm({ book, featureIndex, feature }: FeatureUnderCheck): Doubt {
  const { endDate, minimumTermDate } = feature;
  if (endDate === undefined || minimumTermDate === undefined || endDate >= minimumTermDate) return undefined;
  return [
    endField(book, featureIndex),
    `ends the feature on ${formatCivilDate(endDate)}, before its minimumTermDate ${formatCivilDate(minimumTermDate)}; write a later day, unless that is meant`,
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
