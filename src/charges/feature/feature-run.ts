/** One feature being charged: what its charges read, what they write, and the transactions made so far. */

import type { DayNumber } from "../../calendar/index.ts";
import type { CheckedServiceChargeInterval } from "../../model/index.ts";
import { type Fraction, fractionOf, quantise } from "../../money/index.ts";
import type { ChargeTrace, TracedCharge } from "../charge-trace.ts";
import type { ChargeFault, Transaction } from "../charged.ts";
import type { ChargeKind, Subject } from "../subject.ts";
import { Counts, DatedValues, Schemes } from "./counts.ts";
import { Amounts } from "./feature-amounts.ts";
import { Ledger } from "./ledger.ts";
import type { DayTexts, KnownPeriods, Periods } from "./periods.ts";

/** The days that are charged, both inclusive, and what all features of a run share. */
export interface ChargeRange {
  readonly from: DayNumber;
  readonly to: DayNumber;
  readonly periods: KnownPeriods;
  readonly texts: DayTexts;
}

/** What falls due on a day, not yet made. */
export interface DueCharge {
  readonly date: DayNumber;
  /** Makes it: a transaction, or days settled without one. */
  readonly make: () => ChargeFault | undefined;
}

/** A transaction in the making. */
interface NewTransaction {
  readonly source: TracedCharge["source"];
  readonly kind: ChargeKind;
  readonly date: DayNumber;
  readonly start: DayNumber;
  readonly end: DayNumber;
  readonly billed: Fraction;
  readonly value: string;
  readonly carrier: string | null;
}

/** A feature with a startDate and an interval, being charged. */
export class FeatureRun {
  readonly subject: Subject;
  readonly range: ChargeRange;
  readonly trace: ChargeTrace | undefined;
  readonly start: DayNumber;
  /** Infinite where it does not end. */
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

  constructor(
    subject: Subject,
    start: DayNumber,
    interval: CheckedServiceChargeInterval,
    range: ChargeRange,
    trace?: ChargeTrace,
  ) {
    this.subject = subject;
    this.range = range;
    this.trace = trace;
    this.start = start;
    this.end = subject.end ?? Number.POSITIVE_INFINITY;
    this.ledger = new Ledger(subject.own, range.texts);
    this.dated = new DatedValues(subject.own.datedChanges);
    this.counts = new Counts(subject, this.dated, this.ledger);
    this.amounts = new Amounts(subject, this.dated, trace);
    this.schemes = new Schemes(subject, start);
    this.interval = interval;
    this.periods = range.periods.of(interval, start);
    this.isArrears = interval.timing === "arrears";
    this.decimals = subject.book.settings.currencyDecimals;
  }

  /** Whether what falls due on a day was settled before anything was charged here (R65). */
  isSettledBefore(date: DayNumber): boolean {
    const { chargesFrom } = this.subject.book.settings;
    return this.ledger.due === undefined && chargesFrom !== undefined && date < chargesFrom;
  }

  /** R61: to the places of the currency, half away from zero. */
  rounded(value: Fraction): Fraction {
    return fractionOf(quantise(value, this.decimals), this.decimals);
  }

  add({ source, kind, date, start, end, billed, value, carrier }: NewTransaction): Transaction {
    const { own, customer, number } = this.subject;
    const { from, texts } = this.range;
    const labels = this.amounts.labels(kind);
    const transactionDate = texts.of(date);
    const transaction: Transaction = {
      customerID: customer?.record.id ?? "",
      numberID: number?.id ?? null,
      serviceID: own.serviceID ?? null,
      featureID: own.id,
      transactionSource: source,
      transactionType: labels.transactionType,
      transactionDescription: labels.transactionDescription,
      transactionDate,
      transactionBillDate: date < from ? texts.of(from) : transactionDate,
      transactionStartDate: texts.of(start),
      transactionEndDate: texts.of(end),
      featureCount: Number(billed.numerator) / Number(billed.denominator),
      transactionValue: value,
      transactionValueCarrier: carrier,
      transactionCarrier: labels.transactionCarrier,
      transactionCode: labels.transactionCode,
      transactionVATRate: labels.transactionVATRate,
      site: labels.site,
      campaign: labels.campaign,
    };
    this.transactions.push(transaction);
    return transaction;
  }
}

/** R62: what the transactions of a feature are called, and by whom they are carried. */
