/** The pools of a run: the pools of its first state, and the pools that calls have come to since (R41, R44). */

import { type BookTables, currencyOf, type PoolDefinition } from "../book/index.ts";
import {
  type Allowance,
  allowanceOf,
  type BillingPeriod,
  billingPeriodOf,
  poundsDecimals,
} from "./allowance.ts";
import { emptyState } from "./drawing-period.ts";
import {
  comparePools,
  type DiscountPool,
  differenceOf,
  notesOf,
  Pool,
  type PoolNote,
  poolRecord,
  poolState,
} from "./pool-records.ts";
import { checkedState, type DiscountState, DiscountStateError } from "./state-records.ts";
import { StatedPools } from "./stated-pools.ts";

/** The pools of a run. Memory grows with pools, not with calls. */
export class PoolBook {
  readonly #book: BookTables;
  readonly #pools: Pool[] = [];
  /** By definition index: the definition's pools, the newest first. */
  readonly #ofDefinition: Pool[][] = [];
  readonly #stated: StatedPools | undefined;
  #period: BillingPeriod | undefined;

  constructor(book: BookTables, state: DiscountState | undefined) {
    this.#book = book;
    if (state === undefined) return;
    const { book: stated, pools } = checkedState(state);
    const difference = stated === null ? undefined : differenceOf(stated, book.settings);
    if (difference !== undefined) {
      throw new DiscountStateError(
        `The discount state does not fit this book: it ${difference.replace("the other", "this one")}. Discount the calls of its billing periods again without it.`,
      );
    }
    this.#stated = new StatedPools(book, pools, this);
  }

  /** The pool of a definition in the billing period of a day. */
  poolOf(definition: PoolDefinition, day: number): Pool {
    const known = this.knownPool(definition, day);
    if (known !== undefined) return known;
    const period = this.periodOf(day);
    // A pool that the state does not have begins full, unless its carriers have used another pool.
    this.#stated?.checkNew(definition, period);
    return this.newPool(definition, period);
  }

  /** The pool of a definition in the billing period of a day, where the pool exists already. */
  knownPool(definition: PoolDefinition, day: number): Pool | undefined {
    for (const pool of this.#ofDefinition[definition.definitionIndex] ?? []) {
      if (day >= pool.period.from && day <= pool.period.to) return pool;
    }
    return undefined;
  }

  /** Adds a full pool of a definition. */
  newPool(definition: PoolDefinition, period: BillingPeriod): Pool {
    const allowance = allowanceOf(definition, period, poundsDecimals(this.#book.settings));
    const pool = new Pool(definition.name, period, allowance, definition);
    this.#ofDefinition[definition.definitionIndex] ??= [];
    this.#ofDefinition[definition.definitionIndex]?.unshift(pool);
    this.#pools.push(pool);
    return pool;
  }

  /** Adds a pool that the book no longer has: no call comes to the pool, and the next state has it unchanged. */
  keep(name: Pool["name"], period: BillingPeriod, allowance: Allowance): Pool {
    const pool = new Pool(name, period, allowance, undefined);
    this.#pools.push(pool);
    return pool;
  }

  periodOf(day: number): BillingPeriod {
    if (this.#period === undefined || day < this.#period.from || day > this.#period.to) {
      this.#period = billingPeriodOf(day, this.#book.settings.billingPeriodStartDay);
    }
    return this.#period;
  }

  records(): DiscountPool[] {
    return this.#pools
      .map((pool) => poolRecord(pool, poundsDecimals(this.#book.settings)))
      .sort(comparePools);
  }

  /** Notes on pools of the state that calls have come to. */
  notes(): PoolNote[] {
    const valueDecimals = poundsDecimals(this.#book.settings);
    return this.#pools
      .filter(({ latest, stated }) => latest !== undefined && stated.length > 0)
      .flatMap((pool) =>
        notesOf(pool, valueDecimals, currencyOf({ tables: this.#book }, pool.name.customerID)),
      )
      .sort((a, b) => comparePools(a.pool, b.pool));
  }

  /** The state with which the next batch begins. */
  state(): DiscountState {
    const { discounts, settings } = this.#book;
    const pools = this.#pools.map((pool) => poolState(pool, discounts, poundsDecimals(settings)));
    return { ...emptyState(this.#book), pools: pools.sort(comparePools) };
  }
}
