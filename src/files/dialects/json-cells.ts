/** What a record of JSON says: texts by paths, and what goes along. */

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

/** A value as a cell: a text, a number or a flag; "" for anything else. */
function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}

/** Reads the cells of records: one for each path, whose parts stand between `/`. */
export class JsonCells {
  readonly #paths: readonly (readonly string[])[];

  constructor(paths: readonly string[]) {
    this.#paths = paths.map((path) => path.split("/"));
  }

  of(record: object): readonly string[] {
    return this.#paths.map((names) => textOf(valueAt(record, names)));
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
