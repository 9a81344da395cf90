/** A small book around one rate, for tests of what a rate charges. */
import {
  type BookData,
  type CallRecord,
  type CallResult,
  type OpenedBook,
  openBook,
  type RatedRecord,
  rateCall,
  toRecord,
} from "../../src/index.ts";

/** Field names and values of a record of the book or of a call. */
export type Row = Readonly<Record<string, unknown>>;

/** A call of the book's only number on an ordinary Monday morning. */
export const CALL: Row = {
  id: 1,
  numberID: 1007,
  tariffType: "UK",
  startDate: "2026-03-02",
  startTime: "10:00:00",
};

/** A book whose only number has the tariff "Test"; `rate` is its one line, `more` whatever else is wanted. */
export function bookOfLine(rate: Row, more: Row = {}): OpenedBook {
  return bookOf({ rates: [rate] }, more);
}

/** A book whose only number has the tariff "Test" with these fields. */
export function bookOf(tariff: Row, more: Row = {}): OpenedBook {
  return openBook({
    callTypes: [{ name: "UK", tariffClass: "national" }],
    customers: [{ id: 7 }],
    numbers: [{ id: 1007, customerID: 7, number: "020 7946 0018", nationalTariff: "Test" }],
    tariffs: [{ id: 1, name: "Test", tariffClass: "national", ...tariff }],
    ...more,
  } as BookData);
}

/** Rates a call that says only what differs from `CALL`. */
export function rated(book: OpenedBook, call: Row): CallResult {
  return rateCall(book, { ...CALL, ...call } as CallRecord);
}

/** The record of a call that must be rated. */
export function record(book: OpenedBook, call: Row): RatedRecord {
  const result = rated(book, call);
  if (result.outcome !== "rated") throw new Error(JSON.stringify(result));
  return toRecord(result);
}

/** The code of a call that must be in error, with its field where it has one. */
export function refused(book: OpenedBook, call: Row): string {
  const result = rated(book, call);
  if (result.outcome !== "error") throw new Error(`The call is ${result.outcome}.`);
  return result.field === undefined ? result.error : `${result.error} ${result.field}`;
}
