import type { BookListName } from "./book-list-names.ts";
import { type CallDirection, callDirectionSchema } from "./call-direction.ts";
import { type CallOrigin, callOriginSchema } from "./call-origin.ts";
import { type CallRecording, callRecordingSchema } from "./call-recording.ts";
import { type CallType, callTypeSchema } from "./call-type.ts";
import { type ChargeBand, chargeBandSchema } from "./charge-band.ts";
import { type Customer, customerSchema } from "./customer.ts";
import { type Destination, destinationSchema } from "./destination.ts";
import { type DiscountPlan, discountPlanSchema } from "./discount-plan.ts";
import { type Feature, featureSchema } from "./feature.ts";
import { type FeatureDiscountScheme, featureDiscountSchemeSchema } from "./feature-discount-scheme.ts";
import { type FeatureType, featureTypeSchema } from "./feature-type.ts";
import { type FixedFeeTariff, fixedFeeTariffSchema } from "./fixed-fee-tariff.ts";
import { type Holiday, holidaySchema } from "./holiday.ts";
import { type IgnoredNumber, ignoredNumberSchema } from "./ignored-number.ts";
import { type NumberRecord, numberSchema } from "./number.ts";
import { type RatingPeriod, ratingPeriodSchema } from "./rating-period.ts";
import type { CheckedBy, RecordSchema } from "./record-schema.ts";
import { type Rounding, roundingSchema } from "./rounding.ts";
import { type Service, serviceSchema } from "./service.ts";
import { type ServiceChargeInterval, serviceChargeIntervalSchema } from "./service-charge-interval.ts";
import type { BookSettings } from "./settings.ts";
import { type StandardFeature, standardFeatureSchema } from "./standard-feature.ts";
import { type Tariff, tariffSchema } from "./tariff.ts";
import { type TransactionType, transactionTypeSchema } from "./transaction-type.ts";
import { type VATRate, vatRateSchema } from "./vat-rate.ts";

/** A list of a book; a missing one is empty. */
type List<T> = readonly T[] | null | undefined;

/** A book: all reference data of rating, as it is read from a file or a database. */
export interface BookData extends BookSettings {
  readonly ratingPeriods?: List<RatingPeriod>;
  readonly holidays?: List<Holiday>;
  readonly callTypes?: List<CallType>;
  readonly destinations?: List<Destination>;
  readonly chargeBands?: List<ChargeBand>;
  readonly callDirections?: List<CallDirection>;
  readonly callOrigins?: List<CallOrigin>;
  readonly callRecordings?: List<CallRecording>;
  readonly roundings?: List<Rounding>;
  readonly tariffs?: List<Tariff>;
  readonly customers?: List<Customer>;
  readonly numbers?: List<NumberRecord>;
  readonly services?: List<Service>;
  readonly features?: List<Feature>;
  readonly ignoredNumbers?: List<IgnoredNumber>;
  readonly discountPlans?: List<DiscountPlan>;
  readonly fixedFeeTariffs?: List<FixedFeeTariff>;
  readonly standardFeatures?: List<StandardFeature>;
  readonly featureTypes?: List<FeatureType>;
  readonly transactionTypes?: List<TransactionType>;
  readonly serviceChargeIntervals?: List<ServiceChargeInterval>;
  readonly featureDiscountSchemes?: List<FeatureDiscountScheme>;
  readonly vatRates?: List<VATRate>;
}

/** The schema of each list's records, in the order in which lists are checked. */
export const BOOK_LISTS = {
  ratingPeriods: ratingPeriodSchema,
  holidays: holidaySchema,
  callTypes: callTypeSchema,
  destinations: destinationSchema,
  chargeBands: chargeBandSchema,
  callDirections: callDirectionSchema,
  callOrigins: callOriginSchema,
  callRecordings: callRecordingSchema,
  roundings: roundingSchema,
  tariffs: tariffSchema,
  customers: customerSchema,
  numbers: numberSchema,
  services: serviceSchema,
  features: featureSchema,
  ignoredNumbers: ignoredNumberSchema,
  discountPlans: discountPlanSchema,
  fixedFeeTariffs: fixedFeeTariffSchema,
  standardFeatures: standardFeatureSchema,
  featureTypes: featureTypeSchema,
  transactionTypes: transactionTypeSchema,
  serviceChargeIntervals: serviceChargeIntervalSchema,
  featureDiscountSchemes: featureDiscountSchemeSchema,
  vatRates: vatRateSchema,
} as const satisfies Readonly<Record<BookListName, RecordSchema<unknown>>>;

/** The checked records of each list. */
export type CheckedLists = { readonly [L in BookListName]: readonly CheckedBy<(typeof BOOK_LISTS)[L]>[] };
