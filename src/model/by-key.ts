/** Values by a key: lists that grow, values made at the first question; and the order of values. */

/** Adds an entry to the list of a key. */
export function addTo<K, T>(lists: Map<K, T[]>, key: K, entry: T): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [entry]);
  else list.push(entry);
}

/** Entries in lists by a key of each; keys and entries stay in order. */
export function groupedBy<K, T>(entries: Iterable<T>, keyOf: (entry: T) => K): Map<K, T[]> {
  const lists = new Map<K, T[]>();
  for (const entry of entries) addTo(lists, keyOf(entry), entry);
  return lists;
}

/** The value of a key, made where there is none yet. */
export function madeOnce<K, V>(
  values: { get(key: K): V | undefined; set(key: K, value: V): unknown },
  key: K,
  make: () => V,
): V {
  let value = values.get(key);
  if (value === undefined) {
    value = make();
    values.set(key, value);
  }
  return value;
}

/** Index of the first of ascending entries for which a condition holds, by binary search; `length` where none does. */
export function firstWhere(length: number, holds: (index: number) => boolean): number {
  let low = 0;
  for (let high = length; low < high; ) {
    const middle = (low + high) >> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Negative, zero or positive as a text or number is before, equal to or after another; infinities are equal, too. */
export function compareValues<T extends string | number | bigint>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The order of two values by `compare`, null last. */
export function nullsLast<T>(a: T | null, b: T | null, compare: (a: T, b: T) => number): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  return compare(a, b);
}
