/** Discount plans ready for use: conditions, cover and discount (R40, R42, R43). */
import { type CheckedDiscountPlan, DISCOUNT_COMPONENTS, type TariffClass } from "../../model/index.ts";

/** A discount plan ready for use. Amounts are scaled as in its checked record. */
export interface OpenedPlan {
  readonly name: string;
  readonly record: CheckedDiscountPlan;
  /** Millionths of a percent, and of a penny; undefined where blank, which is not zero (R3). */
  readonly percent: number | undefined;
  readonly pencePerCall: number | undefined;
  readonly pencePerMinute: number | undefined;
  /** Whether the covered part of a call is free, and so not left for later plans (R40). */
  readonly makesFree: boolean;
  /** Whether the plan has an allowance, and so pools (R41). */
  readonly hasPools: boolean;
  /** Whether the plan limits minutes, bytes or events, and so covers only calls that use one of these (R42). */
  readonly limitsUsage: boolean;
  /** Whether the plan discounts each of the five components, in their order. */
  readonly components: readonly boolean[];
  readonly coverMilliseconds: number | undefined;
  readonly coverWholeCallOnly: boolean;
  readonly isWhole: boolean;
  /** Milliseconds of one draw; at least 1 (R41, R42). */
  readonly drawStep: number;
  readonly tariffClasses: ReadonlySet<TariffClass> | undefined;
  readonly callTypes: ReadonlySet<string> | undefined;
  readonly periods: ReadonlySet<string> | undefined;
}

const FREE_PERCENT = 100_000_000;

export function openPlan(record: CheckedDiscountPlan): OpenedPlan {
  const { discountPercent, discountPencePerCall, discountPencePerMinute, appliesTo } = record;
  const hasDiscount =
    discountPercent !== undefined ||
    discountPencePerCall !== undefined ||
    discountPencePerMinute !== undefined;
  const limitsUsage =
    record.allowanceMinutes !== undefined ||
    record.allowanceBytes !== undefined ||
    record.allowanceEvents !== undefined;
  const listed = record.components ?? [];
  return {
    name: record.discountPlanName,
    record,
    percent: discountPercent,
    pencePerCall: discountPencePerCall,
    pencePerMinute: discountPencePerMinute,
    makesFree: !hasDiscount || discountPercent === FREE_PERCENT,
    hasPools: limitsUsage || record.allowanceCalls !== undefined || record.allowanceValue !== undefined,
    limitsUsage,
    components: [true, ...DISCOUNT_COMPONENTS.map((name) => listed.includes(name))],
    coverMilliseconds: record.coverPerCallSeconds,
    coverWholeCallOnly: record.coverWholeCallOnly,
    isWhole: record.partial === "whole",
    drawStep: Math.max(1, record.drawRoundSeconds ?? 0),
    tariffClasses: setOf(appliesTo?.tariffClasses),
    callTypes: setOf(appliesTo?.callTypes),
    periods: setOf(appliesTo?.periods),
  };
}

function setOf<T>(list: readonly T[] | undefined): ReadonlySet<T> | undefined {
  return list === undefined ? undefined : new Set(list);
}
