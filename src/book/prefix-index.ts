/**
 * All prefixes of a book in one sorted index. A call's number is looked up once; the answer, the longest
 * known prefix and through it every shorter one, then serves every destination list and every tariff.
 *
 * Prefixes are ranges of fifteen-digit keys that nest or are disjoint, so the last one that begins at or
 * before a key contains it or has an ancestor that does. A table by leading digits narrows the search to
 * a few entries; 13 bytes a prefix and the table are all it takes.
 */
import { type DialledNumber, KEY_DIGITS } from "./canonical-number.ts";

const POWERS: readonly number[] = Array.from({ length: KEY_DIGITS + 1 }, (_, power) => 10 ** power);

/** No prefix. */
export const NO_PREFIX = -1;

/** An immutable index of distinct prefixes (non-empty digit strings). A prefix is named by its place. */
export class PrefixIndex {
  /** First key of each prefix, ascending; of prefixes that begin at one key the shorter comes first. */
  readonly #starts: Float64Array;
  readonly #lengths: Uint8Array;
  /** The longest shorter prefix that contains each one, or NO_PREFIX. */
  readonly #parents: Int32Array;
  /** For each value of the leading digits, the place of the first prefix that begins in or after it. */
  readonly #buckets: Int32Array;
  readonly #bucketWidth: number;

  constructor(prefixes: Iterable<string>) {
    const distinct = [...new Set(prefixes)];
    const order = new BigUint64Array(distinct.length);
    for (const [at, prefix] of distinct.entries()) order[at] = sortKey(prefix);
    order.sort();
    const count = order.length;
    this.#starts = new Float64Array(count);
    this.#lengths = new Uint8Array(count);
    this.#parents = new Int32Array(count);
    const open: number[] = [];
    for (let place = 0; place < count; place++) {
      const key = order[place] as bigint;
      const length = Number(key & 15n);
      const start = Number(key >> 4n);
      this.#starts[place] = start;
      this.#lengths[place] = length;
      while (open.length > 0 && !this.#contains(open[open.length - 1] as number, start)) open.pop();
      this.#parents[place] = open[open.length - 1] ?? NO_PREFIX;
      open.push(place);
    }
    const bucketDigits = count < 1_000 ? 3 : 5;
    this.#bucketWidth = POWERS[KEY_DIGITS - bucketDigits] as number;
    this.#buckets = new Int32Array((POWERS[bucketDigits] as number) + 1);
    for (let bucket = 0, place = 0; bucket < this.#buckets.length; bucket++) {
      while (place < count && (this.#starts[place] as number) < bucket * this.#bucketWidth) place++;
      this.#buckets[bucket] = place;
    }
  }

  get size(): number {
    return this.#starts.length;
  }

  /** Bytes of the index. */
  get byteLength(): number {
    return (
      this.#starts.byteLength + this.#lengths.byteLength + this.#parents.byteLength + this.#buckets.byteLength
    );
  }

  /** The place of the longest prefix with which the number begins, or NO_PREFIX. */
  longest(number: DialledNumber): number {
    const length = number.length;
    if (length === 0) return NO_PREFIX;
    const key = number.key;
    let place = this.#lastAtOrBefore(key);
    while (place >= 0 && ((this.#lengths[place] as number) > length || !this.#contains(place, key))) {
      place = this.#parents[place] as number;
    }
    return place;
  }

  /** The next shorter prefix that contains this one, or NO_PREFIX. */
  parent(place: number): number {
    return this.#parents[place] as number;
  }

  /** The digits of a prefix. */
  digits(place: number): string {
    const start = this.#starts[place] as number;
    return start.toString().padStart(KEY_DIGITS, "0").slice(0, this.#lengths[place]);
  }

  /** The place of exactly this prefix, or NO_PREFIX. */
  placeOf(digits: string): number {
    const start = Number(digits) * (POWERS[KEY_DIGITS - digits.length] as number);
    let place = this.#lastAtOrBefore(start);
    while (place >= 0 && this.#starts[place] === start) {
      if (this.#lengths[place] === digits.length) return place;
      place--;
    }
    return NO_PREFIX;
  }

  #contains(place: number, key: number): boolean {
    const end = (this.#starts[place] as number) + (POWERS[KEY_DIGITS - (this.#lengths[place] as number)] as number);
    return key < end;
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

/** Orders by first key, then by length. Sixteen times a fifteen-digit key is beyond a double's whole numbers. */
function sortKey(prefix: string): bigint {
  return BigInt(prefix.padEnd(KEY_DIGITS, "0")) * 16n + BigInt(prefix.length);
}
