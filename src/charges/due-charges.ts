/** What falls due of the features of a book in some days, whatever was charged of them before: what previews compare. */
import type { OpenedBook } from "../book/index.ts";
import { type DayNumber, LAST_DAY } from "../calendar/index.ts";
import { type CheckedFeature, USUAL_INTERVAL } from "../model/index.ts";
import { ChargeFault, type FeatureError, type Transaction } from "./charged.ts";
import { rangeOf } from "./charges.ts";
import {
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
    const isAtFault = chargeableOf(recorded) instanceof ChargeFault;
    const before = isAtFault ? withoutDueDate(record) : asBefore(recorded, range);
    this.#subject = subjectOf(book, before);
    this.#range = range;
    const { transactions, error } = chargeFeature(this.#subject, range);
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
  const range = { ...unsettled, chargesFrom: unsettled.from, settlesAll: true };
  for (const record of chargeTablesOf(book).features) yield new FeatureDue(book, record, range, from);
}

/**
 * A feature as it was before anything was charged that falls due on a day or later. Earlier records stay, to be corrected.
 * What fell due before the day is settled by the range, so that a dueDate only says which of its days are free.
 */
function asBefore(subject: Subject, range: ChargeRange): CheckedFeature {
  const { record, feature, tables } = subject;
  const { from: day } = range;
  const { dueDate, totalValueCharged, totalValueRemaining, chargesMade = [], ...rest } = record;
  const interval = tables.intervals.get(feature.serviceChargeInterval ?? USUAL_INTERVAL);
  const isArrears = interval?.timing === "arrears";
  const kept: ChargeMade[] = [];
  let due: DayNumber | undefined;
  for (const made of chargesMade) {
    const first = firstDayOf(made, subject, range);
    const isByPeriod = made.source === "recurring" && isArrears;
    const fellDue = isByPeriod ? (made.parts.at(-1)?.endDate ?? made.periodEnd) + 1 : first;
    if (fellDue < day) kept.push(made);
    else due = Math.min(due ?? LAST_DAY, first);
  }
  // Days between the last record and a later dueDate are free, as after a reinstatement (R68).
  const wasRecurring = kept.some(({ source }) => source === "recurring");
  if (due === undefined && wasRecurring && dueDate !== undefined && dueDate > day) due = dueDate;
  // Instalments are counted from a dueDate, and none is left free.
  if ((feature.instalments ?? 0) > 0) due = undefined;
  return { ...rest, ...(due !== undefined && { dueDate: due }), chargesMade: kept };
}

/** A feature of which everything is due, so that a fault of it is one. */
function withoutDueDate({ dueDate, ...rest }: CheckedFeature): CheckedFeature {
  return rest;
}

type ChargeMade = NonNullable<CheckedFeature["chargesMade"]>[number];

/** The first day that was charged, or was without a price before it: a price may begin within its period, or after others. */
function firstDayOf(made: ChargeMade, subject: Subject, range: ChargeRange): DayNumber {
  if (made.source === "oneOff") return made.startDate;
  const { parts, periodStart } = made;
  const { startDate = periodStart } = subject.record;
  const earliest = Math.max(startDate, Math.min(periodStart, range.from));
  let first = parts[0]?.startDate ?? periodStart;
  while (first > earliest && rateOn(subject, range, "recurring", first - 1) === undefined) first--;
  return first;
}
