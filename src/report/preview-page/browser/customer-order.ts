/** Filters and sorts the customers. */

import { compareAmounts, signOf } from "../../money-text.ts";
import { type CustomerColumn, type CustomerRow, customerName } from "../customer-row.ts";

export interface Sorting {
  readonly column: CustomerColumn;
  readonly isDescending: boolean;
}

/** The customers with the text in their name, id or a number; without a text, the customers of the direction. */
export function filterCustomers(
  customers: readonly CustomerRow[],
  text: string,
  direction: string,
): readonly CustomerRow[] {
  const wanted = text.trim().toLowerCase();
  return customers.filter((customer) => {
    if (wanted === "") return hasDirection(customer, direction);
    // With the default direction, a search finds unchanged customers, too.
    return (direction === "changed" || hasDirection(customer, direction)) && hasText(customer, wanted);
  });
}

function hasText(customer: CustomerRow, wanted: string): boolean {
  if (`${customerName(customer)}\n${customer.id ?? ""}`.toLowerCase().includes(wanted)) return true;
  const digits = wanted.replace(/[\s()-]/g, "");
  return (
    /^\+?\d{3,}$/.test(digits) && customer.numbers.some(([name]) => name?.replace(/\s/g, "").includes(digits))
  );
}

function hasDirection({ difference, newlyUnrated }: CustomerRow, direction: string): boolean {
  if (direction === "changed") return signOf(difference) !== 0;
  if (direction === "more") return signOf(difference) > 0;
  if (direction === "less") return signOf(difference) < 0;
  if (direction === "same") return signOf(difference) === 0;
  return direction !== "newlyUnrated" || newlyUnrated > 0;
}

/** Sorts customers by a column; ties keep the report's order, and customers without a value come last. */
export function sortCustomers(
  customers: readonly CustomerRow[],
  { column, isDescending }: Sorting,
): readonly CustomerRow[] {
  const names = new Intl.Collator("en-GB", { numeric: true });
  const compare = (a: CustomerRow, b: CustomerRow): number => {
    if (column === "name") return names.compare(customerName(a), customerName(b));
    if (column === "calls") return a.calls - b.calls;
    return compareAmounts(a[column] ?? "0", b[column] ?? "0");
  };
  const isBlank = (customer: CustomerRow): boolean => customer[column] === null && column !== "name";
  return [...customers].sort((a, b) => {
    if (isBlank(a) !== isBlank(b)) return isBlank(a) ? 1 : -1;
    return isDescending ? compare(b, a) : compare(a, b);
  });
}
