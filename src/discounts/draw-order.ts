/** R42: the order in which calls draw: start instant, then id, integers as numbers before others. */
import { type BookTables, compareIDs } from "../book/index.ts";
import { DAY_MS, resolveWallTime } from "../calendar/index.ts";
import type { CallInside, RatedCall } from "../engine/index.ts";

/** A call's turn: batches go on where the one before ended, so it says nothing of lines. */
export interface DrawTurn {
  /** Milliseconds since 1970-01-01T00:00Z. */
  readonly instant: number;
  /** Null where the call has none: it comes after those that have one. */
  readonly id: string | null;
}

/** The turn of a rated call; `inside` is what its `insideOf` gave. */
export function turnOf({ id }: RatedCall, { book, call }: CallInside): DrawTurn {
  return { instant: call.instant ?? instantAt(book, call.day * DAY_MS + call.millisecondOfDay), id };
}

/** The instant of a local time in the book's zone. */
export function instantAt(
  { zone, ambiguousTime }: Pick<BookTables, "zone" | "ambiguousTime">,
  local: number,
): number {
  return resolveWallTime(zone, local, ambiguousTime) ?? local;
}

/** Negative, zero or positive as a call's turn is before, with or after another's. */
export function compareTurns(a: DrawTurn, b: DrawTurn): number {
  if (a.instant !== b.instant) return a.instant - b.instant;
  if (a.id === b.id) return 0;
  if (a.id === null) return 1;
  return b.id === null ? -1 : compareIDs(a.id, b.id);
}
