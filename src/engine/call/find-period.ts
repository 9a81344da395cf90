/** R23: the rating period of a call's start. */
import type { BookTables } from "../../book/index.ts";
import { periodAt } from "../../calendar/index.ts";
import type { CallReading } from "./read-call.ts";

/** A rating period that the book does not name: only lines for any period match. */
export const UNNAMED_PERIOD = -2;

/**
 * R23: the period of a call's start. A period that the record names is kept, also where the book has no such period.
 */
export function periodOf(book: BookTables, call: CallReading): number {
  if (call.tariffTime !== "") return periodNamed(book, call.tariffTime);
  if (!book.hasPeriods) return book.periods.defaultIndex;
  return periodAt(book.periods, call.day, call.millisecondOfDay);
}

/** The index of the period of a name, or UNNAMED_PERIOD. */
export function periodNamed(book: BookTables, name: string): number {
  return book.periods.indexByName.get(name) ?? UNNAMED_PERIOD;
}
