/** The worked examples of the rules (R4, R7 to R10, R14, R15), exactly as they stand there. */
import { describe, expect, test } from "vitest";
import { Refusal } from "../../src/book/index.ts";
import type { Charge } from "../../src/engine/call/charge.ts";
import { chargeOf } from "../../src/engine/call/charge.ts";
import { measureUsage } from "../../src/engine/call/charged-usage.ts";
import { priceExactly } from "../../src/engine/call/exact.ts";
import { readCall } from "../../src/engine/call/read-call.ts";
import { type CallRecord, type OpenedBook, type QuoteRequest, quote } from "../../src/index.ts";
import { formatUnits } from "../../src/money/index.ts";
import { bookOfLine, CALL, type Row, record } from "./one-tariff.ts";
import { priceInDoubles } from "./price-in-doubles.ts";

const INITIAL_BLOCK = { initialDuration: 3600, initialCost: "5.5", costSecondaryConnection: 1, cost: "2.4" };
const MINIMUM_AND_CAP = { cost: 3, costMin: 5, costMax: "60.5", roundPence: 1 };

/** What an example says; what it leaves out is 0, and the total is then the basic charge. */
interface Expected {
  readonly basic: string;
  readonly access?: string;
  readonly total?: string;
  readonly seconds?: number;
  readonly bytes?: number;
}

const EXAMPLES: readonly (readonly [row: string, rate: Row, call: Row, expected: Expected])[] = [
  ["1", { cost: "1.2", costConnection: 2 }, { duration: 91 }, { basic: "3.82", seconds: 91 }],
  [
    "2",
    { cost: "1.2", costConnection: 2, roundSeconds: 60 },
    { duration: 91 },
    { basic: "4.4", seconds: 120 },
  ],
  ["3", { cost: 1 }, { duration: 1 }, { basic: "0.0167", seconds: 1 }],
  ["4", { cost: 1, roundPence: "0.01" }, { duration: 1 }, { basic: "0.02", seconds: 1 }],
  ["5", { cost: 1, durationMin: 30, roundSeconds: 7 }, { duration: 12 }, { basic: "0.5833", seconds: 35 }],
  ["6, 3600 s", INITIAL_BLOCK, { duration: 3600 }, { basic: "5.5", seconds: 3600 }],
  ["6, 3601 s", INITIAL_BLOCK, { duration: 3601 }, { basic: "6.54", seconds: 3601 }],
  ["6, 4500 s", INITIAL_BLOCK, { duration: 4500 }, { basic: "42.5", seconds: 4500 }],
  ["7, 20 s", MINIMUM_AND_CAP, { duration: 20 }, { basic: "5", seconds: 20 }],
  ["7, 1210 s", MINIMUM_AND_CAP, { duration: 1210 }, { basic: "60.5", seconds: 1210 }],
  ["7, 3000 s", MINIMUM_AND_CAP, { duration: 3000 }, { basic: "60.5", seconds: 3000 }],
  [
    "8",
    { cost: "0.5", accessCharge: 7, roundPenceAfterSurcharge: 1 },
    { duration: 100 },
    { basic: "1.3333", access: "11.6667", total: "13", seconds: 100 },
  ],
  [
    "10",
    { chargeType: "perMegabyte", cost: "0.3", roundBytes: 1024 },
    { bytes: 1_500_000 },
    { basic: "0.4292", bytes: 1_500_160 },
  ],
  [
    "11",
    { cost: 6, durationMin: 60, roundSeconds: 11, roundSecondsFrom: "minimum" },
    { duration: 83 },
    { basic: "9.3", seconds: 93 },
  ],
];

describe.each(EXAMPLES)("R6-R15 example %s", (_row, rate, call, expected) => {
  const book = bookOfLine(rate);
  const { basic, access = "0", total = basic, seconds = 0, bytes = 0 } = expected;
  const usage = { chargedDuration: seconds, chargedBytes: bytes, chargedEvents: 0 };

  test("R4-R14 by rateCall", () => {
    expect(record(book, call)).toMatchObject({
      ...usage,
      cost: total,
      costBasic: basic,
      costAccessCharge: access,
      costBase: total,
      costBaseBasic: basic,
      costBaseAccessCharge: access,
    });
  });

  test("R4-R14 by quote", () => {
    const request = { tariff: "Test", callType: "UK", at: "2026-03-02T10:00:00", ...call } as QuoteRequest;
    expect(quote(book, request)).toMatchObject({
      ...usage,
      outcome: "rated",
      cost: total,
      components: { Basic: basic, AccessCharge: access },
    });
  });

  test("R4-R14 by the kernel and in fractions", () => {
    const { rates } = book.tables;
    const [rateOffset, charge] = measured(book, call);
    const written = [basic, access, "0", "0", "0"];
    expect(priceInDoubles(rates, rateOffset, charge)?.map((units) => formatUnits(units, 4))).toEqual(written);
    expect(priceExactly(rates, rateOffset, rateOffset, charge).map((units) => formatUnits(units, 4))).toEqual(
      written,
    );
  });
});

function measured(book: OpenedBook, usage: Row): [rateOffset: number, charge: Charge] {
  const { tables } = book;
  const call = readCall(tables, { ...CALL, ...usage } as CallRecord, {});
  if (call instanceof Refusal) throw new Error(call.message);
  const rateOffset = tables.tariffs.get("1")?.resolve(tables.prefixes, -1, 0, 0, call.day) ?? -1;
  const charge = chargeOf(call, true);
  expect(measureUsage(tables.rates, rateOffset, charge)).toBe("charged");
  return [rateOffset, charge];
}

describe("R6-R15 example 9", () => {
  const book = bookOfLine({ chargeType: "markup", cost: 25, costMin: 1 });

  test("R15 by rateCall", () => {
    expect(record(book, { costCDRBasic: "0.6", costCDRAccessCharge: 4 })).toMatchObject({
      cost: "6",
      costBasic: "1",
      costAccessCharge: "5",
      costCDR: null,
      costCDRBasic: "0.6",
      costCDRAccessCharge: "4",
    });
  });

  test("R15 by quote, which is given the total alone, so that all of it is basic", () => {
    const request = { tariff: "Test", callType: "UK", at: "2026-03-02", costCDR: "4.6" };
    // 4.6 × 1.25; the minimum of 1 is passed.
    expect(quote(book, request)).toMatchObject({
      cost: "5.75",
      components: { Basic: "5.75", AccessCharge: "0" },
    });
  });
});
