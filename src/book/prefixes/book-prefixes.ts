/** The distinct prefixes of a book's lines and destinations, found once for checks and tables. */
import { NO_PREFIX_KEY, prefixKey, type RateLines } from "../../model/index.ts";
import type { PrefixIndex } from "./prefix-index.ts";

/** Distinct whole numbers from 0 to 2^53 in order of insertion. A Set would make an object of each double. */
class NumberSet {
  #values = new Float64Array(32);
  /** Hash table of indexes into the values: linear probing, -1 where empty, a power of two long, at most half full. */
  #slots = new Int32Array(64).fill(-1);
  #size = 0;

  /** The index of a number, which is added where it is new. `guess` is an index to try before the hash table. */
  add(value: number, guess = 0): number {
    // The entries behind the last number are 0.
    if (value !== 0 && this.#values[guess] === value) return guess;
    const slots = this.#slots;
    let slot = hashOf(value) & (slots.length - 1);
    for (;;) {
      const index = slots[slot] as number;
      if (index < 0) break;
      if (this.#values[index] === value) return index;
      slot = (slot + 1) & (slots.length - 1);
    }
    const index = this.#size++;
    slots[slot] = index;
    this.#values[index] = value;
    if (this.#size === this.#values.length) this.#grow();
    return index;
  }

  values(): Float64Array {
    return this.#values.slice(0, this.#size);
  }

  #grow(): void {
    const values = new Float64Array(2 * this.#size);
    values.set(this.#values);
    const slots = new Int32Array(2 * values.length).fill(-1);
    for (let index = 0; index < this.#size; index++) {
      let slot = hashOf(values[index] as number) & (slots.length - 1);
      while ((slots[slot] as number) >= 0) slot = (slot + 1) & (slots.length - 1);
      slots[slot] = index;
    }
    this.#values = values;
    this.#slots = slots;
  }
}

function hashOf(value: number): number {
  const mixed = Math.imul(value | 0, 0x2c1b3c6d) ^ Math.imul((value / 2 ** 32) | 0, 0x297a2d39);
  return mixed ^ (mixed >>> 15);
}

export class BookPrefixes {
  readonly #keys = new NumberSet();
  readonly #keyIndexes = new WeakMap<RateLines, Int32Array>();

  constructor() {
    this.#keys.add(NO_PREFIX_KEY);
  }

  /** The keys of all prefixes so far, with NO_PREFIX_KEY among them. */
  get keys(): Float64Array {
    return this.#keys.values();
  }

  add(prefix: string): void {
    this.#keys.add(prefixKey(prefix) ?? NO_PREFIX_KEY);
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
      keyIndex = this.#keys.add(prefixKeys[line] as number, keyIndex + 1);
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
