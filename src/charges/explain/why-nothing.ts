/** R79: why a day of a feature brings no charge, in a sentence. */
import { type DayNumber, formatCivilDate } from "../../calendar/index.ts";
import { ChargeFault } from "../charge-fault.ts";
import type { ChargeStep, TracedCharge } from "../charge-trace.ts";
import { chargeableOf, hasCharges, KnownPeriods, type Period } from "../feature/index.ts";
import type { Subject } from "../subject.ts";

/** The sentence, and what was chosen where the day was looked at. */
export interface NothingDue {
  readonly reason: string;
  readonly steps: readonly ChargeStep[];
}

/** Why nothing is charged for a day that no record has. */
export function whyNothing(subject: Subject, day: DayNumber, traced: readonly TracedCharge[]): NothingDue {
  const on = formatCivilDate(day);
  const settled = traced.findLast(
    ({ settled, startDate, endDate }) => settled !== undefined && startDate <= on && on <= endDate,
  );
  const dates = whyByDates(subject, day);
  if (settled === undefined) return { reason: dates ?? whyNotDue(subject, day), steps: [] };
  const reason = dates ?? `Feature ${subject.own.id} is charged nothing for ${on}: ${settled.settled}.`;
  return { reason, steps: settled.steps };
}

/** What the feature itself and its first and last day say. */
function whyByDates(subject: Subject, day: DayNumber): string | undefined {
  const { own, end } = subject;
  const who = `Feature ${own.id}`;
  if (!hasCharges(subject)) {
    return `${who} has nothing to charge: no amount, total, instalments, dated price, fixed fee tariff or record.`;
  }
  const { startDate } = own;
  if (startDate !== undefined && day < startDate) return `${who} starts on ${formatCivilDate(startDate)}.`;
  return end !== undefined && end < day ? `${who} ended on ${formatCivilDate(end)}.` : undefined;
}

/** What was settled before, and when the rest falls due. */
function whyNotDue(subject: Subject, day: DayNumber): string {
  const { own, feature, book } = subject;
  const who = `Feature ${own.id}`;
  const { dueDate } = own;
  const { chargesFrom } = book.settings;
  const hasInstalments = (feature.instalments ?? 0) > 0;
  if (dueDate !== undefined && day < dueDate) {
    const without = hasInstalments ? "" : ", and no record says what was charged for this day";
    return `${who} is settled up to ${formatCivilDate(dueDate - 1)}${without}.`;
  }
  if (dueDate === undefined && chargesFrom !== undefined && day < chargesFrom) {
    return `${who} is settled where it fell due before ${formatCivilDate(chargesFrom)}, the chargesFrom of the book.`;
  }
  const period = periodOf(subject, day);
  if (period?.isArrears === true) {
    const last = Math.min(period.end, subject.end ?? period.end);
    const days = `${formatCivilDate(Math.max(period.start, own.startDate ?? period.start))} to ${formatCivilDate(last)}`;
    return `${who} is charged in arrears: ${days} falls due on ${formatCivilDate(hasInstalments ? period.end + 1 : last + 1)}.`;
  }
  if (hasInstalments) return `${who} has no more instalments due for ${formatCivilDate(day)}.`;
  return `${who} has no charge that falls due on ${formatCivilDate(day)} or covers it.`;
}

function periodOf(subject: Subject, day: DayNumber): (Period & { readonly isArrears: boolean }) | undefined {
  const chargeable = chargeableOf(subject);
  if (chargeable instanceof ChargeFault) return undefined;
  const periods = new KnownPeriods().of(chargeable.interval, chargeable.start);
  return { ...periods.at(periods.indexOf(day)), isArrears: chargeable.interval.timing === "arrears" };
}
