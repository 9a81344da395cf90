/** R69: corrects earlier charges, record by record in the order of the days. */

import type { DayNumber } from "../../calendar/index.ts";
import { MOST_PLACES, PRICE_DECIMALS } from "../../model/index.ts";
import { compareFractions, decimalPlaces, type Fraction, MAX_AMOUNT_LENGTH } from "../../money/index.ts";
import { ChargeFault } from "../charged.ts";
import { carrierValueOf } from "./carrier-value.ts";
import {
  chargesAs,
  type Days,
  type DayTerms,
  difference,
  type MadePeriod,
  netOf,
  type Run,
  textOf,
} from "./charged-days.ts";
import { type DatedValues, discounted, larger } from "./day-values.ts";
import type { DueCharge, FeatureRun } from "./feature-run.ts";
import type { Ledger } from "./ledger.ts";
import {
  tellDated,
  tellDays,
  tellNet,
  tellPeriod,
  tellPutRight,
  tellRecorded,
  tellRecordedCarrier,
  tellRounding,
} from "./tell.ts";

/**
 * The corrections of a feature, by day: under `peak` a correction can raise the least billed count of later days. For
 * speed with many records, correct records that end before the next correction are skipped from then on.
 */
export class Corrections {
  readonly #run: FeatureRun;
  /** The records by their first day. Records that charges append need no correction. */
  #entries: MadePeriod[] = [];
  /** The number of correct entries to skip, their last day, and their highest billed count. */
  #settled = 0;
  #settledUntil: DayNumber = Number.NEGATIVE_INFINITY;
  #settledReach: Fraction | undefined;
  /** The state of the ledger when `#entries` was filled. */
  #filledIn = -1;
  #committed: Fraction | undefined;
  /** The next correction; undefined where it has to be sought again. */
  #found: { readonly due: DueCharge | undefined } | undefined;

  constructor(run: FeatureRun) {
    this.#run = run;
  }

  /** The next correction that falls due in the range. */
  next(): DueCharge | undefined {
    const { ledger, counts } = this.#run;
    const isOther = !counts.isPeak && this.#committed !== ledger.committed;
    if (isOther || this.#filledIn !== ledger.filledIn) this.#begin();
    this.#found ??= { due: this.#sought() };
    return this.#found.due;
  }

  #sought(): DueCharge | undefined {
    const { range } = this.#run;
    let next: Correction | undefined;
    let entryIndex = -1;
    for (let index = this.#settled; index < this.#entries.length; index++) {
      const entry = this.#entries[index] as MadePeriod;
      if (next !== undefined && (entry.first ?? next.days.start) > next.days.start) break;
      if (next === undefined && entry.first !== undefined) this.#settle(index, entry.first);
      const correction = correctionOf(this.#run, entry, (day) => this.#reachedBefore(day));
      if (correction === undefined || correction.days.start > range.to) continue;
      if (next === undefined || correction.days.start < next.days.start)
        [next, entryIndex] = [correction, index];
    }
    if (next === undefined) return undefined;
    const due = next;
    this.#settle(entryIndex, due.days.start);
    return { date: due.days.start, make: () => this.#make(due, entryIndex) };
  }

  #begin(): void {
    const { ledger } = this.#run;
    this.#entries = ledger.periods.toSorted((a, b) => (a.first ?? a.start) - (b.first ?? b.start));
    this.#settled = 0;
    this.#settledUntil = Number.NEGATIVE_INFINITY;
    this.#settledReach = undefined;
    this.#filledIn = ledger.filledIn;
    this.#committed = ledger.committed;
    this.#found = undefined;
  }

  /** Skips, from now on, the entries before an index that end before a day. */
  #settle(entryIndex: number, day: DayNumber): void {
    for (; this.#settled < entryIndex; this.#settled++) {
      const { last, runs } = this.#entries[this.#settled] as MadePeriod;
      if (last !== undefined && last >= day) return;
      this.#settledUntil = Math.max(this.#settledUntil, last ?? this.#settledUntil);
      for (const { terms } of runs) this.#settledReach = larger(terms.billed, this.#settledReach);
    }
  }

  /** The highest billed count of the days recorded before a day. */
  #reachedBefore(day: DayNumber): Fraction | undefined {
    const isLater = day > this.#settledUntil;
    let reached = isLater ? this.#settledReach : undefined;
    for (let index = isLater ? this.#settled : 0; index < this.#entries.length; index++) {
      const { first = day, runs } = this.#entries[index] as MadePeriod;
      if (first > day) break;
      for (const run of runs) if (run.start < day) reached = larger(run.terms.billed, reached);
    }
    return reached;
  }

  #make({ entry, days, billed, reached, runs }: Correction, entryIndex: number): ChargeFault | undefined {
    const { ledger, end, counts, trace, subject } = this.#run;
    if (!runs.every(({ terms }) => canBeWritten(terms)) || (counts.isPeak && !canBeCommitted(reached))) {
      const message = `Feature ${subject.record.id} has amounts in chargesMade of so many decimal places that what is put right cannot be written down; round them.`;
      return new ChargeFault("malformed-feature", message, "chargesMade");
    }
    const net = netOf(runs, entry.days);
    const value = this.#run.rounded(net);
    const added = difference(value, entry.value);
    if (reached !== undefined) counts.reach(reached);
    tellPutRight(trace, days, this.#run);
    this.#tell(entry, runs, net, value);
    const carrier = carrierValueOf(this.#run, entry, entry, runs);
    const isNothing = added.numerator === 0n;
    if (isNothing) this.#run.tellEnd("correction", days, { settled: "it comes to nothing" });
    else {
      const { start: date } = days;
      this.#run.add({ source: "correction", date, days, billed, value: added, carrier: carrier.added });
    }
    // Without a transaction the wholesale value is not charged either.
    const valueCarrier = isNothing ? entry.valueCarrier : carrier.total;
    ledger.make(entry, { isFixed: false, value, valueCarrier, runs });
    this.#entries[entryIndex] = ledger.entryOf(entry) ?? entry;
    this.#filledIn = ledger.filledIn;
    this.#found = undefined;
    // If the end is removed later, charging goes on from the day after the end.
    if (days.end > end && (ledger.due ?? 0) > end + 1) ledger.due = end + 1;
    return undefined;
  }

  #tell(entry: MadePeriod, runs: readonly Run[], net: Fraction, value: Fraction): void {
    const { trace, counts, dated, schemes, interval } = this.#run;
    if (trace === undefined) return;
    tellPeriod(trace, interval, entry);
    for (const run of runs) {
      const { start, terms } = run;
      if (entry.runs.some((recorded) => recorded.terms === terms)) tellRecorded(trace, run);
      else {
        counts.tell(trace, start, terms.billed);
        tellDated(trace, dated.priceOn(start), start, terms.price);
        tellNet(trace, "recurring", start, terms, schemes.on(start));
        tellRecordedCarrier(trace, terms);
      }
    }
    tellDays(trace, runs, entry);
    tellRounding(trace, net, value, entry.value);
  }
}

/** Records of other systems may have 40 decimal places: corrected amounts are written only with 40 or fewer, too. */
function canBeWritten({ net, billed }: DayTerms): boolean {
  return isShort(net, MOST_PLACES) && isShort(billed, MOST_PLACES);
}

/** A committed count is a field of the feature, with the decimal places of such a field. */
function canBeCommitted(reached: Fraction | undefined): boolean {
  return reached === undefined || isShort(reached, PRICE_DECIMALS);
}

function isShort(value: Fraction, places: number): boolean {
  const text = textOf(value);
  return text.length <= MAX_AMOUNT_LENGTH && decimalPlaces(text) <= places;
}

/** The correct charge of a period, where the recorded charge differs. */
interface Correction {
  readonly entry: MadePeriod;
  /** First and last day whose charge changes. */
  readonly days: Days;
  /** The billed count of the last such day: the new count, or the recorded count of a day that is no longer due. */
  readonly billed: Fraction;
  /** The highest billed count of the corrected days. */
  readonly reached: Fraction | undefined;
  readonly runs: readonly Run[];
}

/**
 * Whether a charged day is no longer due, or has another dated count or price than recorded, even if its amount stays.
 */
export function hasDayToCorrect(
  ledger: Ledger,
  dated: DatedValues,
  start: DayNumber,
  end: DayNumber,
): boolean {
  const isOther = (run: Run): boolean => {
    for (let day = run.start; day <= run.end; day = dated.nextAfter(day)) {
      const { count, price } = run.terms;
      if (compareFractions(dated.countOn(day) ?? count, count) !== 0) return true;
      if (compareFractions(dated.priceOn(day) ?? price, price) !== 0) return true;
    }
    return false;
  };
  return ledger.periods.some((entry) => {
    const { isFixed, first = start, last = end } = entry;
    if (isFixed) return false;
    return first < start || last > end || (!dated.isEmpty && entry.runs.some(isOther));
  });
}

/**
 * The correction of a period; undefined where the recorded charge is correct.
 *
 * @param reachedBefore the highest billed count of the days recorded before a day
 */
function correctionOf(
  run: FeatureRun,
  entry: MadePeriod,
  reachedBefore: (day: DayNumber) => Fraction | undefined,
): Correction | undefined {
  const { start, end, dated } = run;
  if (entry.isFixed || entry.first === undefined || entry.last === undefined) return undefined;
  if (dated.isEmpty && entry.first >= start && entry.last <= end) return undefined;
  const runs: Run[] = [];
  let first: DayNumber | undefined;
  let last: { readonly end: DayNumber; readonly billed: Fraction } | undefined;
  let reached: Fraction | undefined;
  for (const recorded of entry.runs) {
    for (const piece of piecesOf(run, recorded)) {
      const terms = piece.isDue ? termsOf(run, piece, recorded.terms, [reached, reachedBefore]) : undefined;
      if (terms !== undefined) {
        runs.push({ start: piece.start, end: piece.end, terms });
        if (piece.isOther) reached = larger(terms.billed, reached);
      }
      if (terms !== undefined && chargesAs(terms, recorded.terms)) continue;
      first ??= piece.start;
      last = { end: piece.end, billed: (terms ?? recorded.terms).billed };
    }
  }
  if (first === undefined || last === undefined) return undefined;
  return { entry, days: { start: first, end: last.end }, billed: last.billed, reached, runs };
}

/** Splits a run into pieces of equal days: due or not, with one dated count, price and scheme. */
function piecesOf(run: FeatureRun, { start: from, end: until, terms }: Run): Piece[] {
  const { start, end, dated, schemes } = run;
  const pieces: Piece[] = [];
  for (let day = from; day <= until; ) {
    const isDue = day >= start && day <= end;
    const next = Math.min(
      until + 1,
      dated.nextAfter(day),
      schemes.nextAfter(day),
      day < start ? start : Number.POSITIVE_INFINITY,
      day <= end ? end + 1 : Number.POSITIVE_INFINITY,
    );
    const count = dated.countOn(day) ?? terms.count;
    const price = dated.priceOn(day) ?? terms.price;
    const isOther =
      !isDue || compareFractions(count, terms.count) !== 0 || compareFractions(price, terms.price) !== 0;
    pieces.push({ start: day, end: next - 1, isDue, count, price, isOther });
    day = next;
  }
  return pieces;
}

/** A day keeps its recorded terms, unless a dated count or price differs: then its net is computed anew. */
function termsOf(
  { counts, schemes }: FeatureRun,
  piece: Piece,
  recorded: DayTerms,
  [reached, reachedBefore]: readonly [Fraction | undefined, (day: DayNumber) => Fraction | undefined],
): DayTerms {
  if (!piece.isOther) return recorded;
  const { count, price } = piece;
  // Under `peak` the committed count may be of a later day: the minimum is the highest count billed up to this day.
  const billed = counts.isPeak
    ? larger(larger(larger(count, recorded.billed), reached), reachedBefore(piece.start))
    : counts.billedOf(count);
  const net = discounted(schemes.on(piece.start), "recurring", price, billed);
  return { count, billed, price, net, carrier: recorded.carrier };
}

/** Equal days of a run. */
interface Piece {
  readonly start: DayNumber;
  readonly end: DayNumber;
  readonly isDue: boolean;
  readonly count: Fraction;
  readonly price: Fraction;
  /** Whether the days are no longer due, or have another count or price than recorded. */
  readonly isOther: boolean;
}
