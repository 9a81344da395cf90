import { names, pounds, quantity, text, textValue, wholeNumber } from "./fields.ts";

import type { WrittenFields } from "./record-schema.ts";

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
