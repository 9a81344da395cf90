/** Why a feature is charged what it is (R79): plain data, to print, to send and to store. */

import type { ChargeStep } from "../charge-trace.ts";
import type { FeatureError } from "../charged.ts";
import type { Transaction } from "../transaction.ts";

/** A charge that falls due on the day or covers it. */
export interface ExplainedCharge {
  /** Count, amount, scheme, days, rounding, wholesale, VAT: what was chosen and what was passed over, and the arithmetic. */
  readonly steps: readonly ChargeStep[];
  /** What `charges` gives for it, always. */
  readonly transaction: Transaction;
}

/** What the feature's record says was charged, with all corrections since. */
export interface RecordedCharge {
  readonly steps: readonly ChargeStep[];
  readonly source: "oneOff" | "recurring";
  /** First and last of its days, `YYYY-MM-DD`. */
  readonly startDate: string;
  readonly endDate: string;
  /** Pounds. */
  readonly value: string;
  /** Null where it is not known, or not recorded. */
  readonly valueCarrier: string | null;
}

/** Which feature is asked about, and for which day. */
interface AskedOn {
  readonly featureID: string;
  /** Null where nobody pays for it. */
  readonly customerID: string | null;
  readonly on: string;
}

/** The day brings charges, or is covered by some that are due. */
export interface ExplainedDue extends AskedOn {
  readonly outcome: "due";
  readonly charges: readonly ExplainedCharge[];
}

/** The day was charged before. */
export interface ExplainedRecord extends AskedOn {
  readonly outcome: "recorded";
  readonly charges: readonly RecordedCharge[];
}

/** The day brings nothing. */
export interface ExplainedNothing extends AskedOn {
  readonly outcome: "nothing";
  /** Why, in a sentence. */
  readonly reason: string;
  /** What was chosen where it was looked at. */
  readonly steps: readonly ChargeStep[];
}

/** The feature cannot be charged. */
export interface ExplainedError extends AskedOn {
  readonly outcome: "error";
  readonly error: FeatureError;
  /** What was chosen until then. */
  readonly steps: readonly ChargeStep[];
}

/** Why a feature is charged what it is on a day, or is not; `outcome` tells which. Amounts are pounds as decimal text. */
export type ChargeExplanation = ExplainedDue | ExplainedRecord | ExplainedNothing | ExplainedError;
