/**
 * R20 to R31 against the second opinion, on random whole books: features with standard features, numbers with
 * CDR numbers, customers, tariffs with parents, lines, periods, both period rules, clock changes, destinations,
 * charge bands, wholesale and surcharges tariffs, markups. One case is one call of one book.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  CALL_ERROR_CODES,
  checkBook,
  type Explanation,
  explainCall,
  openBook,
  rateCall,
  toRecord,
} from "../../src/index.ts";
import { createSecondOpinion } from "../second-opinion/index.ts";
import { anyBook, asData } from "./any-book.ts";
import { currencyIn } from "./currency-in.ts";
import { atLeast, expectSame, runs, shrinkingBriefly } from "./runs.ts";

test("R20-R31 every call of every book is rated as the second opinion rates it, and explained as it is rated", () => {
  const seen = { books: 0, invalid: 0, cases: 0 };
  const outcomes = new Map<string, number>();
  fc.assert(
    fc.property(
      anyBook(200),
      shrinkingBriefly(({ book, calls, reclassify }) => {
        const data = asData(book);
        seen.books++;
        if (checkBook(data).problems.length > 0) {
          seen.invalid++;
          return;
        }
        const opened = openBook(data);
        const second = createSecondOpinion(book);
        for (const [at, call] of calls.entries()) {
          const options = { reclassify, line: at + 1 };
          const result = toRecord(rateCall(opened, call, options));
          const { message: ours, ...own } = { message: "", ...result };
          const { message: theirs, ...wanted } = { message: "", ...second.rateCall(call, options) };
          expectSame(own, wanted, () => ({ book, call, reclassify, ours, theirs }));
          const explanation = explainCall(opened, call, options);
          expectSame(explanation.result, result, () => ({ book, call, reclassify }));
          const customers = "customerID" in result && result.customerID !== null ? [result.customerID] : [];
          for (const id of customers) expect(explanation.currency).toBe(currencyIn(data, id));
          expectSame(unitsOfSteps(explanation), signsOf(explanation), () => ({ book, call, reclassify }));
          for (const met of whatWasMet(explanation)) outcomes.set(met, (outcomes.get(met) ?? 0) + 1);
          seen.cases++;
        }
      }),
    ),
    runs(300),
  );
  expect(seen.cases).toBeGreaterThan(atLeast(20_000));
  expect(seen.books - seen.invalid).toBeGreaterThan(atLeast((seen.books * 19) / 20));
  // A comparison in which something never comes up would prove nothing of it.
  if (seen.cases > 20_000) expect([...outcomes.keys()].sort()).toEqual(TO_BE_MET);
});

const TO_BE_MET = [
  ...CALL_ERROR_CODES.filter((code) => code !== "duplicate-call"),
  ...["rate", "classMarkup", "fallbackSuggested", "fallback", "ignored"],
  ...[
    "named by a feature",
    "looked up again",
    "split",
    "surcharges tariff",
    "wholesale",
    "from the own list",
  ],
  ...["priced in pence", "priced in cents"],
  ...["inbound", "short code", "inherited line", "base line"],
].sort();

/** The steps of each side that name a unit behind an amount, such as ` p`, and the units. */
function unitsOfSteps({ steps }: Explanation): string[][] {
  return steps.map(({ cost, inputs }) => [cost, ...(inputs.match(/(?<=[0-9…] )[pc]\b/g) ?? [])]);
}

/** The steps as `unitsOfSteps` gives them, where each names the unit of its side: the customer's, the carrier's. */
function signsOf(explanation: Explanation): string[][] {
  const signs: Readonly<Record<string, string>> = { GBP: "p", EUR: "c" };
  const { currency, currencyCarrier } = explanation;
  return unitsOfSteps(explanation).map(([cost = "", ...units]) => [
    cost,
    ...units.map(() => signs[cost === "retail" ? currency : currencyCarrier] ?? ""),
  ]);
}

/** The outcome, and what a rated call went through. */
function whatWasMet(explanation: Explanation): string[] {
  const { choices, result } = explanation;
  if ("error" in result) return [result.error];
  if ("ignored" in result) return ["ignored"];
  const has = (rule: string, subject: string, text = ""): boolean =>
    choices.some(
      (own) => own.rule === rule && own.subject === subject && `${own.chosen} ${own.reason}`.includes(text),
    );
  const units = unitsOfSteps(explanation).flatMap(([cost, ...own]) => (cost === "retail" ? own : []));
  const met: [string, boolean][] = [
    [result.method, true],
    ["named by a feature", result.featureID !== null],
    ["looked up again", result.tariffTypeUsed !== result.tariffType],
    ["split", choices.filter(({ subject }) => subject === "piece of the call").length > 1],
    ["surcharges tariff", has("R28", "surcharges tariff", "named by")],
    ["wholesale", result.costCarrier !== null],
    ["from the own list", has("R22", "call type", "own list")],
    ["inbound", has("R22", "call type", "(inbound)")],
    ["short code", has("R22", "call type", "short code")],
    ["inherited line", has("R26", "line", ", then line")],
    ["priced in pence", units.includes("p")],
    ["priced in cents", units.includes("c")],
    ["base line", has("R25", "rate", "in force is base line")],
  ];
  return met.filter(([, isMet]) => isMet).map(([name]) => name);
}
