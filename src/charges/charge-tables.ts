/** What features take from lists of the whole book, by name; worked out when a book is first charged. */
import type { OpenedBook, OpenedNumber } from "../book/index.ts";
import {
  BUILT_IN_INTERVALS,
  type CheckedFeature,
  type CheckedFeatureDiscountScheme,
  type CheckedFeatureType,
  type CheckedFixedFeeTariff,
  type CheckedService,
  type CheckedServiceChargeInterval,
  type CheckedStandardFeature,
  type CheckedTransactionType,
} from "../model/index.ts";
import { inBillOrder } from "./feature-order.ts";

/** A book as charges look at it. */
export class ChargeTables {
  readonly numbers: ReadonlyMap<string, OpenedNumber>;
  readonly services: ReadonlyMap<string, CheckedService>;
  readonly templates: ReadonlyMap<string, CheckedStandardFeature>;
  readonly featureTypes: ReadonlyMap<string, CheckedFeatureType>;
  readonly transactionTypes: ReadonlyMap<string, CheckedTransactionType>;
  readonly intervals: ReadonlyMap<string, CheckedServiceChargeInterval>;
  readonly schemes: ReadonlyMap<string, CheckedFeatureDiscountScheme>;
  /** The wholesale fixed fee tariffs of each carrier (R71). */
  readonly wholesale: ReadonlyMap<string, readonly CheckedFixedFeeTariff[]>;
  /** The features, in the order in which their transactions come (R60). */
  readonly features: readonly CheckedFeature[];

  constructor({ records, tables }: OpenedBook) {
    this.numbers = new Map(tables.places.numbers.map((number) => [number.record.id, number]));
    this.services = new Map(records.services.map((service) => [service.id, service]));
    this.templates = new Map(records.standardFeatures.map((template) => [template.name, template]));
    this.featureTypes = new Map(records.featureTypes.map((type) => [type.featureTypeName, type]));
    this.transactionTypes = new Map(records.transactionTypes.map((type) => [type.transactionTypeName, type]));
    const intervals = [...BUILT_IN_INTERVALS, ...records.serviceChargeIntervals];
    this.intervals = new Map(intervals.map((interval) => [interval.name, interval]));
    this.schemes = new Map(records.featureDiscountSchemes.map((scheme) => [scheme.name, scheme]));
    this.wholesale = wholesaleByCarrier(records.fixedFeeTariffs);
    this.features = inBillOrder(records.features, this);
  }
}

function wholesaleByCarrier(
  tariffs: readonly CheckedFixedFeeTariff[],
): ReadonlyMap<string, readonly CheckedFixedFeeTariff[]> {
  const byCarrier = new Map<string, CheckedFixedFeeTariff[]>();
  for (const tariff of tariffs) {
    if (tariff.retail !== "wholesale" || tariff.availability === "Historic") continue;
    for (const carrier of new Set(tariff.wholesaleForCarrierIDs)) {
      const others = byCarrier.get(carrier);
      if (others === undefined) byCarrier.set(carrier, [tariff]);
      else others.push(tariff);
    }
  }
  return byCarrier;
}

const TABLES = new WeakMap<OpenedBook, ChargeTables>();

/** The tables of a book; an opened book never changes, so they are made once. */
export function chargeTablesOf(book: OpenedBook): ChargeTables {
  let tables = TABLES.get(book);
  if (tables === undefined) {
    tables = new ChargeTables(book);
    TABLES.set(book, tables);
  }
  return tables;
}
