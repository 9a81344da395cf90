/**
 * All prefixes of a book in one sorted index. A call's number is looked up once; the answer, the longest
 * known prefix and through it every shorter one, then serves every destination list and every tariff.
 *
 * Prefixes are ranges of fifteen-digit keys that nest or are disjoint, so the last one that begins at or
 * before a key contains it or has an ancestor that does. A table by leading digits narrows the search to
 * a few entries; 13 bytes a prefix and the table are all it takes.
 *
 * A prefix is known to the rest of the book by its *place*. In a fresh index the place is the position in
 * the sorted order; an index that was extended keeps the places of the old one, so that tables made for
 * the old one serve the new one too.
 */
import { type DialledNumber, KEY_DIGITS } from "./canonical-number.ts";

const POWERS: readonly number[] = Array.from({ length: KEY_DIGITS + 1 }, (_, power) => 10 ** power);

/** No prefix. */
export const NO_PREFIX = -1;

/** An immutable index of distinct prefixes (non-empty digit strings). */
export class PrefixIndex {
  /** By position: first key of each prefix, ascending; of prefixes that begin at one key the shorter comes first. */
  readonly #starts: Float64Array;
  readonly #lengths: Uint8Array;
  /** By position: the position of the longest shorter prefix that contains each one, or NO_PREFIX. */
  readonly #parents: Int32Array;
  /** For each value of the leading digits, the position of the first prefix that begins in or after it. */
  readonly #buckets: Int32Array;
  readonly #bucketWidth: number;
  /** An extended index only: places by position, and positions and parents by place. */
  readonly #places: Int32Array | undefined;
  readonly #positions: Int32Array | undefined;
  readonly #parentPlaces: Int32Array;

  /** An index of the prefixes; with `base`, of them and all of its own, whose places stay. */
  constructor(prefixes: Iterable<string>, base?: PrefixIndex) {
    const order = sortedKeys(prefixes, base);
    const count = order.length;
    this.#starts = new Float64Array(count);
    this.#lengths = new Uint8Array(count);
    this.#parents = new Int32Array(count);
    const open: number[] = [];
    for (let position = 0; position < count; position++) {
      const key = order[position] as bigint;
      const start = Number(key >> 4n);
      this.#starts[position] = start;
      this.#lengths[position] = Number(key & 15n);
      while (open.length > 0 && !this.#contains(open[open.length - 1] as number, start)) open.pop();
      this.#parents[position] = open[open.length - 1] ?? NO_PREFIX;
      open.push(position);
    }
    const bucketDigits = count < 1_000 ? 2 : count < 100_000 ? 4 : 5;
    this.#bucketWidth = POWERS[KEY_DIGITS - bucketDigits] as number;
    this.#buckets = new Int32Array((POWERS[bucketDigits] as number) + 1);
    for (let bucket = 0, position = 0; bucket < this.#buckets.length; bucket++) {
      while (position < count && (this.#starts[position] as number) < bucket * this.#bucketWidth) position++;
      this.#buckets[bucket] = position;
    }
    this.#parentPlaces = this.#parents;
    if (base !== undefined) {
      this.#places = this.#keepPlaces(base);
      this.#positions = new Int32Array(count);
      this.#parentPlaces = new Int32Array(count);
      for (let position = 0; position < count; position++)
        this.#positions[this.#places[position] as number] = position;
      for (let position = 0; position < count; position++) {
        const parent = this.#parents[position] as number;
        this.#parentPlaces[this.#places[position] as number] =
          parent < 0 ? NO_PREFIX : (this.#places[parent] as number);
      }
    }
  }

  get size(): number {
    return this.#starts.length;
  }

  /** Bytes of the index. */
  get byteLength(): number {
    const extended = this.#places === undefined ? 0 : 3 * this.#places.byteLength;
    return (
      this.#starts.byteLength +
      this.#lengths.byteLength +
      this.#parents.byteLength +
      this.#buckets.byteLength +
      extended
    );
  }

  /** The place of the longest prefix with which the number begins, or NO_PREFIX. */
  longest(number: DialledNumber): number {
    const length = number.length;
    if (length === 0) return NO_PREFIX;
    const key = number.key;
    let position = this.#lastAtOrBefore(key);
    while (
      position >= 0 &&
      ((this.#lengths[position] as number) > length || !this.#contains(position, key))
    ) {
      position = this.#parents[position] as number;
    }
    return position < 0 || this.#places === undefined ? position : (this.#places[position] as number);
  }

  /** The next shorter prefix that contains this one, or NO_PREFIX. */
  parent(place: number): number {
    return this.#parentPlaces[place] as number;
  }

  /** The digits of a prefix. */
  digits(place: number): string {
    return this.#digitsAt(this.#positions === undefined ? place : (this.#positions[place] as number));
  }

  /** The place of exactly this prefix, or NO_PREFIX. */
  placeOf(digits: string): number {
    const position = this.#positionOf(digits);
    return position < 0 || this.#places === undefined ? position : (this.#places[position] as number);
  }

  /** This index where it knows all the prefixes already, else one that knows them, too. */
  extended(prefixes: Iterable<string>): PrefixIndex {
    const added = [...prefixes].filter((prefix) => this.#positionOf(prefix) < 0);
    return added.length === 0 ? this : new PrefixIndex(added, this);
  }

  /** All prefixes as sort keys. */
  *keys(): Generator<bigint> {
    for (let position = 0; position < this.size; position++) {
      yield BigInt(this.#starts[position] as number) * 16n + BigInt(this.#lengths[position] as number);
    }
  }

  /** Places by position: those of the base, then new ones in sorted order. */
  #keepPlaces(base: PrefixIndex): Int32Array {
    const places = new Int32Array(this.size);
    let next = base.size;
    let position = 0;
    let old = 0;
    for (; position < this.size; position++) {
      const isOld =
        old < base.size &&
        this.#starts[position] === base.#starts[old] &&
        this.#lengths[position] === base.#lengths[old];
      places[position] = isOld ? (base.#places?.[old] ?? old) : next++;
      if (isOld) old++;
    }
    return places;
  }

  #digitsAt(position: number): string {
    const start = this.#starts[position] as number;
    return start.toString().padStart(KEY_DIGITS, "0").slice(0, this.#lengths[position]);
  }

  #positionOf(digits: string): number {
    const start = Number(digits) * (POWERS[KEY_DIGITS - digits.length] as number);
    let position = this.#lastAtOrBefore(start);
    while (position >= 0 && this.#starts[position] === start) {
      if (this.#lengths[position] === digits.length) return position;
      position--;
    }
    return NO_PREFIX;
  }

  #contains(position: number, key: number): boolean {
    const width = POWERS[KEY_DIGITS - (this.#lengths[position] as number)] as number;
    return key < (this.#starts[position] as number) + width;
  }

  #lastAtOrBefore(key: number): number {
    const bucket = Math.floor(key / this.#bucketWidth);
    let low = (this.#buckets[bucket] as number) - 1;
    let high = this.#buckets[bucket + 1] as number;
    // Invariant: starts[low] <= key < starts[high], with open ends outside the array.
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if ((this.#starts[middle] as number) <= key) low = middle;
      else high = middle;
    }
    return low;
  }
}

/** Distinct prefixes by first key, then by length. Sixteen times a fifteen-digit key is beyond a double. */
function sortedKeys(prefixes: Iterable<string>, base: PrefixIndex | undefined): BigUint64Array {
  const distinct = [...new Set(prefixes)];
  const known = base?.size ?? 0;
  const keys = new BigUint64Array(known + distinct.length);
  if (base !== undefined) {
    let at = 0;
    for (const key of base.keys()) keys[at++] = key;
  }
  for (const [at, prefix] of distinct.entries()) {
    keys[known + at] = BigInt(prefix.padEnd(KEY_DIGITS, "0")) * 16n + BigInt(prefix.length);
  }
  return keys.sort();
}
