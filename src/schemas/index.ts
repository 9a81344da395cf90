/**
 * The records of Tollbook as zod schemas, for servers that check records, compose the schemas into their own and
 * document them. A valid record is returned unchanged, with blank fields as undefined; problems have the messages of
 * `checkBook`.
 *
 * @packageDocumentation
 */
import * as z from "zod";
import {
  amountField,
  BOOK_LISTS,
  type BookData,
  type BookListName,
  CALL_FIELD_TABLE,
  type CallDirection,
  type CallOrigin,
  type CallRecord,
  type CallRecording,
  type CallType,
  type ChargeBand,
  type Customer,
  type Destination,
  type DiscountPlan,
  type Feature,
  type FeatureDiscountScheme,
  type FeatureType,
  type FixedFeeTariff,
  type Holiday,
  type IgnoredNumber,
  type NumberRecord,
  plainWords,
  type RatingPeriod,
  type Rounding,
  type Service,
  type ServiceChargeInterval,
  type StandardFeature,
  settingsSchema,
  type Tariff,
  type TransactionType,
  textOrFlag,
  textOrNumber,
  type VATRate,
  withoutBlanks,
  writtenOf,
} from "../model/index.ts";
import { toDecimalText, toUnits } from "../money/index.ts";

/** The schema of a record that has the type `T`: an object schema, whose fields are in `shape`. */
export type SchemaOf<T> = z.ZodObject<{
  readonly [F in keyof T]-?: undefined extends T[F]
    ? z.ZodOptional<z.ZodType<Exclude<T[F], undefined>>>
    : z.ZodType<T[F]>;
}>;

function schemaOf<T>(list: BookListName): SchemaOf<T> {
  return BOOK_LISTS[list].written as unknown as SchemaOf<T>;
}
/** The schema of a rating period (R23). */
export const ratingPeriodSchema: SchemaOf<RatingPeriod> = schemaOf("ratingPeriods");
/** The schema of a holiday (R23). */
export const holidaySchema: SchemaOf<Holiday> = schemaOf("holidays");
/** The schema of a call type (R22). */
export const callTypeSchema: SchemaOf<CallType> = schemaOf("callTypes");
/** The schema of a destination (R22). */
export const destinationSchema: SchemaOf<Destination> = schemaOf("destinations");
/** The schema of a charge band (R22). */
export const chargeBandSchema: SchemaOf<ChargeBand> = schemaOf("chargeBands");
/** The schema of a call direction (R22). */
export const callDirectionSchema: SchemaOf<CallDirection> = schemaOf("callDirections");
/** The schema of a call origin (R11). */
export const callOriginSchema: SchemaOf<CallOrigin> = schemaOf("callOrigins");
/** The schema of a call recording (R3, R11). */
export const callRecordingSchema: SchemaOf<CallRecording> = schemaOf("callRecordings");
/** The schema of a rounding preset (R12). */
export const roundingSchema: SchemaOf<Rounding> = schemaOf("roundings");
/** The schema of a tariff with its lines (R25, R26). */
export const tariffSchema: SchemaOf<Tariff> = schemaOf("tariffs");
/** The schema of a customer. */
export const customerSchema: SchemaOf<Customer> = schemaOf("customers");
/** The schema of a number (R21). */
export const numberSchema: SchemaOf<NumberRecord> = schemaOf("numbers");
/** The schema of a service. */
export const serviceSchema: SchemaOf<Service> = schemaOf("services");
/** The schema of a feature (R20). */
export const featureSchema: SchemaOf<Feature> = schemaOf("features");
/** The schema of an ignored number (R31). */
export const ignoredNumberSchema: SchemaOf<IgnoredNumber> = schemaOf("ignoredNumbers");
/** The schema of a discount plan (R40 to R44). */
export const discountPlanSchema: SchemaOf<DiscountPlan> = schemaOf("discountPlans");
/** The schema of a fixed fee tariff with its lines (R72). */
export const fixedFeeTariffSchema: SchemaOf<FixedFeeTariff> = schemaOf("fixedFeeTariffs");
/** The schema of a standard feature (R20). */
export const standardFeatureSchema: SchemaOf<StandardFeature> = schemaOf("standardFeatures");
/** The schema of a feature type (R62). */
export const featureTypeSchema: SchemaOf<FeatureType> = schemaOf("featureTypes");
/** The schema of a transaction type (R76). */
export const transactionTypeSchema: SchemaOf<TransactionType> = schemaOf("transactionTypes");
/** The schema of an interval of service charges (R64). */
export const serviceChargeIntervalSchema: SchemaOf<ServiceChargeInterval> =
  schemaOf("serviceChargeIntervals");
/** The schema of a discount scheme (R74). */
export const featureDiscountSchemeSchema: SchemaOf<FeatureDiscountScheme> =
  schemaOf("featureDiscountSchemes");
/** The schema of a VAT rate (R78). */
export const vatRateSchema: SchemaOf<VATRate> = schemaOf("vatRates");

/** Most characters in a text of a call. */
const MOST_CHARACTERS = 1_000;
/** Decimal places and largest size of an amount on a call, in pence (R2). */
const CALL_AMOUNT = { decimals: 10, most: 1_000_000_000 } as const;

const PLAIN = { error: plainWords };
const callText = z.union([z.string().max(MOST_CHARACTERS), z.number(), textOrNumber()], PLAIN);
const callAmount = textOrNumber(PLAIN)
  .refine((value) => isCallAmount(value), { error: "is not an amount of a call" })
  .meta({ description: `pence, at most ${CALL_AMOUNT.decimals} decimal places` });

function isCallAmount(value: unknown): boolean {
  const text = toDecimalText(value);
  const units = text === undefined ? undefined : toUnits(text, CALL_AMOUNT.decimals);
  const most = BigInt(CALL_AMOUNT.most) * 10n ** BigInt(CALL_AMOUNT.decimals);
  return units !== undefined && units <= most && units >= -most;
}

function callField(field: (typeof CALL_FIELD_TABLE)[keyof typeof CALL_FIELD_TABLE]): z.ZodType {
  switch (field.kind) {
    case "id":
      return textOrNumber(PLAIN);
    case "flag":
      return textOrFlag(PLAIN);
    case "moment":
      return z.string(PLAIN);
    case "usage":
      return "max" in field ? writtenOf(amountField(0, field.max, field.decimals)) : z.unknown();
    case "amount":
      return callAmount;
    default:
      return callText;
  }
}

/**
 * The schema of a call record: checks each field separately, and leaves other columns unchanged. The fields that a call
 * needs depend on the book, so that a call that fits may still be in error; a call that does not fit is
 * `malformed-record`.
 *
 * @example
 * callRecordSchema.safeParse({ id: 1, duration: "1:31" }).error?.issues[0]?.message; // => "\"1:31\" is not an amount; write digits such as 1.25"
 */
export const callRecordSchema: SchemaOf<CallRecord> = z.looseObject(
  Object.fromEntries(
    Object.entries(CALL_FIELD_TABLE).map(([name, field]) => [
      name,
      withoutBlanks(callField(field).optional()),
    ]),
  ),
  PLAIN,
) as unknown as SchemaOf<CallRecord>;

/**
 * The schema of a book: its settings and lists, each record separately. `checkBook` and `openBook` check the rules
 * across records.
 *
 * @example
 * bookSchema.safeParse({ currency: "GBP", callTypes: [{ name: "UK", tariffClass: "national" }] }).success; // => true
 */
export const bookSchema: SchemaOf<BookData> = (settingsSchema.written as unknown as z.ZodObject).safeExtend(
  Object.fromEntries(
    Object.entries(BOOK_LISTS).map(([list, records]) => [
      list,
      withoutBlanks(z.array(records.written, { error: "is not a list of records" }).optional()),
    ]),
  ),
) as unknown as SchemaOf<BookData>;
