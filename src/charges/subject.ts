/** A feature with everything that decides its charges: whose it is, and what it inherits (R62). */
import type { FeeFacts, OpenedBook, OpenedCustomer } from "../book/index.ts";
import type { DayNumber } from "../calendar/index.ts";
import {
  type CheckedFeature,
  type CheckedFeatureType,
  type CheckedNumber,
  type CheckedService,
  type CheckedStandardFeature,
  type FeatureInForce,
  featureInForce,
} from "../model/index.ts";
import { type ChargeTables, chargeTablesOf } from "./charge-tables.ts";

/** Which of a feature's two charges: `connectionCharge` or `serviceCharge`. */
export type ChargeKind = FeeFacts["chargeKind"];

/** A feature that is charged. */
export interface Subject {
  readonly book: OpenedBook;
  readonly tables: ChargeTables;
  /** The feature's own record, without what it inherits. */
  readonly own: CheckedFeature;
  readonly template: CheckedStandardFeature | undefined;
  readonly type: CheckedFeatureType | undefined;
  /** With what it inherits. */
  readonly feature: FeatureInForce;
  /** The last day charged for: that of a drop by status is none (R62, R68). */
  readonly end: DayNumber | undefined;
  /** Undefined where nobody pays for it. */
  readonly customer: OpenedCustomer | undefined;
  readonly number: CheckedNumber | undefined;
  readonly service: CheckedService | undefined;
  /** The name of its fixed fee tariff, of whichever level (R71). */
  readonly tariff: string | undefined;
}

/** A feature of the book with whose it is and what it inherits. */
export function subjectOf(book: OpenedBook, own: CheckedFeature): Subject {
  const tables = chargeTablesOf(book);
  const { customers } = book.tables;
  const template = tables.templates.get(own.standardFeature ?? "");
  const typeName = own.featureType ?? template?.featureType;
  const type = typeName === undefined ? undefined : tables.featureTypes.get(typeName);
  const feature = featureInForce(own, template, type);
  const number = own.numberID === undefined ? undefined : tables.numbers.get(own.numberID);
  const service = own.serviceID === undefined ? undefined : tables.services.get(own.serviceID);
  const customer = number?.customer ?? customers.get(own.customerID ?? service?.customerID ?? "");
  const end = own.droppedBy === undefined ? own.endDate : undefined;
  const levels = [feature, number?.record ?? service, customer?.record];
  const tariff = levels.find((level) => level?.fixedFeeTariff !== undefined)?.fixedFeeTariff;
  return {
    book,
    tables,
    own,
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
export function shownFeature({ own }: Subject): string {
  return `feature ${own.id}`;
}
