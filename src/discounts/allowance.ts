/** R41: what a pool holds in a billing period. */
import type { PoolDefinition } from "../book/index.ts";
import { floorDivide, type Units } from "../money/index.ts";
import type { BillingPeriod } from "./billing-period.ts";

/** An amount of each kind that plans can limit: milliseconds, bytes, events, calls, quanta of discount. */
export interface Amounts {
  milliseconds: Units;
  bytes: Units;
  events: Units;
  calls: Units;
  value: Units;
}

/** What a pool holds, undefined where its plan has no limit of the kind. */
export type Allowance = { readonly [K in keyof Amounts]: Units | undefined };

/** Decimal places of a carrier's factor, a multiplier times a count. */
const FACTOR_DECIMALS = 12;
const MILLISECONDS_PER_MINUTE = 60_000n;

/** Decimal places of pounds in which quanta of discount are whole: those of a penny, and the currency's (R4, R41). */
export function poundsDecimals(settings: {
  readonly costDecimals: number;
  readonly currencyDecimals: number;
}): number {
  return settings.costDecimals + settings.currencyDecimals;
}

/** The allowance of a pool: the sum over its carriers in force on any day of the period, rounded down once. */
export function allowanceOf(
  pool: Pick<PoolDefinition, "plan" | "carriers">,
  period: BillingPeriod,
  valueDecimals: number,
): Allowance {
  const days = BigInt(period.to - period.from + 1);
  let weight = 0n;
  for (const { from, to, factor } of pool.carriers) {
    const first = Math.max(from, period.from);
    const last = Math.min(to, period.to);
    if (first > last) continue;
    weight += factor * (pool.plan.record.allowanceProRata ? BigInt(last - first + 1) : days);
  }
  const times = (amount: number | undefined, decimals: number, unit: bigint): Units | undefined => {
    if (amount === undefined) return undefined;
    const scale = 10n ** BigInt(decimals + FACTOR_DECIMALS) * days;
    return compact(floorDivide(BigInt(amount) * unit * weight, scale));
  };
  const { allowanceMinutes, allowanceBytes, allowanceEvents, allowanceCalls, allowanceValue } =
    pool.plan.record;
  return {
    milliseconds: times(allowanceMinutes, 6, MILLISECONDS_PER_MINUTE),
    bytes: times(allowanceBytes, 0, 1n),
    events: times(allowanceEvents, 0, 1n),
    calls: times(allowanceCalls, 0, 1n),
    value: times(allowanceValue, 6, 10n ** BigInt(valueDecimals)),
  };
}

/** A whole number as a double where that is exact. */
export function compact(units: bigint): Units {
  return units <= Number.MAX_SAFE_INTEGER && units >= Number.MIN_SAFE_INTEGER ? Number(units) : units;
}

/** a + b, exact. */
export function plus(a: Units, b: Units): Units {
  if (typeof a === "number" && typeof b === "number") {
    const sum = a + b;
    if (Number.isSafeInteger(sum)) return sum;
  }
  return compact(BigInt(a) + BigInt(b));
}

/** a - b, exact. */
export function minus(a: Units, b: Units): Units {
  if (typeof a === "number" && typeof b === "number") {
    const difference = a - b;
    if (Number.isSafeInteger(difference)) return difference;
  }
  return compact(BigInt(a) - BigInt(b));
}
