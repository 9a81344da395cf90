/** Columns by the names under which files and dialects mean them. */
import { columnName } from "../text.ts";

/**
 * A name as it is compared: `RecordID`, `Record ID` and `RECORD_ID` are one column. A name without a Latin letter or digit
 * is compared as it stands.
 */
export function columnKey(name: string): string {
  const meant = columnName(name);
  return meant.toLowerCase().replaceAll(/[^a-z0-9]/g, "") || meant;
}

/** Columns as a dialect names them, each found under every spelling. */
export class DialectColumns {
  /** By `columnKey`; of JSON by the path itself, in which case and signs count. */
  readonly byKey = new Map<string, string>();
  readonly #keyOf: (name: string) => string;

  constructor(arePaths: boolean) {
    this.#keyOf = arePaths ? (path) => path : columnKey;
  }

  /** The column that a name means; it is a new one where no other is meant. */
  add(name: string): string {
    const known = this.find(name);
    if (known !== undefined) return known;
    const column = this.#keyOf === columnKey ? columnName(name) : name;
    this.byKey.set(this.#keyOf(name), column);
    return column;
  }

  /** Another name of a column. */
  alias(name: string, column: string): void {
    this.byKey.set(this.#keyOf(name), column);
  }

  find(name: string): string | undefined {
    return this.byKey.get(this.#keyOf(name));
  }
}
