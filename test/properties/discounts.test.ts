/**
 * R40 to R45 against the second opinion, on random books, calls and batches: every component of every call,
 * every pool's figures, late flags and padding lines.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  applyDiscounts,
  type CallRecord,
  type CallResult,
  type DiscountState,
  minimumSpendLines,
  openBook,
  rateCall,
  toRecord,
} from "../../src/index.ts";
import { byRows } from "../engine/by-rows.ts";
import { createSecondOpinion, type Row } from "../second-opinion/index.ts";
import { asData } from "./any-book.ts";
import { anyDiscountCase, DAYS, type DiscountCase } from "./any-discount-book.ts";
import { atLeast, expectSame, runs, shrinkingBriefly } from "./runs.ts";

test("R40-R45 batches of calls cost, draw and are padded as the second opinion has it", () => {
  const met = new Map<string, number>();
  const meet = (what: string, isMet: boolean): void => {
    if (isMet) met.set(what, (met.get(what) ?? 0) + 1);
  };
  fc.assert(
    fc.property(
      anyDiscountCase(50),
      shrinkingBriefly((drawn: DiscountCase) => {
        const engine = throughEngine(drawn);
        const opinion = throughOpinion(drawn);
        for (const [at, wanted] of opinion.calls.entries()) {
          expectSame(engine.calls[at], wanted, () => ({ ...drawn, at }));
          meet("rated", "cost" in wanted);
          meet("discounted", "discountPlans" in wanted);
          meet("several plans", String(wanted.discountPlans ?? "").includes(", "));
          meet("late", wanted.late === true);
          meet("by markup", wanted.method === "classMarkup" && "discountPlans" in wanted);
          meet("access charge", wanted.costAccessCharge !== wanted.costBaseAccessCharge);
        }
        expectSame(engine.pools, opinion.pools, () => drawn);
        for (const pool of opinion.pools) {
          meet("named pool", pool.discountPlanAllowancePoolName !== null);
          meet("number's pool", pool.numberID !== null);
          meet("customer's pool", pool.numberID === null && pool.discountPlanAllowancePoolName === null);
          for (const unit of ["Seconds", "Bytes", "Events", "Calls", "Value"]) {
            const [allowance, used] = [pool[`allowance${unit}`], pool[`used${unit}`]];
            meet(`${unit} used up`, allowance === used && used !== "0");
            meet(`${unit} left`, allowance !== null && allowance !== used && used !== "0");
          }
        }
        expectSame(engine.padding, opinion.padding, () => drawn);
        meet("padding", opinion.padding.length > 0);
      }),
    ),
    runs(120),
  );
  expect(met.get("rated") ?? 0).toBeGreaterThan(atLeast(800));
  // A comparison in which something never comes up would prove nothing of it.
  if ((met.get("rated") ?? 0) > 1_500) expect([...met.keys()].sort()).toEqual(TO_BE_MET);
});

test("R42 R43 the same of prices near the largest, in quanta of 8 decimals", () => {
  fc.assert(
    fc.property(
      anyDiscountCase(50).map(enlarged),
      shrinkingBriefly((drawn: DiscountCase) => {
        const [engine, opinion] = [throughEngine(drawn), throughOpinion(drawn)];
        expectSame(engine, opinion, () => drawn);
      }),
    ),
    runs(60),
  );
});

const BESIDE = [
  "accessCharge",
  "surchargeMobileOrigination",
  "surchargePayphoneOrigination",
  "surchargeCallRecording",
];
const OFF: readonly Row[] = [
  { coverPerCallSeconds: 3600 },
  {},
  { discountPencePerCall: "999.000001" },
  {},
  { discountPercent: "33.333333" },
];

/** The case with every price of a tariff just below a million pence, so that products pass 2^53. */
function enlarged({ book, calls }: DiscountCase): DiscountCase {
  const tariffs = (book.tariffs as readonly Row[]).map((tariff) =>
    Object.fromEntries(
      Object.entries(tariff).map(([field, value]) =>
        /^base(Cost|Access|Surcharge)/.test(field) && tariff.baseType !== "markup"
          ? [field, (999_000 + (Number(value) % 90) * 10 + 1e-6).toFixed(6)]
          : [field, value],
      ),
    ),
  );
  // Every second plan gives something off every component of every call; with limits few would have any.
  const discountPlans = (book.discountPlans as readonly Row[]).map((plan, at) =>
    at % 2 === 0
      ? { id: plan.id, discountPlanName: plan.discountPlanName, components: BESIDE, ...OFF[at] }
      : { ...plan, allowanceValue: plan.allowanceValue === undefined ? undefined : "54321.987654" },
  );
  return { book: { ...book, costDecimals: 8, tariffs, discountPlans }, calls };
}

const TO_BE_MET = [
  ...["rated", "discounted", "several plans", "late", "by markup", "access charge", "padding"],
  ...["named pool", "number's pool", "customer's pool"],
  ...["Seconds", "Bytes", "Events", "Calls", "Value"].flatMap((unit) => [`${unit} used up`, `${unit} left`]),
].sort();

interface Discounted {
  /** In the order of the lines. */
  readonly calls: readonly Row[];
  readonly pools: readonly Row[];
  readonly padding: readonly Row[];
}

/** Each batch from the state that the one before left, as JSON. */
function throughEngine({ book, calls }: DiscountCase): Discounted {
  const opened = byRows(openBook(asData(book)));
  let state: DiscountState | undefined;
  let pools: readonly unknown[] = [];
  const results: { line: number; result: CallResult }[] = [];
  for (const batch of [0, 1, 2]) {
    const own = calls.filter((call) => call.batch === batch);
    const rated = own.map(({ call, line }) => rateCall(opened, call as CallRecord, { line }));
    const applied = applyDiscounts(opened, rated, state);
    state = JSON.parse(JSON.stringify(applied.state)) as DiscountState;
    pools = applied.pools;
    for (const [at, { line }] of own.entries()) {
      results.push({ line, result: applied.calls[at] as CallResult });
    }
  }
  results.sort((a, b) => a.line - b.line);
  return {
    calls: results.map(({ result }) => withoutMessage(toRecord(result) as unknown as Row)),
    pools: inOrder(pools as readonly Row[]),
    padding: DAYS.flatMap((day) =>
      inOrder(
        minimumSpendLines(
          opened,
          results.map(({ result }) => result),
          day,
        ) as unknown as Row[],
      ),
    ),
  };
}

function throughOpinion({ book, calls }: DiscountCase): Discounted {
  const discounts = createSecondOpinion(book).discounts();
  const rows = [0, 1, 2].flatMap((batch) => {
    const own = calls.filter((call) => call.batch === batch);
    return discounts.apply(own).map((row, at) => ({ line: own[at]?.line ?? 0, row }));
  });
  return {
    calls: rows.sort((a, b) => a.line - b.line).map(({ row }) => withoutMessage(row)),
    pools: inOrder(discounts.pools()),
    padding: DAYS.flatMap((day) => inOrder(discounts.minimumSpend(day))),
  };
}

function withoutMessage({ message: _, ...row }: Row): Row {
  return row;
}

const KEYS = ["customerID", "discountPlan", "startDate", "discountPlanAllowancePoolName", "numberID"];

function inOrder(rows: readonly Row[]): Row[] {
  const key = (row: Row): string => JSON.stringify(KEYS.map((field) => row[field]));
  return [...rows].sort((a, b) => (key(a) < key(b) ? -1 : 1));
}
