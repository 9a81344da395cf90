/**
 * What an explanation of a charge records while the charge is made: charging itself writes it, so an explanation cannot
 * come to differ from the transaction it explains; without a trace nothing is recorded.
 */
import type { ChargeFault, Transaction } from "./charged.ts";

/** A choice: what was asked, what won, and what was looked at before and had nothing to say. */
export interface ChargeChoice {
  readonly kind: "choice";
  /** Whose amount it is part of. */
  readonly cost: "retail" | "wholesale";
  /** Rule number, such as "R71". */
  readonly rule: string;
  /** What was being chosen: "count", "price", "fixed fee tariff", "scheme", "period", "VAT rate". */
  readonly subject: string;
  /** What won, or undefined where nothing could be chosen. */
  readonly chosen: string | undefined;
  /** Where it comes from, or why there is nothing. */
  readonly reason: string;
  readonly passedOver: readonly PassedOver[];
}

/** What was asked first and had no answer, and why. */
export interface PassedOver {
  readonly what: string;
  readonly why: string;
}

/** One step of the arithmetic. Amounts are pounds as exact decimal text; "…" marks digits that go on. */
export interface ChargeSum {
  readonly kind: "sum";
  readonly cost: "retail" | "wholesale";
  readonly rule: string;
  readonly what: string;
  /** The inputs written out, such as "11.5 × 20 of 31 days". */
  readonly inputs: string;
  /** Exact value before the step's rounding; undefined where the step only computes. */
  readonly before: string | undefined;
  readonly after: string;
}

/** A step of a charge, in the order in which they were taken: count → amount → scheme → days → rounding → VAT (R79). */
export type ChargeStep = ChargeChoice | ChargeSum;

/** One charge as it was made, or what became of it instead. */
export interface TracedCharge {
  readonly source: "oneOff" | "recurring" | "instalment" | "correction";
  /** First and last day it is for, `YYYY-MM-DD`. */
  readonly startDate: string;
  readonly endDate: string;
  readonly steps: readonly ChargeStep[];
  /** Undefined where no transaction was made of it. */
  readonly transaction: Transaction | undefined;
  /** Why not: days settled without a charge, a correction that comes to nothing, or the error that ended the charges. */
  readonly settled: string | undefined;
  readonly fault: ChargeFault | undefined;
}

/** What became of a charge: one of the three. */
export type ChargeOutcome = Partial<Pick<TracedCharge, "transaction" | "settled" | "fault">>;

/** Collects the charges of one feature, in the order in which they were made. */
export class ChargeTrace {
  readonly charges: TracedCharge[] = [];
  #steps: ChargeStep[] = [];

  /** The steps since the last charge. */
  get taken(): readonly ChargeStep[] {
    return this.#steps;
  }

  choose(
    rule: string,
    subject: string,
    chosen: string | undefined,
    reason: string,
    passedOver: readonly PassedOver[] = [],
    cost: ChargeStep["cost"] = "retail",
  ): void {
    this.#steps.push({ kind: "choice", cost, rule, subject, chosen, reason, passedOver });
  }

  sum(
    rule: string,
    what: string,
    inputs: string,
    after: string,
    before?: string,
    cost: ChargeStep["cost"] = "retail",
  ): void {
    this.#steps.push({ kind: "sum", cost, rule, what, inputs, before, after });
  }

  /** Ends a charge: the steps since the last one are its own. */
  end(source: TracedCharge["source"], startDate: string, endDate: string, outcome: ChargeOutcome): void {
    const { transaction, settled, fault } = outcome;
    this.charges.push({ source, startDate, endDate, steps: this.#steps, transaction, settled, fault });
    this.#steps = [];
  }
}
