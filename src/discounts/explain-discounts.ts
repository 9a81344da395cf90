/** Explains the discounts of a call (R42 to R44). */

import type { OpenedPlan } from "../book/index.ts";
import {
  asResult,
  type CallDiscount,
  type CallPool,
  type CallResult,
  type ComponentUnits,
  type Explanation,
  type PoolRemains,
  type ResultRecord,
  type Step,
  toRecord,
} from "../engine/index.ts";
import { COST_COMPONENTS } from "../model/index.ts";
import { formatFraction, formatUnits, majorUnit, type Units } from "../money/index.ts";
import { type Allowance, perKind, poundsDecimals, SECONDS_DECIMALS } from "./allowance.ts";
import type { Coverage, Remainder, UsageKind } from "./cover.ts";
import type { Pool } from "./pool-records.ts";

/**
 * An explanation with the steps of the call's discounts: the plan, the covered part of the call, the pool, the
 * discount and the rest of the pool. `result` is the same call as returned by `applyDiscounts`.
 *
 * @throws RangeError where `result` is a stored record with discounts, which names the plans and not their steps
 * @example
 * const [discounted] = applyDiscounts(book, rateCalls(book, [call])).calls;
 * discounted && explainDiscounts(explainCall(book, call), discounted).result; // => toRecord(rateCall(book, call))
 */
export function explainDiscounts(explanation: Explanation, result: CallResult | ResultRecord): Explanation {
  const discounted = asResult(result);
  if (discounted.outcome !== "rated") return explanation;
  const record = toRecord(discounted);
  if (record.discountPlans !== undefined && discounted.discounts.length === 0) {
    throw new RangeError(
      `The record of call ${discounted.id ?? "without an id"} names its discount plans and not what each of them gave; discount the period's calls again, and explain the call that comes back.`,
    );
  }
  return {
    ...explanation,
    steps: [...explanation.steps, ...steps(discounted.discounts, discounted.late, explanation.currency)],
    result: record,
  };
}

function* steps(covers: readonly CallDiscount[], late: boolean, currency: string): Generator<Step> {
  const step = (rule: string, what: string, inputs: string, after: string): Step => {
    return { rule, cost: "retail", what, inputs, before: undefined, after };
  };
  if (late) {
    const why = "a call that starts later drew from its pool in an earlier batch";
    yield step("R44", "late", why, "draws from what is left");
  }
  for (const cover of covers) {
    const { discountPlan, covered, unit, coveredFraction, discount } = cover;
    yield step(
      "R42",
      `covered by ${discountPlan}`,
      `${covered} ${unit}${poolText(cover, currency)}`,
      coveredFraction,
    );
    yield step("R43", "discount", partsText(cover), discount);
  }
}

function partsText({ components }: CallDiscount): string {
  const parts = components.flatMap((amount, at) =>
    amount === "0" ? [] : [`${COST_COMPONENTS[at]?.shortWords} ${amount}`],
  );
  return parts.length === 0 ? "nothing" : parts.join(" + ");
}

function poolText({ pool, left, drawn, unit }: CallDiscount, currency: string): string {
  if (pool === undefined || left === undefined) return "";
  const whose =
    pool.discountPlanAllowancePoolName !== null
      ? `pool ${pool.discountPlanAllowancePoolName}`
      : pool.numberID !== null
        ? `number ${pool.numberID}'s pool`
        : `customer ${pool.customerID}'s pool`;
  const kinds = [
    [left.seconds, "s"],
    [left.bytes, "bytes"],
    [left.events, "events"],
    [left.calls, "calls"],
    [left.value, majorUnit(currency)],
  ] as const;
  const rest = kinds.flatMap(([amount, kind]) => (amount === null ? [] : [`${amount} ${kind}`]));
  return `; ${drawn} ${unit} from ${whose} of ${pool.startDate}, left ${rest.join(", ")}`;
}

/** The effect of one plan on a call. */
interface Applied {
  readonly plan: OpenedPlan;
  readonly featureID: string | null;
  readonly pool: Pool | undefined;
  readonly coverage: Coverage;
  readonly parts: ComponentUnits;
  readonly settings: { readonly costDecimals: number; readonly currencyDecimals: number };
}

/** One plan's share in a call's discount, kept as numbers and formatted as text only on access. */
export class AppliedCover implements CallDiscount {
  readonly featureID: string | null;
  readonly #applied: Applied;
  readonly #left: Allowance | undefined;
  readonly #kind: UsageKind;
  /** The call's usage, and the share of the usage that earlier plans had left. */
  readonly #usage: number;
  readonly #shareNumerator: bigint;
  readonly #shareDenominator: bigint;

  constructor(applied: Applied, call: Remainder) {
    const { pool, featureID } = applied;
    this.featureID = featureID;
    this.#applied = applied;
    this.#left = pool && perKind(({ kind }) => pool.left(kind));
    this.#kind = call.kind;
    this.#usage = call.usage;
    this.#shareNumerator = call.shareNumerator;
    this.#shareDenominator = call.shareDenominator;
  }

  get discountPlan(): string {
    return this.#applied.plan.name;
  }
  get pool(): CallPool | undefined {
    const { pool } = this.#applied;
    if (pool === undefined) return undefined;
    const { discountPlan: _plan, ...name } = pool.name;
    return { ...name, startDate: pool.period.startDate, endDate: pool.period.endDate };
  }
  get coveredFraction(): string {
    return formatFraction(this.#applied.coverage);
  }
  get unit(): "seconds" | "bytes" | "events" {
    return this.#kind === "milliseconds" ? "seconds" : this.#kind;
  }
  get covered(): string {
    const { numerator, denominator } = this.#applied.coverage;
    return formatFraction({
      numerator: numerator * this.#shareNumerator * BigInt(this.#usage),
      denominator: denominator * this.#shareDenominator * 10n ** BigInt(this.#unitDecimals),
    });
  }
  get drawn(): string {
    return formatUnits(this.#applied.coverage.drawn, this.#unitDecimals);
  }
  get discount(): string {
    return formatUnits(this.#applied.coverage.discount, this.#applied.settings.costDecimals);
  }
  get components(): readonly string[] {
    return this.#applied.parts.map((units) => formatUnits(units, this.#applied.settings.costDecimals));
  }
  get left(): PoolRemains | undefined {
    const left = this.#left;
    if (left === undefined) return undefined;
    const textOf = (units: Units | undefined, decimals: number): string | null =>
      units === undefined ? null : formatUnits(units, decimals);
    return {
      seconds: textOf(left.milliseconds, SECONDS_DECIMALS),
      bytes: textOf(left.bytes, 0),
      events: textOf(left.events, 0),
      calls: textOf(left.calls, 0),
      value: textOf(left.value, poundsDecimals(this.#applied.settings)),
    };
  }

  get #unitDecimals(): number {
    return this.#kind === "milliseconds" ? SECONDS_DECIMALS : 0;
  }

  /** The plain record; `JSON.stringify` uses it. */
  toJSON(): CallDiscount {
    return {
      discountPlan: this.discountPlan,
      featureID: this.featureID,
      pool: this.pool,
      coveredFraction: this.coveredFraction,
      unit: this.unit,
      covered: this.covered,
      drawn: this.drawn,
      discount: this.discount,
      components: this.components,
      left: this.left,
    };
  }
}
