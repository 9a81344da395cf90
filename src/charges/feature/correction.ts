/** R69: in what a period's record differs from what its feature's dates and dated changes now say. */
import type { DayNumber } from "../../calendar/index.ts";
import { compareFractions, type Fraction } from "../../money/index.ts";
import { DayTerms, type Run } from "./charged-days.ts";
import { larger } from "./counts.ts";
import type { DatedValues } from "./dated-values.ts";
import type { FeatureRun } from "./feature-run.ts";
import type { Ledger } from "./ledger.ts";
import type { MadePeriod } from "./made-period.ts";
import { discounted } from "./schemes.ts";

/** What a period ought to have been charged. */
export interface Correction {
  readonly entry: MadePeriod;
  /** First and last day that is charged otherwise. */
  readonly first: DayNumber;
  readonly last: DayNumber;
  /** The billed count of the last such day: as it is now, of a day no longer due as it was. */
  readonly billed: Fraction;
  /** The highest billed count of the days put right. */
  readonly reached: Fraction | undefined;
  readonly runs: readonly Run[];
}

/**
 * Whether some day that was charged is no longer due, or has another dated count or price than was recorded, whatever
 * comes of it.
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
 * What a period ought to have been charged; undefined where that is what it was.
 *
 * @param reachedBefore the highest billed count of the days recorded before a day
 */
export function correctionOf(
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
      if (terms?.chargesAs(recorded.terms) === true) continue;
      first ??= piece.start;
      last = { end: piece.end, billed: (terms ?? recorded.terms).billed };
    }
  }
  if (first === undefined || last === undefined) return undefined;
  return { entry, first, last: last.end, billed: last.billed, reached, runs };
}

/** A run in pieces that are alike: due or not, of one dated count, price and scheme. */
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

/** A day keeps what its part records but for a dated count or price; where it has one its net is made anew. */
function termsOf(
  { counts, schemes }: FeatureRun,
  piece: Piece,
  recorded: DayTerms,
  [reached, reachedBefore]: readonly [Fraction | undefined, (day: DayNumber) => Fraction | undefined],
): DayTerms {
  if (!piece.isOther) return recorded;
  const { count, price } = piece;
  // Under `peak` the committed count may be that of a later day: what was billed up to the day says what is the least.
  const billed = counts.isPeak
    ? larger(larger(larger(count, recorded.billed), reached), reachedBefore(piece.start))
    : counts.billedOf(count);
  const net = discounted(schemes.on(piece.start), "recurring", price, billed);
  return new DayTerms(count, billed, price, net, recorded.carrier);
}

/** Days of a run that are alike. */
interface Piece {
  readonly start: DayNumber;
  readonly end: DayNumber;
  readonly isDue: boolean;
  readonly count: Fraction;
  readonly price: Fraction;
  /** Whether its day is no longer due, or has another count or price than was recorded. */
  readonly isOther: boolean;
}
