/**
 * What the examples in doc comments may use without declaring it, beside everything that their own module,
 * its floor and the public entries export. The book is that of `rateCall`'s own example.
 */
import { createReadStream } from "node:fs";
import { openZone } from "../../src/calendar/index.ts";
import { type CallRecord, openBook } from "../../src/index.ts";
import type { Scope } from "./run-example.ts";

const call: CallRecord = {
  id: 42,
  target: "02079460018",
  external: "01632960001",
  tariffType: "UK",
  startDate: "2026-10-01",
  duration: 91,
};

/** The names and their values. */
export function prelude(): Scope {
  return {
    /** An opened book with the tariff Business: 1.2 p a minute and 2 p a call. */
    book: openBook({
      callTypes: [{ name: "UK", tariffClass: "national" }],
      tariffs: [{ id: 1, name: "Business", tariffClass: "national", baseCost: "1.2", baseCostConnection: 2 }],
      customers: [{ id: 7, defaultNationalTariff: "Business" }],
      numbers: [{ id: 1007, customerID: 7, number: "020 7946 0018" }],
    }),
    /** 91 seconds, which cost 3.82 p. */
    call,
    /** Two such calls. */
    calls: [call, { ...call, id: 43 }],
    /** The zone Europe/London. */
    london: openZone("Europe/London"),
    createReadStream,
  };
}
