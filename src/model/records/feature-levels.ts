import {
  type CheckedBy,
  flag,
  id,
  names,
  orUnreadable,
  percent,
  pounds,
  quantity,
  recordSchema,
  text,
  textValue,
  type WrittenBy,
  type WrittenFields,
  wholeNumber,
} from "../fields/index.ts";
import { classTariffs } from "../rates/index.ts";

/** The fields of a feature that its standard feature can supply (R20). Currency fields are pounds. */
export const featureTemplateFields = {
  featureType: text,
  /** Shown on invoices in place of the feature type. */
  description: text,
  /** Names of discount plans, in the order in which they apply (R40), and what multiplies their allowances (R41). */
  discountPlan1: text,
  discountPlan2: text,
  discountPlan3: text,
  discountPlan4: text,
  discountPlanMultiplier1: quantity,
  discountPlanMultiplier2: quantity,
  discountPlanMultiplier3: quantity,
  discountPlanMultiplier4: quantity,
  /** Pounds, once, on the start date. */
  connectionCharge: pounds,
  /** Pounds for each `serviceChargeInterval`. */
  serviceCharge: pounds,
  serviceChargeInterval: text,
  /** Pounds, charged in `instalments`. */
  totalFeatureValue: pounds,
  instalments: wholeNumber(0, 1_000_000),
  fixedFeeTariff: text,
  /** `initial` or `peak` count. */
  featureCountCommittedAuto: text,
  initialFeatureDiscountScheme: text,
  ongoingFeatureDiscountScheme: text,
  connectionTransactionType: text,
  connectionTransactionCode: textValue,
  serviceTransactionType: text,
  serviceTransactionCode: textValue,
  callsTransactionCode: textValue,
  VATRate: text,
  /** VAT rate of call charges. */
  VATRateCalls: text,
  carrier: text,
  carrierProduct: textValue,
  carrierProductMatches: text,
  /** Wholesale, pounds. */
  connectionChargeCarrier: pounds,
  serviceChargeCarrier: pounds,
  customerProducts: names,
  /** Pounds or percent, as the type beside it says. */
  connectionChargeCommission: pounds,
  connectionChargeCommissionType: text,
  connectionChargeCommission2: pounds,
  connectionChargeCommissionType2: text,
  connectionChargeCommissionProfile: text,
  serviceChargeCommission: pounds,
  serviceChargeCommissionType: text,
  serviceChargeCommission2: pounds,
  serviceChargeCommissionType2: text,
  serviceChargeCommissionProfile: text,
  callChargeCommissionProfile: text,
  /** Counts of the unit (days, weeks, months, years) beside them. */
  minimumTermPeriodLength: quantity,
  minimumTermPeriodLengthType: text,
  committedTermPeriodLength: quantity,
  committedTermPeriodLengthType: text,
  renewalPeriodLength: quantity,
  renewalPeriodLengthType: text,
  noticePeriodLength: quantity,
  noticePeriodLengthType: text,
} as const;

/** Fields of a feature that its standard feature can supply (R20). Currency fields are pounds. */
export type FeatureTemplateFields = WrittenFields<typeof featureTemplateFields>;

/** The schema of a standard feature (R2). */
export const standardFeatureSchema = recordSchema(
  {
    id,
    name: text,
    /** `Historic` retires it. */
    availability: text,
    /** Tracking of increases (R54 … R57); `increaseAmount` is pounds. */
    increaseOriginalID: id,
    increasePercent: percent,
    increaseAmount: pounds,
    increaseScope: text,
    ...featureTemplateFields,
  },
  { required: ["id", "name"], groups: { tariffs: classTariffs }, unknownFields: "carried" },
);

/**
 * A standard feature: what the features linked to it have where they have nothing of their own (R20).
 * Columns that are not named here are carried along.
 */
export interface StandardFeature extends WrittenBy<typeof standardFeatureSchema> {}

/** A checked standard feature: Currency fields in micro-pounds, counts and multipliers in millionths. */
export type CheckedStandardFeature = CheckedBy<typeof standardFeatureSchema>;

const length = orUnreadable(quantity);
const unit = orUnreadable(text);

/** What a type supplies to its features' terms (R62); only charges need them. */
const lengths = {
  renewalPeriodLength: length,
  renewalPeriodLengthType: unit,
  minimumTermPeriodLength: length,
  minimumTermPeriodLengthType: unit,
  committedTermPeriodLength: length,
  committedTermPeriodLengthType: unit,
  noticePeriodLength: length,
  noticePeriodLengthType: unit,
} as const;

/** The schema of a feature type (R2). */
export const featureTypeSchema = recordSchema(
  {
    id,
    featureTypeName: text,
    /** What it is called on invoices. */
    featureTypeDisplayName: text,
    /** `Historic` retires it. */
    availability: text,
    defaultTransactionCode: textValue,
    defaultTransactionCarrier: text,
    connectionTransactionType: text,
    serviceTransactionType: text,
    /** Whether features of the type may belong to a customer, a number or a service. */
    onCustomer: flag,
    onNumber: flag,
    onService: flag,
    featureCountCommittedAuto: orUnreadable(text),
    ...lengths,
  },
  {
    required: ["id", "featureTypeName"],
    unknownFields: "carried",
    notRead: {
      isSeat: flag,
      featureTypePosition: quantity,
      featureTypeAlwaysShow: text,
      customerProducts: names,
    },
  },
);

/** A type of feature, and what it supplies to transactions. Columns that are not named here are carried along. */
export interface FeatureType extends WrittenBy<typeof featureTypeSchema> {}

/** A checked feature type: lengths in millionths. Fields that only charges need may be `Unreadable`. */
export type CheckedFeatureType = CheckedBy<typeof featureTypeSchema>;
