/**
 * The report of a preview: the same calls before and after a change. Plain JSON throughout. Every amount is
 * exact decimal text in pence (minor units of the report's currency), fixed charges included; an unknown amount
 * is null, never zero.
 */
import type { CallErrorCode } from "../book/index.ts";
import type { FeatureError } from "../charges/index.ts";
import type { Explanation } from "../engine/index.ts";
import type { PreviewChange } from "./change.ts";
import type { PriceList } from "./prices/price-list.ts";

/** Two amounts and their difference: before + difference = after, exactly. */
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
 * Sums over the calls or features whose amount is known; null where no amount is known. The difference is null unless
 * both sides are known.
 */
export type PartialComparison = { readonly [Field in keyof Comparison]: string | null };

/** Costs of a group of calls before and after. */
export interface PreviewCosts {
  /** Calls rated on at least one side; every other count is a part of this count. */
  readonly calls: number;
  /** Rated on both sides and dearer after, cheaper after. */
  readonly dearer: number;
  readonly cheaper: number;
  /** Calls rated on one side only: they count 0 in the retail of the other side. */
  readonly newlyRated: number;
  readonly newlyUnrated: number;
  /** Calls with a price on each side: the calls that `retail` sums. */
  readonly priced: { readonly before: number; readonly after: number };
  readonly retail: Comparison;
  /**
   * Wholesale cost by the report's `wholesale`. A call that loses its price keeps its wholesale cost, because the
   * carrier goes on charging; a cost that only one side knows counts on both sides. Known on both sides or on neither.
   */
  readonly wholesale: PartialComparison;
  /** Retail less wholesale over the calls with a wholesale cost: the same calls before and after. */
  readonly margin: PartialComparison;
  /** Calls with a wholesale cost: the calls that `wholesale` and `margin` sum. Other calls are in `retail` alone. */
  readonly withWholesale: number;
  /** Calls of `withWholesale` whose wholesale cost the side does not know: the cost of the other side counts. */
  readonly otherSidesWholesale: { readonly before: number; readonly after: number };
}

/** One line of a breakdown. */
export interface PreviewLine extends PreviewCosts {
  /** Class, call type, customer's id, number's id, tariff's id or period; null where the call has none. */
  readonly key: string | null;
  /** Display name: customer's name, number or tariff's name; else the key; null without a key. */
  readonly name: string | null;
  /** The calls of the line that change most, as indexes in `examples`; only for the first lines of a breakdown. */
  readonly examples: readonly number[];
}

/** A line of the breakdown by number; a number that changes its customer has a line for each customer. */
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

/** Calls whose records name another customer, tariff or class than the book gives. */
export interface RecordedOtherwiseLine extends PreviewCosts {
  /** The id or class that the records name; a tariff's name where the records have no tariff id. */
  readonly recorded: string | null;
  readonly recordedName: string | null;
  /** The id or class that the book gives; null where the book gives none. */
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

/** The dimensions of the breakdowns. */
export type PreviewDimension = keyof PreviewBreakdowns;

/** Why a call has no price on one side. `not-recorded`: its record does not say what was charged. */
export type UnratedReason = CallErrorCode | "ignored" | "not-recorded";

/** Calls rated on one side only. */
export interface OneSidedCalls {
  readonly calls: number;
  /** Sum of the calls on the side that rates them. */
  readonly retail: string;
  /** Wholesale cost of the calls, which is in the sums of both sides; null where the cost of no call is known. */
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
 * Distribution of the change over the customers of `breakdowns.customer`: each customer is in one band of `amount`
 * and in one band of `percent` or in `withoutPercent`. About ten bands of one width reach from the largest fall to the
 * largest rise, empty bands included; where a few customers lie far from all others, the last band of a side has no
 * end.
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
export type PreviewMover = Pick<PreviewLine, "key" | "name" | "calls" | "retail" | "examples">;

/** The largest changes in pence, largest first; ties by id. */
export interface PreviewMovers {
  readonly customers: { readonly up: readonly PreviewMover[]; readonly down: readonly PreviewMover[] };
  readonly numbers: { readonly up: readonly PreviewMover[]; readonly down: readonly PreviewMover[] };
  /** Calls rated on both sides, as indexes in `examples`. */
  readonly calls: { readonly up: readonly number[]; readonly down: readonly number[] };
}

/** The explanation of a call's cost; the record of the call is in `PreviewExample`. */
export type PreviewExplanation = Pick<Explanation, "choices" | "steps" | "result">;

/** One side of an example. */
export interface ExampleSide {
  /** Null: the call has no price on this side. Pence. */
  readonly retail: string | null;
  /** Wholesale cost as in the sums, with or without a retail price; null where neither side knows the cost. */
  readonly wholesale: string | null;
  /** Why the call has no price; null where the call has a price. */
  readonly reason: UnratedReason | null;
  /** Null where the amount was read from the record instead of being rated. */
  readonly explanation: PreviewExplanation | null;
}

/** Where two explanations first differ, choices before steps; on the retail side where retail differs. */
export interface Parting {
  readonly in: "choices" | "steps" | "result";
  /** Index in `choices` or `steps` of both sides, past the end of the list on at most one side. 0 for the result. */
  readonly at: number;
  /** The index of the side after; there only where it is not `at`, because the wholesale sides are not equally long. */
  readonly atAfter?: number;
  /** Subject of the choice or name of the step, such as "tariff" or "usage". */
  readonly what: string;
  /** Rule of the choice or step, such as "R9"; null for the result. */
  readonly rule: string | null;
  /** Text of each side: the choice made or the step's value; null where the side's list has ended. */
  readonly before: string | null;
  readonly after: string | null;
}

/** A call of the preview with both sides explained. */
export interface PreviewExample {
  /** Null where the record has no id; `line` then names the call. */
  readonly id: string | null;
  /** Position among the calls, from 1. */
  readonly line: number;
  /** The call's record: texts, numbers, booleans and nulls; decimals and big integers as text. */
  readonly call: Readonly<Record<string, string | number | boolean | null>>;
  readonly before: ExampleSide;
  readonly after: ExampleSide;
  /** After less before; a side without a price counts as 0. Pence. */
  readonly difference: string;
  /** Null where the explanations do not differ, or a side has none. */
  readonly parting: Parting | null;
}

/** The kinds of fixed charges. */
export type ChargedKind = "recurring" | "oneOff" | "instalments" | "corrections";

/** The labels by which fixed charges are grouped. */
export interface FixedChargesLabels {
  /** Name of the standard feature; null without one. */
  readonly standardFeature: string | null;
  /** Name of the fixed fee tariff that gives the price; null where an amount gives the price. */
  readonly fixedFeeTariff: string | null;
  /** Name of the interval; null for one-off charges. */
  readonly interval: string | null;
}

/** Fixed charges of one kind that fall due, each rounded as on a bill. Pence. */
export interface FixedChargesKind {
  /** Features with such a charge on one side at least. */
  readonly features: number;
  readonly retail: Comparison;
  /** The carriers' charges; null on a side that has charges and knows no carrier's charge. */
  readonly wholesale: PartialComparison;
  /** Features with a charge whose wholesale is not known. */
  readonly withoutWholesale: { readonly before: number; readonly after: number };
  /** The lines add up to `retail`. Largest change first. */
  readonly lines: readonly (FixedChargesLabels & {
    readonly features: number;
    readonly retail: Comparison;
  })[];
  /** By customer; the lines add up to `retail`. `key` is the customer's id; null: features without a customer. */
  readonly byCustomer: readonly {
    readonly key: string | null;
    readonly name: string | null;
    readonly features: number;
    readonly retail: Comparison;
  }[];
}

/** Recurring charges of a month and of a year. Pence. */
export interface RunRateFigures {
  readonly features: number;
  readonly perMonth: Comparison;
  readonly perYear: Comparison;
}

/**
 * The recurring charges of the features in force on one day: price × billed count after the discount scheme of the day
 * (R63, R71, R74), converted by interval, with a year of twelve months or 365 days. Instalments are not included,
 * because they end.
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
  /** The fixed fee tariff whose change does not reach the charge; null where the change is the standard feature's. */
  readonly fixedFeeTariff: string | null;
  /** Price of one unit of the feature for a whole period, or once. */
  readonly price: string;
  /** Price of one unit by the standard feature or fixed fee tariff; null where these have no price. */
  readonly standardBefore: string | null;
  readonly standardAfter: string | null;
  /** Amount of the charge: a recurring charge in a month, a one-off charge once. */
  readonly amount: string;
  /** By how much `amount` would have changed. */
  readonly missed: string;
}

/** A feature that cannot be charged, or not to the end, with a code, a sentence and the field to correct. */
export interface FeatureInError {
  readonly featureID: string;
  readonly customerID: string | null;
  readonly customerName: string | null;
  /** Null on a side that charges the feature. */
  readonly before: Pick<FeatureError, "error" | "message" | "field"> | null;
  readonly after: Pick<FeatureError, "error" | "message" | "field"> | null;
}

/** Charges of features that fall due in the days of the bills (R60 to R75), regardless of earlier charges. */
export interface FixedCharges extends Readonly<Record<ChargedKind, FixedChargesKind>> {
  /** First and last day, `YYYY-MM-DD`. */
  readonly from: string;
  readonly to: string;
  /** Bills of each customer in these days. */
  readonly periods: number;
  /** Retail of all four kinds. */
  readonly total: Comparison;
  readonly runRate: RunRate;
  /** By feature id. */
  readonly notReached: readonly NotReachedFeature[];
  readonly inError: readonly FeatureInError[];
}

/** Amounts that one or all customers pay. Pence, rounded as on bills: calls + fixedCharges + minimum = bill. */
export interface PreviewBill {
  /** Calls as bills have them: a sum for each number, transaction type, VAT rate and code (R76). */
  readonly calls: Comparison;
  readonly fixedCharges: Comparison;
  /** Amounts that raise the calls of numbers to their `lowInvoiceActionValue` (R77). */
  readonly minimum: Comparison;
  /** Without VAT. */
  readonly bill: Comparison;
  /** Null unless VAT was asked for. A side is null where its VAT is not known. */
  readonly vat: PartialComparison | null;
  readonly billWithVAT: PartialComparison | null;
}

/** The bills of a preview, as `invoices` would make them of the same calls, features and days. */
export interface PreviewBills {
  /** First and last day, `YYYY-MM-DD`. */
  readonly from: string;
  readonly to: string;
  /** How many bills of each customer are added up: one for each billing period in which calls start. */
  readonly periods: number;
  /** The sum of all customers; amounts with VAT are sums of the customers whose VAT is known on both sides. */
  readonly total: PreviewBill;
  /** Largest change first. Customers without calls are included. */
  readonly customers: readonly (PreviewBill & { readonly key: string; readonly name: string | null })[];
  /** Why VAT is not known: of one customer, or of all where `customerID` is null. Empty unless VAT was asked for. */
  readonly errors: readonly {
    readonly side: "before" | "after";
    readonly customerID: string | null;
    readonly message: string;
  }[];
  /** Calls that start after the last day: they are on no bill. */
  readonly callsLeft: { readonly before: number; readonly after: number };
}

/** The report of a preview. */
export interface PreviewReport {
  /** Source of the amounts before: rated with a book, or read from the records. */
  readonly against: "book" | "recorded";
  /** What was previewed, with which books, and when. */
  readonly change: PreviewChange;
  /**
   * Which retail costs are compared. `charged`: costs after discounts. `base`: costs before discounts (`costBase` of
   * records), where the books have discount plans and the preview was made without discounts. Both costs are the same
   * without any plan.
   */
  readonly compares: "base" | "charged";
  /** Which wholesale cost of a call counts, the reported or the calculated one; the other is the fallback. */
  readonly wholesale: "reported" | "calculated";
  /** Currency of the customers, that of the books but in `otherCurrencies`; amounts are in its minor units. */
  readonly currency: string;
  /** Decimal places of the currency (R16): 2 where a minor unit is a hundredth. */
  readonly currencyDecimals: number;
  /**
   * Where customers with calls or charges are billed in other currencies than the book's (R24): a report for each of
   * these currencies, in order of their names. Every other figure of this report is then of the customers who are billed
   * in the book's currency, and of calls without a price. Nothing is converted, and no sum has amounts of two
   * currencies: a call whose customer is billed in another currency after the change is newly unrated in the one
   * currency and newly rated in the other, each time with the reason `currency-mismatch`. Carriers' costs are in the
   * book's currency (R29), so that the calls of these reports have no wholesale cost and no margin; their `prices` are
   * null, because `prices` of this report has those of all currencies. Absent without such customers.
   */
  readonly otherCurrencies?: readonly PreviewReport[];
  /** First and last local start date of the calls that a book rates, `YYYY-MM-DD`; null without any. */
  readonly from: string | null;
  readonly to: string | null;
  /**
   * Months that the calls stand for, from `from` to `to` (October: 1/1; twelve of its days: 12/31; a month whose first
   * or last three days are without calls is whole). A difference ÷ `months` is the difference of a month. Null without
   * any call.
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
    /** Calls without a price on either side; they are in no sum. */
    readonly unrated: number;
  };
  /** Rows of the file that were passed over because they are no calls, by reason; absent without such rows. */
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
  /** Against records, lines have the keys that the records name, with the keys that the book gives as fallback. */
  readonly breakdowns: PreviewBreakdowns;
  /** Null against a book. Each of these calls is in a line of `breakdowns`, too: the line of its record. */
  readonly recordedOtherwise: RecordedOtherwise | null;
  readonly distribution: PreviewDistribution;
  readonly movers: PreviewMovers;
  /** Null against records, which hold no fixed charges, and where neither a period was given nor a call rated. */
  readonly fixedCharges: FixedCharges | null;
  /** The prices that change between the two books, with their users; null against records and for shared books. */
  readonly prices: PriceList | null;
  /** Null as `fixedCharges`. */
  readonly bills: PreviewBills | null;
  /** The calls that lines and movers refer to by index, explained on both sides. */
  readonly examples: readonly PreviewExample[];
}
