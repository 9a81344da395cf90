/**
 * All prefixes of a book in one sorted index. A call's number is looked up once: the result, the longest known prefix
 * with its chain of shorter ones, serves every destination list and every tariff.
 *
 * Prefixes are ranges of fifteen-digit keys that nest or are disjoint, so the last range that begins at or
 * before a key, or an ancestor of that range, contains the key. A table by leading digits narrows the search to
 * a few entries. Memory: 11 bytes a prefix and that table.
 *
 * The rest of the book names a prefix by a whole number, in variables called `prefix`. In a fresh index this number is
 * the *position* in the sorted order; an extended index keeps the numbers of the old index, so that tables made for
 * the old index serve the new one, too.
 */
import { NO_PREFIX_KEY, prefixDigits, prefixKey } from "../../model/index.ts";
import { type DialledNumber, KEY_DIGITS, POWERS } from "./canonical-number.ts";

/** No prefix. */
export const NO_PREFIX = -1;

/** The columns of a prefix index: plain data, ready for transfer to another thread. */
export interface PrefixColumns {
  /** By position: first key of the prefix, ascending; of prefixes with the same first key the shorter comes first. */
  readonly starts: Float64Array;
  readonly lengths: Uint8Array;
  /**
   * By position: the distance back to the parent, the longest shorter prefix that contains this one; 0 where none does.
   * A distance beyond FARTHEST is cut: the step ends at the parent or at a prefix within it, whose step goes on.
   */
  readonly parentSteps: Uint16Array;
  /** For each value of the leading digits, the position of the first prefix that begins in or after it. */
  readonly buckets: Int32Array;
  readonly bucketWidth: number;
  /** Undefined in a fresh index, where the number of a prefix is its position. */
  readonly kept: KeptPrefixes | undefined;
}

/** The numbers of prefixes in an extended index: those of the old index, then new ones. */
interface KeptPrefixes {
  /** By position. */
  readonly prefixes: Int32Array;
  /** By prefix. */
  readonly positions: Int32Array;
}

/** The longest step back, in positions. */
const FARTHEST = 0xffff;

/** An immutable index of distinct prefixes (non-empty digit strings). */
export class PrefixIndex {
  /** @internal */
  readonly columns: PrefixColumns;

  constructor(columns: PrefixColumns) {
    this.columns = columns;
  }

  /** An index of distinct prefixes, given by their keys in any order; NO_PREFIX_KEY is left out. */
  static ofKeys(keys: Float64Array): PrefixIndex {
    return new PrefixIndex(columnsOf(keys.filter((key) => key !== NO_PREFIX_KEY).sort()));
  }

  get size(): number {
    return this.columns.starts.length;
  }

  /** The longest prefix with which the number begins, or NO_PREFIX. */
  longest(number: DialledNumber): number {
    const { key, length } = number;
    if (length === 0) return NO_PREFIX;
    const { lengths } = this.columns;
    let position = this.#lastAtOrBefore(key);
    while (position >= 0 && ((lengths[position] as number) > length || !this.#contains(position, key))) {
      position = this.#stepFrom(position);
    }
    return position < 0 ? NO_PREFIX : this.prefixAt(position);
  }

  /** The next shorter prefix that contains this one, or NO_PREFIX. */
  parent(prefix: number): number {
    let position = this.#positionAt(prefix);
    const start = this.columns.starts[position] as number;
    do position = this.#stepFrom(position);
    while (position >= 0 && !this.#contains(position, start));
    return position < 0 ? NO_PREFIX : this.prefixAt(position);
  }

  /** The position one step towards the parent of the prefix at a position; NO_PREFIX without a parent. */
  #stepFrom(position: number): number {
    const steps = this.columns.parentSteps[position] as number;
    return steps === 0 ? NO_PREFIX : position - steps;
  }

  /** The prefix at a position of the sorted order. */
  prefixAt(position: number): number {
    const { kept } = this.columns;
    return kept === undefined ? position : (kept.prefixes[position] as number);
  }

  #positionAt(prefix: number): number {
    const { kept } = this.columns;
    return kept === undefined ? prefix : (kept.positions[prefix] as number);
  }

  digits(prefix: number): string {
    return this.#digitsAt(this.#positionAt(prefix));
  }

  /** The prefix with exactly these digits, or NO_PREFIX. */
  placeOf(digits: string): number {
    return this.#prefixOfKey(prefixKey(digits) ?? NO_PREFIX_KEY);
  }

  /** Prefixes by their keys; NO_PREFIX for NO_PREFIX_KEY and for an unknown key. */
  prefixesOf(keys: Float64Array): Int32Array {
    const prefixes = new Int32Array(keys.length);
    for (let at = 0; at < keys.length; at++) prefixes[at] = this.#prefixOfKey(keys[at] as number);
    return prefixes;
  }

  #prefixOfKey(key: number): number {
    if (key === NO_PREFIX_KEY) return NO_PREFIX;
    const { digits, length } = prefixDigits(key);
    const position = this.#positionOf(digits * widthOf(length), length);
    return position < 0 ? NO_PREFIX : this.prefixAt(position);
  }

  /** This index where it has all the prefixes, else a larger index in which the known prefixes keep their numbers. */
  extended(keys: Float64Array): PrefixIndex {
    const added = keys.filter((key) => key !== NO_PREFIX_KEY && this.#prefixOfKey(key) === NO_PREFIX);
    if (added.length === 0) return this;
    const extended = new Float64Array(this.size + added.length);
    for (let position = 0; position < this.size; position++) {
      extended[position] = prefixKey(this.#digitsAt(position)) as number;
    }
    extended.set(added, this.size);
    const columns = columnsOf(extended.sort());
    return new PrefixIndex({ ...columns, kept: keptPrefixes(columns, this.columns) });
  }

  #digitsAt(position: number): string {
    const { starts, lengths } = this.columns;
    const start = starts[position] as number;
    return start.toString().padStart(KEY_DIGITS, "0").slice(0, lengths[position]);
  }

  #positionOf(start: number, length: number): number {
    const { starts, lengths } = this.columns;
    let position = this.#lastAtOrBefore(start);
    while (position >= 0 && starts[position] === start) {
      if (lengths[position] === length) return position;
      position--;
    }
    return NO_PREFIX;
  }

  #contains(position: number, key: number): boolean {
    const { starts, lengths } = this.columns;
    return key < (starts[position] as number) + widthOf(lengths[position] as number);
  }

  #lastAtOrBefore(key: number): number {
    const { starts, buckets, bucketWidth } = this.columns;
    const bucket = Math.floor(key / bucketWidth);
    let low = (buckets[bucket] as number) - 1;
    let high = buckets[bucket + 1] as number;
    // Invariant: starts[low] <= key < starts[high]; low may be -1 and high the length of the array.
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if ((starts[middle] as number) <= key) low = middle;
      else high = middle;
    }
    return low;
  }
}

/** The columns for sorted keys. */
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

/** The numbers of the prefixes of an extended index: those of the base, then new ones in sorted order. */
function keptPrefixes({ starts, lengths }: PrefixColumns, base: PrefixColumns): KeptPrefixes {
  const count = starts.length;
  const known = base.starts.length;
  const prefixes = new Int32Array(count);
  let next = known;
  for (let position = 0, old = 0; position < count; position++) {
    const isOld =
      old < known && starts[position] === base.starts[old] && lengths[position] === base.lengths[old];
    prefixes[position] = isOld ? (base.kept?.prefixes[old] ?? old) : next++;
    if (isOld) old++;
  }
  const positions = new Int32Array(count);
  for (let position = 0; position < count; position++) positions[prefixes[position] as number] = position;
  return { prefixes, positions };
}

/** How many keys begin with a prefix of `length` digits. */
function widthOf(length: number): number {
  return POWERS[KEY_DIGITS - length] as number;
}
