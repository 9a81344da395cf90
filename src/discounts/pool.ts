/** A pool of one billing period: what it holds, what calls have used of it, and who drew last (R41, R42). */
import type { PoolDefinition, PoolName } from "../book/index.ts";
import type { Units } from "../money/index.ts";
import { type Allowance, type Amounts, type BillingPeriod, minus, perKind, plus } from "./allowance.ts";
import type { DrawTurn } from "./draw-order.ts";
import type { PoolState } from "./state-records.ts";

/** A pool of one billing period. Only calls that come to it change it. */
export class Pool {
  readonly name: PoolName;
  readonly period: BillingPeriod;
  readonly allowance: Allowance;
  readonly used: Amounts;
  /** The book's pool; undefined where the book has it no more. */
  readonly definition: PoolDefinition | undefined;
  /** What the state said of it; of several pools where they have become one. */
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
  left(kind: keyof Amounts): Units | undefined {
    const allowed = this.allowance[kind];
    if (allowed === undefined) return undefined;
    const left = minus(allowed, this.used[kind]);
    return left > 0 ? left : 0;
  }

  /** Counts what a call used. */
  take(kind: keyof Amounts, amount: Units): void {
    this.used[kind] = plus(this.used[kind], amount);
  }
}
