/** Records in answers (H4): all fields of the platform, and unknown fields that are carried along. */
import type { StoredRecord } from "../store/index.ts";
import type { BookView } from "./book-view.ts";
import { RESOURCES, type Resource } from "./resources.ts";
import { valueOut } from "./values.ts";

/** By child: the flags of a request that embed the children of a record, and of these only those that are not dropped. */
export const EMBEDDING = {
  numbers: ["expandNumbers", "numberActive"],
  services: ["expandServices", "serviceActive"],
  features: ["expandFeatures", "featureActive"],
} as const;

/** Converts a record for an answer; flags of the query embed children, and `expandRates` the lines of a tariff. */
export function recordOut(
  resource: Resource,
  record: StoredRecord,
  view: BookView,
  query: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  const { data } = record;
  for (const [name, kind] of Object.entries(resource.fields)) {
    if (name !== "rates") out[name] = valueOut(kind, data[name]);
    // Reading the lines of a tariff parses all of them.
    else if (query.expandRates === true) out.rates = valueOut(kind, data.rates) ?? [];
  }
  for (const name of Object.keys(data)) {
    if (!Object.hasOwn(resource.fields, name)) out[name] = data[name] ?? null;
  }
  for (const child of resource.expands) {
    const [expand, active] = EMBEDDING[child];
    if (query[expand] !== true) continue;
    const field = RESOURCES[child].parents.find((parent) => parent.resource === resource.name)?.field;
    if (field === undefined) continue;
    out[child] = view
      .children(child, field, record.key)
      .filter((found) => query[active] !== true || !view.isDropped(found.record))
      .map((found) => recordOut(RESOURCES[child], found.record, view, query));
  }
  return out;
}

/** The ETag of a record's state (H12); a record that was deleted and made anew under its id gets another ETag. */
export function etagOf({ version, created }: StoredRecord): string {
  return `"${version}-${Date.parse(created).toString(36)}"`;
}
