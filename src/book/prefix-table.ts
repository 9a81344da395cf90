/** Values by prefix of one list or tariff, beside the book's shared prefix index. */
import { NO_PREFIX, type PrefixIndex } from "./prefix-index.ts";

const NOTHING = -0x80000000;

/** A list that names at least this share of all prefixes is stored as a column beside the index. */
const DENSE_SHARE = 1 / 8;

/**
 * Whole numbers by prefix. Large lists are a column over the index, small ones a map. The index is handed
 * in at every look-up: after a revision it may know more prefixes than when the table was made.
 */
export class PrefixTable {
  readonly #column: Int32Array | undefined;
  readonly #map: ReadonlyMap<number, number> | undefined;

  constructor(index: PrefixIndex, entries: ReadonlyMap<string, number>) {
    if (entries.size > index.size * DENSE_SHARE) {
      this.#column = new Int32Array(index.size).fill(NOTHING);
      for (const [prefix, value] of entries) this.#column[index.placeOf(prefix)] = value;
    } else if (entries.size > 0) {
      const map = new Map<number, number>();
      for (const [prefix, value] of entries) map.set(index.placeOf(prefix), value);
      this.#map = map;
    }
  }

  /** Bytes of the column; a map's are not counted. */
  get byteLength(): number {
    return this.#column?.byteLength ?? 0;
  }

  /**
   * The first place at or above `place` (a longer prefix towards shorter ones) that has a value here, or
   * NO_PREFIX. Call again with the parent of the answer for the next shorter one.
   */
  nearest(index: PrefixIndex, place: number): number {
    const column = this.#column;
    let at = place;
    if (column !== undefined) {
      while (at >= 0 && (at >= column.length || column[at] === NOTHING)) at = index.parent(at);
      return at;
    }
    const map = this.#map;
    if (map === undefined) return NO_PREFIX;
    while (at >= 0 && !map.has(at)) at = index.parent(at);
    return at;
  }

  /** The value at a place that `nearest` gave. */
  valueAt(place: number): number {
    return this.#column === undefined ? (this.#map?.get(place) ?? NOTHING) : (this.#column[place] as number);
  }
}
