/** R41: the carriers (numbers and features) of discount plans, and the pools that each carrier fills. */
import { addTo, type CheckedDiscountPlan, type CheckedFeature, madeOnce } from "../../model/index.ts";
import type { OpenedNumber } from "../opened-number.ts";
import { type OpenedPlan, openPlan } from "../tariffs/opened-plan.ts";

/** A carrier that fills a pool: `factor` times the plan's allowances, from its first to its last day in force. */
interface PoolCarrier {
  /** Such as "number 1007" or "feature 5". */
  readonly carrier: string;
  readonly from: number;
  readonly to: number;
  /** Multiplier × count in units of 10^-12. */
  readonly factor: bigint;
}

/** A pool of a plan with allowances: of a number, of the customer's records that name the pool, or of the customer. */
export interface PoolDefinition {
  /** Index of the definition among the book's pools. */
  readonly definitionIndex: number;
  readonly plan: OpenedPlan;
  readonly name: PoolName;
  readonly carriers: readonly PoolCarrier[];
}

/** A plan that a number or a feature carries to a number's calls. */
export interface CarriedPlan {
  readonly plan: OpenedPlan;
  /** First and last day on which the carrier is in force. */
  readonly from: number;
  readonly to: number;
  /** The pool that the calls draw from; undefined where the plan has no allowance, or the pool is for other numbers. */
  readonly pool: PoolDefinition | undefined;
  /** The feature that carries the plan; null where the number does. */
  readonly featureID: string | null;
}

/** The unique name of a pool of the book; the periods of the pool share the name. */
export interface PoolName {
  readonly customerID: string;
  readonly discountPlan: string;
  readonly discountPlanAllowancePoolName: string | null;
  readonly numberID: string | null;
}

/** The discount plans of a book with their carriers and pools. */
export class DiscountTables {
  readonly plans: ReadonlyMap<string, OpenedPlan>;
  readonly pools: readonly PoolDefinition[];
  readonly #poolOfKey: ReadonlyMap<string, PoolDefinition>;
  readonly #carriedBy: ReadonlyMap<OpenedNumber, readonly CarriedPlan[]>;
  #filledBy: ReadonlyMap<string, readonly PoolDefinition[]> | undefined;

  constructor(records: readonly CheckedDiscountPlan[], numbers: readonly OpenedNumber[]) {
    this.plans = new Map(records.map((record) => [record.discountPlanName, openPlan(record)]));
    const collector = new CarrierCollector(this.plans);
    const carriedBy = new Map<OpenedNumber, readonly CarriedPlan[]>();
    if (this.plans.size > 0) {
      for (const number of numbers) {
        const carried = collector.carriedBy(number);
        if (carried.length > 0) carriedBy.set(number, carried);
      }
    }
    this.#carriedBy = carriedBy;
    this.#poolOfKey = collector.pools;
    this.pools = [...collector.pools.values()];
  }

  /** The plans that carriers bring to a number's calls, in order of application (R40). */
  carriedBy(number: OpenedNumber): readonly CarriedPlan[] | undefined {
    return this.#carriedBy.get(number);
  }

  filledBy(customerID: string, carrier: string): readonly PoolDefinition[] {
    this.#filledBy ??= poolsByCarrier(this.pools);
    return this.#filledBy.get(carrierKey(customerID, carrier)) ?? [];
  }

  poolNamed(name: PoolName): PoolDefinition | undefined {
    return this.#poolOfKey.get(poolKey(name));
  }
}

export function poolKey(name: PoolName): string {
  return JSON.stringify([
    name.customerID,
    name.discountPlan,
    name.discountPlanAllowancePoolName,
    name.numberID,
  ]);
}

export function carrierKey(customerID: string, carrier: string): string {
  return JSON.stringify([customerID, carrier]);
}

function poolsByCarrier(pools: readonly PoolDefinition[]): ReadonlyMap<string, readonly PoolDefinition[]> {
  const filled = new Map<string, PoolDefinition[]>();
  for (const pool of pools) {
    for (const { carrier } of pool.carriers) {
      addTo(filled, carrierKey(pool.name.customerID, carrier), pool);
    }
  }
  return filled;
}

interface OpenPool extends PoolDefinition {
  readonly carriers: PoolCarrier[];
}

/** The plan fields of features, each with its multiplier field; numbers have the plan fields alone. */
const PLANS_WITH_MULTIPLIERS = [
  ["discountPlan1", "discountPlanMultiplier1"],
  ["discountPlan2", "discountPlanMultiplier2"],
  ["discountPlan3", "discountPlanMultiplier3"],
  ["discountPlan4", "discountPlanMultiplier4"],
] as const;

/** The fields in which numbers, features and standard features name their discount plans. */
export const PLAN_FIELDS = PLANS_WITH_MULTIPLIERS.map(([field]) => field);

/** 1, in the scale of multipliers and counts. */
const ONE = 1_000_000;

type PoolOfPlans = Omit<PoolName, "discountPlan">;

/** Collects the carriers of each pool from numbers and their features. */
class CarrierCollector {
  readonly pools = new Map<string, OpenPool>();
  readonly #plans: ReadonlyMap<string, OpenedPlan>;
  /** A customer's feature fills its pool once, however many numbers draw from it (R41). */
  readonly #filled = new Set<CheckedFeature>();

  constructor(plans: ReadonlyMap<string, OpenedPlan>) {
    this.#plans = plans;
  }

  carriedBy(number: OpenedNumber): CarriedPlan[] {
    const { record, customer } = number;
    const customerID = customer.record.id;
    const numberPool = record.discountPlanAllowancePoolName ?? null;
    const ofNumber = (name: string | null): PoolOfPlans => {
      return { customerID, discountPlanAllowancePoolName: name, numberID: name === null ? record.id : null };
    };
    const carried: CarriedPlan[] = [];
    // Features come latest start first (R24), but plans apply in the reverse order (R40).
    for (const { record: feature } of number.features.toReversed()) {
      const pool = ofNumber(feature.discountPlanAllowancePoolName ?? numberPool);
      this.#addFeature(carried, feature, pool, { isCarrier: true, fills: true });
    }
    for (const { record: feature } of customer.features.toReversed()) {
      const name = feature.discountPlanAllowancePoolName ?? null;
      // R41: a feature with another pool than the number's fills that pool and carries its plans for other numbers. For
      // this number it only makes the plans apply (R40).
      const role = { isCarrier: name === null || name === numberPool, fills: !this.#filled.has(feature) };
      const pool = { customerID, discountPlanAllowancePoolName: name, numberID: null };
      this.#addFeature(carried, feature, pool, role);
      this.#filled.add(feature);
    }
    const span = { from: number.billableFrom, to: number.billableTo };
    const seen = new Set<OpenedPlan>();
    for (const field of PLAN_FIELDS) {
      const plan = this.#planIn(record[field], seen);
      if (plan === undefined) continue;
      const pool = this.#pool(plan, ofNumber(numberPool));
      pool?.carriers.push({ carrier: `number ${record.id}`, ...span, factor: BigInt(ONE) * BigInt(ONE) });
      carried.push({ plan, ...span, pool, featureID: null });
    }
    return carried;
  }

  /** `fills`: whether to add the feature to its pools now. */
  #addFeature(
    carried: CarriedPlan[],
    feature: CheckedFeature,
    pool: PoolOfPlans,
    { isCarrier, fills }: { readonly isCarrier: boolean; readonly fills: boolean },
  ): void {
    const from = feature.startDate ?? Number.NEGATIVE_INFINITY;
    const to = feature.endDate ?? Number.POSITIVE_INFINITY;
    const count = Math.max(feature.featureCount ?? ONE, feature.featureCountCommitted ?? 0);
    const seen = new Set<OpenedPlan>();
    for (const [field, multiplierField] of PLANS_WITH_MULTIPLIERS) {
      const plan = this.#planIn(feature[field], seen);
      if (plan === undefined) continue;
      const filled = this.#pool(plan, pool);
      if (fills) {
        const factor = BigInt(feature[multiplierField] ?? ONE) * BigInt(count);
        filled?.carriers.push({ carrier: `feature ${feature.id}`, from, to, factor });
      }
      carried.push({ plan, from, to, pool: isCarrier ? filled : undefined, featureID: feature.id });
    }
  }

  /** The plan of a name, unless the same carrier has named it in an earlier field. */
  #planIn(name: string | undefined, seen: Set<OpenedPlan>): OpenedPlan | undefined {
    const plan = name === undefined ? undefined : this.#plans.get(name);
    if (plan === undefined || seen.has(plan)) return undefined;
    seen.add(plan);
    return plan;
  }

  #pool(plan: OpenedPlan, { customerID, ...pool }: PoolOfPlans): OpenPool | undefined {
    if (!plan.hasPools) return undefined;
    const name = { customerID, discountPlan: plan.name, ...pool };
    return madeOnce(this.pools, poolKey(name), () => {
      return { definitionIndex: this.pools.size, plan, name, carriers: [] };
    });
  }
}
