/** The distinct prefixes of a book's lines and destinations: found once, for checks and tables alike. */
import { NO_PREFIX_KEY, prefixKey, type RateLines } from "../../model/index.ts";
import type { PrefixIndex } from "./prefix-index.ts";

/** Distinct whole numbers from 0 to 2^53 in the order in which they came: a Set of doubles makes an object of each. */
class NumberSet {
  #values = new Float64Array(32);
  /** Places of values by hash, with linear probing; -1 where empty. A power of two long, at most half full. */
  #slots = new Int32Array(64).fill(-1);
  #size = 0;

  /** The place of a number among the others, which it gets where it is new. It is looked for at `guess` first. */
  add(value: number, guess = 0): number {
    // Behind the last number there are zeros.
    if (value !== 0 && this.#values[guess] === value) return guess;
    const slots = this.#slots;
    let slot = hashOf(value) & (slots.length - 1);
    for (;;) {
      const place = slots[slot] as number;
      if (place < 0) break;
      if (this.#values[place] === value) return place;
      slot = (slot + 1) & (slots.length - 1);
    }
    const place = this.#size++;
    slots[slot] = place;
    this.#values[place] = value;
    if (this.#size === this.#values.length) this.#grow();
    return place;
  }

  /** The numbers. */
  values(): Float64Array {
    return this.#values.slice(0, this.#size);
  }

  #grow(): void {
    const values = new Float64Array(2 * this.#size);
    values.set(this.#values);
    const slots = new Int32Array(2 * values.length).fill(-1);
    for (let place = 0; place < this.#size; place++) {
      let slot = hashOf(values[place] as number) & (slots.length - 1);
      while ((slots[slot] as number) >= 0) slot = (slot + 1) & (slots.length - 1);
      slots[slot] = place;
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
  readonly #ids = new WeakMap<RateLines, Int32Array>();

  constructor() {
    this.#keys.add(NO_PREFIX_KEY);
  }

  /** The keys of all prefixes so far, the key of none among them. */
  get keys(): Float64Array {
    return this.#keys.values();
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
    // Decks list the prefixes that they have in common in the same order.
    let id = 0;
    for (let line = 0; line < ids.length; line++) {
      id = this.#keys.add(prefixKeys[line] as number, id + 1);
      ids[line] = id;
    }
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
