import type { NameTable } from "./name-table.ts";

/** Nothing that names stand for. */
const NOT_ASKED = -(2 ** 31);

/** What the names of a table stand for as whole numbers, found out once for each. */
export class NameValues {
  readonly #meaning: (name: string, table: NameTable) => number;
  #table: NameTable | undefined;
  #values = new Int32Array(0);

  constructor(meaning: (name: string, table: NameTable) => number) {
    this.#meaning = meaning;
  }

  of(table: NameTable, code: number): number {
    if (table === this.#table && code < this.#values.length) {
      const value = this.#values[code] as number;
      if (value !== NOT_ASKED) return value;
    }
    return this.#find(table, code);
  }

  #find(table: NameTable, code: number): number {
    if (table !== this.#table) {
      this.#table = table;
      this.#values.fill(NOT_ASKED);
    }
    if (code >= this.#values.length) {
      const values = new Int32Array(2 * (code + 1)).fill(NOT_ASKED);
      values.set(this.#values);
      this.#values = values;
    }
    const value = this.#meaning(table.names[code] as string, table);
    this.#values[code] = value;
    return value;
  }
}
