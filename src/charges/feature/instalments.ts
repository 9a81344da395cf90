/**
 * R75: a total in instalments, one for each period, never by days and never corrected.
 *
 * Where the rules are silent: an interval in arrears brings an instalment on the day after its period, and what an end
 * leaves still falls due on the end; `instalments` of 0 are none.
 */
import type { DayNumber } from "../../calendar/index.ts";
import { type FeatureInForce, PRICE_DECIMALS } from "../../model/index.ts";
import {
  compareFractions,
  decimalTextOf,
  type Fraction,
  formatFraction,
  formatUnits,
  fractionOf,
  scaleFraction,
  ZERO_FRACTION,
} from "../../money/index.ts";
import { ChargeFault } from "../charged.ts";
import { carrierOfAll, difference } from "./carrier-value.ts";
import type { DueCharge, FeatureRun } from "./feature-run.ts";

/** What all instalments of one come to: `totalFeatureValue`, or so many service charges. */
export function totalOf({
  totalFeatureValue,
  instalments = 0,
  serviceCharge,
}: FeatureInForce): Fraction | undefined {
  if (totalFeatureValue !== undefined) return fractionOf(totalFeatureValue, PRICE_DECIMALS);
  if (serviceCharge === undefined) return undefined;
  return scaleFraction(fractionOf(serviceCharge, PRICE_DECIMALS), instalments);
}

/** The instalments of a feature. */
export class Instalments {
  readonly #run: FeatureRun;
  readonly #number: number;
  readonly #total: Fraction;

  /** @param number how many there are; @param total what they come to, of one */
  constructor(run: FeatureRun, number: number, total: Fraction) {
    this.#run = run;
    this.#number = number;
    this.#total = total;
  }

  /** The next instalment that falls due in the range, or what the end leaves. */
  next(): DueCharge | undefined {
    const { start, end, periods, isArrears, range } = this.#run;
    const place = this.#settled();
    if (place >= this.#number) return this.#rest();
    const period = periods.at(periods.indexOf(start) + place);
    const from = Math.max(period.start, start);
    const date = isArrears ? period.end + 1 : from;
    if (date > end) return this.#rest();
    if (date > range.to) return undefined;
    const days = { start: from, end: Math.min(period.end, end) };
    return { date, make: () => this.#make(place + 1, date, days, period.end + 1) };
  }

  /** How many periods were settled: those that began before dueDate. */
  #settled(): number {
    const { ledger, subject, isArrears, periods, start } = this.#run;
    const { chargesFrom } = subject.book.settings;
    if (ledger.due === undefined && chargesFrom === undefined) return 0;
    const first = periods.indexOf(start);
    const beganBefore = (day: DayNumber): number => (day <= start ? 0 : periods.indexOf(day - 1) - first + 1);
    if (ledger.due !== undefined) return Math.min(this.#number, beganBefore(ledger.due));
    // In arrears a period falls due on the day on which the next one begins.
    const begun = beganBefore(chargesFrom ?? start);
    return Math.min(this.#number, isArrears ? Math.max(0, begun - 1) : begun);
  }

  /** The count of them all, that of the first day. */
  #billed(): Fraction {
    const { counts, start } = this.#run;
    return counts.billedOf(counts.countOn(start));
  }

  /** T × c × k ÷ n. */
  #exactUpTo(number: number): Fraction {
    const billed = this.#billed();
    const all = scaleFraction(this.#total, billed.numerator, billed.denominator);
    return scaleFraction(all, number, this.#number);
  }

  /** q(T × c × k ÷ n). */
  #upTo(number: number): Fraction {
    return this.#run.rounded(this.#exactUpTo(number));
  }

  #charged(): Fraction {
    return this.#run.ledger.charged ?? this.#upTo(this.#settled());
  }

  #make(
    number: number,
    date: DayNumber,
    days: { start: DayNumber; end: DayNumber },
    due: DayNumber,
  ): ChargeFault | undefined {
    const { counts, ledger, amounts, trace } = this.#run;
    const wholesale = amounts.wholesale("recurring", days.start);
    if (wholesale instanceof ChargeFault) {
      const { texts } = this.#run.range;
      trace?.end("instalment", texts.of(days.start), texts.of(days.end), { fault: wholesale });
      return wholesale;
    }
    counts.begin(this.#run.start);
    const before = this.#charged();
    const upTo = this.#upTo(number);
    const value = compareFractions(upTo, before) > 0 ? difference(upTo, before) : ZERO_FRACTION;
    const billed = this.#billed();
    this.#tell(number, upTo, before, value);
    const carrier = wholesale && carrierOfAll(this.#run, wholesale.each, billed);
    this.#add(date, days, value, carrier);
    ledger.due = due;
    return undefined;
  }

  /** What an end leaves. */
  #rest(): DueCharge | undefined {
    const { end, ledger, range } = this.#run;
    if (end > range.to || this.#run.isSettledBefore(end)) return undefined;
    if (ledger.charged === undefined && (ledger.due ?? end) > end) return undefined;
    const before = this.#charged();
    const all = this.#upTo(this.#number);
    if (compareFractions(all, before) <= 0) return undefined;
    return {
      date: end,
      make: () => {
        this.#run.counts.begin(this.#run.start);
        const left = this.#charged();
        const value = difference(this.#upTo(this.#number), left);
        this.#tell(this.#number, all, left, value);
        this.#add(end, { start: end, end }, value, undefined);
        ledger.due = Math.max(ledger.due ?? end + 1, end + 1);
        return undefined;
      },
    };
  }

  /** Writes a value down, and makes a transaction of it unless it is 0. */
  #add(
    date: DayNumber,
    { start, end }: { start: DayNumber; end: DayNumber },
    value: Fraction,
    carrier: Fraction | undefined,
  ): void {
    const { ledger, counts, trace } = this.#run;
    const billed = this.#billed();
    const charged = value.numerator === 0n ? this.#charged() : sum(this.#charged(), value);
    counts.reach(billed);
    ledger.charged = charged;
    ledger.remaining = difference(this.#upTo(this.#number), charged);
    const { texts } = this.#run.range;
    const [startText, endText] = [texts.of(start), texts.of(end)];
    if (value.numerator === 0n) {
      trace?.end("instalment", startText, endText, { settled: "it comes to nothing" });
      return;
    }
    const transaction = this.#run.add({
      source: "instalment",
      kind: "recurring",
      date,
      start,
      end,
      billed,
      value: decimalTextOf(value),
      carrier: carrier === undefined ? null : decimalTextOf(carrier),
    });
    trace?.end("instalment", startText, endText, { transaction });
  }

  #tell(number: number, upTo: Fraction, before: Fraction, value: Fraction): void {
    const { trace, counts, start, subject } = this.#run;
    if (trace === undefined) return;
    const billed = this.#billed();
    counts.tell(trace, start, billed);
    const { totalFeatureValue, serviceCharge } = subject.feature;
    const total = decimalTextOf(this.#total);
    if (totalFeatureValue !== undefined) trace.choose("R75", "total", total, "totalFeatureValue");
    else {
      const each = formatUnits(serviceCharge ?? 0, PRICE_DECIMALS);
      trace.choose("R75", "price", each, "serviceCharge", [{ what: "totalFeatureValue", why: "is blank" }]);
      trace.sum("R75", "total", `${each} × ${this.#number}`, total);
    }
    const inputs = `${total} × ${decimalTextOf(billed)} × ${number} ÷ ${this.#number}`;
    const exact = formatFraction(this.#exactUpTo(number));
    trace.sum("R75", `up to instalment ${number} of ${this.#number}`, inputs, decimalTextOf(upTo), exact);
    trace.sum(
      "R75",
      "less what was charged before",
      `${decimalTextOf(upTo)} − ${decimalTextOf(before)}, at least 0`,
      decimalTextOf(value),
    );
  }
}

function sum(a: Fraction, b: Fraction): Fraction {
  return difference(a, { numerator: -b.numerator, denominator: b.denominator });
}
