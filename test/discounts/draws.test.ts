/** R42: how calls draw from a pool, and how much of a call is covered. */
import { expect, test } from "vitest";
import { applyDiscounts, explainCall, explainDiscounts, rateCalls } from "../../src/index.ts";
import { costs, costsUnder, discounted, plan, ratedOf, smallBook } from "./small-book.ts";

/** The pool after calls of number 1 under one plan. */
function poolAfter(fields: object, calls: object[], tariff = {}): unknown {
  const book = smallBook({ plans: [plan("P", fields)], numbers: [{ discountPlan1: "P" }], tariff });
  return discounted(book, calls).pools[0];
}

test("R42 calls draw by start, then id: integers as numbers, before others by code unit", () => {
  const book = smallBook({ plans: [plan("P", { allowanceCalls: 1 })], numbers: [{ discountPlan1: "P" }] });
  const first = (calls: object[]): unknown => {
    const batch = discounted(book, calls);
    return ratedOf(batch).find((call) => call.cost === "0")?.id;
  };
  expect(
    first([
      { id: 1, startTime: "10:00" },
      { id: 2, startTime: "09:59:59.999" },
    ]),
  ).toBe("2");
  expect(first([{ id: "10" }, { id: "9" }])).toBe("9");
  expect(first([{ id: "a" }, { id: "B" }, { id: "90" }])).toBe("90");
  expect(first([{ id: "a" }, { id: "B" }])).toBe("B");
  // The hour that October's clock change repeats: both start at 01:30, the second an hour later.
  expect(
    first([
      { id: 1, startTime: "2026-10-25T01:30:00+00:00" },
      { id: 2, startTime: "2026-10-25T01:30:00+01:00" },
    ]),
  ).toBe("2");
});

test("R42 calls without an id come after those with one, by line", () => {
  const book = smallBook({ plans: [plan("P", { allowanceCalls: 1 })], numbers: [{ discountPlan1: "P" }] });
  expect(costs(discounted(book, [{ id: undefined }, { id: undefined }, { id: 5 }]))).toEqual(["6", "6", "0"]);
  expect(costs(discounted(book, [{ id: undefined }, { id: undefined }]))).toEqual(["0", "6"]);
});

test("R42 a call that crosses the end of the pool is covered in part, or under `whole` not at all", () => {
  const calls = [{ duration: 40 }, { duration: 40 }, { duration: 20 }];
  expect(costsUnder({ allowanceMinutes: 1 }, calls)).toEqual(["0", "2", "2"]);
  expect(costsUnder({ allowanceMinutes: 1, partial: "whole" }, calls)).toEqual(["0", "4", "0"]);
});

test("R42 what is covered is a part of the charge: rounding and minimum included", () => {
  // 61 s charged as 120, 30 of them covered.
  expect(costsUnder({ allowanceMinutes: "0.5" }, [{ duration: 61 }], { baseRoundSeconds: 60 })).toEqual([
    "9",
  ]);
  expect(costsUnder({ allowanceMinutes: "0.5" }, [{}], { baseCostMin: 20 })).toEqual(["10"]);
});

test("R42 a limit binds calls that use its unit, and a plan of usage covers no others", () => {
  const calls = [
    {},
    { tariffType: "Text", duration: 0 },
    { tariffType: "Flat", duration: 0 },
    { tariffType: "Data", bytes: 1048576 },
  ];
  expect(costsUnder({ allowanceMinutes: 10 }, calls)).toEqual(["0", "3", "5", "10"]);
  expect(costsUnder({ allowanceEvents: 10 }, calls)).toEqual(["6", "0", "5", "10"]);
  expect(costsUnder({ allowanceBytes: 524288 }, calls)).toEqual(["6", "3", "5", "5"]);
  expect(costsUnder({ allowanceMinutes: 10, allowanceEvents: 10 }, calls)).toEqual(["0", "0", "5", "10"]);
  expect(costsUnder({ allowanceCalls: 3 }, calls)).toEqual(["0", "0", "0", "10"]);
  expect(costsUnder({ allowanceCalls: 9, allowanceMinutes: 9 }, calls)).toEqual(["0", "3", "5", "10"]);
});

test("R42 per-call and markup types use their charged seconds", () => {
  expect(costsUnder({ allowanceMinutes: 1 }, [{ tariffType: "Flat", duration: 120 }])).toEqual(["2.5"]);
  const tariff = { baseType: "markup", baseCost: 0 } as const;
  expect(costsUnder({ allowanceMinutes: 1 }, [{ duration: 240, costCDR: 8 }], tariff)).toEqual(["6"]);
});

test("R42 of several limits the tightest decides, and each counts what was drawn", () => {
  expect(
    poolAfter({ allowanceMinutes: 1, allowanceCalls: 5, allowanceValue: "0.03" }, [{}, {}]),
  ).toMatchObject({
    usedSeconds: "30",
    usedMinutes: "0.5",
    usedCalls: "1",
    allowanceCalls: "5",
    usedValue: "0.03",
    allowanceValue: "0.03",
    usedBytes: "0",
    allowanceBytes: null,
  });
});

test("R42 coverPerCallSeconds covers so much of each call, coverWholeCallOnly only calls no longer", () => {
  const calls = [{ duration: 3600 }, { duration: 5400 }];
  expect(costsUnder({ coverPerCallSeconds: 3600 }, calls)).toEqual(["0", "180"]);
  expect(costsUnder({ coverPerCallSeconds: 3600, coverWholeCallOnly: true }, calls)).toEqual(["0", "540"]);
  expect(costsUnder({ coverPerCallSeconds: 0 }, calls)).toEqual(["360", "540"]);
  const text = [{ tariffType: "Text", duration: 5400 }];
  expect(costsUnder({ coverPerCallSeconds: 3600, coverWholeCallOnly: true }, text)).toEqual(["0"]);
});

test("R42 coverWholeCallOnly looks at the seconds before other plans", () => {
  const book = smallBook({
    plans: [
      plan("first", { allowanceMinutes: 60 }),
      plan("hour", { coverPerCallSeconds: 3600, coverWholeCallOnly: true }),
    ],
    numbers: [{ discountPlan1: "first", discountPlan2: "hour" }],
  });
  expect(costs(discounted(book, [{ duration: 5400 }]))).toEqual(["180"]);
});

test("R42 under `whole` the coverable part has to fit", () => {
  const fields = { allowanceMinutes: 60, coverPerCallSeconds: 3600, partial: "whole" } as const;
  expect(costsUnder(fields, [{ duration: 5400 }, { duration: 5400 }])).toEqual(["180", "540"]);
  expect(costsUnder({ ...fields, allowanceMinutes: 59 }, [{ duration: 5400 }])).toEqual(["540"]);
});

test("R42 drawRoundSeconds draws whole steps, and the pool gives whole steps only", () => {
  const fields = { allowanceMinutes: "2.5", drawRoundSeconds: 60 };
  expect(poolAfter(fields, [{ duration: 61 }])).toMatchObject({
    usedSeconds: "120",
    allowanceSeconds: "150",
  });
  expect(costsUnder(fields, [{ duration: 61 }, { duration: 10 }])).toEqual(["0", "1"]);
  expect(costsUnder(fields, [{ duration: 240 }])).toEqual(["12"]);
  expect(poolAfter(fields, [{ duration: 240 }])).toMatchObject({ usedSeconds: "120" });
});

test("R42 draws are rounded up to whole units", () => {
  const plans = [
    plan("half", { allowanceMinutes: "0.5" }),
    plan("data", { allowanceMinutes: 5, allowanceBytes: 9 }),
  ];
  const book = smallBook({ plans, numbers: [{ discountPlan1: "half", discountPlan2: "data" }] });
  const batch = discounted(book, [{ duration: 90.001 }]);
  expect(batch.pools.map((pool) => pool.usedSeconds)).toEqual(["60.001", "30"]);
  const [call] = ratedOf(batch);
  expect(call?.discounts.map((own) => [own.unit, own.covered, own.drawn])).toEqual([
    ["seconds", "30", "30"],
    ["seconds", "60.001", "60.001"],
  ]);
});

test("R42 an exhausted pool covers nothing and draws no call", () => {
  expect(poolAfter({ allowanceMinutes: 1 }, [{}, {}, {}])).toMatchObject({
    usedCalls: "1",
    usedSeconds: "60",
  });
  expect(poolAfter({ allowanceMinutes: 0 }, [{}])).toMatchObject({ usedCalls: "0", allowanceSeconds: "0" });
});

test("R42 an explanation tells what is left of a value in the currency's major units", () => {
  const book = smallBook({
    plans: [plan("P", { allowanceMinutes: 10, allowanceValue: "1.5" })],
    numbers: [{ discountPlan1: "P" }],
    rest: { currency: "EUR" },
  });
  const call = {
    id: 1,
    numberID: 1,
    tariffType: "UK",
    startDate: "2026-10-05",
    startTime: "10:00",
    duration: 60,
  };
  const [result] = applyDiscounts(book, rateCalls(book, [call])).calls;
  const steps = result === undefined ? [] : explainDiscounts(explainCall(book, call), result).steps;
  expect(steps.find(({ rule }) => rule === "R42")?.inputs).toBe(
    "60 seconds; 60 seconds from number 1's pool of 2026-10-01, left 540 s, 1.44 EUR",
  );
});

test("R42 allowances and uses beyond 2^53 stay exact", () => {
  const most = "9007199254740991";
  const features = Array.from({ length: 3 }, (_, id) => ({
    id,
    numberID: 1,
    discountPlan1: "P",
    featureCount: 1000,
  }));
  const book = smallBook({
    plans: [plan("P", { allowanceBytes: most })],
    features,
    tariff: { baseType: "perGigabyte", baseCost: "0.000001", rates: [] },
  });
  const batch = discounted(
    book,
    [1, 2, 3].map(() => ({ bytes: most })),
  );
  expect(batch.pools[0]).toMatchObject({
    allowanceBytes: "27021597764222973000",
    usedBytes: "27021597764222973",
  });
  expect(costs(batch)).toEqual(["0", "0", "0"]);
});
