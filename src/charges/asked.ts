/** What the callers of public functions ask for: a feature by its id, a day. */
import type { OpenedBook } from "../book/index.ts";
import { type DayNumber, parseCivilDate } from "../calendar/index.ts";
import { Fault, type Id, id, quoteValue, readerOf } from "../model/index.ts";
import { chargeTablesOf } from "./charge-tables.ts";
import { type Subject, subjectOf } from "./subject.ts";

/**
 * The feature with an id.
 *
 * @throws TypeError where there is none
 */
export function askedFeature(book: OpenedBook, featureID: Id, asks: string): Subject {
  const asked = readerOf(id)?.(featureID);
  const own =
    asked instanceof Fault
      ? undefined
      : chargeTablesOf(book).features.find((feature) => feature.id === asked);
  if (own === undefined) throw new TypeError(`${asks}: the book has no feature ${quoteValue(featureID)}.`);
  return subjectOf(book, own);
}

/**
 * A day.
 *
 * @throws TypeError where it is none
 */
export function askedDay(asks: string, name: string, value: unknown): DayNumber {
  const day = typeof value === "string" ? parseCivilDate(value) : undefined;
  if (day !== undefined) return day;
  throw new TypeError(`${asks}: ${name}: ${quoteValue(value)} is not a date; write YYYY-MM-DD.`);
}
