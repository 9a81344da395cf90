/** R67, R70: recurring charges, for each period by its days. */
import type { DayNumber } from "../../calendar/index.ts";
import type { Fraction } from "../../money/index.ts";
import { ChargeFault } from "../charged.ts";
import type { PricePair } from "./amounts.ts";
import { type CarrierValue, carrierValueOf, UNKNOWN_CARRIER } from "./carrier-value.ts";
import {
  type Days,
  type DayTerms,
  daysFrom,
  difference,
  endsOf,
  type MadePeriod,
  netOf,
  type Run,
  times,
} from "./charged-days.ts";
import type { DueCharge, FeatureRun } from "./feature-run.ts";
import type { Period } from "./periods.ts";
import { tellDated, tellDays, tellPeriod, tellRecorded, tellRounding } from "./tell.ts";

/** Days of a period that are charged now, and the earlier charge of the period. */
interface NewDays {
  readonly period: Period;
  readonly days: readonly Days[];
  readonly date: DayNumber;
  readonly entry: MadePeriod | undefined;
}

/** The value that a charge adds to its period, and the total of the period. */
interface Value {
  readonly value: Fraction;
  readonly added: Fraction;
  readonly carrier: CarrierValue;
}

/** The recurring charges of a feature. */
export class Recurring {
  readonly #run: FeatureRun;
  /** Caches: the last terms with the inputs that they depend on, and the value of a whole period of such days. */
  #terms: { readonly inputs: readonly unknown[]; readonly terms: DayTerms } | undefined;
  #whole: (Value & { readonly terms: DayTerms }) | undefined;
  /** Index of the first period that may have a day left, and the dueDate for which this index holds. */
  #index: number | undefined;
  #due: DayNumber | undefined;

  constructor(run: FeatureRun) {
    this.#run = run;
  }

  /** The next charge that falls due in the range. */
  next(): DueCharge | undefined {
    const { start, end, ledger, periods, isArrears, range } = this.#run;
    const from = Math.max(start, ledger.due ?? start);
    // Unless corrections have moved dueDate, the periods before the last one charged have no day left.
    if (this.#index === undefined || ledger.due !== this.#due) this.#index = this.#firstIndex(from);
    this.#due = ledger.due;
    for (let index = this.#index; ; index++) {
      this.#index = index;
      const period = periods.at(index);
      if (period.start > end || period.start > range.to) return undefined;
      const first = Math.max(period.start, from);
      const last = Math.min(period.end, end);
      const days = first > last ? [] : ledger.freeDays(first, last);
      if (days.length === 0) continue;
      const left = endsOf(days);
      const date = isArrears ? left.end + 1 : left.start;
      if (this.#run.isSettledBefore(date)) continue;
      return date > range.to ? undefined : { date, make: () => this.#make(period, days, date) };
    }
  }

  /** Index of the first period that may be due; skips periods long before `chargesFrom`. */
  #firstIndex(from: DayNumber): number {
    const { ledger, periods, range } = this.#run;
    const { chargesFrom } = range;
    const index = periods.indexOf(from);
    if (ledger.due !== undefined || chargesFrom === undefined || chargesFrom <= from) return index;
    return Math.max(index, periods.indexOf(chargesFrom) - 1);
  }

  #make(period: Period, days: readonly Days[], date: DayNumber): ChargeFault | undefined {
    const { ledger, dated, amounts, trace, interval } = this.#run;
    const ends = endsOf(days);
    const entry = ledger.entryOf(period);
    tellPeriod(trace, interval, period);
    if (entry?.isFixed === true) return this.#settle(ends, "the period was charged whole");
    const asked = dated.priceOn(ends.start) === undefined ? amounts.recurring(ends.start) : undefined;
    // Without a price on the first day, a dated price may begin later in the period: the days before that are settled.
    const priced = asked === undefined ? daysFrom(days, dated.firstPriceFrom) : days;
    const each = priced[0] && dated.priceOn(priced[0].start);
    const amount = each === undefined ? asked : amounts.ofDated(each, ends.start);
    if (amount instanceof ChargeFault) {
      this.#run.tellEnd("recurring", ends, { fault: amount });
      return amount;
    }
    if (amount === undefined) return this.#settle(ends, "there is no price");
    if (amount.price.isFixed && entry !== undefined) {
      return this.#settle(ends, "the period was charged before");
    }
    this.#charge({ period, days: priced, date, entry }, amount);
    return undefined;
  }

  #settle(days: Days, settled: string): undefined {
    this.#settleUntil(days.end);
    this.#run.tellEnd("recurring", days, { settled });
  }

  #settleUntil(last: DayNumber): void {
    this.#run.ledger.due = last + 1;
    this.#due = last + 1;
  }

  #charge(charge: NewDays, amount: PricePair): void {
    const { period, days, date, entry } = charge;
    const { isFixed } = amount.price;
    this.#run.counts.begin((days[0] as Days).start);
    const added = isFixed ? this.#alikeRuns(days, amount) : this.#runsByDays(days, amount);
    const runs = entry === undefined ? added : [...entry.runs, ...added];
    const {
      value,
      added: more,
      carrier,
    } = this.#wholeValue(charge, added, amount) ?? this.#valueOf(charge, runs, amount);
    const charged = endsOf(added);
    this.#settleUntil(charged.end);
    const { billed } = (added[added.length - 1] as Run).terms;
    this.#run.add({ source: "recurring", date, days: charged, billed, value: more, carrier: carrier.added });
    this.#run.ledger.make(period, { isFixed, value, valueCarrier: carrier.total, runs });
  }

  /** Runs by days (R70): each day with its own count, price and scheme. */
  #runsByDays(days: readonly Days[], { price, wholesale }: PricePair): readonly Run[] {
    const { counts, dated, schemes, trace } = this.#run;
    const runs: Run[] = [];
    for (const { start, end: until } of days) {
      for (let from = start; from <= until; ) {
        const end = Math.min(until, dated.nextAfter(from) - 1, schemes.nextAfter(from) - 1);
        const datedPrice = dated.priceOn(from);
        if (datedPrice !== undefined && runs.length > 0) tellDated(trace, datedPrice, from);
        const terms = this.#termsOn(from, datedPrice ?? price.each, wholesale);
        counts.reach(terms.billed);
        runs.push({ start: from, end, terms });
        from = end + 1;
      }
    }
    return runs;
  }

  /** Runs of a charge that is whole, regardless of days (R72): the first new day decides count and scheme. */
  #alikeRuns(days: readonly Days[], { price, wholesale }: PricePair): readonly Run[] {
    const terms = this.#termsOn((days[0] as Days).start, price.each, wholesale);
    this.#run.counts.reach(terms.billed);
    return days.map((stretch): Run => ({ ...stretch, terms }));
  }

  /** The terms of a day, from the cache where count, price and scheme are those of the last day. */
  #termsOn(day: DayNumber, price: Fraction, wholesale: PricePair["wholesale"]): DayTerms {
    const { counts, schemes, ledger, trace } = this.#run;
    const carrier = wholesale?.isFixed === true ? undefined : wholesale?.each;
    const inputs = [counts.countOn(day), ledger.committed, price, schemes.on(day), carrier];
    const last = this.#terms;
    if (
      trace === undefined &&
      last !== undefined &&
      inputs.every((value, index) => value === last.inputs[index])
    ) {
      return last.terms;
    }
    const terms = this.#run.termsOn("recurring", day, price, carrier);
    this.#terms = { inputs, terms };
    return terms;
  }

  /** Fast path: the value of a whole period that is charged for the first time, all days alike; else undefined. */
  #wholeValue(
    { period, entry }: NewDays,
    runs: readonly Run[],
    { price, wholesale }: PricePair,
  ): Value | undefined {
    const only = runs[0] as Run;
    const isWhole = entry === undefined && only.start === period.start && only.end === period.end;
    if (!isWhole || price.isFixed || wholesale?.isFixed === true || this.#run.trace !== undefined)
      return undefined;
    const { terms } = only;
    if (this.#whole?.terms === terms) return this.#whole;
    const value = this.#run.rounded(terms.net);
    const carrier = terms.carrier && this.#run.rounded(times(terms.carrier, terms.billed));
    this.#whole = { terms, value, added: value, carrier: { added: carrier, total: carrier } };
    return this.#whole;
  }

  #valueOf({ period, entry }: NewDays, runs: readonly Run[], { price, wholesale }: PricePair): Value {
    const { trace } = this.#run;
    const net = price.isFixed ? (runs[0] as Run).terms.net : netOf(runs, period.days);
    const value = this.#run.rounded(net);
    const carrier = this.#carrierOf(period, entry, runs, wholesale);
    for (const run of entry?.runs ?? []) tellRecorded(trace, run);
    if (!price.isFixed) tellDays(trace, runs, period);
    tellRounding(trace, net, value, entry?.value);
    return { value, added: entry === undefined ? value : difference(value, entry.value), carrier };
  }

  #carrierOf(
    period: Period,
    entry: MadePeriod | undefined,
    runs: readonly Run[],
    wholesale: PricePair["wholesale"],
  ): CarrierValue {
    if (wholesale === undefined) return UNKNOWN_CARRIER;
    if (!wholesale.isFixed) return carrierValueOf(this.#run, period, entry, runs);
    // A `fixed` wholesale price counts with a period's first charge only (R71).
    if (entry !== undefined) return { added: undefined, total: entry.valueCarrier };
    const whole = this.#run.carrierOfAll(wholesale.each, (runs[0] as Run).terms.billed);
    return { added: whole, total: whole };
  }
}
