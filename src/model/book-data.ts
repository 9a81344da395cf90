import * as z from "zod";
import {
  type CheckedBy,
  date,
  Fault,
  field,
  isBlank,
  names,
  oneOf,
  quoteValue,
  type RecordSchema,
  readText,
  recordSchema,
  type TextValue,
  text,
  textOrNumber,
  type WrittenBy,
  type WrittenFields,
  wholeNumber,
} from "./fields/index.ts";
import { tariffSchema } from "./rates/index.ts";
import * as records from "./records/index.ts";

/** The schema of each list's records, in the order in which lists are checked. */
export const BOOK_LISTS = {
  ratingPeriods: records.ratingPeriodSchema,
  holidays: records.holidaySchema,
  callTypes: records.callTypeSchema,
  destinations: records.destinationSchema,
  chargeBands: records.chargeBandSchema,
  callDirections: records.callDirectionSchema,
  callOrigins: records.callOriginSchema,
  callRecordings: records.callRecordingSchema,
  roundings: records.roundingSchema,
  tariffs: tariffSchema,
  customers: records.customerSchema,
  numbers: records.numberSchema,
  services: records.serviceSchema,
  features: records.featureSchema,
  ignoredNumbers: records.ignoredNumberSchema,
  discountPlans: records.discountPlanSchema,
  fixedFeeTariffs: records.fixedFeeTariffSchema,
  standardFeatures: records.standardFeatureSchema,
  featureTypes: records.featureTypeSchema,
  transactionTypes: records.transactionTypeSchema,
  serviceChargeIntervals: records.serviceChargeIntervalSchema,
  featureDiscountSchemes: records.featureDiscountSchemeSchema,
  vatRates: records.vatRateSchema,
} as const satisfies Readonly<Record<string, RecordSchema<unknown>>>;

/** The name of one of a book's lists. */
export type BookListName = keyof typeof BOOK_LISTS;

/** The lists of a book, in the order in which they are checked. */
export const BOOK_LIST_NAMES = Object.keys(BOOK_LISTS) as readonly BookListName[];

/** The lists of a book as they may be written; a missing one is empty. */
type WrittenLists = {
  readonly [L in BookListName]?: readonly WrittenBy<(typeof BOOK_LISTS)[L]>[] | null | undefined;
};

/** A book: all reference data of rating, as read from a file or a database. */
export interface BookData extends BookSettings, WrittenLists {}

export type CheckedLists = { readonly [L in BookListName]: readonly CheckedBy<(typeof BOOK_LISTS)[L]>[] };

/** The default of `callsTransactionType` (R76). */
export const USUAL_CALLS_TRANSACTION_TYPE = "Calls";

const countryCode = field<string, TextValue>((value) => {
  const digits = readText(value);
  if (typeof digits === "string" && /^[0-9]{1,3}$/.test(digits)) return digits;
  return new Fault(`${quoteValue(value)} is not a country code; write its digits, such as 44`);
}, textOrNumber);

const fields = {
  /** Currency of all amounts without a currency; default "GBP". */
  currency: text,
  /**
   * Decimal places of the currency (R16); 0 to 3, default 2: calls are priced in the last of these places, in pence
   * for GBP. 0 for a currency without a smaller unit, such as JPY.
   */
  currencyDecimals: wholeNumber(0, 3),
  /** IANA zone of local dates, times and rating periods (R23); default "Europe/London". */
  timeZone: text,
  /** Replaces the leading 0 of a national number (R21); 1 to 3 digits, default "44". */
  countryCode,
  /** How digits without a leading `+`, `00` or 0 are read (R21); default "international". */
  bareDigits: oneOf("international", "national"),
  /** Decimal places of a penny kept of each charge component (R4); 0 to 8, default 4. */
  costDecimals: wholeNumber(0, 8),
  /** Whether a call takes the period of its start or is split where the period changes (R23); default "start". */
  periodRule: oneOf("start", "split"),
  /** How to read a wall time that a clock change skips or repeats (R23); default "earlier". */
  ambiguousTime: oneOf("earlier", "later", "reject"),
  /** Day of the month on which billing periods begin (R41); 1 to 28, default 1. */
  billingPeriodStartDay: wholeNumber(1, 28),
  /** Names of status, in any case, that mean dropped (R20); default "Dropped". */
  droppedStatuses: names,
  /** Charges due before this day are not made where a feature's dueDate is blank (R65); `YYYY-MM-DD`. */
  chargesFrom: date,
  /** Transaction type of calls whose call type has none (R76); default "Calls". */
  callsTransactionType: text,
  /** Whether VAT is rounded once for each rate of an invoice or for each of its transactions (R78); default "rate". */
  vatBy: oneOf("rate", "line"),
  /** How VAT is rounded (R78): half away from zero, or towards zero; default "nearest". */
  vatRounding: oneOf("nearest", "down"),
};

/** The currency of a book that names none. */
export const USUAL_CURRENCY = "GBP";

/** The currency of a record of a book that has not been checked: its own, else the book's, else the usual one. */
export function currencyOfRaw(
  book: { readonly currency?: unknown },
  record: { readonly currency?: unknown },
): string {
  const named = [record.currency, book.currency].find((currency) => !isBlank(currency));
  return named === undefined ? USUAL_CURRENCY : String(named);
}

/** Settings of a book; each has a default. */
export interface BookSettings extends WrittenFields<typeof fields> {}

const bookSchema = recordSchema(fields, {
  defaults: {
    currency: USUAL_CURRENCY,
    currencyDecimals: 2,
    timeZone: "Europe/London",
    countryCode: "44",
    bareDigits: "international",
    costDecimals: 4,
    periodRule: "start",
    ambiguousTime: "earlier",
    billingPeriodStartDay: 1,
    droppedStatuses: records.USUAL_DROPPED,
    callsTransactionType: USUAL_CALLS_TRANSACTION_TYPE,
    vatBy: "rate",
    vatRounding: "nearest",
  },
  notRead: Object.fromEntries(BOOK_LIST_NAMES.map((list) => [list, z.unknown()])),
});

/**
 * The schema of a book's settings (R2), for a whole book or its settings alone: lists are ignored, and the fault of a
 * misspelt list gives the nearest name.
 */
export const settingsSchema: RecordSchema<CheckedBy<typeof bookSchema>> = {
  schema: bookSchema.schema,
  // A getter, so that the schema is made on first use: spreading `bookSchema` would make the schema at every start.
  get written() {
    return bookSchema.written;
  },
  fields,
  fieldsRead: bookSchema.fieldsRead,
  unknownFields: bookSchema.unknownFields,
};

/** All settings, checked, with defaults applied. Opening the book checks that the time zone exists. */
export type CheckedSettings = CheckedBy<typeof bookSchema>;
