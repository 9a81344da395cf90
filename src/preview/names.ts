/** What people call the customers, numbers and tariffs of a report. */
import type { OpenedBook } from "../book/index.ts";
import type { CheckedCustomer } from "../model/index.ts";

/** Looks names up by id; the id itself where there is none, null where there is no id. */
export interface Names {
  readonly customer: (id: string | null) => string | null;
  readonly number: (id: string | null) => string | null;
  readonly tariff: (id: string | null) => string | null;
}

/** Names of the given books; the first that has one counts. */
export function namesOf(books: readonly OpenedBook[]): Names {
  const customers = new Map<string, string>();
  const numbers = new Map<string, string>();
  const tariffs = new Map<string, string>();
  for (const { records } of books) {
    for (const customer of records.customers) setOnce(customers, customer.id, customerName(customer));
    for (const { id, number } of records.numbers) setOnce(numbers, id, number);
    for (const { id, name } of records.tariffs) setOnce(tariffs, id, name);
  }
  const inMap = (names: ReadonlyMap<string, string>) => (id: string | null) =>
    id === null ? null : (names.get(id) ?? id);
  return { customer: inMap(customers), number: inMap(numbers), tariff: inMap(tariffs) };
}

function setOnce(names: Map<string, string>, id: string, name: string | undefined): void {
  if (name !== undefined && !names.has(id)) names.set(id, name);
}

function customerName({ companyName, firstnames, lastname }: CheckedCustomer): string | undefined {
  if (companyName !== undefined) return companyName;
  const person = [firstnames, lastname].filter((part) => part !== undefined).join(" ");
  return person === "" ? undefined : person;
}
