/** The ledger of a feature: its charges so far and the new ones, the state that is stored with the feature. */

import { type DayNumber, LAST_DAY } from "../../calendar/index.ts";
import { type ChargeMade, type CheckedFeature, PRICE_DECIMALS } from "../../model/index.ts";
import { compareFractions, type Fraction, fractionOf } from "../../money/index.ts";
import type { FeatureState } from "../charged.ts";
import {
  type Days,
  type DayTexts,
  daysLeft,
  joined,
  type MadeNow,
  MadePeriod,
  textOf,
} from "./charged-days.ts";

/** The fields of a feature that charges write. */
export class Ledger {
  readonly #feature: CheckedFeature;
  readonly #texts: DayTexts;
  /** The first day not yet charged; undefined where nothing was charged (R65). */
  due: DayNumber | undefined;
  /** R63. */
  committed: Fraction | undefined;
  /** Of instalments (R75). */
  charged: Fraction | undefined;
  remaining: Fraction | undefined;
  #oneOff: { readonly start: DayNumber; readonly value: Fraction } | undefined;
  readonly #periods: MadePeriod[] = [];
  /** Indexes in `#periods` by the first and last day of each. */
  readonly #periodIndexes = new Map<number, number>();
  /** Days that stay free though no record has them. */
  readonly #unchargeable: readonly Days[];
  /** All days that are recorded or stay free, in order; computed on first use. */
  #recorded: readonly Days[] | undefined;
  #lastDay = Number.NEGATIVE_INFINITY;
  #hasNewCharges = false;
  #isInOrder = true;
  #filledIn = 0;

  constructor(feature: CheckedFeature, texts: DayTexts, unchargeable: readonly Days[] = []) {
    const { featureCountCommitted: committed, totalValueCharged, totalValueRemaining } = feature;
    this.#feature = feature;
    this.#texts = texts;
    this.#unchargeable = unchargeable;
    this.due = feature.dueDate;
    this.committed = committed === undefined ? undefined : fractionOf(committed, PRICE_DECIMALS);
    this.charged = known(totalValueCharged);
    this.remaining = known(totalValueRemaining);
    for (const made of feature.chargesMade ?? []) {
      if (made.source === "oneOff") this.#oneOff = { start: made.startDate, value: made.value };
      else this.#add(new MadePeriod(made));
    }
  }

  get hasOneOff(): boolean {
    return this.#oneOff !== undefined;
  }

  get periods(): readonly MadePeriod[] {
    return this.#periods;
  }

  /** The number of records in `chargesMade`. */
  get length(): number {
    return this.#periods.length + (this.hasOneOff ? 1 : 0);
  }

  /** How often days were charged that are not after all charged days: then corrections have to compare again. */
  get filledIn(): number {
    return this.#filledIn;
  }

  /** The charge of a period; undefined where there is none. */
  entryOf(period: Days): MadePeriod | undefined {
    const periodIndex = this.#periodIndexes.get(keyOf(period));
    return periodIndex === undefined ? undefined : this.#periods[periodIndex];
  }

  /** The days of a stretch that may be charged: no part records them, and they are not to stay free. */
  freeDays(from: DayNumber, to: DayNumber): readonly Days[] {
    if (from > this.#lastDay && this.#unchargeable.length === 0) return [{ start: from, end: to }];
    this.#recorded ??= [...this.#periods.flatMap(({ runs }) => runs), ...this.#unchargeable].sort(
      (a, b) => a.start - b.start,
    );
    return daysLeft(from, to, this.#recorded);
  }

  makeOneOff(start: DayNumber, value: Fraction): void {
    this.#oneOff = { start, value };
    this.#hasNewCharges = true;
  }

  /** Records the charge of a period, in place of its earlier charge. */
  make(period: Days, now: MadeNow): void {
    this.#hasNewCharges = true;
    const { start, end } = period;
    const { isFixed, value, valueCarrier } = now;
    const made = new MadePeriod({ start, end, isFixed, value, valueCarrier, runs: joined(now.runs) });
    const periodIndex = this.#periodIndexes.get(keyOf(period));
    if (periodIndex !== undefined || (made.first ?? this.#lastDay) <= this.#lastDay) {
      this.#recorded = undefined;
      this.#filledIn++;
    }
    if (periodIndex === undefined) this.#add(made);
    else {
      this.#periods[periodIndex] = made;
      this.#lastDay = Math.max(this.#lastDay, made.last ?? this.#lastDay);
    }
  }

  #add(made: MadePeriod): void {
    const last = this.#periods[this.#periods.length - 1];
    if (last !== undefined && byDay(last, made) > 0) this.#isInOrder = false;
    this.#periodIndexes.set(keyOf(made), this.#periods.length);
    this.#periods.push(made);
    this.#lastDay = Math.max(this.#lastDay, made.last ?? this.#lastDay);
  }

  /** The fields that changed; undefined where none did. */
  changes(): FeatureState | undefined {
    const { id, dueDate, featureCountCommitted: committed } = this.#feature;
    const state: { -readonly [F in keyof FeatureState]: FeatureState[F] } = { id };
    // Nothing falls due after the last day that can be written, and a record shows that this day is charged.
    const due = this.due === undefined ? undefined : Math.min(this.due, LAST_DAY);
    if (due !== undefined && due !== dueDate) state.dueDate = this.#texts.of(due);
    const before = committed === undefined ? undefined : fractionOf(committed, PRICE_DECIMALS);
    if (isOther(this.committed, before)) state.featureCountCommitted = Number(textOf(this.committed));
    if (isOther(this.charged, known(this.#feature.totalValueCharged))) {
      state.totalValueCharged = textOf(this.charged);
    }
    if (isOther(this.remaining, known(this.#feature.totalValueRemaining))) {
      state.totalValueRemaining = textOf(this.remaining);
    }
    if (this.#hasNewCharges) state.chargesMade = this.#written();
    return Object.keys(state).length === 1 ? undefined : state;
  }

  #written(): readonly ChargeMade[] {
    const made: ChargeMade[] = [];
    if (this.#oneOff !== undefined) {
      const { start, value } = this.#oneOff;
      made.push({ source: "oneOff", startDate: this.#texts.of(start), value: textOf(value) });
    }
    // By day, regardless of the order of charging.
    const periods = this.#isInOrder ? this.#periods : this.#periods.toSorted(byDay);
    for (const period of periods) made.push(period.written(this.#texts));
    return made;
  }
}

/** The key of a period: a single number. Years have four digits, so a period has fewer than 2^22 days. */
function keyOf({ start, end }: Days): number {
  return start * 2 ** 22 + (end - start);
}

function byDay(a: Days, b: Days): number {
  return a.start - b.start || a.end - b.end;
}

/** A value that could be read; a fault ends the feature's charges before its ledger is opened. */
function known(value: CheckedFeature["totalValueCharged"]): Fraction | undefined {
  return value === undefined || "fault" in value ? undefined : value;
}

function isOther(now: Fraction | undefined, before: Fraction | undefined): now is Fraction {
  if (now === undefined || now === before) return false;
  return before === undefined || compareFractions(now, before) !== 0;
}
