import { DAY_MS, MINUTE_MS } from "./civil-date.ts";

/** The clock changes of a zone: `offsets[i]` is in force before `changes[i]`, the last offset after the last change. */
interface ZoneChanges {
  /** Instants, milliseconds since 1970-01-01T00:00Z, ascending. */
  readonly changes: Float64Array;
  /** Milliseconds east of UTC; one entry more than `changes`. */
  readonly offsets: Int32Array;
}

// Calls start on 1970-01-01 … 2099-12-31 local time and last up to 31,622,400 s (R2), so the table reaches a
// month further on both sides. Beyond the table the first and the last offset apply.
export const ZONE_TABLE_START_MS: number = Date.UTC(1969, 11, 1);
export const ZONE_TABLE_END_MS: number = Date.UTC(2101, 1, 1);

// Six days, because a period shorter than the step could begin and end between two samples. All zones of
// release 2025c were scanned at 12 hours: the shortest periods are 6 days 23 hours (Recife and Boa Vista in
// 2000, Gaza in 2040), so seven days could miss them.
const STEP_MS = 6 * DAY_MS;
// Nearly all changes are at a quarter of an hour; a search by quarters first needs half the samples.
const QUARTER_MS = 15 * MINUTE_MS;
const SECOND_MS = 1_000;

/**
 * Finds every clock change of a zone, to the second, by sampling and bisecting.
 *
 * The sampler is `Intl` with `longOffset` and not date-fns-tz. `formatInTimeZone(d, zone, "XXX")`, the only function of
 * date-fns-tz that does not depend on the host's zone, drops seconds, which offsets in these years have
 * (Africa/Monrovia was at -00:44:30 until January 1972), and takes fifteen times as long. The tests compare both, to
 * the minute.
 *
 * @throws RangeError where the runtime's zone data has no such zone.
 */
export function findZoneChanges(name: string): ZoneChanges {
  const offsetAt = offsetSampler(name);
  const changes: number[] = [];
  let from = ZONE_TABLE_START_MS;
  let offset = offsetAt(from);
  const offsets = [offset];
  while (from < ZONE_TABLE_END_MS) {
    const to = Math.min(from + STEP_MS, ZONE_TABLE_END_MS);
    const atEnd = offsetAt(to);
    // A loop and not an if, to find both of two changes within one step where the ends differ.
    while (offset !== atEnd) {
      from = firstChange(offsetAt, from, to, offset);
      offset = offsetAt(from);
      changes.push(from);
      offsets.push(offset);
    }
    from = to;
  }
  return { changes: Float64Array.from(changes), offsets: Int32Array.from(offsets) };
}

/** The first instant in (from, to] with another offset than `offset`, which holds at `from` and not at `to`. */
function firstChange(offsetAt: Sampler, from: number, to: number, offset: number): number {
  const quarter = bisect(offsetAt, from, to, offset, QUARTER_MS);
  if (offsetAt(quarter - SECOND_MS) === offset) return quarter;
  return bisect(offsetAt, Math.max(from, quarter - QUARTER_MS), quarter - SECOND_MS, offset, SECOND_MS);
}

function bisect(offsetAt: Sampler, from: number, to: number, offset: number, grain: number): number {
  let before = from;
  let after = to;
  while (after - before > grain) {
    const middle = before + Math.ceil((after - before) / (2 * grain)) * grain;
    if (offsetAt(middle) === offset) before = middle;
    else after = middle;
  }
  return after;
}

type Sampler = (instantMs: number) => number;

/** Makes a function from an instant to the zone's offset in milliseconds east of UTC. */
function offsetSampler(name: string): Sampler {
  // A format needs some field, and the weekday is the cheapest. The locale is fixed, so that the host's settings
  // have no effect.
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone: name,
    timeZoneName: "longOffset",
    weekday: "narrow",
  });
  // A cache of parsed texts: a zone has few offsets, and each has seven texts, one for each weekday.
  const known = new Map<string, number>();
  return (instantMs) => {
    const text = format.format(instantMs);
    let offset = known.get(text);
    if (offset === undefined) {
      offset = offsetOf(text);
      known.set(text, offset);
    }
    return offset;
  };
}

/** Reads the tail of "W, GMT+05:45", "W, GMT-00:44:30" or "W, GMT" as milliseconds. */
function offsetOf(text: string): number {
  const start = text.indexOf("GMT") + 3;
  const [hours = "0", minutes = "0", seconds = "0"] = text.slice(start + 1).split(":");
  const size = (Number(hours) * 60 + Number(minutes)) * MINUTE_MS + Number(seconds) * SECOND_MS;
  return text[start] === "+" || size === 0 ? size : -size;
}
