/**
 * R75: a total in instalments, one for each period, never by days and never corrected.
 *
 * Where the rules are silent: an interval in arrears brings an instalment on the day after its period, and the rest
 * after an end still falls due on the end; `instalments` of 0 means no instalments.
 */
import type { DayNumber } from "../../calendar/index.ts";
import { PRICE_DECIMALS } from "../../model/index.ts";
import {
  addFractions,
  compareFractions,
  decimalTextOf,
  type Fraction,
  formatFraction,
  formatUnits,
  scaleFraction,
  ZERO_FRACTION,
} from "../../money/index.ts";
import { ChargeFault } from "../charged.ts";
import { type Days, difference, textOf, times } from "./charged-days.ts";
import type { DueCharge, FeatureRun } from "./feature-run.ts";

export class Instalments {
  readonly #run: FeatureRun;
  readonly #number: number;
  readonly #total: Fraction;

  /** @param number the number of instalments; @param total their sum, for a count of 1 */
  constructor(run: FeatureRun, number: number, total: Fraction) {
    this.#run = run;
    this.#number = number;
    this.#total = total;
  }

  /** The next instalment that falls due in the range, or the rest after the end. */
  next(): DueCharge | undefined {
    const { start, end, periods, isArrears, range } = this.#run;
    const settled = this.#settled();
    if (settled >= this.#number) return this.#rest();
    const period = periods.at(periods.indexOf(start) + settled);
    const from = Math.max(period.start, start);
    const date = isArrears ? period.end + 1 : from;
    if (date > end) return this.#rest();
    if (date > range.to) return undefined;
    const days = { start: from, end: Math.min(period.end, end) };
    return { date, make: () => this.#make(settled + 1, date, days, period.end + 1) };
  }

  #settled(): number {
    return settledInstalments(this.#run, this.#number, this.#run.ledger.due);
  }

  /** The billed count of the first day, which holds for all instalments. */
  get #billed(): Fraction {
    const { counts, start } = this.#run;
    return counts.billedOf(counts.countOn(start));
  }

  /** T × c × k ÷ n. */
  #exactUpTo(number: number): Fraction {
    return scaleFraction(times(this.#total, this.#billed), number, this.#number);
  }

  /** q(T × c × k ÷ n). */
  #upTo(number: number): Fraction {
    return this.#run.rounded(this.#exactUpTo(number));
  }

  get #charged(): Fraction {
    return this.#run.ledger.charged ?? this.#upTo(this.#settled());
  }

  #make(number: number, date: DayNumber, days: Days, due: DayNumber): ChargeFault | undefined {
    const { counts, ledger, amounts, start } = this.#run;
    const wholesale = amounts.wholesale("recurring", days.start);
    if (wholesale instanceof ChargeFault) {
      this.#run.tellEnd("instalment", days, { fault: wholesale });
      return wholesale;
    }
    counts.begin(start);
    const value = this.#tellValue(number);
    this.#add(date, days, value, wholesale && this.#run.carrierOfAll(wholesale.each, this.#billed));
    ledger.due = due;
    return undefined;
  }

  /** The rest after the end. */
  #rest(): DueCharge | undefined {
    const { end, ledger, range, counts, start } = this.#run;
    if (end > range.to || this.#run.isSettledBefore(end)) return undefined;
    if (ledger.charged === undefined && (ledger.due ?? end) > end) return undefined;
    if (compareFractions(this.#upTo(this.#number), this.#charged) <= 0) return undefined;
    return {
      date: end,
      make: () => {
        counts.begin(start);
        this.#add(end, { start: end, end }, this.#tellValue(this.#number), undefined);
        ledger.due = Math.max(ledger.due ?? end + 1, end + 1);
        return undefined;
      },
    };
  }

  /** Adds a value to the ledger, with a transaction unless the value is 0. */
  #add(date: DayNumber, days: Days, value: Fraction, carrier: Fraction | undefined): void {
    const { ledger, counts } = this.#run;
    const billed = this.#billed;
    const isNothing = value.numerator === 0n;
    const charged = isNothing ? this.#charged : addFractions(this.#charged, value);
    counts.reach(billed);
    ledger.charged = charged;
    ledger.remaining = difference(this.#upTo(this.#number), charged);
    if (isNothing) this.#run.tellEnd("instalment", days, { settled: "it comes to nothing" });
    else this.#run.add({ source: "instalment", date, days, billed, value, carrier });
  }

  /** The value of the first `number` instalments less earlier charges, recorded in the trace. */
  #tellValue(number: number): Fraction {
    const upTo = this.#upTo(number);
    const before = this.#charged;
    const value = compareFractions(upTo, before) > 0 ? difference(upTo, before) : ZERO_FRACTION;
    const { trace, counts, start, subject } = this.#run;
    if (trace === undefined) return value;
    counts.tell(trace, start, this.#billed);
    const { totalFeatureValue, serviceCharge } = subject.feature;
    const total = decimalTextOf(this.#total);
    if (totalFeatureValue !== undefined) trace.choose("R75", "total", total, "totalFeatureValue");
    else {
      const each = formatUnits(serviceCharge ?? 0, PRICE_DECIMALS);
      trace.choose("R75", "price", each, "serviceCharge", [{ what: "totalFeatureValue", why: "is blank" }]);
      trace.sum("R75", "total", `${each} × ${this.#number}`, total);
    }
    const inputs = `${total} × ${decimalTextOf(this.#billed)} × ${number} ÷ ${this.#number}`;
    const exact = formatFraction(this.#exactUpTo(number));
    trace.sum("R75", `up to instalment ${number} of ${this.#number}`, inputs, textOf(upTo), exact);
    const less = `${textOf(upTo)} − ${textOf(before)}, at least 0`;
    trace.sum("R75", "less what was charged before", less, textOf(value));
    return value;
  }
}

/** The number of instalments whose periods are settled: periods that began before dueDate. */
export function settledInstalments(run: FeatureRun, number: number, due: DayNumber | undefined): number {
  const { range, isArrears, periods, start } = run;
  const day = due ?? range.chargesFrom ?? start;
  const begun = day <= start ? 0 : periods.indexOf(day - 1) - periods.indexOf(start) + 1;
  // In arrears a period falls due on the day on which the next one begins.
  const settled = due === undefined && isArrears ? Math.max(0, begun - 1) : begun;
  return Math.min(number, settled);
}
