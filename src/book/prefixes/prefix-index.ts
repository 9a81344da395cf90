/**
 * All prefixes of a book in one sorted index. A call's number is looked up once; the answer, the longest
 * known prefix and through it every shorter one, then serves every destination list and every tariff.
 *
 * Prefixes are ranges of fifteen-digit keys that nest or are disjoint, so the last one that begins at or
 * before a key contains it or has an ancestor that does. A table by leading digits narrows the search to
 * a few entries; 11 bytes a prefix and the table are all it takes.
 *
 * A prefix is known to the rest of the book by its *place*. In a fresh index the place is the position in
 * the sorted order; an index that was extended keeps the places of the old one, so that tables made for
 * the old one serve the new one too.
 */
import { NO_PREFIX_KEY, prefixDigits, prefixKey } from "../../model/index.ts";
import { type DialledNumber, KEY_DIGITS } from "./canonical-number.ts";

const POWERS: readonly number[] = Array.from({ length: KEY_DIGITS + 1 }, (_, power) => 10 ** power);

/** No prefix. */
export const NO_PREFIX = -1;

/** What a prefix index consists of: plain data, which another thread can use as it is. */
export interface PrefixColumns {
  /** By position: first key of each prefix, ascending; of prefixes that begin at one key the shorter comes first. */
  readonly starts: Float64Array;
  readonly lengths: Uint8Array;
  /**
   * By position: how many positions before it the longest shorter prefix stands that contains it; 0 where there is none.
   * FARTHEST leads to that prefix or to one that it contains, too, from where the next step leads on.
   */
  readonly parentSteps: Uint16Array;
  /** For each value of the leading digits, the position of the first prefix that begins in or after it. */
  readonly buckets: Int32Array;
  readonly bucketWidth: number;
  /** An extended index only. */
  readonly kept: KeptPlaces | undefined;
}

/** Places that are not positions: those of the index that was extended, then new ones. */
interface KeptPlaces {
  /** By position. */
  readonly places: Int32Array;
  /** By place. */
  readonly positions: Int32Array;
}

/** The most positions that one step leads back. */
const FARTHEST = 0xffff;

/** An immutable index of distinct prefixes (non-empty digit strings). */
export class PrefixIndex {
  /** @internal */
  readonly columns: PrefixColumns;
  // What every look-up reads stands on the index itself.
  readonly #starts: Float64Array;
  readonly #lengths: Uint8Array;
  readonly #parentSteps: Uint16Array;
  readonly #buckets: Int32Array;
  readonly #bucketWidth: number;
  readonly #places: Int32Array | undefined;
  readonly #positions: Int32Array | undefined;

  constructor(columns: PrefixColumns) {
    this.columns = columns;
    this.#starts = columns.starts;
    this.#lengths = columns.lengths;
    this.#parentSteps = columns.parentSteps;
    this.#buckets = columns.buckets;
    this.#bucketWidth = columns.bucketWidth;
    this.#places = columns.kept?.places;
    this.#positions = columns.kept?.positions;
  }

  /** An index of the prefixes. */
  static of(prefixes: Iterable<string>): PrefixIndex {
    return PrefixIndex.ofKeys(
      Float64Array.from(new Set(prefixes), (text) => prefixKey(text) ?? NO_PREFIX_KEY),
    );
  }

  /** An index of distinct prefixes, given by their keys in any order; one that is no prefix is left out. */
  static ofKeys(keys: Float64Array): PrefixIndex {
    return new PrefixIndex(columnsOf(keys.filter((key) => key !== NO_PREFIX_KEY).sort()));
  }

  get size(): number {
    return this.#starts.length;
  }

  /** Bytes of the index. */
  get byteLength(): number {
    const extended = this.#places === undefined ? 0 : 2 * this.#places.byteLength;
    return (
      this.#starts.byteLength +
      this.#lengths.byteLength +
      this.#parentSteps.byteLength +
      this.#buckets.byteLength +
      extended
    );
  }

  /** The place of the longest prefix with which the number begins, or NO_PREFIX. */
  longest(number: DialledNumber): number {
    const { key, length } = number;
    if (length === 0) return NO_PREFIX;
    let position = this.#lastAtOrBefore(key);
    while (
      position >= 0 &&
      ((this.#lengths[position] as number) > length || !this.#contains(position, key))
    ) {
      position = this.#stepFrom(position);
    }
    return position < 0 ? NO_PREFIX : this.placeAt(position);
  }

  /** The next shorter prefix that contains this one, or NO_PREFIX. */
  parent(place: number): number {
    let position = this.#positionAt(place);
    const start = this.#starts[position] as number;
    do position = this.#stepFrom(position);
    while (position >= 0 && !this.#contains(position, start));
    return position < 0 ? NO_PREFIX : this.placeAt(position);
  }

  /** One step towards the prefix that contains the one at a position; NO_PREFIX where there is none. */
  #stepFrom(position: number): number {
    const steps = this.#parentSteps[position] as number;
    return steps === 0 ? NO_PREFIX : position - steps;
  }

  /** The place of the prefix at a position of the sorted order. */
  placeAt(position: number): number {
    return this.#places === undefined ? position : (this.#places[position] as number);
  }

  #positionAt(place: number): number {
    return this.#positions === undefined ? place : (this.#positions[place] as number);
  }

  /** The digits of a prefix. */
  digits(place: number): string {
    return this.#digitsAt(this.#positionAt(place));
  }

  /** The place of exactly this prefix, or NO_PREFIX. */
  placeOf(digits: string): number {
    return this.#placeOfKey(prefixKey(digits) ?? NO_PREFIX_KEY);
  }

  /** The places of many prefixes by their keys; NO_PREFIX of one that is none or unknown. */
  placesOf(keys: Float64Array): Int32Array {
    const places = new Int32Array(keys.length);
    for (let at = 0; at < keys.length; at++) places[at] = this.#placeOfKey(keys[at] as number);
    return places;
  }

  #placeOfKey(key: number): number {
    if (key === NO_PREFIX_KEY) return NO_PREFIX;
    const { digits, length } = prefixDigits(key);
    const position = this.#positionOf(digits * widthOf(length), length);
    return position < 0 ? NO_PREFIX : this.placeAt(position);
  }

  /** This index where it knows all the prefixes already, else one that knows them, too; its places stay. */
  extended(keys: Float64Array): PrefixIndex {
    const added = keys.filter((key) => key !== NO_PREFIX_KEY && this.#placeOfKey(key) === NO_PREFIX);
    if (added.length === 0) return this;
    const all = new Float64Array(this.size + added.length);
    for (let position = 0; position < this.size; position++) {
      all[position] = prefixKey(this.#digitsAt(position)) as number;
    }
    all.set(added, this.size);
    const columns = columnsOf(all.sort());
    return new PrefixIndex({ ...columns, kept: keptPlaces(columns, this.columns) });
  }

  #digitsAt(position: number): string {
    const start = this.#starts[position] as number;
    return start.toString().padStart(KEY_DIGITS, "0").slice(0, this.#lengths[position]);
  }

  #positionOf(start: number, length: number): number {
    let position = this.#lastAtOrBefore(start);
    while (position >= 0 && this.#starts[position] === start) {
      if (this.#lengths[position] === length) return position;
      position--;
    }
    return NO_PREFIX;
  }

  #contains(position: number, key: number): boolean {
    return key < (this.#starts[position] as number) + widthOf(this.#lengths[position] as number);
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

/** The index of sorted keys. */
function columnsOf(keys: Float64Array): PrefixColumns {
  const count = keys.length;
  const starts = new Float64Array(count);
  const lengths = new Uint8Array(count);
  const parentSteps = new Uint16Array(count);
  const open: number[] = [];
  const isWithin = (start: number, position: number): boolean =>
    start < (starts[position] as number) + widthOf(lengths[position] as number);
  for (let position = 0; position < count; position++) {
    const { digits, length } = prefixDigits(keys[position] as number);
    const start = digits * widthOf(length);
    starts[position] = start;
    lengths[position] = length;
    while (open.length > 0 && !isWithin(start, open[open.length - 1] as number)) open.pop();
    parentSteps[position] = Math.min(position - (open[open.length - 1] ?? position), FARTHEST);
    open.push(position);
  }
  const bucketDigits = count < 1_000 ? 3 : count < 100_000 ? 4 : 5;
  const bucketWidth = POWERS[KEY_DIGITS - bucketDigits] as number;
  const buckets = new Int32Array((POWERS[bucketDigits] as number) + 1);
  for (let bucket = 0, position = 0; bucket < buckets.length; bucket++) {
    while (position < count && (starts[position] as number) < bucket * bucketWidth) position++;
    buckets[bucket] = position;
  }
  return { starts, lengths, parentSteps, buckets, bucketWidth, kept: undefined };
}

/** The places of an extended index: those of the base, then new ones in sorted order. */
function keptPlaces({ starts, lengths }: PrefixColumns, base: PrefixColumns): KeptPlaces {
  const count = starts.length;
  const known = base.starts.length;
  const places = new Int32Array(count);
  let next = known;
  for (let position = 0, old = 0; position < count; position++) {
    const isOld =
      old < known && starts[position] === base.starts[old] && lengths[position] === base.lengths[old];
    places[position] = isOld ? (base.kept?.places[old] ?? old) : next++;
    if (isOld) old++;
  }
  const positions = new Int32Array(count);
  for (let position = 0; position < count; position++) positions[places[position] as number] = position;
  return { places, positions };
}

/** How many keys begin with a prefix of so many digits. */
function widthOf(length: number): number {
  return POWERS[KEY_DIGITS - length] as number;
}
