import { DAY_MS, type DayNumber, formatCivilDate } from "./civil-date.ts";
import { findZoneChanges, ZONE_TABLE_END_MS, ZONE_TABLE_START_MS } from "./zone-changes.ts";

/**
 * A time zone opened for rating: tables of all its clock changes 1970 … 2100. Opened once with a book, read
 * for every call. Plain data, ready for transfer to a worker. All fields but `name` are internal.
 */
export interface Zone {
  /** The given IANA name, for example "Europe/London". */
  readonly name: string;
  /** Instants of the clock changes, milliseconds since 1970-01-01T00:00Z, ascending. */
  readonly changes: Float64Array;
  /** Milliseconds east of UTC: `offsets[i]` before `changes[i]`, the last after the last change. */
  readonly offsets: Int32Array;
  /** For each slot of SLOT_MS: how many changes are at or before the start of the slot. */
  readonly slots: Uint16Array;
  /** One bit a day from FIRST_DAY on: 1 where a clock change touches the local day. */
  readonly changeDays: Uint32Array;
}

const SLOT_MS = 30 * DAY_MS;
const FIRST_DAY = ZONE_TABLE_START_MS / DAY_MS;
const DAY_COUNT = ZONE_TABLE_END_MS / DAY_MS - FIRST_DAY;

/** The days that `changeDays` covers: the first day, and how many. */
export const ZONE_DAYS = { first: FIRST_DAY, count: DAY_COUNT } as const;

/**
 * Cache of zones by given name: finding the changes of a zone takes longer than opening a small book,
 * and a server has hundreds of books in one zone.
 */
const OPENED = new Map<unknown, Zone>();
const MOST_OPENED = 16;

/**
 * Opens a zone by its IANA name. Takes some milliseconds the first time. The result depends only on the name and the
 * zone data of the runtime.
 *
 * @throws RangeError for a name the runtime's zone data does not know. Names are IANA names only; a bare
 * offset such as "+01:00", which newer runtimes accept and older ones do not, is refused everywhere.
 * @example openZone("Europe/London").name // => "Europe/London"
 */
export function openZone(name: string): Zone {
  const known = OPENED.get(name);
  if (known !== undefined) return known;
  // Refuse a missing name, for which Intl would use the host's zone (R23: never the host's zone).
  if (typeof name !== "string" || !/^[A-Za-z]/.test(name)) throw unknownZone(name);
  let found: ReturnType<typeof findZoneChanges>;
  try {
    found = findZoneChanges(name);
  } catch (error) {
    throw error instanceof RangeError ? unknownZone(name) : error;
  }
  const { changes, offsets } = found;
  const zone = {
    name,
    changes,
    offsets,
    slots: slotsOf(changes),
    changeDays: changeDaysOf(changes, offsets),
  };
  if (OPENED.size < MOST_OPENED) OPENED.set(name, zone);
  return zone;
}

/**
 * The wall time in the zone at an instant, as "local milliseconds": the milliseconds from 1970-01-01T00:00 to the wall
 * time, both read as UTC. Divide by 86,400,000 and round down for the day number.
 *
 * @example localMillisecondsAt(london, Date.UTC(2026, 6, 1)) // => Date.UTC(2026, 6, 1, 1)
 */
export function localMillisecondsAt(zone: Zone, instantMs: number): number {
  return instantMs + zone.offsets[offsetIndexAt(zone, instantMs)]!;
}

/**
 * The local day in the zone at an instant, `YYYY-MM-DD`.
 *
 * @example localDateAt(london, Date.UTC(2026, 6, 1, 23, 30)) // => "2026-07-02"
 */
export function localDateAt(zone: Zone, instantMs: number): string {
  return formatCivilDate(Math.floor(localMillisecondsAt(zone, instantMs) / DAY_MS));
}

/**
 * Whether no clock change touches a local day (R23), so that each wall time of the day is exactly one instant
 * and all have the same offset. A change touches the days of the times that it skips or repeats, both ends
 * included. Days outside 1970 … 2100 count as plain. Constant time, no allocation.
 *
 * @example isPlainDay(london, dayNumberOf(2026, 3, 29)) // => false // clocks go forward
 */
export function isPlainDay(zone: Zone, day: DayNumber): boolean {
  const index = day - FIRST_DAY;
  return index < 0 || index >= DAY_COUNT || ((zone.changeDays[index >> 5]! >>> (index & 31)) & 1) === 0;
}

/** The index in `zone.offsets` of the offset in force at an instant; also the number of changes until then. */
export function offsetIndexAt(zone: Zone, instantMs: number): number {
  const { changes, slots } = zone;
  const slot = Math.floor((instantMs - ZONE_TABLE_START_MS) / SLOT_MS);
  let index = slots[slot < 0 ? 0 : slot >= slots.length ? slots.length - 1 : slot]!;
  while (index < changes.length && changes[index]! <= instantMs) index += 1;
  return index;
}

function slotsOf(changes: Float64Array): Uint16Array {
  const slots = new Uint16Array(Math.ceil((ZONE_TABLE_END_MS - ZONE_TABLE_START_MS) / SLOT_MS));
  let index = 0;
  for (let slot = 0; slot < slots.length; slot += 1) {
    while (index < changes.length && changes[index]! <= ZONE_TABLE_START_MS + slot * SLOT_MS) index += 1;
    slots[slot] = index;
  }
  return slots;
}

function changeDaysOf(changes: Float64Array, offsets: Int32Array): Uint32Array {
  const bits = new Uint32Array(Math.ceil(DAY_COUNT / 32));
  changes.forEach((instant, index) => {
    const local = [instant + offsets[index]!, instant + offsets[index + 1]!];
    const last = Math.floor(Math.max(...local) / DAY_MS) - FIRST_DAY;
    // Often one day; two for a change at midnight; and a whole day where a zone crossed the date line.
    for (let day = Math.floor(Math.min(...local) / DAY_MS) - FIRST_DAY; day <= last; day += 1) {
      bits[day >> 5]! |= 1 << (day & 31);
    }
  });
  return bits;
}

function unknownZone(name: unknown): RangeError {
  return new RangeError(
    `unknown time zone ${JSON.stringify(name)}: an IANA name such as "Europe/London" is needed`,
  );
}
