/** R79: explains earlier charges for a day from their records (R66, R67). */
import { type DayNumber, formatCivilDate } from "../calendar/index.ts";
import { PRICE_DECIMALS, quoteValue } from "../model/index.ts";
import {
  compareFractions,
  decimalTextOf,
  type Fraction,
  formatFraction,
  formatUnits,
  fractionOf,
  quantise,
  scaleFraction,
  toUnits,
} from "../money/index.ts";
import { VATRatesOn, vatOf } from "./bill/index.ts";
import { type ChargeStep, ChargeTrace } from "./charge-trace.ts";
import type { Transaction } from "./charged.ts";
import {
  DayTexts,
  Ledger,
  levelWith,
  type MadePeriod,
  netOf,
  tellDays,
  tellRecorded,
  tellRounding,
} from "./feature/index.ts";
import { type ChargeKind, labelsOf, type Subject, shownFeature } from "./subject.ts";

/** A charge by the feature's record, with all corrections since. */
export interface RecordedCharge {
  readonly steps: readonly ChargeStep[];
  readonly source: "oneOff" | "recurring";
  /** First and last day of the charge, `YYYY-MM-DD`. */
  readonly startDate: string;
  readonly endDate: string;
  /** Pounds. */
  readonly value: string;
  /** Null where not known or not recorded. */
  readonly valueCarrier: string | null;
}

export function recordedCharges(subject: Subject, day: DayNumber): readonly RecordedCharge[] {
  const recorded: RecordedCharge[] = [];
  for (const made of subject.record.chargesMade ?? []) {
    if (made.source === "oneOff" && made.startDate === day) {
      recorded.push(explained(subject, "oneOff", { start: day, end: day }, made.value, undefined, day));
    }
  }
  for (const period of new Ledger(subject.record, new DayTexts()).periods) {
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
    // The value may be from another system, which charged by other rules.
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

export function explainVAT(
  subject: Subject,
  {
    transactionValue,
    transactionVATRate: name,
  }: Pick<Transaction, "transactionValue" | "transactionVATRate">,
  day: DayNumber,
): readonly ChargeStep[] {
  const trace = new ChargeTrace();
  const { settings, records } = subject.book;
  const on = formatCivilDate(day);
  const { record, template, customer } = subject;
  // R62: the record that names the VAT rate, and the records tried before it, which name none.
  const { from, passedOver } = levelWith("VATRate", [
    [shownFeature(subject), record],
    [`standard feature ${quoteValue(template?.name)}`, template],
    [`customer ${customer?.record.id}`, customer?.record],
  ]);
  const rate = new VATRatesOn(records.vatRates, day).get(name);
  if (name === null) {
    trace.choose("R78", "VAT rate", undefined, "neither the feature nor its customer has one", passedOver);
  } else if (rate === undefined) {
    const why = records.vatRates.length === 0 ? "the book has no vatRates" : `it has no percentage on ${on}`;
    trace.choose("R78", "VAT rate", name, `${from}; ${why}`, passedOver);
  } else {
    const percent = formatUnits(rate.percent, PRICE_DECIMALS);
    const reverse = rate.reverse ? ", for the customer to account for" : "";
    trace.choose("R78", "VAT rate", name, `${from}; ${percent} % on ${on}${reverse}`, passedOver);
    const places = settings.currencyDecimals;
    const value = toUnits(transactionValue, places) ?? 0n;
    const { added, reverse: owed } = vatOf([{ value, rate }], settings);
    const exact = scaleFraction(fractionOf(value, places), rate.percent, 100 * 10 ** PRICE_DECIMALS);
    trace.sum(
      "R78",
      rate.reverse ? "reverse VAT, by itself" : "VAT, by itself",
      `${transactionValue} × ${percent} ÷ 100`,
      formatUnits(added + owed, places),
      formatFraction(exact),
    );
  }
  return trace.taken;
}
