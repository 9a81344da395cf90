/** The price list of a preview: the prices that change between the two books, and their users. Plain JSON. */

/** The unit of an amount; null for a word, such as a charge type. */
export type PriceUnit = "pence" | "pounds" | "percent" | "seconds" | "bytes" | "events" | null;

/** A changed value as a book writes it; null where the field is blank and the value comes from elsewhere (R3, R25). */
export interface PriceChange {
  /** The book's name of the field, as a line spells it: `cost`, `costConnection`, `fixedFeeValue`, `serviceCharge`. */
  readonly field: string;
  /** Whether the field is a price; else the field is a term, such as a charge type, a duration or a rounding. */
  readonly isPrice: boolean;
  readonly unit: PriceUnit;
  readonly before: string | null;
  readonly after: string | null;
  /** The difference in percent of the size of `before`, to two decimal places; null without a percentage. */
  readonly percent: string | null;
}

/** The changes of a line on some days. */
export interface ChangedPriceLine {
  /**
   * `base`: the terms of calls that match no line of the tariff; `line`: a line of the tariff; `settings`: the fields
   * for all calls (`singleRate`, fallback markups); `fee`: a line of a fixed fee tariff; `standardFeature`.
   */
  readonly kind: "base" | "line" | "settings" | "fee" | "standardFeature";
  /** The calls that a line prices; null: any. */
  readonly callType: string | null;
  readonly prefix: string | null;
  readonly period: string | null;
  /** The charges that a fee prices: `recurring`, `oneOff`, and names of number types and the like; null: any. */
  readonly charges: string | null;
  /** First and last day of the changes, `YYYY-MM-DD`; null: without end. */
  readonly from: string | null;
  readonly to: string | null;
  /** Whether a line is there on one side only. */
  readonly presence: "both" | "added" | "removed";
  readonly changes: readonly PriceChange[];
}

/** Counts of the users whose calls or charges a price decides on the last day of the calls. */
export interface PriceUses {
  readonly customers: number;
  readonly numbers: number;
  /** Features that name the tariff, or are priced by the fixed fee tariff or standard feature. */
  readonly features: number;
}

/** A customer that has a price. */
export interface PriceUser extends PriceUses {
  readonly key: string;
  readonly name: string | null;
}

/** A tariff that inherits from one whose prices change, and whose own record does not (R25, R52). */
export interface InheritingTariff {
  readonly id: string;
  readonly name: string;
  /** Whether the tariff inherits all of the changed prices; else some prices are in `ownPrices`. */
  readonly follows: boolean;
  /** Prices of the tariff itself, or of a parent between, in place of changed ones: `baseCost`, `rates[].cost`. */
  readonly ownPrices: readonly string[];
  readonly uses: PriceUses;
}

/** A record of a book with its display name. */
export interface PricedRecord {
  readonly id: string;
  readonly name: string;
}

/** A tariff, fixed fee tariff or standard feature whose prices change, or a tariff to which customers move. */
export interface ChangedPrices {
  readonly resource: "tariffs" | "fixedFeeTariffs" | "standardFeatures";
  /** The record in each book; null where the book does not have it. Of a move: the old and the new tariff. */
  readonly before: PricedRecord | null;
  readonly after: PricedRecord | null;
  /** Whether customers move from one tariff to another, rather than one tariff changes. */
  readonly isMove: boolean;
  readonly side: "retail" | "wholesale";
  /** The currency of the record's amounts after the change, where that is not the book's (R24). */
  readonly currency?: string;
  /** The class of a tariff; null for other resources. */
  readonly tariffClass: string | null;
  /** The count of all changed lines; `lines` has some of them. */
  readonly changedLines: number;
  readonly lines: readonly ChangedPriceLine[];
  /** Prices of all changed lines that rise, fall, and are on one side only; no carriers' charges for features. */
  readonly rising: number;
  readonly falling: number;
  readonly onOneSide: number;
  /** The first day with a difference, `YYYY-MM-DD`; null: all days differ, or none. */
  readonly since: string | null;
  /** The least and the greatest percentage of these prices; null where none has a percentage. */
  readonly percent: { readonly least: string; readonly most: string } | null;
  readonly uses: PriceUses;
  /** The first hundred customers that have the record, most numbers and features first. */
  readonly users: readonly PriceUser[];
  /** Tariffs that inherit from the record and do not change themselves. */
  readonly inheriting: readonly InheritingTariff[];
  /** Features with a price of their own, which a change of their standard feature does not reach (R53). */
  readonly ownPriced: number;
}

/** A changed record of a customer, and the customer's tariff that inherits from the record. */
export interface CustomerPrices {
  readonly record: ChangedPrices;
  /** Whether there are changes that `percent` does not tell: of terms, and of prices that come, go or were 0. */
  readonly hasMore: boolean;
  /** Null where the customer has the record itself. */
  readonly by: PricedRecord | null;
}

/** All prices that change. */
export interface PriceList {
  /** Retail before wholesale; the most used first. */
  readonly records: readonly ChangedPrices[];
  /** Changed lines of all records, and how many of them are in `lines` of the records: at most 1,000. */
  readonly changedLines: number;
  readonly listedLines: number;
  /** Moves from tariff to tariff beyond the first fifty, which are not among the records. */
  readonly furtherMoves: number;
}
