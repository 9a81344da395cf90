/** R79: every figure of an explanation follows from those before it, and it ends in the transaction that charges give. */
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type BookData,
  type ChargeStep,
  charges,
  explainCharge,
  type Feature,
  type OpenedBook,
  openBook,
  type Transaction,
} from "../../src/index.ts";
import { formatChargeExplanation } from "../../src/report/index.ts";
import { atLeast, runs, shrinkingBriefly } from "../properties/runs.ts";
import { anyChargesCase, changed } from "../second-opinion/charges/any-charges-book.ts";
import { figuresOf, isShown, rounded, workedOut } from "./figures.ts";

const seen = { due: 0, recorded: 0, nothing: 0, error: 0, sums: 0, corrections: 0, instalments: 0 };

test("R79 every figure follows from the ones before it, in every book", () => {
  fc.assert(
    fc.property(
      anyChargesCase(2),
      fc.array(fc.nat({ max: 700 }), { minLength: 3, maxLength: 3 }),
      shrinkingBriefly((own, days) => {
        const first = own.book as BookData;
        const [from, to] = own.first;
        const before = openBook(first);
        const charged = charges(before, from, to);
        explainAll(before, charged.transactions, [from, ...daysAround(to, days)]);
        const states = new Map(charged.features.map((state) => [state.id, state]));
        const laid = (first.features ?? []).map((row) => ({ ...row, ...states.get(String(row.id)) }));
        const features = changed(laid, own.changes) as unknown as Feature[];
        const after = openBook({ ...first, features });
        const again = charges(after, ...own.second);
        explainAll(after, again.transactions, [from, to, ...daysAround(own.second[1], days)]);
      }),
    ),
    runs(500),
  );
  expect(seen.due).toBeGreaterThan(atLeast(1_800));
  expect(seen.recorded).toBeGreaterThan(atLeast(250));
  expect(seen.nothing).toBeGreaterThan(atLeast(2_000));
  expect(seen.error).toBeGreaterThan(atLeast(300));
  expect(seen.corrections).toBeGreaterThan(atLeast(150));
  // Few features have them, and each has many.
  expect(seen.instalments).toBeGreaterThan(atLeast(5));
});

/** Days up to seven hundred before a day. */
function daysAround(to: string, days: readonly number[]): string[] {
  return days.map((before) => new Date(Date.parse(to) - before * 86_400_000).toISOString().slice(0, 10));
}

/** Explains every feature on the days, and on some days of its transactions. */
function explainAll(book: OpenedBook, transactions: readonly Transaction[], days: readonly string[]): void {
  for (const { id } of book.records.features) {
    const own = transactions.filter(({ featureID }) => featureID === id);
    const some = [own[0], own[own.length >> 1], own[own.length - 1]];
    const dates = some.flatMap((charge) =>
      charge === undefined ? [] : [charge.transactionDate, charge.transactionEndDate],
    );
    for (const on of new Set([...days, ...dates])) checkExplanation(book, id, on);
  }
}

function checkExplanation(book: OpenedBook, id: string, on: string): void {
  const explained = explainCharge(book, id, on);
  const charged = charges(book, on, on);
  const own = charged.transactions.filter(({ featureID }) => featureID === id);
  const due = own.filter(({ transactionDate }) => transactionDate === on);
  const covering = own.filter((it) => it.transactionStartDate <= on && on <= it.transactionEndDate);
  const wanted = due.length > 0 ? due : covering;
  const error = charged.errors.find(({ featureID }) => featureID === id);
  expect(explained).toMatchObject({ featureID: id, on });
  expect(formatChargeExplanation(explained)).not.toContain("undefined");
  seen[explained.outcome]++;
  expect(explained.outcome === "due" ? explained.charges.map((it) => it.transaction) : []).toEqual(wanted);
  if (explained.outcome === "due") {
    for (const { steps, transaction } of explained.charges) {
      if (transaction.transactionSource === "correction") seen.corrections++;
      if (transaction.transactionSource === "instalment") seen.instalments++;
      checkSteps(book, steps);
      expect(lastOf(steps, "retail")).toBe(transaction.transactionValue);
      expect(lastOf(steps, "wholesale") ?? null).toBe(transaction.transactionValueCarrier);
    }
  } else if (explained.outcome === "recorded") {
    for (const { steps, startDate, endDate } of explained.charges) {
      checkSteps(book, steps);
      expect(startDate <= on && on <= endDate).toBe(true);
    }
  } else if (explained.outcome === "error") {
    expect(explained.error).toEqual(error);
  } else {
    expect(error).toBeUndefined();
    expect(explained.reason).toMatch(/^Feature .+\.$/);
  }
}

/** What the charge comes to by its steps, VAT aside. */
function lastOf(steps: readonly ChargeStep[], cost: ChargeStep["cost"]): string | undefined {
  const sums = steps.flatMap((step) => (step.kind === "sum" ? [step] : []));
  return sums.findLast((sum) => sum.cost === cost && sum.rule !== "R78")?.after;
}

function checkSteps(book: OpenedBook, steps: readonly ChargeStep[]): void {
  const places = book.settings.currencyDecimals;
  const known = new Set<string>();
  for (const step of steps) {
    if (step.kind === "choice") {
      if (step.chosen !== undefined) known.add(step.chosen);
      continue;
    }
    seen.sums++;
    const { inputs, before, after } = step;
    const strangers = figuresOf(step).filter((figure) => !known.has(figure));
    if (strangers.length > 0)
      expect.fail(`${strangers.join()} from nowhere: ${JSON.stringify(steps, null, 1)}`);
    if (inputs.endsWith("…")) {
      // The step before has the whole of it.
      expect(before).toBe(inputs);
    } else {
      const exact = workedOut(inputs);
      const isRight =
        before === undefined
          ? isShown(after, exact)
          : isShown(before, exact) && isShown(after, rounded(exact, places));
      if (!isRight) expect.fail(`${JSON.stringify(step)} is not so`);
    }
    known.add(after);
    if (before !== undefined) known.add(before);
  }
}
