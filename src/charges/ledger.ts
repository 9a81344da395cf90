/** What has been charged of a feature so far, and what it comes to have charged: the state that is stored with it. */
import type { DayNumber } from "../calendar/index.ts";
import { type ChargeMade, type CheckedFeature, PRICE_DECIMALS } from "../model/index.ts";
import { compareFractions, decimalTextOf, type Fraction, fractionOf } from "../money/index.ts";
import type { FeatureState } from "./charged.ts";
import { type Days, joined, type Run, runOf, writtenRun } from "./charged-days.ts";
import type { DayTexts } from "./day-texts.ts";
import type { Period } from "./periods.ts";

/** What was charged for a whole period, or for some days of it (R67). */
export interface MadePeriod extends Days {
  readonly days: number;
  /** Charged whole by a `fixed` line (R72). */
  readonly isFixed: boolean;
  /** Pounds, charged so far. */
  readonly value: Fraction;
  /** Pounds, wholesale; undefined where it is not known. */
  readonly valueCarrier: Fraction | undefined;
  readonly runs: readonly Run[];
}

/** What a charge or a correction makes of a period. */
export type MadeNow = Pick<MadePeriod, "isFixed" | "value" | "valueCarrier" | "runs">;

/** The fields of a feature that charges write. */
export class Ledger {
  readonly #feature: CheckedFeature;
  readonly #texts: DayTexts;
  /** The first day not yet charged; undefined where nothing was (R65). */
  due: DayNumber | undefined;
  /** R63. */
  committed: Fraction | undefined;
  /** Of instalments (R75). */
  charged: Fraction | undefined;
  remaining: Fraction | undefined;
  #oneOff: { readonly start: DayNumber; readonly value: Fraction } | undefined;
  readonly #periods: MadePeriod[] = [];
  #lastStart = Number.NEGATIVE_INFINITY;
  #lastDay = Number.NEGATIVE_INFINITY;
  #hasNewCharges = false;
  #isInOrder = true;

  constructor(feature: CheckedFeature, texts: DayTexts) {
    const { featureCountCommitted: committed, totalValueCharged, totalValueRemaining } = feature;
    this.#feature = feature;
    this.#texts = texts;
    this.due = feature.dueDate;
    this.committed = committed === undefined ? undefined : fractionOf(committed, PRICE_DECIMALS);
    this.charged = known(totalValueCharged);
    this.remaining = known(totalValueRemaining);
    for (const made of feature.chargesMade ?? []) {
      if (made.source === "oneOff") this.#oneOff = { start: made.startDate, value: made.value };
      else {
        const { periodStart: start, periodEnd: end, fixed: isFixed, value, valueCarrier, parts } = made;
        const runs = parts.map(runOf);
        this.#add({ start, end, days: end - start + 1, isFixed, value, valueCarrier, runs });
      }
    }
  }

  get hasOneOff(): boolean {
    return this.#oneOff !== undefined;
  }

  get periods(): readonly MadePeriod[] {
    return this.#periods;
  }

  /** How many records `chargesMade` has. */
  get length(): number {
    return this.#periods.length + (this.hasOneOff ? 1 : 0);
  }

  /** What was charged for a period; undefined where nothing was. */
  entryOf({ start, end }: Period): MadePeriod | undefined {
    if (start > this.#lastStart) return undefined;
    return this.#periods.find((made) => made.start === start && made.end === end);
  }

  /** All days that parts record, in order; none where all of them lie before the day. */
  recordedDays(from: DayNumber): readonly Days[] {
    if (from > this.#lastDay) return [];
    return this.#periods.flatMap(({ runs }) => runs).sort((a, b) => a.start - b.start);
  }

  makeOneOff(start: DayNumber, value: Fraction): void {
    this.#oneOff = { start, value };
    this.#hasNewCharges = true;
  }

  /** Writes down what is now charged for a period, in place of what was. */
  make(period: Days, before: MadePeriod | undefined, now: MadeNow): void {
    this.#hasNewCharges = true;
    const { start, end } = period;
    const made = { start, end, days: end - start + 1, ...now, runs: joined(now.runs) };
    if (before === undefined) this.#add(made);
    else {
      this.#periods[this.#periods.indexOf(before)] = made;
      this.#lastDay = Math.max(this.#lastDay, made.runs[made.runs.length - 1]?.end ?? this.#lastDay);
    }
  }

  #add(made: MadePeriod): void {
    const last = this.#periods[this.#periods.length - 1];
    if (last !== undefined && byDay(last, made) > 0) this.#isInOrder = false;
    this.#periods.push(made);
    this.#lastStart = Math.max(this.#lastStart, made.start);
    this.#lastDay = Math.max(this.#lastDay, made.runs[made.runs.length - 1]?.end ?? this.#lastDay);
  }

  /** The fields that changed; undefined where none did. */
  changes(): FeatureState | undefined {
    const { id, dueDate, featureCountCommitted: committed } = this.#feature;
    const state: { -readonly [F in keyof FeatureState]: FeatureState[F] } = { id };
    if (this.due !== undefined && this.due !== dueDate) state.dueDate = this.#texts.of(this.due);
    const before = committed === undefined ? undefined : fractionOf(committed, PRICE_DECIMALS);
    if (isOther(this.committed, before)) state.featureCountCommitted = Number(decimalTextOf(this.committed));
    if (isOther(this.charged, known(this.#feature.totalValueCharged))) {
      state.totalValueCharged = decimalTextOf(this.charged);
    }
    if (isOther(this.remaining, known(this.#feature.totalValueRemaining))) {
      state.totalValueRemaining = decimalTextOf(this.remaining);
    }
    if (this.#hasNewCharges) state.chargesMade = this.#written();
    return Object.keys(state).length === 1 ? undefined : state;
  }

  #written(): readonly ChargeMade[] {
    const made: ChargeMade[] = [];
    if (this.#oneOff !== undefined) {
      const { start, value } = this.#oneOff;
      made.push({ source: "oneOff", startDate: this.#texts.of(start), value: decimalTextOf(value) });
    }
    // By day, in whichever order they came about.
    const periods = this.#isInOrder ? this.#periods : this.#periods.toSorted(byDay);
    for (const { start, end, isFixed, value, valueCarrier, runs } of periods) {
      made.push({
        source: "recurring",
        periodStart: this.#texts.of(start),
        periodEnd: this.#texts.of(end),
        fixed: isFixed,
        value: decimalTextOf(value),
        valueCarrier: valueCarrier === undefined ? null : decimalTextOf(valueCarrier),
        parts: runs.map((run) => writtenRun(run, this.#texts)),
      });
    }
    return made;
  }
}

function byDay(a: Days, b: Days): number {
  return a.start - b.start || a.end - b.end;
}

/** What can be read; what cannot ends the feature's charges before a ledger is opened. */
function known(value: CheckedFeature["totalValueCharged"]): Fraction | undefined {
  return value === undefined || "fault" in value ? undefined : value;
}

function isOther(now: Fraction | undefined, before: Fraction | undefined): now is Fraction {
  if (now === undefined || now === before) return false;
  return before === undefined || compareFractions(now, before) !== 0;
}
