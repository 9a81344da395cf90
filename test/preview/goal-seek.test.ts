/** Goal seek: the percentage that brings an amount a month, held to what rating the calls at many percentages gives. */
import { Decimal } from "decimal.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type ActionError,
  applyDiscounts,
  type BookData,
  type CallRecord,
  columnsFromRecords,
  increaseBook,
  isActionError,
  type OpenedBook,
  openBook,
  type PreviewGoal,
  rateCalls,
  type SeekOptions,
  seekIncrease,
} from "../../src/index.ts";
import { runs } from "../properties/runs.ts";

/** The book with all of its retail tariffs raised. */
function raised(data: BookData, percent: string, scope = "allCharges"): BookData | ActionError {
  const requests = (data.tariffs ?? [])
    .filter(({ retail }) => retail !== "wholesale")
    .map(({ id }) => ({
      resource: "tariffs" as const,
      id,
      increaseScope: scope,
      increasePercent: percent,
    }));
  const answer = increaseBook(data, requests, 5);
  return isActionError(answer) ? answer : answer.book;
}

function openRaised(data: BookData, percent: string): OpenedBook | ActionError {
  const book = raised(data, percent);
  return isActionError(book) ? book : openBook(book);
}

function seek(
  data: BookData,
  calls: readonly CallRecord[],
  options: Partial<SeekOptions> & Pick<SeekOptions, "bring">,
): Promise<PreviewGoal> {
  const bookAt = (percent: string): OpenedBook | ActionError => openRaised(data, percent);
  return seekIncrease({ before: openBook(data), bookAt, calls: () => calls, ...options });
}

/** What the calls come to by rating and discounting alone, pence. */
function retailOf(data: BookData, calls: readonly CallRecord[], discounts: boolean): Decimal {
  const book = openBook(data);
  const results = [...rateCalls(book, calls)];
  const rated = discounts ? applyDiscounts(book, results).calls : results;
  return rated.reduce(
    (sum, result) => (result.outcome === "rated" ? sum.plus(result.cost) : sum),
    new Decimal(0),
  );
}

const BOOK: BookData = {
  callTypes: [
    { name: "UK", tariffClass: "national" },
    { name: "Mobile", tariffClass: "mobile" },
  ],
  tariffs: [
    {
      id: 1,
      name: "UK",
      tariffClass: "national",
      baseCost: "1.25",
      baseCostConnection: 2,
      baseRoundPence: "0.1",
      baseCostMax: 30,
    },
    { id: 2, name: "Mobile", tariffClass: "mobile", baseCost: "6.3", baseCostMin: 4 },
  ],
  discountPlans: [{ id: 1, discountPlanName: "Minutes", allowanceMinutes: 20 }],
  customers: [{ id: 7, defaultNationalTariff: "UK", defaultMobileTariff: "Mobile" }],
  numbers: [{ id: 1, customerID: 7, number: "02079460018", discountPlan1: "Minutes" }],
};

function callOf(id: number, tariffType: string, duration: number): CallRecord {
  const startDate = `2026-10-${String(((id - 1) % 31) + 1).padStart(2, "0")}`;
  return { id, numberID: 1, tariffType, startDate, startTime: "10:00:00", duration };
}

const CALLS = Array.from({ length: 31 }, (_, at) =>
  callOf(at + 1, at % 3 === 0 ? "Mobile" : "UK", ((at * 977) % 2_400) + 1),
);

describe("over caps, minimums and roundings", () => {
  test("the percentage brings the goal, and a millionth of a percent less does not", async () => {
    const goal = await seek(BOOK, CALLS, { bring: "0.50" });
    expect(goal).toMatchObject({
      of: "retail",
      goal: "50",
      months: { numerator: 1, denominator: 1 },
      isSmallest: true,
    });
    const before = retailOf(BOOK, CALLS, false);
    const bringsAt = (percent: string): string =>
      retailOf(raised(BOOK, percent) as BookData, CALLS, false)
        .minus(before)
        .toFixed();
    expect(goal.found?.brings).toBe(bringsAt(goal.found?.percent ?? ""));
    expect(goal.smaller.brings).toBe(bringsAt(goal.smaller.percent));
    expect(Number(goal.found?.brings)).toBeGreaterThanOrEqual(50);
    expect(Number(goal.smaller.brings)).toBeLessThan(50);
    expect(new Decimal(goal.found?.percent ?? 0).minus(goal.smaller.percent).toFixed()).toBe("0.000001");
    // No percentage of a grid below it brings it.
    for (let percent = new Decimal(0); percent.lt(goal.found?.percent ?? 0); percent = percent.plus("0.05")) {
      expect(Number(bringsAt(percent.toFixed()))).toBeLessThan(50);
    }
  });

  test("what may be given away is a fall, and the smallest", async () => {
    const goal = await seek(BOOK, CALLS, { bring: -1 });
    expect(Number(goal.found?.percent)).toBeLessThan(0);
    expect(Number(goal.found?.brings)).toBeGreaterThanOrEqual(-100);
    expect(Number(goal.smaller.brings)).toBeLessThan(-100);
  });

  test("R50 a fall so large that prices would become zero says that another may bring it", async () => {
    const before = retailOf(BOOK, CALLS, false);
    const all = before.div(100).neg().plus("0.01").toFixed();
    const goal = await seek(BOOK, CALLS, { bring: all });
    expect(goal).toMatchObject({ found: null, isBounded: false, isSmallest: false, why: "kept-prices" });
  });

  test("a month is what the calls are divided by", async () => {
    const half = CALLS.slice(0, 15).concat(callOf(15, "UK", 0));
    const goal = await seek(BOOK, half, { bring: "0.50", duplicates: "keep" });
    expect(goal.months).toEqual({ numerator: 15, denominator: 31 });
    const before = retailOf(BOOK, half, false);
    const after = retailOf(raised(BOOK, goal.found?.percent ?? "") as BookData, half, false);
    expect(Number(after.minus(before).times(31).div(15))).toBeGreaterThanOrEqual(50);
  });

  test("columns bring what records bring; the margin is retail less wholesale", async () => {
    const calls = CALLS.map((call) => ({ ...call, costCDR: "1" }));
    const columns = columnsFromRecords(calls);
    const goals = [
      await seek(BOOK, calls, { bring: "0.50" }),
      await seek(BOOK, calls, { bring: "0.50", of: "margin" }),
      await seek(BOOK, [], { bring: "0.50", calls: () => [columns] }),
    ];
    expect(goals[1]).toEqual({ ...goals[0], of: "margin" });
    expect(goals[2]).toEqual(goals[0]);
  });
});

describe("where there is no such percentage", () => {
  test("all is capped: even 1000 % does not bring it", async () => {
    const [uk, mobile] = BOOK.tariffs ?? [];
    const capped = { ...BOOK, tariffs: [{ ...uk, baseCostMax: 1 }, mobile] } as BookData;
    const calls = CALLS.filter(({ tariffType }) => tariffType === "UK");
    const bookAt = (percent: string): OpenedBook | ActionError => {
      const book = raised(capped, percent, "costOnly");
      return isActionError(book) ? book : openBook(book);
    };
    const goal = await seek(capped, calls, { bring: 1, bookAt });
    expect(goal).toMatchObject({ found: null, smaller: { percent: "1000", brings: "0" }, isBounded: false });
  });

  test("a price would be beyond the largest: the one before it is told", async () => {
    const [uk, mobile] = BOOK.tariffs ?? [];
    const dear = { ...BOOK, tariffs: [uk, { ...mobile, baseCostSecondaryConnection: 990_000 }] } as BookData;
    const goal = await seek(dear, CALLS, { bring: 50 });
    // 990,000 may rise to 1,000,000, a little more than one percent.
    expect(goal).toMatchObject({ found: null, smaller: { percent: "1.010101" }, isBounded: true });
  });

  test("what cannot be sought is said", async () => {
    await expect(seek(BOOK, [], { bring: 1 })).rejects.toThrow("None of the calls is rated");
    await expect(seek(BOOK, CALLS, { bring: 1, of: "margin" })).rejects.toThrow("no margin");
    await expect(seek(BOOK, CALLS, { bring: 0 })).rejects.toThrow("other than 0");
    await expect(seek(BOOK, CALLS, { bring: "much" })).rejects.toThrow('"much" is not an amount');
    const bookAt = (percent: string): ActionError =>
      increaseBook(
        BOOK,
        [{ resource: "tariffs", id: 99, increaseScope: "costOnly", increasePercent: percent }],
        5,
      ) as ActionError;
    await expect(seek(BOOK, CALLS, { bring: 1, bookAt })).rejects.toThrow(
      "No record of tariffs has the id 99",
    );
  });

  test("prices below zero, and allowances in pounds: a smaller percentage is not ruled out", async () => {
    const [uk, mobile] = BOOK.tariffs ?? [];
    const falling = { ...BOOK, tariffs: [{ ...uk, baseCostConnection: "-0.5" }, mobile] } as BookData;
    expect(await seek(falling, CALLS, { bring: "0.50" })).toMatchObject({
      isSmallest: false,
      why: "falling-prices",
    });
    const plans = [{ id: 1, discountPlanName: "Minutes", allowanceValue: 1 }];
    const goal = await seek({ ...BOOK, discountPlans: plans }, CALLS, { bring: "0.50", discounts: true });
    expect(goal).toMatchObject({ isSmallest: false, why: "value-allowances" });
  });
});

/** Prices with few and many decimals, so that steps of all sizes come up. */
const price = fc.oneof(
  fc.integer({ min: 0, max: 400 }).map((units) => new Decimal(units).div(10).toFixed()),
  fc.integer({ min: 1, max: 99_999 }).map((units) => new Decimal(units).div(10_000).toFixed()),
);

const anyBook = fc
  .record({
    costs: fc.tuple(price, price),
    connection: price,
    minimum: price,
    cap: fc.integer({ min: 20, max: 60 }),
    roundPence: fc.constantFrom(undefined, "0.1", "1"),
    minutes: fc.integer({ min: 0, max: 200 }),
    discountPercent: fc.constantFrom(undefined, 10, 50),
  })
  .map(
    ({ costs, connection, minimum, cap, roundPence, minutes, discountPercent }): BookData => ({
      ...BOOK,
      tariffs: [
        {
          id: 1,
          name: "UK",
          tariffClass: "national",
          baseCost: costs[0],
          baseCostConnection: connection,
          baseCostMax: cap,
          baseRoundPence: roundPence,
        },
        { id: 2, name: "Mobile", tariffClass: "mobile", baseCost: costs[1], baseCostMin: minimum },
      ],
      discountPlans: [{ id: 1, discountPlanName: "Minutes", allowanceMinutes: minutes, discountPercent }],
    }),
  );

test("goals are hit within one quantum, whatever the book, and no tried percentage below brings them", async () => {
  await fc.assert(
    fc.asyncProperty(
      anyBook,
      fc.integer({ min: 1, max: 300 }),
      fc.boolean(),
      async (data, pence, discounts) => {
        const bring = new Decimal(pence).div(100).toFixed();
        const goal = await seek(data, CALLS, { bring, discounts });
        const before = retailOf(data, CALLS, discounts);
        const bringsAt = (percent: string): Decimal =>
          retailOf(raised(data, percent) as BookData, CALLS, discounts).minus(before);
        expect(goal.smaller.brings).toBe(bringsAt(goal.smaller.percent).toFixed());
        expect(bringsAt(goal.smaller.percent).lt(pence)).toBe(true);
        if (goal.found === null) {
          expect(goal.smaller.percent).toBe("1000");
          return;
        }
        expect(goal.found.brings).toBe(bringsAt(goal.found.percent).toFixed());
        expect(bringsAt(goal.found.percent).gte(pence)).toBe(true);
        expect(new Decimal(goal.found.percent).minus(goal.smaller.percent).toFixed()).toBe("0.000001");
        for (const share of [0.1, 0.5, 0.9, 0.99, 0.9999]) {
          const percent = new Decimal(goal.found.percent).times(share).toDecimalPlaces(6, Decimal.ROUND_DOWN);
          expect(bringsAt(percent.toFixed()).lt(pence)).toBe(true);
        }
      },
    ),
    runs(300),
  );
});
