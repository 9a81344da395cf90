/** R24, R40, R72: tariffs, fixed fee tariffs and discount plans restricted to a customer or to customer groups. */
import type { CheckedCustomer } from "../../model/index.ts";

/** A tariff, a fixed fee tariff or a discount plan. */
export interface Restricted {
  readonly customerID?: string;
  readonly customerGroups?: readonly string[];
}

/** The restriction that excludes a customer; undefined where none does. */
export function restrictionAgainst(
  { customerID, customerGroups }: Restricted,
  customer: Pick<CheckedCustomer, "id" | "customerGroups">,
): keyof Restricted | undefined {
  if (customerID !== undefined && customerID !== customer.id) return "customerID";
  if (customerGroups === undefined) return undefined;
  const groups = new Set(customerGroups);
  return customer.customerGroups?.some((group) => groups.has(group)) === true ? undefined : "customerGroups";
}
