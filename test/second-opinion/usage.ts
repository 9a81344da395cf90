/** R6: nothing used, nothing charged; R7: the charged usage. */
import type { Decimal } from "decimal.js";
import type { Usage } from "./call.ts";
import { malformed } from "./errors.ts";
import type { Rate } from "./rate-fields.ts";
import { Exact, ONE, up, ZERO } from "./values.ts";

export interface ChargedUsage {
  readonly seconds: Decimal;
  readonly bytes: Decimal;
  readonly events: Decimal;
  /** R6: every component is 0. */
  readonly isFree: boolean;
}

const NOTHING: ChargedUsage = { seconds: ZERO, bytes: ZERO, events: ZERO, isFree: true };

const BYTE_TYPES = ["perKilobyte", "perMegabyte", "perGigabyte"];

export function isByteType(chargeType: string): boolean {
  return BYTE_TYPES.includes(chargeType);
}

export function chargedUsage(rate: Rate, { duration, bytes, events }: Usage): ChargedUsage {
  const isSilent = duration === null || duration.isZero();

  if (rate.chargeType === "perMinute") {
    if (duration === null) throw malformed("duration", "A price per minute needs a duration.");
    if (isSilent && rate.chargeZeroDuration !== true) return NOTHING;
  }
  if (rate.chargeType === "perCall" && isSilent && rate.chargeZeroDuration === false) return NOTHING;
  if (isByteType(rate.chargeType)) {
    if (bytes === null) throw malformed("bytes", "A price per byte needs bytes.");
    if (bytes.isZero()) return NOTHING;
  }
  if (rate.chargeType === "perEvent" && events?.isZero()) return NOTHING;

  const chargedBytes = isByteType(rate.chargeType) ? up(bytes ?? ZERO, rate.roundBytes) : ZERO;
  if (chargedBytes.gt(Number.MAX_SAFE_INTEGER))
    throw malformed("bytes", "The charged bytes are out of bounds.");
  return {
    seconds: chargedSeconds(rate, duration ?? ZERO),
    bytes: chargedBytes,
    events: rate.chargeType === "perEvent" ? up(events ?? ONE, rate.roundEvents) : ZERO,
    isFree: false,
  };
}

/** R7: S. The minimum comes first, then the steps. */
export function chargedSeconds(rate: Rate, duration: Decimal): Decimal {
  const isPerMinute = rate.chargeType === "perMinute";
  if (!isPerMinute && duration.isZero()) return ZERO;
  const durationMin = rate.durationMin ?? ZERO;
  if (rate.roundSecondsFrom !== "minimum") return up(Exact.max(duration, durationMin), rate.roundSeconds);

  const minimum = isPerMinute ? Exact.max(durationMin, rate.initialDuration ?? ZERO) : durationMin;
  return duration.gt(minimum) ? minimum.plus(up(duration.minus(minimum), rate.roundSeconds)) : minimum;
}
