/** The distinct prefixes of a book's lines and destinations, found once for checks and tables. */
import { NO_PREFIX_KEY, prefixKey, type RateLines } from "../../model/index.ts";
import { InternedRows } from "../tariffs/interned-rows.ts";
import type { PrefixIndex } from "./prefix-index.ts";

export class BookPrefixes {
  /** A row for each key, because a Set would make an object of each double. */
  readonly #keys = new InternedRows(1);
  readonly #row = new Float64Array(1);
  readonly #keyIndexes = new WeakMap<RateLines, Int32Array>();

  constructor() {
    this.#indexOf(NO_PREFIX_KEY);
  }

  /** The keys of all prefixes so far, with NO_PREFIX_KEY among them. */
  get keys(): Float64Array {
    return this.#keys.rows.slice();
  }

  add(prefix: string): void {
    this.#indexOf(prefixKey(prefix) ?? NO_PREFIX_KEY);
  }

  /** The index of a key, which is added where it is new. */
  #indexOf(key: number): number {
    this.#row[0] = key;
    return this.#keys.intern(this.#row);
  }

  /** By line: the index in `keys` of its prefix's key. */
  keyIndexesOf(lines: RateLines): Int32Array {
    const known = this.#keyIndexes.get(lines);
    if (known !== undefined) return known;
    const { prefixKeys } = lines;
    const keyIndexes = new Int32Array(prefixKeys.length);
    // Rate decks list their common prefixes in the same order.
    let keyIndex = 0;
    for (let line = 0; line < keyIndexes.length; line++) {
      const key = prefixKeys[line] as number;
      // The data behind the last key is 0, as NO_PREFIX_KEY is.
      const isNext = key !== NO_PREFIX_KEY && this.#keys.data[keyIndex + 1] === key;
      keyIndex = isNext ? keyIndex + 1 : this.#indexOf(key);
      keyIndexes[line] = keyIndex;
    }
    this.#keyIndexes.set(lines, keyIndexes);
    return keyIndexes;
  }

  /** Gives the prefixes of lines in an index that has all of them; NO_PREFIX where a line has no prefix. */
  prefixesIn(index: PrefixIndex): (lines: RateLines) => Int32Array {
    const byKeyIndex = index.prefixesOf(this.keys);
    return (lines) => {
      const keyIndexes = this.keyIndexesOf(lines);
      const byLine = new Int32Array(keyIndexes.length);
      for (let line = 0; line < byLine.length; line++)
        byLine[line] = byKeyIndex[keyIndexes[line] as number] as number;
      return byLine;
    };
  }
}
