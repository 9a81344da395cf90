/** The days of a preview's bills: one requested period, or the billing periods in which calls start. */

import { type DayNumber, parseCivilDate } from "../../calendar/index.ts";
import { MOST_DAYS } from "../../charges/index.ts";
import { billingPeriodOf } from "../../discounts/index.ts";
import { madeOnce } from "../../model/index.ts";
import { knownOptions } from "../../names/index.ts";

/** The requested days of bills: both inclusive, `YYYY-MM-DD`. */
export interface BillPeriod {
  readonly from: string;
  readonly to: string;
}

/** First and last day of a bill, both inclusive. */
export interface BillDays {
  readonly from: DayNumber;
  readonly to: DayNumber;
}

interface BillOfCalls extends BillDays {
  /** The first day whose calls the bill takes: as with `invoices`, a requested bill takes all earlier calls. */
  readonly callsFrom: DayNumber;
}

export class DaysOfBills {
  readonly #startDay: number;
  readonly #period: BillOfCalls | undefined;
  readonly #byFirstDay = new Map<DayNumber, BillOfCalls>();
  /** A cache of the last call's bill: most calls come in order. */
  #last: BillOfCalls | undefined;

  /** @param startDay the day of a month on which billing periods begin; `period`: the days of the only bill */
  constructor(startDay: number, period: BillDays | undefined) {
    this.#startDay = startDay;
    this.#period = period && { ...period, callsFrom: Number.NEGATIVE_INFINITY };
  }

  /** The bill that takes calls of a day; undefined after the requested period. */
  billOf(day: DayNumber): BillOfCalls | undefined {
    if (this.#period !== undefined) return day > this.#period.to ? undefined : this.#period;
    if (this.#last === undefined || day < this.#last.from || day > this.#last.to) {
      this.#last = this.#periodOf(day);
    }
    return this.#last;
  }

  #periodOf(day: DayNumber): BillOfCalls {
    const { from, to } = billingPeriodOf(day, this.#startDay);
    return madeOnce(this.#byFirstDay, from, () => ({ from, to, callsFrom: from }));
  }

  /** The days of each bill, in order; none where no period was given and no call rated. */
  get all(): readonly BillDays[] {
    if (this.#period !== undefined) return [this.#period];
    return [...this.#byFirstDay.values()].sort((a, b) => a.from - b.from);
  }
}

const checkPeriod = knownOptions<BillPeriod>("period", { from: "any", to: "any" });

/**
 * The days of a requested period.
 *
 * @throws TypeError for a field that is not known
 * @throws RangeError for a value that is no date, and for days that run backwards or are too many
 */
export function billDaysOf(period: BillPeriod): BillDays {
  checkPeriod(period);
  const dayOf = (name: "from" | "to"): DayNumber => {
    const day = parseCivilDate(period[name]);
    if (day !== undefined) return day;
    throw new RangeError(`period: ${name}: ${JSON.stringify(period[name])} is not a date; write YYYY-MM-DD.`);
  };
  const [from, to] = [dayOf("from"), dayOf("to")];
  if (from > to) throw new RangeError(`period: to, ${period.to}, is before from, ${period.from}.`);
  if (to - from < MOST_DAYS) return { from, to };
  throw new RangeError(`period: ${period.from} to ${period.to} is more than ${MOST_DAYS} days.`);
}
