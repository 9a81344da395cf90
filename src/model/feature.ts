import type { Amount } from "../money/index.ts";
import type { Optional } from "./blank.ts";
import { classTariffs } from "./class-values.ts";
import { status, updatedDate } from "./dropped.ts";
import { type FeatureTemplateFields, featureTemplateFields } from "./feature-template.ts";
import { date, id, quantity, text } from "./fields.ts";
import type { Id, TextValue } from "./id.ts";
import { type CheckedBy, type RecordFault, recordSchema } from "./record-schema.ts";
import { checkSpan } from "./spans.ts";
import type { CheckedStandardFeature } from "./standard-feature.ts";
import { words } from "./words.ts";

/**
 * A feature: something billable of a customer, a number or a service. Its tariffs come before the number's
 * and the customer's (R24), and it carries discount plans (R40, R41). Columns that are not named here are
 * carried along.
 */
export interface Feature extends FeatureTemplateFields {
  readonly id: Id;
  /** Exactly one of the three names the owner. */
  readonly customerID?: Optional<Id>;
  readonly numberID?: Optional<Id>;
  readonly serviceID?: Optional<Id>;
  /** Name of the template that supplies what is blank here (R20). */
  readonly standardFeature?: Optional<string>;
  /** First and last day in force (inclusive, `YYYY-MM-DD`); blank = always, and ongoing. */
  readonly startDate?: Optional<string>;
  readonly endDate?: Optional<string>;
  /** Multiplies charges and allowances, the larger of the two; blank = 1 (R41). */
  readonly featureCount?: Optional<Amount>;
  readonly featureCountCommitted?: Optional<Amount>;
  /** Pool that its allowances fill (R41). */
  readonly discountPlanAllowancePoolName?: Optional<string>;
  /** Next recurring charge from, `YYYY-MM-DD`. */
  readonly dueDate?: Optional<string>;
  /** Billed until then even if dropped earlier, `YYYY-MM-DD`. */
  readonly minimumTermDate?: Optional<string>;
  /** `YYYY-MM-DD`. */
  readonly initialFeatureDiscountSchemeEndDate?: Optional<string>;
  readonly ongoingFeatureDiscountSchemeEndDate?: Optional<string>;
  readonly annualIncreaseProfile?: Optional<string>;
  readonly annualIncreaseReferenceDate?: Optional<string>;

  readonly site?: Optional<string>;
  readonly campaign?: Optional<string>;
  readonly internalUse?: Optional<string>;
  readonly CRMReference?: Optional<TextValue>;
  readonly carrierReference?: Optional<TextValue>;
  readonly carrierReferenceMatches?: Optional<string>;
  /** One of the book's `droppedStatuses`: dropped on `updatedDate`, its last day (R20). */
  readonly status?: Optional<TextValue | readonly string[]>;
  readonly statusReason?: Optional<string>;
  readonly statusChangedStamp?: Optional<string>;
  readonly soldBy?: Optional<string>;
  readonly soldDate?: Optional<string>;
  readonly saleType?: Optional<string>;
  readonly enteredDate?: Optional<string>;
  /** `YYYY-MM-DD`: last dropped or reinstated. */
  readonly updatedDate?: Optional<string>;
  readonly lastUpdatedDate?: Optional<string>;
  readonly lastUpdatedReason?: Optional<string>;
  readonly renewalDate?: Optional<string>;
  readonly committedTermDate?: Optional<string>;
  readonly cancellationNoticeGivenDate?: Optional<string>;
  readonly commissionHolder?: Optional<string>;
  readonly commissionHolderID2?: Optional<string>;
  /** Pounds. */
  readonly totalValueCharged?: Optional<Amount>;
  readonly totalValueRemaining?: Optional<Amount>;
}

/** The schema of a feature (R2). */
export const featureSchema = recordSchema(
  {
    id,
    customerID: id,
    numberID: id,
    serviceID: id,
    standardFeature: text,
    startDate: date,
    endDate: date,
    featureCount: quantity,
    featureCountCommitted: quantity,
    discountPlanAllowancePoolName: text,
    dueDate: date,
    minimumTermDate: date,
    initialFeatureDiscountSchemeEndDate: date,
    ongoingFeatureDiscountSchemeEndDate: date,
    annualIncreaseProfile: text,
    annualIncreaseReferenceDate: date,
    ...featureTemplateFields,
    status,
    updatedDate,
  },
  {
    required: ["id"],
    groups: { tariffs: classTariffs },
    unknownFields: "carried",
    notRead: words(
      "site campaign internalUse CRMReference carrierReference carrierReferenceMatches statusReason",
      "statusChangedStamp soldBy soldDate saleType enteredDate lastUpdatedDate lastUpdatedReason",
      "renewalDate committedTermDate cancellationNoticeGivenDate commissionHolder commissionHolderID2",
      "totalValueCharged totalValueRemaining",
    ),
    check: checkFeature,
  },
);

const OWNER_FIELDS = ["customerID", "numberID", "serviceID"];

function* checkFeature(record: object, isGiven: (field: string) => boolean): Generator<RecordFault> {
  const [first, ...others] = OWNER_FIELDS.filter(isGiven);
  if (first === undefined) {
    yield {
      field: "customerID",
      message: "is required where neither numberID nor serviceID names the owner",
    };
  }
  for (const field of others) {
    yield { field, message: `names a second owner beside ${first}; a feature has exactly one` };
  }
  yield* checkSpan(record, "startDate", "endDate");
}

/**
 * A checked feature: dates as day numbers, Currency fields in micro-pounds, counts and multipliers in
 * millionths, tariffs by class.
 */
export type CheckedFeature = CheckedBy<typeof featureSchema>;

const INHERITED = Object.keys(featureTemplateFields) as readonly (keyof typeof featureTemplateFields)[];

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
  return resolved as unknown as CheckedFeature;
}
