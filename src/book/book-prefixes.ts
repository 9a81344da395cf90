/** The distinct prefixes of a book's lines and destinations: found once, for checks and tables alike. */
import { NO_PREFIX_KEY, prefixKey, type RateLines } from "../model/index.ts";
import { NumberSet } from "./number-set.ts";
import type { PrefixIndex } from "./prefix-index.ts";

export class BookPrefixes {
  readonly #keys = new NumberSet();
  readonly #ids = new WeakMap<RateLines, Int32Array>();

  constructor() {
    this.#keys.add(NO_PREFIX_KEY);
  }

  /** The keys of all prefixes so far, the key of none among them. */
  get keys(): Float64Array {
    return this.#keys.values();
  }

  get size(): number {
    return this.#keys.size;
  }

  /** Takes in a prefix. */
  add(prefix: string): void {
    this.#keys.add(prefixKey(prefix) ?? NO_PREFIX_KEY);
  }

  /** By line: which of the keys its prefix has. */
  idsOf(lines: RateLines): Int32Array {
    const known = this.#ids.get(lines);
    if (known !== undefined) return known;
    const { prefixKeys } = lines;
    const ids = new Int32Array(prefixKeys.length);
    for (let line = 0; line < ids.length; line++) ids[line] = this.#keys.add(prefixKeys[line] as number);
    this.#ids.set(lines, ids);
    return ids;
  }

  /** Gives the places of lines' prefixes in an index that knows them all; NO_PREFIX where a line has none. */
  placesIn(index: PrefixIndex): (lines: RateLines) => Int32Array {
    const places = index.placesOf(this.keys);
    return (lines) => {
      const ids = this.idsOf(lines);
      const own = new Int32Array(ids.length);
      for (let line = 0; line < own.length; line++) own[line] = places[ids[line] as number] as number;
      return own;
    };
  }
}
