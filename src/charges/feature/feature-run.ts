/** A feature during charging: the inputs of its charges, their state, and the transactions made so far. */

import type { DayNumber } from "../../calendar/index.ts";
import type { CheckedServiceChargeInterval, ExactDecimal } from "../../model/index.ts";
import { type Fraction, formatUnits, fractionOf, quantise } from "../../money/index.ts";
import type { ChargeOutcome, ChargeTrace, TracedCharge } from "../charge-trace.ts";
import type { ChargeFault, Transaction } from "../charged.ts";
import type { ChargeKind, Subject } from "../subject.ts";
import { Amounts } from "./amounts.ts";
import { type Days, type DayTerms, type DayTexts, textOf, times } from "./charged-days.ts";
import { Counts, DatedValues, discounted, Schemes } from "./day-values.ts";
import type { Chargeable } from "./feature-faults.ts";
import { Ledger } from "./ledger.ts";
import type { KnownPeriods, Periods } from "./periods.ts";
import { tellCarrierWhole, tellNet } from "./tell.ts";

/** The days that are charged, both inclusive, and the caches that all features of a run share. */
export interface ChargeRange {
  readonly from: DayNumber;
  readonly to: DayNumber;
  /** Charges due before this day are settled, for a feature without a dueDate (R65). */
  readonly chargesFrom: DayNumber | undefined;
  /** For previews, of a single feature: days that stay free though no record has them (R68). */
  readonly freeDays?: readonly Days[];
  readonly periods: KnownPeriods;
  readonly texts: DayTexts;
}

/** A charge that falls due on a day, not yet made. */
export interface DueCharge {
  readonly date: DayNumber;
  /** Makes the charge: a transaction, or days settled without one. */
  readonly make: () => ChargeFault | undefined;
}

/** A charge that becomes a transaction. */
interface NewTransaction {
  readonly source: TracedCharge["source"];
  readonly date: DayNumber;
  readonly days: Days;
  readonly billed: Fraction;
  readonly value: Fraction;
  /** Wholesale value; undefined where not known. */
  readonly carrier: Fraction | undefined;
}

/** A feature with a startDate and an interval, being charged. */
export class FeatureRun {
  readonly subject: Subject;
  readonly range: ChargeRange;
  readonly trace: ChargeTrace | undefined;
  readonly start: DayNumber;
  /** Infinite for a feature without an end. */
  readonly end: DayNumber;
  readonly ledger: Ledger;
  readonly dated: DatedValues;
  readonly counts: Counts;
  readonly amounts: Amounts;
  readonly schemes: Schemes;
  readonly interval: CheckedServiceChargeInterval;
  readonly periods: Periods;
  readonly isArrears: boolean;
  readonly decimals: number;
  readonly transactions: Transaction[] = [];

  constructor(subject: Subject, { start, interval }: Chargeable, range: ChargeRange, trace?: ChargeTrace) {
    this.subject = subject;
    this.range = range;
    this.trace = trace;
    this.start = start;
    this.end = subject.end ?? Number.POSITIVE_INFINITY;
    this.ledger = new Ledger(subject.record, range.texts, range.freeDays);
    this.dated = new DatedValues(subject.record.datedChanges);
    this.counts = new Counts(subject, this.dated, this.ledger);
    this.amounts = new Amounts(subject, this.dated, trace);
    this.schemes = new Schemes(subject, start);
    this.interval = interval;
    this.periods = range.periods.of(interval, start);
    this.isArrears = interval.timing === "arrears";
    this.decimals = subject.book.settings.currencyDecimals;
  }

  /** Whether a charge due on a day is settled by `chargesFrom`, as the feature has no dueDate (R65). */
  isSettledBefore(date: DayNumber): boolean {
    const { chargesFrom } = this.range;
    return this.ledger.due === undefined && chargesFrom !== undefined && date < chargesFrom;
  }

  /** R61: to the decimal places of the currency, half away from zero. */
  rounded(value: Fraction): ExactDecimal {
    const units = quantise(value, this.decimals);
    const { numerator, denominator } = fractionOf(units, this.decimals);
    return { numerator, denominator, text: formatUnits(units, this.decimals) };
  }

  /** The terms of a day's charge (R63, R74), recorded in the trace. */
  termsOn(kind: ChargeKind, day: DayNumber, price: Fraction, carrier: Fraction | undefined): DayTerms {
    const { counts, schemes, trace } = this;
    const count = counts.countOn(day);
    const billed = counts.billedOf(count);
    const scheme = schemes.on(day);
    const terms = { count, billed, price, net: discounted(scheme, kind, price, billed), carrier };
    if (trace !== undefined) counts.tell(trace, day, billed);
    tellNet(trace, kind, day, terms, scheme);
    return terms;
  }

  /** R71: the wholesale value each × billed, regardless of days. */
  carrierOfAll(each: Fraction, billed: Fraction): ExactDecimal {
    const exact = times(each, billed);
    const value = this.rounded(exact);
    tellCarrierWhole(this.trace, { each, billed, exact, value });
    return value;
  }

  /** Makes a transaction of a charge, and ends the charge in the trace. */
  add({ source, date, days, billed, value, carrier }: NewTransaction): void {
    const { record, customer, number } = this.subject;
    const { from, texts } = this.range;
    const labels = this.amounts.labels(source === "oneOff" ? "oneOff" : "recurring");
    const transactionDate = texts.of(date);
    const transaction: Transaction = {
      customerID: customer?.record.id ?? "",
      numberID: number?.id ?? null,
      serviceID: record.serviceID ?? null,
      featureID: record.id,
      transactionSource: source,
      transactionType: labels.transactionType,
      transactionDescription: labels.transactionDescription,
      transactionDate,
      transactionBillDate: date < from ? texts.of(from) : transactionDate,
      transactionStartDate: texts.of(days.start),
      transactionEndDate: texts.of(days.end),
      featureCount: Number(billed.numerator) / Number(billed.denominator),
      transactionValue: textOf(value),
      transactionValueCarrier: carrier === undefined ? null : textOf(carrier),
      transactionCarrier: labels.transactionCarrier,
      transactionCode: labels.transactionCode,
      transactionVATRate: labels.transactionVATRate,
      site: labels.site,
      campaign: labels.campaign,
    };
    this.transactions.push(transaction);
    this.tellEnd(source, days, { transaction });
  }

  tellEnd(source: TracedCharge["source"], { start, end }: Days, outcome: ChargeOutcome): void {
    const { texts } = this.range;
    this.trace?.end(source, texts.of(start), texts.of(end), outcome);
  }
}
