/** R7 to R14: the values of a rate, by their names on a line and on a tariff. */
import type { Decimal } from "decimal.js";
import type { Row } from "./values.ts";
import { isBlank, isTrue, type ReadAmount, text } from "./values.ts";

export type AmountField =
  | "cost"
  | "costConnection"
  | "costMin"
  | "costMax"
  | "initialDuration"
  | "initialCost"
  | "costSecondaryConnection"
  | "durationMin"
  | "roundSeconds"
  | "roundBytes"
  | "roundEvents"
  | "roundPence"
  | "roundPenceAfterSurcharge"
  | "accessCharge"
  | "accessChargeConnection"
  | "surchargeMobileOrigination"
  | "surchargeMobileOriginationConnection"
  | "surchargePayphoneOrigination"
  | "surchargePayphoneOriginationConnection"
  | "surchargeCallRecording"
  | "surchargeCallRecordingConnection";

export const AMOUNTS: readonly AmountField[] = [
  "cost",
  "costConnection",
  "costMin",
  "costMax",
  "initialDuration",
  "initialCost",
  "costSecondaryConnection",
  "durationMin",
  "roundSeconds",
  "roundBytes",
  "roundEvents",
  "roundPence",
  "roundPenceAfterSurcharge",
  "accessCharge",
  "accessChargeConnection",
  "surchargeMobileOrigination",
  "surchargeMobileOriginationConnection",
  "surchargePayphoneOrigination",
  "surchargePayphoneOriginationConnection",
  "surchargeCallRecording",
  "surchargeCallRecordingConnection",
];

export type PresetField =
  | "roundSecondsFrom"
  | "roundingAccessCharge"
  | "surchargeRoundingMobileOrigination"
  | "surchargeRoundingPayphoneOrigination"
  | "surchargeRoundingCallRecording";

export const PRESETS: readonly PresetField[] = [
  "roundSecondsFrom",
  "roundingAccessCharge",
  "surchargeRoundingMobileOrigination",
  "surchargeRoundingPayphoneOrigination",
  "surchargeRoundingCallRecording",
];

/** The values in force for a call; amounts blank are null, presets blank are "". */
export type Rate = Readonly<Record<AmountField, Decimal | null>> &
  Readonly<Record<PresetField, string>> & {
    readonly chargeType: string;
    /** Blank (null) leaves R6 as it stands. */
    readonly chargeZeroDuration: boolean | null;
  };

const BASE_FIELDS: ReadonlyMap<string, string> = new Map([
  ["chargeType", "baseType"],
  ["chargeZeroDuration", "chargeZeroDuration"],
  ["discountPlan", "baseDiscountPlan"],
  ...[...AMOUNTS, ...PRESETS].map((field): [string, string] => [
    field,
    `base${field.charAt(0).toUpperCase()}${field.slice(1)}`,
  ]),
]);

/** The name on a tariff of a value of a line. */
export function baseField(field: string): string {
  return BASE_FIELDS.get(field) ?? field;
}

export function isMarkup(chargeType: string): boolean {
  return chargeType === "markup" || chargeType === "markupSuggested";
}

/** Puts a rate together from whatever says its single values. */
export function assembleRate(
  fieldAmount: (field: AmountField) => Decimal | null,
  fieldValue: (field: string) => unknown,
): Rate {
  const rate: Record<string, unknown> = {};
  for (const field of AMOUNTS) rate[field] = fieldAmount(field);
  for (const field of PRESETS) rate[field] = text(fieldValue(field));
  rate.chargeType = text(fieldValue("chargeType")) || "perMinute";
  const zeroDuration = fieldValue("chargeZeroDuration");
  rate.chargeZeroDuration = isBlank(zeroDuration) ? null : isTrue(zeroDuration);
  return rate as unknown as Rate;
}

/** A rate given directly by one row with a line's field names. */
export function rateOfRow(row: Row, readAmount: ReadAmount): Rate {
  return assembleRate(
    (field) => readAmount(row, field),
    (field) => row[field],
  );
}
