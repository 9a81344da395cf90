import type { Amount } from "../money/index.ts";
import type { Optional } from "./blank.ts";
import { BOOK_LIST_NAMES } from "./book-list-names.ts";
import { USUAL_DROPPED } from "./dropped.ts";
import { Fault, field } from "./field.ts";
import { date, names, oneOf, quoteValue, readText, text, wholeNumber } from "./fields.ts";
import type { NameList, TextValue } from "./id.ts";
import { type CheckedBy, type RecordSchema, recordSchema } from "./record-schema.ts";

/** Settings of a book; each has a default. */
export interface BookSettings {
  /** Currency of all amounts that do not name their own; default "GBP". */
  readonly currency?: Optional<string>;
  /**
   * Decimal places of the currency (R16); 0 to 3, default 2: calls are priced in the last of these places, in pence
   * for GBP. 0 for a currency without a smaller unit, such as JPY.
   */
  readonly currencyDecimals?: Optional<Amount>;
  /** IANA zone of local dates, times and rating periods (R23); default "Europe/London". */
  readonly timeZone?: Optional<string>;
  /** Replaces the leading 0 of a national number (R21); 1 to 3 digits, default "44". */
  readonly countryCode?: Optional<TextValue>;
  /** What digits without `+`, `00` or 0 are (R21); default "international". */
  readonly bareDigits?: Optional<"international" | "national">;
  /** Decimal places of a penny kept of each charge component (R4); 0 to 8, default 4. */
  readonly costDecimals?: Optional<Amount>;
  /** Whether a call takes the period of its start or is split where the period changes (R23); default "start". */
  readonly periodRule?: Optional<"start" | "split">;
  /** How a wall time is read that a clock change skips or repeats (R23); default "earlier". */
  readonly ambiguousTime?: Optional<"earlier" | "later" | "reject">;
  /** Day of the month on which billing periods begin (R41); 1 to 28, default 1. */
  readonly billingPeriodStartDay?: Optional<Amount>;
  /** Names of status, in any case, that mean dropped (R20); default "Dropped". */
  readonly droppedStatuses?: Optional<NameList>;
  /** Nothing that fell due before this day is charged where a feature's dueDate is blank (R65); `YYYY-MM-DD`. */
  readonly chargesFrom?: Optional<string>;
  /** Transaction type of calls whose call type has none (R76); default "Calls". */
  readonly callsTransactionType?: Optional<string>;
  /** Whether VAT is rounded once for each rate of an invoice or for each of its transactions (R78); default "rate". */
  readonly vatBy?: Optional<"rate" | "line">;
  /** How VAT is rounded (R78): half away from zero, or towards zero; default "nearest". */
  readonly vatRounding?: Optional<"nearest" | "down">;
}

/** What a blank `callsTransactionType` counts as (R76). */
export const USUAL_CALLS_TRANSACTION_TYPE = "Calls";

const countryCode = field((value) => {
  const digits = readText(value);
  if (typeof digits === "string" && /^[0-9]{1,3}$/.test(digits)) return digits;
  return new Fault(`${quoteValue(value)} is not a country code; write its digits, such as 44`);
});

const fields = {
  currency: text,
  currencyDecimals: wholeNumber(0, 3),
  timeZone: text,
  countryCode,
  bareDigits: oneOf("international", "national"),
  costDecimals: wholeNumber(0, 8),
  periodRule: oneOf("start", "split"),
  ambiguousTime: oneOf("earlier", "later", "reject"),
  billingPeriodStartDay: wholeNumber(1, 28),
  droppedStatuses: names,
  chargesFrom: date,
  callsTransactionType: text,
  vatBy: oneOf("rate", "line"),
  vatRounding: oneOf("nearest", "down"),
};

const bookSchema = recordSchema(fields, {
  required: [],
  defaults: {
    currency: "GBP",
    currencyDecimals: 2,
    timeZone: "Europe/London",
    countryCode: "44",
    bareDigits: "international",
    costDecimals: 4,
    periodRule: "start",
    ambiguousTime: "earlier",
    billingPeriodStartDay: 1,
    droppedStatuses: USUAL_DROPPED,
    callsTransactionType: USUAL_CALLS_TRANSACTION_TYPE,
    vatBy: "rate",
    vatRounding: "nearest",
  },
  unknownFields: "error",
  notRead: BOOK_LIST_NAMES,
});

/**
 * The schema of a book's settings (R2), for a whole book or its settings alone: the lists are left aside,
 * and a misspelt one is answered with its name.
 */
export const settingsSchema: RecordSchema<CheckedBy<typeof bookSchema>> = {
  ...bookSchema,
  fieldNames: Object.keys(fields),
};

/** Checked settings: all of them, defaults applied. Whether the zone exists is for the opener to say. */
export type CheckedSettings = CheckedBy<typeof bookSchema>;
