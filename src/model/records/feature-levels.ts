import {
  type CheckedBy,
  fieldsOf,
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
  wholeNumber,
} from "../fields/index.ts";
import { classTariffs } from "../rates/index.ts";

/** The lengths of a feature's terms; the unit of each length is the field with the suffix `Type` (R62). */
export const TERM_LENGTHS = [
  "minimumTermPeriodLength",
  "committedTermPeriodLength",
  "renewalPeriodLength",
  "noticePeriodLength",
] as const;
const TERM_UNITS = TERM_LENGTHS.map((length) => `${length}Type` as const);

/** The fields of a feature that its standard feature can supply (R20). Currency fields are pounds. */
export const featureTemplateFields = {
  featureType: text,
  /** Shown on invoices in place of the feature type. */
  description: text,
  /** Names of discount plans, in the order in which they apply (R40), and the multipliers of their allowances (R41). */
  ...fieldsOf(text, "discountPlan1", "discountPlan2", "discountPlan3", "discountPlan4"),
  ...fieldsOf(quantity, "discountPlanMultiplier1", "discountPlanMultiplier2"),
  ...fieldsOf(quantity, "discountPlanMultiplier3", "discountPlanMultiplier4"),
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
  ...fieldsOf(text, "initialFeatureDiscountScheme", "ongoingFeatureDiscountScheme"),
  ...fieldsOf(text, "connectionTransactionType", "serviceTransactionType"),
  ...fieldsOf(textValue, "connectionTransactionCode", "serviceTransactionCode", "callsTransactionCode"),
  VATRate: text,
  /** VAT rate of call charges. */
  VATRateCalls: text,
  carrier: text,
  carrierProduct: textValue,
  carrierProductMatches: text,
  /** Wholesale, pounds. */
  ...fieldsOf(pounds, "connectionChargeCarrier", "serviceChargeCarrier"),
  customerProducts: names,
  /** Pounds or percent, by the `…Type` field. */
  ...fieldsOf(pounds, "connectionChargeCommission", "connectionChargeCommission2"),
  ...fieldsOf(pounds, "serviceChargeCommission", "serviceChargeCommission2"),
  ...fieldsOf(text, "connectionChargeCommissionType", "connectionChargeCommissionType2"),
  ...fieldsOf(text, "serviceChargeCommissionType", "serviceChargeCommissionType2"),
  ...fieldsOf(text, "connectionChargeCommissionProfile", "serviceChargeCommissionProfile"),
  callChargeCommissionProfile: text,
  /** Counts of units (days, weeks, months, years), which the `…Type` fields name. */
  ...fieldsOf(quantity, ...TERM_LENGTHS),
  ...fieldsOf(text, ...TERM_UNITS),
} as const;

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
 * A standard feature: a template that supplies the blank fields of the features linked to it (R20). Other columns are
 * carried along.
 */
export interface StandardFeature extends WrittenBy<typeof standardFeatureSchema> {}

/** A checked standard feature: Currency fields in micro-pounds, counts and multipliers in millionths. */
export type CheckedStandardFeature = CheckedBy<typeof standardFeatureSchema>;

export const featureTypeSchema = recordSchema(
  {
    id,
    featureTypeName: text,
    /** The name on invoices. */
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
    /** Terms for features of the type (R62); only charges need these fields. */
    ...fieldsOf(orUnreadable(quantity), ...TERM_LENGTHS),
    ...fieldsOf(orUnreadable(text), ...TERM_UNITS),
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

/** A type of feature, with defaults for transactions. Other columns are carried along. */
export interface FeatureType extends WrittenBy<typeof featureTypeSchema> {}

/** A checked feature type: lengths in millionths. Fields that only charges need may be `Unreadable`. */
export type CheckedFeatureType = CheckedBy<typeof featureTypeSchema>;
