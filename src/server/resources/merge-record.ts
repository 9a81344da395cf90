/** Merges bodies into records, and finds the fields that change (H8, H9). */
import { isBlank } from "../../model/index.ts";
import { fieldError, ServerError } from "../errors.ts";
import type { JsonObject } from "../http/index.ts";
import { isStoredID, LARGEST_ID, type RecordData, withFields } from "../store/index.ts";
import type { BookView } from "./book-view.ts";
import type { Resource } from "./resources.ts";
import { isSameValue, valueOut } from "./values.ts";

export interface Merged {
  readonly data: RecordData;
  /** Names of the fields whose values differ from those stored. */
  readonly changed: ReadonlySet<string>;
}

/**
 * A record with the fields of a body: absent fields stay, null and "" blank a field, lists and objects are replaced
 * whole.
 */
export function merge(resource: Resource, before: RecordData, body: JsonObject): Merged {
  const fields = Object.fromEntries(
    Object.entries(body).filter(([name, value]) => {
      // Not an inherited property, such as toString.
      const stored = Object.hasOwn(before, name) ? before[name] : undefined;
      const kind = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined;
      const isSame =
        kind !== undefined
          ? isSameValue(kind, stored, value)
          : JSON.stringify(stored ?? null) === JSON.stringify(value === "" ? null : value);
      return !isSame;
    }),
  );
  return { data: laidOver(before, fields), changed: new Set(Object.keys(fields)) };
}

/** A record with `fields` set; blank ones are removed. */
export function laidOver(data: RecordData, fields: RecordData): RecordData {
  const record = withFields(data, fields) as Record<string, unknown>;
  for (const name of Object.keys(fields)) if (isBlank(record[name])) delete record[name];
  return record;
}

/** The id that a body gives a new record; undefined where it gives none. */
export function givenID(body: JsonObject): string | undefined {
  if (isBlank(body.id)) return undefined;
  const text = valueOut("id", body.id);
  if (typeof text === "string" && isStoredID(text)) return text;
  const message = `is no id; write digits without leading zeros, 1 to ${LARGEST_ID}, or leave it out`;
  throw fieldError([{ path: "id", message }]);
}

/**
 * Refuses names and keys that another record has (H10).
 *
 * @throws ServerError 409004
 */
export function refuseTaken(
  resource: Resource,
  key: string,
  { data, changed }: Merged,
  view: BookView,
): void {
  const refuse = (field: string, isSame: (data: RecordData) => boolean): void => {
    const other = view.all(resource.name).find(({ record }) => record.key !== key && isSame(record.data));
    if (other === undefined) return;
    const value = JSON.stringify(valueOut("text", data[field]));
    const words = `${field} ${value} is that of ${resource.one} ${other.record.key}; choose another.`;
    throw new ServerError(409004, words);
  };
  const { nameField } = resource;
  const scope = resource.name === "tariffs" ? ["tariffClass", "retail"] : [];
  if (nameField !== undefined && [nameField, ...scope].some((field) => changed.has(field))) {
    const name = nameKey(resource, data);
    if (name !== undefined) refuse(nameField, (record) => nameKey(resource, record) === name);
  }
  for (const field of resource.uniqueFields) {
    if (!changed.has(field) || isBlank(data[field])) continue;
    const value = valueOut("text", data[field]);
    refuse(field, (record) => valueOut("text", record[field]) === value);
  }
}

/**
 * The key of a record's name that must be unique: of tariffs within class and side, of transaction types in any case.
 */
function nameKey({ name, nameField }: Resource, data: RecordData): string | undefined {
  // Names of fixed fee tariffs must be unique only where a record uses them, which the book checks.
  if (nameField === undefined || name === "fixedFeeTariffs" || isBlank(data[nameField])) return undefined;
  const text = String(valueOut("text", data[nameField]));
  if (name === "transactionTypes") return text.toLowerCase();
  if (name !== "tariffs") return text;
  return JSON.stringify([text, data.tariffClass, isBlank(data.retail) ? "retail" : data.retail]);
}
