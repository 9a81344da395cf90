/** One call's usage, as recorded and as charged, and its finished components. */
import { attractedBy, type PerComponent } from "../../model/index.ts";
import type { CallReading } from "./read-call.ts";

/** A stretch of the charged seconds that lies in one rating period (R23, split rule). */
export interface PricedPiece {
  /** Offset of the rate whose `cost` prices the piece. */
  readonly rate: number;
  readonly milliseconds: number;
}

/** One call's usage, recorded and charged, and the components that it attracts. */
export class Charge {
  /** Usage as recorded; -1 = blank. */
  durationMilliseconds: number;
  bytes: number;
  events: number;
  /** Which components the call attracts (R11), as bits by their index in `COMPONENTS`. */
  attracted: number;

  /** Usage as charged (R6, R7). */
  chargedMilliseconds = 0;
  chargedBytes = 0;
  chargedEvents = 0;
  /** The usage the price multiplies: charged ms, bytes or events; 1 for a price per call. */
  pricedUnits = 0;
  /** R23's split rule: the pieces after the initial block, or undefined where one price holds throughout. */
  pieces: readonly PricedPiece[] | undefined = undefined;

  constructor(durationMilliseconds: number, bytes: number, events: number, attracted: number) {
    this.durationMilliseconds = durationMilliseconds;
    this.bytes = bytes;
    this.events = events;
    this.attracted = attracted;
  }
}

/** The finished components of a cost in whole quanta of 10^-costDecimals pence. */
export type ExactComponents = PerComponent<bigint>;

/** A call's usage. Without origination surcharges the call's origin is ignored (R11). */
export function chargeOf(call: CallReading, originationSurcharges: boolean): Charge {
  return new Charge(
    call.durationMilliseconds,
    call.bytes,
    call.events,
    attractedBy(originationSurcharges ? call.origin : 0, call.isRecorded),
  );
}
