/**
 * What a preview says: the same calls before and after a change. Plain JSON throughout. Every amount is
 * exact decimal text in pence (minor units of the book's currency), fixed charges included; an amount that
 * is not known is null, never zero.
 */
import type { CallErrorCode } from "../book/index.ts";
import type { FeatureError } from "../charges/index.ts";
import type { Choice, ResultRecord, Step } from "../engine/index.ts";
import type { PreviewChange } from "./change.ts";
import type { PriceList } from "./prices/price-list.ts";

/** Two amounts and what lies between them: before + difference = after, to the last digit. */
export interface Comparison {
  readonly before: string;
  readonly after: string;
  /** After less before. */
  readonly difference: string;
  /**
   * The difference in percent of the size of `before`, rounded to two decimal places, halves away from
   * zero; it has the sign of the difference. Null where `before` is 0.
   */
  readonly percent: string | null;
}

/**
 * Amounts that are known for some calls or features only: the sums of those that are known, null where that is none of
 * them. The difference is null unless both sides are known.
 */
export interface PartialComparison {
  readonly before: string | null;
  readonly after: string | null;
  readonly difference: string | null;
  readonly percent: string | null;
}

/** What a group of calls costs before and after. */
export interface PreviewCosts {
  /** Calls that are rated on one side at least; all further counts are parts of this one. */
  readonly calls: number;
  /** Rated on both sides and dearer after, cheaper after. */
  readonly dearer: number;
  readonly cheaper: number;
  /** Rated on one side only: 0 in the other side's retail. */
  readonly newlyRated: number;
  readonly newlyUnrated: number;
  /** Calls with a price on that side: what `retail` stands on. */
  readonly priced: { readonly before: number; readonly after: number };
  readonly retail: Comparison;
  /**
   * Wholesale cost as the report's `wholesale` says. It stays where a call loses its price, because the carrier goes on
   * charging; one that a single side knows counts on both. Known on both sides or on neither.
   */
  readonly wholesale: PartialComparison;
  /** Retail less wholesale over the calls with a wholesale cost: the same calls before and after. */
  readonly margin: PartialComparison;
  /** Calls with a wholesale cost: what `wholesale` and `margin` stand on. All others are in `retail` alone. */
  readonly withWholesale: number;
  /** Of these, those whose wholesale cost that side does not know, so that the other side's counts there. */
  readonly otherSidesWholesale: { readonly before: number; readonly after: number };
}

/** One line of a breakdown. */
export interface PreviewLine extends PreviewCosts {
  /** Class, call type, customer's id, number's id, tariff's id or period; null where the call has none. */
  readonly key: string | null;
  /** What a person calls it: customer's name, number, tariff's name; else the key; null where there is no key. */
  readonly name: string | null;
  /** The calls of the line that change most, as indexes in `examples`; only for the first lines of a breakdown. */
  readonly examples: readonly number[];
}

/** One line of the numbers: a number that changes hands has a line for each customer. */
export interface PreviewNumberLine extends PreviewLine {
  /** Id of the customer whose calls these are, the key of a line of the customers. */
  readonly customer: string | null;
}

/** The breakdowns. The lines of each add up to the totals, in every figure. Largest change first. */
export interface PreviewBreakdowns {
  readonly class: readonly PreviewLine[];
  readonly callType: readonly PreviewLine[];
  readonly customer: readonly PreviewLine[];
  readonly number: readonly PreviewNumberLine[];
  readonly tariff: readonly PreviewLine[];
  readonly period: readonly PreviewLine[];
}

/** Calls whose records name one customer, tariff or class and to which the book gives another. */
export interface RecordedOtherwiseLine extends PreviewCosts {
  /** What the records name: an id, or a class; a tariff's name where they have no id of it. */
  readonly recorded: string | null;
  readonly recordedName: string | null;
  /** What the book gives; null where it gives none. */
  readonly book: string | null;
  readonly bookName: string | null;
  /** As in `PreviewLine`. */
  readonly examples: readonly number[];
}

/** Calls that the book gives to other customers than their records name. Largest change first. */
export interface RecordedOtherwise {
  readonly customer: readonly RecordedOtherwiseLine[];
  readonly tariff: readonly RecordedOtherwiseLine[];
  readonly class: readonly RecordedOtherwiseLine[];
}

/** What calls can be broken down by. */
export type PreviewDimension = keyof PreviewBreakdowns;

/** Why a call has no price on one side. `not-recorded`: its record does not say what was charged. */
export type UnratedReason = CallErrorCode | "ignored" | "not-recorded";

/** Calls rated on one side only. */
export interface OneSidedCalls {
  readonly calls: number;
  /** Their sum on the side that rates them. */
  readonly retail: string;
  /** Their wholesale cost, which is in the sums of both sides; null where it is not known of any. */
  readonly wholesale: string | null;
  /** By the reason on the other side, most calls first. */
  readonly reasons: readonly {
    readonly reason: UnratedReason;
    readonly calls: number;
    readonly retail: string;
  }[];
  /** The dearest of these calls, as indexes in `examples`. */
  readonly examples: readonly number[];
}

/** Customers whose change lies in one band: from < change ≤ to above zero, from ≤ change < to below it. */
export interface DistributionBand {
  /** Percent or pence; null = without end. Both "0": no change at all. */
  readonly from: string | null;
  readonly to: string | null;
  readonly customers: number;
  /** Sum of their differences, pence. */
  readonly difference: string;
}

/**
 * How the change spreads over the customers; each customer of `breakdowns.customer` is in one band of each. The bands
 * follow the customers: some ten of one width from the largest fall to the largest rise, empty ones included; where some
 * few customers lie far from all others, the last band of a side has no end.
 */
export interface PreviewDistribution {
  /** By percent. */
  readonly percent: readonly DistributionBand[];
  /** Customers who paid nothing before and pay something after, so that there is no percentage. */
  readonly withoutPercent: { readonly customers: number; readonly difference: string };
  /** By pence, likewise. */
  readonly amount: readonly DistributionBand[];
}

/** A customer or number among the largest movers. */
export interface PreviewMover {
  readonly key: string | null;
  readonly name: string | null;
  readonly calls: number;
  readonly retail: Comparison;
  readonly examples: readonly number[];
}

/** The largest changes in pence, largest first; ties by id. */
export interface PreviewMovers {
  readonly customers: { readonly up: readonly PreviewMover[]; readonly down: readonly PreviewMover[] };
  readonly numbers: { readonly up: readonly PreviewMover[]; readonly down: readonly PreviewMover[] };
  /** Calls rated on both sides, as indexes in `examples`. */
  readonly calls: { readonly up: readonly number[]; readonly down: readonly number[] };
}

/** Why a call costs what it costs; the call itself stands beside it. */
export interface PreviewExplanation {
  readonly choices: readonly Choice[];
  readonly steps: readonly Step[];
  readonly result: ResultRecord;
}

/** One side of an example. */
export interface ExampleSide {
  /** Null: the call has no price on this side. Pence. */
  readonly retail: string | null;
  /** As in the sums, with or without a price; null where neither side knows it. */
  readonly wholesale: string | null;
  /** Why it has no price; null where it has one. */
  readonly reason: UnratedReason | null;
  /** Null where the amount was read from the record instead of being rated. */
  readonly explanation: PreviewExplanation | null;
}

/** Where two explanations first differ, choices before steps. */
export interface Parting {
  readonly in: "choices" | "steps" | "result";
  /** Index into `choices` or `steps` of either side; one of them may be past its end. 0 for the result. */
  readonly at: number;
  /** What is asked or done there, such as "tariff" or "usage", of the side that has it. */
  readonly what: string;
  /** The rule of it, such as "R9"; null for the result. */
  readonly rule: string | null;
  /** What either side has there, as text: the choice made, the step's value; null where it has nothing. */
  readonly before: string | null;
  readonly after: string | null;
}

/** A call of the preview with both sides explained. */
export interface PreviewExample {
  /** Null where the record has none; `line` then names it. */
  readonly id: string | null;
  /** Position among the calls, from 1. */
  readonly line: number;
  /** Its record: texts, numbers, booleans and nulls; decimals and big integers as text. */
  readonly call: Readonly<Record<string, string | number | boolean | null>>;
  readonly before: ExampleSide;
  readonly after: ExampleSide;
  /** After less before; a side without a price counts nothing. Pence. */
  readonly difference: string;
  /** Null where the two do not differ, or one of them is not explained. */
  readonly parting: Parting | null;
}

/** What a fixed charge comes from. */
export type ChargedKind = "recurring" | "oneOff" | "instalments" | "corrections";

/** What fixed charges are grouped by. */
export interface FixedChargesLabels {
  /** Name of the standard feature; null without one. */
  readonly standardFeature: string | null;
  /** Name of the fixed fee tariff that gives the price; null where an amount does. */
  readonly fixedFeeTariff: string | null;
  /** Name of the interval; null for one-off charges. */
  readonly interval: string | null;
}

/** Fixed charges of one kind that fall due, each rounded as on a bill. Pence. */
export interface FixedChargesKind {
  /** Features with such a charge on one side at least. */
  readonly features: number;
  readonly retail: Comparison;
  /** The carriers' charges; null on a side that has charges and knows no carrier's. */
  readonly wholesale: PartialComparison;
  /** Features with a charge whose wholesale is not known. */
  readonly withoutWholesale: { readonly before: number; readonly after: number };
  /** They add up to `retail`. Largest change first. */
  readonly lines: readonly (FixedChargesLabels & {
    readonly features: number;
    readonly retail: Comparison;
  })[];
  /** By customer; they add up to `retail`. Key: the customer's id; null: nobody's. */
  readonly byCustomer: readonly {
    readonly key: string | null;
    readonly name: string | null;
    readonly features: number;
    readonly retail: Comparison;
  }[];
}

/** What recurs in a month and in a year. Pence. */
export interface RunRateFigures {
  readonly features: number;
  readonly perMonth: Comparison;
  readonly perYear: Comparison;
}

/**
 * What the features in force on one day come to from period to period: price × billed count after the discount scheme of
 * the day (R63, R71, R74), converted by interval, with a year of twelve months or 365 days. Instalments, which end, are
 * not in it.
 */
export interface RunRate extends RunRateFigures {
  /** The last day of the bills, `YYYY-MM-DD`. */
  readonly on: string;
  readonly lines: readonly (FixedChargesLabels & RunRateFigures)[];
  readonly byCustomer: readonly (RunRateFigures & {
    readonly key: string | null;
    readonly name: string | null;
  })[];
}

/**
 * A charge that a change of a standard feature or fixed fee tariff does not reach, because the feature, or its standard
 * feature, has a price before and after (R53, R71). Pence.
 */
export interface NotReachedFeature {
  readonly featureID: string;
  readonly customerID: string | null;
  readonly customerName: string | null;
  readonly kind: "recurring" | "oneOff";
  /** Its standard feature; null without one. */
  readonly standardFeature: string | null;
  /** The fixed fee tariff whose change does not reach it; null where it is the standard feature's. */
  readonly fixedFeeTariff: string | null;
  /** What one of it costs for a whole period, or once. */
  readonly price: string;
  /** What one would cost by the standard feature or fixed fee tariff; null where these have no price. */
  readonly standardBefore: string | null;
  readonly standardAfter: string | null;
  /** What it comes to: a recurring charge in a month, a one-off charge once. */
  readonly amount: string;
  /** By how much that would have changed. */
  readonly missed: string;
}

/** A feature that cannot be charged, or not to the end, and why: a code, a sentence and the field to set right. */
export interface FeatureInError {
  readonly featureID: string;
  readonly customerID: string | null;
  readonly customerName: string | null;
  /** Null on a side on which it is charged. */
  readonly before: Pick<FeatureError, "error" | "message" | "field"> | null;
  readonly after: Pick<FeatureError, "error" | "message" | "field"> | null;
}

/** What falls due of features in the days of the bills (R60 to R75), whatever was charged of them before. */
export interface FixedCharges extends Readonly<Record<ChargedKind, FixedChargesKind>> {
  /** First and last day, `YYYY-MM-DD`. */
  readonly from: string;
  readonly to: string;
  /** How many bills of each customer that makes. */
  readonly periods: number;
  /** Retail of all four kinds. */
  readonly total: Comparison;
  readonly runRate: RunRate;
  /** By feature id. */
  readonly notReached: readonly NotReachedFeature[];
  readonly inError: readonly FeatureInError[];
}

/** What a customer, or all of them, pay. Pence, rounded as on bills: calls + fixedCharges + minimum = bill. */
export interface PreviewBill {
  /** Calls as bills have them: a sum for each number, transaction type, VAT rate and code (R76). */
  readonly calls: Comparison;
  readonly fixedCharges: Comparison;
  /** What brings the calls of numbers up to their `lowInvoiceActionValue` (R77). */
  readonly minimum: Comparison;
  /** Without VAT. */
  readonly bill: Comparison;
  /** Null unless VAT was asked for. A side is null where its VAT is not known. */
  readonly vat: PartialComparison | null;
  readonly billWithVAT: PartialComparison | null;
}

/** The bills of a preview: what `invoices` would make of the same calls, features and days. */
export interface PreviewBills {
  /** First and last day, `YYYY-MM-DD`. */
  readonly from: string;
  readonly to: string;
  /** How many bills of each customer are added up: one for each billing period in which calls start. */
  readonly periods: number;
  /** The sum of all customers. With VAT, of those whose VAT is known on both sides. */
  readonly total: PreviewBill;
  /** Largest change first. Customers without calls are there, too. */
  readonly customers: readonly (PreviewBill & { readonly key: string; readonly name: string | null })[];
  /** Why VAT is not known, of a customer or, with null, of all. Empty unless VAT was asked for. */
  readonly errors: readonly {
    readonly side: "before" | "after";
    readonly customerID: string | null;
    readonly message: string;
  }[];
  /** Calls that start after the last day: they are on no bill. */
  readonly callsLeft: { readonly before: number; readonly after: number };
}

/** What a preview says. */
export interface PreviewReport {
  /** What `before` means: rated with a book, or read from the records. */
  readonly against: "book" | "recorded";
  /** What was previewed, with which books, and when. */
  readonly change: PreviewChange;
  /**
   * Which retail costs are compared: what is charged, after discounts, or, where the books have discount plans and the
   * preview was made without them, costs before discounts, of records `costBase`. The two are one without any plan.
   */
  readonly compares: "base" | "charged";
  /** Which wholesale cost of a call counts: what the carrier reported, else what is calculated, or the other way round. */
  readonly wholesale: "reported" | "calculated";
  /** Of the books; amounts are its minor units. */
  readonly currency: string;
  /** Decimal places of the currency (R16): 2 where a minor unit is a hundredth. */
  readonly currencyDecimals: number;
  /** First and last local start date of the calls that a book rates, `YYYY-MM-DD`; null without any. */
  readonly from: string | null;
  readonly to: string | null;
  /**
   * Months that the calls stand for, from `from` to `to` (October: 1/1; twelve of its days: 12/31; a month whose first or last
   * three days are without calls is whole). A difference ÷ this is that of a month. Null without any call.
   */
  readonly months: { readonly numerator: number; readonly denominator: number } | null;
  /** read = ratedTwice + newlyRated + newlyUnrated + unrated. */
  readonly counts: {
    readonly read: number;
    /** Rated on both sides = dearer + cheaper + unchanged. */
    readonly ratedTwice: number;
    readonly dearer: number;
    readonly cheaper: number;
    readonly unchanged: number;
    readonly newlyRated: number;
    readonly newlyUnrated: number;
    /** Without a price on either side; they are in no sum. */
    readonly unrated: number;
  };
  /** Rows of the file that are no calls and were not read as any, by why; absent where there are none. */
  readonly passedOver?: Readonly<Record<string, number>>;
  /** All calls. Its retail difference = ratedTwice.difference + newlyRated.retail − newlyUnrated.retail. */
  readonly totals: PreviewCosts;
  /** Retail of the calls that are rated on both sides: the change of prices alone. */
  readonly ratedTwice: Comparison;
  readonly newlyRated: OneSidedCalls;
  readonly newlyUnrated: OneSidedCalls;
  /** Calls without a price on either side, by both reasons, most calls first. */
  readonly unrated: readonly {
    readonly before: UnratedReason;
    readonly after: UnratedReason;
    readonly calls: number;
  }[];
  /** Against records, each line is what the records name; where they are silent, what the book gives. */
  readonly breakdowns: PreviewBreakdowns;
  /** Null against a book. Each of these calls is in a line of `breakdowns`, too: that of its record. */
  readonly recordedOtherwise: RecordedOtherwise | null;
  readonly distribution: PreviewDistribution;
  readonly movers: PreviewMovers;
  /** Null against records, which do not say, and where neither a period was given nor a call rated. */
  readonly fixedCharges: FixedCharges | null;
  /** The prices that change between the two books, and who has them; null against records, and where a book was shared. */
  readonly prices: PriceList | null;
  /** Null as `fixedCharges`. */
  readonly bills: PreviewBills | null;
  /** The calls that lines and movers refer to by index, explained on both sides. */
  readonly examples: readonly PreviewExample[];
}
