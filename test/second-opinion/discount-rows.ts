/** R44: discounted calls and pools as the records that come out. */
import type { DiscountedCall } from "./apply-discounts.ts";
import { COMPONENTS } from "./components.ts";
import type { Pool } from "./pool.ts";
import { Ratio, sumOf } from "./ratio.ts";
import { type Row, text } from "./values.ts";

const SIXTY = new Ratio(60n, 1n);
const FOUR_DECIMALS = new Ratio(1n, 10_000n);

/** The rated call's row with its discounted costs. */
export function discountedRow(row: Row, { components, plans, feature, isLate }: DiscountedCall): Row {
  const costs: Record<string, unknown> = { cost: sumOf(Object.values(components)).toFixed() };
  for (const component of COMPONENTS) costs[`cost${component}`] = components[component].toFixed();
  return {
    ...row,
    ...costs,
    featureID: row.featureID ?? (feature === null ? null : text(feature.id)),
    ...(plans.length > 0 ? { discountPlans: plans.join(", ") } : {}),
    ...(isLate ? { late: true } : {}),
  };
}

export function poolRow(
  { customerID, plan, period, owner, allowance, used }: Pool,
  penceInAPound: number,
): Row {
  const asText = (value: Ratio | null): string | null => (value === null ? null : value.toFixed());
  const pounds = (pence: Ratio | null): Ratio | null =>
    pence?.over(new Ratio(BigInt(penceInAPound), 1n)) ?? null;
  return {
    customerID,
    discountPlan: plan.name,
    startDate: period.startDate,
    endDate: period.endDate,
    discountPlanAllowancePoolName: null,
    numberID: null,
    ...owner,
    allowanceSeconds: asText(allowance.seconds),
    usedSeconds: asText(used.seconds),
    usedMinutes: used.seconds.over(SIXTY).nearest(FOUR_DECIMALS).toFixed(),
    allowanceBytes: asText(allowance.bytes),
    usedBytes: asText(used.bytes),
    allowanceEvents: asText(allowance.events),
    usedEvents: asText(used.events),
    allowanceCalls: asText(allowance.calls),
    usedCalls: asText(used.calls),
    allowanceValue: asText(pounds(allowance.value)),
    usedValue: asText(pounds(used.value)),
  };
}
