/** R42: calls that no plan covers pass through a window without being held. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { DiscountRun, type DrawnCall, DrawWindow } from "../../src/discounts/index.ts";
import { CallOrderError } from "../../src/index.ts";
import { atLeast, runs } from "../properties/runs.ts";
import { plan, ratedCalls, smallBook } from "./small-book.ts";

const book = smallBook({
  plans: [plan("P", { allowanceMinutes: 5 })],
  numbers: [{ discountPlan1: "P" }],
});
const PLANNED = 1;

test("R42 a passed call counts as one that is held: the same calls draw the same, and the same order is refused", () => {
  const seen = { drawn: 0, refused: 0, together: 0 };
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 12 }),
      fc.array(fc.tuple(fc.integer({ min: 0, max: 24 }), fc.constantFrom(PLANNED, PLANNED, 2)), {
        maxLength: 60,
      }),
      (size, disorder) => {
        const calls = disorder
          .map(([shift, numberID], at) => ({ at, key: at + shift, numberID }))
          .sort((a, b) => a.key - b.key || a.at - b.at)
          .map(({ at, numberID }) => ({ id: at + 1, numberID, startTime: minute(at), duration: 50 }));
        const [held, passed] = [false, true].map((passes) => drawnThrough(calls, size, passes));
        expect(passed).toEqual(held);
        if (held === "refused") seen.refused++;
        else
          for (const items of held ?? []) {
            seen.drawn += items.length;
            if (items.length > 1) seen.together++;
          }
      },
    ),
    runs(300),
  );
  for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(atLeast(40));
});

type Calls = Parameters<typeof ratedCalls>[1];

function minute(at: number): string {
  return `00:${String(at).padStart(2, "0")}`;
}

/** The planned calls that are done after each call, with their discounts. */
function drawnThrough(calls: Calls, size: number, passes: boolean): readonly unknown[][] | "refused" {
  const run = new DiscountRun(book, undefined);
  const window = new DrawWindow<number>(run, size);
  const shown = (drawn: readonly DrawnCall<number>[]) =>
    drawn
      .filter(({ item }) => calls[item]?.numberID === PLANNED)
      .map(({ item, discount }) => [item, discount?.components]);
  const add = (result: ReturnType<typeof ratedCalls>[number], at: number) => {
    const call = run.callOf(result);
    return call === undefined && passes ? window.pass() : window.add(call, at);
  };
  try {
    const after = ratedCalls(book, calls).map((result, at) => shown(add(result, at)));
    return [...after, shown(window.finish())];
  } catch (error) {
    if (error instanceof CallOrderError) return "refused";
    throw error;
  }
}
