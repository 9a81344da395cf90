/**
 * Matches the pools of a state with a book that may have changed since (R41, R44): by the names of plan and pool,
 * else by the plan's id and the pool's carriers. A pool without a match is carried along, and a carrier that has used
 * such a pool must not fill a pool that begins full.
 */

import { type BookTables, currencyOf, type OpenedPlan, type PoolDefinition } from "../book/index.ts";
import { parseCivilDate } from "../calendar/index.ts";
import { addTo } from "../model/index.ts";
import { type Allowance, type BillingPeriod, POOL_KINDS, plus, poundsDecimals } from "./allowance.ts";
import { compareTurns } from "./call-to-discount.ts";
import { type Pool, poolInWords, usedInWords } from "./pool-records.ts";
import {
  allowanceIn,
  carrierInPeriod,
  DiscountStateError,
  type PoolState,
  turnOf,
  usedOf,
} from "./state-records.ts";

const FROM_SCRATCH = "discount the calls of that billing period again, without the state";

/** A pool of the state, and the pool's plan in the book. */
interface FilledPool {
  readonly stored: PoolState;
  readonly plan: OpenedPlan | undefined;
}

/** The pools of a run, as in `PoolBook`. */
interface PoolsOfRun {
  periodOf(day: number): BillingPeriod;
  knownPool(definition: PoolDefinition, day: number): Pool | undefined;
  newPool(definition: PoolDefinition, period: BillingPeriod): Pool;
  keep(name: Pool["name"], period: BillingPeriod, allowance: Allowance): Pool;
}

/** The pools of a state in a run. */
export class StatedPools {
  readonly #book: BookTables;
  readonly #plansByID: ReadonlyMap<string, OpenedPlan>;
  /** By carrier and period: the pools that the carrier filled. */
  readonly #filledBy = new Map<string, FilledPool[]>();

  /** Adds the pools of a state to the pools of a run. */
  constructor(book: BookTables, pools: readonly PoolState[], run: PoolsOfRun) {
    this.#book = book;
    this.#plansByID = new Map([...book.discounts.plans.values()].map((plan) => [plan.record.id, plan]));
    const names = new Set<string>();
    for (const stored of pools) this.#add(stored, names, run);
  }

  #add(stored: PoolState, names: Set<string>, run: PoolsOfRun): void {
    const { settings } = this.#book;
    const { customerID, discountPlan, discountPlanAllowancePoolName, numberID, startDate } = stored;
    const name = { customerID, discountPlan, discountPlanAllowancePoolName, numberID };
    const who = `The discount state's ${poolInWords(stored)}`;
    const key = JSON.stringify([name, startDate]);
    if (names.has(key)) throw new DiscountStateError(`${who} is there twice.`);
    names.add(key);
    const period = run.periodOf(parseCivilDate(startDate) ?? 0);
    if (period.startDate !== startDate) {
      throw new DiscountStateError(
        `${who} does not begin with a billing period of the book, which start on day ${settings.billingPeriodStartDay}.`,
      );
    }
    const plan = this.#planOf(stored);
    for (const { carrier } of stored.carriers) {
      addTo(this.#filledBy, carrierInPeriod(customerID, carrier, startDate), { stored, plan });
    }
    const definition = plan && this.#definitionOf(stored, plan, period);
    const pool =
      definition === undefined
        ? run.keep(name, period, allowanceIn(stored, poundsDecimals(settings)))
        : (run.knownPool(definition, period.from) ?? run.newPool(definition, period));
    join(pool, stored, poundsDecimals(settings));
  }

  /** The plan by name, else by id: a plan that was renamed. */
  #planOf({ discountPlan, discountPlanID }: PoolState): OpenedPlan | undefined {
    return this.#book.discounts.plans.get(discountPlan) ?? this.#plansByID.get(discountPlanID);
  }

  /** The pool by name, else the only pool of the plan that all carriers of the stored pool fill now. */
  #definitionOf(stored: PoolState, plan: OpenedPlan, period: BillingPeriod): PoolDefinition | undefined {
    const { discounts } = this.#book;
    const named = discounts.poolNamed({ ...stored, discountPlan: plan.name });
    if (named !== undefined) return named;
    const filled = new Set(
      stored.carriers.map(({ carrier }) =>
        discounts
          .filledBy(stored.customerID, carrier)
          .find((pool) => pool.plan === plan && isFilledBy(pool, carrier, period)),
      ),
    );
    return filled.size === 1 ? [...filled][0] : undefined;
  }

  /**
   * Refuses a pool that would begin full although one of its carriers has used an earlier pool that the new pool
   * replaces: a pool of the same plan, or of a plan that the book no longer has.
   */
  checkNew(definition: PoolDefinition, period: BillingPeriod): void {
    const { name, plan, carriers } = definition;
    for (const { carrier, from, to } of carriers) {
      if (from > period.to || to < period.from) continue;
      for (const { stored, plan: before } of this.#filledBy.get(
        carrierInPeriod(name.customerID, carrier, period.startDate),
      ) ?? []) {
        const known = stored.carriers.find((entry) => entry.carrier === carrier)?.planIDs ?? [];
        const isGone = before === undefined && !known.includes(plan.record.id);
        if (before !== plan && !isGone) continue;
        const used = usedInWords(stored, currencyOf({ tables: this.#book }, name.customerID));
        const now = poolInWords({ ...name, startDate: period.startDate });
        throw new DiscountStateError(
          isGone
            ? `The discount state does not fit this book: ${poolInWords(stored)} has used ${used}, and the book has no plan ${stored.discountPlan} (id ${stored.discountPlanID}) any more; ${carrier} now carries ${plan.name}, which it did not. If that is the same plan, give it its name or its id again; else ${FROM_SCRATCH}.`
            : `The discount state does not fit this book: ${carrier} filled ${poolInWords(stored)}, which has used ${used}, and now fills ${now}; what of that is its own cannot be told. Name the pool as it was, or ${FROM_SCRATCH}.`,
        );
      }
    }
  }
}

function isFilledBy(pool: PoolDefinition, carrier: string, period: BillingPeriod): boolean {
  return pool.carriers.some(
    (entry) => entry.carrier === carrier && entry.from <= period.to && entry.to >= period.from,
  );
}

/** Adds a stored pool to a pool of the run: the book may have merged several stored pools into one pool. */
function join(pool: Pool, stored: PoolState, valueDecimals: number): void {
  const used = usedOf(stored, valueDecimals);
  for (const { kind } of POOL_KINDS) {
    pool.used[kind] = plus(pool.used[kind], used[kind]);
  }
  const last = turnOf(stored);
  if (pool.earlier === undefined || compareTurns(last, pool.earlier) > 0) pool.earlier = last;
  pool.stated.push(stored);
}
