/** R24, R40, R72: which customers may have what is restricted to a customer or to groups of customers. */
import type { CheckedCustomer } from "../../model/index.ts";

/** What may be restricted: a tariff, a fixed fee tariff, a discount plan. */
export interface Restricted {
  readonly customerID?: string;
  readonly customerGroups?: readonly string[];
}

/** The restriction that keeps a customer from having it; undefined where none does. */
export function restrictionAgainst(
  { customerID, customerGroups }: Restricted,
  customer: Pick<CheckedCustomer, "id" | "customerGroups">,
): keyof Restricted | undefined {
  if (customerID !== undefined && customerID !== customer.id) return "customerID";
  if (customerGroups === undefined) return undefined;
  const groups = new Set(customerGroups);
  return customer.customerGroups?.some((group) => groups.has(group)) === true ? undefined : "customerGroups";
}
