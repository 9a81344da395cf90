/** R64, R65: the periods of a service charge, computed once for all features that share them. */
import { addUnits, civilDateParts, type DayNumber, dayNumberOf, LAST_DAY } from "../../calendar/index.ts";
import { type CheckedServiceChargeInterval, madeOnce } from "../../model/index.ts";

/** A period, both days inclusive. */
export interface Period {
  readonly start: DayNumber;
  readonly end: DayNumber;
  readonly days: number;
}

/** The periods of an interval; periods of an unaligned interval are counted from a start date. */
export class Periods {
  readonly #interval: CheckedServiceChargeInterval;
  readonly #origin: DayNumber;
  readonly #known = new Map<number, Period>();

  /** @param origin the feature's startDate; not used for an aligned interval */
  constructor(interval: CheckedServiceChargeInterval, origin: DayNumber) {
    this.#interval = interval;
    this.#origin = origin;
  }

  /** Index of the period that contains the day; the day is not before the period of the start date. */
  indexOf(day: DayNumber): number {
    const { every, unit, aligned } = this.#interval;
    if (unit === "days" || unit === "weeks") {
      return Math.floor((day - this.#origin) / (unit === "weeks" ? 7 * every : every));
    }
    const months = unit === "years" ? 12 * every : every;
    if (aligned) return Math.floor(monthOf(day) / months);
    const index = Math.floor((monthOf(day) - monthOf(this.#origin)) / months);
    // The period may begin later in the month than the day.
    return this.at(index).start <= day ? index : index - 1;
  }

  at(index: number): Period {
    return madeOnce(this.#known, index, () => {
      const start = this.#startOf(index);
      const end = Math.min(this.#startOf(index + 1) - 1, LAST_DAY);
      return { start, end, days: end - start + 1 };
    });
  }

  /** Always counted from the origin, so that a clamped day does not clamp the next one (R65). */
  #startOf(index: number): DayNumber {
    const { every, unit, aligned } = this.#interval;
    if (!aligned) return addUnits(this.#origin, index * every, unit);
    const month = index * (unit === "years" ? 12 * every : every);
    const year = Math.floor(month / 12);
    return dayNumberOf(year, month - 12 * year + 1, 1);
  }
}

/** Months since the beginning of the year 0. */
function monthOf(day: DayNumber): number {
  const { year, month } = civilDateParts(day);
  return year * 12 + month - 1;
}

/** Cache of the periods of all features of a run. */
export class KnownPeriods {
  readonly #known = new Map<CheckedServiceChargeInterval, Map<DayNumber, Periods>>();

  of(interval: CheckedServiceChargeInterval, startDate: DayNumber): Periods {
    const origin = interval.aligned ? 0 : startDate;
    const byOrigin = madeOnce(this.#known, interval, () => new Map<DayNumber, Periods>());
    return madeOnce(byOrigin, origin, () => new Periods(interval, origin));
  }
}
