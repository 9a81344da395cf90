/** Values by prefix of one list or tariff, beside the book's shared prefix index. */
import { NO_PREFIX, type PrefixIndex } from "./prefix-index.ts";

/** What a table gives for a prefix that has no value. */
export const NO_VALUE = -0x80000000;

/** A list that names at least this share of all prefixes is stored as a column beside the index. */
const DENSE_SHARE = 1 / 8;

/** What a table consists of: plain data. A list without entries has neither. */
export interface PrefixTableColumns {
  /** A large list: values by place. */
  readonly column: Int32Array | undefined;
  /** A small one: the slots of a hash table. */
  readonly slots: Int32Array | undefined;
}

/**
 * Whole numbers by prefix. Large lists are a column over the index, small ones a hash table. The index is handed
 * in at every look-up: after a revision it may know more prefixes than when the table was made.
 */
export class PrefixTable {
  readonly #column: Int32Array | undefined;
  readonly #sparse: SparseTable | undefined;

  constructor({ column, slots }: PrefixTableColumns) {
    this.#column = column;
    this.#sparse = slots === undefined ? undefined : new SparseTable(slots);
  }

  /** A table for values at these places of the index (NO_PREFIX is none), as yet without any. */
  static forPlaces(index: PrefixIndex, places: Int32Array): PrefixTable {
    const most = index.size * DENSE_SHARE;
    const size = places.length > most ? distinctIn(places, index.size) : places.length;
    if (size > most) {
      return new PrefixTable({ column: new Int32Array(index.size).fill(NO_VALUE), slots: undefined });
    }
    return new PrefixTable({ column: undefined, slots: size === 0 ? undefined : emptySlots(size) });
  }

  /** Puts a value at one of the places for which the table was made. */
  set(place: number, value: number): void {
    if (this.#column === undefined) this.#sparse?.set(place, value);
    else this.#column[place] = value;
  }

  /**
   * Puts each line at the place of its prefix (NO_PREFIX: nowhere), the last of a prefix where there are several; `before`
   * tells of a line the one before it with its prefix, or NO_VALUE. The places with several are returned.
   */
  link(places: Int32Array, before: Int32Array): number[] {
    if (this.#column !== undefined) return linkInColumn(this.#column, places, before);
    const shared: number[] = [];
    for (let line = 0; line < places.length; line++) {
      const place = places[line] as number;
      if (place === NO_PREFIX) continue;
      const last = this.valueAt(place);
      before[line] = last;
      if (last !== NO_VALUE && before[last] === NO_VALUE) shared.push(place);
      this.set(place, line);
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
   * The first place at or above `place` (a longer prefix towards shorter ones) that has a value here, or
   * NO_PREFIX. Call again with the parent of the answer for the next shorter one.
   */
  nearest(index: PrefixIndex, place: number): number {
    const column = this.#column;
    let at = place;
    if (column !== undefined) {
      while (at >= 0 && (at >= column.length || column[at] === NO_VALUE)) at = index.parent(at);
      return at;
    }
    const sparse = this.#sparse;
    if (sparse === undefined) return NO_PREFIX;
    while (at >= 0 && sparse.get(at) === NO_VALUE) at = index.parent(at);
    return at;
  }

  /** The value at a place; NO_VALUE at one without a value. */
  valueAt(place: number): number {
    if (this.#column !== undefined) return this.#column[place] ?? NO_VALUE;
    return this.#sparse?.get(place) ?? NO_VALUE;
  }
}

function linkInColumn(column: Int32Array, places: Int32Array, before: Int32Array): number[] {
  const shared: number[] = [];
  for (let line = 0; line < places.length; line++) {
    const place = places[line] as number;
    if (place === NO_PREFIX) continue;
    const last = column[place] as number;
    before[line] = last;
    if (last !== NO_VALUE && before[last] === NO_VALUE) shared.push(place);
    column[place] = line;
  }
  return shared;
}

/** Whole numbers by place in a hash table: a Map takes five times as long. */
class SparseTable {
  /** Place and value in turn, by hash with linear probing; at most half full. */
  readonly slots: Int32Array;
  readonly #mask: number;

  constructor(slots: Int32Array) {
    this.slots = slots;
    this.#mask = slots.length / 2 - 1;
  }

  get byteLength(): number {
    return this.slots.byteLength;
  }

  set(place: number, value: number): void {
    const at = this.#find(place);
    this.slots[at] = place;
    this.slots[at + 1] = value;
  }

  /** The value at a place, or NO_VALUE. */
  get(place: number): number {
    return this.slots[this.#find(place) + 1] as number;
  }

  /** Where a place is, or would be. */
  #find(place: number): number {
    const slots = this.slots;
    let slot = (Math.imul(place, 0x9e3779b1) >>> 7) & this.#mask;
    for (;;) {
      const known = slots[2 * slot] as number;
      if (known === place || known === NO_VALUE) return 2 * slot;
      slot = (slot + 1) & this.#mask;
    }
  }
}

/** How many different places there are. */
function distinctIn(places: Int32Array, most: number): number {
  const isMet = new Uint8Array(most);
  let count = 0;
  for (let at = 0; at < places.length; at++) {
    const place = places[at] as number;
    if (place === NO_PREFIX || isMet[place] === 1) continue;
    isMet[place] = 1;
    count++;
  }
  return count;
}

/** The slots of a table for so many entries. */
function emptySlots(entries: number): Int32Array {
  return new Int32Array(2 * 2 ** Math.ceil(Math.log2(2 * entries + 2))).fill(NO_VALUE);
}
