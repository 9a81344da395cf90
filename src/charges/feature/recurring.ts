/** R67, R70: what recurs, for each period by its days. */
import type { DayNumber } from "../../calendar/index.ts";
import { decimalTextOf, type Fraction, scaleFraction, ZERO_FRACTION } from "../../money/index.ts";
import type { ChargeOutcome } from "../charge-trace.ts";
import { ChargeFault } from "../charged.ts";
import {
  type CarrierValue,
  carrierOfAll,
  carrierValueOf,
  difference,
  UNKNOWN_CARRIER,
} from "./carrier-value.ts";
import { type Days, DayTerms, daysFrom, netOf, type Run } from "./charged-days.ts";
import { discounted } from "./counts.ts";
import type { Amount } from "./feature-amounts.ts";
import type { DueCharge, FeatureRun } from "./feature-run.ts";
import type { MadePeriod } from "./ledger.ts";
import type { Period } from "./periods.ts";
import { tellDated, tellDays, tellNet, tellPeriod, tellRecorded, tellRounding } from "./tell.ts";

/** What a whole period of one kind of days comes to, kept for the next one. */
interface WholePeriod {
  readonly terms: DayTerms;
  readonly value: Fraction;
  readonly valueText: string;
  readonly carrier: CarrierValue;
  readonly carrierText: string | null;
}

/** The recurring charges of a feature. */
export class Recurring {
  readonly #run: FeatureRun;
  #terms: { readonly of: readonly unknown[]; readonly terms: DayTerms } | undefined;
  #whole: WholePeriod | undefined;

  /** The first period that may have a day left, and the dueDate for which that holds. */
  #index: number | undefined;
  #due: DayNumber | undefined;

  constructor(run: FeatureRun) {
    this.#run = run;
  }

  /** The next charge that falls due in the range. */
  next(): DueCharge | undefined {
    const { start, end, ledger, periods, isArrears, range } = this.#run;
    const from = Math.max(start, ledger.due ?? start);
    // Where nothing but charges has moved dueDate, the periods before the last one charged have no day left.
    if (this.#index === undefined || ledger.due !== this.#due) this.#index = this.#firstIndex(from);
    this.#due = ledger.due;
    for (let index = this.#index; ; index++) {
      this.#index = index;
      const period = periods.at(index);
      if (period.start > end || period.start > range.to) return undefined;
      const first = Math.max(period.start, from);
      const last = Math.min(period.end, end);
      if (first > last) continue;
      const days = ledger.freeDays(first, last);
      const [earliest, latest] = [days[0], days[days.length - 1]];
      if (earliest === undefined || latest === undefined) continue;
      const date = isArrears ? latest.end + 1 : earliest.start;
      if (this.#run.isSettledBefore(date)) continue;
      return date > range.to ? undefined : { date, make: () => this.#make(period, days, date) };
    }
  }

  /** The first period that may be due; those long before `chargesFrom` are not gone through. */
  #firstIndex(from: DayNumber): number {
    const { ledger, periods, subject } = this.#run;
    const { chargesFrom } = subject.book.settings;
    const index = periods.indexOf(from);
    if (ledger.due !== undefined || chargesFrom === undefined || chargesFrom <= from) return index;
    return Math.max(index, periods.indexOf(chargesFrom) - 1);
  }

  #make(period: Period, days: readonly Days[], date: DayNumber): ChargeFault | undefined {
    const { ledger, dated, amounts } = this.#run;
    const first = (days[0] as Days).start;
    const last = (days[days.length - 1] as Days).end;
    const entry = ledger.entryOf(period);
    tellPeriod(this.#run.trace, this.#run.interval, period);
    if (entry?.isFixed === true) return this.#settle(first, last, "the period was charged whole");
    const asked = dated.priceOn(first) === undefined ? amounts.recurring(first) : undefined;
    // Without a price on the first day there may be one dated later in the period: the days before it are settled.
    const priced = asked === undefined ? daysFrom(days, dated.firstPriceFrom) : days;
    const each = priced[0] && dated.priceOn(priced[0].start);
    const amount = each === undefined ? asked : amounts.ofDated(each, first);
    if (amount instanceof ChargeFault) {
      this.#end(first, last, { fault: amount });
      return amount;
    }
    if (amount === undefined) return this.#settle(first, last, "there is no price");
    if (!amount.price.isFixed) this.#charge(period, priced, date, entry, amount);
    else if (entry === undefined) this.#chargeWhole(period, days, date, amount);
    else return this.#settle(first, last, "the period was charged before");
    return undefined;
  }

  #settle(first: DayNumber, last: DayNumber, settled: string): undefined {
    this.#settleUntil(last);
    this.#end(first, last, { settled });
  }

  #settleUntil(last: DayNumber): void {
    this.#run.ledger.due = last + 1;
    this.#due = last + 1;
  }

  /** By days (R70): each at its own count, price and scheme. */
  #charge(
    period: Period,
    days: readonly Days[],
    date: DayNumber,
    entry: MadePeriod | undefined,
    { price, wholesale }: Amount,
  ): void {
    const { counts, dated, schemes, trace } = this.#run;
    counts.begin((days[0] as Days).start);
    const byDays = wholesale?.isFixed === true ? undefined : wholesale?.each;
    const runs: Run[] = [];
    for (const { start, end: until } of days) {
      for (let from = start; from <= until; ) {
        const end = Math.min(until, dated.nextAfter(from) - 1, schemes.nextAfter(from) - 1);
        const datedPrice = dated.priceOn(from);
        if (datedPrice !== undefined && runs.length > 0) tellDated(trace, datedPrice, from);
        const terms = this.#termsOn(from, datedPrice ?? price.each, byDays);
        counts.reach(terms.billed);
        runs.push({ start: from, end, terms });
        from = end + 1;
      }
    }
    const [only] = runs;
    const isWhole = entry === undefined && runs.length === 1 && only?.end === period.end;
    if (isWhole && only?.start === period.start && trace === undefined && wholesale?.isFixed !== true) {
      const whole = this.#wholeOf(only.terms, wholesale !== undefined);
      this.#add(runs, date, whole.valueText, whole.carrierText);
      const { value, carrier } = whole;
      this.#run.ledger.make(period, { isFixed: false, value, valueCarrier: carrier.total, runs });
      return;
    }
    const all = entry === undefined ? runs : [...entry.runs, ...runs];
    const net = netOf(all, period.days);
    const value = this.#run.rounded(net);
    const carrier = this.#carrierOf(period, entry, runs, wholesale);
    const added = entry === undefined ? value : difference(value, entry.value);
    for (const run of entry?.runs ?? []) tellRecorded(trace, run);
    tellDays(trace, all, period);
    tellRounding(trace, net, value, entry?.value);
    this.#add(runs, date, decimalTextOf(added), textOf(carrier.added));
    this.#run.ledger.make(period, { isFixed: false, value, valueCarrier: carrier.total, runs: all });
  }

  /** Whole, whatever the days (R72): the first new day decides count and scheme. */
  #chargeWhole(period: Period, days: readonly Days[], date: DayNumber, { price, wholesale }: Amount): void {
    const { start } = days[0] as Days;
    this.#run.counts.begin(start);
    const byDays = wholesale?.isFixed === true ? undefined : wholesale?.each;
    const terms = this.#termsOn(start, price.each, byDays);
    this.#run.counts.reach(terms.billed);
    const runs = days.map((stretch): Run => ({ ...stretch, terms }));
    const value = this.#run.rounded(terms.net);
    const carrier = this.#carrierOf(period, undefined, runs, wholesale);
    tellRounding(this.#run.trace, terms.net, value, undefined);
    this.#add(runs, date, decimalTextOf(value), textOf(carrier.added));
    this.#run.ledger.make(period, { isFixed: true, value, valueCarrier: carrier.total, runs });
  }

  /** What a day costs; days of one count, price and scheme have one object. */
  #termsOn(day: DayNumber, price: Fraction, carrier: Fraction | undefined): DayTerms {
    const { counts, schemes, ledger, trace } = this.#run;
    const count = counts.countOn(day);
    const scheme = schemes.on(day);
    const of = [count, ledger.committed, price, scheme, carrier];
    const last = this.#terms;
    if (trace === undefined && last !== undefined && of.every((value, at) => value === last.of[at])) {
      return last.terms;
    }
    const billed = counts.billedOf(count);
    const net = discounted(scheme, "recurring", price, billed);
    const terms = new DayTerms(count, billed, price, net, carrier);
    if (trace !== undefined) counts.tell(trace, day, billed);
    tellNet(trace, "recurring", day, terms, scheme);
    this.#terms = { of, terms };
    return terms;
  }

  #wholeOf(terms: DayTerms, isCarried: boolean): WholePeriod {
    if (this.#whole?.terms === terms) return this.#whole;
    const value = this.#run.rounded(terms.net);
    const each = terms.carrier ?? ZERO_FRACTION;
    const all = this.#run.rounded(scaleFraction(each, terms.billed.numerator, terms.billed.denominator));
    const carrier = isCarried ? { added: all, total: all } : UNKNOWN_CARRIER;
    const [valueText, carrierText] = [decimalTextOf(value), textOf(carrier.added)];
    this.#whole = { terms, value, valueText, carrier, carrierText };
    return this.#whole;
  }

  #carrierOf(
    period: Period,
    entry: MadePeriod | undefined,
    runs: readonly Run[],
    wholesale: Amount["wholesale"],
  ): CarrierValue {
    if (wholesale === undefined) return UNKNOWN_CARRIER;
    if (!wholesale.isFixed) {
      const all = entry === undefined ? runs : [...entry.runs, ...runs];
      return carrierValueOf(entry, all, period, (value) => this.#run.rounded(value), this.#run.trace);
    }
    // With a period's first charge only (R71).
    if (entry !== undefined) return { added: undefined, total: entry.valueCarrier };
    const whole = carrierOfAll(this.#run, wholesale.each, (runs[0] as Run).terms.billed);
    return { added: whole, total: whole };
  }

  #add(runs: readonly Run[], date: DayNumber, value: string, carrier: string | null): void {
    const [{ start }, last] = [runs[0] as Run, runs[runs.length - 1] as Run];
    this.#settleUntil(last.end);
    const { billed } = last.terms;
    const source = "recurring";
    const charge = { source, kind: source, date, start, end: last.end, billed, value, carrier } as const;
    const transaction = this.#run.add(charge);
    this.#end(start, last.end, { transaction });
  }

  #end(first: DayNumber, last: DayNumber, outcome: ChargeOutcome): void {
    const { texts } = this.#run.range;
    this.#run.trace?.end("recurring", texts.of(first), texts.of(last), outcome);
  }
}

function textOf(value: Fraction | undefined): string | null {
  return value === undefined ? null : decimalTextOf(value);
}
