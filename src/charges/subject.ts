/** A feature with everything that decides its charges: its owners and its inherited fields (R62). */

import {
  compareIDs,
  type FeeFacts,
  type OpenedBook,
  type OpenedCustomer,
  type OpenedNumber,
} from "../book/index.ts";
import { type DayNumber, parseCivilDate } from "../calendar/index.ts";
import {
  addTo,
  BUILT_IN_INTERVALS,
  type CheckedFeature,
  type CheckedFeatureDiscountScheme,
  type CheckedFeatureType,
  type CheckedFixedFeeTariff,
  type CheckedNumber,
  type CheckedService,
  type CheckedServiceChargeInterval,
  type CheckedStandardFeature,
  type CheckedTransactionType,
  Fault,
  type FeatureInForce,
  featureInForce,
  type Id,
  id,
  madeOnce,
  quoteValue,
  readerOf,
} from "../model/index.ts";
import type { Transaction } from "./charged.ts";

/** Which of a feature's two charges: `connectionCharge` or `serviceCharge`. */
export type ChargeKind = FeeFacts["chargeKind"];

/** A feature that is charged. */
export interface Subject {
  readonly book: OpenedBook;
  readonly tables: ChargeTables;
  /** The feature's own record, without inherited fields. */
  readonly record: CheckedFeature;
  readonly template: CheckedStandardFeature | undefined;
  readonly type: CheckedFeatureType | undefined;
  /** The feature with its inherited fields. */
  readonly feature: FeatureInForce;
  /** The last day charged for: `endDate` of the feature, not the day of a drop by status (R62, R68). */
  readonly end: DayNumber | undefined;
  /** Undefined where no customer pays for the feature. */
  readonly customer: OpenedCustomer | undefined;
  readonly number: CheckedNumber | undefined;
  readonly service: CheckedService | undefined;
  /** The name of its fixed fee tariff, of the first level that has one (R71). */
  readonly tariff: string | undefined;
}

/** A feature of the book with its owners and inherited fields. */
export function subjectOf(book: OpenedBook, record: CheckedFeature): Subject {
  const tables = chargeTablesOf(book);
  const { customers } = book.tables;
  const template = tables.templates.get(record.standardFeature ?? "");
  const typeName = record.featureType ?? template?.featureType;
  const type = typeName === undefined ? undefined : tables.featureTypes.get(typeName);
  const feature = featureInForce(record, template, type);
  const number = record.numberID === undefined ? undefined : tables.numbers.get(record.numberID);
  const service = record.serviceID === undefined ? undefined : tables.services.get(record.serviceID);
  const customer = number?.customer ?? customers.get(record.customerID ?? service?.customerID ?? "");
  const end = record.droppedBy === undefined ? record.endDate : undefined;
  const levels = [feature, number?.record ?? service, customer?.record];
  const tariff = levels.find((level) => level?.fixedFeeTariff !== undefined)?.fixedFeeTariff;
  return {
    book,
    tables,
    record,
    template,
    type,
    feature,
    end,
    customer,
    number: number?.record,
    service,
    tariff,
  };
}

/** "feature 12", as messages call it. */
export function shownFeature({ record }: Subject): string {
  return `feature ${record.id}`;
}

/** The records of a book that charges need. */
class ChargeTables {
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
    this.numbers = new Map(tables.byIndex.numbers.map((number) => [number.record.id, number]));
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
    for (const carrier of new Set(tariff.wholesaleForCarrierIDs)) addTo(byCarrier, carrier, tariff);
  }
  return byCarrier;
}

const TABLES = new WeakMap<OpenedBook, ChargeTables>();

/** The tables of a book, made once: an opened book never changes. */
export function chargeTablesOf(book: OpenedBook): ChargeTables {
  return madeOnce(TABLES, book, () => new ChargeTables(book));
}

/** The owners of features, by id. */
type Owners = Pick<ChargeTables, "numbers" | "services">;

/** The features of a book in the order in which their transactions come. */
function inBillOrder(features: readonly CheckedFeature[], tables: Owners): readonly CheckedFeature[] {
  const payers = features.map((feature) => payerOf(feature, tables));
  const customers = ranksOf(payers);
  const owners = ranksOf(
    features.map(({ customerID, numberID, serviceID }) => numberID ?? serviceID ?? customerID),
  );
  const featureRanks = ranksOf(features.map(({ id }) => id));
  const ranked = features.map((feature, featureIndex) => ({
    feature,
    // Features without a customer come last.
    customerRank: customers(payers[featureIndex]),
    kind: feature.customerID !== undefined ? 0 : feature.numberID !== undefined ? 1 : 2,
    ownerRank: owners(feature.numberID ?? feature.serviceID ?? feature.customerID),
    featureRank: featureRanks(feature.id),
  }));
  ranked.sort(
    (a, b) =>
      a.customerRank - b.customerRank ||
      a.kind - b.kind ||
      a.ownerRank - b.ownerRank ||
      a.featureRank - b.featureRank,
  );
  return ranked.map(({ feature }) => feature);
}

/** The customer that pays for a feature: its own, or that of its number or service. */
export function payerOf(
  { customerID, numberID, serviceID }: CheckedFeature,
  { numbers, services }: Owners,
): string | undefined {
  if (customerID !== undefined) return customerID;
  if (numberID !== undefined) return numbers.get(numberID)?.record.customerID;
  return services.get(serviceID ?? "")?.customerID;
}

/** The ranks of ids in the order of R42, sorted once: there may be a hundred thousand ids. */
function ranksOf(ids: readonly (string | undefined)[]): (id: string | undefined) => number {
  const known = new Set(ids);
  known.delete(undefined);
  const keyed = [...(known as Set<string>)].map((id) => ({ id, key: plainNumber(id) }));
  keyed.sort((a, b) => (a.key !== undefined && b.key !== undefined ? a.key - b.key : compareIDs(a.id, b.id)));
  const ranks = new Map(keyed.map(({ id }, rank) => [id, rank]));
  return (id) => (id === undefined ? ranks.size : (ranks.get(id) ?? ranks.size));
}

/** The number of an id that is written as a plain integer; two such ids are never equal as numbers. */
function plainNumber(id: string): number | undefined {
  const number = Number(id);
  return Number.isSafeInteger(number) && String(number) === id ? number : undefined;
}

/**
 * The feature with an id.
 *
 * @throws TypeError where the book has no such feature
 */
export function askedFeature(book: OpenedBook, featureID: Id, asks: string): Subject {
  const asked = readerOf(id)?.(featureID);
  const record =
    asked instanceof Fault
      ? undefined
      : chargeTablesOf(book).features.find((feature) => feature.id === asked);
  if (record === undefined) throw new TypeError(`${asks}: the book has no feature ${quoteValue(featureID)}.`);
  return subjectOf(book, record);
}

/**
 * A day.
 *
 * @throws TypeError where `value` is no date
 */
export function askedDay(asks: string, name: string, value: unknown): DayNumber {
  const day = typeof value === "string" ? parseCivilDate(value) : undefined;
  if (day !== undefined) return day;
  throw new TypeError(`${asks}: ${name}: ${quoteValue(value)} is not a date; write YYYY-MM-DD.`);
}

/** The fields of a transaction that come from its feature and the levels above. */
export type Labels = Pick<
  Transaction,
  | "transactionType"
  | "transactionDescription"
  | "transactionCarrier"
  | "transactionCode"
  | "transactionVATRate"
  | "site"
  | "campaign"
>;

/** A text of a record; a fault ends the feature's charges before its labels are needed. */
function read(value: Subject["feature"]["site"]): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** The labels of a feature's one-off or recurring charges. */
export function labelsOf({ feature, tables, type, customer, ...owner }: Subject, kind: ChargeKind): Labels {
  const ofKind =
    kind === "oneOff"
      ? { type: feature.connectionTransactionType, code: feature.connectionTransactionCode }
      : { type: feature.serviceTransactionType, code: feature.serviceTransactionCode };
  const ofType = ofKind.type === undefined ? undefined : tables.transactionTypes.get(ofKind.type);
  const numberOrService = owner.number ?? owner.service;
  return {
    transactionType: ofKind.type ?? null,
    transactionDescription: feature.description ?? null,
    transactionCarrier:
      feature.carrier ?? ofType?.defaultTransactionCarrier ?? type?.defaultTransactionCarrier ?? null,
    transactionCode: ofKind.code ?? ofType?.defaultTransactionCode ?? type?.defaultTransactionCode ?? null,
    transactionVATRate: feature.VATRate ?? customer?.record.VATRate ?? null,
    site: read(feature.site ?? numberOrService?.site) ?? null,
    campaign: read(feature.campaign ?? numberOrService?.campaign) ?? null,
  };
}

/** The names by which a fixed fee tariff's lines are chosen (R72). */
export function feeNamesOf({ feature, number, service }: Subject, labels: Labels): FeeFacts["names"] {
  return {
    numberTypeIDs: number?.numberType,
    serviceTypeIDs: service?.serviceType,
    featureTypeIDs: feature.featureType,
    transactionTypeIDs: labels.transactionType ?? undefined,
    carrierIDs: labels.transactionCarrier ?? undefined,
  };
}
