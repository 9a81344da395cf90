/**
 * The trace of a charge, for explanations: the charging itself writes the trace, so that an explanation cannot differ
 * from the transaction. Without a trace nothing is recorded.
 */
import type { Choice, Step } from "../engine/index.ts";
import type { ChargeFault, Transaction } from "./charged.ts";

/** A choice: its subject, the result, and the sources that were tried before and had no value. */
export interface ChargeChoice extends Omit<Choice, "chosenID"> {
  readonly kind: "choice";
  /** The amount to which the step belongs. */
  readonly cost: "retail" | "wholesale";
}

/** A source that was tried first and had no value, and why. */
export type PassedOver = Choice["passedOver"][number];

/** One step of the arithmetic. Amounts are pounds as exact decimal text; "…" marks digits that go on. */
export interface ChargeSum extends Step {
  readonly kind: "sum";
}

/** A step of a charge. Steps come in order: count → amount → scheme → days → rounding → VAT (R79). */
export type ChargeStep = ChargeChoice | ChargeSum;

/** One charge as it was made, or why it was not. */
export interface TracedCharge {
  readonly source: "oneOff" | "recurring" | "instalment" | "correction";
  /** First and last day of the charge, `YYYY-MM-DD`. */
  readonly startDate: string;
  readonly endDate: string;
  readonly steps: readonly ChargeStep[];
  /** Undefined where the charge has no transaction. */
  readonly transaction: Transaction | undefined;
  /** Why there is no transaction: days settled without a charge, or a correction of 0. */
  readonly settled: string | undefined;
  /** The error that ended the charges. */
  readonly fault: ChargeFault | undefined;
}

/** The outcome of a charge: one of the three. */
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

  /** Ends a charge, which gets the steps since the end of the last charge. */
  end(source: TracedCharge["source"], startDate: string, endDate: string, outcome: ChargeOutcome): void {
    const { transaction, settled, fault } = outcome;
    this.charges.push({ source, startDate, endDate, steps: this.#steps, transaction, settled, fault });
    this.#steps = [];
  }
}
