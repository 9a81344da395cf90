/** R42, R44: a stream of calls that come nearly in order, through a window of bounded size. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { applyDiscounts, CallOrderError, type CallResult, createDiscountWindow } from "../../src/index.ts";
import { runs } from "../properties/runs.ts";
import { plan, ratedCalls, smallBook } from "./small-book.ts";

const book = smallBook({
  plans: [plan("P", { allowanceMinutes: 5 })],
  numbers: [{ discountPlan1: "P" }, { discountPlan1: "P" }],
});

/** All calls through a window; what is held is never more than its size. */
function through(results: readonly CallResult[], size: number): readonly CallResult[] {
  const window = createDiscountWindow<number>(book, { size });
  const done: { result: CallResult; item: number }[] = [];
  for (const [at, result] of results.entries()) {
    done.push(...window.add(result, at));
    expect(at + 1 - done.length).toBeLessThan(size);
  }
  done.push(...window.finish());
  expect(done.map(({ item }) => item)).toEqual(results.map((_, at) => at));
  expect(window.state()).toEqual(applyDiscounts(book, results).state);
  return done.map(({ result }) => result);
}

test("R42 calls that come up to half the window's size after one that sorts behind them are discounted in their turn, and keep their order", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10 }),
      fc.array(fc.tuple(fc.integer({ min: 0, max: 9 }), fc.constantFrom(1, 2, 3, 99)), { maxLength: 60 }),
      (half, disorder) => {
        // Between a call and one that sorts behind it lie less than two halves of others.
        const calls = disorder
          .map(([shift, numberID], at) => ({ at, key: at + Math.min(shift, half), numberID }))
          .sort((a, b) => a.key - b.key || a.at - b.at)
          .map(({ at, numberID }) => ({
            id: at + 1,
            numberID,
            startTime: `00:${String(at).padStart(2, "0")}`,
            duration: 50,
          }));
        const results = ratedCalls(book, calls);
        expect(through(results, 4 * half + 4).map((call) => JSON.stringify(call))).toEqual(
          applyDiscounts(book, results).calls.map((call) => JSON.stringify(call)),
        );
      },
    ),
    runs(300),
  );
});

test("R42 a call further out of order is refused", () => {
  const calls = [5, 6, 7, 8, 9, 1].map((minute) => ({ startTime: `00:0${minute}` }));
  const window = createDiscountWindow<undefined>(book, { size: 4 });
  expect(() => {
    for (const result of ratedCalls(book, calls)) window.add(result, undefined);
    window.finish();
  }).toThrow(CallOrderError);
});

test("a full window lets half of its calls go at once, however few of them draw", () => {
  const calls = Array.from({ length: 600 }, (_, at) => ({ id: at + 1, numberID: at % 50 === 0 ? 1 : 3 }));
  const window = createDiscountWindow<number>(book, { size: 100 });
  const sizes = ratedCalls(book, calls).map((result, at) => window.add(result, at).length);
  expect(sizes.filter((size) => size > 0).every((size) => size >= 50)).toBe(true);
  expect(sizes.reduce((sum, size) => sum + size, 0) + window.finish().length).toBe(600);
});

test("a window holds at least two calls", () => {
  expect(() => createDiscountWindow(book, { size: 1 })).toThrow(RangeError);
  expect(() => createDiscountWindow(book, { size: Number.NaN })).toThrow(RangeError);
});
