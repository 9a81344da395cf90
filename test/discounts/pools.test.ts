/** R41: carriers, pools, billing periods and allowances. */
import { expect, test } from "vitest";
import { dayNumberOf } from "../../src/calendar/index.ts";
import { billingPeriodOf } from "../../src/discounts/allowance.ts";
import type { DiscountPool } from "../../src/index.ts";
import { costs, discounted, plan, smallBook } from "./small-book.ts";

const HUNDRED = plan("100", { allowanceMinutes: 100 });
const ONE_CALL_EACH = [{}, { numberID: 2 }, { numberID: 3 }];

function named(pool: DiscountPool): (string | null)[] {
  return [
    pool.customerID,
    pool.discountPlanAllowancePoolName,
    pool.numberID,
    pool.allowanceSeconds,
    pool.usedSeconds,
  ];
}

function poolsOf(book: Parameters<typeof smallBook>[0], calls = ONE_CALL_EACH): (string | null)[][] {
  return discounted(smallBook(book), calls).pools.map(named);
}

test("R41 a number's plan fills its own pool, or the one it names together with others of that name", () => {
  const carried = { discountPlan1: "100" };
  expect(poolsOf({ plans: [HUNDRED], numbers: [carried, carried] })).toEqual([
    ["7", null, "1", "6000", "60"],
    ["7", null, "2", "6000", "60"],
  ]);
  const shared = { ...carried, discountPlanAllowancePoolName: "office" };
  expect(poolsOf({ plans: [HUNDRED], numbers: [shared, shared, carried] })).toEqual([
    ["7", "office", null, "12000", "120"],
    ["7", null, "3", "6000", "60"],
  ]);
});

test("R41 a number's feature fills the pool it names, else its number's", () => {
  const features = [
    { id: 1, numberID: 1, discountPlan1: "100", discountPlanAllowancePoolName: "own" },
    { id: 2, numberID: 2, discountPlan1: "100" },
    { id: 3, numberID: 3, discountPlan1: "100" },
  ];
  const numbers = [{ discountPlanAllowancePoolName: "a" }, { discountPlanAllowancePoolName: "a" }, {}];
  expect(poolsOf({ plans: [HUNDRED], numbers, features })).toEqual([
    ["7", "a", null, "6000", "60"],
    ["7", "own", null, "6000", "60"],
    ["7", null, "3", "6000", "60"],
  ]);
});

test("R41 a customer's feature fills one pool for all numbers, or with a name for the numbers of that name", () => {
  const forAll = [{ id: 1, customerID: 7, discountPlan1: "100" }];
  expect(poolsOf({ plans: [HUNDRED], features: forAll })).toEqual([["7", null, null, "6000", "180"]]);
  const forSome = [{ id: 1, customerID: 7, discountPlan1: "100", discountPlanAllowancePoolName: "vans" }];
  const numbers = [{}, { discountPlanAllowancePoolName: "vans" }, { discountPlanAllowancePoolName: "vans" }];
  expect(poolsOf({ plans: [HUNDRED], features: forSome, numbers })).toEqual([
    ["7", "vans", null, "6000", "120"],
  ]);
});

test("R41 a customer's feature for other numbers lends its plan, and without allowance that is enough", () => {
  const plans = [plan("half", { discountPercent: 50 }), HUNDRED];
  const features = [
    {
      id: 1,
      customerID: 7,
      discountPlan1: "half",
      discountPlan2: "100",
      discountPlanAllowancePoolName: "vans",
    },
  ];
  const batch = discounted(smallBook({ plans, features }), [{}]);
  expect(costs(batch)).toEqual(["3"]);
  expect(batch.pools).toEqual([]);
});

test("R41 a call draws from the pool of its first carrier", () => {
  const features = [
    { id: 1, customerID: 7, discountPlan1: "100" },
    { id: 2, numberID: 1, discountPlan1: "100", startDate: "2026-09-01" },
  ];
  expect(poolsOf({ plans: [HUNDRED], features, numbers: [{}, { discountPlan1: "100" }] })).toEqual([
    ["7", null, "1", "6000", "60"],
    ["7", null, null, "6000", "120"],
  ]);
});

test("R41 a line's plan with allowances covers nothing where nothing carries it, one without applies", () => {
  const tariff = { baseDiscountPlan: "100" };
  expect(poolsOf({ plans: [HUNDRED], tariff })).toEqual([]);
  const carried = discounted(
    smallBook({ plans: [HUNDRED], tariff, numbers: [{ discountPlan1: "100" }] }),
    ONE_CALL_EACH,
  );
  expect(costs(carried)).toEqual(["0", "6", "6"]);
  const half = smallBook({
    plans: [plan("half", { discountPercent: 50 })],
    tariff: { baseDiscountPlan: "half" },
  });
  expect(costs(discounted(half, [{}]))).toEqual(["3"]);
});

test("R41 a carrier out of force on the day of the call carries nothing, and still fills its period's pool", () => {
  const features = [
    { id: 1, numberID: 1, discountPlan1: "100", endDate: "2026-10-10" },
    { id: 2, numberID: 1, discountPlan1: "100", startDate: "2026-10-05", endDate: "2026-10-06" },
    { id: 3, numberID: 1, discountPlan1: "100", startDate: "2026-11-01" },
  ];
  const batch = discounted(smallBook({ plans: [HUNDRED], features }), [
    { startDate: "2026-10-10" },
    { startDate: "2026-10-11" },
  ]);
  expect(costs(batch)).toEqual(["0", "6"]);
  expect(batch.pools.map(named)).toEqual([["7", null, "1", "12000", "60"]]);
});

test("R41 a number carries its plans while it is billable", () => {
  const numbers = [{ discountPlan1: "P", billableFrom: "2026-10-17" }];
  const plans = [plan("P", { allowanceMinutes: 31, allowanceProRata: true })];
  expect(poolsOf({ plans, numbers }, [{ startDate: "2026-10-20" }] as never)).toEqual([
    ["7", null, "1", "900", "60"],
  ]);
});

test("R41 allowances are multiplied by the multiplier and the larger count, and rounded down once", () => {
  const feature = { numberID: 1, discountPlan1: "P", discountPlan3: "P", discountPlanMultiplier3: 9 };
  const features = [
    { ...feature, id: 1, discountPlanMultiplier1: "0.5", featureCount: 2, featureCountCommitted: 3 },
    { ...feature, id: 2, featureCount: 0 },
    { ...feature, id: 3, featureCountCommitted: "0.333333" },
  ];
  const plans = [
    plan("P", {
      allowanceMinutes: "0.0001",
      allowanceBytes: 1,
      allowanceEvents: 3,
      allowanceCalls: 5,
      allowanceValue: "0.01",
    }),
  ];
  const [pool] = discounted(smallBook({ plans, features }), [{}]).pools;
  // 0.5 × 3 + 0 + 1 = 2.5 times
  expect(pool).toMatchObject({
    allowanceSeconds: "0.015",
    allowanceBytes: "2",
    allowanceEvents: "7",
    allowanceCalls: "12",
    allowanceValue: "0.025",
  });
});

test("R41 a customer's feature counts once in its pool, whatever number draws first", () => {
  const features = [{ id: 1, customerID: 7, discountPlan1: "100", featureCount: 2 }];
  expect(poolsOf({ plans: [HUNDRED], features }, [{ numberID: 3 }, { numberID: 1 }] as never)).toEqual([
    ["7", null, null, "12000", "120"],
  ]);
});

test("R41 allowanceProRata counts days in force", () => {
  const plans = [plan("P", { allowanceMinutes: 100, allowanceProRata: true })];
  const features = [
    { id: 1, numberID: 1, discountPlan1: "P", startDate: "2026-10-21", endDate: "2026-10-25" },
    { id: 2, numberID: 1, discountPlan1: "P", startDate: "2026-10-31" },
  ];
  // 6000 s × 6 ÷ 31
  expect(poolsOf({ plans, features }, [{ startDate: "2026-10-21" }] as never)[0]?.[3]).toBe("1161.29");
});

test("R41 a call belongs to the billing period of its local start date", () => {
  const own = { plans: [HUNDRED], numbers: [{ discountPlan1: "100" }], rest: { billingPeriodStartDay: 15 } };
  const days = ["2026-10-14", "2026-10-15", "2026-11-14", "2026-12-31", "2027-01-14"];
  const batch = discounted(
    smallBook(own),
    days.map((startDate) => ({ startDate })),
  );
  expect(batch.pools.map((pool) => [pool.startDate, pool.endDate, pool.usedCalls])).toEqual([
    ["2026-09-15", "2026-10-14", "1"],
    ["2026-10-15", "2026-11-14", "2"],
    ["2026-12-15", "2027-01-14", "2"],
  ]);
  // 00:30 in London is still the day before in UTC.
  const summer = discounted(smallBook({ plans: [HUNDRED], numbers: [{ discountPlan1: "100" }] }), [
    { startTime: "2026-09-30T23:30:00Z" },
  ]);
  expect(summer.pools[0]?.startDate).toBe("2026-10-01");
});

test("R41 billing periods meet without a gap, in every year", () => {
  for (const startDay of [1, 2, 15, 28]) {
    let day = dayNumberOf(1999, 12, 1);
    while (day < dayNumberOf(2032, 1, 1)) {
      const period = billingPeriodOf(day, startDay);
      expect(billingPeriodOf(period.from, startDay)).toEqual(period);
      expect(billingPeriodOf(period.to, startDay)).toEqual(period);
      expect(period.startDate.slice(8)).toBe(String(startDay).padStart(2, "0"));
      day = period.to + 1;
      expect(billingPeriodOf(day, startDay).from).toBe(day);
    }
  }
});

test("R41 pools of two customers are apart, even under one name", () => {
  const book = smallBook({
    plans: [HUNDRED],
    numbers: [
      { discountPlan1: "100", discountPlanAllowancePoolName: "x" },
      { customerID: 8, discountPlan1: "100", discountPlanAllowancePoolName: "x" },
    ],
    rest: {
      customers: [
        { id: 7, defaultNationalTariff: "T" },
        { id: 8, defaultNationalTariff: "T" },
      ],
    },
  });
  expect(discounted(book, ONE_CALL_EACH).pools.map(named)).toEqual([
    ["7", "x", null, "6000", "60"],
    ["8", "x", null, "6000", "60"],
  ]);
});

test("R41 a customer's feature fills the pool it names though no number names it", () => {
  const named = { discountPlan1: "100", discountPlanAllowancePoolName: "works" };
  const features = [
    { id: 1, numberID: 1, ...named },
    { id: 2, customerID: 7, ...named, featureCount: 2 },
  ];
  expect(poolsOf({ plans: [HUNDRED], features })).toEqual([["7", "works", null, "18000", "60"]]);
});
