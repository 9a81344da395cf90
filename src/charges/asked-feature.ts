/** A feature that somebody asks for by its id: with what it inherits, and with those it belongs to (R62). */
import type { OpenedBook } from "../book/index.ts";
import { type DayNumber, parseCivilDate } from "../calendar/index.ts";
import {
  type CheckedCustomer,
  type CheckedFeature,
  type CheckedNumber,
  type CheckedService,
  type FeatureInForce,
  featureInForce,
  type Id,
  id,
  quoteValue,
  readerOf,
} from "../model/index.ts";

/** A feature of the book. */
export interface AskedFeature {
  readonly feature: FeatureInForce;
  readonly number: CheckedNumber | undefined;
  readonly service: CheckedService | undefined;
  /** Who pays for it. */
  readonly customer: CheckedCustomer | undefined;
}

/**
 * The feature with an id, its `endDate` as written: a status ends no charges (R62).
 *
 * @throws TypeError where there is none
 */
export function askedFeature(book: OpenedBook, featureID: Id, asks: string): AskedFeature {
  const own = ownFeature(book, featureID, asks);
  const { records } = book;
  const template = named(records.standardFeatures, "name", own.standardFeature);
  const typeName = own.featureType ?? template?.featureType;
  const type = named(records.featureTypes, "featureTypeName", typeName);
  const number = named(records.numbers, "id", own.numberID);
  const service = named(records.services, "id", own.serviceID);
  const customerID = own.customerID ?? number?.customerID ?? service?.customerID;
  return {
    feature: featureInForce(own, template, type),
    number,
    service,
    customer: named(records.customers, "id", customerID),
  };
}

function ownFeature({ source, records }: OpenedBook, featureID: Id, asks: string): CheckedFeature {
  const asked = readerOf(id)?.(featureID);
  const found = (source?.records ?? records).features.find((own) => own.id === asked);
  if (found === undefined) throw new TypeError(`${asks}: the book has no feature ${quoteValue(featureID)}.`);
  return found;
}

function named<R, F extends keyof R>(
  records: readonly R[],
  field: F,
  value: R[F] | undefined,
): R | undefined {
  return value === undefined ? undefined : records.find((record) => record[field] === value);
}

/**
 * A day that a caller gives.
 *
 * @throws RangeError where it is no date
 */
export function askedDay(asks: string, name: string, value: unknown): DayNumber {
  const day = typeof value === "string" ? parseCivilDate(value) : undefined;
  if (day !== undefined) return day;
  throw new RangeError(`${asks}: ${name}: ${quoteValue(value)} is not a date; write YYYY-MM-DD.`);
}
