/** R67: days charged alike, as runs, and what they come to. */
import type { DayNumber } from "../../calendar/index.ts";
import type { ChargedDays, CheckedChargedDays } from "../../model/index.ts";
import {
  addFractions,
  compareFractions,
  decimalTextOf,
  type Fraction,
  scaleFraction,
  ZERO_FRACTION,
} from "../../money/index.ts";
import type { DayTexts } from "./periods.ts";

/** What a day is charged, exactly; one object for all days of one kind. */
export class DayTerms {
  readonly count: Fraction;
  readonly billed: Fraction;
  /** Pounds, of one for a whole period. */
  readonly price: Fraction;
  /** Pounds, of all for a whole period, after the scheme. */
  readonly net: Fraction;
  /** Pounds, wholesale, of one for a whole period; undefined where there is none, or not by days. */
  readonly carrier: Fraction | undefined;
  #written: Omit<ChargedDays, "startDate" | "endDate"> | undefined;

  constructor(
    count: Fraction,
    billed: Fraction,
    price: Fraction,
    net: Fraction,
    carrier: Fraction | undefined,
  ) {
    this.count = count;
    this.billed = billed;
    this.price = price;
    this.net = net;
    this.carrier = carrier;
  }

  /** Whether a day would be charged the same (R69). */
  chargesAs(other: DayTerms): boolean {
    return (
      this === other ||
      (isSame(this.billed, other.billed) && isSame(this.price, other.price) && isSame(this.net, other.net))
    );
  }

  /** Whether it is written down the same. */
  isAs(other: DayTerms): boolean {
    if (this === other) return true;
    const [carrier, others] = [this.carrier, other.carrier];
    return (
      this.chargesAs(other) &&
      isSame(this.count, other.count) &&
      (carrier === undefined || others === undefined ? carrier === others : isSame(carrier, others))
    );
  }

  get written(): Omit<ChargedDays, "startDate" | "endDate"> {
    this.#written ??= {
      count: decimalTextOf(this.count),
      billed: decimalTextOf(this.billed),
      price: decimalTextOf(this.price),
      net: decimalTextOf(this.net),
      carrier: this.carrier === undefined ? null : decimalTextOf(this.carrier),
    };
    return this.#written;
  }
}

function isSame(a: Fraction, b: Fraction): boolean {
  return a === b || compareFractions(a, b) === 0;
}

/** Days one after another, both ends inclusive. */
export interface Days {
  readonly start: DayNumber;
  readonly end: DayNumber;
}

/** Days one after another that are charged alike. */
export interface Run extends Days {
  readonly terms: DayTerms;
}

/** The run that a part of `chargesMade` records. */
export function runOf({ startDate, endDate, ...part }: CheckedChargedDays): Run {
  const { count, billed, price, net, carrier } = part;
  return { start: startDate, end: endDate, terms: new DayTerms(count, billed, price, net, carrier) };
}

/** A run as a part of `chargesMade`. */
export function writtenRun({ start, end, terms }: Run, texts: DayTexts): ChargedDays {
  const { count, billed, price, net, carrier } = terms.written;
  return {
    startDate: texts.of(start),
    endDate: texts.of(end),
    count,
    billed,
    price,
    net,
    carrier: carrier ?? null,
  };
}

/** Runs in order of days, neighbours of one kind as one, so that how they came about leaves no mark. */
export function joined(runs: readonly Run[]): readonly Run[] {
  if (runs.length < 2) return runs;
  const sorted = [...runs].sort((a, b) => a.start - b.start);
  const kept: Run[] = [];
  for (const run of sorted) {
    const last = kept[kept.length - 1];
    if (last !== undefined && last.end + 1 === run.start && last.terms.isAs(run.terms)) {
      kept[kept.length - 1] = { ...last, end: run.end };
    } else kept.push(run);
  }
  return kept;
}

/** Σ net ÷ D: what the days recorded for a period of so many days come to, not rounded. */
export function netOf(runs: readonly Run[], periodDays: number): Fraction {
  return shareOf(runs, periodDays, ({ net }) => net);
}

/** Σ carrier × billed ÷ D, of the days that have a wholesale price. */
export function carrierOf(runs: readonly Run[], periodDays: number): Fraction {
  return shareOf(runs, periodDays, ({ carrier, billed }) =>
    carrier === undefined ? ZERO_FRACTION : scaleFraction(carrier, billed.numerator, billed.denominator),
  );
}

function shareOf(
  runs: readonly Run[],
  periodDays: number,
  amountOf: (terms: DayTerms) => Fraction,
): Fraction {
  let sum = ZERO_FRACTION;
  for (const { start, end, terms } of runs) {
    const amount = amountOf(terms);
    const days = end - start + 1;
    // Whole periods are most of all: their amount is not taken times days and divided by them again.
    if (days === periodDays && runs.length === 1) return amount;
    sum = addFractions(sum, scaleFraction(amount, days));
  }
  return scaleFraction(sum, 1n, periodDays);
}

/** The days of a stretch that none of the runs has; they are ascending, and only those near are looked at. */
export function daysLeft(from: DayNumber, to: DayNumber, taken: readonly Days[]): Days[] {
  let low = 0;
  for (let high = taken.length; low < high; ) {
    const middle = (low + high) >> 1;
    if ((taken[middle] as Days).end < from) low = middle + 1;
    else high = middle;
  }
  const left: Days[] = [];
  let start = from;
  for (let at = low; at < taken.length; at++) {
    const run = taken[at] as Days;
    if (run.start > to) break;
    if (run.start > start) left.push({ start, end: run.start - 1 });
    start = run.end + 1;
  }
  if (start <= to) left.push({ start, end: to });
  return left;
}

/** The days from a day on. */
export function daysFrom(days: readonly Days[], from: DayNumber): readonly Days[] {
  return days.flatMap(({ start, end }) => (end < from ? [] : [{ start: Math.max(start, from), end }]));
}
