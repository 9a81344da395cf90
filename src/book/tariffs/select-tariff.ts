/** R24: the tariff a call of a class goes to, and R29: its wholesale twin. */
import { type CheckedCustomer, type CheckedFeature, TARIFF_CLASSES } from "../../model/index.ts";
import { restrictionAgainst } from "../destinations/restrictions.ts";
import { Refusal } from "../refusal.ts";
import type { OpenedTariff } from "./opened-tariff.ts";

/** A tariff selected, and the feature that named it, if one did. */
export interface Selection {
  readonly tariff: OpenedTariff;
  /** Why the customer may not use it; the call's error unless an earlier one of the list applies. */
  readonly refusal: Refusal | undefined;
  readonly featureID: string | null;
  /** Which record named it, for explanations. */
  readonly namedBy: string;
}

/** The tariffs of a number's calls of one class with one carrier, which hold from one day to another (R24, R28, R29). */
export interface Choices {
  readonly tariffClass: number;
  readonly carrier: string;
  readonly from: number;
  readonly to: number;
  readonly retail: Selected | undefined;
  /** Place of the feature that named it, -1 where there is none. */
  readonly featureIndex: number;
  readonly surcharges: Selection | Refusal | undefined;
  readonly wholesale: OpenedTariff | Refusal | undefined;
}

/** What selecting a default leads to: a tariff, or the tie that leaves it open. */
export type Selected = Selection | Refusal;

/** A feature whose tariffs have been looked up; blank fields already taken from its standard feature (R20). */
export interface OpenedFeature {
  readonly record: CheckedFeature;
  /** By class, undefined where the feature names none. */
  readonly named: readonly (Selection | undefined)[];
}

/** Whether a feature is in force on a day; blank ends are open. */
export function isInForce(feature: CheckedFeature, day: number): boolean {
  return (
    (feature.startDate === undefined || feature.startDate <= day) &&
    (feature.endDate === undefined || day <= feature.endDate)
  );
}

/** Small whole numbers rather than infinities, which would be objects on the heap. */
export const BEFORE_ALL_DAYS = -0x3fffffff;
export const AFTER_ALL_DAYS = 0x3fffffff;

/** The days around one during which the same features of these lists are in force. */
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

/** Why a customer may not use a tariff it is named, or undefined where it may (R24). */
export function whyNotAllowed(
  tariff: OpenedTariff,
  customer: CheckedCustomer,
  customerCurrency: string,
): Refusal | undefined {
  const { record } = tariff;
  const who = `customer ${customer.id}`;
  const restriction = restrictionAgainst(record, customer);
  if (restriction === "customerID") {
    return new Refusal(
      "tariff-not-allowed",
      `Tariff ${record.name} (id ${record.id}) is only for customer ${record.customerID}, not for ${who}.`,
    );
  }
  if (restriction === "customerGroups") {
    return new Refusal(
      "tariff-not-allowed",
      `Tariff ${record.name} (id ${record.id}) is only for the customer groups ${record.customerGroups?.join(", ")}; ${who} is in none of them.`,
    );
  }
  if (tariff.currency !== customerCurrency) {
    return new Refusal(
      "currency-mismatch",
      `Tariff ${record.name} (id ${record.id}) is in ${tariff.currency}, ${who} is billed in ${customerCurrency}.`,
    );
  }
  return undefined;
}

/** Selections made so far, by carrier and number type; a miss is remembered as null. */
export class RememberedSelections {
  readonly #byCarrier = new Map<string, Map<string, Selected | null>>();

  /** The remembered selection, or what `select` gives. */
  get(carrier: string, numberType: string, select: () => Selected | undefined): Selected | undefined {
    let byType = this.#byCarrier.get(carrier);
    if (byType === undefined) {
      byType = new Map();
      this.#byCarrier.set(carrier, byType);
    }
    let chosen = byType.get(numberType);
    if (chosen === undefined) {
      chosen = select() ?? null;
      byType.set(numberType, chosen);
    }
    return chosen ?? undefined;
  }
}

/** The tariffs of one side by class that are defaults for some carrier or number type. */
export class DefaultTariffs {
  readonly #byClass: readonly (readonly OpenedTariff[])[];
  /** Carriers that some default names; all others are alike to it. */
  readonly #carriers = new Set<string>();

  constructor(tariffs: Iterable<OpenedTariff>, wholesale: boolean) {
    const byClass: OpenedTariff[][] = TARIFF_CLASSES.map(() => []);
    for (const tariff of tariffs) {
      const { record } = tariff;
      // A tariff that names neither carriers nor number types is never a default.
      const isDefault = record.forCarriers !== undefined || record.forNumberTypes !== undefined;
      if (tariff.isWholesale === wholesale && isDefault && record.availability !== "Historic") {
        byClass[TARIFF_CLASSES.indexOf(record.tariffClass)]?.push(tariff);
        for (const carrier of record.forCarriers ?? []) this.#carriers.add(carrier);
      }
    }
    this.#byClass = byClass;
  }

  /** The candidates of a class, for checks. */
  ofClass(tariffClass: number): readonly OpenedTariff[] {
    return this.#byClass[tariffClass] ?? [];
  }

  /** A carrier's name where some default names it, else "": what selections are remembered by. */
  knownCarrier(carrier: string): string {
    return this.#carriers.has(carrier) ? carrier : "";
  }

  /** The default for a carrier and number type ("" = blank) among those `mayUse` lets through. */
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

/** 2 where both lists name the call, 1 where the only one set does, 0 where one that is set does not. */
export function defaultRank(tariff: OpenedTariff, carrier: string, numberType: string): number {
  const { forCarriers, forNumberTypes } = tariff.record;
  if (!isNamed(forCarriers, carrier) || !isNamed(forNumberTypes, numberType)) return 0;
  return (forCarriers === undefined ? 0 : 1) + (forNumberTypes === undefined ? 0 : 1);
}

function isNamed(list: readonly string[] | undefined, name: string): boolean {
  return list === undefined || list.includes("*") || (name !== "" && list.includes(name));
}
