/** What the requests for records do, written once more in plain words over maps: no database, no book (H7 to H13). */

/** A field of the model: how its values are told apart and shown. */
type Kind = "text" | "decimal" | "count" | "names";

/** A record: its fields as they go out; blank ones are missing. */
export type ModelRecord = Record<string, unknown>;

/** What is asked of the model. */
export type ModelAnswer =
  | { readonly status: 200 | 201; readonly record: ModelRecord; readonly isUnchanged?: boolean }
  | { readonly status: 200; readonly ids: readonly string[] }
  | { readonly status: number; readonly code: number };

interface ModelResource {
  readonly fields: Readonly<Record<string, Kind>>;
  readonly isCarrying: boolean;
  readonly owner?: { readonly resource: string; readonly field: string };
}

/** The resources of the model, with some of their fields. */
export const MODEL: Readonly<Record<string, ModelResource>> = {
  customers: {
    fields: {
      companyName: "text",
      turnover: "decimal",
      paymentTerms: "count",
      customerGroups: "names",
      CRMReference: "text",
    },
    isCarrying: true,
  },
  numbers: {
    fields: { number: "text", description: "text", creditLimit: "decimal", lines: "count" },
    isCarrying: true,
    owner: { resource: "customers", field: "customerID" },
  },
  featureTypes: { fields: { featureTypeName: "text", featureTypePosition: "count" }, isCarrying: true },
};

/** A value as it goes out; undefined for a blank one. */
export function shown(kind: Kind | undefined, value: unknown): unknown {
  if (value === null || value === undefined || value === "") return undefined;
  if (kind === "decimal") return trimmed(String(value));
  if (kind === "count") return Number(value);
  if (kind === "text") return String(value);
  if (kind === "names") {
    const names = (Array.isArray(value) ? value : String(value).split(",")).map((name) =>
      String(name).trim(),
    );
    const given = names.filter((name) => name !== "");
    return given.length === 0 ? undefined : given;
  }
  return value;
}

function trimmed(decimal: string): string {
  const [whole = "", fraction = ""] = decimal.split(".");
  const digits = fraction.replace(/0+$/, "");
  return digits === "" ? whole : `${whole}.${digits}`;
}

/** The records of all resources. */
export class RecordModel {
  readonly #records: Record<string, Map<string, ModelRecord>> = {};
  readonly #highest: Record<string, bigint> = {};

  constructor() {
    for (const name of Object.keys(MODEL)) {
      this.#records[name] = new Map();
      this.#highest[name] = 0n;
    }
  }

  get(resource: string, id: string): ModelAnswer {
    const record = this.#of(resource).get(id);
    return record === undefined ? { status: 404, code: 404001 } : { status: 200, record };
  }

  /** Ids ascending; after a filter by one field, from an id on, at most so many. */
  list(
    resource: string,
    query: { owner?: string; filter?: [string, string]; idAfter?: string; limit?: number },
  ): ModelAnswer {
    const { owner } = MODEL[resource] as ModelResource;
    if (query.owner !== undefined && owner !== undefined && !this.#of(owner.resource).has(query.owner)) {
      return { status: 404, code: 404001 };
    }
    const ids = [...this.#of(resource)]
      .filter(([, record]) => query.owner === undefined || record[owner?.field ?? ""] === query.owner)
      .filter(([, record]) => query.filter === undefined || record[query.filter[0]] === query.filter[1])
      .map(([id]) => BigInt(id))
      .filter((id) => id > BigInt(query.idAfter ?? 0))
      .sort((a, b) => (a < b ? -1 : 1))
      .slice(0, query.limit ?? 1_000)
      .map(String);
    return { status: 200, ids };
  }

  post(resource: string, owner: string | undefined, body: ModelRecord): ModelAnswer {
    const { owner: parent } = MODEL[resource] as ModelResource;
    if (parent !== undefined && !this.#of(parent.resource).has(owner ?? ""))
      return { status: 404, code: 404001 };
    const given = body.id === undefined || body.id === null || body.id === "" ? undefined : String(body.id);
    if (given !== undefined && this.#of(resource).has(given)) return { status: 409, code: 409004 };
    const id = given ?? String((this.#highest[resource] as bigint) + 1n);
    // Above the highest id that there may be there is none.
    if (BigInt(id) > 2n ** 63n - 1n) return { status: 409, code: 409004 };
    const fields = { ...body, id, ...(parent === undefined ? {} : { [parent.field]: owner }) };
    const record = this.#merged(resource, {}, fields);
    const refused = this.#refusal(resource, id, record, Object.keys(record));
    if (refused !== undefined) return refused;
    this.#of(resource).set(id, record);
    if (BigInt(id) > (this.#highest[resource] as bigint)) this.#highest[resource] = BigInt(id);
    return { status: 201, record };
  }

  patch(resource: string, id: string, body: ModelRecord): ModelAnswer {
    const before = this.#of(resource).get(id);
    if (before === undefined) return { status: 404, code: 404001 };
    const record = this.#merged(resource, before, body);
    const names = new Set([...Object.keys(before), ...Object.keys(record)]);
    const changed = [...names].filter(
      (name) => JSON.stringify(before[name]) !== JSON.stringify(record[name]),
    );
    if (changed.length === 0) return { status: 200, record, isUnchanged: true };
    const refused = this.#refusal(resource, id, record, changed);
    if (refused !== undefined) return refused;
    this.#of(resource).set(id, record);
    return { status: 200, record, isUnchanged: false };
  }

  delete(resource: string, id: string): ModelAnswer {
    const record = this.#of(resource).get(id);
    if (record === undefined) return { status: 404, code: 404001 };
    this.#of(resource).delete(id);
    return { status: 200, record };
  }

  #of(resource: string): Map<string, ModelRecord> {
    return this.#records[resource] as Map<string, ModelRecord>;
  }

  #merged(resource: string, before: ModelRecord, body: ModelRecord): ModelRecord {
    const { fields } = MODEL[resource] as ModelResource;
    const record = { ...before };
    for (const [name, value] of Object.entries(body)) {
      const out = shown(name === "id" || name.endsWith("ID") ? "text" : fields[name], value);
      if (out === undefined) delete record[name];
      else record[name] = out;
    }
    return record;
  }

  /** H10, and what is required. */
  #refusal(
    resource: string,
    id: string,
    record: ModelRecord,
    changed: readonly string[],
  ): ModelAnswer | undefined {
    const others = [...this.#of(resource)].filter(([key]) => key !== id).map(([, other]) => other);
    for (const unique of ["CRMReference", "featureTypeName"]) {
      if (!changed.includes(unique) || record[unique] === undefined) continue;
      if (others.some((other) => other[unique] === record[unique])) return { status: 409, code: 409004 };
    }
    const required = { numbers: ["number"], featureTypes: ["featureTypeName"] }[resource] ?? [];
    return required.every((name) => record[name] !== undefined) ? undefined : { status: 400, code: 400002 };
  }
}
