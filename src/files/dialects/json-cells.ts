/** What a record of JSON says: texts by paths, and what goes along. */
import { toDecimalText } from "../../money/index.ts";

/** A value by the names that lead to it, in objects and lists. */
function valueAt(record: unknown, names: readonly string[]): unknown {
  let value = record;
  for (const name of names) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
    // A list has a length of its own, which no file wrote.
    if (Array.isArray(value) && !/^[0-9]+$/.test(name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

/** A value as a cell, numbers without an exponent (R1); "" for what is no text, number or flag, undefined for a number that lost digits. */
function textOf(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (typeof value === "number") return toDecimalText(value);
  return typeof value === "boolean" ? String(value) : "";
}

/** Reads the cells of records: one for each path, whose parts stand between `/`. */
export class JsonCells {
  readonly #paths: readonly string[];
  readonly #names: readonly (readonly string[])[];

  constructor(paths: readonly string[]) {
    this.#paths = paths;
    this.#names = paths.map((path) => path.split("/"));
  }

  /** The cells; why they cannot be told where a number has more digits than are kept. */
  of(record: object): readonly string[] | string {
    const cells: string[] = [];
    for (const [index, names] of this.#names.entries()) {
      const cell = textOf(valueAt(record, names));
      if (cell === undefined)
        return `has a number at ${this.#paths[index]} with more digits than are kept; write it as text`;
      cells.push(cell);
    }
    return cells;
  }
}

/** The texts, numbers and flags of a record itself: what is carried along with its call. */
export function carriedFields(record: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  // An assignment to __proto__ would make no field.
  return Object.fromEntries(
    Object.entries(record).filter(
      ([, value]) => typeof value === "string" || typeof value === "number" || typeof value === "boolean",
    ),
  );
}

/** The records of a document: its list, or itself; undefined where the list is not there. */
export function recordsOf(document: unknown, names: readonly string[]): readonly unknown[] | undefined {
  const found = valueAt(document, names);
  if (Array.isArray(found)) return found;
  return names.length === 0 ? [found] : undefined;
}
