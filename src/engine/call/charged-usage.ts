/** How much of the usage is charged (R6, R7). Whole milliseconds, bytes and events; exact in doubles. */
import { initialMilliseconds, type RateTable } from "../../book/index.ts";
import { tables } from "../../kernel/index.ts";
import { CHARGE_TYPES, type ChargeType } from "../../model/index.ts";
import { ceilToMultiple } from "../../money/index.ts";
import type { Charge } from "./charge.ts";

/** The result of measuring a call: charged, free (R6), or the fault of a record whose usage the rate cannot charge. */
export type Measured = "charged" | "free" | "no-duration" | "no-bytes" | "too-many-bytes";

const CODE = Object.fromEntries(CHARGE_TYPES.map((type, code) => [type, code])) as Record<ChargeType, number>;
const PER_MINUTE = CODE.perMinute;
const PER_EVENT = CODE.perEvent;
const PER_CALL = CODE.perCall;
const FIRST_BYTE_TYPE = CODE.perKilobyte;
const LAST_BYTE_TYPE = CODE.perGigabyte;

/** R7: S = max(duration, minimum), then up to the next multiple of the step. */
export function chargedMilliseconds(
  duration: number,
  minimum: number,
  step: number,
  fromMinimum: boolean,
  initial: number,
): number {
  if (fromMinimum) {
    const first = initial > minimum ? initial : minimum;
    if (duration <= first) return first;
    return step > 0 ? first + ceilToMultiple(duration - first, step) : duration;
  }
  const least = duration > minimum ? duration : minimum;
  return step > 0 ? ceilToMultiple(least, step) : least;
}

/** Sets the charged usage of a call under a rate (R6, R7). */
export function measureUsage(rates: RateTable, rate: number, charge: Charge): Measured {
  const terms = rates.terms;
  const shapes = rates.shapes;
  const shape = terms[rate + tables.TERM_SHAPE] as number;
  const chargeType = shapes[shape + tables.SHAPE_CHARGE_TYPE] as number;
  const zeroDuration = shapes[shape + tables.SHAPE_ZERO_DURATION] as number;
  const duration = charge.durationMilliseconds;
  charge.chargedMilliseconds = 0;
  charge.chargedBytes = 0;
  charge.chargedEvents = 0;
  charge.pricedUnits = 0;
  charge.pieces = undefined;

  // R6: nothing used, nothing charged; unknown usage is an error, never zero.
  if (chargeType === PER_MINUTE) {
    if (duration < 0) return "no-duration";
    if (duration === 0 && zeroDuration !== 1) return "free";
  } else if (chargeType === PER_CALL) {
    if (duration <= 0 && zeroDuration === 2) return "free";
  } else if (chargeType === PER_EVENT) {
    if (charge.events === 0) return "free";
  } else if (chargeType >= FIRST_BYTE_TYPE && chargeType <= LAST_BYTE_TYPE) {
    if (charge.bytes < 0) return "no-bytes";
    if (charge.bytes === 0) return "free";
  }

  // R7: charged seconds, by the same rule for every charge type where any time was used.
  if (duration > 0 || chargeType === PER_MINUTE) {
    charge.chargedMilliseconds = chargedMilliseconds(
      duration,
      shapes[shape + tables.SHAPE_MINIMUM_MS] as number,
      shapes[shape + tables.SHAPE_ROUND_MS] as number,
      shapes[shape + tables.SHAPE_ROUND_FROM_MINIMUM] === 1,
      chargeType === PER_MINUTE ? initialMilliseconds(terms, rate) : 0,
    );
  }
  if (chargeType === PER_MINUTE) {
    charge.pricedUnits = charge.chargedMilliseconds;
  } else if (chargeType === PER_EVENT) {
    const step = shapes[shape + tables.SHAPE_ROUND_EVENTS] as number;
    const used = charge.events < 0 ? 1 : charge.events;
    charge.chargedEvents = step > 0 ? ceilToMultiple(used, step) : used;
    charge.pricedUnits = charge.chargedEvents;
  } else if (chargeType >= FIRST_BYTE_TYPE && chargeType <= LAST_BYTE_TYPE) {
    const step = shapes[shape + tables.SHAPE_ROUND_BYTES] as number;
    charge.chargedBytes = step > 0 ? ceilToMultiple(charge.bytes, step) : charge.bytes;
    if (charge.chargedBytes > Number.MAX_SAFE_INTEGER) return "too-many-bytes";
    charge.pricedUnits = charge.chargedBytes;
  } else {
    charge.pricedUnits = 1;
  }
  return "charged";
}
