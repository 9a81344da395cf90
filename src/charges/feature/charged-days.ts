/** R67: days charged alike, as runs, the periods that have them, and what they come to. */
import { type DayNumber, formatCivilDate } from "../../calendar/index.ts";
import type {
  ChargedDays,
  CheckedChargedDays,
  CheckedRecurringMade,
  ExactDecimal,
  RecurringMade,
} from "../../model/index.ts";
import {
  addFractions,
  compareFractions,
  decimalTextOf,
  type Fraction,
  scaleFraction,
  ZERO_FRACTION,
} from "../../money/index.ts";

/** What a day is charged, exactly; one object for all days of one kind. A part of `chargesMade` is one, too. */
export interface DayTerms {
  readonly count: Fraction;
  readonly billed: Fraction;
  /** Pounds, of one for a whole period. */
  readonly price: Fraction;
  /** Pounds, of all for a whole period, after the scheme. */
  readonly net: Fraction;
  /** Pounds, wholesale, of one for a whole period; undefined where there is none, or not by days. */
  readonly carrier?: Fraction | undefined;
}

/** Whether a day would be charged the same (R69). */
export function chargesAs(a: DayTerms, b: DayTerms): boolean {
  return a === b || (isSame(a.billed, b.billed) && isSame(a.price, b.price) && isSame(a.net, b.net));
}

/** Whether a day is written down the same. */
function isWrittenAs(a: DayTerms, b: DayTerms): boolean {
  return a === b || (chargesAs(a, b) && isSame(a.count, b.count) && isSame(a.carrier, b.carrier));
}

function isSame(a: Fraction | undefined, b: Fraction | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && compareFractions(a, b) === 0);
}

/** A decimal as text: as it was written, where that is known. */
export function textOf(value: Fraction | ExactDecimal): string {
  return "text" in value ? value.text : decimalTextOf(value);
}

/** a − b, exact. */
export function difference(a: Fraction, b: Fraction): Fraction {
  return addFractions(a, scaleFraction(b, -1n));
}

/** So many of an amount, exact. */
export function times(each: Fraction, count: Fraction): Fraction {
  return scaleFraction(each, count.numerator, count.denominator);
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

/** The first and the last of the days of runs or stretches, of which there is at least one. */
export function endsOf(days: readonly Days[]): Days {
  return { start: (days[0] as Days).start, end: (days[days.length - 1] as Days).end };
}

/** What a charge or a correction makes of a period. */
export interface MadeNow {
  /** Charged whole by a `fixed` line (R72). */
  readonly isFixed: boolean;
  /** Pounds, charged so far. */
  readonly value: Fraction;
  /** Pounds, wholesale; undefined where it is not known. */
  readonly valueCarrier: Fraction | undefined;
  readonly runs: readonly Run[];
}

/** What was charged for a whole period, or for some days of it (R67). */
export class MadePeriod implements Days, MadeNow {
  readonly #made: CheckedRecurringMade | (Days & MadeNow);
  #runs: readonly Run[] | undefined;

  /** Of a feature's record, or as a charge has just made it. */
  constructor(made: CheckedRecurringMade | (Days & MadeNow)) {
    this.#made = made;
  }

  get start(): DayNumber {
    return "parts" in this.#made ? this.#made.periodStart : this.#made.start;
  }

  get end(): DayNumber {
    return "parts" in this.#made ? this.#made.periodEnd : this.#made.end;
  }

  get days(): number {
    return this.end - this.start + 1;
  }

  get isFixed(): boolean {
    return "parts" in this.#made ? this.#made.fixed : this.#made.isFixed;
  }

  get value(): Fraction {
    return this.#made.value;
  }

  get valueCarrier(): Fraction | undefined {
    return this.#made.valueCarrier;
  }

  /** Most recorded periods are only given back: their days are taken apart on first use. */
  get runs(): readonly Run[] {
    this.#runs ??= "parts" in this.#made ? this.#made.parts.map(runOf) : this.#made.runs;
    return this.#runs;
  }

  /** First and last of its days; undefined where it has none. */
  get first(): DayNumber | undefined {
    return "parts" in this.#made ? this.#made.parts[0]?.startDate : this.#made.runs[0]?.start;
  }

  get last(): DayNumber | undefined {
    return "parts" in this.#made ? this.#made.parts.at(-1)?.endDate : this.#made.runs.at(-1)?.end;
  }

  /** As a record of `chargesMade`. */
  written(texts: DayTexts): RecurringMade {
    const { value, valueCarrier } = this.#made;
    return {
      source: "recurring",
      periodStart: texts.of(this.start),
      periodEnd: texts.of(this.end),
      fixed: this.isFixed,
      value: textOf(value),
      valueCarrier: valueCarrier === undefined ? null : textOf(valueCarrier),
      parts:
        "parts" in this.#made
          ? this.#made.parts.map((part) => texts.partOf(part.startDate, part.endDate, part))
          : this.#made.runs.map(({ start, end, terms }) => texts.partOf(start, end, terms)),
    };
  }
}

function runOf(part: CheckedChargedDays): Run {
  return { start: part.startDate, end: part.endDate, terms: part };
}

/** What a run of features writes, each made once: a year of charges has a hundred thousand times the same few days. */
export class DayTexts {
  readonly #known = new Map<DayNumber, string>();
  /** The part that was written last, and its terms: most periods of a feature are charged as the one before. */
  #terms: DayTerms | undefined;
  #part: ChargedDays | undefined;

  of(day: DayNumber): string {
    let text = this.#known.get(day);
    if (text === undefined) {
      text = formatCivilDate(day);
      this.#known.set(day, text);
    }
    return text;
  }

  /** Days as a part of `chargesMade`. */
  partOf(start: DayNumber, end: DayNumber, terms: DayTerms): ChargedDays {
    const [startDate, endDate] = [this.of(start), this.of(end)];
    if (this.#part !== undefined && this.#terms === terms) {
      const { count, billed, price, net, carrier = null } = this.#part;
      return { startDate, endDate, count, billed, price, net, carrier };
    }
    this.#terms = terms;
    this.#part = {
      startDate,
      endDate,
      count: textOf(terms.count),
      billed: textOf(terms.billed),
      price: textOf(terms.price),
      net: textOf(terms.net),
      carrier: terms.carrier === undefined ? null : textOf(terms.carrier),
    };
    return this.#part;
  }
}

/** Runs in order of days, neighbours of one kind as one, so that how they came about leaves no mark. */
export function joined(runs: readonly Run[]): readonly Run[] {
  if (runs.length < 2) return runs;
  const kept: Run[] = [];
  for (const run of runs.toSorted((a, b) => a.start - b.start)) {
    const last = kept[kept.length - 1];
    if (last !== undefined && last.end + 1 === run.start && isWrittenAs(last.terms, run.terms)) {
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
    carrier === undefined ? ZERO_FRACTION : times(carrier, billed),
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

/** Index of the first of ascending days that is after a day. */
export function indexAfter(
  days: { readonly length: number },
  dayAt: (index: number) => DayNumber,
  day: DayNumber,
): number {
  let low = 0;
  for (let high = days.length; low < high; ) {
    const middle = (low + high) >> 1;
    if (dayAt(middle) <= day) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The days of a stretch that none of the runs has; they are ascending, and only those near are looked at. */
export function daysLeft(from: DayNumber, to: DayNumber, taken: readonly Days[]): Days[] {
  const left: Days[] = [];
  let start = from;
  for (
    let at = indexAfter(taken, (runIndex) => (taken[runIndex] as Days).end, from - 1);
    at < taken.length;
    at++
  ) {
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
