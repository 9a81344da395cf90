/** R40 to R45: what holds of discounts whatever the book and the calls are. */
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  applyDiscounts,
  type CallRecord,
  type CallResult,
  COMPONENTS,
  type DiscountedBatch,
  type DiscountPool,
  type DiscountState,
  fromRecord,
  mergeDiscountStates,
  minimumSpendLines,
  type OpenedBook,
  openBook,
  type RatedCall,
  type RatedRecord,
  type ResultRecord,
  rateCall,
  reapplyDiscountPlans,
  toRecord,
} from "../../src/index.ts";
import { byRows } from "../engine/by-rows.ts";
import { Ratio } from "../second-opinion/ratio.ts";
import { Exact } from "../second-opinion/values.ts";
import { asData } from "./any-book.ts";
import { anyDiscountCase, DAYS, type DiscountCase } from "./any-discount-book.ts";
import type { Row } from "./any-rate.ts";
import { atLeast, expectSame, runs, shrinkingBriefly } from "./runs.ts";

const LIMITS = ["Seconds", "Bytes", "Events", "Calls", "Value"] as const;
const ZERO = Ratio.of(0);

function exact(text: string): Ratio {
  return Ratio.of(new Exact(text));
}

function sum(texts: readonly string[]): Ratio {
  return texts.map(exact).reduce((total, value) => total.plus(value), ZERO);
}

/** Every call has an id of its own here, so that results can be told apart in any order. */
function withIDs({ calls }: DiscountCase): DiscountCase["calls"] {
  return calls.map((own) => ({ ...own, call: { ...own.call, id: own.call.id ?? `without ${own.line}` } }));
}

function rated(book: OpenedBook, calls: DiscountCase["calls"]): CallResult[] {
  return calls.map(({ call, line }) => rateCall(byRows(book), call as CallRecord, { line }));
}

/** A result from the JSON of its record, and the call that was rated. */
function storedAndBack(result: CallResult, call: CallRecord): CallResult {
  const record = JSON.parse(JSON.stringify(result)) as ResultRecord;
  return fromRecord(record as RatedRecord, { ...call, external: call.external ?? null });
}

function isRated(result: CallResult): result is RatedCall {
  return result.outcome === "rated";
}

/** Records in the order of their ids. */
function told(calls: readonly CallResult[]): unknown[] {
  const key = (call: CallResult): string => String(call.id);
  return [...calls].sort((a, b) => (key(a) < key(b) ? -1 : 1)).map((call) => toRecord(call));
}

/** Batch after batch, each from the JSON of the state before it. */
function inBatches(book: OpenedBook, batches: readonly CallResult[][]): DiscountedBatch {
  let state: DiscountState | undefined;
  let pools: readonly DiscountPool[] = [];
  const calls: CallResult[] = [];
  for (const batch of batches) {
    const applied = applyDiscounts(book, batch, state);
    state = JSON.parse(JSON.stringify(applied.state)) as DiscountState;
    pools = applied.pools;
    calls.push(...applied.calls);
  }
  return { calls, pools, notes: [], state: state ?? { version: 2, book: null, pools: [] } };
}

test("R41-R44 nothing is drawn twice, lost, or below zero; order, batches and customers apart make no difference", () => {
  const seen = { calls: 0, covered: 0, pools: 0, apart: 0 };
  fc.assert(
    fc.property(
      anyDiscountCase(50),
      shrinkingBriefly((drawn: DiscountCase) => {
        const book = openBook(asData(drawn.book));
        const inOrder = rated(book, withIDs(drawn));
        const one = applyDiscounts(book, inOrder);
        const discounted = one.calls.filter(isRated);
        seen.calls += discounted.length;
        seen.covered += discounted.filter((call) => call.discounts.length > 0).length;
        seen.pools += one.pools.length;

        checkConservation(one, book);

        // R42: the order of the input decides nothing.
        const batches = [2, 0, 1].map((batch) => inOrder.filter((_, at) => drawn.calls[at]?.batch === batch));
        const other = applyDiscounts(book, batches.flat().reverse());
        expectSame(told(other.calls), told(one.calls), () => drawn);
        expectSame([other.pools, other.state], [one.pools, one.state], () => drawn);

        // R44: batches that follow each other in time.
        const day = (call: CallResult): string =>
          String(withIDs(drawn).find((own) => String(own.call.id) === call.id)?.call.startDate);
        const byDay = DAYS.map((own) => inOrder.filter((call) => day(call) === own));
        const split = inBatches(book, byDay);
        expectSame(told(split.calls), told(one.calls), () => drawn);
        expectSame([split.pools, split.state], [one.pools, one.state], () => drawn);

        // R44: from scratch again.
        expectSame(told(reapplyDiscountPlans(book, split.calls).calls), told(one.calls), () => drawn);

        // R30, R44: records give what results gave, discounted before or not, and are the same records again.
        const ids = withIDs(drawn);
        const fromStored = (calls: readonly CallResult[]): CallResult[] =>
          calls.map((call, at) => storedAndBack(call, ids[at]?.call as CallRecord));
        expectSame(fromStored(one.calls).map(toRecord), one.calls.map(toRecord), () => drawn);
        for (const calls of [inOrder, one.calls]) {
          const again = reapplyDiscountPlans(book, fromStored(calls));
          expectSame(again.calls.map(toRecord), one.calls.map(toRecord), () => drawn);
          expectSame([again.pools, again.state], [one.pools, one.state], () => drawn);
        }

        // In any batches at all, late or not, the pools keep their limits.
        checkConservation(inBatches(book, batches), book);

        // R41: no pool is shared between customers.
        const customers = [...new Set(inOrder.map((call) => (isRated(call) ? call.customerID : null)))];
        const apart = customers.map((customer) =>
          applyDiscounts(
            book,
            inOrder.filter((call) => (isRated(call) ? call.customerID : null) === customer),
          ),
        );
        if (customers.length > 2) seen.apart++;
        expectSame(told(apart.flatMap(({ calls }) => calls)), told(one.calls), () => drawn);
        expectSame(mergeDiscountStates(apart.map(({ state }) => state)), one.state, () => drawn);

        // R45: padding is what is missing, to the last digit, and changes no call.
        for (const line of DAYS.flatMap((own) => minimumSpendLines(book, one.calls, own))) {
          expect(exact(line.padding).isAbove(ZERO)).toBe(true);
          expect(sum([line.callTotal, line.padding])).toEqual(exact(line.minimum));
        }
      }),
    ),
    runs(80),
  );
  expect(seen.covered).toBeGreaterThan(atLeast(200));
  expect(seen.pools).toBeGreaterThan(atLeast(40));
  expect(seen.apart).toBeGreaterThan(atLeast(3));
});

/** R41 to R43: pools keep their limits, and what is taken off is what pools and covers say, to the last digit. */
function checkConservation({ calls, pools }: DiscountedBatch, { settings }: OpenedBook): void {
  const given = new Map<string, string[]>();
  for (const call of calls.filter(isRated)) {
    const record = toRecord(call) as unknown as Record<string, string>;
    for (const [at, component] of COMPONENTS.entries()) {
      const [base, cost] = [record[`costBase${component}`] ?? "", record[`cost${component}`] ?? ""];
      const parts = call.discounts.map((cover) => String(cover.components[at]));
      expect(sum([cost, ...parts])).toEqual(exact(base));
      if (exact(base).isAbove(ZERO)) expect(ZERO.isAbove(exact(cost))).toBe(false);
      else expect(cost).toBe(base);
    }
    expect(sum([call.cost, ...call.discounts.map(({ discount }) => discount)])).toEqual(exact(call.costBase));
    for (const { discountPlan, discount, pool } of call.discounts) {
      if (pool === undefined) continue;
      const key = poolKey({ ...pool, discountPlan });
      given.set(key, [...(given.get(key) ?? []), discount]);
    }
  }
  const pound = Ratio.of(10 ** settings.currencyDecimals);
  for (const pool of pools) {
    for (const limit of LIMITS) {
      const [allowance, used] = [pool[`allowance${limit}`], pool[`used${limit}`]];
      expect(ZERO.isAbove(exact(used))).toBe(false);
      if (allowance !== null) expect(exact(used).isAbove(exact(allowance))).toBe(false);
    }
    const discounts = given.get(poolKey(pool)) ?? [];
    expect(sum(discounts)).toEqual(exact(pool.usedValue).times(pound));
    expect(String(discounts.length)).toBe(pool.usedCalls);
    given.delete(poolKey(pool));
  }
  expect([...given.keys()]).toEqual([]);
}

const POOL_FIELDS = ["customerID", "discountPlan", "startDate", "discountPlanAllowancePoolName", "numberID"];

function poolKey(pool: object): string {
  return JSON.stringify(POOL_FIELDS.map((field) => (pool as Row)[field] ?? null));
}

const ONE_LIMIT = [
  "allowanceMinutes",
  "allowanceBytes",
  "allowanceEvents",
  "allowanceCalls",
  "allowanceValue",
] as const;

test("R42 R43 under one prorata plan of one limit, more allowance never costs more", () => {
  let cheaper = 0;
  fc.assert(
    fc.property(
      anyDiscountCase(40),
      fc.constantFrom(...ONE_LIMIT),
      fc.nat({ max: 5 }),
      fc.nat({ max: 5 }),
      shrinkingBriefly(
        (drawn: DiscountCase, limit: (typeof ONE_LIMIT)[number], less: number, more: number) => {
          const [plan] = drawn.book.discountPlans as readonly Row[];
          const others = Object.fromEntries(ONE_LIMIT.map((field) => [field, undefined]));
          const each = {
            allowanceMinutes: 2,
            allowanceBytes: 400_000,
            allowanceEvents: 2,
            allowanceCalls: 1,
            allowanceValue: "0.03",
          };
          const costs = (featureCount: number): string[] => {
            const only = { ...plan, ...others, [limit]: each[limit], partial: "prorata" };
            const carrying = { ...NO_PLANS, discountPlan1: plan?.discountPlanName };
            const customers = drawn.book.customers as readonly Row[];
            const book = openBook(
              asData({
                ...drawn.book,
                discountPlans: [only],
                tariffs: (drawn.book.tariffs as readonly Row[]).map(withoutPlans),
                numbers: (drawn.book.numbers as readonly Row[]).map((own) => ({ ...own, ...NO_PLANS })),
                standardFeatures: [],
                features: customers.map(({ id }, at) => ({
                  id: at,
                  customerID: id,
                  featureCount,
                  ...carrying,
                })),
              }),
            );
            return applyDiscounts(book, rated(book, withIDs(drawn)))
              .calls.filter(isRated)
              .map(({ cost }) => cost);
          };
          const dear = costs(less);
          for (const [at, cost] of costs(less + more).entries()) {
            expect(exact(cost).isAbove(exact(dear[at] ?? ""))).toBe(false);
            if (cost !== dear[at]) cheaper++;
          }
        },
      ),
    ),
    runs(120),
  );
  expect(cheaper).toBeGreaterThan(atLeast(10));
});

const PLACES = ["discountPlan1", "discountPlan2", "discountPlan3", "discountPlan4"];
const NO_PLANS: Row = Object.fromEntries(PLACES.map((place) => [place, undefined]));

function withoutPlans(tariff: Row): Row {
  const lines = (tariff.rates ?? []) as readonly Row[];
  return {
    ...tariff,
    baseDiscountPlan: undefined,
    rates: lines.map((line) => ({ ...line, discountPlan: undefined })),
  };
}

test("R40 a plan that covers nothing changes nothing, wherever it stands", () => {
  fc.assert(
    fc.property(
      anyDiscountCase(40),
      fc.constantFrom<Row>(
        { allowanceCalls: 0 },
        { allowanceValue: 0 },
        { discountPercent: 50, allowanceCalls: 0 },
        { discountPencePerCall: 3, appliesTo: { callTypes: ["Nobody's"] } },
        { coverPerCallSeconds: 0, allowanceMinutes: 0 },
      ),
      shrinkingBriefly((drawn: DiscountCase, effect: Row) => {
        const before = openBook(asData(drawn.book));
        const nothing = { id: 99, discountPlanName: "Nothing", ...effect };
        const book = openBook(
          asData({
            ...drawn.book,
            callTypes: [
              ...(drawn.book.callTypes as readonly Row[]),
              { name: "Nobody's", tariffClass: "bespoke1" },
            ],
            discountPlans: [...(drawn.book.discountPlans as readonly Row[]), nothing],
            numbers: (drawn.book.numbers as readonly Row[]).map((own) => ({
              ...own,
              discountPlan4: own.discountPlan4 ?? "Nothing",
            })),
            features: [
              ...(drawn.book.features as readonly Row[]),
              ...(drawn.book.customers as readonly Row[]).map(({ id }, at) => ({
                id: -at - 1,
                customerID: id,
                discountPlan1: "Nothing",
                startDate: "2020-01-01",
              })),
            ],
          }),
        );
        const wanted = applyDiscounts(before, rated(before, withIDs(drawn)));
        const actual = applyDiscounts(book, rated(book, withIDs(drawn)));
        const pools = actual.pools.filter(({ discountPlan }) => discountPlan !== "Nothing");
        expectSame(told(actual.calls), told(wanted.calls), () => ({ ...drawn, effect }));
        expectSame(pools, wanted.pools, () => ({ ...drawn, effect }));
      }),
    ),
    runs(40),
  );
});
