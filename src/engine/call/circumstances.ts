/** The facts of a call for pricing its two sides. */
import type { BookTables, NumberMatch, OpenedTariff } from "../../book/index.ts";
import type { Trace } from "../trace.ts";
import type { Charge } from "./charge.ts";
import type { Classified } from "./find-call-type.ts";
import type { CallReading } from "./read-call.ts";

/** The facts of a call for pricing its two sides. */
export interface Circumstances {
  readonly book: BookTables;
  readonly call: CallReading;
  readonly classified: Classified;
  readonly period: number;
  /** The call's usage; the charged usage is written here, too. */
  readonly charge: Charge;
  readonly trace: Trace | undefined;
  /** Undefined for a quote, which has no number and names its tariff. */
  readonly billed: Billed | undefined;
}

/** The number that a call is billed to, and the carrier. */
export interface Billed {
  readonly match: NumberMatch;
  /** The call's carrier, else its number's. */
  readonly carrier: string;
}

/** A rate that a tariff gave for a call (R25, R26). */
export interface FoundRate {
  readonly tariff: OpenedTariff;
  /** The call type with which the rate was sought (R22). */
  readonly callType: number;
  /** The offset of the rate, or negative where there is none. */
  readonly rate: number;
}
