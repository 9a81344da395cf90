/** When calls start: on the edges of periods, days and months, on both clock changes, and in between. */
import type { Chance } from "./chance.ts";
import type { Setting } from "./settings.ts";
import type { Chosen } from "./steps.ts";

/** Clock changes of London, New York and Lord Howe; ends of months and of the book's spans; holidays. */
const CLOCK_CHANGES = ["2026-03-29", "2026-10-25", "2026-03-08", "2026-11-01", "2026-04-05", "2026-10-04"];
const EDGE_DAYS = [
  "2026-01-01",
  "2026-01-31",
  "2026-02-01",
  "2026-02-28",
  "2026-06-14",
  "2026-06-15",
  "2026-10-26",
  "2026-12-01",
  "2026-04-03",
  "2026-08-31",
  "2026-12-25",
  "2026-10-24",
  "2016-02-29",
  "1970-01-01",
  "2099-12-31",
];
const CLOCK_CHANGE_TIMES = ["00:00", "00:59", "01:00", "01:30", "01:59", "02:00", "02:30", "03:00"];
const BESIDE_MS = [0, 0, 0, 1, -1, 1_000, -1_000, -30_000] as const;
const OFFSETS = ["Z", "+01:00", "-0500", "+10:30"] as const;
const DAY_MS = 86_400_000;
/** The ordinary days: three weeks about London's autumn change, so that every hour of a week comes often. */
const FIRST_DAY = Date.UTC(2026, 9, 12);
const DAYS = 21;

/** A start on the wall, in milliseconds as if the wall were UTC. */
export function chooseStart(chance: Chance, setting: Setting, durationMs: number): Chosen {
  const kind = chance.below(10);
  if (kind < 4) {
    const value = FIRST_DAY + chance.below(DAYS * 86_400) * 1_000;
    return { value, aim: "anything", isBeside: false };
  }
  const by = chance.pick(BESIDE_MS);
  // A call may also end on the edge, or lie across it.
  const back = chance.oneIn(3)
    ? Math.min(durationMs, DAY_MS)
    : chance.oneIn(5)
      ? Math.floor(durationMs / 2)
      : 0;
  if (kind < 6) {
    const value = wallMs(chance.pick(CLOCK_CHANGES), chance.pick(CLOCK_CHANGE_TIMES)) + by - back;
    return { value, aim: "clock change", isBeside: by !== 0 };
  }
  const day = chance.oneIn(2) ? chance.pick(EDGE_DAYS) : dateOf(FIRST_DAY + chance.below(DAYS) * DAY_MS);
  const value = wallMs(day, chance.pick(setting.boundaries)) + by - back;
  return { value: Math.max(0, value), aim: "edge of a period", isBeside: by !== 0 };
}

/** The start in one of the forms that R23 allows; the plain one most often. */
export function startFields(chance: Chance, wall: number): Record<string, string> {
  const startDate = dateOf(wall);
  const time = timeOf(wall);
  const kind = chance.below(24);
  if (kind === 0) return { startTime: `${startDate}T${time}` };
  if (kind === 1) return { startTime: `${startDate} ${time}${chance.pick(OFFSETS)}` };
  if (kind === 2) return { startDate: `${startDate}T${time}` };
  if (kind === 3) return { startDate, startTime: `${time}${chance.pick(OFFSETS)}` };
  if (kind === 4 && chance.oneIn(4)) return { startDate };
  if (kind === 5 && time.endsWith(":00")) return { startDate, startTime: time.slice(0, 5) };
  if (kind === 6) return { startDate: "2026-01-01", startTime: `${startDate}T${time}Z` };
  return { startDate, startTime: time };
}

function wallMs(date: string, time: string): number {
  return Date.parse(`${date}T${time}:00.000Z`);
}

function dateOf(wall: number): string {
  return new Date(wall).toISOString().slice(0, 10);
}

function timeOf(wall: number): string {
  const time = new Date(wall).toISOString().slice(11, 23);
  return time.endsWith(".000") ? time.slice(0, 8) : time;
}
