import { type PeriodTable, weekRow } from "./rating-periods.ts";
import { DAY_MS, MINUTE_MS } from "./units.ts";
import { offsetIndexAt, type Zone } from "./zone.ts";

/** A stretch of a call within one rating period. */
export interface PeriodPiece {
  /** Index into the period table's `names`. */
  period: number;
  /** Real elapsed time, not the difference of two clock faces. */
  milliseconds: number;
}

/**
 * Cuts the part [start + fromMs, start + toMs) of a call where its rating period changes (R23, the split
 * rule). Elapsed time is real time: across a clock change a piece lasts as long as the call did. Neighbours of
 * one period are one piece; an empty part has no pieces. The milliseconds of the pieces sum to toMs − fromMs.
 *
 * Work grows with the days and pieces of the part, not with its minutes.
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
    const at = weekRow(table, day) + Math.floor((local - day * DAY_MS) / MINUTE_MS);
    const periodEnd = instant - local + day * DAY_MS + table.runEnds[at]! * MINUTE_MS;
    const next = Math.min(end, changeInstant, periodEnd);
    const period = table.minutes[at]!;
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
