/**
 * Assigns rows to the lines of a changed tariff: unchanged lines keep their rows, so that one changed line is one row
 * of history.
 */
import { addTo } from "../../model/index.ts";

/** Distance between the positions of neighbouring lines, so that new lines fit in between. */
const GAP = 2 ** 20;

export interface LineChanges {
  /** Positions of present rows that end. */
  readonly closed: readonly number[];
  /** Rows that begin. */
  readonly opened: readonly { readonly position: number; readonly line: string }[];
  /** The positions of all lines. */
  readonly positions: Float64Array;
}

/** The lines of a tariff and the positions of their rows. */
export interface PlacedLines {
  readonly texts: readonly string[];
  readonly positions: Float64Array;
}

export const NO_PLACED_LINES: PlacedLines = { texts: [], positions: new Float64Array(0) };

/** The changes that turn the rows of `before` into `texts`. */
export function lineChanges(before: PlacedLines, texts: readonly string[]): LineChanges {
  const kept = keptLines(before.texts, texts);
  const positions = new Float64Array(texts.length);
  const closed: number[] = [];
  const opened: { position: number; line: string }[] = [];
  let oldNext = 0;
  let newNext = 0;
  // Between two kept lines, new lines reuse the positions of old lines; further new lines get positions behind these.
  const between = (oldEnd: number, newEnd: number): boolean => {
    for (let at = oldNext; at < oldEnd; at++) closed.push(before.positions[at] as number);
    const shared = Math.min(oldEnd - oldNext, newEnd - newNext);
    for (let at = 0; at < shared; at++) positions[newNext + at] = before.positions[oldNext + at] as number;
    const first = newNext + shared;
    const from = first === 0 ? 0 : (positions[first - 1] as number);
    const count = newEnd - first;
    const to = oldEnd < before.texts.length ? (before.positions[oldEnd] as number) : from + (count + 1) * GAP;
    const step = Math.floor((to - from) / (count + 1));
    if (count > 0 && step < 1) return false;
    for (let at = 0; at < count; at++) positions[first + at] = from + (at + 1) * step;
    for (let at = newNext; at < newEnd; at++)
      opened.push({ position: positions[at] as number, line: texts[at] as string });
    return true;
  };
  for (let at = 0; at <= texts.length; at++) {
    const old = at === texts.length ? before.texts.length : (kept[at] as number);
    if (old < 0) continue;
    if (!between(old, at)) return allAnew(before, texts);
    if (at === texts.length) break;
    positions[at] = before.positions[old] as number;
    oldNext = old + 1;
    newNext = at + 1;
  }
  return { closed, opened, positions };
}

/** Renumbers all lines: no free position is left between two neighbours. */
function allAnew(before: PlacedLines, texts: readonly string[]): LineChanges {
  const positions = Float64Array.from(texts, (_, at) => (at + 1) * GAP);
  return {
    closed: [...before.positions],
    opened: texts.map((line, at) => ({ position: positions[at] as number, line })),
    positions,
  };
}

/** By index of a new line: the index of the old line that is kept for it; −1 for none. Kept lines stay in order. */
function keptLines(old: readonly string[], now: readonly string[]): Int32Array {
  const kept = new Int32Array(now.length).fill(-1);
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) {
    kept[start] = start;
    start++;
  }
  let [oldEnd, newEnd] = [old.length, now.length];
  while (oldEnd > start && newEnd > start && old[oldEnd - 1] === now[newEnd - 1]) {
    oldEnd--;
    newEnd--;
    kept[newEnd] = oldEnd;
  }
  const oldIndexes = new Map<string, number[]>();
  for (let at = oldEnd - 1; at >= start; at--) addTo(oldIndexes, old[at] as string, at);
  // The new order may be any: the longest subsequence of lines in the old order is kept.
  const candidates: { readonly at: number; readonly old: number }[] = [];
  for (let at = start; at < newEnd; at++) {
    const oldIndex = oldIndexes.get(now[at] as string)?.pop();
    if (oldIndex !== undefined) candidates.push({ at, old: oldIndex });
  }
  for (const { at, old: oldIndex } of longestAscent(candidates)) kept[at] = oldIndex;
  return kept;
}

/** The longest increasing subsequence, by old index. */
function longestAscent<T extends { readonly old: number }>(items: readonly T[]): readonly T[] {
  /**
   * By length − 1: the index of the item with the lowest old index that ends an increasing subsequence of this length.
   */
  const ends: number[] = [];
  const before = new Int32Array(items.length).fill(-1);
  for (const [index, { old }] of items.entries()) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((items[ends[middle] as number] as T).old < old) low = middle + 1;
      else high = middle;
    }
    before[index] = low === 0 ? -1 : (ends[low - 1] as number);
    ends[low] = index;
  }
  const ascent: T[] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at] as number) ascent.push(items[at] as T);
  return ascent.reverse();
}
