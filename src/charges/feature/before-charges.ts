/** A feature as it was before the charges that fall due on a day or later, for previews. */
import type { DayNumber } from "../../calendar/index.ts";
import type {
  CheckedChargeMade,
  CheckedFeature,
  CheckedRecurringMade,
  ExactDecimal,
} from "../../model/index.ts";
import { decimalTextOf, type Fraction, fractionOf, quantise } from "../../money/index.ts";
import type { Subject } from "../subject.ts";
import { carrierOf, type Days, difference, MadePeriod, netOf, type Run } from "./charged-days.ts";
import type { Chargeable } from "./feature-faults.ts";
import { type ChargeRange, FeatureRun } from "./feature-run.ts";
import { settledInstalments } from "./instalments.ts";
import { rateOn } from "./rate-on.ts";

/** A feature without its charges from a day on, and the days that stay free though no record has them. */
interface BeforeCharges {
  readonly record: CheckedFeature;
  readonly freeDays: readonly Days[];
}

type Parts = CheckedRecurringMade["parts"];
type Part = Parts[number];

/** Consecutive days of a record, which were charged together; days after a gap were charged later. */
interface Stretch extends Days {
  readonly made: CheckedRecurringMade;
  readonly parts: Parts;
}

/**
 * A feature as it was before the charges that fall due on the range's first day or later. Earlier records stay, to be
 * corrected. Earlier charges are settled by the range (R65), not by a dueDate: a change may bring charges that did not
 * exist when the dueDate was written. Days between two records, or between the last record and the dueDate, are free
 * where they have a price, as after a reinstatement (R68).
 */
export function beforeCharges(subject: Subject, chargeable: Chargeable, range: ChargeRange): BeforeCharges {
  const { record } = subject;
  const { interval } = chargeable;
  const { dueDate, totalValueCharged, totalValueRemaining, chargesMade = [], ...rest } = record;
  const isArrears = interval.timing === "arrears";
  const isPriced = (day: DayNumber): boolean => rateOn(subject, range, "recurring", day) !== undefined;
  const freeDays: Days[] = [];
  const keptParts = new Map<CheckedRecurringMade, Parts>();
  const stretches: Stretch[] = [];
  for (const made of chargesMade) if (made.source === "recurring") addStretches(made, stretches);
  stretches.sort((a, b) => a.start - b.start);
  let next = record.startDate ?? stretches[0]?.start ?? range.from;
  for (const stretch of stretches) {
    let first = stretch.start;
    if (next < first) {
      if (isPriced(first - 1)) freeDays.push({ start: next, end: first - 1 });
      // A price may begin within the period of the stretch.
      else first = Math.max(next, stretch.made.periodStart);
    }
    next = Math.max(next, stretch.end + 1);
    if ((isArrears ? stretch.end + 1 : first) >= range.from) continue;
    const { made, parts } = stretch;
    const before = keptParts.get(made);
    keptParts.set(made, before === undefined ? parts : [...before, ...parts]);
  }
  if (stretches.length > 0 && dueDate !== undefined && dueDate > next && isPriced(dueDate - 1)) {
    freeDays.push({ start: next, end: dueDate - 1 });
  }
  const kept = chargesMade.flatMap((made): CheckedChargeMade | readonly [] => {
    if (made.source === "oneOff") return made.startDate < range.from ? made : [];
    const { parts, periodStart, periodEnd } = made;
    // A correction may have left the record without days.
    if (parts.length === 0) return (isArrears ? periodEnd + 1 : periodStart) < range.from ? made : [];
    const left = keptParts.get(made);
    if (left === undefined) return [];
    return left.length === parts.length ? made : onlyWith(left, made, subject.book.settings.currencyDecimals);
  });
  const before = { ...rest, chargesMade: kept };
  if (!isBeforeInstalments(subject, chargeable, range)) return { record: before, freeDays };
  // The sum of the instalments so far is known, and the next instalment makes up any difference.
  return { record: { ...record, chargesMade: kept }, freeDays };
}

/** Whether a feature has instalments, and no instalment due on the range's first day or later was charged. */
function isBeforeInstalments(subject: Subject, chargeable: Chargeable, range: ChargeRange): boolean {
  const { instalments = 0 } = subject.feature;
  if (instalments === 0) return false;
  const { dueDate } = subject.record;
  const run = new FeatureRun(subject, chargeable, range);
  const settled = settledInstalments(run, instalments, dueDate);
  if (settled !== settledInstalments(run, instalments, undefined)) return false;
  // The rest after an end falls due on the end; once it is charged, nothing remains.
  const isEndedWithin = run.end >= range.from && dueDate !== undefined && dueDate > run.end;
  return !isEndedWithin || settled === instalments || (run.ledger.remaining?.numerator ?? 0n) !== 0n;
}

/** Adds the stretches of a record; a `fixed` charge is one stretch, regardless of days. */
function addStretches(made: CheckedRecurringMade, stretches: Stretch[]): void {
  const { parts, fixed } = made;
  for (let from = 0; from < parts.length; ) {
    let to = from + 1;
    while (to < parts.length && (fixed || parts[to]?.startDate === (parts[to - 1] as Part).endDate + 1)) to++;
    const { startDate: start } = parts[from] as Part;
    const { endDate: end } = parts[to - 1] as Part;
    stretches.push({ made, start, end, parts: to - from === parts.length ? parts : parts.slice(from, to) });
    from = to;
  }
}

/** A record with some of its parts only, as before the other parts were charged. */
function onlyWith(parts: Parts, made: CheckedRecurringMade, places: number): CheckedRecurringMade {
  const left = { ...made, parts };
  const [before, after] = [new MadePeriod(left), new MadePeriod(made)];
  const without = (
    charged: Fraction,
    amountOf: (runs: readonly Run[], days: number) => Fraction,
  ): ExactDecimal => {
    const roundedOf = ({ runs, days }: MadePeriod): Fraction =>
      fractionOf(quantise(amountOf(runs, days), places), places);
    const value = difference(charged, difference(roundedOf(after), roundedOf(before)));
    return { ...value, text: decimalTextOf(value) };
  };
  const { valueCarrier } = made;
  return {
    ...left,
    value: without(made.value, netOf),
    ...(valueCarrier !== undefined && { valueCarrier: without(valueCarrier, carrierOf) }),
  };
}
