/** A month of calls of many customers, whose numbers draw from pools: for workers that are killed, and for those that are timed. */
import { generateCalls, makeBook } from "../../../fixtures/generator/index.mjs";
import type { BookData, CallRecord } from "../../../src/model/index.ts";

/** A book and calls of its numbers, in order of their starts. */
export interface Month {
  readonly book: BookData;
  readonly calls: readonly CallRecord[];
}

/** Every number has an allowance that a month uses up; of every other customer all numbers draw from one pool. */
export function monthOfCalls({
  numbers,
  calls,
}: {
  readonly numbers: number;
  readonly calls: number;
}): Month {
  const book = makeBook({ numbers });
  const discountPlans = [
    ...(book.discountPlans ?? []),
    { id: "900", discountPlanName: "Ten minutes", allowanceMinutes: 10 },
  ];
  const drawing = book.numbers.map((number) => ({
    ...number,
    discountPlan1: "Ten minutes",
    ...(Number(number.customerID) % 2 === 0 ? { discountPlanAllowancePoolName: "shared" } : {}),
  }));
  return {
    book: { ...book, numbers: drawing, discountPlans },
    calls: [...generateCalls({ calls, numbers: book.numbers })],
  };
}

/** The calls cut into so many batches. */
export function inBatches<Call>(calls: readonly Call[], batches: number): readonly (readonly Call[])[] {
  const size = Math.ceil(calls.length / batches);
  return Array.from({ length: batches }, (_, at) => calls.slice(at * size, (at + 1) * size));
}
