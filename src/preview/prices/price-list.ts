/** What a preview says of prices: the list of those that change between the two books, and who has them. Plain JSON. */

/** What an amount is in; null of a word, such as a charge type. */
export type PriceUnit = "pence" | "pounds" | "percent" | "seconds" | "bytes" | "events" | null;

/** A value that changes, as a book writes it; null where it is blank, so that it comes from elsewhere (R3, R25). */
export interface PriceChange {
  /** The book's name of the field, as a line spells it: `cost`, `costConnection`, `fixedFeeValue`, `serviceCharge`. */
  readonly field: string;
  /** Whether it is a price; else it is a term, such as a charge type, a duration or a rounding. */
  readonly isPrice: boolean;
  readonly unit: PriceUnit;
  readonly before: string | null;
  readonly after: string | null;
  /** The difference in percent of the size of `before`, to two decimal places; null where there is none. */
  readonly percent: string | null;
}

/** What changes of a line for some days. */
export interface ChangedPriceLine {
  /**
   * `base`: what holds for every call of the tariff that no line is for; `line`: a line of it; `settings`: what holds for
   * all calls (`singleRate`, markups where there is no rate); `fee`: a line of a fixed fee tariff; `standardFeature`.
   */
  readonly kind: "base" | "line" | "settings" | "fee" | "standardFeature";
  /** For which calls a line is; null: for any. */
  readonly callType: string | null;
  readonly prefix: string | null;
  readonly period: string | null;
  /** For which charges a fee is: `recurring`, `oneOff`, and names of number types and the like; null: for any. */
  readonly charges: string | null;
  /** First and last day on which this is the difference, `YYYY-MM-DD`; null: without end. */
  readonly from: string | null;
  readonly to: string | null;
  /** Whether a line is there on one side only. */
  readonly presence: "both" | "added" | "removed";
  readonly changes: readonly PriceChange[];
}

/** How many have a price: those whose calls or charges it decides, on the last day of the calls. */
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
  /** Whether all of the prices that change come to it; else it has some of its own. */
  readonly follows: boolean;
  /** Prices of its own, or of a parent between, where the parent's change: `baseCost`, `rates[].cost`. */
  readonly ownPrices: readonly string[];
  readonly uses: PriceUses;
}

/** A record of a book as a person finds it. */
export interface PricedRecord {
  readonly id: string;
  readonly name: string;
}

/** A tariff, fixed fee tariff or standard feature whose prices change, or for which others are given up. */
export interface ChangedPrices {
  readonly resource: "tariffs" | "fixedFeeTariffs" | "standardFeatures";
  /** The record in either book; null where it is not there. Of customers who move: what they leave and what they get. */
  readonly before: PricedRecord | null;
  readonly after: PricedRecord | null;
  /** Whether these are customers who move from one tariff to another, rather than one tariff that changes. */
  readonly isMove: boolean;
  readonly side: "retail" | "wholesale";
  /** Of a tariff; null of the others. */
  readonly tariffClass: string | null;
  /** Changed lines in all; `lines` names some of them. */
  readonly changedLines: number;
  readonly lines: readonly ChangedPriceLine[];
  /** Prices of all changed lines that rise, fall, and are on one side only. */
  readonly rising: number;
  readonly falling: number;
  readonly onOneSide: number;
  /** The first day on which something differs, `YYYY-MM-DD`; null: it always does, or nothing does. */
  readonly since: string | null;
  /** The least and the most percentage among the prices that change; null where none has one. */
  readonly percent: { readonly least: string; readonly most: string } | null;
  readonly uses: PriceUses;
  /** Those who have it: the first hundred customers, those with most numbers and features first. */
  readonly users: readonly PriceUser[];
  /** Tariffs that inherit from it and are not changed themselves. */
  readonly inheriting: readonly InheritingTariff[];
  /** Features with a price of their own, which a change of their standard feature does not reach (R53). */
  readonly ownPriced: number;
}

/** What changes for a customer: a record, and the tariff by which it does where that inherits from it. */
export interface CustomerPrices {
  readonly record: ChangedPrices;
  /** Null where the customer has the record itself. */
  readonly by: PricedRecord | null;
}

/** All prices that change. */
export interface PriceList {
  /** Retail before wholesale; the most used first. */
  readonly records: readonly ChangedPrices[];
  /** Changed lines of all records, and how many of them `lines` of the records name: at most 1,000. */
  readonly changedLines: number;
  readonly listedLines: number;
  /** Moves from tariff to tariff beyond the first fifty, which are not among the records. */
  readonly furtherMoves: number;
}
