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

/**
 * A value as a cell, numbers without an exponent (R1); "" for an object, a list or null; undefined for a number that
 * lost digits or is too large.
 */
function textOf(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (typeof value === "number") return toDecimalText(value);
  return typeof value === "boolean" ? String(value) : "";
}

/** Reads the cells of records: one for each path (parts divided by `/`). */
export class JsonCells {
  readonly #paths: readonly string[];
  readonly #names: readonly (readonly string[])[];

  constructor(paths: readonly string[]) {
    this.#paths = paths;
    this.#names = paths.map((path) => path.split("/"));
  }

  /** The cells, or a reason if a number has more digits than are kept or is too large. */
  of(record: object): readonly string[] | string {
    const cells: string[] = [];
    for (const [index, names] of this.#names.entries()) {
      const value = valueAt(record, names);
      const cell = textOf(value);
      if (cell === undefined) {
        const fault = Number.isFinite(value)
          ? "with more digits than are kept; write it as text"
          : "that is too large";
        return `has a number at ${this.#paths[index]} ${fault}`;
      }
      cells.push(cell);
    }
    return cells;
  }
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
