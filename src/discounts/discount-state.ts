/** What is carried from one batch of calls to the next, as JSON (R44). */
import { type DiscountTables, type PoolDefinition, poolKey } from "../book/index.ts";
import { formatUnits } from "../money/index.ts";
import { checkedState } from "./checked-state.ts";
import { comparePools, limitsOf, SECONDS_DECIMALS } from "./discount-pool.ts";
import { compareTurns } from "./draw-order.ts";
import type { Pool } from "./pool.ts";
import type { DiscountState, PoolState, StateBook, StateCarrier } from "./state-records.ts";

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
  return {
    ...pool.name,
    discountPlanID: definition?.plan.record.id ?? kept?.discountPlanID ?? "",
    startDate: pool.period.startDate,
    ...limitsOf(pool.allowance, valueDecimals),
    usedSeconds: formatUnits(used.milliseconds, SECONDS_DECIMALS),
    usedBytes: formatUnits(used.bytes, 0),
    usedEvents: formatUnits(used.events, 0),
    usedCalls: formatUnits(used.calls, 0),
    usedValue: formatUnits(used.value, valueDecimals),
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
