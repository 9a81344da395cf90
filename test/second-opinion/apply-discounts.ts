/** R40 to R44: rated calls in their order, each through its plans, and the pools they draw from. */
import { type BillingPeriod, billingPeriodOf } from "./billing-period.ts";
import type { Book } from "./book.ts";
import type { Call } from "./call.ts";
import { type Carrier, carriersOf, isCarrierInForce, plansOf, poolFilledBy } from "./carriers.ts";
import { COMPONENTS } from "./components.ts";
import { type Usage, unitOf } from "./cover.ts";
import { applicationOf, type Discount, discountOf, type Pence } from "./discount.ts";
import { hasAllowance, hasDiscountField, type Plan, readPlan } from "./plan.ts";
import { newPool, type Pool, poolKey, unitSteps } from "./pool.ts";
import type { RatedCall } from "./rate-call.ts";
import { greater, Ratio, WHOLE } from "./ratio.ts";
import { isFor } from "./tariff.ts";
import { compareIDs, type Row, text } from "./values.ts";

export interface CallToDiscount {
  /** Null where the record has none. */
  readonly id: string | null;
  readonly line: number;
  readonly call: Call;
  readonly rated: RatedCall;
}

export interface DiscountedCall {
  readonly of: CallToDiscount;
  readonly components: Pence;
  /** Names of the plans that covered some of it, in their order. */
  readonly plans: readonly string[];
  /** The first feature whose plan covered some of it (R30). */
  readonly feature: Row | null;
  readonly isLate: boolean;
}

export interface Discounts {
  /** One batch; the answers stand in the order of the calls handed in. */
  apply(calls: readonly CallToDiscount[]): DiscountedCall[];
  /** Every pool that a call has come to, in the order in which they were met. */
  pools(): readonly Pool[];
}

const HUNDRED = new Ratio(100n, 1n);

export function createDiscounts(book: Book): Discounts {
  const pools = new Map<string, Pool>();
  const steps = unitSteps(book);
  /** For each pool the last call in order that came to it: in earlier batches, and so far. */
  let lastOfEarlier: ReadonlyMap<Pool, CallToDiscount> = new Map();
  const last = new Map<Pool, CallToDiscount>();

  function apply(calls: readonly CallToDiscount[]): DiscountedCall[] {
    lastOfEarlier = new Map(last);
    const answers = new Map<CallToDiscount, DiscountedCall>();
    // Calls that R42 does not order stay in the order of their lines.
    const byLine = [...calls].sort((a, b) => a.line - b.line);
    for (const call of byLine.sort(inOrder)) answers.set(call, discounted(call));
    return calls.flatMap((call) => answers.get(call) ?? []);
  }

  function discounted(of: CallToDiscount): DiscountedCall {
    const { call, rated } = of;
    const period = billingPeriodOf(call.startDate, book.settings.billingPeriodStartDay);
    const carriers = carriersOf(book, rated.billed).filter((own) => isCarrierInForce(own, call.startDate));
    const unit = unitOf(rated.chargeType);
    let components = retailOf(rated);
    let usage: Usage = {
      unit,
      amount: Ratio.of(rated.used[unit]),
      chargedSeconds: Ratio.of(rated.used.seconds),
    };
    const plans: string[] = [];
    const features: Row[] = [];
    let isLate = false;
    for (const plan of plansFor(rated, carriers)) {
      const carrier = firstCarrier(plan, rated, carriers);
      if (carrier === undefined && hasAllowance(plan)) continue;
      const application = applicationOf(plan, usage, components);
      if (application === null) continue;
      const pool = carrier && hasAllowance(plan) ? poolOf(carrier, plan, rated, period) : null;
      if (pool !== null) isLate = comeTo(pool, of) || isLate;
      const discount = discountOf(application, pool, components, steps.value);
      if (discount === null) continue;
      plans.push(plan.name);
      if (carrier !== undefined && carrier.kind !== "number") features.push(carrier.row);
      if (pool !== null) draw(pool, discount, usage);
      components = less(components, discount.parts);
      if (makesFree(plan)) {
        usage = { ...usage, amount: usage.amount.times(WHOLE.minus(discount.covered)) };
      }
    }
    return { of, components, plans, feature: features[0] ?? null, isLate };
  }

  /** R40: each plan at its first place; that of a line or tariff only for customers who may have it. */
  function plansFor(rated: RatedCall, carriers: readonly Carrier[]): Plan[] {
    const named = book.discountPlans.get(rated.discountPlan);
    const names = [
      ...(named !== undefined && isFor(named, rated.billed.customer) ? [rated.discountPlan] : []),
      ...carriers.flatMap((carrier) => plansOf(book, carrier)),
    ];
    return [...new Set(names)]
      .filter((name) => name !== "")
      .map((name) => readPlan(book.discountPlans.get(name) ?? {}, book.settings.penceInAPound))
      .filter((plan) => appliesTo(plan, rated));
  }

  /** R41: for a plan with allowances one that fills a pool for this number. */
  function firstCarrier(plan: Plan, rated: RatedCall, carriers: readonly Carrier[]): Carrier | undefined {
    return carriers
      .filter((carrier) => plansOf(book, carrier).includes(plan.name))
      .find((carrier) => !hasAllowance(plan) || poolFilledBy(carrier, rated.billed.number) !== null);
  }

  function poolOf(carrier: Carrier, plan: Plan, { billed }: RatedCall, period: BillingPeriod): Pool {
    const customerID = text(billed.customer.id);
    const owner = poolFilledBy(carrier, billed.number) ?? {};
    const key = poolKey(customerID, plan.name, period.startDate, owner);
    const pool = pools.get(key) ?? newPool(book, customerID, plan, period, owner);
    pools.set(key, pool);
    return pool;
  }

  /** R44: whether the call is late, sorting before one of an earlier batch that came to the same pool. */
  function comeTo(pool: Pool, call: CallToDiscount): boolean {
    const [earlier, latest] = [lastOfEarlier.get(pool), last.get(pool)];
    if (latest === undefined || inOrder(call, latest) > 0) last.set(pool, call);
    return earlier !== undefined && inOrder(call, earlier) < 0;
  }

  /** R42: draws are rounded up to the units of R41, or to whole steps. */
  function draw(pool: Pool, { covered, pence }: Discount, { unit, amount }: Usage): void {
    const step = unit === "seconds" ? greater(steps.seconds, pool.plan.drawRoundSeconds) : steps[unit];
    pool.used[unit] = pool.used[unit].plus(covered.times(amount).upTo(step));
    pool.used.calls = pool.used.calls.plus(WHOLE);
    pool.used.value = pool.used.value.plus(pence);
  }

  return { apply, pools: () => [...pools.values()] };
}

/** R42: by start instant, then id; a call without one after those that have one. */
function inOrder(a: CallToDiscount, b: CallToDiscount): number {
  if (a.call.start !== b.call.start) return a.call.start - b.call.start;
  if (a.id === null || b.id === null) return Number(a.id === null) - Number(b.id === null);
  return compareIDs(a.id, b.id);
}

function retailOf(rated: RatedCall): Pence {
  const entries = COMPONENTS.map((component) => [component, Ratio.of(rated.retail[component])]);
  return Object.fromEntries(entries) as Pence;
}

function less(components: Pence, parts: Pence): Pence {
  const entries = COMPONENTS.map((component) => [component, components[component].minus(parts[component])]);
  return Object.fromEntries(entries) as Pence;
}

function appliesTo(plan: Plan, { callType, period }: RatedCall): boolean {
  const admits = (list: readonly string[], name: string): boolean => list.length === 0 || list.includes(name);
  return (
    admits(plan.tariffClasses, callType.tariffClass) &&
    admits(plan.callTypes, callType.name) &&
    admits(plan.periods, period)
  );
}

/** R40: usage that a plan makes free is gone for the later ones. */
function makesFree(plan: Plan): boolean {
  return !hasDiscountField(plan) || plan.percent?.equals(HUNDRED) === true;
}
