/** R42: the order in which calls draw: start instant, then id, integers as numbers before others. */
import { compareIDs } from "../book/index.ts";
import { DAY_MS, resolveWallTime } from "../calendar/index.ts";
import type { CallInside } from "../engine/index.ts";

/** A call's turn: batches go on where the one before ended, so it says nothing of lines. */
export interface DrawTurn {
  /** Milliseconds since 1970-01-01T00:00Z. */
  readonly instant: number;
  /** Null where the call has none: it comes after those that have one. */
  readonly id: string | null;
}

/** The instant at which a call starts. */
export function startInstant({ book, call }: CallInside): number {
  if (call.instant !== undefined) return call.instant;
  const local = call.day * DAY_MS + call.millisecondOfDay;
  return resolveWallTime(book.zone, local, book.ambiguousTime) ?? local;
}

/** Negative, zero or positive as a call's turn is before, with or after another's. */
export function compareTurns(a: DrawTurn, b: DrawTurn): number {
  if (a.instant !== b.instant) return a.instant - b.instant;
  if (a.id === b.id) return 0;
  if (a.id === null) return 1;
  return b.id === null ? -1 : compareIDs(a.id, b.id);
}
