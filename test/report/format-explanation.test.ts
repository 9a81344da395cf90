/** R30: an explanation as text: choices, steps and, last, what `rateCall` gives. */
import { describe, expect, test } from "vitest";
import { explainCall, openBook, quote, rateCall, toRecord } from "../../src/index.ts";
import { formatExplanation, formatQuote } from "../../src/report/index.ts";

const book = openBook({
  callTypes: [{ name: "UK", tariffClass: "national" }],
  tariffs: [
    {
      id: 1,
      name: "Business",
      tariffClass: "national",
      baseCost: "0.5",
      baseAccessCharge: 7,
      baseRoundPenceAfterSurcharge: 1,
    },
  ],
  customers: [{ id: 7, defaultNationalTariff: "Business" }],
  numbers: [{ id: 1007, customerID: 7, number: "020 7946 0018" }],
});
const call = { id: 42, target: "02079460018", tariffType: "UK", startDate: "2026-10-01", duration: 100 };

describe("formatExplanation", () => {
  test("a call with more steps than a function may have arguments", () => {
    const explanation = explainCall(book, call);
    const steps = Array.from({ length: 50_000 }, () => explanation.steps).flat();
    const lines = formatExplanation({ ...explanation, steps }).split("\n");
    expect(lines.length).toBeGreaterThan(steps.length);
  });

  test("R14 worked example 8, line by line", () => {
    const explanation = explainCall(book, call);
    expect(explanation.result).toEqual(toRecord(rateCall(book, call)));
    expect(formatExplanation(explanation)).toBe(`Call 42

What was chosen
  R21 number: 020 7946 0018 (id 1007) of customer 7
      target 02079460018 is its number
  R22 call type: UK (outbound)
      named by the record (tariffType)
  R23 rating period: default
      the book has no rating periods
  R29 wholesale tariff: none
      none is for carrier (blank); costCarrier stays blank
  R24 tariff: Business (id 1)
      customer 7's default
      passed over: features of number 1007 (name no national tariff in force)
      passed over: features of customer 7 (name no national tariff in force)
      passed over: number 1007 (name no national tariff in force)
  R26 line: base of Business (id 1)
      for UK, default, 2026-10-01
      passed over: lines of Business (id 1) (none matches)
  R25 rate: perMinute, cost 0.5
      own line, parent's line, own base, parent's base

Retail cost, pence
  R7  charged seconds  duration 100 s                                 100
  R9  usage            0.5 p a minute × 100 s ÷ 60                    0.833333333333…
  R9  basic charge     connection + initial block + usage             0.833333333333…
  R11 access charge    7 p a minute × 100 s ÷ 60 + 0 p                11.666666666666…
  R13 basic charge     to 4 decimal places                            0.833333333333… → 0.8333
  R13 access charge    to 4 decimal places                            11.666666666666… → 11.6667
  R14 total            up to the next 1 p, the difference onto basic  12.5 → 13
  R13 total            sum of the components                          13

Retail 13 p under Business (rate)
`);
  });

  test("R30 a call in error is explained as far as it got", () => {
    const text = formatExplanation(explainCall(book, { ...call, target: "020 7946 0999" }));
    expect(text).toContain("R21 number: none");
    expect(text).toContain(
      "In error: unregistered-number. No number of the book matches the CLI 020 7946 0999.",
    );
  });
});

describe("formatQuote", () => {
  test("R9 prints the steps and the cost", () => {
    const quoted = quote(book, {
      tariff: "Business",
      callType: "UK",
      duration: 100,
      at: "2026-10-01T10:00:00",
    });
    expect(formatQuote(quoted)).toContain("Cost 13 p under Business, 100 s charged");
  });

  test("R30 says why there is none", () => {
    const refused = quote(book, { tariff: "Bussiness", callType: "UK", duration: 1, at: "2026-10-01" });
    expect(formatQuote(refused)).toBe(
      "no-tariff: The book has no tariff named Bussiness; did you mean Business?\n",
    );
  });
});
