/** R23: the start of a call as PostgreSQL prints it, in every way of rating; and what is said of one that is none. */
import { expect, test } from "vitest";
import { readCallColumns } from "../../src/files/index.ts";
import { type CallRecord, columnsFromRecords, rateCall, rateColumns, toRecord } from "../../src/index.ts";
import { pieces } from "../files/bytes.ts";
import { createSecondOpinion } from "../second-opinion/index.ts";
import { bookOf, CALL } from "./one-tariff.ts";

const MORE = { ratingPeriods: [{ name: "Ten", from: "10:00", to: "11:00" }] };
const LINES = { rates: [{ tariffTime: "Ten", cost: 6 }], baseCost: 1 };
const book = bookOf(LINES, MORE);

/** Starts in London's summer time, and whether each is in the period. */
const STARTS = [
  [{ startDate: "2026-10-05 10:00:00.25+01" }, true],
  [{ startDate: "2026-10-05 09:00:00.999999+00" }, true],
  [{ startDate: "2026-10-05 10:59:59.999999+01" }, true],
  [{ startDate: null, startTime: "2026-10-05T11:00:00.000001+01" }, false],
  [{ startDate: "2026-10-05", startTime: "10:00:00.1234" }, true],
  [{ startDate: "2026-10-05", startTime: "05:30:00-03" }, false],
  [{ startDate: "2026-10-05", startTime: "05:30:00.5-04" }, true],
] as const;

const CALLS = STARTS.map(
  ([start], at) => ({ ...CALL, startTime: "", duration: 60, ...start, id: at }) as CallRecord,
);
const COSTS = STARTS.map(([, isInPeriod]) => (isInPeriod ? "6" : "1"));

test("R23 up to six decimals, cut to milliseconds, and offsets of two digits", async () => {
  const single = CALLS.map((call) => toRecord(rateCall(book, call)));
  expect(single.map((record) => "cost" in record && record.cost)).toEqual(COSTS);
  const second = createSecondOpinion({
    callTypes: [{ name: "UK", tariffClass: "national" }],
    customers: [{ id: 7 }],
    numbers: [{ id: 1007, customerID: 7, number: "020 7946 0018", nationalTariff: "Test" }],
    tariffs: [{ id: 1, name: "Test", tariffClass: "national", ...LINES }],
    ...MORE,
  });
  expect(CALLS.map((call) => second.rateCall({ ...call }).cost)).toEqual(COSTS);

  const columns = columnsFromRecords(CALLS);
  const rated = rateColumns(book, columns);
  expect(CALLS.map((_, row) => rated.recordAt(row))).toEqual(single);
  expect([...rated.fromRecord]).toEqual(CALLS.map(() => 0));

  const names = Object.keys({ ...CALL, duration: 0 }) as (keyof CallRecord)[];
  const csv = [names, ...CALLS.map((call) => names.map((name) => call[name] ?? ""))].map((row) =>
    row.join(","),
  );
  const jsonl = CALLS.map((call) => JSON.stringify(call));
  for (const [format, lines] of [
    ["csv", csv],
    ["jsonl", jsonl],
  ] as const) {
    const source = pieces(Buffer.from(`${lines.join("\n")}\n`));
    for await (const own of readCallColumns(source, { format, name: "calls" })) {
      expect([...own.byRecord.subarray(0, own.length)]).toEqual(CALLS.map(() => 0));
      const ofFile = rateColumns(book, own);
      expect(CALLS.map((_, row) => ofFile.recordAt(row))).toEqual(single);
    }
  }
});

test.each([
  // As a UK standard CDR's 31/02/2026 arrives, in which YYYY-MM-DD must not stand.
  [{ startDate: "2026-02-31", startTime: "10:00" }, 'startDate: "2026-02-31" is a day that does not exist.'],
  [
    { startDate: "5.10.2026" },
    'startDate: "5.10.2026" is not a date; write YYYY-MM-DD, or a timestamp such as "2026-10-05 10:00:00.25+01", or in a UK standard CDR a date in the dateFormat of its dialect.',
  ],
  [
    { startDate: "5.10.2026", startTime: "10:00" },
    'startDate: "5.10.2026" is not a date; write YYYY-MM-DD, or in a UK standard CDR a date in the dateFormat of its dialect.',
  ],
  [
    { startDate: "2026-10-05", startTime: "10h" },
    'startTime: "10h" is not a time; write HH:mm:ss, with up to six decimals and an offset (Z, +01, +01:00) where it has them, or a timestamp such as "2026-10-05 10:00:00.25+01".',
  ],
])("R23 what is no start: %j", (start, message) => {
  const { startDate: _date, startTime: _time, ...rest } = CALL;
  expect(rateCall(book, { ...rest, ...start } as CallRecord)).toMatchObject({ message });
});
