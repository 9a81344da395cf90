import {
  type CheckedBy,
  checkSpan,
  date,
  exactDecimal,
  fieldsOf,
  id,
  listOf,
  orUnreadable,
  pounds,
  quantity,
  type RecordFault,
  recordSchema,
  text,
  textValue,
  type WrittenBy,
} from "../fields/index.ts";
import { classTariffs } from "../rates/index.ts";
import { type CheckedChargeMade, chargeMadeSchema } from "./charge-made.ts";
import { status, updatedDate } from "./dropped.ts";
import {
  type CheckedFeatureType,
  type CheckedStandardFeature,
  featureTemplateFields,
  TERM_LENGTHS,
} from "./feature-levels.ts";

const datedChangeSchema = recordSchema(
  {
    /** The first day of the change, `YYYY-MM-DD`. */
    date,
    featureCount: quantity,
    /** Pounds. */
    serviceCharge: pounds,
  },
  { required: ["date"], check: checkChange },
);

/** A change of a feature's count, price or both from a day on (R63, R70). */
export interface DatedChange extends WrittenBy<typeof datedChangeSchema> {}

function* checkChange(_record: object, isGiven: (field: string) => boolean): Generator<RecordFault> {
  if (isGiven("featureCount") || isGiven("serviceCharge")) return;
  yield {
    field: "featureCount",
    message: "is required where there is no serviceCharge: a change changes something",
  };
}

/** A checked dated change: the count in millionths, the price in micro-pounds. */
export type CheckedDatedChange = CheckedBy<typeof datedChangeSchema>;

const chargesMade = listOf(chargeMadeSchema, { of: "charges", most: 5_000 });

export const featureSchema = recordSchema(
  {
    id,
    /** The owner: exactly one of the three ids. */
    customerID: id,
    numberID: id,
    serviceID: id,
    /** Name of the template that supplies blank fields (R20). */
    standardFeature: text,
    /** First and last day in force (inclusive, `YYYY-MM-DD`); blank = always, and ongoing. */
    startDate: date,
    endDate: date,
    /** Multiplies charges and allowances, the larger of the two; blank = 1 (R41). */
    featureCount: quantity,
    featureCountCommitted: quantity,
    /** Pool of its allowances (R41). */
    discountPlanAllowancePoolName: text,
    /** Counts and prices from a day on, dates ascending and distinct; at most 10,000 (R63, R70). */
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
    /** The first day not yet charged, `YYYY-MM-DD` (R65). */
    dueDate: date,
    /** Records of its charges so far, written by charges; at most 5,000 (R66, R67). */
    chargesMade,
    /** Billed until this day even if dropped earlier, `YYYY-MM-DD`. */
    minimumTermDate: date,
    /** `YYYY-MM-DD`. */
    initialFeatureDiscountSchemeEndDate: date,
    ongoingFeatureDiscountSchemeEndDate: date,
    annualIncreaseProfile: text,
    annualIncreaseReferenceDate: date,
    ...featureTemplateFields,
    /** One of the book's `droppedStatuses`: dropped, `updatedDate` is the last day (R20). */
    status,
    /** `YYYY-MM-DD`: last dropped or reinstated. */
    updatedDate,
    cancellationNoticeGivenDate: orUnreadable(date),
    /** Pounds; at most 40 decimal places, as charges write them (R75). */
    totalValueCharged: orUnreadable(exactDecimal),
    totalValueRemaining: orUnreadable(exactDecimal),
    site: orUnreadable(text),
    campaign: orUnreadable(text),
  },
  {
    required: ["id"],
    groups: { tariffs: classTariffs },
    unknownFields: "carried",
    notRead: {
      ...fieldsOf(text, "internalUse", "carrierReferenceMatches", "statusReason", "statusChangedStamp"),
      ...fieldsOf(
        text,
        "soldBy",
        "soldDate",
        "saleType",
        "enteredDate",
        "lastUpdatedDate",
        "lastUpdatedReason",
      ),
      ...fieldsOf(text, "renewalDate", "committedTermDate", "commissionHolder", "commissionHolderID2"),
      ...fieldsOf(textValue, "CRMReference", "carrierReference"),
    },
    check: checkFeature,
  },
);

/**
 * A feature: a billable item of a customer, a number or a service. Its tariffs take precedence over the number's and
 * the customer's (R24), and it has discount plans (R40, R41). Other columns are carried along.
 */
export interface Feature extends WrittenBy<typeof featureSchema> {}

const OWNER_FIELDS = ["customerID", "numberID", "serviceID"];

function* checkFeature(record: object, isGiven: (field: string) => boolean): Generator<RecordFault> {
  const [first, ...further] = OWNER_FIELDS.filter(isGiven);
  if (first === undefined) {
    yield {
      field: "customerID",
      message: "is required where neither numberID nor serviceID names the owner",
    };
  }
  for (const field of further) {
    yield { field, message: `names a second owner beside ${first}; a feature has exactly one` };
  }
  yield* checkSpan(record, "startDate", "endDate");
  const { chargesMade } = record as { readonly chargesMade?: readonly CheckedChargeMade[] };
  if (chargesMade !== undefined) yield* checkChargesMade(chargesMade);
}

/** The schema of the fields that charging and ends of features change (R60, R68), stored beside a book. */
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
    check: (record) => checkChargesMade(record.chargesMade ?? []),
  },
);

/** Allows one record of the one-off charge and one of each period: two would be ambiguous. */
function* checkChargesMade(chargesMade: readonly CheckedChargeMade[]): Generator<RecordFault> {
  const firstIndexes = new Map<string, number>();
  for (const [chargeIndex, made] of chargesMade.entries()) {
    const key = made.source === "oneOff" ? "oneOff" : `${made.periodStart} ${made.periodEnd}`;
    const first = firstIndexes.get(key);
    if (first === undefined) firstIndexes.set(key, chargeIndex);
    else {
      const what = made.source === "oneOff" ? "one-off charge" : "period";
      yield {
        field: "chargesMade",
        message: `has one ${what} twice, in [${first}] and [${chargeIndex}]; leave one of them`,
      };
    }
  }
}

/**
 * A checked feature: dates as day numbers, Currency fields in micro-pounds, counts and multipliers in millionths,
 * tariffs by class; values that charges write are exact. Fields that only charges need may be `Unreadable`.
 */
export type CheckedFeature = CheckedBy<typeof featureSchema> & {
  /** The status that set `endDate` (R20), where none is written: charges use a written `endDate` only (R68). */
  readonly droppedBy?: string;
};

type FeatureFields = Readonly<Record<string, unknown>>;

const LENGTHS: ReadonlySet<string> = new Set(TERM_LENGTHS);
const UNITS: ReadonlySet<string> = new Set(TERM_LENGTHS.map((length) => `${length}Type`));
const INHERITED = Object.keys(featureTemplateFields).filter((name) => !UNITS.has(name));

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
  const tariffs = { ...template.tariffs, ...feature.tariffs };
  return {
    ...inherit(feature as FeatureFields, template as FeatureFields, INHERITED),
    tariffs,
  } as CheckedFeature;
}

const FROM_TYPE = [
  "connectionTransactionType",
  "serviceTransactionType",
  "featureCountCommittedAuto",
  ...TERM_LENGTHS,
] as const;

type FromType = (typeof FROM_TYPE)[number] | `${(typeof TERM_LENGTHS)[number]}Type`;

/** A feature with all fields that its standard feature and its feature type supply (R62). */
export type FeatureInForce = Omit<CheckedFeature, FromType> & Pick<CheckedFeatureType, FromType>;

/**
 * A feature as charged (R62): blank fields come from its standard feature, then transaction types, lengths and
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
  const resolved = resolveFeature(feature, template);
  return type === undefined
    ? resolved
    : (inherit(resolved as FeatureFields, type as FeatureFields, FROM_TYPE) as unknown as FeatureInForce);
}

/** Fills blank fields from the level above; a length comes with its unit, from the level with the length (R62). */
function inherit(fields: FeatureFields, from: FeatureFields, names: readonly string[]): object {
  const resolved: Record<string, unknown> = { ...fields };
  for (const name of names) {
    if (fields[name] !== undefined || from[name] === undefined) continue;
    resolved[name] = from[name];
    if (!LENGTHS.has(name)) continue;
    const unit = from[`${name}Type`];
    if (unit === undefined) delete resolved[`${name}Type`];
    else resolved[`${name}Type`] = unit;
  }
  return resolved;
}
