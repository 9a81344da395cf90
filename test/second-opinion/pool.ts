/** R41: pools: what they hold of a plan in a billing period, and what has been drawn. */
import { type BillingPeriod, daysWithin } from "./billing-period.ts";
import type { Book } from "./book.ts";
import { type Carrier, multiplierOf, type PoolOwner, plansOf, poolFilledBy, spanOf } from "./carriers.ts";
import { type ByUnit, type Plan, UNITS, type Unit } from "./plan.ts";
import { greater, NONE, Ratio, sumOf, WHOLE } from "./ratio.ts";
import { text } from "./values.ts";

export interface Pool {
  readonly customerID: string;
  readonly plan: Plan;
  readonly period: BillingPeriod;
  readonly owner: PoolOwner;
  /** Null where the plan does not limit the unit. */
  readonly allowance: ByUnit;
  readonly used: Record<Unit, Ratio>;
}

/** The units in which allowances and draws are counted; value in pence. */
export function unitSteps(book: Book): Record<Unit, Ratio> {
  return {
    seconds: new Ratio(1n, 1000n),
    bytes: WHOLE,
    events: WHOLE,
    calls: WHOLE,
    value: new Ratio(1n, 10n ** BigInt(book.settings.costDecimals)),
  };
}

export function newPool(
  book: Book,
  customerID: string,
  plan: Plan,
  period: BillingPeriod,
  owner: PoolOwner,
): Pool {
  const steps = unitSteps(book);
  const shares = carriersThatFill(book, customerID, owner)
    .filter((carrier) => plansOf(book, carrier).includes(plan.name))
    .map((carrier) => shareOf(book, carrier, plan, period));
  const allowance: Record<string, Ratio | null> = {};
  for (const unit of UNITS) {
    const each = plan.allowance[unit];
    allowance[unit] = each === null ? null : each.times(sumOf(shares)).downTo(steps[unit]);
  }
  return {
    customerID,
    plan,
    period,
    owner,
    allowance: allowance as ByUnit,
    used: { seconds: NONE, bytes: NONE, events: NONE, calls: NONE, value: NONE },
  };
}

export function leftIn(pool: Pool, unit: Unit): Ratio {
  return greater(NONE, (pool.allowance[unit] ?? NONE).minus(pool.used[unit]));
}

/** Every carrier of a customer that fills the pool; a customer's feature once. */
function carriersThatFill(book: Book, customerID: string, owner: PoolOwner): Carrier[] {
  const isThisOne = (other: PoolOwner | null): boolean =>
    other !== null && JSON.stringify(other) === JSON.stringify(owner);
  const ofCustomer = (book.featuresOfCustomer.get(customerID) ?? [])
    .map((row): Carrier => ({ kind: "customer's feature", row }))
    .filter(({ row }) => text(row.discountPlanAllowancePoolName) === nameOf(owner))
    .filter(() => !("numberID" in owner));
  const ofNumbers = (book.numbersOfCustomer.get(customerID) ?? []).flatMap((number) =>
    [
      ...(book.featuresOfNumber.get(text(number.id)) ?? []).map(
        (row): Carrier => ({ kind: "number's feature", row }),
      ),
      { kind: "number", row: number } as const,
    ].filter((carrier) => isThisOne(poolFilledBy(carrier, number))),
  );
  return [...ofCustomer, ...ofNumbers];
}

function nameOf(owner: PoolOwner): string {
  return "discountPlanAllowancePoolName" in owner ? text(owner.discountPlanAllowancePoolName) : "";
}

/** How many allowances a carrier brings to the period; 0 where it is in force on no day of it. */
function shareOf(book: Book, carrier: Carrier, plan: Plan, period: BillingPeriod): Ratio {
  const { startDate, endDate } = spanOf(carrier);
  const days = daysWithin(period, startDate, endDate);
  if (days === 0) return NONE;
  const share = Ratio.of(multiplierOf(book, carrier, plan.name));
  return plan.isProRata ? share.times(new Ratio(BigInt(days), BigInt(period.days))) : share;
}

/** What names a pool of a plan and period. */
export function poolKey(customerID: string, plan: string, startDate: string, owner: PoolOwner): string {
  return JSON.stringify([customerID, plan, startDate, owner]);
}
