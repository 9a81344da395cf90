/** Finds columns by their names in files and dialects. */
import { columnName } from "../text.ts";

/**
 * The key by which names are compared: `RecordID`, `Record ID` and `RECORD_ID` are one column. A name without a letter
 * or digit is its own key.
 */
export function columnKey(name: string): string {
  const trimmed = columnName(name);
  return trimmed.toLowerCase().replaceAll(/[^\p{L}\p{M}\p{N}]/gu, "") || trimmed;
}

/** The columns that a dialect names, found by any spelling. */
export class DialectColumns {
  /** By `columnKey`; for JSON by the exact path. */
  readonly byKey = new Map<string, string>();
  readonly #keyOf: (name: string) => string;

  constructor(arePaths: boolean) {
    this.#keyOf = arePaths ? (path) => path : columnKey;
  }

  /** The column that a name means; adds a new column if there is none. */
  add(name: string): string {
    const known = this.find(name);
    if (known !== undefined) return known;
    const column = this.#keyOf === columnKey ? columnName(name) : name;
    this.byKey.set(this.#keyOf(name), column);
    return column;
  }

  /** Adds another name of a column. */
  alias(name: string, column: string): void {
    this.byKey.set(this.#keyOf(name), column);
  }

  find(name: string): string | undefined {
    return this.byKey.get(this.#keyOf(name));
  }
}

/** Names of columns as a header has them, in one row or several. */
export function namesOf(...rows: readonly string[]): readonly string[] {
  return rows.join(", ").split(", ");
}

/** Names of columns that have none, by their numbers. */
export function numberedColumns(from: number, to: number): readonly string[] {
  return Array.from({ length: to - from + 1 }, (_, index) => `column ${from + index}`);
}
