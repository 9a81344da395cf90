/** Local time (R23): offsets come from the zone data of Intl, never from the host's own zone. */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

/** A local moment: its date, and the milliseconds since local midnight. */
export interface LocalMoment {
  readonly date: string;
  readonly msOfDay: number;
}

export interface Zone {
  /** Local time minus UTC at an instant, in milliseconds. */
  offsetAt(instant: number): number;
  localMoment(instant: number): LocalMoment;
  /** The instants a wall time may stand for, earliest first. A skipped one is `unreal`. */
  instantsOf(wallTime: number): { instants: number[]; isUnreal: boolean };
  /** Every instant strictly between the two at which local time reads one of these minutes, or jumps. */
  cutsBetween(from: number, to: number, minutesOfDay: readonly number[]): number[];
}

export function createZone(timeZone: string): Zone {
  const formatter = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  const known = new Map<number, number>();

  /** Since 1973 every zone has changed its clocks on a quarter of an hour: one answer for each is kept. */
  function offsetAt(instant: number): number {
    const quarter = Math.floor(instant / (15 * MINUTE)) * 15 * MINUTE;
    let offset = known.get(quarter);
    if (offset === undefined) {
      const part = new Map(formatter.formatToParts(quarter).map(({ type, value }) => [type, Number(value)]));
      const get = (type: Intl.DateTimeFormatPartTypes): number => part.get(type) ?? 0;
      const local = Date.UTC(
        get("year"),
        get("month") - 1,
        get("day"),
        get("hour"),
        get("minute"),
        get("second"),
      );
      offset = local - quarter;
      known.set(quarter, offset);
    }
    return offset;
  }

  function localMoment(instant: number): LocalMoment {
    const local = instant + offsetAt(instant);
    const midnight = Math.floor(local / DAY) * DAY;
    return { date: new Date(midnight).toISOString().slice(0, 10), msOfDay: local - midnight };
  }

  function instantsOf(wallTime: number): { instants: number[]; isUnreal: boolean } {
    const offsets = new Set([offsetAt(wallTime - DAY), offsetAt(wallTime + DAY)]);
    const candidates = [...offsets].map((offset) => wallTime - offset).sort((a, b) => a - b);
    const real = candidates.filter((instant) => instant + offsetAt(instant) === wallTime);
    return real.length > 0 ? { instants: real, isUnreal: false } : { instants: candidates, isUnreal: true };
  }

  function cutsBetween(from: number, to: number, minutesOfDay: readonly number[]): number[] {
    const cuts = new Set<number>();
    const offsets = new Set<number>();
    for (let day = from - DAY; day < to + 2 * DAY; day += DAY) {
      offsets.add(offsetAt(day));
      if (offsetAt(day) !== offsetAt(day + DAY)) cuts.add(changeBetween(day, day + DAY));
    }
    const firstDay = Math.floor(from / DAY) * DAY - DAY;
    for (let day = firstDay; day < to + 2 * DAY; day += DAY) {
      for (const minute of minutesOfDay) {
        for (const offset of offsets) cuts.add(day + minute * MINUTE - offset);
      }
    }
    return [...cuts].filter((cut) => from < cut && cut < to).sort((a, b) => a - b);
  }

  /** The first instant with the later offset. */
  function changeBetween(before: number, after: number): number {
    let early = before;
    let late = after;
    while (late - early > 1) {
      const middle = Math.floor((early + late) / 2);
      if (offsetAt(middle) === offsetAt(before)) early = middle;
      else late = middle;
    }
    return late;
  }

  return { offsetAt, localMoment, instantsOf, cutsBetween };
}
