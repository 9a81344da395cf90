import { DAY_MS } from "./civil-date.ts";
import { isPlainDay, offsetIndexAt, type Zone } from "./zone.ts";

/** The rule for a wall time that a clock change skips or repeats: the book's `ambiguousTime` (R23). */
export type AmbiguousTime = "earlier" | "later" | "reject";

// No offset, and no change of offset, is larger than a day (Samoa skipped a whole day in 2011).
const REACH_MS = 2 * DAY_MS;

/**
 * All instants at which a wall clock in the zone shows `localMs` (see `localMillisecondsAt`), ascending: none
 * where a clock change skips the time, two where a clock change repeats the time, else one.
 *
 * @example instantsOf(london, Date.UTC(2026, 2, 29, 1, 30)) // => []
 * @example instantsOf(london, Date.UTC(2026, 9, 25, 1, 30)) // => [Date.UTC(2026, 9, 25, 0, 30), Date.UTC(2026, 9, 25, 1, 30)]
 */
export function instantsOf(zone: Zone, localMs: number): readonly number[] {
  const instants: number[] = [];
  const last = offsetIndexAt(zone, localMs + REACH_MS);
  for (let index = offsetIndexAt(zone, localMs - REACH_MS); index <= last; index += 1) {
    const instant = localMs - zone.offsets[index]!;
    if (offsetIndexAt(zone, instant) === index) instants.push(instant);
  }
  return instants;
}

/**
 * The instant of a wall time, in milliseconds since 1970-01-01T00:00Z; undefined where the rule is "reject"
 * and the time is skipped or repeated (R23). A repeated time is the earlier or the later of its instants. A
 * skipped time is read with the offset after the change ("earlier": 01:30 on 29 March 2026 in London becomes
 * 00:30 GMT) or with the offset before the change ("later": 02:30 BST).
 *
 * @example resolveWallTime(london, Date.UTC(2026, 9, 25, 1, 30), "earlier") // => Date.UTC(2026, 9, 25, 0, 30)
 */
export function resolveWallTime(zone: Zone, localMs: number, rule: AmbiguousTime): number | undefined {
  if (isPlainDay(zone, Math.floor(localMs / DAY_MS))) {
    // Fast path: one instant exists. The offset at `localMs` read as UTC is the right offset unless a change is near.
    const instant = localMs - zone.offsets[offsetIndexAt(zone, localMs)]!;
    if (localMs - zone.offsets[offsetIndexAt(zone, instant)]! === instant) return instant;
  }
  const instants = instantsOf(zone, localMs);
  if (instants.length === 1) return instants[0];
  if (rule === "reject") return undefined;
  if (instants.length > 1) return rule === "earlier" ? instants[0] : instants[instants.length - 1];
  const change = skippingChange(zone, localMs);
  return localMs - zone.offsets[rule === "earlier" ? change + 1 : change]!;
}

/** Index of the change that skips a wall time: the clock jumps from at most `localMs` to beyond `localMs`. */
function skippingChange(zone: Zone, localMs: number): number {
  let change = offsetIndexAt(zone, localMs - REACH_MS);
  while (zone.changes[change]! + zone.offsets[change + 1]! <= localMs) change += 1;
  return change;
}
