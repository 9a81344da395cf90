/** R79: what was charged for a day before, explained from the record of it (R66, R67). */
import { type DayNumber, formatCivilDate } from "../../calendar/index.ts";
import { compareFractions, decimalTextOf, type Fraction, fractionOf, quantise } from "../../money/index.ts";
import { ChargeTrace } from "../charge-trace.ts";
import { DayTexts } from "../day-texts.ts";
import {
  Ledger,
  labelsOf,
  type MadePeriod,
  netOf,
  tellDays,
  tellRecorded,
  tellRounding,
} from "../feature/index.ts";
import type { ChargeKind, Subject } from "../subject.ts";
import type { RecordedCharge } from "./charge-explanation.ts";
import { explainVAT } from "./explain-vat.ts";

/** The charges that the record of a feature has for a day. */
export function recordedCharges(subject: Subject, day: DayNumber): readonly RecordedCharge[] {
  const recorded: RecordedCharge[] = [];
  for (const made of subject.own.chargesMade ?? []) {
    if (made.source === "oneOff" && made.startDate === day) {
      recorded.push(explained(subject, "oneOff", { start: day, end: day }, made.value, undefined, day));
    }
  }
  for (const period of new Ledger(subject.own, new DayTexts()).periods) {
    const [first, last] = [period.runs[0], period.runs[period.runs.length - 1]];
    if (first === undefined || last === undefined) continue;
    if (!period.runs.some(({ start, end }) => start <= day && day <= end)) continue;
    recorded.push(
      explained(subject, "recurring", { start: first.start, end: last.end }, period.value, period, day),
    );
  }
  return recorded;
}

function explained(
  subject: Subject,
  kind: ChargeKind,
  days: { readonly start: DayNumber; readonly end: DayNumber },
  value: Fraction,
  period: MadePeriod | undefined,
  day: DayNumber,
): RecordedCharge {
  const trace = new ChargeTrace();
  const places = subject.book.settings.currencyDecimals;
  const text = decimalTextOf(value);
  if (period === undefined) trace.choose("R66", "value", text, "charged before, as recorded");
  else {
    const shown = `${formatCivilDate(period.start)} to ${formatCivilDate(period.end)}`;
    trace.choose("R65", "period", shown, `${period.days} days, as recorded`);
    for (const run of period.runs) tellRecorded(trace, run);
    const exact = period.isFixed ? period.runs[0]?.terms.net : netOf(period.runs, period.days);
    if (!period.isFixed) tellDays(trace, period.runs, period);
    const rounded = exact && fractionOf(quantise(exact, places), places);
    // Another system may have charged it otherwise.
    if (exact !== undefined && rounded !== undefined && compareFractions(rounded, value) === 0) {
      tellRounding(trace, exact, value, undefined);
    } else trace.choose("R67", "value", text, "charged before, as recorded");
  }
  const { transactionVATRate } = labelsOf(subject, kind);
  const carrier = period?.valueCarrier;
  return {
    steps: [...trace.taken, ...explainVAT(subject, { transactionValue: text, transactionVATRate }, day)],
    source: kind,
    startDate: formatCivilDate(days.start),
    endDate: formatCivilDate(days.end),
    value: text,
    valueCarrier: carrier === undefined ? null : decimalTextOf(carrier),
  };
}
