/** Explaining what discount plans did to a call (R42 to R44). */
import {
  type CallDiscount,
  type CallResult,
  type Explanation,
  type Step,
  toRecord,
} from "../rating/index.ts";

/**
 * An explanation with the steps of the call's discounts: which plan covered how much of it, from which pool,
 * what that gave and what was left. `discounted` is the same call as `applyDiscounts` gave it back.
 *
 * @example
 * const [discounted] = applyDiscounts(book, rateCalls(book, [call])).calls;
 * discounted && explainDiscounts(explainCall(book, call), discounted).result; // => toRecord(rateCall(book, call))
 */
export function explainDiscounts(explanation: Explanation, discounted: CallResult): Explanation {
  if (discounted.outcome !== "rated") return explanation;
  return {
    ...explanation,
    steps: [...explanation.steps, ...steps(discounted.discounts, discounted.late)],
    result: toRecord(discounted),
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

const PARTS = ["basic", "access charge", "mobile", "payphone", "recording"];

function partsText({ components }: CallDiscount): string {
  const parts = components.flatMap((amount, at) => (amount === "0" ? [] : [`${PARTS[at]} ${amount}`]));
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
