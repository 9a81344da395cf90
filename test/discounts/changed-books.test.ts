/** R41, R44: a state goes on in a book that has changed since: what it says decides, and nothing is used twice. */
import { describe, expect, test } from "vitest";
import {
  applyDiscounts,
  type DiscountState,
  DiscountStateError,
  mergeDiscountStates,
} from "../../src/index.ts";
import { costs, discounted, plan, type SmallBook, smallBook } from "./small-book.ts";

const TEN = plan("ten", { allowanceMinutes: 10 });
const BOOK: SmallBook = { plans: [TEN], numbers: [{ discountPlan1: "ten" }] };

/** The state after four minutes of number 1 on 1 October. */
function stateOf(book: SmallBook): DiscountState {
  return JSON.parse(
    JSON.stringify(discounted(smallBook(book), [{ id: 1, duration: 240 }]).state),
  ) as DiscountState;
}

/** Ten minutes of number 1 in the changed book, on the next day. */
function next(book: SmallBook, state: DiscountState, numberID = 1): ReturnType<typeof discounted> {
  const call = { id: 2, numberID, startDate: "2026-10-02", duration: 600 };
  return discounted(smallBook(book), [call], state);
}

describe("R44 a state goes on", () => {
  test("where other numbers, tariffs and customers have come to the book", () => {
    const rest = { customers: [7, 8].map((id) => ({ id, defaultNationalTariff: "T" })) };
    const numbers = [{ discountPlan1: "ten" }, { customerID: 8, discountPlan1: "ten" }];
    const batch = next({ ...BOOK, numbers, rest }, stateOf(BOOK));
    expect(costs(batch)).toEqual(["24"]);
    expect(batch.notes).toEqual([]);
  });

  test("where the allowance grew, and with the new discount of a plan", () => {
    const grown = { ...BOOK, plans: [plan("ten", { allowanceMinutes: 12, discountPercent: 50 })] };
    const batch = next(grown, stateOf(BOOK));
    expect(batch.pools[0]).toMatchObject({ usedSeconds: "720", allowanceSeconds: "720" });
    expect(batch.notes).toEqual([]);
  });

  test("where the allowance shrank below what is used: nothing is left, and that is told", () => {
    const batch = next({ ...BOOK, plans: [plan("ten", { allowanceMinutes: 3 })] }, stateOf(BOOK));
    expect(costs(batch)).toEqual(["60"]);
    expect(batch.pools[0]).toMatchObject({ usedSeconds: "240", allowanceSeconds: "180" });
    expect(batch.notes).toEqual([
      {
        kind: "exceeded",
        pool: expect.objectContaining({ customerID: "7", discountPlan: "ten", startDate: "2026-10-01" }),
        message:
          "Of customer 7's pool of number 1 of ten from 2026-10-01 240 s are used, and it holds 180 now (600 when the state was made): calls that came before keep what they got.",
      },
    ]);
    // Told where calls come to it.
    const other = discounted(smallBook(BOOK), [{ numberID: 2, startDate: "2026-10-02" }], stateOf(BOOK));
    expect(other.notes).toEqual([]);
  });

  test("where a plan of the same id has another name: what was used goes along, and that is told", () => {
    const renamed = {
      plans: [{ ...TEN, discountPlanName: "Ten minutes" }],
      numbers: [{ discountPlan1: "Ten minutes" }],
    };
    const batch = next(renamed, stateOf(BOOK));
    expect(costs(batch)).toEqual(["24"]);
    expect(batch.pools).toHaveLength(1);
    expect(batch.notes.map(({ kind, message }) => [kind, message])).toEqual([
      [
        "moved",
        "What was used of customer 7's pool of number 1 of ten from 2026-10-01 went along to customer 7's pool of number 1 of Ten minutes from 2026-10-01, as the book names it now.",
      ],
    ]);
    expect(batch.state.pools[0]).toMatchObject({ discountPlan: "Ten minutes", discountPlanID: "ten" });
  });

  test("where all that filled a pool fills another one now, or two pools have become one", () => {
    const numbers = [{ discountPlan1: "ten" }, { discountPlan1: "ten" }];
    const apart = discounted(smallBook({ ...BOOK, numbers }), [
      { id: 1, duration: 240 },
      { id: 2, numberID: 2, duration: 300 },
    ]).state;
    const shared = numbers.map((number) => ({ ...number, discountPlanAllowancePoolName: "office" }));
    const batch = next({ ...BOOK, numbers: shared }, apart);
    expect(batch.pools).toMatchObject([
      { discountPlanAllowancePoolName: "office", usedSeconds: "1140", allowanceSeconds: "1200" },
    ]);
    expect(batch.notes.map(({ kind }) => kind)).toEqual(["moved", "moved"]);
  });

  test("where the carriers have left, whose pool is carried along as it was", () => {
    const state = stateOf(BOOK);
    const batch = next({ plans: [TEN], numbers: [{}, { discountPlan1: "ten" }] }, state, 2);
    expect(costs(batch)).toEqual(["0"]);
    expect(batch.state.pools[0]).toEqual(state.pools[0]);
    expect(batch.pools[0]).toMatchObject({ numberID: "1", usedSeconds: "240", allowanceSeconds: "600" });
  });

  test("into the next billing period, whatever became of its plans", () => {
    const replaced = { plans: [plan("new", { allowanceMinutes: 5 })], numbers: [{ discountPlan1: "new" }] };
    const batch = discounted(
      smallBook(replaced),
      [{ id: 2, startDate: "2026-11-01", duration: 600 }],
      stateOf(BOOK),
    );
    expect(costs(batch)).toEqual(["30"]);
  });
});

describe("R44 a state is refused, with the difference in words", () => {
  test("where costs have fewer places than what was used, and the setting is named", () => {
    const state = stateOf(BOOK);
    const finer = { ...state, pools: state.pools.map((pool) => ({ ...pool, usedValue: "0.033889" })) };
    expect(() => next({ ...BOOK, rest: { costDecimals: 2 } }, finer)).toThrow(
      new DiscountStateError(
        "The discount state's usedValue 0.033889 has more than 4 decimal places, as many as costDecimals and currencyDecimals of the book allow; set costDecimals to what it was when the state was made, or discount the calls of its billing periods again without the state.",
      ),
    );
  });

  test("where a plan under another name and id would begin full", () => {
    const renamed = {
      plans: [plan("Ten minutes", { allowanceMinutes: 10 })],
      numbers: [{ discountPlan1: "Ten minutes" }],
    };
    expect(() => next(renamed, stateOf(BOOK))).toThrow(DiscountStateError);
    expect(() => next(renamed, stateOf(BOOK))).toThrow(
      "customer 7's pool of number 1 of ten from 2026-10-01 has used 240 s, and the book has no plan ten (id ten) any more; number 1 now carries Ten minutes, which it did not. If that is the same plan, give it its name or its id again",
    );
  });

  test("but not for another plan that was carried beside the one that is gone", () => {
    const data = plan("data", { allowanceBytes: 1_000_000, allowanceMinutes: 1 });
    const both = { plans: [TEN, data], numbers: [{ discountPlan1: "ten", discountPlan2: "data" }] };
    const without = { plans: [data], numbers: [{ discountPlan1: "data" }] };
    expect(costs(next(without, stateOf(both)))).toEqual(["54"]);
  });

  test("where numbers that shared a pool would begin one of their own", () => {
    const numbers = [1, 2].map(() => ({ discountPlan1: "ten", discountPlanAllowancePoolName: "office" }));
    const state = stateOf({ ...BOOK, numbers });
    const apart = { ...BOOK, numbers: [numbers[0] ?? {}, { discountPlan1: "ten" }] };
    // The number that stayed goes on; the one that left has used an unknown part of the pool.
    expect(costs(next(apart, state))).toEqual(["24"]);
    expect(() => next(apart, state, 2)).toThrow(
      "number 2 filled customer 7's pool office of ten from 2026-10-01, which has used 240 s, and now fills customer 7's pool of number 2 of ten from 2026-10-01",
    );
  });

  test.each([
    ["currency", { currency: "EUR" }, /counts money in GBP and this one in EUR/],
    ["zone", { timeZone: "Europe/Dublin" }, /has days of Europe\/London and this one of Europe\/Dublin/],
    ["billing period", { billingPeriodStartDay: 3 }, /start on day 1 and this one on day 3/],
  ])("where the book's %s is another", (_, rest, message) => {
    expect(() => next({ ...BOOK, rest }, stateOf(BOOK))).toThrow(message);
  });

  test("where states to be joined are of such books", () => {
    const other = stateOf({ ...BOOK, rest: { timeZone: "Europe/Dublin" } });
    expect(() => mergeDiscountStates([stateOf(BOOK), other])).toThrow(
      /The states cannot be joined: one has days/,
    );
  });
});

test("R44 an empty state fits every book", () => {
  expect(applyDiscounts(smallBook(BOOK), [], mergeDiscountStates([])).pools).toEqual([]);
});
