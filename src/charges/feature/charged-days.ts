/** R67: runs of days that are charged alike, the periods of the runs, and their sums. */
import { type DayNumber, formatCivilDate } from "../../calendar/index.ts";
import {
  type ChargedDays,
  type CheckedRecurringMade,
  type ExactDecimal,
  firstWhere,
  madeOnce,
  type RecurringMade,
} from "../../model/index.ts";
import {
  addFractions,
  compareFractions,
  decimalTextOf,
  type Fraction,
  scaleFraction,
  ZERO_FRACTION,
} from "../../money/index.ts";

/** The exact terms of a day's charge, one object for days of equal terms. A part of `chargesMade` is one, too. */
export interface DayTerms {
  readonly count: Fraction;
  readonly billed: Fraction;
  /** Pounds, of one for a whole period. */
  readonly price: Fraction;
  /** Pounds, of all for a whole period, after the scheme. */
  readonly net: Fraction;
  /** Pounds, wholesale, of one for a whole period; undefined where there is none, or none by days. */
  readonly carrier?: Fraction | undefined;
}

/** Whether a day would be charged the same amount by both (R69). */
export function chargesAs(a: DayTerms, b: DayTerms): boolean {
  return a === b || (isSame(a.billed, b.billed) && isSame(a.price, b.price) && isSame(a.net, b.net));
}

/** Whether both are written alike in `chargesMade`. */
function isWrittenAs(a: DayTerms, b: DayTerms): boolean {
  return a === b || (chargesAs(a, b) && isSame(a.count, b.count) && isSame(a.carrier, b.carrier));
}

function isSame(a: Fraction | undefined, b: Fraction | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && compareFractions(a, b) === 0);
}

/** A decimal as text: the text as written, where known. */
export function textOf(value: Fraction | ExactDecimal): string {
  return "text" in value ? value.text : decimalTextOf(value);
}

/** a − b, exact. */
export function difference(a: Fraction, b: Fraction): Fraction {
  return addFractions(a, scaleFraction(b, -1n));
}

/** each × count, exact. */
export function times(each: Fraction, count: Fraction): Fraction {
  return scaleFraction(each, count.numerator, count.denominator);
}

/** Consecutive days, both ends inclusive. */
export interface Days {
  readonly start: DayNumber;
  readonly end: DayNumber;
}

/** Consecutive days that are charged alike. */
export interface Run extends Days {
  readonly terms: DayTerms;
}

/** The first and last day of a list of runs or stretches that is not empty. */
export function endsOf(days: readonly Days[]): Days {
  return { start: (days[0] as Days).start, end: (days[days.length - 1] as Days).end };
}

/** The state of a period after a charge or a correction. */
export interface MadeNow {
  /** Charged whole by a `fixed` line (R72). */
  readonly isFixed: boolean;
  /** Pounds, charged so far. */
  readonly value: Fraction;
  /** Pounds, wholesale; undefined where not known. */
  readonly valueCarrier: Fraction | undefined;
  readonly runs: readonly Run[];
}

/** The charge of a whole period, or of some days of it (R67). */
export class MadePeriod implements Days, MadeNow {
  readonly #made: CheckedRecurringMade | (Days & MadeNow);
  #runs: readonly Run[] | undefined;

  /** @param made a record of the feature, or the state that a charge has just made */
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

  /** Read on first use: most recorded periods are only written again. */
  get runs(): readonly Run[] {
    this.#runs ??=
      "parts" in this.#made
        ? this.#made.parts.map((part) => ({ start: part.startDate, end: part.endDate, terms: part }))
        : this.#made.runs;
    return this.#runs;
  }

  /** First and last day charged; undefined where the period has no days. */
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

/** Cache of the texts that charging writes: a year of charges repeats a few days a hundred thousand times. */
export class DayTexts {
  readonly #known = new Map<DayNumber, string>();
  /** The last part and its terms: most periods of a feature have the terms of the period before. */
  #terms: DayTerms | undefined;
  #part: ChargedDays | undefined;

  of(day: DayNumber): string {
    return madeOnce(this.#known, day, () => formatCivilDate(day));
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

/** Runs in order of days; adjacent runs with equal terms become one, so that the order of charging leaves no trace. */
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

/** Σ net ÷ D: the value of the runs of a period of D days, not rounded. */
export function netOf(runs: readonly Run[], periodDays: number): Fraction {
  return shareOf(runs, periodDays, ({ net }) => net);
}

/** Σ carrier × billed ÷ D, of the days with a wholesale price. */
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
    // Fast path for whole periods, the most frequent case: multiplying and dividing by D would cancel out.
    if (days === periodDays && runs.length === 1) return amount;
    sum = addFractions(sum, scaleFraction(amount, days));
  }
  return scaleFraction(sum, 1n, periodDays);
}

/** The days of a stretch that no run covers; runs are ascending, so that a binary search finds the first one. */
export function daysLeft(from: DayNumber, to: DayNumber, taken: readonly Days[]): Days[] {
  const left: Days[] = [];
  let start = from;
  const firstIndex = firstWhere(taken.length, (index) => (taken[index] as Days).end >= from);
  for (let runIndex = firstIndex; runIndex < taken.length; runIndex++) {
    const run = taken[runIndex] as Days;
    if (run.start > to) break;
    if (run.start > start) left.push({ start, end: run.start - 1 });
    start = run.end + 1;
  }
  if (start <= to) left.push({ start, end: to });
  return left;
}

export function daysFrom(days: readonly Days[], from: DayNumber): readonly Days[] {
  return days.flatMap(({ start, end }) => (end < from ? [] : [{ start: Math.max(start, from), end }]));
}
