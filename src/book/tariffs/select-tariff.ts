/** R24: selects the retail tariff for calls of a class; R29: the wholesale tariff likewise. */
import {
  type CheckedCustomer,
  type CheckedFeature,
  isDefaultTariff,
  madeOnce,
  TARIFF_CLASSES,
} from "../../model/index.ts";
import { restrictionAgainst } from "../destinations/restrictions.ts";
import { Refusal } from "../refusal.ts";
import type { OpenedTariff } from "./opened-tariff.ts";

/** A selected tariff, and the feature that named it, if any. */
export interface Selection {
  readonly tariff: OpenedTariff;
  /** Why the customer may not use the tariff; the call's error unless an error of higher precedence applies. */
  readonly refusal: Refusal | undefined;
  readonly featureID: string | null;
  /** The record that named the tariff, for explanations. */
  readonly namedBy: string;
}

/** The tariffs for a number's calls of one class and carrier, valid from one day to another (R24, R28, R29). */
export interface Choices {
  readonly tariffClass: number;
  readonly carrier: string;
  readonly from: number;
  readonly to: number;
  readonly retail: Selected | undefined;
  /** Index of the feature that named the retail tariff, -1 where there is none. */
  readonly featureIndex: number;
  readonly surcharges: Selection | Refusal | undefined;
  readonly wholesale: OpenedTariff | Refusal | undefined;
}

/** The result of selecting a default: a tariff, or a refusal because of a tie. */
export type Selected = Selection | Refusal;

/** A feature with its tariffs looked up and its blank fields filled from the standard feature (R20). */
export interface OpenedFeature {
  readonly record: CheckedFeature;
  /** By class, undefined where the feature names none. */
  readonly named: readonly (Selection | undefined)[];
}

/** Whether a record is in force on a day; blank ends are open. */
export function isInForce(
  { startDate, endDate }: Pick<CheckedFeature, "startDate" | "endDate">,
  day: number,
): boolean {
  return (startDate === undefined || startDate <= day) && (endDate === undefined || day <= endDate);
}

/** Small whole numbers instead of infinities, because the engine would put an infinity on the heap. */
export const BEFORE_ALL_DAYS = -0x3fffffff;
export const AFTER_ALL_DAYS = 0x3fffffff;

/** The range of days around `day` with the same features of these lists in force. */
export function daysAround(
  lists: readonly (readonly OpenedFeature[])[],
  day: number,
): { from: number; to: number } {
  let from = BEFORE_ALL_DAYS;
  let to = AFTER_ALL_DAYS;
  for (const features of lists) {
    for (const { record } of features) {
      const { startDate, endDate } = record;
      if (startDate !== undefined) {
        if (startDate <= day) from = Math.max(from, startDate);
        else to = Math.min(to, startDate - 1);
      }
      if (endDate !== undefined) {
        if (endDate < day) from = Math.max(from, endDate + 1);
        else to = Math.min(to, endDate);
      }
    }
  }
  return { from, to };
}

/** The first of the features (latest start first, then highest id) that is in force and names a tariff of the class. */
export function namedByFeature(
  features: readonly OpenedFeature[],
  tariffClass: number,
  day: number,
): Selection | undefined {
  for (const feature of features) {
    const named = feature.named[tariffClass];
    if (named !== undefined && isInForce(feature.record, day)) return named;
  }
  return undefined;
}

/** Why a customer may not use a tariff that a record names; undefined where the customer may (R24). */
export function whyNotAllowed(
  tariff: OpenedTariff,
  customer: CheckedCustomer,
  customerCurrency: string,
): Refusal | undefined {
  const { record } = tariff;
  const who = `customer ${customer.id}`;
  const refused = (code: "tariff-not-allowed" | "currency-mismatch", what: string): Refusal =>
    new Refusal(code, `Tariff ${record.name} (id ${record.id}) is ${what}.`);
  const restriction = restrictionAgainst(record, customer);
  if (restriction === "customerID") {
    return refused("tariff-not-allowed", `only for customer ${record.customerID}, not for ${who}`);
  }
  if (restriction === "customerGroups") {
    const groups = record.customerGroups?.join(", ");
    return refused("tariff-not-allowed", `only for the customer groups ${groups}; ${who} is in none of them`);
  }
  if (tariff.currency === customerCurrency) return undefined;
  return refused("currency-mismatch", `in ${tariff.currency}, ${who} is billed in ${customerCurrency}`);
}

/** A cache of selections by carrier and number type; null for a selection without a result. */
export class RememberedSelections {
  readonly #byCarrier = new Map<string, Map<string, Selected | null>>();

  /** The cached selection, else the result of `select`. */
  get(carrier: string, numberType: string, select: () => Selected | undefined): Selected | undefined {
    const byType = madeOnce(this.#byCarrier, carrier, () => new Map<string, Selected | null>());
    return madeOnce(byType, numberType, () => select() ?? null) ?? undefined;
  }
}

/** The tariffs of one side by class that are defaults for some carrier or number type. */
export class DefaultTariffs {
  readonly #byClass: readonly (readonly OpenedTariff[])[];
  /** Carriers that some default names; all other carriers get the same defaults. */
  readonly #carriers = new Set<string>();

  constructor(tariffs: Iterable<OpenedTariff>, wholesale: boolean) {
    const byClass: OpenedTariff[][] = TARIFF_CLASSES.map(() => []);
    for (const tariff of tariffs) {
      const { record } = tariff;
      if (tariff.isWholesale === wholesale && isDefaultTariff(record)) {
        byClass[TARIFF_CLASSES.indexOf(record.tariffClass)]?.push(tariff);
        for (const carrier of record.forCarriers ?? []) this.#carriers.add(carrier);
      }
    }
    this.#byClass = byClass;
  }

  ofClass(tariffClass: number): readonly OpenedTariff[] {
    return this.#byClass[tariffClass] ?? [];
  }

  /** The name of a carrier that some default names, else "": the cache key of selections. */
  knownCarrier(carrier: string): string {
    return this.#carriers.has(carrier) ? carrier : "";
  }

  /** The best default for a carrier and number type ("" = blank) among the tariffs that pass `mayUse`. */
  select(
    tariffClass: number,
    carrier: string,
    numberType: string,
    mayUse: (tariff: OpenedTariff) => boolean,
  ): Selected | undefined {
    let best: OpenedTariff[] = [];
    let bestRank = 0;
    for (const tariff of this.ofClass(tariffClass)) {
      const rank = defaultRank(tariff, carrier, numberType);
      if (rank === 0 || rank < bestRank || !mayUse(tariff)) continue;
      best = rank > bestRank ? [tariff] : [...best, tariff];
      bestRank = rank;
    }
    const [first] = best;
    if (first === undefined) return undefined;
    if (best.length === 1)
      return {
        tariff: first,
        refusal: undefined,
        featureID: null,
        namedBy: "default tariff for the carrier and number type",
      };
    const names = best.map((tariff) => `${tariff.record.name} (id ${tariff.record.id})`).join(" and ");
    return new Refusal(
      "ambiguous-tariff",
      `${names} are equally good defaults for carrier ${carrier || "(blank)"} and number type ${numberType || "(blank)"}.`,
    );
  }
}

/** 2 where both lists match the call, 1 where the only list set matches, 0 where a list that is set does not match. */
export function defaultRank(tariff: OpenedTariff, carrier: string, numberType: string): number {
  const { forCarriers, forNumberTypes } = tariff.record;
  if (!isNamed(forCarriers, carrier) || !isNamed(forNumberTypes, numberType)) return 0;
  return (forCarriers === undefined ? 0 : 1) + (forNumberTypes === undefined ? 0 : 1);
}

function isNamed(list: readonly string[] | undefined, name: string): boolean {
  return list === undefined || list.includes("*") || (name !== "" && list.includes(name));
}
