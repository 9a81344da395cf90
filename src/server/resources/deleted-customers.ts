/** The owners of records, and customers that are deleted and wait for their purge (H11). */
import { ServerError } from "../errors.ts";
import type { Writing } from "../store/index.ts";
import type { ResourceName } from "./resources.ts";
import { valueOut } from "./values.ts";

/** The customer that owns a record, directly or through other records; undefined for prices and types. */
function customerOf(
  writing: Pick<Writing, "record">,
  resource: ResourceName,
  data: Readonly<Record<string, unknown>>,
  key: string | undefined,
): string | undefined {
  if (resource === "customers") return key;
  const { customerID, numberID, serviceID } = data;
  const direct = valueOut("id", customerID);
  if (resource === "numbers" || resource === "services" || typeof direct === "string") {
    return typeof direct === "string" ? direct : undefined;
  }
  if (resource !== "features") return undefined;
  for (const [list, id] of [
    ["numbers", numberID],
    ["services", serviceID],
  ] as const) {
    const owner = valueOut("id", id);
    const found = typeof owner === "string" ? writing.record(list, owner) : undefined;
    if (found !== undefined) return customerOf(writing, list, found.data, found.key);
  }
  return undefined;
}

/**
 * Refuses writes to a deleted customer and to the records that it owns.
 *
 * @throws ServerError 409002
 */
export function refuseDeleted(
  writing: Pick<Writing, "record">,
  resource: ResourceName,
  data: Readonly<Record<string, unknown>>,
  key: string | undefined,
): void {
  const customer = customerOf(writing, resource, data, key);
  const record = customer === undefined ? undefined : writing.record("customers", customer);
  if (record === undefined || record.deleted === null) return;
  throw new ServerError(
    409002,
    `Customer ${record.key} was deleted on ${record.deleted.slice(0, 10)} and waits to be purged.`,
  );
}
