/** R41: who carries which discount plan, and which pool each carrier fills. Worked out when a book is opened. */
import type { CheckedDiscountPlan, CheckedFeature, CheckedNumber } from "../../model/index.ts";
import { type OpenedPlan, openPlan } from "../tariffs/opened-plan.ts";

/** What the tables need of an opened number. Features come latest start first, then highest id (R24). */
interface PlannedNumber {
  readonly record: CheckedNumber;
  readonly billableFrom: number;
  readonly billableTo: number;
  readonly features: readonly { readonly record: CheckedFeature }[];
  readonly customer: {
    readonly record: { readonly id: string };
    readonly features: readonly { readonly record: CheckedFeature }[];
  };
}

/** What fills a pool: from its first to its last day in force, so many times the plan's allowances. */
interface PoolCarrier {
  /** What it is: "number 1007", "feature 5". */
  readonly carrier: string;
  readonly from: number;
  readonly to: number;
  /** Multiplier × count in units of 10^-12. */
  readonly factor: bigint;
}

/** A pool of a plan with allowances: of one number, of the customer's records that name it, or of the customer. */
export interface PoolDefinition {
  /** Index of the definition among the book's pools. */
  readonly definitionIndex: number;
  readonly plan: OpenedPlan;
  readonly customerID: string;
  readonly poolName: string | undefined;
  readonly numberID: string | undefined;
  readonly carriers: readonly PoolCarrier[];
}

/** A plan that comes to a number's calls through a number or a feature. */
export interface CarriedPlan {
  readonly plan: OpenedPlan;
  /** First and last day on which the carrier is in force. */
  readonly from: number;
  readonly to: number;
  /** The pool its calls draw from; undefined where the plan has no allowance, or the carrier's pool is for other numbers. */
  readonly pool: PoolDefinition | undefined;
  /** The feature that carries it; null where the number does. */
  readonly featureID: string | null;
}

/** What tells a pool of the book from every other: its periods share it. */
export interface PoolName {
  readonly customerID: string;
  readonly discountPlan: string;
  readonly discountPlanAllowancePoolName: string | null;
  readonly numberID: string | null;
}

/** The discount plans of a book, and what carries them. */
export class DiscountTables {
  readonly plans: ReadonlyMap<string, OpenedPlan>;
  readonly pools: readonly PoolDefinition[];
  readonly #poolOfKey: ReadonlyMap<string, PoolDefinition>;
  readonly #carriedBy: ReadonlyMap<PlannedNumber, readonly CarriedPlan[]>;
  #filledBy: ReadonlyMap<string, readonly PoolDefinition[]> | undefined;

  constructor(records: readonly CheckedDiscountPlan[], numbers: readonly PlannedNumber[]) {
    this.plans = new Map(records.map((record) => [record.discountPlanName, openPlan(record)]));
    const collector = new CarrierCollector(this.plans);
    const carriedBy = new Map<PlannedNumber, readonly CarriedPlan[]>();
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

  /** The plans that a number's calls can have through carriers, in the order in which they apply (R40). */
  carriedBy(number: PlannedNumber): readonly CarriedPlan[] | undefined {
    return this.#carriedBy.get(number);
  }

  /** The pools that a customer's carrier fills, one for each of its plans with allowances. */
  filledBy(customerID: string, carrier: string): readonly PoolDefinition[] {
    this.#filledBy ??= poolsByCarrier(this.pools);
    return this.#filledBy.get(carrierKey(customerID, carrier)) ?? [];
  }

  /** The pool of a name, or undefined where the book has none. */
  poolNamed(name: PoolName): PoolDefinition | undefined {
    return this.#poolOfKey.get(poolKey(name));
  }
}

/** A pool's name as one text. */
export function poolKey(name: PoolName): string {
  return JSON.stringify([
    name.customerID,
    name.discountPlan,
    name.discountPlanAllowancePoolName,
    name.numberID,
  ]);
}

/** A carrier among those of all customers. */
export function carrierKey(customerID: string, carrier: string): string {
  return JSON.stringify([customerID, carrier]);
}

function poolsByCarrier(pools: readonly PoolDefinition[]): ReadonlyMap<string, readonly PoolDefinition[]> {
  const filled = new Map<string, PoolDefinition[]>();
  for (const pool of pools) {
    for (const { carrier } of pool.carriers) {
      const key = carrierKey(pool.customerID, carrier);
      const known = filled.get(key);
      if (known === undefined) filled.set(key, [pool]);
      else known.push(pool);
    }
  }
  return filled;
}

interface OpenPool extends PoolDefinition {
  readonly carriers: PoolCarrier[];
}

/** The plan fields of numbers and features, each with its multiplier's. */
const PLACES = [
  ["discountPlan1", "discountPlanMultiplier1"],
  ["discountPlan2", "discountPlanMultiplier2"],
  ["discountPlan3", "discountPlanMultiplier3"],
  ["discountPlan4", "discountPlanMultiplier4"],
] as const;

/** One, as multipliers and counts are kept. */
const ONE = 1_000_000;

/** What a feature is to a number's calls. */
interface FeatureRole {
  readonly isCarrier: boolean;
  /** Whether it is to be counted in its pools now. */
  readonly fills: boolean;
  readonly poolName: string | undefined;
  readonly numberID: string | undefined;
}

/** Walks over numbers and their features and gathers what fills each pool. */
class CarrierCollector {
  readonly pools = new Map<string, OpenPool>();
  readonly #plans: ReadonlyMap<string, OpenedPlan>;
  /** A customer's feature fills its pool once, however many numbers draw from it (R41). */
  readonly #filled = new Set<CheckedFeature>();

  constructor(plans: ReadonlyMap<string, OpenedPlan>) {
    this.#plans = plans;
  }

  carriedBy(number: PlannedNumber): CarriedPlan[] {
    const { record, customer } = number;
    const own = record.discountPlanAllowancePoolName;
    const carried: CarriedPlan[] = [];
    // Features are kept latest start first (R24); plans apply the other way round (R40).
    for (const { record: feature } of number.features.toReversed()) {
      const poolName = feature.discountPlanAllowancePoolName ?? own;
      const numberID = poolName === undefined ? record.id : undefined;
      this.#addFeature(carried, customer.record.id, feature, {
        isCarrier: true,
        fills: true,
        poolName,
        numberID,
      });
    }
    for (const { record: feature } of customer.features.toReversed()) {
      const poolName = feature.discountPlanAllowancePoolName;
      // R41: of another pool than the number's it fills that pool and carries its plans for other numbers; here it
      // only says that they apply (R40).
      const isCarrier = poolName === undefined || poolName === own;
      const fills = !this.#filled.has(feature);
      this.#addFeature(carried, customer.record.id, feature, {
        isCarrier,
        fills,
        poolName,
        numberID: undefined,
      });
      this.#filled.add(feature);
    }
    const numberID = own === undefined ? record.id : undefined;
    const span = { from: number.billableFrom, to: number.billableTo };
    const seen = new Set<OpenedPlan>();
    for (const [field] of PLACES) {
      const plan = this.#planIn(record[field], seen);
      if (plan === undefined) continue;
      const pool = this.#pool(plan, customer.record.id, own, numberID);
      pool?.carriers.push({ carrier: `number ${record.id}`, ...span, factor: BigInt(ONE) * BigInt(ONE) });
      carried.push({ plan, ...span, pool, featureID: null });
    }
    return carried;
  }

  #addFeature(carried: CarriedPlan[], customerID: string, feature: CheckedFeature, role: FeatureRole): void {
    const from = feature.startDate ?? Number.NEGATIVE_INFINITY;
    const to = feature.endDate ?? Number.POSITIVE_INFINITY;
    const count = Math.max(feature.featureCount ?? ONE, feature.featureCountCommitted ?? 0);
    const seen = new Set<OpenedPlan>();
    for (const [field, multiplierField] of PLACES) {
      const plan = this.#planIn(feature[field], seen);
      if (plan === undefined) continue;
      const filled = this.#pool(plan, customerID, role.poolName, role.numberID);
      if (role.fills) {
        const factor = BigInt(feature[multiplierField] ?? ONE) * BigInt(count);
        filled?.carriers.push({ carrier: `feature ${feature.id}`, from, to, factor });
      }
      carried.push({ plan, from, to, pool: role.isCarrier ? filled : undefined, featureID: feature.id });
    }
  }

  /** The plan of a name, unless the same carrier named it before. */
  #planIn(name: string | undefined, seen: Set<OpenedPlan>): OpenedPlan | undefined {
    const plan = name === undefined ? undefined : this.#plans.get(name);
    if (plan === undefined || seen.has(plan)) return undefined;
    seen.add(plan);
    return plan;
  }

  #pool(
    plan: OpenedPlan,
    customerID: string,
    poolName: string | undefined,
    numberID: string | undefined,
  ): OpenPool | undefined {
    if (!plan.hasPools) return undefined;
    const key = poolKey({
      customerID,
      discountPlan: plan.name,
      discountPlanAllowancePoolName: poolName ?? null,
      numberID: numberID ?? null,
    });
    let pool = this.pools.get(key);
    if (pool === undefined) {
      pool = { definitionIndex: this.pools.size, plan, customerID, poolName, numberID, carriers: [] };
      this.pools.set(key, pool);
    }
    return pool;
  }
}
