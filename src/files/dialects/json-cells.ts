/** Reads a JSON record: texts by paths, and fields to carry along. */
import { toDecimalText } from "../../money/index.ts";

/** A value by its path of names, in objects and lists. */
function valueAt(record: unknown, names: readonly string[]): unknown {
  let value = record;
  for (const name of names) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
    // The property `length` of a list is not from the file.
    if (Array.isArray(value) && !/^[0-9]+$/.test(name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

/** A value as a cell (R1); "" for no scalar; undefined for a number that lost digits or is too large. */
function textOf(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (typeof value === "number") return toDecimalText(value);
  return typeof value === "boolean" ? String(value) : "";
}

/** Whether a value is a list or an object with something in it. */
function isFilled(value: unknown): value is object {
  return typeof value === "object" && value !== null && Object.keys(value).length > 0;
}

/**
 * Reads the cells of records: one for each path (parts divided by `/`). Tells why if a number has more digits than are
 * kept or is too large, or if a path ends at a list or an object that no other path leads into.
 */
export function jsonCells(paths: readonly string[]): (record: object) => readonly string[] | string {
  const ways = paths.map((path) => {
    const leadsOn = paths.some((other) => other.startsWith(`${path}/`));
    return { path, leadsOn, names: path.split("/") };
  });
  return (record) => {
    const cells: string[] = [];
    for (const { path, leadsOn, names } of ways) {
      const value = valueAt(record, names);
      if (!leadsOn && isFilled(value)) {
        const what = Array.isArray(value) ? "a list" : "an object";
        return `has ${what} at ${path}; name the path of what is meant within it`;
      }
      const cell = textOf(value);
      if (cell === undefined) {
        const hint = "with more digits than are kept; write it as text";
        return `has a number at ${path} ${Number.isFinite(value) ? hint : "that is too large"}`;
      }
      cells.push(cell);
    }
    return cells;
  };
}

/** The top-level texts, numbers and flags of a record, to carry along with its call. */
export function carriedFields(record: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  // Object.fromEntries, because an assignment to __proto__ would make no field.
  return Object.fromEntries(
    Object.entries(record).filter(
      ([, value]) => typeof value === "string" || typeof value === "number" || typeof value === "boolean",
    ),
  );
}

/** The records of a document: its list, or the document itself; undefined if the list is missing. */
export function recordsOf(document: unknown, names: readonly string[]): readonly unknown[] | undefined {
  const found = valueAt(document, names);
  if (Array.isArray(found)) return found;
  return names.length === 0 ? [found] : undefined;
}
