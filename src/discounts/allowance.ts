/** R41: billing periods, and the allowance of a pool in a billing period. */
import type { PoolDefinition } from "../book/index.ts";
import { civilDateParts, dayNumberOf, formatCivilDate } from "../calendar/index.ts";
import { floorDivide, majorUnit, type Units } from "../money/index.ts";

/** An amount of each kind that plans can limit: milliseconds, bytes, events, calls, quanta of discount. */
export interface PoolAmounts {
  milliseconds: Units;
  bytes: Units;
  events: Units;
  calls: Units;
  value: Units;
}

/** Decimal places of seconds. */
export const SECONDS_DECIMALS = 3;

/**
 * The kinds of amounts: field name in records, unit in messages (`unit` takes the currency), decimal places (`decimals`
 * takes those of pounds).
 */
export const POOL_KINDS = [
  { kind: "milliseconds", field: "Seconds", unit: () => "s", decimals: () => SECONDS_DECIMALS },
  { kind: "bytes", field: "Bytes", unit: () => "bytes", decimals: () => 0 },
  { kind: "events", field: "Events", unit: () => "events", decimals: () => 0 },
  { kind: "calls", field: "Calls", unit: () => "calls", decimals: () => 0 },
  { kind: "value", field: "Value", unit: majorUnit, decimals: (valueDecimals: number) => valueDecimals },
] as const;

export function perKind<Value>(
  make: (kind: (typeof POOL_KINDS)[number]) => Value,
): Record<keyof PoolAmounts, Value> {
  const entries = POOL_KINDS.map((kind) => [kind.kind, make(kind)] as const);
  return Object.fromEntries(entries) as Record<keyof PoolAmounts, Value>;
}

/** The limit of a pool for each kind; undefined where its plan has no limit of the kind. */
export type Allowance = { readonly [K in keyof PoolAmounts]: Units | undefined };

/** Decimal places of a carrier's factor, a multiplier times a count. */
const FACTOR_DECIMALS = 12;
const MILLISECONDS_PER_MINUTE = 60_000n;

/** Decimal places of pounds at which quanta of discount are whole: those of a penny plus the currency's (R4, R41). */
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

/** A whole number as a double where a double is exact, else the bigint. */
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

/** A billing period: its first and its last day, as day numbers. */
export interface BillingPeriod {
  readonly from: number;
  readonly to: number;
  /** `YYYY-MM-DD`. */
  readonly startDate: string;
  readonly endDate: string;
}

/**
 * The billing period of a day, where periods begin on `startDay` (1 to 28) of a month.
 *
 * @example billingPeriodOf(20_729, 15).startDate // => "2026-09-15"
 */
export function billingPeriodOf(day: number, startDay: number): BillingPeriod {
  const parts = civilDateParts(day);
  const month = parts.year * 12 + parts.month - 1 - (parts.day < startDay ? 1 : 0);
  const from = dayOfMonth(month, startDay);
  const to = dayOfMonth(month + 1, startDay) - 1;
  return { from, to, startDate: formatCivilDate(from), endDate: formatCivilDate(to) };
}

/** The day number of a day in a month; months count from January of the year 0. */
function dayOfMonth(month: number, day: number): number {
  return dayNumberOf(Math.floor(month / 12), (month % 12) + 1, day);
}
