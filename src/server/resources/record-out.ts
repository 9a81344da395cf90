/** Records in answers (H4): all fields of the platform, and unknown fields that are carried along. */
import type { StoredRecord } from "../store/index.ts";
import { type BookView, viewOf } from "./book-view.ts";
import { RESOURCES, type Resource } from "./resources.ts";
import { valueOut } from "./values.ts";

/** Parts that are embedded in a record. */
export interface Expansion {
  readonly rates?: boolean;
  readonly numbers?: boolean;
  readonly services?: boolean;
  readonly features?: boolean;
  /** Embeds only records that are not dropped. */
  readonly numberActive?: boolean;
  readonly serviceActive?: boolean;
  readonly featureActive?: boolean;
}

/** Converts a record for an answer. */
export function recordOut(
  resource: Resource,
  record: StoredRecord,
  view: BookView,
  expansion: Expansion = {},
): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  const { data } = record;
  for (const [name, kind] of Object.entries(resource.fields)) {
    if (name !== "rates") out[name] = valueOut(kind, data[name]);
    // Reading the lines of a tariff parses all of them.
    else if (expansion.rates === true) out.rates = valueOut(kind, data.rates) ?? [];
  }
  for (const name of Object.keys(data)) {
    if (!Object.hasOwn(resource.fields, name)) out[name] = data[name] ?? null;
  }
  for (const child of resource.expands) {
    if (expansion[child] !== true) continue;
    const field = RESOURCES[child].parents.find((parent) => parent.resource === resource.name)?.field;
    if (field === undefined) continue;
    const onlyActive = expansion[`${child.slice(0, -1) as "number" | "service" | "feature"}Active`] === true;
    out[child] = view
      .children(child, field, record.key)
      .filter((found) => !onlyActive || !view.isDropped(found.record))
      .map((found) => recordOut(RESOURCES[child], found.record, view, expansion));
  }
  return out;
}

/** The ETag of a record's state (H12); a record that was deleted and made anew under its id gets another ETag. */
export function etagOf({ version, created }: StoredRecord): string {
  return `"${version}-${Date.parse(created).toString(36)}"`;
}

export { viewOf };
