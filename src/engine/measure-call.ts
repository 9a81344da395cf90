/** A call's usage as a kernel takes it, and what is said where it cannot be measured (R6, R7). */
import { ORIGIN, Refusal } from "../book/index.ts";
import { Charge } from "./charge.ts";
import type { Measured } from "./charged-usage.ts";
import type { CallReading } from "./read-call.ts";

export function chargeOf(call: CallReading, originationSurcharges: boolean): Charge {
  return new Charge(
    call.durationMilliseconds,
    call.bytes,
    call.events,
    originationSurcharges && call.origin === ORIGIN.mobile,
    originationSurcharges && call.origin === ORIGIN.payphone,
    call.isRecorded,
  );
}

type Unmeasured = Exclude<Measured, "charged" | "free">;

export function isUnmeasured(measured: Measured): measured is Unmeasured {
  return measured !== "charged" && measured !== "free";
}

export function unmeasured(measured: Unmeasured): Refusal {
  switch (measured) {
    case "no-duration":
      return new Refusal(
        "malformed-record",
        "duration: is required, because the rate is per minute.",
        "duration",
      );
    case "no-bytes":
      return new Refusal("malformed-record", "bytes: is required, because the rate is by bytes.", "bytes");
    case "too-many-bytes":
      return new Refusal("malformed-record", "bytes: rounded up is more than can be counted.", "bytes");
  }
}
