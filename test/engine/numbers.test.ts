/** R21: which number a call belongs to; R31: which calls are ignored. */
import { describe, expect, test } from "vitest";
import { type BookData, type CallRecord, openBook, rateCall, toRecord } from "../../src/index.ts";
import type { Row } from "./one-tariff.ts";

function bookOfNumbers(numbers: readonly Row[], more: Row = {}) {
  return openBook({
    callTypes: [{ name: "UK", tariffClass: "national" }],
    customers: [{ id: 7 }],
    numbers: numbers.map((number) => ({ customerID: 7, nationalTariff: "Test", ...number })),
    tariffs: [
      {
        id: 1,
        name: "Test",
        tariffClass: "national",
        baseCost: 1,
        baseSurchargeMobileOriginationConnection: 5,
      },
    ],
    ...more,
  } as unknown as BookData);
}

/** The id of the number, or the error, and what was charged for the mobile origination. */
function matched(book: ReturnType<typeof bookOfNumbers>, call: Row): string {
  const result = rateCall(book, {
    id: 1,
    tariffType: "UK",
    startDate: "2026-03-02",
    duration: 60,
    callTypeOriginationTypeFlag: "mobile",
    ...call,
  } as CallRecord);
  if (result.outcome === "rated") return `${result.numberID} ${result.costBaseComponents[2]}`;
  return result.outcome === "error" ? result.error : "ignored";
}

describe("R21 the number of a call", () => {
  const book = bookOfNumbers([
    { id: 1, number: "020 7946 0001", CDRNumber: "+44 20 7946 0101", CDRNumber4: "sip:one" },
    { id: 2, number: "020 7946 0002", billableFrom: "2026-03-02", billableTo: "2026-03-31" },
    { id: "three", number: "020 7946 0003", billableTo: "2026-02-28" },
    { id: 4, number: "020 7946 0003", billableFrom: "2026-03-01" },
  ]);

  test.for<[call: Row, wanted: string]>([
    [{ target: "442079460001" }, "1 5"],
    [{ target: "00442079460101" }, "1 5"],
    [{ target: "sip:one" }, "1 5"],
    [{ target: "SIP:one" }, "unregistered-number"],
    [{ numberID: 1, target: "02079460002" }, "1 5"],
    [{ numberID: "1" }, "1 5"],
    [{ numberID: 1n }, "1 5"],
    [{ numberID: "three", startDate: "2026-02-28" }, "three 5"],
    [{ numberID: "three" }, "number-not-billable"],
    [{ numberID: 5 }, "unregistered-number"],
    [{ target: "02079460002", startDate: "2026-03-01" }, "number-not-billable"],
    [{ target: "02079460002", startDate: "2026-03-02" }, "2 5"],
    [{ target: "02079460002", startDate: "2026-03-31" }, "2 5"],
    [{ target: "02079460002", startDate: "2026-04-01" }, "number-not-billable"],
    // One CLI, two owners, each in its own time.
    [{ target: "02079460003", startDate: "2026-02-28" }, "three 5"],
    [{ target: "02079460003", startDate: "2026-03-01" }, "4 5"],
    [{ target: "02079460009" }, "unregistered-number"],
    [{}, "unregistered-number"],
    [{ target: " - " }, "unregistered-number"],
  ])("%o: %s", ([call, wanted]) => {
    expect(matched(book, call)).toBe(wanted);
  });

  test("the billable dates are compared with the local start date", () => {
    expect(matched(book, { target: "02079460002", startDate: null, startTime: "2026-03-31T22:59:59Z" })).toBe(
      "2 5",
    );
    expect(matched(book, { target: "02079460002", startDate: null, startTime: "2026-03-31T23:00:00Z" })).toBe(
      "number-not-billable",
    );
  });
});

describe("R21 narrowing and origination flags", () => {
  const shared = "020 7946 0100";
  const book = bookOfNumbers([
    {
      id: 1,
      number: "1",
      CDRNumber: shared,
      CDRNumberChargeBand: "A",
      useCallTypeOriginationTypeFlag: false,
    },
    {
      id: 2,
      number: "2",
      CDRNumber2: shared,
      CDRNumberChargeBand2: "B",
      CDRNumberCallTypeDirectionFlag2: "I",
    },
    {
      id: 3,
      number: "3",
      CDRNumber3: shared,
      CDRNumberChargeBand3: "C",
      useCallTypeOriginationTypeFlag3: "none",
    },
    {
      id: 4,
      number: shared,
      CDRNumber4: shared,
      billableFrom: "2026-06-01",
      useCallTypeOriginationTypeFlag4: 0,
    },
  ]);

  test.for<[call: Row, wanted: string]>([
    [{ chargeBand: "A" }, "1 0"],
    [{ chargeBand: "B", callTypeDirectionFlag: "I" }, "2 5"],
    [{ chargeBand: "B" }, "number-not-billable"],
    [{ chargeBand: "C" }, "3 0"],
    // The carrier's own call type does not stand in for the band here.
    [{ tariffTypeCarrier: "A" }, "number-not-billable"],
    [{ chargeBand: "A", startDate: "2026-06-01" }, "ambiguous-number"],
    // Through `number`, which decides before CDRNumber4.
    [{ chargeBand: "D", startDate: "2026-06-01" }, "4 5"],
  ])("%o: %s", ([call, wanted]) => {
    expect(matched(book, { target: shared, ...call })).toBe(wanted);
  });

  test("the unsuffixed flag also holds for number and numberID", () => {
    const off = bookOfNumbers([
      { id: 1, number: "1", CDRNumber2: "2", useCallTypeOriginationTypeFlag: "No" },
    ]);
    expect(matched(off, { target: "1" })).toBe("1 0");
    expect(matched(off, { numberID: 1 })).toBe("1 0");
    expect(matched(off, { target: "2" })).toBe("1 5");
  });

  test("with nothing but narrowed numbers that do not match, the number is unregistered", () => {
    const one = bookOfNumbers([{ id: 1, number: "1", CDRNumber: shared, CDRNumberChargeBand: "A" }]);
    expect(matched(one, { target: shared })).toBe("unregistered-number");
  });
});

describe("R31 ignored traffic", () => {
  const book = bookOfNumbers([{ id: 1, number: "020 7946 0001" }], {
    ignoredNumbers: [
      { number: "+44 20 7946 0001", startDate: "2026-03-01", endDate: "2026-03-31", reason: "Test line" },
      { number: "020 7946 0999" },
      { number: "020 7946 0999", startDate: "2026-03-01", reason: "second" },
    ],
  });
  const call = { id: 3, target: "0044 20 7946 0001", tariffType: "UK", duration: 60 };

  test("a call of the number, between the dates, is ignored", () => {
    for (const startDate of ["2026-03-01", "2026-03-31"]) {
      const result = rateCall(book, { ...call, startDate });
      expect(toRecord(result)).toEqual({ id: "3", ignored: true, reason: "Test line" });
      expect(result.outcome).toBe("ignored");
    }
    expect(rateCall(book, { ...call, startDate: "2026-02-28" }).outcome).toBe("rated");
    expect(rateCall(book, { ...call, startDate: "2026-04-01" }).outcome).toBe("rated");
  });

  test("a number of few digits in any spelling", () => {
    const short = bookOfNumbers([], { ignoredNumbers: [{ number: "0999" }, { number: "+123" }] });
    for (const target of ["0999", "44 999", "+44 (0)999", "00123", "123"])
      expect(matched(short, { target })).toBe("ignored");
    expect(matched(short, { target: "4999" })).toBe("unregistered-number");
  });

  test("after malformed-record and before everything else", () => {
    expect(rateCall(book, { ...call, startDate: "2026-03-02", duration: -1 })).toMatchObject({
      error: "malformed-record",
    });
    const others = { target: "02079460999", startDate: "2026-03-02", tariffType: "Unheard of", numberID: 77 };
    expect(toRecord(rateCall(book, others, { line: 12 }))).toEqual({ line: 12, ignored: true, reason: null });
  });
});
