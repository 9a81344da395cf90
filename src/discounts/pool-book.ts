/** The pools of a run: those of the state it began with, and those that calls have come to since (R41, R44). */
import type { BookTables, PoolDefinition } from "../book/index.ts";
import { parseCivilDate } from "../calendar/index.ts";
import { type Allowance, allowanceOf } from "./allowance.ts";
import { type BillingPeriod, billingPeriodOf } from "./billing-period.ts";
import { comparePools, type DiscountPool, poolRecord } from "./discount-pool.ts";
import {
  checkedPools,
  type DiscountState,
  type PoolState,
  poolState,
  turnOf,
  usedOf,
} from "./discount-state.ts";
import { noAmounts, Pool } from "./pool.ts";

const NO_LIMIT: Allowance = {
  milliseconds: undefined,
  bytes: undefined,
  events: undefined,
  calls: undefined,
  value: undefined,
};

/** The pools of a run. It grows with pools, not with calls. */
export class PoolBook {
  readonly #book: BookTables;
  readonly #pools: Pool[] = [];
  /** By a definition's place: its pools, the one met last first. */
  readonly #ofDefinition: Pool[][] = [];
  #period: BillingPeriod | undefined;

  constructor(book: BookTables, state: DiscountState | undefined) {
    this.#book = book;
    if (state === undefined) return;
    const names = new Set<string>();
    for (const pool of checkedPools(state)) this.#restore(pool, names);
  }

  /** The pool of a definition in the billing period of a day. */
  poolOf(definition: PoolDefinition, day: number): Pool {
    let own = this.#ofDefinition[definition.place];
    if (own === undefined) {
      own = [];
      this.#ofDefinition[definition.place] = own;
    }
    for (const pool of own) if (day >= pool.period.from && day <= pool.period.to) return pool;
    const period = this.periodOf(day);
    const { plan, customerID, poolName, numberID } = definition;
    const pool = new Pool(
      {
        customerID,
        discountPlan: plan.name,
        discountPlanAllowancePoolName: poolName ?? null,
        numberID: numberID ?? null,
      },
      period,
      allowanceOf(definition, period, this.#book.settings.costDecimals),
      noAmounts(),
      undefined,
    );
    own.unshift(pool);
    this.#pools.push(pool);
    return pool;
  }

  /** The billing period of a day. */
  periodOf(day: number): BillingPeriod {
    if (this.#period === undefined || day < this.#period.from || day > this.#period.to) {
      this.#period = billingPeriodOf(day, this.#book.settings.billingPeriodStartDay);
    }
    return this.#period;
  }

  /** The pools as records, in their order. */
  records(): DiscountPool[] {
    return this.#pools.map((pool) => poolRecord(pool, this.#book.settings.costDecimals)).sort(comparePools);
  }

  /** The pools as the next batch needs them. */
  state(): DiscountState {
    const pools = this.#pools.map((pool) => poolState(pool, this.#book.settings.costDecimals));
    return { version: 1, pools: pools.sort(comparePools) };
  }

  #restore(stored: PoolState, names: Set<string>): void {
    const { discounts, settings } = this.#book;
    const { customerID, discountPlan, discountPlanAllowancePoolName, numberID, startDate } = stored;
    const name = { customerID, discountPlan, discountPlanAllowancePoolName, numberID };
    const key = JSON.stringify([name, startDate]);
    const who = `The discount state's pool of ${discountPlan}, customer ${customerID}, from ${startDate}`;
    if (names.has(key)) throw new RangeError(`${who} is there twice.`);
    names.add(key);
    const period = this.periodOf(parseCivilDate(startDate) ?? 0);
    if (period.startDate !== startDate) {
      throw new RangeError(
        `${who} does not begin with a billing period of the book, which start on day ${settings.billingPeriodStartDay}.`,
      );
    }
    const definition = discounts.poolNamed(name);
    const plan = discounts.plans.get(discountPlan);
    // A pool whose carriers have left the book holds nothing; of a plan that is gone nobody can say.
    const allowance =
      definition !== undefined
        ? allowanceOf(definition, period, settings.costDecimals)
        : plan !== undefined
          ? allowanceOf({ plan, carriers: [] }, period, settings.costDecimals)
          : NO_LIMIT;
    const used = usedOf(stored, settings.costDecimals);
    const pool = new Pool(name, period, allowance, used, turnOf(stored));
    this.#pools.push(pool);
    if (definition === undefined) return;
    const own = this.#ofDefinition[definition.place];
    if (own === undefined) this.#ofDefinition[definition.place] = [pool];
    else own.push(pool);
  }
}
