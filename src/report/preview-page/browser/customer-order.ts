/** Which customers are shown, and in which order. */

import { compareAmounts, signOf } from "../../money-text.ts";
import { type CustomerColumn, type CustomerRow, customerName } from "../customer-row.ts";

export interface Sorting {
  readonly column: CustomerColumn;
  readonly isDescending: boolean;
}

/** The customers whose name or id holds the text and whose change has the direction asked for. */
export function filterCustomers(
  customers: readonly CustomerRow[],
  text: string,
  direction: string,
): readonly CustomerRow[] {
  const wanted = text.trim().toLowerCase();
  return customers.filter((customer) => {
    if (!hasDirection(customer, direction)) return false;
    return wanted === "" || `${customerName(customer)}\n${customer.id ?? ""}`.toLowerCase().includes(wanted);
  });
}

function hasDirection({ difference, newlyUnrated }: CustomerRow, direction: string): boolean {
  if (direction === "more") return signOf(difference) > 0;
  if (direction === "less") return signOf(difference) < 0;
  if (direction === "same") return signOf(difference) === 0;
  return direction !== "newlyUnrated" || newlyUnrated > 0;
}

/** Sorted by a column; equal ones keep the report's order, and those without a value come last. */
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
