/**
 * The book as charges read it (R62): plain rows as a user writes them, and which of them a feature takes a value from.
 *
 * Decided here where the text leaves it open:
 * - All names are compared to the letter.
 * - `description` is inherited from the standard feature as every field is.
 */
import { NONE, Ratio } from "../ratio.ts";
import { amountText, isBlank, type Row, text } from "../values.ts";
import { type Day, parseDay, type Unit } from "./days.ts";

export type Kind = "oneOff" | "recurring";

/** A feature with all that it takes values from; {} where there is none. */
export interface Placed {
  readonly data: Row;
  readonly feature: Row;
  readonly standard: Row;
  readonly featureType: Row;
  readonly number: Row;
  readonly service: Row;
  /** null: a service without a customer. */
  readonly customer: Row | null;
}

export const BLANK_ROW: Row = {};

export function rowsOf(data: Row, list: string): readonly Row[] {
  return (data[list] ?? []) as readonly Row[];
}

function byID(data: Row, list: string, id: unknown): Row | undefined {
  return isBlank(id) ? undefined : rowsOf(data, list).find((row) => text(row.id) === text(id));
}

function byName(data: Row, list: string, field: string, name: unknown): Row {
  if (isBlank(name)) return BLANK_ROW;
  return rowsOf(data, list).find((row) => text(row[field]) === text(name)) ?? BLANK_ROW;
}

export function place(data: Row, feature: Row): Placed {
  const standard = byName(data, "standardFeatures", "name", feature.standardFeature);
  const typeName = isBlank(feature.featureType) ? standard.featureType : feature.featureType;
  const number = byID(data, "numbers", feature.numberID) ?? BLANK_ROW;
  const service = byID(data, "services", feature.serviceID) ?? BLANK_ROW;
  const customerID = [feature.customerID, number.customerID, service.customerID].find((id) => !isBlank(id));
  return {
    data,
    feature,
    standard,
    featureType: byName(data, "featureTypes", "featureTypeName", typeName),
    number,
    service,
    customer: byID(data, "customers", customerID) ?? null,
  };
}

/** The first that is not blank; null where all are. */
export function firstSet(...values: unknown[]): unknown {
  return values.find((value) => !isBlank(value)) ?? null;
}

/** R62: feature, else standard feature. */
export function inForce({ feature, standard }: Placed, field: string): unknown {
  return firstSet(feature[field], standard[field]);
}

/** R62: feature, else standard feature, else feature type. */
export function inForceByType({ feature, standard, featureType }: Placed, field: string): unknown {
  return firstSet(feature[field], standard[field], featureType[field]);
}

export function nameOrNull(value: unknown): string | null {
  return isBlank(value) ? null : text(value);
}

/** A name as sentences quote it. */
export function quoted(value: unknown): string {
  return JSON.stringify(text(value));
}

export function pounds(value: unknown): Ratio | null {
  return isBlank(value) ? null : Ratio.ofText(amountText(value));
}

export function dayOrNull(value: unknown): Day | null {
  return isBlank(value) ? null : parseDay(text(value));
}

/** R62: a length and its unit come together from the level that has the length; one that cannot be counted throws. */
export function lengthOf(placed: Placed, field: string): { length: number; unit: Unit } | null {
  const level = [placed.feature, placed.standard, placed.featureType].find((row) => !isBlank(row[field]));
  if (level === undefined) return null;
  const [length, unit] = [Number(level[field]), text(level[`${field}Type`])];
  if (!Number.isInteger(length) || length < 0 || !["days", "weeks", "months", "years"].includes(unit)) {
    throw new RangeError(`${field} is no length: ${text(level[field])} ${unit}`);
  }
  return { length, unit: unit as Unit };
}

/** The last of the currency's places, the minor unit in which calls are priced. */
export function smallestUnit(data: Row): Ratio {
  const places = isBlank(data.currencyDecimals) ? 2 : Number(data.currencyDecimals);
  return new Ratio(1n, 10n ** BigInt(places));
}

/** R61: q(x), to the currency's places, half away from zero. */
export function rounded(data: Row, value: Ratio): Ratio {
  return value.nearest(smallestUnit(data));
}

export function whole(value: number): Ratio {
  return new Ratio(BigInt(value), 1n);
}

export function isNegative(value: Ratio): boolean {
  return NONE.isAbove(value);
}

/** What a transaction of this kind says of itself, R62. */
export interface Labels {
  readonly transactionType: string | null;
  readonly carrier: string | null;
  readonly code: string | null;
}

/** What a feature's transactions say is found once. */
const LABELS: Readonly<Record<Kind, WeakMap<Placed, Labels>>> = {
  oneOff: new WeakMap(),
  recurring: new WeakMap(),
};

export function labelsOf(placed: Placed, kind: Kind): Labels {
  const labels = LABELS[kind].get(placed) ?? foundLabels(placed, kind);
  LABELS[kind].set(placed, labels);
  return labels;
}

function foundLabels(placed: Placed, kind: Kind): Labels {
  const prefix = kind === "oneOff" ? "connection" : "service";
  const transactionType = nameOrNull(inForceByType(placed, `${prefix}TransactionType`));
  const type =
    rowsOf(placed.data, "transactionTypes").find(
      (row) => text(row.transactionTypeName) === transactionType,
    ) ?? BLANK_ROW;
  const { featureType } = placed;
  return {
    transactionType,
    carrier: nameOrNull(
      firstSet(
        inForce(placed, "carrier"),
        type.defaultTransactionCarrier,
        featureType.defaultTransactionCarrier,
      ),
    ),
    code: nameOrNull(
      firstSet(
        inForce(placed, `${prefix}TransactionCode`),
        type.defaultTransactionCode,
        featureType.defaultTransactionCode,
      ),
    ),
  };
}

/** R42: integers as numbers, before others by code unit. */
export function compareIDs(left: unknown, right: unknown): number {
  const [a, b] = [text(left), text(right)];
  const [isA, isB] = [a, b].map((id) => /^\d+$/.test(id));
  if (isA && isB) return BigInt(a) < BigInt(b) ? -1 : BigInt(a) > BigInt(b) ? 1 : 0;
  if (isA !== isB) return isA ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}
