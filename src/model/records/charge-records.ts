import type * as z from "zod";
import { CALENDAR_UNITS, type CalendarUnit } from "../../calendar/index.ts";
import type { Amount } from "../../money/index.ts";
import {
  amountField,
  type CheckedBy,
  checkSpan,
  date,
  flag,
  HUNDRED_PERCENT,
  id,
  listOf,
  MAX_PRICE,
  names,
  oneOf,
  PRICE_DECIMALS,
  percent,
  pounds,
  quantity,
  type RecordFault,
  recordSchema,
  text,
  textValue,
  type WrittenBy,
  wholeNumber,
} from "../fields/index.ts";

/** A unit of the calendar. */
const calendarUnit: z.ZodType<CalendarUnit, CalendarUnit> = oneOf(...CALENDAR_UNITS);

/** The length of an interval or a scheme in units: at most a hundred years of months. */
const calendarLength: z.ZodType<number, Amount> = wholeNumber(1, 1_200);

export const serviceChargeIntervalSchema = recordSchema(
  {
    /** The name in `serviceChargeInterval` of features; a built-in name replaces the built-in interval. */
    name: text,
    /** Units from the start of a period to the next; whole, 1 to 1,200. */
    every: calendarLength,
    unit: calendarUnit,
    /**
     * Whether periods start on the 1st of every `every`-th month from January instead of on the feature's startDate;
     * only of 1, 2, 3, 4, 6 or 12 months and of 1 year.
     */
    aligned: flag,
    /** Whether a period is charged in advance or in arrears; default "advance". */
    timing: oneOf("advance", "arrears"),
  },
  {
    required: ["name", "every", "unit"],
    defaults: { aligned: false, timing: "advance" },
    check: checkInterval,
  },
);

/** The interval of a service charge (R64), and the alignment of its periods (R65). */
export interface ServiceChargeInterval extends WrittenBy<typeof serviceChargeIntervalSchema> {}

/** The numbers of months and years whose periods start on the same days each year (R65). */
const ALIGNED: { readonly [U in CalendarUnit]?: readonly number[] } = {
  months: [1, 2, 3, 4, 6, 12],
  years: [1],
};

function* checkInterval(record: {
  every?: number;
  unit?: CalendarUnit;
  aligned?: boolean;
}): Generator<RecordFault> {
  const { every, unit, aligned } = record;
  if (aligned !== true || every === undefined || unit === undefined) return;
  if (ALIGNED[unit]?.includes(every)) return;
  yield {
    field: "aligned",
    message: `is not possible for every ${every} ${unit}; write 1, 2, 3, 4, 6 or 12 months or 1 year, or leave it out`,
  };
}

export type CheckedServiceChargeInterval = CheckedBy<typeof serviceChargeIntervalSchema>;

/** The intervals of every book, unless a book has an interval of the same name (R64); all in advance. */
export const BUILT_IN_INTERVALS: readonly CheckedServiceChargeInterval[] = [
  { name: "Weekly", every: 1, unit: "weeks", aligned: false, timing: "advance" },
  { name: "Monthly", every: 1, unit: "months", aligned: false, timing: "advance" },
  { name: "Quarterly", every: 3, unit: "months", aligned: false, timing: "advance" },
  { name: "Half-Yearly", every: 6, unit: "months", aligned: false, timing: "advance" },
  { name: "Annually", every: 1, unit: "years", aligned: false, timing: "advance" },
  { name: "Calendar Monthly", every: 1, unit: "months", aligned: true, timing: "advance" },
  { name: "Calendar Quarterly", every: 3, unit: "months", aligned: true, timing: "advance" },
  { name: "Calendar Half-Yearly", every: 6, unit: "months", aligned: true, timing: "advance" },
  { name: "Calendar Annually", every: 1, unit: "years", aligned: true, timing: "advance" },
];

/** The interval of a feature without `serviceChargeInterval` (R64). */
export const USUAL_INTERVAL = "Calendar Monthly";

const valueType = oneOf("percent", "fixed");
const value = amountField(0, MAX_PRICE, PRICE_DECIMALS);

export const featureDiscountSchemeSchema = recordSchema(
  {
    name: text,
    /** The types of `oneOffValue` and `recurringValue`; a value needs its type. */
    oneOffType: valueType,
    recurringType: valueType,
    /** Percent, 0 to 100, or pounds off the price of one, not negative. */
    oneOffValue: value,
    recurringValue: value,
    /** The length of the scheme where the feature has no end date for it; whole, 1 to 1,200; blank = for ever. */
    length: calendarLength,
    /** The unit of `length`, required with `length`. */
    lengthType: calendarUnit,
  },
  { required: ["name"], check: checkScheme },
);

/** A discount on a feature's charges, initial or ongoing (R74). */
export interface FeatureDiscountScheme extends WrittenBy<typeof featureDiscountSchemeSchema> {}

/** Fields that need a second field, and the words of the second field. */
const PAIRS = [
  ["oneOffValue", "oneOffType", "percent or fixed"],
  ["recurringValue", "recurringType", "percent or fixed"],
  ["length", "lengthType", "days, weeks, months or years"],
] as const;

function* checkScheme(record: object, isGiven: (field: string) => boolean): Generator<RecordFault> {
  const fields = record as Readonly<Record<string, unknown>>;
  for (const [needs, needed, words] of PAIRS) {
    if (isGiven(needs) && !isGiven(needed)) {
      yield { field: needed, message: `is required beside ${needs}; write ${words}` };
    }
    const given = fields[needs];
    if (fields[needed] === "percent" && typeof given === "number" && given > HUNDRED_PERCENT) {
      yield { field: needs, message: "is more than 100 percent" };
    }
  }
}

/** A checked discount scheme: values in millionths of a percent or micro-pounds. */
export type CheckedFeatureDiscountScheme = CheckedBy<typeof featureDiscountSchemeSchema>;

export const transactionTypeSchema = recordSchema(
  {
    id,
    /** Unique, upper and lower case alike. */
    transactionTypeName: text,
    /** The name on invoices. */
    transactionTypeDisplayName: text,
    transactionTypeGroup: text,
    /** `Headline`, `Standard` or `Historic`. */
    availability: text,
    defaultTransactionCode: textValue,
    /** Carrier where neither the feature nor its standard feature names one. */
    defaultTransactionCarrier: text,
  },
  {
    required: ["id", "transactionTypeName"],
    unknownFields: "carried",
    notRead: {
      isSeat: flag,
      addDiscountPlanAllowances: flag,
      transactionTypeDisplayClass: text,
      transactionTypeDisplayPosition: quantity,
      transactionTypeGroupPosition: quantity,
      transactionTypePlatformCommission: quantity,
      customerProducts: names,
    },
  },
);

/** A type of transaction on an invoice. Columns that are not named here are carried along. */
export interface TransactionType extends WrittenBy<typeof transactionTypeSchema> {}

export type CheckedTransactionType = CheckedBy<typeof transactionTypeSchema>;

export const vatRateSchema = recordSchema(
  {
    /** The name in `VATRate` and `VATRateCalls` of features and customers. */
    name: text,
    /** 0 to 100. */
    percent: amountField(0, 100, PRICE_DECIMALS, "percent"),
    /** First and last day in force (inclusive, `YYYY-MM-DD`); blank = open. */
    startDate: date,
    endDate: date,
    /** Whether the customer accounts for the VAT (reverse charge): the VAT is shown and not added. */
    reverse: flag,
  },
  {
    required: ["name", "percent"],
    defaults: { reverse: false },
    check: (record) => checkSpan(record, "startDate", "endDate"),
  },
);

/** The percentage of a VAT rate, for some days or always (R78). Entries may share a name, but not a day. */
export interface VATRate extends WrittenBy<typeof vatRateSchema> {}

/** A checked VAT rate: dates as day numbers, `percent` in millionths of a percent. */
export type CheckedVATRate = CheckedBy<typeof vatRateSchema>;

export const fixedFeeLineSchema = recordSchema(
  {
    description: text,
    /** First and last date (inclusive, `YYYY-MM-DD`); blank = open. */
    startDate: date,
    endDate: date,
    /** Names; blank = all. */
    numberTypeIDs: names,
    serviceTypeIDs: names,
    featureTypeIDs: names,
    transactionTypeIDs: names,
    carrierIDs: names,
    /** Blank = both. */
    chargeKind: oneOf("recurring", "oneOff"),
    fixedFeeTariffType: oneOf("fixed", "proRata", "markup"),
    /** Pounds; percent under `markup`. */
    fixedFeeValue: amountField(-MAX_PRICE, MAX_PRICE, PRICE_DECIMALS),
  },
  { check: checkLine },
);

/** One line of a fixed fee tariff's `rates`: the charges to which the line applies, and their price. */
export interface FixedFeeLine extends WrittenBy<typeof fixedFeeLineSchema> {}

const LOWEST_MARKUP = -100 * 10 ** PRICE_DECIMALS;

function* checkLine(record: {
  fixedFeeTariffType?: "fixed" | "proRata" | "markup";
  fixedFeeValue?: number;
}): Generator<RecordFault> {
  yield* checkSpan(record, "startDate", "endDate");
  const { fixedFeeTariffType, fixedFeeValue } = record;
  if (fixedFeeTariffType === "markup" && fixedFeeValue !== undefined && fixedFeeValue < LOWEST_MARKUP) {
    yield { field: "fixedFeeValue", message: "is a markup of less than -100 percent" };
  }
}

/** A checked line: dates as day numbers, `fixedFeeValue` in micro-pounds or millionths of a percent. */
export type CheckedFixedFeeLine = CheckedBy<typeof fixedFeeLineSchema>;

export const fixedFeeTariffSchema = recordSchema(
  {
    id,
    name: text,
    description: text,
    /** Restricts the tariff to one customer, or to customers of these groups. */
    customerID: id,
    customerGroups: names,
    parentFixedFeeTariff: id,
    availability: text,
    /** Whether the prices are retail or wholesale; blank = retail. */
    retail: oneOf("retail", "wholesale"),
    /** Blank = the book's. */
    currency: text,
    /** Carriers whose wholesale prices the tariff has. */
    wholesaleForCarrierIDs: names,
    rates: listOf(fixedFeeLineSchema),
    /** Tracking of increases (R54 … R57); `increaseAmount` is pounds. */
    increaseOriginalID: id,
    increasePercent: percent,
    increaseAmount: pounds,
    increaseScope: text,
    /** For a version of an increase from a date: the date, `YYYY-MM-DD` (R55). Rating does not use the date. */
    effectiveDate: date,
  },
  { required: ["id", "name"], defaults: { rates: [] } },
);

/** A fixed fee tariff: prices of everything but calls. With a parent the tariff has only its differences (R52). */
export interface FixedFeeTariff extends WrittenBy<typeof fixedFeeTariffSchema> {}

/** A checked fixed fee tariff with its checked lines. */
export type CheckedFixedFeeTariff = CheckedBy<typeof fixedFeeTariffSchema>;
