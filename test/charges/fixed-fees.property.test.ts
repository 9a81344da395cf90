/** R72: the line that any charge gets from any chain of fixed fee tariffs, and its price, beside the second opinion. */
import { Decimal } from "decimal.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type BookData, type FixedFee, type FixedFeeLine, openBook, priceFixedFee } from "../../src/index.ts";
import { atLeast, expectSame, runs, shrinkingBriefly } from "../properties/runs.ts";
import { chosenLines, type FeeQuestion, replacementKey } from "../second-opinion/charges/fee-lines.ts";

const NAMES = ["A", "B", "__proto__"] as const;

/** Names of a list, blank so often: lines that set the same lists are those that tie. */
function names(blank: number): fc.Arbitrary<FixedFeeLine["carrierIDs"]> {
  return fc.oneof(
    { weight: blank, arbitrary: fc.constantFrom(undefined, "", []) },
    { weight: 4, arbitrary: fc.subarray([...NAMES], { minLength: 1 }) },
    { weight: 1, arbitrary: fc.constantFrom("B,A", " A , A", "C") },
  );
}
const line = fc
  .record(
    {
      startDate: fc.constantFrom("", null, "2026-01-01", "2026-04-01"),
      endDate: fc.constantFrom("", "2026-02-28", "2026-06-30", "9999-12-31"),
      numberTypeIDs: names(25),
      serviceTypeIDs: names(25),
      featureTypeIDs: names(2),
      transactionTypeIDs: names(15),
      carrierIDs: names(15),
      chargeKind: fc.constantFrom("recurring", "oneOff", ""),
      fixedFeeTariffType: fc.constantFrom("fixed", "proRata", "markup", ""),
      fixedFeeValue: fc.constantFrom("10", 4, "0", "-2.5", "0.000001", "12.3456", ""),
    },
    { requiredKeys: [] },
  )
  .map((own) =>
    own.startDate && own.endDate && own.endDate < own.startDate ? { ...own, endDate: "" } : own,
  ) as fc.Arbitrary<FixedFeeLine>;

/** Tariff 1 is the parent of 2, that of 3. Each line is known again by its description. */
const anyFees: fc.Arbitrary<BookData> = fc
  .array(fc.uniqueArray(line, { maxLength: 8, selector: replacementKey }), { minLength: 1, maxLength: 3 })
  .map((tariffs) => ({
    fixedFeeTariffs: tariffs.map((lines, at) => ({
      id: at + 1,
      name: `F${at + 1}`,
      ...(at === 0 ? {} : { parentFixedFeeTariff: at }),
      rates: lines.map((own, place) => ({ ...own, description: `${at + 1} rates[${place}]` })),
    })),
  }));

const name = fc.constantFrom("", ...NAMES);
const anyCharge: fc.Arbitrary<FeeQuestion> = fc.record({
  date: fc.constantFrom("2025-12-31", "2026-01-01", "2026-02-28", "2026-03-01", "2026-04-01", "2027-01-01"),
  chargeKind: fc.constantFrom("recurring", "oneOff"),
  numberTypeIDs: name,
  serviceTypeIDs: name,
  featureTypeIDs: name,
  transactionTypeIDs: name,
  carrierIDs: name,
});
const carrierAmount = fc.constantFrom("", "0", "8.37", "-2.79", "0.0001");

function priced(
  book: ReturnType<typeof openBook>,
  id: number,
  charge: FeeQuestion,
  amount: string,
): FixedFee {
  return priceFixedFee(book, id, {
    date: charge.date,
    chargeKind: charge.chargeKind,
    numberType: charge.numberTypeIDs,
    serviceType: charge.serviceTypeIDs,
    featureType: charge.featureTypeIDs,
    transactionType: charge.transactionTypeIDs,
    carrier: charge.carrierIDs,
    carrierAmount: amount,
  });
}

/** What the rule says in the words of the engine's answer. */
function wanted(lines: readonly FixedFeeLine[], amount: string): string {
  const [first, other] = lines;
  if (first === undefined) return "none";
  if (other !== undefined) return `tie ${lines.map(({ description }) => description).join()}`;
  const value = new Decimal(String(first.fixedFeeValue));
  if (first.fixedFeeTariffType !== "markup") {
    return `${first.description} ${value.toFixed()} ${first.fixedFeeTariffType || "proRata"}`;
  }
  if (amount === "") return "no-carrier-cost";
  return `${first.description} ${new Decimal(amount).mul(value.div(100).add(1)).toFixed()} proRata`;
}

function asText(answer: FixedFee, ties: readonly FixedFeeLine[]): string {
  if (answer.outcome === "none") return "none";
  if (answer.outcome === "priced") return `${answer.tariffID} ${answer.line} ${answer.price} ${answer.type}`;
  if (answer.error !== "ambiguous-fixed-fee") return answer.error;
  const [, tariff = "", one = "", two = ""] =
    /^Two lines of "F(\d)" fit the charge equally: (\S+) and (\S+)\.$/.exec(answer.message) ?? [];
  const told = [one, two].map((path) => `${tariff} ${path}`);
  const all = ties.map(({ description }) => String(description));
  return told.every((own) => all.includes(own)) ? `tie ${all.join()}` : answer.message;
}

test("R72 every charge gets the line that the second opinion gives it, at its price, and ties are told", () => {
  const met = { lines: 0, ties: 0, none: 0, otherDates: 0 };
  fc.assert(
    fc.property(
      anyFees,
      fc.array(anyCharge, { minLength: 4, maxLength: 12 }),
      carrierAmount,
      shrinkingBriefly((book, charges, amount) => {
        const opened = openBook(book);
        for (const { id } of book.fixedFeeTariffs ?? []) {
          for (const charge of charges) {
            const lines = chosenLines(book, id, charge).map(({ row }) => row as FixedFeeLine);
            const answer = priced(opened, Number(id), charge, amount);
            expectSame(asText(answer, lines), wanted(lines, amount), () => ({ book, id, charge, amount }));
            met[lines.length === 0 ? "none" : lines.length === 1 ? "lines" : "ties"]++;
            if (answer.outcome !== "none") continue;
            const isForOthers = chosenLines(book, id, charge, "anyDate").length > 0;
            expectSame(answer.fitsOnOtherDates, isForOthers, () => ({ book, id, charge }));
            if (isForOthers) met.otherDates++;
          }
        }
      }),
    ),
    runs(1_000),
  );
  expect(met.lines).toBeGreaterThan(atLeast(4_000));
  expect(met.none).toBeGreaterThan(atLeast(2_000));
  expect(met.ties).toBeGreaterThan(atLeast(60));
  expect(met.otherDates).toBeGreaterThan(atLeast(200));
});
