/** What falls due of the features of a book in some days, whatever was charged of them before: what previews compare. */
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

/** A feature of a book, with what falls due of it in some days. */
export class FeatureDue {
  /** Those whose `transactionDate` is one of the days. */
  readonly transactions: readonly Transaction[];
  /** Why it, or the rest of it, cannot be charged. */
  readonly error: FeatureError | undefined;
  readonly #subject: Subject;
  readonly #range: ChargeRange;

  constructor(book: OpenedBook, record: CheckedFeature, range: ChargeRange, from: string) {
    const recorded = subjectOf(book, record);
    // A fault of what is recorded is one, though the records are not looked at.
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

  /** Who pays; null where nobody does. */
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

  /** The day from which it is charged; undefined where none is known. */
  get startDay(): DayNumber | undefined {
    return this.#subject.record.startDate;
  }

  /** Who says what one costs on a day, of a level and those beneath it. */
  priceLevel(kind: ChargeKind, day: DayNumber, level?: PriceLevel): PriceLevel | undefined {
    return priceLevelOf(this.#subject, kind, day, level);
  }

  /** What a charge comes to on a day, as if no level before one had an amount. */
  rateOn(kind: ChargeKind, day: DayNumber, level?: PriceLevel): ChargeRate | undefined {
    return rateOn(this.#subject, this.#range, kind, day, level);
  }
}

/**
 * The features of a book in the order of bills, each with what falls due of it from one day to another, both inclusive. What
 * fell due before is settled, and what the book records of these days and later ones has not been charged: whether it is
 * the book of before or after the run that charged them makes no difference.
 *
 * @throws RangeError for a range that runs backwards or has more than 3,660 days
 */
export function* dueCharges(book: OpenedBook, from: string, to: string): Generator<FeatureDue> {
  const unsettled = rangeOf(from, to, undefined);
  const range = { ...unsettled, chargesFrom: unsettled.from };
  for (const record of chargeTablesOf(book).features) yield new FeatureDue(book, record, range, from);
}

/** A feature of which everything is due, so that a fault of it is one. */
function withoutDueDate({ dueDate, ...rest }: CheckedFeature): CheckedFeature {
  return rest;
}
