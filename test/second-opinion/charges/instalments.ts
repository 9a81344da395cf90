/**
 * R75: a total in so many instalments.
 *
 * Decided here where the text leaves it open:
 * - The transaction of an instalment covers its period's days, cut at endDate; the rest that endDate leaves covers endDate.
 * - In arrears an instalment that would fall due after endDate is part of that rest.
 * - With a blank dueDate the periods settled are those that fell due before chargesFrom.
 * - An instalment of 0 is no transaction, and its period is settled; where the total falls below what was charged, what
 *   endDate leaves is nothing, because an instalment is never corrected.
 */
import { greater, NONE, type Ratio } from "../ratio.ts";
import { text } from "../values.ts";
import { inForce, type Placed, pounds, rounded, whole } from "./charge-book.ts";
import type { Terms } from "./check-feature.ts";
import { type Committed, countOn } from "./counts.ts";
import type { Day } from "./days.ts";
import type { Charge } from "./feature-charges.ts";
import { type Period, periodsFrom } from "./periods.ts";
import { wholesaleOf } from "./wholesale.ts";

interface NextInstalment {
  readonly due: Day;
  readonly make: () => { charge: Charge | null; dueDate: Day };
}

export class Instalments {
  readonly #placed: Placed;
  readonly #terms: Terms;
  readonly #committed: Committed;
  readonly #number: number;
  readonly #total: Ratio;
  #charged: Ratio | null;
  #remaining: Ratio | null = null;
  #isChanged = false;

  constructor(placed: Placed, terms: Terms, committed: Committed) {
    this.#placed = placed;
    this.#terms = terms;
    this.#committed = committed;
    this.#number = Number(text(inForce(placed, "instalments")));
    this.#total =
      pounds(inForce(placed, "totalFeatureValue")) ??
      pounds(inForce(placed, "serviceCharge"))!.times(whole(this.#number));
    this.#charged = pounds(placed.feature.totalValueCharged);
  }

  next(dueDate: Day | null): NextInstalment | null {
    const { startDate, endDate, interval } = this.#terms;
    let k = 0;
    let settled = 0;
    for (const period of periodsFrom(startDate, interval)) {
      k++;
      if (k > this.#number) break;
      const due = interval.inArrears ? period.end + 1 : Math.max(period.start, startDate);
      if (this.#isSettled(period, due, dueDate)) {
        settled = k;
        continue;
      }
      if (endDate !== null && due > endDate) break;
      const at = k;
      return { due, make: () => this.#make(period, { at, settled, due }) };
    }
    if (endDate === null) return null;
    const isOver =
      (this.#charged === null && dueDate !== null && dueDate > endDate) ||
      (dueDate === null && this.#terms.chargesFrom !== null && endDate < this.#terms.chargesFrom) ||
      this.#isEnded ||
      !this.#left(settled).isAbove(NONE);
    return isOver ? null : { due: endDate, make: () => this.#makeRest(endDate, settled, dueDate) };
  }

  #isEnded = false;

  #isSettled(period: Period, due: Day, dueDate: Day | null): boolean {
    const begins = Math.max(period.start, this.#terms.startDate);
    if (dueDate !== null) return begins < dueDate;
    return this.#terms.chargesFrom !== null && due < this.#terms.chargesFrom;
  }

  /** The billed count of startDate. */
  #count(): Ratio {
    return this.#committed.bill(countOn(this.#placed, this.#terms.startDate));
  }

  #upTo(k: number): Ratio {
    const committed = this.#committed.count;
    const share = this.#total.times(this.#count()).times(whole(k)).over(whole(this.#number));
    this.#committed.count = committed;
    return rounded(this.#placed.data, share);
  }

  #soFar(settled: number): Ratio {
    return this.#charged ?? this.#upTo(settled);
  }

  #left(settled: number): Ratio {
    return this.#upTo(this.#number).minus(this.#soFar(settled));
  }

  #charge(charged: Ratio): void {
    this.#charged = charged;
    this.#remaining = this.#upTo(this.#number).minus(charged);
    this.#isChanged = true;
  }

  #make(period: Period, { at, settled, due }: { at: number; settled: number; due: Day }) {
    const { startDate, endDate } = this.#terms;
    const start = Math.max(period.start, startDate);
    const soFar = this.#soFar(settled);
    const value = greater(this.#upTo(at).minus(soFar), NONE);
    const wholesale = wholesaleOf({ placed: this.#placed, kind: "recurring", day: start });
    const count = this.#count();
    this.#charge(soFar.plus(value));
    const charge: Charge = {
      source: "instalment",
      due,
      start,
      end: Math.min(period.end, endDate ?? period.end),
      count,
      value,
      carrier: wholesale === null ? null : rounded(this.#placed.data, wholesale.price.times(count)),
    };
    return { charge: value.equals(NONE) ? null : charge, dueDate: period.end + 1 };
  }

  #makeRest(endDate: Day, settled: number, dueDate: Day | null) {
    const value = this.#left(settled);
    const count = this.#count();
    this.#charge(this.#soFar(settled).plus(value));
    this.#isEnded = true;
    const charge: Charge = {
      source: "instalment",
      due: endDate,
      start: endDate,
      end: endDate,
      count,
      value,
      carrier: null,
    };
    return { charge, dueDate: Math.max(dueDate ?? endDate + 1, endDate + 1) };
  }

  state(): Record<string, string> {
    if (!this.#isChanged || this.#charged === null) return {};
    const now = {
      totalValueCharged: this.#charged,
      totalValueRemaining: this.#remaining!,
    };
    const isOther = ([field, value]: readonly [string, Ratio]): boolean =>
      pounds(this.#placed.feature[field])?.equals(value) !== true;
    return Object.fromEntries(
      Object.entries(now)
        .filter(isOther)
        .map(([field, value]) => [field, value.toFixed()]),
    );
  }
}
