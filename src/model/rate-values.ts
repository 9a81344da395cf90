/**
 * The values of a rate (R7 to R14): what a line calls `cost` a tariff calls `baseCost`. One table names
 * them all, so that lines, base fields, inheritance and increases cannot come to disagree.
 */
import type * as z from "zod";
import { readFlag } from "./blank.ts";
import { CHARGE_TYPES } from "./charge-type.ts";
import { type Fault, field } from "./field.ts";
import { bytes, events, notAFlag, oneOf, penceMultiple, price, seconds, text } from "./fields.ts";

const values = {
  chargeType: oneOf(...CHARGE_TYPES),
  cost: price,
  costConnection: price,
  costMin: price,
  costMax: price,
  initialDuration: seconds,
  initialCost: price,
  costSecondaryConnection: price,
  durationMin: seconds,
  roundSeconds: seconds,
  roundSecondsFrom: oneOf("zero", "minimum"),
  roundBytes: bytes,
  roundEvents: events,
  roundPence: penceMultiple,
  roundPenceAfterSurcharge: penceMultiple,
  accessCharge: price,
  accessChargeConnection: price,
  roundingAccessCharge: text,
  chargeZeroDuration: field((value): "charged" | "free" | Fault => {
    const isCharged = readFlag(value);
    if (isCharged === undefined) return notAFlag(value);
    return isCharged ? "charged" : "free";
  }),
  surchargeMobileOrigination: price,
  surchargeMobileOriginationConnection: price,
  surchargeRoundingMobileOrigination: text,
  surchargePayphoneOrigination: price,
  surchargePayphoneOriginationConnection: price,
  surchargeRoundingPayphoneOrigination: text,
  surchargeCallRecording: price,
  surchargeCallRecordingConnection: price,
  surchargeRoundingCallRecording: text,
} as const;

/** The name of a rate value as a line spells it. */
export type RateValueName = keyof typeof values;

/** A rate value's schema by the name a line gives it. */
export const RATE_VALUES: Readonly<Record<RateValueName, z.ZodType>> = values;

/** The names of all rate values as a line spells them. */
export const RATE_VALUE_NAMES = Object.keys(values) as readonly RateValueName[];

/** Rate values of one line or of a tariff's base; prices in micro-pence, durations in milliseconds. */
export type RateValues = { readonly [K in RateValueName]?: z.output<(typeof values)[K]> };

/** The name of a tariff's base field for a rate value. */
export function baseFieldName(name: RateValueName): string {
  if (name === "chargeType") return "baseType";
  if (name === "chargeZeroDuration") return "chargeZeroDuration";
  return `base${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}
