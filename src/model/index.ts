/** The whole face of the records: their public types, their schemas and the kinds of field they are made of. */

export { nearestName } from "../names/index.ts";
export { type Blank, isBlank, type Optional, readFlag } from "./blank.ts";
export { BOOK_LISTS, type BookData, type CheckedLists } from "./book-data.ts";
export { BOOK_LIST_NAMES, type BookListName } from "./book-list-names.ts";
export { type CallDirection, type CheckedCallDirection, callDirectionSchema } from "./call-direction.ts";
export {
  CALL_FIELD,
  CALL_FIELD_TABLE,
  CALL_FIELDS,
  type CallFields,
  CODED_FIELDS,
  type CodeColumn,
  MONEY_FIELDS,
  READABLE_FIELDS,
  REPORTED_COSTS,
  type ReadableField,
  type ReadCallField,
  TEXT_FIELDS,
} from "./call-fields.ts";
export { type CallOrigin, type CheckedCallOrigin, callOriginSchema } from "./call-origin.ts";
export type { CallRecord } from "./call-record.ts";
export { type CallRecording, type CheckedCallRecording, callRecordingSchema } from "./call-recording.ts";
export { type CallType, type CheckedCallType, callTypeSchema } from "./call-type.ts";
export { type ChargeBand, type CheckedChargeBand, chargeBandSchema } from "./charge-band.ts";
export {
  type ChargedDays,
  type ChargeMade,
  type CheckedChargedDays,
  type CheckedChargeMade,
  type CheckedOneOffMade,
  type CheckedRecurringMade,
  chargeMadeSchema,
  type OneOffMade,
  type RecurringMade,
} from "./charge-made.ts";
export { bytesPerUnit, CHARGE_TYPES, type ChargeType, isMarkupType } from "./charge-type.ts";
export {
  type ByClass,
  type ClassMarkupFields,
  type ClassTariffFields,
  classMarkups,
  classTariffs,
  type DefaultMarkupFields,
  type DefaultTariffFields,
  defaultClassMarkups,
  defaultClassTariffs,
} from "./class-values.ts";
export {
  ATTRACTED,
  attractedBy,
  COMPONENTS,
  COST_COMPONENTS,
  type Component,
  type CostField,
  costFields,
  FIRST_SURCHARGE,
  onlyBasic,
  originCode,
  type PerComponent,
  type PerCost,
  PRICED_COMPONENTS,
  type PricedComponent,
  perComponent,
  SURCHARGED_ORIGINS,
  type SurchargedOrigin,
} from "./components.ts";
export { type CheckedCustomer, type Customer, customerSchema } from "./customer.ts";
export { type CheckedDatedChange, type DatedChange, datedChangeSchema } from "./dated-change.ts";
export { type CheckedDestination, type Destination, destinationSchema } from "./destination.ts";
export {
  type CheckedDiscountPlan,
  DISCOUNT_COMPONENTS,
  type DiscountComponent,
  type DiscountPlan,
  type DiscountScope,
  discountPlanSchema,
} from "./discount-plan.ts";
export { type DropFields, DroppedStatuses } from "./dropped.ts";
export { MOST_PLACES } from "./exact-decimal.ts";
export { type CheckedFeature, type Feature, featureSchema, featureStateSchema } from "./feature.ts";
export {
  type CheckedFeatureDiscountScheme,
  type FeatureDiscountScheme,
  featureDiscountSchemeSchema,
} from "./feature-discount-scheme.ts";
export { type FeatureInForce, featureInForce, resolveFeature } from "./feature-in-force.ts";
export { type FeatureTemplateFields, featureTemplateFields } from "./feature-template.ts";
export { type CheckedFeatureType, type FeatureType, featureTypeSchema } from "./feature-type.ts";
export { Fault, type FieldReader, field, readerOf, writtenOf } from "./field.ts";
export {
  type AmountLimits,
  amountField,
  bytes,
  clock,
  type Direction,
  date,
  direction,
  events,
  flag,
  flagOrWord,
  id,
  listOfWords,
  MAX_EVENTS,
  MAX_PREFIX_DIGITS,
  MAX_PRICE,
  MAX_SECONDS,
  MAX_TEXT_LENGTH,
  names,
  notAFlag,
  notAnAmount,
  oneOf,
  PRICE_DECIMALS,
  penceMultiple,
  percent,
  pounds,
  prefix,
  price,
  quantity,
  quoteValue,
  readText,
  seconds,
  text,
  textOrFlag,
  textOrNumber,
  weekday,
  weekdays,
  wholeNumber,
} from "./fields.ts";
export { type CheckedFixedFeeLine, type FixedFeeLine, fixedFeeLineSchema } from "./fixed-fee-line.ts";
export { type CheckedFixedFeeTariff, type FixedFeeTariff, fixedFeeTariffSchema } from "./fixed-fee-tariff.ts";
export { type CheckedHoliday, type Holiday, holidaySchema } from "./holiday.ts";
export type { FlagValue, Id, NameList, TextValue } from "./id.ts";
export { type CheckedIgnoredNumber, type IgnoredNumber, ignoredNumberSchema } from "./ignored-number.ts";
export { type CheckedNumber, type NumberRecord, numberSchema } from "./number.ts";
export { NO_PREFIX_KEY, prefixDigits, prefixKey, prefixText } from "./prefix-key.ts";
export { type CheckedRateLine, isBaseLine, type RateLine, rateLineSchema } from "./rate-line.ts";
export { RateLines } from "./rate-lines.ts";
export {
  type BaseRateFields,
  baseFieldName,
  type LineRateFields,
  RATE_FIELDS,
  RATE_PRICES,
  RATE_VALUE_NAMES,
  RATE_VALUES,
  type RateValueName,
  type RateValues,
  rateFieldsWith,
} from "./rate-values.ts";
export { type CheckedRatingPeriod, type RatingPeriod, ratingPeriodSchema } from "./rating-period.ts";
export { listOf } from "./record-list.ts";
export {
  type Checked,
  type CheckedBy,
  type FieldGroup,
  type FieldGroups,
  type FieldTable,
  isForbiddenKey,
  isPlainRecord,
  type RecordFault,
  type RecordOptions,
  type RecordSchema,
  recordSchema,
  type WrittenBy,
  withoutBlanks,
} from "./record-schema.ts";
export { type CheckedRounding, RESERVED_ROUNDINGS, type Rounding, roundingSchema } from "./rounding.ts";
export { copyOf, safely, UNREADABLE } from "./safely.ts";
export { type CheckedService, type Service, serviceSchema } from "./service.ts";
export {
  BUILT_IN_INTERVALS,
  type CheckedServiceChargeInterval,
  type ServiceChargeInterval,
  serviceChargeIntervalSchema,
  USUAL_INTERVAL,
} from "./service-charge-interval.ts";
export {
  type BookSettings,
  type CheckedSettings,
  settingsSchema,
  USUAL_CALLS_TRANSACTION_TYPE,
} from "./settings.ts";
export { checkSpan } from "./spans.ts";
export {
  type CheckedStandardFeature,
  type StandardFeature,
  standardFeatureSchema,
} from "./standard-feature.ts";
export { type CheckedTariff, type Tariff, tariffSchema } from "./tariff.ts";
export { type ClassFields, classFields, TARIFF_CLASSES, type TariffClass } from "./tariff-class.ts";
export {
  type CheckedTransactionType,
  type TransactionType,
  transactionTypeSchema,
} from "./transaction-type.ts";
export type { Unreadable } from "./unreadable.ts";
export { type CheckedVATRate, type VATRate, vatRateSchema } from "./vat-rate.ts";
