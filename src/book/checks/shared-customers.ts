/** R24: whether two restricted tariffs can both be for one customer. */
import type { CheckedCustomer, CheckedTariff } from "../../model/index.ts";
import type { BookUnderCheck } from "./book-under-check.ts";

/** Group names that are compared: enough for any honest book, and an end for a hostile one. */
const MAX_COMPARISONS = 3_000_000;

/** Answers for pairs of retail tariffs of one currency. */
export class SharedCustomers {
  readonly #book: BookUnderCheck;
  /** By group, the different combinations with other groups that customers are in. */
  #combinations: ReadonlyMap<string, ReadonlySet<readonly string[]>> | undefined;
  #left = MAX_COMPARISONS;

  constructor(book: BookUnderCheck) {
    this.#book = book;
  }

  /** Whether there is more to compare than an honest book has; then answers are no. */
  get isSpent(): boolean {
    return this.#left < 0;
  }

  canUseBoth(a: CheckedTariff, b: CheckedTariff): boolean {
    if (a.customerID !== undefined && b.customerID !== undefined && a.customerID !== b.customerID)
      return false;
    const customer = this.#book.withID("customers", a.customerID ?? b.customerID);
    if (customer !== undefined) return this.#mayUse(a, customer) && this.#mayUse(b, customer);
    const { customerGroups: first } = a;
    const { customerGroups: second } = b;
    if (first === undefined || second === undefined || this.#share(first, second)) return true;
    // Groups such as "partners" and "staff" need not exclude each other: the customers tell.
    for (const group of first) {
      for (const groups of this.#groupsBeside(group)) if (this.#share(second, groups)) return true;
    }
    return false;
  }

  #mayUse(tariff: CheckedTariff, customer: CheckedCustomer): boolean {
    if (this.#book.currencyOf(tariff) !== this.#book.currencyOf(customer)) return false;
    return (
      tariff.customerGroups === undefined || this.#share(tariff.customerGroups, customer.customerGroups ?? [])
    );
  }

  #share(a: readonly string[], b: readonly string[]): boolean {
    this.#left -= a.length * b.length;
    return !this.isSpent && a.some((name) => b.includes(name));
  }

  #groupsBeside(group: string): Iterable<readonly string[]> {
    this.#combinations ??= combinationsOf(this.#book.records.customers);
    return this.#combinations.get(group) ?? [];
  }
}

/** Few, however many customers: those with the same groups make one combination. */
function combinationsOf(
  customers: readonly (CheckedCustomer | undefined)[],
): ReadonlyMap<string, ReadonlySet<readonly string[]>> {
  const known = new Set<string>();
  const byGroup = new Map<string, Set<readonly string[]>>();
  for (const customer of customers) {
    const groups = customer?.customerGroups;
    if (groups === undefined || groups.length < 2) continue;
    const key = JSON.stringify(groups);
    if (known.has(key)) continue;
    known.add(key);
    for (const group of groups) {
      const combinations = byGroup.get(group);
      if (combinations === undefined) byGroup.set(group, new Set([groups]));
      else combinations.add(groups);
    }
  }
  return byGroup;
}
