/** Sums of a preview by the currency in which customers are billed (R24): amounts of several currencies are no sum. */
import { madeOnce } from "../model/index.ts";
import { LeadingCalls, Lines, OneSided } from "./lines.ts";
import type { RecordedOtherwise } from "./preview-report.ts";
import { RowLines } from "./row-changes.ts";

/** How many movers of each kind and direction a preview names, and how many calls each line keeps. */
interface Kept {
  readonly movers: number;
  readonly examples: number;
}

/** Sums of the calls of customers who are billed in one currency. */
export class CurrencySums {
  readonly currency: string;
  /** By customer and number: a number may belong to another customer after the change. */
  readonly numbers: Lines;
  /** By class, call type, tariff and period. */
  readonly kinds: Lines;
  /** The lines of rows, cached. */
  readonly rows: RowLines;
  /** By what the record names and what the book gives, where the two differ. */
  readonly recordedOtherwise: Readonly<Record<keyof RecordedOtherwise, Lines>>;
  readonly newlyRated: OneSided;
  readonly newlyUnrated: OneSided;
  /** The calls with the largest rises and the largest falls. */
  readonly up: LeadingCalls;
  readonly down: LeadingCalls;

  constructor(currency: string, { movers, examples }: Kept) {
    this.currency = currency;
    this.numbers = new Lines(examples);
    this.kinds = new Lines(examples);
    this.rows = new RowLines(this);
    const [customer, tariff, tariffClass] = [new Lines(examples), new Lines(examples), new Lines(examples)];
    this.recordedOtherwise = { customer, tariff, class: tariffClass };
    this.newlyRated = new OneSided("after", movers);
    this.newlyUnrated = new OneSided("before", movers);
    this.up = new LeadingCalls(movers);
    this.down = new LeadingCalls(movers);
  }
}

/** The sums of all currencies: the book's, and of each other one in which a customer with calls is billed. */
export class SumsByCurrency {
  readonly ofBook: CurrencySums;
  readonly #kept: Kept;
  readonly #byOtherCurrency = new Map<string, CurrencySums>();

  /** @param currency the book's */
  constructor(currency: string, kept: Kept) {
    this.#kept = kept;
    this.ofBook = new CurrencySums(currency, kept);
  }

  /** The sums of a currency, made on first use. */
  of(currency: string): CurrencySums {
    if (currency === this.ofBook.currency) return this.ofBook;
    return madeOnce(this.#byOtherCurrency, currency, () => new CurrencySums(currency, this.#kept));
  }

  /** The currencies of calls beside the book's. */
  get otherCurrencies(): readonly string[] {
    return [...this.#byOtherCurrency.keys()];
  }
}
