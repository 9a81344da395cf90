/** Values by prefix for one list or tariff, over the book's shared prefix index. */
import { NO_PREFIX, type PrefixIndex } from "./prefix-index.ts";

/** The result for a prefix without a value. */
export const NO_VALUE = -0x80000000;

/** A list that names more than this share of all prefixes is stored as a column over the index. */
const DENSE_SHARE = 1 / 8;

/** The columns of a table: plain data. A list without entries has neither. */
export interface PrefixTableColumns {
  /** For a large list: values by prefix. */
  readonly column: Int32Array | undefined;
  /** For a small list: the slots of a hash table. */
  readonly slots: Int32Array | undefined;
}

/**
 * Whole numbers by prefix. Large lists are a column over the index, small lists a hash table. The index is a parameter
 * of every look-up: after a revision an index may have more prefixes than when the table was made.
 */
export class PrefixTable {
  readonly #column: Int32Array | undefined;
  readonly #sparse: SparseTable | undefined;

  constructor({ column, slots }: PrefixTableColumns) {
    this.#column = column;
    this.#sparse = slots === undefined ? undefined : new SparseTable(slots);
  }

  /** An empty table with room for values of these prefixes (entries NO_PREFIX are ignored). */
  static forPrefixes(index: PrefixIndex, prefixes: Int32Array): PrefixTable {
    const most = index.size * DENSE_SHARE;
    const size = prefixes.length > most ? distinctIn(prefixes, index.size) : prefixes.length;
    if (size > most) {
      return new PrefixTable({ column: new Int32Array(index.size).fill(NO_VALUE), slots: undefined });
    }
    return new PrefixTable({ column: undefined, slots: size === 0 ? undefined : emptySlots(size) });
  }

  set(prefix: number, value: number): void {
    if (this.#column === undefined) this.#sparse?.set(prefix, value);
    else this.#column[prefix] = value;
  }

  /**
   * Sets the value of each prefix to its last line (lines with NO_PREFIX are left out). Fills `before`: by line, the
   * previous line with the same prefix, or NO_VALUE. Returns the prefixes with several lines.
   */
  link(prefixes: Int32Array, before: Int32Array): number[] {
    const shared: number[] = [];
    for (let line = 0; line < prefixes.length; line++) {
      const prefix = prefixes[line] as number;
      if (prefix === NO_PREFIX) continue;
      const last = this.valueAt(prefix);
      before[line] = last;
      if (last !== NO_VALUE && before[last] === NO_VALUE) shared.push(prefix);
      this.set(prefix, line);
    }
    return shared;
  }

  get columns(): PrefixTableColumns {
    return { column: this.#column, slots: this.#sparse?.slots };
  }

  get byteLength(): number {
    return this.#column?.byteLength ?? this.#sparse?.byteLength ?? 0;
  }

  /**
   * The first prefix that has a value here, from `prefix` towards shorter ones, or NO_PREFIX. Call again with the
   * parent of the result for the next shorter one.
   */
  nearest(index: PrefixIndex, prefix: number): number {
    const column = this.#column;
    let at = prefix;
    if (column !== undefined) {
      while (at >= 0 && (at >= column.length || column[at] === NO_VALUE)) at = index.parent(at);
      return at;
    }
    const sparse = this.#sparse;
    if (sparse === undefined) return NO_PREFIX;
    while (at >= 0 && sparse.get(at) === NO_VALUE) at = index.parent(at);
    return at;
  }

  /** The value of a prefix, or NO_VALUE. */
  valueAt(prefix: number): number {
    if (this.#column !== undefined) return this.#column[prefix] ?? NO_VALUE;
    return this.#sparse?.get(prefix) ?? NO_VALUE;
  }
}

/** Whole numbers by prefix in a hash table: a Map takes five times as long. */
class SparseTable {
  /** Prefix and value in turn, by hash with linear probing; at most half full. */
  readonly slots: Int32Array;
  readonly #mask: number;

  constructor(slots: Int32Array) {
    this.slots = slots;
    this.#mask = slots.length / 2 - 1;
  }

  get byteLength(): number {
    return this.slots.byteLength;
  }

  set(prefix: number, value: number): void {
    const at = this.#find(prefix);
    this.slots[at] = prefix;
    this.slots[at + 1] = value;
  }

  get(prefix: number): number {
    return this.slots[this.#find(prefix) + 1] as number;
  }

  /** Offset of the slot of a prefix, or of the empty slot for it. */
  #find(prefix: number): number {
    const slots = this.slots;
    let slot = (Math.imul(prefix, 0x9e3779b1) >>> 7) & this.#mask;
    for (;;) {
      const known = slots[2 * slot] as number;
      if (known === prefix || known === NO_VALUE) return 2 * slot;
      slot = (slot + 1) & this.#mask;
    }
  }
}

/** How many different prefixes there are. */
function distinctIn(prefixes: Int32Array, most: number): number {
  const isMet = new Uint8Array(most);
  let count = 0;
  for (let at = 0; at < prefixes.length; at++) {
    const prefix = prefixes[at] as number;
    if (prefix === NO_PREFIX || isMet[prefix] === 1) continue;
    isMet[prefix] = 1;
    count++;
  }
  return count;
}

/** The slots of a hash table for so many entries. */
function emptySlots(entries: number): Int32Array {
  return new Int32Array(2 * 2 ** Math.ceil(Math.log2(2 * entries + 2))).fill(NO_VALUE);
}
