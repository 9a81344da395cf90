/** R44: results, pools as records, batches through JSON, late calls, states joined. */
import { expect, test } from "vitest";
import {
  applyDiscounts,
  CallOrderError,
  createDiscounter,
  createTally,
  type DiscountState,
  mergeDiscountStates,
  reapplyDiscountPlans,
  toRecord,
} from "../../src/index.ts";
import { costs, discounted, plan, ratedCalls, ratedOf, smallBook } from "./small-book.ts";

const book = smallBook({
  plans: [plan("minute", { allowanceMinutes: 1 }), plan("half", { discountPercent: 50 })],
  numbers: [{ discountPlan1: "minute" }, { discountPlan1: "half" }],
});

function throughJSON(state: DiscountState): DiscountState {
  return JSON.parse(JSON.stringify(state)) as DiscountState;
}

test("R44 a record tells its costs before and after, and the plans that covered some of it", () => {
  const [covered, partly, bare] = ratedOf(discounted(book, [{}, { numberID: 2 }, { numberID: 3 }]));
  expect(covered && toRecord(covered)).toMatchObject({
    costBase: "6",
    costBaseBasic: "6",
    cost: "0",
    costBasic: "0",
    discountPlans: "minute",
  });
  expect(partly && toRecord(partly)).toMatchObject({ costBase: "6", cost: "3", discountPlans: "half" });
  expect(bare && toRecord(bare)).not.toHaveProperty("discountPlans");
  expect(covered && toRecord(covered)).not.toHaveProperty("late");
});

test("R44 a call that no plan covers is the same object, calls in error and ignored ones pass", () => {
  const rated = ratedCalls(book, [{ numberID: 3 }, { numberID: 99 }, { startDate: "" }]);
  expect(applyDiscounts(book, rated).calls).toEqual(rated);
  expect(applyDiscounts(book, rated).calls[0]).toBe(rated[0]);
});

test("R44 R16 a tally totals costs before and after discounts", () => {
  const tally = createTally();
  for (const call of discounted(book, [{}, { numberID: 2 }, { numberID: 3 }]).calls) tally.add(call);
  const { totals, byClass } = tally.report();
  expect(totals).toMatchObject({ costBase: "18", cost: "9" });
  expect(byClass[0]?.retail).toBe("9");
});

test("R44 discounting discounted calls begins from their undiscounted costs", () => {
  const once = discounted(book, [{ duration: 40 }, { duration: 40 }]);
  const again = reapplyDiscountPlans(book, once.calls);
  expect(costs(again)).toEqual(["0", "2"]);
  expect(again.state).toEqual(once.state);
  expect(again.pools).toEqual(once.pools);
  const elsewhere = applyDiscounts(book, once.calls, once.state);
  expect(costs(elsewhere)).toEqual(["4", "4"]);
});

test("R44 batches through JSON give what one batch gives", () => {
  const calls = [{ duration: 25 }, { duration: 25 }, { duration: 25 }, { duration: 25 }].map((call, at) => ({
    ...call,
    id: at,
  }));
  const whole = discounted(book, calls);
  const first = discounted(book, calls.slice(0, 2));
  const second = discounted(book, calls.slice(2), throughJSON(first.state));
  expect([...costs(first), ...costs(second)]).toEqual(costs(whole));
  expect(second.state).toEqual(whole.state);
  expect(second.pools).toEqual(whole.pools);
  expect(ratedOf(second).map((call) => call.late)).toEqual([false, false]);
});

test("R44 a call that sorts before one of an earlier batch draws from what is left and is late", () => {
  const first = discounted(book, [{ id: 5, startDate: "2026-10-05", duration: 50 }]);
  const second = discounted(
    book,
    [
      { id: 1, startDate: "2026-10-01", duration: 50 },
      { id: 2, startDate: "2026-10-02", duration: 50 },
      { id: 6, startDate: "2026-10-06", duration: 50 },
      { id: 3, startDate: "2026-10-01", numberID: 2 },
      { id: 4, startDate: "2026-09-01" },
    ],
    throughJSON(first.state),
  );
  expect(costs(second)).toEqual(["4", "5", "5", "3", "0"]);
  expect(ratedOf(second).map((call) => call.late)).toEqual([true, true, false, false, false]);
  expect(toRecord(ratedOf(second)[1] ?? never())).toMatchObject({ late: true, cost: "5" });
  expect(toRecord(ratedOf(second)[1] ?? never())).not.toHaveProperty("discountPlans");
  // What is remembered is the last call in order, not the last batch's.
  const third = discounted(book, [{ id: 7, startDate: "2026-10-05" }], throughJSON(second.state));
  expect(ratedOf(third)[0]?.late).toBe(true);
});

function never(): never {
  throw new Error("no such call");
}

test("R44 pools come in order, with minutes to four places", () => {
  const batch = discounted(book, [{ duration: "0.004" }, { duration: 100, startDate: "2026-11-01" }]);
  expect(batch.pools).toEqual([
    {
      customerID: "7",
      discountPlan: "minute",
      discountPlanAllowancePoolName: null,
      numberID: "1",
      startDate: "2026-10-01",
      endDate: "2026-10-31",
      allowanceSeconds: "60",
      usedSeconds: "0.004",
      usedMinutes: "0.0001",
      allowanceBytes: null,
      usedBytes: "0",
      allowanceEvents: null,
      usedEvents: "0",
      allowanceCalls: null,
      usedCalls: "1",
      allowanceValue: null,
      usedValue: "0.000004",
    },
    expect.objectContaining({
      startDate: "2026-11-01",
      endDate: "2026-11-30",
      usedMinutes: "1",
      usedValue: "0.06",
    }),
  ]);
});

test("R44 independent customers can be discounted apart and their states joined", () => {
  const two = smallBook({
    plans: [plan("minute", { allowanceMinutes: 1 })],
    numbers: [{ discountPlan1: "minute" }, { discountPlan1: "minute", customerID: 8 }],
    rest: { customers: [7, 8].map((id) => ({ id, defaultNationalTariff: "T" })) },
  });
  const both = [
    { id: 1, duration: 90 },
    { id: 2, numberID: 2, duration: 30 },
  ];
  const apart = both.map((call) => discounted(two, [call]));
  const joined = mergeDiscountStates(apart.map(({ state }) => throughJSON(state)).reverse());
  expect(joined).toEqual(discounted(two, both).state);
  expect(() => mergeDiscountStates([joined, joined])).toThrow(
    /customer 7's pool of minute from 2026-10-01 is in two/,
  );
});

test("R44 explaining: per call which pool covered which part and what was left", () => {
  const pooled = smallBook({
    plans: [plan("P", { allowanceMinutes: 2, allowanceValue: 5 })],
    numbers: [{ discountPlan1: "P", discountPlanAllowancePoolName: "office" }],
  });
  const [first] = ratedOf(discounted(pooled, [{ duration: 90 }]));
  expect(JSON.parse(JSON.stringify(first?.discounts))).toEqual([
    {
      discountPlan: "P",
      featureID: null,
      pool: {
        customerID: "7",
        discountPlanAllowancePoolName: "office",
        numberID: null,
        startDate: "2026-10-01",
        endDate: "2026-10-31",
      },
      coveredFraction: "1",
      unit: "seconds",
      covered: "90",
      drawn: "90",
      discount: "9",
      components: ["9", "0", "0", "0", "0"],
      left: { seconds: "30", bytes: null, events: null, calls: null, value: "4.91" },
    },
  ]);
});

test("R42 a discounter takes calls as they come, and refuses one out of turn", () => {
  const discounter = createDiscounter(book);
  const [first, second, other] = ratedCalls(book, [
    { startDate: "2026-10-02" },
    { startDate: "2026-10-01" },
    { startDate: "2026-10-01", numberID: 2 },
  ]);
  if (first === undefined || second === undefined || other === undefined) throw new Error();
  expect(discounter.apply(first)).toMatchObject({ cost: "0" });
  expect(discounter.apply(other)).toMatchObject({ cost: "3" });
  expect(() => discounter.apply(second)).toThrow(CallOrderError);
  expect(() => discounter.apply(second)).toThrow(
    "Out of turn: call 2 of 2026-09-30T23:00:00.000Z starts before call 1 of 2026-10-01T23:00:00.000Z, which has drawn from customer 7's pool of minute already.",
  );
});

test("R44 a call that another book rated is refused", () => {
  const other = smallBook({ plans: [] });
  expect(() => applyDiscounts(other, ratedCalls(book, [{}]))).toThrow(RangeError);
});

const { state: GOOD } = discounted(book, [{}]);
const [POOL] = GOOD.pools;

test.for([
  ["another version", { ...GOOD, version: 1 }, /not of this version/],
  ["no state", null, /not of this version/],
  ["no pools", { version: 2 }, /not of this version/],
  ["no pool", { ...GOOD, pools: [7] }, /pools\[0\]: is not a pool/],
  ["a number for a name", { ...GOOD, pools: [{ ...POOL, customerID: 7 }] }, /pools\[0\]\.customerID/],
  ["a missing pool name", { ...GOOD, pools: [{ ...POOL, numberID: undefined }] }, /pools\[0\]\.numberID/],
  ["a wrong date", { ...GOOD, pools: [{ ...POOL, startDate: "2026-10-32" }] }, /pools\[0\]\.startDate/],
  ["a negative use", { ...GOOD, pools: [{ ...POOL, usedSeconds: "-1" }] }, /pools\[0\]\.usedSeconds/],
  ["a use that is no text", { ...GOOD, pools: [{ ...POOL, usedValue: 1 }] }, /pools\[0\]\.usedValue/],
  [
    "finer than the book",
    { ...GOOD, pools: [{ ...POOL, usedValue: "0.0000001" }] },
    /more than 6 decimal places/,
  ],
  ["half a call", { ...GOOD, pools: [{ ...POOL, usedCalls: "0.5" }] }, /more than 0 decimal places/],
  ["no last call", { ...GOOD, pools: [{ ...POOL, last: null }] }, /pools\[0\]\.last\.start/],
  [
    "a wrong instant",
    { ...GOOD, pools: [{ ...POOL, last: { start: "2026-13-01T00:00:00.000Z", id: null } }] },
    /last\.start/,
  ],
  ["a wrong id", { ...GOOD, pools: [{ ...POOL, last: { ...POOL?.last, id: 7 } }] }, /last\.id/],
  ["another start day", { ...GOOD, pools: [{ ...POOL, startDate: "2026-10-02" }] }, /start on day 1/],
  ["no book", { ...GOOD, book: null }, /book: is not the settings/],
  ["an allowance that is none", { ...GOOD, pools: [{ ...POOL, allowanceCalls: "x" }] }, /allowanceCalls/],
  ["no carriers", { ...GOOD, pools: [{ ...POOL, carriers: [{ carrier: 7 }] }] }, /pools\[0\]\.carriers/],
  [
    "no id of the plan",
    { ...GOOD, pools: [{ ...POOL, discountPlanID: 7 }] },
    /\.discountPlanID: is not text/,
  ],
  ["a pool twice", { ...GOOD, pools: [POOL, POOL] }, /is there twice/],
] as const)("R44 a state that does not fit is refused: %s", ([, state, message]) => {
  expect(() => applyDiscounts(book, [], state as unknown as DiscountState)).toThrow(RangeError);
  expect(() => applyDiscounts(book, [], state as unknown as DiscountState)).toThrow(message);
});

test("R44 pools whose carriers or plan have left the book are carried along as they were", () => {
  for (const plans of [[plan("minute", { allowanceMinutes: 1 })], []]) {
    const batch = applyDiscounts(smallBook({ plans }), [], GOOD);
    expect(batch.pools[0]).toMatchObject({ allowanceSeconds: "60", usedSeconds: "60" });
    expect(batch.state).toEqual(GOOD);
  }
});

test("R44 __proto__ is a name like any other", () => {
  const odd = smallBook({
    plans: [plan("__proto__", { allowanceMinutes: 1 })],
    numbers: [{ discountPlan1: "__proto__", discountPlanAllowancePoolName: "constructor" }],
  });
  const batch = discounted(odd, [{}]);
  expect(batch.pools[0]).toMatchObject({
    discountPlan: "__proto__",
    discountPlanAllowancePoolName: "constructor",
  });
  expect(costs(discounted(odd, [{ startDate: "2026-10-02" }], throughJSON(batch.state)))).toEqual(["6"]);
});
