import { DAY_MINUTES, DAY_MS, MINUTE_MS } from "./civil-date.ts";
import { type PeriodTable, weekRow, windowsOf } from "./rating-periods.ts";
import { offsetIndexAt, type Zone } from "./zone.ts";

/** A stretch of a weekday that no rating period covers, or that periods of different names cover. */
export interface PeriodFinding {
  kind: "gap" | "overlap";
  /** 0 = Monday … 6 = Sunday. */
  weekday: number;
  /** Minutes since 00:00; from inside, to outside. */
  fromMinute: number;
  toMinute: number;
  /** The competing names, the winning name first; empty for a gap. */
  names: readonly string[];
}

/**
 * Finds the gaps and overlaps for the warnings of `checkBook` (R20, R23): calls in a gap get the period "default", calls in
 * an overlap the first entry that matches. One finding for each stretch of a weekday, Monday first. Entries that share
 * a name do not compete. A book without any rating periods has no gaps.
 */
export function periodGapsAndOverlaps(table: PeriodTable): readonly PeriodFinding[] {
  if (table.entries.length === 0) return [];
  const windows = table.entries.flatMap((entry) =>
    windowsOf(entry).map((window) => ({ ...window, name: entry.name })),
  );
  const findings: PeriodFinding[] = [];
  for (let weekday = 0; weekday < 7; weekday += 1) {
    const dayWindows = windows.filter((window) => window.weekday === weekday);
    const edges = [0, DAY_MINUTES, ...dayWindows.flatMap((window) => [window.fromMinute, window.toMinute])];
    const cuts = [...new Set(edges)].toSorted((a, b) => a - b);
    for (const [index, fromMinute] of cuts.slice(0, -1).entries()) {
      const toMinute = cuts[index + 1]!;
      const covering = dayWindows.filter((w) => w.fromMinute <= fromMinute && toMinute <= w.toMinute);
      const names = [...new Set(covering.map((window) => window.name))];
      if (names.length === 1) continue;
      const kind = names.length === 0 ? "gap" : "overlap";
      extendOrAdd(findings, { kind, weekday, fromMinute, toMinute, names });
    }
  }
  return findings;
}

/** Extends the last finding where the next one continues it with the same names; else adds the next one. */
function extendOrAdd(findings: PeriodFinding[], next: PeriodFinding): void {
  const before = findings.at(-1);
  const joins =
    before !== undefined &&
    before.weekday === next.weekday &&
    before.toMinute === next.fromMinute &&
    before.names.length === next.names.length &&
    before.names.every((name, index) => name === next.names[index]);
  if (joins) before.toMinute = next.toMinute;
  else findings.push(next);
}

/** A stretch of a call within one rating period. */
export interface PeriodPiece {
  /** Index into the period table's `names`. */
  period: number;
  /** Real elapsed time, not the difference of two wall times. */
  milliseconds: number;
}

/**
 * Cuts the part [start + fromMs, start + toMs) of a call where its rating period changes (R23, the split
 * rule). Elapsed time is real time, also across a clock change. Adjacent pieces of one period are joined; an empty
 * part has no pieces. The milliseconds of the pieces sum to toMs − fromMs.
 *
 * The time taken grows with the days and pieces of the part, not with its minutes.
 *
 * @param startInstantMs the start of the call, milliseconds since 1970-01-01T00:00Z
 * @param fromMs @param toMs elapsed milliseconds since the start
 */
export function periodPieces(
  table: PeriodTable,
  zone: Zone,
  startInstantMs: number,
  fromMs: number,
  toMs: number,
): PeriodPiece[] {
  const pieces: PeriodPiece[] = [];
  const end = startInstantMs + toMs;
  let last: PeriodPiece | undefined;
  let change = offsetIndexAt(zone, startInstantMs + fromMs);
  for (let instant = startInstantMs + fromMs; instant < end; ) {
    const changeInstant = zone.changes[change] ?? Number.POSITIVE_INFINITY;
    const local = instant + zone.offsets[change]!;
    const day = Math.floor(local / DAY_MS);
    const minuteIndex = weekRow(table, day) + Math.floor((local - day * DAY_MS) / MINUTE_MS);
    const periodEnd = instant - local + day * DAY_MS + table.runEnds[minuteIndex]! * MINUTE_MS;
    const next = Math.min(end, changeInstant, periodEnd);
    const period = table.minutes[minuteIndex]!;
    if (last?.period === period) last.milliseconds += next - instant;
    else {
      last = { period, milliseconds: next - instant };
      pieces.push(last);
    }
    if (next === changeInstant) change += 1;
    instant = next;
  }
  return pieces;
}
