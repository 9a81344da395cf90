/** The charges workload of the benches: its book, and its plain baseline beside the engine (R60 to R75). */
import { expect, test } from "vitest";
import { chargePlainly } from "../../bench/charges/charges-baseline.ts";
import { makeChargesBook, NEXT_MONTH, YEAR } from "../../bench/charges/charges-book.ts";
import { charges, checkBook, openBook } from "../../src/index.ts";

const data = makeChargesBook({ features: 400 });

test("a book of charges has no problem, and the same seed gives the same features", () => {
  expect(checkBook(data)).toEqual({ problems: [], warnings: [] });
  expect(makeChargesBook({ features: 400 })).toEqual(data);
});

test("the plain baseline gives what the engine gives, over a year and for the month after it", () => {
  const year = charges(openBook(data), YEAR.from, YEAR.to);
  expect(year.errors).toEqual([]);
  const states = new Map(year.features.map((state) => [state.id, state]));
  const stored = data.features.map((feature) => ({ ...feature, ...states.get(String(feature.id)) }));
  const month = charges(openBook({ ...data, features: stored }), NEXT_MONTH.from, NEXT_MONTH.to);
  for (const feature of data.features) {
    const own = (transactions: typeof year.transactions) =>
      transactions.filter(({ featureID }) => featureID === String(feature.id));
    const plain = chargePlainly(feature, YEAR.to);
    expect(own(year.transactions)).toMatchObject(plain.transactions);
    expect(own(year.transactions)).toHaveLength(plain.transactions.length);
    expect(states.get(String(feature.id))?.dueDate).toBe(plain.dueDate);
    const after = chargePlainly(feature, NEXT_MONTH.to, plain.dueDate).transactions;
    expect(own(month.transactions)).toMatchObject(after);
    expect(own(month.transactions)).toHaveLength(after.length);
  }
});
