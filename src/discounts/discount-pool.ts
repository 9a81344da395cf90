/** Pools as records: their use, and what is carried from one batch of calls to the next (R44). */
import {
  compareIDs,
  type DiscountTables,
  type PoolDefinition,
  type PoolName,
  poolKey,
} from "../book/index.ts";
import { formatUnits, nearestDivide, type Units } from "../money/index.ts";
import { type Allowance, POOL_KINDS } from "./allowance.ts";
import { compareTurns } from "./draw-order.ts";
import type { Pool } from "./pool.ts";
import {
  checkedState,
  type DiscountState,
  type PoolLimits,
  type PoolState,
  type StateBook,
  type StateCarrier,
} from "./state-records.ts";

/**
 * The use of a pool in a billing period (R44): of the number `numberID`, of all records of the customer that
 * name the pool, or with both blank of the customer. Quantities are plain decimal text; an allowance is null
 * where the plan has no limit of the kind. What calls used is counted in every unit, limited or not.
 */
export interface DiscountPool extends PoolName, PoolLimits {
  /** First and last day of the billing period, `YYYY-MM-DD`. */
  readonly startDate: string;
  readonly endDate: string;
  readonly usedSeconds: string;
  /** To the nearest of four decimal places. */
  readonly usedMinutes: string;
  readonly usedBytes: string;
  readonly usedEvents: string;
  readonly usedCalls: string;
  /** Pounds of discount. */
  readonly usedValue: string;
}

const MINUTES_DECIMALS = 4;

/** A pool as a record. */
export function poolRecord({ name, period, allowance, used }: Pool, valueDecimals: number): DiscountPool {
  const { startDate, endDate } = period;
  const minutes = nearestDivide(BigInt(used.milliseconds) * 10n ** BigInt(MINUTES_DECIMALS), 60_000n);
  const amounts = POOL_KINDS.flatMap(({ kind, field, decimals }): [string, string | null][] => [
    [`allowance${field}`, textOf(allowance[kind], decimals(valueDecimals))],
    [`used${field}`, textOf(used[kind], decimals(valueDecimals))],
    ...(kind === "milliseconds"
      ? [["usedMinutes", formatUnits(minutes, MINUTES_DECIMALS)] as [string, string]]
      : []),
  ]);
  return { ...name, startDate, endDate, ...Object.fromEntries(amounts) } as DiscountPool;
}

function textOf(units: Units | undefined, decimals: number): string | null {
  return units === undefined ? null : formatUnits(units, decimals);
}

/** The order of pools: customer, plan, period, then named pools, those of numbers, the customer's own. */
export function comparePools(
  a: PoolName & { readonly startDate: string },
  b: PoolName & { readonly startDate: string },
): number {
  return (
    compareIDs(a.customerID, b.customerID) ||
    compareTexts(a.discountPlan, b.discountPlan) ||
    compareTexts(a.startDate, b.startDate) ||
    nullsLast(a.discountPlanAllowancePoolName, b.discountPlanAllowancePoolName, compareTexts) ||
    nullsLast(a.numberID, b.numberID, compareIDs)
  );
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function nullsLast(a: string | null, b: string | null, compare: (a: string, b: string) => number): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  return compare(a, b);
}

/**
 * Joins the states of batches that were discounted apart, such as independent customers' on different
 * machines (R44).
 *
 * @throws RangeError where two states have the same pool, as its calls have to go through one after the other; or
 * where they are of books with other billing periods or currencies
 * @example
 * mergeDiscountStates([]); // => { version: 2, book: null, pools: [] }
 */
export function mergeDiscountStates(states: Iterable<DiscountState>): DiscountState {
  const seen = new Set<string>();
  const pools: PoolState[] = [];
  let book: StateBook | null = null;
  for (const state of states) {
    checkedState(state);
    if (book !== null && state.book !== null) {
      const difference = differenceOf(state.book, book);
      if (difference !== undefined) throw new RangeError(`The states cannot be joined: one ${difference}.`);
    }
    book ??= state.book;
    for (const [at, pool] of state.pools.entries()) {
      const key = `${pool.startDate} ${poolKey(pool)}`;
      if (seen.has(key)) {
        throw new RangeError(
          `pools[${at}]: customer ${pool.customerID}'s pool of ${pool.discountPlan} from ${pool.startDate} is in two of the states; the calls of a customer belong in one batch after the other.`,
        );
      }
      seen.add(key);
      pools.push(pool);
    }
  }
  return { version: 2, book, pools: pools.sort(comparePools) };
}

/** In what a state's book differs from another, in words that follow "one" or "it". */
export function differenceOf(stated: StateBook, other: StateBook): string | undefined {
  if (stated.currency !== other.currency) {
    return `counts pounds in ${stated.currency} and the other in ${other.currency}`;
  }
  if (stated.currencyDecimals !== other.currencyDecimals) {
    return `has a currency of ${stated.currencyDecimals} decimal places and the other of ${other.currencyDecimals}`;
  }
  if (stated.timeZone !== other.timeZone) {
    return `has days of ${stated.timeZone} and the other of ${other.timeZone}`;
  }
  if (stated.billingPeriodStartDay === other.billingPeriodStartDay) return undefined;
  return `has billing periods that start on day ${stated.billingPeriodStartDay} and the other on day ${other.billingPeriodStartDay}`;
}

/** A pool's part of the state. */
export function poolState(pool: Pool, discounts: DiscountTables, valueDecimals: number): PoolState {
  const { used, earlier, latest, definition, stated } = pool;
  const kept = stated[0];
  const last =
    earlier === undefined || (latest !== undefined && compareTurns(latest, earlier) > 0) ? latest : earlier;
  const texts = (what: "allowance" | "used", amounts: Allowance): object =>
    Object.fromEntries(
      POOL_KINDS.map(({ kind, field, decimals }) => [
        `${what}${field}`,
        textOf(amounts[kind], decimals(valueDecimals)),
      ]),
    );
  return {
    ...pool.name,
    discountPlanID: definition?.plan.record.id ?? kept?.discountPlanID ?? "",
    startDate: pool.period.startDate,
    ...(texts("allowance", pool.allowance) as PoolLimits),
    ...(texts("used", used) as Pick<
      PoolState,
      "usedSeconds" | "usedBytes" | "usedEvents" | "usedCalls" | "usedValue"
    >),
    carriers:
      definition === undefined ? (kept?.carriers ?? []) : carriersOf(definition, pool.period, discounts),
    last: {
      start: new Date(last?.instant ?? 0).toISOString(),
      id: last?.id ?? null,
    },
  };
}

/** What fills a pool in a period, each once, and which plans with allowances it carries. */
function carriersOf(
  { customerID, carriers }: PoolDefinition,
  period: Pool["period"],
  discounts: DiscountTables,
): StateCarrier[] {
  const names = new Set(
    carriers.filter(({ from, to }) => from <= period.to && to >= period.from).map(({ carrier }) => carrier),
  );
  return [...names].map((carrier) => ({
    carrier,
    planIDs: discounts.filledBy(customerID, carrier).map(({ plan }) => plan.record.id),
  }));
}
