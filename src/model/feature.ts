import type { Amount } from "../money/index.ts";
import type { Optional } from "./blank.ts";
import { type ChargeMade, type CheckedChargeMade, chargeMadeSchema } from "./charge-made.ts";
import { classTariffs } from "./class-values.ts";
import { type DatedChange, datedChangeSchema } from "./dated-change.ts";
import { status, updatedDate } from "./dropped.ts";
import { exactDecimal } from "./exact-decimal.ts";
import { type FeatureTemplateFields, featureTemplateFields } from "./feature-template.ts";
import { date, id, quantity, text } from "./fields.ts";
import type { Id, TextValue } from "./id.ts";
import { listOf } from "./record-list.ts";
import { type CheckedBy, type RecordFault, recordSchema } from "./record-schema.ts";
import { checkSpan } from "./spans.ts";
import { orUnreadable } from "./unreadable.ts";
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
  /** Counts and prices from a day on, dates ascending and distinct; at most 10,000 (R63, R70). */
  readonly datedChanges?: readonly DatedChange[] | null | undefined;
  /** The first day not yet charged, `YYYY-MM-DD` (R65). */
  readonly dueDate?: Optional<string>;
  /** What was charged so far, written by charges; at most 5,000 (R66, R67). */
  readonly chargesMade?: readonly ChargeMade[] | null | undefined;
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
  /** Pounds; decimals of at most 40 places, as charges write them (R75). */
  readonly totalValueCharged?: Optional<Amount>;
  readonly totalValueRemaining?: Optional<Amount>;
}

const chargesMade = listOf(chargeMadeSchema, { of: "charges", most: 5_000 });

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
    datedChanges: listOf(datedChangeSchema, {
      of: "changes",
      most: 10_000,
      follows: (change, before) =>
        change.date > before.date
          ? undefined
          : {
              field: "date",
              message: "is not after the date of the change before; write each date once, in order",
            },
    }),
    dueDate: date,
    chargesMade,
    minimumTermDate: date,
    initialFeatureDiscountSchemeEndDate: date,
    ongoingFeatureDiscountSchemeEndDate: date,
    annualIncreaseProfile: text,
    annualIncreaseReferenceDate: date,
    ...featureTemplateFields,
    status,
    updatedDate,
    cancellationNoticeGivenDate: orUnreadable(date),
    totalValueCharged: orUnreadable(exactDecimal),
    totalValueRemaining: orUnreadable(exactDecimal),
    site: orUnreadable(text),
    campaign: orUnreadable(text),
  },
  {
    required: ["id"],
    groups: { tariffs: classTariffs },
    unknownFields: "carried",
    notRead: words(
      "internalUse CRMReference carrierReference carrierReferenceMatches statusReason",
      "statusChangedStamp soldBy soldDate saleType enteredDate lastUpdatedDate lastUpdatedReason",
      "renewalDate committedTermDate commissionHolder commissionHolderID2",
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
  const { chargesMade } = record as { readonly chargesMade?: readonly CheckedChargeMade[] };
  if (chargesMade !== undefined) yield* checkChargesMade(chargesMade);
}

/** What charges, and ends of features, change of a feature (R60, R68): the fields that are stored beside a book. */
export const featureStateSchema = recordSchema(
  {
    id,
    dueDate: date,
    endDate: date,
    featureCountCommitted: quantity,
    totalValueCharged: exactDecimal,
    totalValueRemaining: exactDecimal,
    chargesMade,
  },
  {
    required: ["id"],
    unknownFields: "error",
    check: (record) => checkChargesMade(record.chargesMade ?? []),
  },
);

/** One record of the one-off charge, and one of each whole period: of two nobody could say which was billed. */
function* checkChargesMade(chargesMade: readonly CheckedChargeMade[]): Generator<RecordFault> {
  const places = new Map<string, number>();
  for (const [place, made] of chargesMade.entries()) {
    const key = made.source === "oneOff" ? "oneOff" : `${made.periodStart} ${made.periodEnd}`;
    const first = places.get(key);
    if (first === undefined) places.set(key, place);
    else {
      const what = made.source === "oneOff" ? "one-off charge" : "period";
      yield {
        field: "chargesMade",
        message: `has one ${what} twice, in [${first}] and [${place}]; leave one of them`,
      };
    }
  }
}

/**
 * A checked feature: dates as day numbers, Currency fields in micro-pounds, counts and multipliers in
 * millionths, tariffs by class; what charges write down exactly. Fields that only charges need may be `Unreadable`.
 */
export type CheckedFeature = CheckedBy<typeof featureSchema> & {
  /** What made `endDate` of its last drop (R20), where it has none of its own: charges go by its own alone (R68). */
  readonly droppedBy?: string;
};
