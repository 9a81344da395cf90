/** R40, R41: who carries discount plans, in which order, and which pools they fill. */
import type { Decimal } from "decimal.js";
import type { Book } from "./book.ts";
import type { BilledNumber } from "./number.ts";
import { featureValue } from "./tariff.ts";
import { amount, Exact, isInForce, ONE, type Row, text } from "./values.ts";

/** A feature of the number or of its customer, or the number itself. */
export interface Carrier {
  readonly kind: "number's feature" | "customer's feature" | "number";
  readonly row: Row;
}

/** Whose pool it is within a customer: a name, a number's own, or the customer's. */
export type PoolOwner =
  | { readonly discountPlanAllowancePoolName: string }
  | { readonly numberID: string }
  | Record<string, never>;

/** R40: the carriers of a number's calls in their order; features by startDate (blank is the earliest), then id. */
export function carriersOf(book: Book, { number, customer }: BilledNumber): Carrier[] {
  const ofNumber = [...(book.featuresOfNumber.get(text(number.id)) ?? [])].reverse();
  const ofCustomer = [...(book.featuresOfCustomer.get(text(customer.id)) ?? [])].reverse();
  return [
    ...ofNumber.map((row): Carrier => ({ kind: "number's feature", row })),
    ...ofCustomer.map((row): Carrier => ({ kind: "customer's feature", row })),
    { kind: "number", row: number },
  ];
}

export function spanOf({ kind, row }: Carrier): { startDate: string; endDate: string } {
  return kind === "number"
    ? { startDate: text(row.billableFrom), endDate: text(row.billableTo) }
    : { startDate: text(row.startDate), endDate: text(row.endDate) };
}

export function isCarrierInForce(carrier: Carrier, date: string): boolean {
  const { startDate, endDate } = spanOf(carrier);
  return isInForce(startDate, endDate, date);
}

/** `discountPlan1` … `4`; "" where blank. A feature's blank ones come from its standard feature (R20). */
export function plansOf(book: Book, { kind, row }: Carrier): string[] {
  return ["1", "2", "3", "4"].map((place) =>
    kind === "number" ? text(row[`discountPlan${place}`]) : featureValue(book, row, `discountPlan${place}`),
  );
}

/** R41: the pool that a carrier fills and that calls of this number may draw from; null where there is none. */
export function poolFilledBy({ kind, row }: Carrier, number: Row): PoolOwner | null {
  const own = text(row.discountPlanAllowancePoolName);
  const ofNumber = text(number.discountPlanAllowancePoolName);
  if (kind === "customer's feature") {
    if (own === "") return {};
    return own === ofNumber ? { discountPlanAllowancePoolName: own } : null;
  }
  const name = own || ofNumber;
  return name === "" ? { numberID: text(number.id) } : { discountPlanAllowancePoolName: name };
}

/** R41: how many allowances of a plan a carrier brings. */
export function multiplierOf(book: Book, { kind, row }: Carrier, plan: string): Decimal {
  if (kind === "number") return ONE;
  const place = plansOf(book, { kind, row }).indexOf(plan) + 1;
  const template = book.standardFeatures.get(text(row.standardFeature)) ?? {};
  const field = `discountPlanMultiplier${place}`;
  const multiplier = amount(row[field]) ?? amount(template[field]) ?? ONE;
  const count = amount(row.featureCount) ?? ONE;
  return multiplier.times(Exact.max(count, amount(row.featureCountCommitted) ?? count));
}
