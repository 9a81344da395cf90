/** Pools as records: their use, and the state that one batch of calls passes to the next batch (R44). */

import {
  compareIDs,
  type DiscountTables,
  type PoolDefinition,
  type PoolName,
  poolKey,
} from "../book/index.ts";
import { compareValues, nullsLast } from "../model/index.ts";
import { formatUnits, nearestDivide, type Units } from "../money/index.ts";
import {
  type Allowance,
  type BillingPeriod,
  minus,
  POOL_KINDS,
  type PoolAmounts,
  perKind,
  plus,
} from "./allowance.ts";
import { compareTurns, type DrawTurn } from "./call-to-discount.ts";
import {
  checkedState,
  type DiscountState,
  type PoolLimits,
  type PoolState,
  type PoolTexts,
  poolTexts,
  type StateBook,
  type StateCarrier,
} from "./state-records.ts";

/** A pool of one billing period: its allowance, its use and its last draws (R41, R42). Only its calls change a pool. */
export class Pool {
  readonly name: PoolName;
  readonly period: BillingPeriod;
  readonly allowance: Allowance;
  readonly used: PoolAmounts;
  /** The book's pool; undefined where the book no longer has the pool. */
  readonly definition: PoolDefinition | undefined;
  /** The pool's records in the state: several where the book has merged pools into this pool. */
  readonly stated: PoolState[] = [];
  /** The last turn, in drawing order, of calls of earlier batches that came to the pool. */
  earlier: DrawTurn | undefined = undefined;
  /** The last turn of this run. */
  latest: DrawTurn | undefined = undefined;

  constructor(
    name: PoolName,
    period: BillingPeriod,
    allowance: Allowance,
    definition: PoolDefinition | undefined,
  ) {
    this.name = name;
    this.period = period;
    this.allowance = allowance;
    this.used = perKind((): Units => 0);
    this.definition = definition;
  }

  /** What is left of a kind, never below 0; undefined where there is no limit. */
  left(kind: keyof PoolAmounts): Units | undefined {
    const allowed = this.allowance[kind];
    if (allowed === undefined) return undefined;
    const left = minus(allowed, this.used[kind]);
    return left > 0 ? left : 0;
  }

  /** Adds the use of a call. */
  take(kind: keyof PoolAmounts, amount: Units): void {
    this.used[kind] = plus(this.used[kind], amount);
  }
}

/**
 * The use of a pool in a billing period (R44): the pool of the number `numberID`, of all records of the customer
 * that name the pool, or with both blank of the customer. Quantities are plain decimal text; an allowance is null
 * where the plan has no limit of the kind. Use is counted in every unit, limited or not.
 */
export interface DiscountPool extends PoolName, PoolLimits, PoolTexts<"used"> {
  /** First and last day of the billing period, `YYYY-MM-DD`. */
  readonly startDate: string;
  readonly endDate: string;
  /** To the nearest of four decimal places. */
  readonly usedMinutes: string;
}

const MINUTES_DECIMALS = 4;

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

/** The order of pools: customer, plan, period, then named pools, pools of numbers, the customer's own pool. */
export function comparePools(
  a: PoolName & { readonly startDate: string },
  b: PoolName & { readonly startDate: string },
): number {
  return (
    compareIDs(a.customerID, b.customerID) ||
    compareValues(a.discountPlan, b.discountPlan) ||
    compareValues(a.startDate, b.startDate) ||
    nullsLast(a.discountPlanAllowancePoolName, b.discountPlanAllowancePoolName, compareValues) ||
    nullsLast(a.numberID, b.numberID, compareIDs)
  );
}

/**
 * Merges the states of batches that were discounted separately, such as batches of independent customers on
 * different machines (R44).
 *
 * @throws RangeError where two states have the same pool, whose calls have to go through one batch after the other;
 * or where the states are of books with different billing periods or currencies
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

/** The difference between a state's book and another book, in words that follow "one" or "it". */
export function differenceOf(stated: StateBook, other: StateBook): string | undefined {
  if (stated.currency !== other.currency) {
    return `counts money in ${stated.currency} and the other in ${other.currency}`;
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

export function poolState(pool: Pool, discounts: DiscountTables, valueDecimals: number): PoolState {
  const { used, earlier, latest, definition, stated } = pool;
  const kept = stated[0];
  const last =
    earlier === undefined || (latest !== undefined && compareTurns(latest, earlier) > 0) ? latest : earlier;
  const texts = <W extends "allowance" | "used">(what: W, amounts: Allowance): PoolTexts<W> =>
    poolTexts(what, ({ kind, decimals }) => textOf(amounts[kind], decimals(valueDecimals)));
  return {
    ...pool.name,
    discountPlanID: definition?.plan.record.id ?? kept?.discountPlanID ?? "",
    startDate: pool.period.startDate,
    ...texts("allowance", pool.allowance),
    ...texts("used", used),
    carriers:
      definition === undefined ? (kept?.carriers ?? []) : carriersOf(definition, pool.period, discounts),
    last: { start: new Date(last?.instant ?? 0).toISOString(), id: last?.id ?? null },
  };
}

/** The carriers that fill a pool in a period, each once, and the plans with allowances of each carrier. */
function carriersOf(
  { name: { customerID }, carriers }: PoolDefinition,
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

/** A note on a pool. */
export interface PoolNote {
  /**
   * `exceeded`: calls have used more than the pool's allowance, which has shrunk; nothing is left of that kind.
   * `moved`: the plan or the pool has another name than in the state, and its use moved along.
   */
  readonly kind: "exceeded" | "moved";
  readonly pool: PoolName & { readonly startDate: string };
  /** A sentence. */
  readonly message: string;
}

export function notesOf(pool: Pool, valueDecimals: number, currency: string): PoolNote[] {
  const notes: PoolNote[] = [];
  const name = { ...pool.name, startDate: pool.period.startDate };
  for (const stated of pool.stated) {
    if (poolKey(stated) === poolKey(pool.name)) continue;
    notes.push({
      kind: "moved",
      pool: name,
      message: `What was used of ${poolInWords(stated)} went along to ${poolInWords(name)}, as the book names it now.`,
    });
  }
  const record = poolRecord(pool, valueDecimals);
  for (const { kind, field, unit } of POOL_KINDS) {
    const { [kind]: allowed } = pool.allowance;
    if (allowed === undefined || pool.used[kind] <= allowed) continue;
    const before = pool.stated.length === 1 ? pool.stated[0]?.[`allowance${field}`] : undefined;
    notes.push({
      kind: "exceeded",
      pool: name,
      message: `Of ${poolInWords(name)} ${record[`used${field}`]} ${unit(currency)} are used, and it holds ${record[`allowance${field}`]} now${before === undefined || before === null ? "" : ` (${before} when the state was made)`}: calls that came before keep what they got.`,
    });
  }
  return notes;
}

/** A pool: `customer 7's pool shared of ten from 2026-10-01`. */
export function poolInWords(pool: PoolName & { readonly startDate: string }): string {
  const { customerID, discountPlan, discountPlanAllowancePoolName: name, numberID, startDate } = pool;
  const whose =
    numberID === null
      ? `customer ${customerID}'s pool`
      : `customer ${customerID}'s pool of number ${numberID}`;
  return `${whose}${name === null ? "" : ` ${name}`} of ${discountPlan} from ${startDate}`;
}

/** The use of a pool, of each kind that its plan limited; without limits its calls. */
export function usedInWords(pool: PoolState, currency: string): string {
  const used = POOL_KINDS.flatMap(({ field, unit }) =>
    pool[`allowance${field}`] === null ? [] : [`${pool[`used${field}`]} ${unit(currency)}`],
  );
  return used.length === 0 ? `${pool.usedCalls} calls` : used.join(", ");
}
