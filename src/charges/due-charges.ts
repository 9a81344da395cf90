/** The charges of a book's features that fall due in a range of days, regardless of earlier charging: for previews. */
import type { OpenedBook } from "../book/index.ts";
import type { DayNumber } from "../calendar/index.ts";
import { type CheckedFeature, USUAL_INTERVAL } from "../model/index.ts";
import { ChargeFault, type FeatureError, type Transaction } from "./charged.ts";
import { rangeOf } from "./charges.ts";
import {
  beforeCharges,
  type ChargeRange,
  type ChargeRate,
  chargeableOf,
  chargeFeature,
  type PriceLevel,
  priceLevelOf,
  rateOn,
} from "./feature/index.ts";
import { type ChargeKind, chargeTablesOf, type Subject, subjectOf } from "./subject.ts";

/** A feature of a book, with its charges that fall due in a range of days. */
export class FeatureDue {
  /** The transactions whose `transactionDate` is one of the days. */
  readonly transactions: readonly Transaction[];
  /** Why the feature, or the rest of its charges, cannot be charged. */
  readonly error: FeatureError | undefined;
  readonly #subject: Subject;
  readonly #range: ChargeRange;

  constructor(book: OpenedBook, record: CheckedFeature, range: ChargeRange, from: string) {
    const recorded = subjectOf(book, record);
    // A fault of the recorded charges is an error here, too, though the records are not used.
    const chargeable = chargeableOf(recorded);
    const before =
      chargeable instanceof ChargeFault
        ? { record: withoutDueDate(record), freeDays: [] }
        : beforeCharges(recorded, chargeable, range);
    this.#subject = subjectOf(book, before.record);
    this.#range = before.freeDays.length === 0 ? range : { ...range, freeDays: before.freeDays };
    const { transactions, error } = chargeFeature(this.#subject, this.#range);
    this.transactions = transactions.filter(({ transactionDate }) => transactionDate >= from);
    this.error = (recorded.end ?? range.to) < range.from ? undefined : error;
  }

  get id(): string {
    return this.#subject.record.id;
  }

  /** The customer that pays; null where there is none. */
  get customerID(): string | null {
    return this.#subject.customer?.record.id ?? null;
  }

  get standardFeature(): string | null {
    return this.#subject.record.standardFeature ?? null;
  }

  get fixedFeeTariff(): string | null {
    return this.#subject.tariff ?? null;
  }

  get interval(): string {
    return this.#subject.feature.serviceChargeInterval ?? USUAL_INTERVAL;
  }

  /** The day from which the feature is charged; undefined where not known. */
  get startDay(): DayNumber | undefined {
    return this.#subject.record.startDate;
  }

  /** The price level that gives the price of one on a day, of `level` and the levels below. */
  priceLevel(kind: ChargeKind, day: DayNumber, level?: PriceLevel): PriceLevel | undefined {
    return priceLevelOf(this.#subject, kind, day, level);
  }

  /** The price and amount of a charge on a day, as if no level before `level` had an amount. */
  rateOn(kind: ChargeKind, day: DayNumber, level?: PriceLevel): ChargeRate | undefined {
    return rateOn(this.#subject, this.#range, kind, day, level);
  }
}

/**
 * The features of a book in the order of bills, each with its charges that fall due from one day to another, both
 * inclusive. Charges due before are settled; the book's records of these and later days count as not made. So the book
 * before the run that charged these days and the book after that run give the same.
 *
 * @throws RangeError for a range that runs backwards or has more than 3,660 days
 */
export function* dueCharges(book: OpenedBook, from: string, to: string): Generator<FeatureDue> {
  const unsettled = rangeOf(from, to, undefined);
  const range = { ...unsettled, chargesFrom: unsettled.from };
  for (const record of chargeTablesOf(book).features) yield new FeatureDue(book, record, range, from);
}

/** The feature without its dueDate: all its charges are due, so that its fault is reported as an error. */
function withoutDueDate({ dueDate, ...rest }: CheckedFeature): CheckedFeature {
  return rest;
}
