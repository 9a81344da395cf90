/** Every field of the platform is known, and each interface names exactly the fields of its schema. */
import { describe, expect, test } from "vitest";
import {
  BOOK_LIST_NAMES,
  BOOK_LISTS,
  type BookListName,
  type BookSettings,
  type CallDirection,
  type CallOrigin,
  type CallRecord,
  type CallRecording,
  type CallType,
  type ChargeBand,
  type Customer,
  classFields,
  type Destination,
  type DiscountPlan,
  type Feature,
  type FeatureDiscountScheme,
  type FeatureType,
  type FixedFeeLine,
  type FixedFeeTariff,
  fixedFeeLineSchema,
  type Holiday,
  type IgnoredNumber,
  type NumberRecord,
  type RateLine,
  type RatingPeriod,
  type Rounding,
  rateLineSchema,
  type Service,
  type ServiceChargeInterval,
  type StandardFeature,
  settingsSchema,
  TARIFF_CLASSES,
  type Tariff,
  type TransactionType,
  type VATRate,
} from "../../src/model/index.ts";
import { nameList, type SameNames } from "./check.ts";

const CLASS_TARIFFS = nameList(
  "inboundTariff nationalTariff mobileTariff nongeographicTariff serviceNumbersTariff internationalTariff",
  "extendedInternationalTariff surchargesTariff bespokeTariff1 bespokeTariff2",
);
const CLASS_MARKUPS = nameList(
  "inboundMarkup nationalMarkup mobileMarkup nongeographicMarkup serviceNumbersMarkup internationalMarkup",
  "extendedInternationalMarkup surchargesMarkup bespokeTariff1Markup bespokeTariff2Markup",
);
const DISCOUNT_PLANS = nameList("discountPlan1 discountPlan2 discountPlan3 discountPlan4");

/** Of each record: the platform's own fields, then this book's additions. */
const NAMES = {
  ratingPeriods: nameList("name weekdays from to"),
  holidays: nameList("date countsAs"),
  callTypes: nameList("name tariffClass transactionType"),
  destinations: nameList("prefix tariffType location locationCarrier direction short"),
  chargeBands: nameList("callCarrier chargeBand tariffType direction"),
  callDirections: nameList("name direction"),
  callOrigins: nameList("name origin"),
  callRecordings: nameList("name recorded"),
  roundings: nameList("name mode multiple"),
  tariffs: nameList(
    "name description customerID customerGroups forCarriers forNumberTypes singleRate parentTariff baseInitialCost id",
    "availability retail currency tariffClass baseDiscountPlan baseType locationLookupCarrier",
    "baseRoundingAccessCharge baseSurchargeRoundingMobileOrigination baseSurchargeRoundingPayphoneOrigination",
    "baseSurchargeRoundingCallRecording baseCost baseCostConnection baseCostMin baseCostMax baseAccessCharge",
    "baseAccessChargeConnection baseSurchargeMobileOrigination baseSurchargeMobileOriginationConnection",
    "baseSurchargePayphoneOrigination baseSurchargePayphoneOriginationConnection baseSurchargeCallRecording",
    "baseSurchargeCallRecordingConnection baseInitialDuration baseCostSecondaryConnection baseDurationMin",
    "baseRoundSeconds baseRoundBytes baseRoundEvents baseRoundPence baseRoundPenceAfterSurcharge",
    "fallbackMarkupSuggested fallbackMarkup",
    "rates chargeZeroDuration baseRoundSecondsFrom periodRule revision increaseOriginalID increasePercent",
    "increaseAmount increaseScope effectiveDate",
  ),
  customers: [
    ...nameList(
      "firstnames lastname companyName customerAKA billToName billToDepartment address1 address2 address3 address4",
      "address5 postcode number1 number2 number3 number4 website internalUse CRMReference accountNumber",
      "internalAccountNumber customerReference customerVATNumber securityCode companyNumber countryOfIncorporation",
      "primarySICCode SICCodes id title country number1type number2type number3type number4type number1SubType",
      "number2SubType number3SubType number4SubType customerClass billingCycle accountManager language currency",
      "paymentMethod paymentTermsType VATRate VATRateCalls status statusReason annualIncreaseProfile industryType",
      "companyRegistryStatus fixedFeeTariff defaultInboundTariff customerGroups accountFlags customerProducts",
      "customerProductInterests paymentTerms paymentGraceDays employees defaultInboundMarkup number1RenewalDate",
      "number2RenewalDate number3RenewalDate number4RenewalDate statusChangedStamp updatedDate enteredDate",
      "contractStartDate contractEndDate cancellationNoticeGivenDate annualIncreaseReferenceDate",
      "dateOfIncorporation companyRegistryUpdatedDate profileCheckedDate turnover netAssets expectedSpend",
    ),
    ...nameList(
      "defaultNationalTariff defaultMobileTariff defaultNongeographicTariff defaultServiceNumbersTariff",
      "defaultInternationalTariff defaultExtendedInternationalTariff defaultSurchargesTariff defaultBespokeTariff1",
      "defaultBespokeTariff2 defaultNationalMarkup defaultMobileMarkup defaultNongeographicMarkup",
      "defaultServiceNumbersMarkup defaultInternationalMarkup defaultExtendedInternationalMarkup",
      "defaultSurchargesMarkup defaultBespokeTariff1Markup defaultBespokeTariff2Markup",
    ),
  ],
  numbers: [
    ...CLASS_TARIFFS,
    ...CLASS_MARKUPS,
    ...DISCOUNT_PLANS,
    ...nameList(
      "customerID number extension description site campaign target alphaRef postcode internalUse CRMReference",
      "CDRNumber CDRNumber2 CDRNumber3 CDRNumber4 CDRNumberChargeBand CDRNumberChargeBand2 CDRNumberChargeBand3",
      "CDRNumberChargeBand4 carrierReference PIN carrierServiceType carrierSubAccount displayWith id lines",
      "discountPlanAllowancePoolName fallbackMarkupSuggested fallbackMarkup numberType status statusReason",
      "annualIncreaseProfile soldBy saleType websiteDesigner callCarrier lineCarrier carrierCallAllocation",
      "CDRNumberCallTypeDirectionFlag CDRNumberCallTypeDirectionFlag2 CDRNumberCallTypeDirectionFlag3",
      "CDRNumberCallTypeDirectionFlag4 useCallTypeOriginationTypeFlag useCallTypeOriginationTypeFlag2",
      "useCallTypeOriginationTypeFlag3 useCallTypeOriginationTypeFlag4 fixedFeeTariff customerProducts",
      "shortBillPages longBillPages loginFlagsAllow loginFlagsDeny statusChangedStamp updatedDate",
      "cancellationNoticeGivenDate annualIncreaseReferenceDate soldDate enteredDate firstDraftDate",
      "contractEndDate lowInvoiceActionValue creditLimit expectedSpend",
      "billableFrom billableTo",
    ),
  ],
  services: nameList(
    "customerID serviceName description site campaign internalUse CRMReference postcode providerReference",
    "providerServiceType providerSubAccount id serviceType status statusReason annualIncreaseProfile soldBy saleType",
    "provider fixedFeeTariff customerProducts provisionStatus statusChangedStamp updatedDate",
    "cancellationNoticeGivenDate annualIncreaseReferenceDate soldDate enteredDate contractEndDate",
  ),
  features: [
    ...CLASS_TARIFFS,
    ...DISCOUNT_PLANS,
    ...nameList(
      "description site campaign internalUse CRMReference connectionTransactionCode serviceTransactionCode",
      "callsTransactionCode discountPlanAllowancePoolName carrierProduct carrierProductMatches carrierReference",
      "carrierReferenceMatches lastUpdatedReason id featureCount featureCountCommitted instalments",
      "discountPlanMultiplier1 discountPlanMultiplier2 discountPlanMultiplier3 discountPlanMultiplier4",
      "renewalPeriodLength minimumTermPeriodLength committedTermPeriodLength noticePeriodLength standardFeature",
      "featureType featureCountCommittedAuto status statusReason annualIncreaseProfile connectionTransactionType",
      "serviceTransactionType serviceChargeInterval VATRate VATRateCalls initialFeatureDiscountScheme",
      "ongoingFeatureDiscountScheme fixedFeeTariff carrier soldBy connectionChargeCommissionProfile",
      "serviceChargeCommissionProfile callChargeCommissionProfile commissionHolder commissionHolderID2",
      "connectionChargeCommissionType serviceChargeCommissionType connectionChargeCommissionType2",
      "serviceChargeCommissionType2 saleType renewalPeriodLengthType minimumTermPeriodLengthType",
      "committedTermPeriodLengthType noticePeriodLengthType customerProducts statusChangedStamp soldDate enteredDate",
      "startDate endDate dueDate annualIncreaseReferenceDate cancellationNoticeGivenDate renewalDate minimumTermDate",
      "committedTermDate initialFeatureDiscountSchemeEndDate ongoingFeatureDiscountSchemeEndDate updatedDate",
      "lastUpdatedDate totalFeatureValue connectionCharge serviceCharge totalValueCharged totalValueRemaining",
      "connectionChargeCarrier serviceChargeCarrier connectionChargeCommission serviceChargeCommission",
      "connectionChargeCommission2 serviceChargeCommission2",
      "customerID numberID serviceID datedChanges chargesMade",
    ),
  ],
  ignoredNumbers: nameList("number startDate endDate reason"),
  discountPlans: nameList(
    "id discountPlanName discountPercent discountPencePerCall discountPencePerMinute allowanceMinutes",
    "allowanceBytes allowanceEvents allowanceCalls allowanceValue availability currency customerID customerGroups",
    "appliesTo components partial coverPerCallSeconds coverWholeCallOnly drawRoundSeconds allowanceProRata",
  ),
  fixedFeeTariffs: nameList(
    "name description customerID customerGroups parentFixedFeeTariff id availability retail currency",
    "wholesaleForCarrierIDs increaseOriginalID increasePercent rates increaseAmount increaseScope effectiveDate",
  ),
  standardFeatures: [
    ...CLASS_TARIFFS,
    ...DISCOUNT_PLANS,
    ...nameList(
      "name description connectionTransactionCode serviceTransactionCode callsTransactionCode serviceChargeInterval",
      "carrierProduct carrierProductMatches committedTermPeriodLength id availability featureType",
      "featureCountCommittedAuto connectionTransactionType serviceTransactionType VATRate VATRateCalls",
      "initialFeatureDiscountScheme ongoingFeatureDiscountScheme fixedFeeTariff carrier",
      "connectionChargeCommissionProfile serviceChargeCommissionProfile callChargeCommissionProfile",
      "connectionChargeCommissionType serviceChargeCommissionType connectionChargeCommissionType2",
      "serviceChargeCommissionType2 renewalPeriodLengthType minimumTermPeriodLengthType",
      "committedTermPeriodLengthType noticePeriodLengthType increaseOriginalID customerProducts instalments",
      "discountPlanMultiplier1 discountPlanMultiplier2 discountPlanMultiplier3 discountPlanMultiplier4",
      "renewalPeriodLength minimumTermPeriodLength noticePeriodLength increasePercent totalFeatureValue",
      "connectionCharge serviceCharge connectionChargeCarrier serviceChargeCarrier connectionChargeCommission",
      "serviceChargeCommission connectionChargeCommission2 serviceChargeCommission2",
      "increaseAmount increaseScope",
    ),
  ],
  featureTypes: nameList(
    "featureTypeName defaultTransactionCode featureTypeDisplayName featureTypeAlwaysShow renewalPeriodLength",
    "minimumTermPeriodLength committedTermPeriodLength customerProducts id featureTypePosition noticePeriodLength",
    "availability isSeat featureCountCommittedAuto connectionTransactionType serviceTransactionType",
    "defaultTransactionCarrier renewalPeriodLengthType minimumTermPeriodLengthType committedTermPeriodLengthType",
    "noticePeriodLengthType onCustomer onNumber onService",
  ),
  transactionTypes: nameList(
    "transactionTypeName transactionTypeDisplayClass defaultTransactionCode customerProducts",
    "transactionTypeDisplayName transactionTypeGroup id transactionTypeDisplayPosition transactionTypeGroupPosition",
    "transactionTypePlatformCommission availability isSeat defaultTransactionCarrier addDiscountPlanAllowances",
  ),
  serviceChargeIntervals: nameList("name every unit aligned timing"),
  featureDiscountSchemes: nameList(
    "name oneOffType recurringType oneOffValue recurringValue length lengthType",
  ),
  vatRates: nameList("name percent startDate endDate reverse"),
} as const satisfies Record<BookListName, readonly string[]>;

interface Records {
  ratingPeriods: RatingPeriod;
  holidays: Holiday;
  callTypes: CallType;
  destinations: Destination;
  chargeBands: ChargeBand;
  callDirections: CallDirection;
  callOrigins: CallOrigin;
  callRecordings: CallRecording;
  roundings: Rounding;
  tariffs: Tariff;
  customers: Customer;
  numbers: NumberRecord;
  services: Service;
  features: Feature;
  ignoredNumbers: IgnoredNumber;
  discountPlans: DiscountPlan;
  fixedFeeTariffs: FixedFeeTariff;
  standardFeatures: StandardFeature;
  featureTypes: FeatureType;
  transactionTypes: TransactionType;
  serviceChargeIntervals: ServiceChargeInterval;
  featureDiscountSchemes: FeatureDiscountScheme;
  vatRates: VATRate;
}

/** Does not compile where an interface lacks a field or has one that no schema knows. */
const SAME_NAMES: { [L in BookListName]: SameNames<keyof Records[L], (typeof NAMES)[L][number]> } = {
  ratingPeriods: true,
  holidays: true,
  callTypes: true,
  destinations: true,
  chargeBands: true,
  callDirections: true,
  callOrigins: true,
  callRecordings: true,
  roundings: true,
  tariffs: true,
  customers: true,
  numbers: true,
  services: true,
  features: true,
  ignoredNumbers: true,
  discountPlans: true,
  fixedFeeTariffs: true,
  standardFeatures: true,
  featureTypes: true,
  transactionTypes: true,
  serviceChargeIntervals: true,
  featureDiscountSchemes: true,
  vatRates: true,
};

const LINE_NAMES = nameList(
  "base tariffType prefix tariffTime startDate endDate discountPlan chargeType cost costConnection costMin costMax",
  "initialDuration initialCost costSecondaryConnection durationMin roundSeconds roundSecondsFrom roundBytes",
  "roundEvents roundPence roundPenceAfterSurcharge accessCharge accessChargeConnection roundingAccessCharge",
  "chargeZeroDuration surchargeMobileOrigination surchargeMobileOriginationConnection",
  "surchargeRoundingMobileOrigination surchargePayphoneOrigination surchargePayphoneOriginationConnection",
  "surchargeRoundingPayphoneOrigination surchargeCallRecording surchargeCallRecordingConnection",
  "surchargeRoundingCallRecording",
);
const FIXED_FEE_LINE_NAMES = nameList(
  "description startDate endDate numberTypeIDs serviceTypeIDs featureTypeIDs transactionTypeIDs carrierIDs",
  "chargeKind fixedFeeTariffType fixedFeeValue",
);
const SETTING_NAMES = nameList(
  "currency currencyDecimals timeZone countryCode bareDigits costDecimals periodRule ambiguousTime",
  "billingPeriodStartDay droppedStatuses chargesFrom callsTransactionType vatBy vatRounding",
);
const CALL_NAMES = nameList(
  "target numberID extension external terminationNumber locationCarrier chargeBand startTime CDRFileID lineNumber",
  "carrierCallID callGroup aLegID id location locationFull terminationLocation terminationLocationFull",
  "callTypeDirectionFlag tariffType tariffTypeCarrier tariffTypeUsed callTypeOriginationTypeFlag",
  "callTypeRecordingFlag tariffTime carrier callCarrier startDate duration bytes events answerTime",
  "costBase cost costCDR costCarrier costSuggestedRetail",
  "costBaseBasic costBaseAccessCharge costBaseSurchargeMobileOrigination costBaseSurchargePayphoneOrigination",
  "costBaseSurchargeCallRecording costBasic costAccessCharge costSurchargeMobileOrigination",
  "costSurchargePayphoneOrigination costSurchargeCallRecording costCDRBasic costCDRAccessCharge",
  "costCDRSurchargeMobileOrigination costCDRSurchargePayphoneOrigination costCDRSurchargeCallRecording",
  "costCarrierBasic costCarrierAccessCharge costCarrierSurchargeMobileOrigination",
  "costCarrierSurchargePayphoneOrigination costCarrierSurchargeCallRecording",
);

const SAME_OTHER_NAMES: {
  line: SameNames<keyof RateLine, (typeof LINE_NAMES)[number]>;
  fixedFeeLine: SameNames<keyof FixedFeeLine, (typeof FIXED_FEE_LINE_NAMES)[number]>;
  settings: SameNames<keyof BookSettings, (typeof SETTING_NAMES)[number]>;
  call: SameNames<keyof CallRecord, (typeof CALL_NAMES)[number]>;
} = { line: true, fixedFeeLine: true, settings: true, call: true };

const sorted = (list: readonly string[]): string[] => [...list].sort();

describe("every field of the platform is known", () => {
  test.each(BOOK_LIST_NAMES)("%s", (list) => {
    expect(SAME_NAMES[list]).toBe(true);
    expect(sorted(Object.keys(BOOK_LISTS[list].fields))).toEqual(sorted(NAMES[list]));
  });

  test("lines and settings", () => {
    expect(Object.values(SAME_OTHER_NAMES)).toEqual([true, true, true, true]);
    expect(sorted(Object.keys(rateLineSchema.fields))).toEqual(sorted(LINE_NAMES));
    expect(sorted(Object.keys(fixedFeeLineSchema.fields))).toEqual(sorted(FIXED_FEE_LINE_NAMES));
    expect(sorted(Object.keys(settingsSchema.fields))).toEqual(sorted(SETTING_NAMES));
  });

  test("the lists of a book are in one order", () => {
    expect(Object.keys(BOOK_LISTS)).toEqual([...BOOK_LIST_NAMES]);
  });

  test("the fields of each class are spelt as the platform spells them", () => {
    expect(TARIFF_CLASSES.map((name) => classFields(name).tariff)).toEqual([...CLASS_TARIFFS]);
    expect(TARIFF_CLASSES.map((name) => classFields(name).markup)).toEqual([...CLASS_MARKUPS]);
  });
});
