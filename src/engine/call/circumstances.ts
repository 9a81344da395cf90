/** What is known of a call when its two sides are priced. */
import type { BookTables, NumberMatch, OpenedNumber, OpenedTariff } from "../../book/index.ts";
import type { Trace } from "../trace.ts";
import type { Charge } from "./charge.ts";
import type { Classified } from "./find-call-type.ts";
import type { CallReading } from "./read-call.ts";

/** What is known of a call when its two sides are priced. */
export interface Circumstances {
  readonly book: BookTables;
  readonly call: CallReading;
  readonly classified: Classified;
  readonly period: number;
  /** Its usage; what is charged of it is written here, too. */
  readonly charge: Charge;
  readonly trace: Trace | undefined;
  /** Undefined for a quote, which has no number and names its tariff. */
  readonly billed: Billed | undefined;
}

/** The number that a call is billed to, and what follows from it. */
export interface Billed {
  readonly match: NumberMatch<OpenedNumber>;
  /** The call's carrier, else its number's. */
  readonly carrier: string;
}

/** A rate that a tariff gave for a call (R25, R26). */
export interface FoundRate {
  readonly tariff: OpenedTariff;
  /** The call type with which it was sought (R22). */
  readonly callType: number;
  /** Its offset, or negative where there is none. */
  readonly rate: number;
}
