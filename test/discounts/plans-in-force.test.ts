/** R40: which plans a call has, and in which order they apply. */
import { expect, test } from "vitest";
import { toRecord } from "../../src/index.ts";
import { costs, discounted, plan, ratedOf, smallBook } from "./small-book.ts";

const TEN_OFF = plan("ten", { discountPercent: 10 });
const PENNY_OFF = plan("penny", { discountPencePerCall: 1 });
const MINUTE = plan("minute", { allowanceMinutes: 1 });

/** The plans that applied to one call of number 1. */
function applied(book: Parameters<typeof smallBook>[0], call = {}): string[] {
  const [result] = ratedOf(discounted(smallBook(book), [call]));
  return result?.discounts.map((own) => own.discountPlan) ?? [];
}

test("R40 a line's plan goes before the tariff's, which holds where the line has none", () => {
  const rates = [
    { tariffType: "UK", cost: 6, discountPlan: "penny" },
    { tariffType: "Flat", cost: 5 },
  ];
  const tariff = { rates, baseDiscountPlan: "ten" };
  const plans = [TEN_OFF, PENNY_OFF];
  expect(applied({ plans, tariff })).toEqual(["penny"]);
  expect(applied({ plans, tariff }, { tariffType: "Flat" })).toEqual(["ten"]);
});

test("R40 a tariff's plan that is restricted applies to the calls of those who may have it alone", () => {
  const book = (restriction: object) =>
    smallBook({
      plans: [plan("ten", { discountPercent: 10, ...restriction })],
      numbers: [{}, { customerID: 8 }],
      tariff: { baseCost: 6, baseDiscountPlan: "ten" },
      rest: {
        customers: [
          { id: 7, defaultNationalTariff: "T" },
          { id: 8, customerGroups: "Trade,Staff", defaultNationalTariff: "T" },
        ],
      },
    });
  const calls = [{}, { numberID: 2 }, {}];
  for (const restriction of [{ customerID: 8 }, { customerGroups: "Trade" }])
    expect(costs(discounted(book(restriction), calls))).toEqual(["6", "5.4", "6"]);
  expect(costs(discounted(book({}), calls))).toEqual(["5.4", "5.4", "5.4"]);
});

test("R40 R25 a plan is inherited: own line, parent's line, own base, parent's base", () => {
  const plans = [TEN_OFF, PENNY_OFF, plan("parent base", { discountPercent: 1 })];
  const parent = {
    id: 2,
    name: "parent",
    tariffClass: "national",
    baseCost: 6,
    baseDiscountPlan: "parent base",
    rates: [{ tariffType: "UK", cost: 6, discountPlan: "penny" }],
  } as const;
  const withChild = (child: object, call = {}): string[] =>
    applied(
      {
        plans,
        rest: {
          tariffs: [parent, { id: 1, name: "T", tariffClass: "national", parentTariff: 2, ...child }],
        },
      },
      call,
    );
  expect(withChild({ baseDiscountPlan: "ten" })).toEqual(["penny"]);
  expect(withChild({ baseDiscountPlan: "ten" }, { tariffType: "Flat" })).toEqual(["ten"]);
  expect(withChild({}, { tariffType: "Flat" })).toEqual(["parent base"]);
  expect(withChild({ rates: [{ tariffType: "UK", discountPlan: "ten" }] })).toEqual(["ten"]);
});

test("R40 a tariff without a rate still says its plan for a call that R27 prices", () => {
  const tariff = { baseCost: undefined, rates: [], baseDiscountPlan: "ten", fallbackMarkup: 0 };
  const book = smallBook({ plans: [TEN_OFF], tariff });
  expect(costs(discounted(book, [{ costCDR: 10 }]))).toEqual(["9"]);
});

test("R40 then the number's features by start and id, the customer's likewise, then the number", () => {
  const plans = ["a", "b", "c", "d", "e", "f"].map((name) => plan(name, { discountPercent: 1 }));
  const features = [
    { id: 10, numberID: 1, startDate: "2026-09-01", discountPlan1: "c" },
    { id: 9, numberID: 1, startDate: "2026-09-01", discountPlan2: "b", discountPlan1: "a" },
    { id: 2, customerID: 7, startDate: "2026-01-01", discountPlan1: "e" },
    { id: 11, customerID: 7, discountPlan1: "d" },
    { id: 12, numberID: 1, endDate: "2026-09-30", discountPlan1: "f" },
    { id: 13, numberID: 2, discountPlan1: "f" },
  ];
  expect(applied({ plans, features, numbers: [{ discountPlan4: "f" }] })).toEqual([
    "a",
    "b",
    "c",
    "d",
    "e",
    "f",
  ]);
});

test("R40 a plan applies once, at its first place", () => {
  const features = [{ id: 1, numberID: 1, discountPlan1: "ten" }];
  const book = {
    plans: [TEN_OFF, PENNY_OFF],
    features,
    numbers: [{ discountPlan1: "penny", discountPlan2: "ten" }],
  };
  expect(applied(book)).toEqual(["ten", "penny"]);
  expect(applied({ ...book, tariff: { baseDiscountPlan: "penny" } })).toEqual(["penny", "ten"]);
});

test("R40 each plan works on the amounts that the one before left", () => {
  const plans = [PENNY_OFF, TEN_OFF];
  const penniesFirst = smallBook({ plans, numbers: [{ discountPlan1: "penny", discountPlan2: "ten" }] });
  const percentFirst = smallBook({ plans, numbers: [{ discountPlan1: "ten", discountPlan2: "penny" }] });
  expect(costs(discounted(penniesFirst, [{}]))).toEqual(["4.5"]);
  expect(costs(discounted(percentFirst, [{}]))).toEqual(["4.4"]);
});

test("R40 what a plan made free is gone for the later ones, other discounts leave the usage whole", () => {
  const later = plan("later", { allowanceMinutes: 10 });
  const used = (first: ReturnType<typeof plan>): (string | undefined)[] => {
    const book = smallBook({
      plans: [first, later],
      numbers: [{ discountPlan1: first.discountPlanName, discountPlan2: "later" }],
    });
    const batch = discounted(book, [{ duration: 180 }]);
    return batch.pools.map((pool) => pool.usedMinutes);
  };
  expect(used(plan("first", { allowanceMinutes: 1 }))).toEqual(["1", "2"]);
  expect(used(plan("first", { allowanceMinutes: 1, discountPercent: 100 }))).toEqual(["1", "2"]);
  expect(used(plan("first", { allowanceMinutes: 1, discountPercent: 50 }))).toEqual(["1", "3"]);
  expect(used(plan("first", { allowanceMinutes: 1, discountPencePerCall: 2 }))).toEqual(["1", "3"]);
});

test("R40 a plan is only for the calls it names: class, call type, starting period", () => {
  const cases = [
    [{ tariffClasses: ["mobile"] }, []],
    [{ tariffClasses: ["national", "mobile"] }, ["P"]],
    [{ callTypes: ["Text"] }, []],
    [{ callTypes: "UK" }, ["P"]],
    [{ periods: ["Evening"] }, []],
    [{ periods: ["Day"] }, ["P"]],
  ] as const;
  const rest = {
    ratingPeriods: [
      { name: "Day", from: "08:00", to: "18:00" },
      { name: "Evening", from: "18:00", to: "24:00" },
    ],
  };
  for (const [appliesTo, wanted] of cases) {
    const own = {
      plans: [plan("P", { discountPercent: 10, appliesTo })],
      numbers: [{ discountPlan1: "P" }],
      rest,
    };
    expect(applied(own, { startTime: "17:59:50" }), JSON.stringify(appliesTo)).toEqual(wanted);
  }
});

test("R40 only components above 0 are discounted, and a call with none draws nothing", () => {
  const own = { plans: [MINUTE], numbers: [{ discountPlan1: "minute" }] };
  const free = discounted(smallBook({ ...own, tariff: { baseCost: 0 } }), [{}]);
  expect(free.pools).toEqual([]);
  const paidBack = discounted(smallBook({ ...own, tariff: { baseCost: -6 } }), [{}]);
  expect(costs(paidBack)).toEqual(["-6"]);
  expect(paidBack.pools).toEqual([]);
  const tariff = { baseCost: -6, baseAccessCharge: 10 };
  const both = smallBook({
    plans: [plan("P", { components: "accessCharge" })].map((own) => ({ ...own, discountPercent: 50 })),
    numbers: [{ discountPlan1: "P" }],
    tariff,
  });
  const [call] = ratedOf(discounted(both, [{}]));
  expect(call && toRecord(call)).toMatchObject({
    costBasic: "-6",
    costAccessCharge: "5",
    cost: "-1",
    costBase: "4",
  });
});

test("R40 R20 a feature takes blank plans and multipliers from its standard feature, not its counts", () => {
  const book = smallBook({
    plans: [MINUTE],
    features: [{ id: 1, numberID: 1, standardFeature: "Bundle", featureCount: 3 }],
    rest: {
      standardFeatures: [{ id: 1, name: "Bundle", discountPlan2: "minute", discountPlanMultiplier2: "1.5" }],
    },
  });
  expect(discounted(book, [{}]).pools[0]?.allowanceSeconds).toBe("270");
});

test("R30 a call's feature is that of its tariff, else the first whose plan covered some of it", () => {
  const features = [
    { id: 5, numberID: 1, discountPlan1: "ten", nationalTariff: undefined as string | undefined },
    { id: 6, customerID: 7, discountPlan1: "ten", discountPlan2: "minute" },
  ];
  const featureOf = (own: typeof features, baseDiscountPlan?: string): string | null | undefined => {
    const book = smallBook({
      plans: [TEN_OFF, PENNY_OFF, MINUTE],
      features: own,
      tariff: { baseDiscountPlan },
    });
    return ratedOf(discounted(book, [{}]))[0]?.featureID;
  };
  const [first, second] = features;
  if (first === undefined || second === undefined) throw new Error();
  expect(featureOf(features)).toBe("5");
  expect(featureOf([second], "penny")).toBe("6");
  expect(
    featureOf([{ ...first, discountPlan1: "minute" }, { ...second, nationalTariff: "T" } as never]),
  ).toBe("6");
  expect(featureOf([], "penny")).toBe(null);
});
