/** Explaining what discount plans did to a call (R42 to R44). */
import {
  asResult,
  type CallDiscount,
  type CallResult,
  type Explanation,
  type ResultRecord,
  type Step,
  toRecord,
} from "../engine/index.ts";
import { COST_COMPONENTS } from "../model/index.ts";

/**
 * An explanation with the steps of the call's discounts: which plan covered how much of it, from which pool,
 * what that gave and what was left. `discounted` is the same call as `applyDiscounts` gave it back.
 *
 * @throws RangeError where it is a stored record with discounts, which names the plans and not their steps
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
    steps: [...explanation.steps, ...steps(discounted.discounts, discounted.late)],
    result: record,
  };
}

function* steps(covers: readonly CallDiscount[], late: boolean): Generator<Step> {
  if (late) {
    yield {
      rule: "R44",
      cost: "retail",
      what: "late",
      inputs: "a call that starts later drew from its pool in an earlier batch",
      before: undefined,
      after: "draws from what is left",
    };
  }
  for (const cover of covers) {
    yield {
      rule: "R42",
      cost: "retail",
      what: `covered by ${cover.discountPlan}`,
      inputs: `${cover.covered} ${cover.unit}${poolText(cover)}`,
      before: undefined,
      after: cover.coveredFraction,
    };
    yield {
      rule: "R43",
      cost: "retail",
      what: "discount",
      inputs: partsText(cover),
      before: undefined,
      after: cover.discount,
    };
  }
}

function partsText({ components }: CallDiscount): string {
  const parts = components.flatMap((amount, at) =>
    amount === "0" ? [] : [`${COST_COMPONENTS[at]?.shortWords} ${amount}`],
  );
  return parts.length === 0 ? "nothing" : parts.join(" + ");
}

/** Where the pool is, what it gave and what it has left. */
function poolText({ pool, left, drawn, unit }: CallDiscount): string {
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
  ] as const;
  const rest = kinds.flatMap(([amount, kind]) => (amount === null ? [] : [`${amount} ${kind}`]));
  if (left.value !== null) rest.push(`£${left.value}`);
  return `; ${drawn} ${unit} from ${whose} of ${pool.startDate}, left ${rest.join(", ")}`;
}
