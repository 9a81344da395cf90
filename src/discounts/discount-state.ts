/** What is carried from one batch of calls to the next, as JSON (R44). */
import { type PoolName, poolKey } from "../book/index.ts";
import { parseCivilDate } from "../calendar/index.ts";
import { formatUnits, isDecimalText, toUnits, type Units } from "../money/index.ts";
import { type Amounts, compact } from "./allowance.ts";
import { comparePools, POUNDS_DECIMALS, SECONDS_DECIMALS } from "./discount-pool.ts";
import { compareTurns, type DrawTurn } from "./draw-order.ts";
import type { Pool } from "./pool.ts";

/** What a pool has given so far, and the last call that came to it. Quantities are exact decimal text. */
export interface PoolState extends PoolName {
  /** First day of the billing period, `YYYY-MM-DD`. */
  readonly startDate: string;
  readonly usedSeconds: string;
  readonly usedBytes: string;
  readonly usedEvents: string;
  readonly usedCalls: string;
  /** Pounds. */
  readonly usedValue: string;
  /** The last call in drawing order: a call that sorts before it is late (R44). */
  readonly last: {
    /** Its start as an instant, `2026-10-01T09:00:00.000Z`. */
    readonly start: string;
    readonly id: string | null;
  };
}

/** The state of discounts after a batch: plain data, to be stored as JSON and handed to the next batch. */
export interface DiscountState {
  readonly version: 1;
  readonly pools: readonly PoolState[];
}

/**
 * Joins the states of batches that were discounted apart, such as independent customers' on different
 * machines (R44).
 *
 * @throws RangeError where two states have the same pool: its calls have to go through one after the other
 * @example
 * mergeDiscountStates([applyDiscounts(book, []).state, applyDiscounts(book, []).state]); // => { version: 1, pools: [] }
 */
export function mergeDiscountStates(states: Iterable<DiscountState>): DiscountState {
  const seen = new Set<string>();
  const pools: PoolState[] = [];
  for (const state of states) {
    for (const [at, pool] of checkedPools(state).entries()) {
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
  return { version: 1, pools: pools.sort(comparePools) };
}

/** A pool's part of the state. */
export function poolState(pool: Pool, costDecimals: number): PoolState {
  const { used, earlier, latest } = pool;
  const last =
    earlier === undefined || (latest !== undefined && compareTurns(latest, earlier) > 0) ? latest : earlier;
  return {
    ...pool.name,
    startDate: pool.period.startDate,
    usedSeconds: formatUnits(used.milliseconds, SECONDS_DECIMALS),
    usedBytes: formatUnits(used.bytes, 0),
    usedEvents: formatUnits(used.events, 0),
    usedCalls: formatUnits(used.calls, 0),
    usedValue: formatUnits(used.value, costDecimals + POUNDS_DECIMALS),
    last: {
      start: new Date(last?.instant ?? 0).toISOString(),
      id: last?.id ?? null,
    },
  };
}

const INSTANT = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z$/;
const TEXT_FIELDS = ["customerID", "discountPlan"] as const;
const OPTIONAL_TEXT_FIELDS = ["discountPlanAllowancePoolName", "numberID"] as const;
const USED_FIELDS = ["usedSeconds", "usedBytes", "usedEvents", "usedCalls", "usedValue"] as const;

/** The pools of a state, which may come from a file: every field is looked at before any is used. */
export function checkedPools(state: DiscountState): readonly PoolState[] {
  const given: unknown = state;
  if (!isRecord(given) || given.version !== 1 || !Array.isArray(given.pools)) {
    throw new RangeError("The discount state is not of this version; start again without it.");
  }
  for (const [at, pool] of (given.pools as readonly unknown[]).entries()) {
    const wrong = isRecord(pool) ? faultOf(pool) : ": is not a pool";
    if (wrong !== undefined) throw new RangeError(`The discount state's pools[${at}]${wrong}.`);
  }
  return given.pools as readonly PoolState[];
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

function faultOf(pool: Readonly<Record<string, unknown>>): string | undefined {
  for (const field of TEXT_FIELDS) if (typeof pool[field] !== "string") return `.${field}: is not text`;
  for (const field of OPTIONAL_TEXT_FIELDS) {
    if (pool[field] !== null && typeof pool[field] !== "string") return `.${field}: is neither text nor null`;
  }
  if (typeof pool.startDate !== "string" || parseCivilDate(pool.startDate) === undefined) {
    return ".startDate: is not a date";
  }
  for (const field of USED_FIELDS) {
    const used = pool[field];
    if (typeof used !== "string" || !isDecimalText(used) || used.startsWith("-")) {
      return `.${field}: is not an amount`;
    }
  }
  const { last } = pool;
  if (!isRecord(last) || typeof last.start !== "string" || !INSTANT.test(last.start)) {
    return ".last.start: is not an instant";
  }
  if (Number.isNaN(Date.parse(last.start))) return ".last.start: is not an instant";
  if (last.id !== null && typeof last.id !== "string") return ".last.id: is neither text nor null";
  return undefined;
}

/** What a pool's state says has been used. */
export function usedOf(pool: PoolState, costDecimals: number): Amounts {
  const units = (field: (typeof USED_FIELDS)[number], decimals: number): Units => {
    const used = toUnits(pool[field], decimals);
    if (used !== undefined) return compact(used);
    throw new RangeError(
      `The discount state's ${field} ${pool[field]} has more than ${decimals} decimal places; it belongs to a book of other settings.`,
    );
  };
  return {
    milliseconds: units("usedSeconds", SECONDS_DECIMALS),
    bytes: units("usedBytes", 0),
    events: units("usedEvents", 0),
    calls: units("usedCalls", 0),
    value: units("usedValue", costDecimals + POUNDS_DECIMALS),
  };
}

/** The turn of the last call of a pool's state. */
export function turnOf({ last }: PoolState): DrawTurn {
  return { instant: Date.parse(last.start), id: last.id };
}
