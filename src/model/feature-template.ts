/**
 * What a feature and its standard feature both have. The one table decides what a feature inherits (R20):
 * every field in it and the class tariffs, nothing else.
 */
import type { Amount } from "../money/index.ts";
import type { Optional } from "./blank.ts";
import type { ClassTariffFields } from "./class-values.ts";
import { names, pounds, quantity, text, wholeNumber } from "./fields.ts";
import type { NameList, TextValue } from "./id.ts";

/** Fields of a feature that its standard feature can supply (R20). Currency fields are pounds. */
export interface FeatureTemplateFields extends ClassTariffFields {
  readonly featureType?: Optional<string>;
  /** Shown on invoices in place of the feature type. */
  readonly description?: Optional<string>;

  /** Names of discount plans, in the order in which they apply (R40), and what multiplies their allowances (R41). */
  readonly discountPlan1?: Optional<string>;
  readonly discountPlan2?: Optional<string>;
  readonly discountPlan3?: Optional<string>;
  readonly discountPlan4?: Optional<string>;
  readonly discountPlanMultiplier1?: Optional<Amount>;
  readonly discountPlanMultiplier2?: Optional<Amount>;
  readonly discountPlanMultiplier3?: Optional<Amount>;
  readonly discountPlanMultiplier4?: Optional<Amount>;

  /** Pounds, once, on the start date. */
  readonly connectionCharge?: Optional<Amount>;
  /** Pounds for each `serviceChargeInterval`. */
  readonly serviceCharge?: Optional<Amount>;
  readonly serviceChargeInterval?: Optional<string>;
  /** Pounds, charged in `instalments`. */
  readonly totalFeatureValue?: Optional<Amount>;
  readonly instalments?: Optional<Amount>;
  readonly fixedFeeTariff?: Optional<string>;
  /** `initial` or `peak` count. */
  readonly featureCountCommittedAuto?: Optional<string>;
  readonly initialFeatureDiscountScheme?: Optional<string>;
  readonly ongoingFeatureDiscountScheme?: Optional<string>;
  readonly connectionTransactionType?: Optional<string>;
  readonly connectionTransactionCode?: Optional<TextValue>;
  readonly serviceTransactionType?: Optional<string>;
  readonly serviceTransactionCode?: Optional<TextValue>;
  readonly callsTransactionCode?: Optional<TextValue>;
  readonly VATRate?: Optional<string>;
  /** VAT rate of call charges. */
  readonly VATRateCalls?: Optional<string>;

  readonly carrier?: Optional<string>;
  readonly carrierProduct?: Optional<TextValue>;
  readonly carrierProductMatches?: Optional<string>;
  /** Wholesale, pounds. */
  readonly connectionChargeCarrier?: Optional<Amount>;
  readonly serviceChargeCarrier?: Optional<Amount>;
  readonly customerProducts?: Optional<NameList>;

  /** Pounds or percent, as the type beside it says. */
  readonly connectionChargeCommission?: Optional<Amount>;
  readonly connectionChargeCommissionType?: Optional<string>;
  readonly connectionChargeCommission2?: Optional<Amount>;
  readonly connectionChargeCommissionType2?: Optional<string>;
  readonly connectionChargeCommissionProfile?: Optional<string>;
  readonly serviceChargeCommission?: Optional<Amount>;
  readonly serviceChargeCommissionType?: Optional<string>;
  readonly serviceChargeCommission2?: Optional<Amount>;
  readonly serviceChargeCommissionType2?: Optional<string>;
  readonly serviceChargeCommissionProfile?: Optional<string>;
  readonly callChargeCommissionProfile?: Optional<string>;

  /** Counts of the unit (days, weeks, months, years) beside them. */
  readonly minimumTermPeriodLength?: Optional<Amount>;
  readonly minimumTermPeriodLengthType?: Optional<string>;
  readonly committedTermPeriodLength?: Optional<Amount>;
  readonly committedTermPeriodLengthType?: Optional<string>;
  readonly renewalPeriodLength?: Optional<Amount>;
  readonly renewalPeriodLengthType?: Optional<string>;
  readonly noticePeriodLength?: Optional<Amount>;
  readonly noticePeriodLengthType?: Optional<string>;
}

/** The schemas of the shared fields. */
export const featureTemplateFields = {
  featureType: text,
  description: text,
  discountPlan1: text,
  discountPlan2: text,
  discountPlan3: text,
  discountPlan4: text,
  discountPlanMultiplier1: quantity,
  discountPlanMultiplier2: quantity,
  discountPlanMultiplier3: quantity,
  discountPlanMultiplier4: quantity,
  connectionCharge: pounds,
  serviceCharge: pounds,
  serviceChargeInterval: text,
  totalFeatureValue: pounds,
  instalments: wholeNumber(0, 1_000_000),
  fixedFeeTariff: text,
  featureCountCommittedAuto: text,
  initialFeatureDiscountScheme: text,
  ongoingFeatureDiscountScheme: text,
  connectionTransactionType: text,
  connectionTransactionCode: text,
  serviceTransactionType: text,
  serviceTransactionCode: text,
  callsTransactionCode: text,
  VATRate: text,
  VATRateCalls: text,
  carrier: text,
  carrierProduct: text,
  carrierProductMatches: text,
  connectionChargeCarrier: pounds,
  serviceChargeCarrier: pounds,
  customerProducts: names,
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
  minimumTermPeriodLength: quantity,
  minimumTermPeriodLengthType: text,
  committedTermPeriodLength: quantity,
  committedTermPeriodLengthType: text,
  renewalPeriodLength: quantity,
  renewalPeriodLengthType: text,
  noticePeriodLength: quantity,
  noticePeriodLengthType: text,
} as const;
