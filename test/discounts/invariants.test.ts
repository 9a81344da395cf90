/** R40 to R44: what holds of every plan and every call, whatever they are. */
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  applyDiscounts,
  type CallRecord,
  type CallResult,
  COMPONENTS,
  createDiscounter,
  type DiscountedBatch,
  type DiscountPlan,
  type DiscountPool,
  type DiscountState,
  type OpenedBook,
  type RatedCall,
  rateCalls,
  reapplyDiscountPlans,
  sumAmounts,
  toRecord,
} from "../../src/index.ts";
import { atLeast, runs, shrinkingBriefly } from "../properties/runs.ts";
import { anyCalls, anyDiscounts, anyEffect } from "./any-discounts.ts";
import { callOf, discounted, plan, ratedOf, smallBook } from "./small-book.ts";

type Case = typeof anyDiscounts extends fc.Arbitrary<infer T> ? T : never;

function open(own: Case): { readonly book: OpenedBook; readonly rated: readonly CallResult[] } {
  const { costDecimals, billingPeriodStartDay } = own;
  const book = smallBook({ ...own, rest: { costDecimals, billingPeriodStartDay } });
  return { book, rated: rated(book, own.calls) };
}

function rated(book: OpenedBook, calls: readonly CallRecord[]): readonly CallResult[] {
  return [...rateCalls(book, calls.map(callOf))];
}

/** What a batch gave, by call. */
function told(batch: { readonly calls: readonly CallResult[] }): unknown {
  return Object.fromEntries(batch.calls.map((call) => [call.id, toRecord(call)]));
}

function isAtMost(a: string, b: string): boolean {
  return !sumAmounts([b, a.startsWith("-") ? a.slice(1) : `-${a}`]).startsWith("-");
}

function limitsOf(pool: DiscountPool): (readonly [string, string | null])[] {
  return [
    [pool.usedSeconds, pool.allowanceSeconds],
    [pool.usedBytes, pool.allowanceBytes],
    [pool.usedEvents, pool.allowanceEvents],
    [pool.usedCalls, pool.allowanceCalls],
    [pool.usedValue, pool.allowanceValue],
  ];
}

test("R41-R44 used never exceeds the allowance, and covered + uncovered = rated to the last digit", () => {
  const seen = { covered: 0, partly: 0 };
  fc.assert(
    fc.property(
      anyDiscounts,
      shrinkingBriefly((own: Case) => {
        const { book, rated } = open(own);
        const batch = applyDiscounts(book, rated);
        for (const pool of batch.pools) {
          for (const [used, allowed] of limitsOf(pool))
            expect(allowed === null || isAtMost(used, allowed)).toBe(true);
        }
        const value = new Map<string, string[]>();
        for (const call of ratedOf(batch)) {
          const record = toRecord(call) as unknown as Record<string, string>;
          for (const [at, component] of COMPONENTS.entries()) {
            const given = call.discounts.map((cover) => cover.components[at]);
            expect(sumAmounts([record[`cost${component}`], ...given])).toBe(record[`costBase${component}`]);
            expect(record[`cost${component}`]).not.toMatch(/^-/);
          }
          expect(sumAmounts([call.cost, ...call.discounts.map((cover) => cover.discount)])).toBe(
            call.costBase,
          );
          for (const cover of call.discounts) {
            seen.covered++;
            if (cover.coveredFraction !== "1") seen.partly++;
            if (cover.pool === undefined) continue;
            const key = JSON.stringify([cover.discountPlan, cover.pool]);
            value.set(key, [...(value.get(key) ?? []), cover.discount]);
          }
        }
        for (const pool of batch.pools) {
          const { customerID, discountPlanAllowancePoolName, numberID, startDate, endDate } = pool;
          const name = { customerID, discountPlanAllowancePoolName, numberID, startDate, endDate };
          const given = sumAmounts(value.get(JSON.stringify([pool.discountPlan, name])) ?? []);
          // Pounds are pence with the point two places further left.
          expect(pool.usedValue).toBe(pounds(given));
        }
      }),
    ),
    runs(150),
  );
  expect(seen.covered).toBeGreaterThan(0);
  expect(seen.partly).toBeGreaterThan(atLeast(0));
});

function pounds(pence: string): string {
  const [whole = "", part = ""] = pence.split(".");
  const digits = `${whole.padStart(3, "0")}${part}`;
  const places = part.length + 2;
  const text = `${digits.slice(0, -places)}.${digits.slice(-places)}`
    .replace(/\.?0*$/, "")
    .replace(/^0+(?=\d)/, "");
  return text === "" ? "0" : text;
}

test("R42 the order of the input decides nothing", () => {
  fc.assert(
    fc.property(
      anyDiscounts.chain((own) =>
        fc.record({
          own: fc.constant(own),
          shuffled: fc.shuffledSubarray(own.calls, { minLength: own.calls.length }),
        }),
      ),
      shrinkingBriefly(({ own, shuffled }: { own: Case; shuffled: CallRecord[] }) => {
        const { book, rated: inOrder } = open(own);
        const one = applyDiscounts(book, inOrder);
        const other = applyDiscounts(book, rated(book, shuffled));
        expect(told(other)).toEqual(told(one));
        expect(other.pools).toEqual(one.pools);
        expect(other.state).toEqual(one.state);
      }),
    ),
    runs(80),
  );
});

test("R44 batches in order, through JSON, streamed or again from scratch give what one batch gives", () => {
  fc.assert(
    fc.property(
      anyDiscounts,
      fc.array(fc.integer({ min: 0, max: 25 }), { maxLength: 4 }),
      shrinkingBriefly((own: Case, cuts: number[]) => {
        const { book, rated: inTurn } = open({ ...own, calls: [...own.calls].sort(byTurn) });
        const whole = applyDiscounts(book, inTurn);
        let state: DiscountState | undefined;
        let last: DiscountedBatch | undefined;
        const calls: CallResult[] = [];
        const places = [...new Set([0, ...cuts, inTurn.length])]
          .filter((cut) => cut <= inTurn.length)
          .sort((a, b) => a - b);
        for (const [at, from] of places.slice(0, -1).entries()) {
          last = applyDiscounts(book, inTurn.slice(from, places[at + 1]), state);
          state = JSON.parse(JSON.stringify(last.state)) as DiscountState;
          calls.push(...last.calls);
        }
        expect(told({ calls })).toEqual(told(whole));
        expect(last?.pools).toEqual(whole.pools);
        expect(state).toEqual(whole.state);
        expect(told(reapplyDiscountPlans(book, calls))).toEqual(told(whole));
        const discounter = createDiscounter(book);
        expect(told({ calls: inTurn.map((call) => discounter.apply(call)) })).toEqual(told(whole));
        expect(discounter.state()).toEqual(whole.state);
      }),
    ),
    runs(80),
  );
});

/** R42 once more, for calls whose ids are whole numbers or begin with x. */
function byTurn(a: CallRecord, b: CallRecord): number {
  const [one, other] = [a, b].map((call) => {
    const id = String(call.id);
    const number = id.startsWith("x") ? Number.POSITIVE_INFINITY : Number(id);
    return [`${call.startDate} ${call.startTime}`, number, id] as const;
  });
  for (const at of [0, 1, 2] as const) {
    if ((one?.[at] ?? 0) < (other?.[at] ?? 0)) return -1;
    if ((one?.[at] ?? 0) > (other?.[at] ?? 0)) return 1;
  }
  return 0;
}

test("R43 for a single plan with one limit and parts covered, more allowance never costs more", () => {
  const LIMITS = [
    "allowanceMinutes",
    "allowanceBytes",
    "allowanceEvents",
    "allowanceCalls",
    "allowanceValue",
  ] as const;
  fc.assert(
    fc.property(
      anyEffect,
      fc.constantFrom(...LIMITS),
      fc.integer({ min: 0, max: 12 }),
      fc.integer({ min: 0, max: 12 }),
      anyCalls,
      shrinkingBriefly(
        (
          effect: Partial<DiscountPlan>,
          limit: (typeof LIMITS)[number],
          less: number,
          more: number,
          calls: CallRecord[],
        ) => {
          const unit = limit === "allowanceBytes" ? 700_001 : 1;
          const costUnder = (amount: number): RatedCall[] => {
            const only = Object.fromEntries(LIMITS.map((name) => [name, undefined]));
            const value = limit === "allowanceValue" ? `0.${String(amount).padStart(2, "0")}` : amount * unit;
            const fields = { ...effect, ...only, [limit]: value, partial: "prorata" as const };
            const book = smallBook({ plans: [plan("P", fields)], numbers: [{ discountPlan1: "P" }] });
            return ratedOf(discounted(book, calls));
          };
          const dear = costUnder(less);
          const cheap = costUnder(less + more);
          for (const [at, call] of cheap.entries())
            expect(isAtMost(call.cost, dear[at]?.cost ?? "")).toBe(true);
        },
      ),
    ),
    runs(80),
  );
});

test("R40 a plan that covers nothing changes nothing", () => {
  fc.assert(
    fc.property(
      anyDiscounts,
      fc.constantFrom("allowanceMinutes", "allowanceCalls", "coverPerCallSeconds"),
      shrinkingBriefly((own: Case, limit: string) => {
        const isTimed = limit !== "allowanceCalls";
        const appliesTo = isTimed ? { callTypes: ["UK"] } : undefined;
        const useless: DiscountPlan = { ...plan("useless", { [limit]: 0 }), appliesTo };
        const { book, rated } = open(own);
        const numbers = own.numbers.map((number) => ({
          ...number,
          discountPlan3: "useless",
          discountPlan4: number.discountPlan1,
        }));
        const other = open({
          ...own,
          plans: [useless, ...own.plans],
          numbers: numbers.map((number) => ({ ...number })),
        });
        expect(told(applyDiscounts(other.book, other.rated))).toEqual(told(applyDiscounts(book, rated)));
      }),
    ),
    runs(100),
  );
});

test("R42 R43 the quick way gives what the fractions give", () => {
  const seen = { same: 0 };
  fc.assert(
    fc.property(
      anyDiscounts,
      shrinkingBriefly((own: Case) => {
        // 0 p a call changes no amount and is not on the quick way; free is 100 %.
        const slow = own.plans.map((each) => {
          const { discountPercent, discountPencePerCall = 0, discountPencePerMinute } = each;
          const isFree = [discountPercent, each.discountPencePerCall, discountPencePerMinute].every(
            (field) => field === undefined,
          );
          return { ...each, discountPencePerCall, ...(isFree && { discountPercent: 100 }) };
        });
        const quick = open(own);
        const other = open({ ...own, plans: slow });
        const batch = applyDiscounts(quick.book, quick.rated);
        const exact = applyDiscounts(other.book, other.rated);
        expect(told(batch)).toEqual(told(exact));
        expect(batch.pools).toEqual(exact.pools);
        seen.same++;
      }),
    ),
    runs(150),
  );
  expect(seen.same).toBeGreaterThan(0);
});
