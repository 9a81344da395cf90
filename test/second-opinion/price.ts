/** R8 to R15: what one call costs at one rate. */
import type { Decimal } from "decimal.js";
import type { Flags } from "./call.ts";
import { COMPONENTS, type Component, type Components, NO_COST, totalOf } from "./components.ts";
import type { Rate } from "./rate-fields.ts";
import type { ChargedUsage } from "./usage.ts";
import { isByteType } from "./usage.ts";
import {
  Exact,
  ONE,
  quantise,
  type ReadAmount,
  type Row,
  roundTo,
  type Sixtieths,
  sixtieths,
  text,
  up,
  ZERO,
} from "./values.ts";

export interface Pricing {
  readonly costDecimals: number;
  readonly roundings: ReadonlyMap<string, Row>;
  readonly readAmount: ReadAmount;
}

/** The usage part of seconds `from` to `to` of the call, by default at one cost all along. */
export type PriceOfSeconds = (from: Decimal, to: Decimal) => Sixtieths;

export function priceCall(
  rate: Rate,
  used: ChargedUsage,
  flags: Flags,
  pricing: Pricing,
  priceOfSeconds: PriceOfSeconds = (from, to) => (rate.cost ?? ZERO).times(to.minus(from)),
): Components {
  if (used.isFree) return NO_COST;
  return finish(
    {
      Basic: basicCharge(rate, used, priceOfSeconds),
      AccessCharge: perMinute(rate.accessCharge, rate.accessChargeConnection, used),
      SurchargeMobileOrigination:
        flags.origination === "mobile"
          ? perMinute(rate.surchargeMobileOrigination, rate.surchargeMobileOriginationConnection, used)
          : ZERO,
      SurchargePayphoneOrigination:
        flags.origination === "payphone"
          ? perMinute(rate.surchargePayphoneOrigination, rate.surchargePayphoneOriginationConnection, used)
          : ZERO,
      SurchargeCallRecording: flags.isRecorded
        ? perMinute(rate.surchargeCallRecording, rate.surchargeCallRecordingConnection, used)
        : ZERO,
    },
    rate,
    pricing,
  );
}

/** R15: each wholesale component times 1 + percent ÷ 100; no other price of the rate is added. */
export function markUp(percent: Decimal | null, cost: Components, rate: Rate, pricing: Pricing): Components {
  const factor = ONE.plus((percent ?? ZERO).div(100));
  const exact: Record<string, Sixtieths> = {};
  for (const component of COMPONENTS) exact[component] = sixtieths(cost[component].times(factor));
  return finish(exact as Record<Component, Sixtieths>, rate, pricing);
}

/** R9: connection, initial block, usage part. */
function basicCharge(rate: Rate, used: ChargedUsage, priceOfSeconds: PriceOfSeconds): Sixtieths {
  const connection = sixtieths(rate.costConnection);
  if (rate.chargeType !== "perMinute") return connection.plus(usagePart(rate, used));

  const initialDuration = rate.initialDuration ?? ZERO;
  if (initialDuration.isZero()) return connection.plus(priceOfSeconds(ZERO, used.seconds));

  // R8: the initial block, then the rest at cost.
  const initialBlock = connection.plus(sixtieths(rate.initialCost));
  if (used.seconds.lte(initialDuration)) return initialBlock;
  return initialBlock
    .plus(sixtieths(rate.costSecondaryConnection))
    .plus(priceOfSeconds(initialDuration, used.seconds));
}

/** The table of R9, apart from `perMinute` and the markups. */
function usagePart(rate: Rate, used: ChargedUsage): Sixtieths {
  const cost = sixtieths(rate.cost);
  if (rate.chargeType === "perEvent") return cost.times(used.events);
  if (isByteType(rate.chargeType)) {
    const power = ["perKilobyte", "perMegabyte", "perGigabyte"].indexOf(rate.chargeType) + 1;
    return cost.times(used.bytes).div(1024 ** power);
  }
  return cost;
}

/** R11: price per minute × S ÷ 60 + the connection price. */
function perMinute(price: Decimal | null, connection: Decimal | null, used: ChargedUsage): Sixtieths {
  return (price ?? ZERO).times(used.seconds).plus(sixtieths(connection));
}

/** R10, R12, R13, R14. */
function finish(exact: Readonly<Record<Component, Sixtieths>>, rate: Rate, pricing: Pricing): Components {
  const round = (value: Sixtieths, preset: string): Sixtieths => roundByPreset(value, preset, rate, pricing);
  const finished: Record<Component, Sixtieths> = {
    Basic: limited(exact.Basic, rate),
    AccessCharge: round(exact.AccessCharge, rate.roundingAccessCharge),
    SurchargeMobileOrigination: round(
      exact.SurchargeMobileOrigination,
      rate.surchargeRoundingMobileOrigination,
    ),
    SurchargePayphoneOrigination: round(
      exact.SurchargePayphoneOrigination,
      rate.surchargeRoundingPayphoneOrigination,
    ),
    SurchargeCallRecording: round(exact.SurchargeCallRecording, rate.surchargeRoundingCallRecording),
  };
  // R13
  for (const component of COMPONENTS) {
    finished[component] = quantise(finished[component], pricing.costDecimals);
  }
  // R14
  const total = totalOf(finished);
  const difference = up(total, rate.roundPenceAfterSurcharge).minus(total);
  return { ...finished, Basic: finished.Basic.plus(difference) };
}

/** R10: minimum, rounding, maximum, in this order. */
function limited(basic: Sixtieths, rate: Rate): Sixtieths {
  const raised = rate.costMin === null ? basic : Exact.max(basic, sixtieths(rate.costMin));
  const rounded = up(raised, inSixtieths(rate.roundPence));
  return rate.costMax === null ? rounded : Exact.min(rounded, sixtieths(rate.costMax));
}

/** R12: `none`, `asBasic`, or the name of an entry of `roundings`. */
function roundByPreset(value: Sixtieths, preset: string, rate: Rate, pricing: Pricing): Sixtieths {
  if (preset === "" || preset === "none") return value;
  if (preset === "asBasic") return up(value, inSixtieths(rate.roundPence));
  const rounding = pricing.roundings.get(preset);
  if (rounding === undefined) throw new Error(`Unknown rounding ${preset}.`);
  return roundTo(value, text(rounding.mode), inSixtieths(pricing.readAmount(rounding, "multiple")));
}

function inSixtieths(multiple: Decimal | null): Sixtieths | null {
  return multiple === null ? null : multiple.times(60);
}
