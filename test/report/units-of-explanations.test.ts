/** R16, R24, R29, R60: the units that explanations name are those of the customer's currency, and of the carrier's. */
import { describe, expect, test } from "vitest";
import {
  applyDiscounts,
  type BookData,
  explainCall,
  explainCharge,
  explainDiscounts,
  openBook,
  quote,
  rateCalls,
} from "../../src/index.ts";
import { formatChargeExplanation, formatExplanation, formatQuote } from "../../src/report/index.ts";

/** A customer billed in `currency`, with every kind of step that names a unit. */
function bookOf(currency: string, settings: BookData = {}): ReturnType<typeof openBook> {
  return openBook({
    ...settings,
    callTypes: [{ name: "UK", tariffClass: "national" }],
    roundings: [{ name: "tenths", multiple: "0.1", mode: "nearest" }],
    tariffs: [
      {
        id: 1,
        name: "Business",
        tariffClass: "national",
        currency,
        baseCost: "1.5",
        baseCostMin: 1,
        baseCostMax: 90,
        baseRoundPence: "0.5",
        baseAccessCharge: 2,
        baseRoundingAccessCharge: "tenths",
        baseRoundPenceAfterSurcharge: 1,
      },
      {
        id: 2,
        name: "Carrier",
        tariffClass: "national",
        retail: "wholesale",
        forCarriers: "*",
        baseCost: "0.7",
      },
    ],
    discountPlans: [{ id: 1, discountPlanName: "Ten off", discountPercent: 10, allowanceValue: 2, currency }],
    customers: [{ id: 7, currency, defaultNationalTariff: "Business" }],
    numbers: [{ id: 1007, customerID: 7, number: "020 7946 0018", discountPlan1: "Ten off" }],
    features: [
      { id: 12, customerID: 7, startDate: "2026-10-01", serviceCharge: 30, serviceChargeCarrier: 9 },
    ],
  });
}

const CALL = { id: 42, target: "02079460018", tariffType: "UK", startDate: "2026-10-01", duration: 91 };

function explained(book: ReturnType<typeof openBook>): string {
  const [discounted] = applyDiscounts(book, rateCalls(book, [CALL])).calls;
  const explanation = explainCall(book, CALL);
  return formatExplanation(
    discounted === undefined ? explanation : explainDiscounts(explanation, discounted),
  );
}

/** The lines of an explanation from the heading of its retail steps. */
const retailOf = (text: string): string => text.slice(text.indexOf("Retail cost, "));

describe("a call", () => {
  test("of pounds is told in pence and pounds", () => {
    const text = explained(bookOf("GBP"));
    for (const words of [
      "Wholesale cost as calculated, pence",
      "0.7 p a minute × 91 s ÷ 60",
      "Retail cost, pence",
      "1.5 p a minute × 91 s ÷ 60",
      "at least 1 p ",
      "up to the next 0.5 p ",
      "at most 90 p ",
      "2 p a minute × 91 s ÷ 60 + 0 p ",
      "nearest to a multiple of 0.1 p ",
      "up to the next 1 p, the difference onto basic",
      "pounds",
      "Retail 5.7 p (6 p before discounts) under Business (rate), wholesale 1.0617 p",
    ]) {
      expect(text).toContain(words);
    }
  });

  test.each([
    ["EUR", 2, "cents", "c"],
    ["USD", 2, "cents", "c"],
    ["CHF", 2, "hundredths of CHF", "hundredths of CHF"],
    ["JPY", 0, "JPY", "JPY"],
    ["KWD", 3, "thousandths of KWD", "thousandths of KWD"],
  ])(
    "of %s in %i decimal places differs from one of pounds in nothing but units",
    (currency, currencyDecimals, words, sign) => {
      const asPounds = explained(bookOf("GBP"));
      const text = explained(bookOf(currency, { currency, currencyDecimals }));
      const renamed = (shown: string): string =>
        shown
          .replace(/ {2,}/g, "  ")
          .replaceAll("pence", words)
          .replaceAll("pounds", currency)
          .replace(/ p\b/g, ` ${sign}`);
      // What is left of an allowance of value depends on what pounds are in pence.
      const withoutLeft = (shown: string): string => shown.replace(/left [0-9.]+ /, "left … ");
      expect(withoutLeft(text.replace(/ {2,}/g, "  "))).toBe(withoutLeft(renamed(asPounds)));
    },
  );

  test("R29 of a customer of euros in a book of pounds has its wholesale side in pence", () => {
    const text = explained(bookOf("EUR"));
    expect(text).toContain("Wholesale cost as calculated, pence");
    expect(text).toContain("0.7 p a minute × 91 s ÷ 60");
    const retail = retailOf(text);
    expect(retail).toContain("Retail cost, cents");
    expect(retail).toMatch(/left [0-9.]+ EUR/);
    expect(retail.trimEnd()).toMatch(
      /Retail 5\.7 c \(6 c before discounts\) under Business \(rate\), wholesale 1\.0617 p$/,
    );
    expect(retail.replace(/, wholesale .*/, "")).not.toMatch(/ p\b|pence|pounds/);
  });

  test("R24 of a customer of pounds in a book of euros has its wholesale side in cents", () => {
    const text = explained(bookOf("GBP", { currency: "EUR" }));
    expect(text).toContain("Wholesale cost as calculated, cents");
    expect(retailOf(text)).toContain("Retail cost, pence");
    expect(text).toMatch(/Retail 5\.7 p .*, wholesale 1\.0617 c\n$/);
  });

  test("R15 says of a marked up cost in another currency that nothing is converted", () => {
    const callTypes = [{ name: "UK", tariffClass: "national" }] as const;
    const marked = (currency: string): string | undefined => {
      const book = openBook({
        callTypes,
        tariffs: [
          { id: 1, name: "Plus", tariffClass: "national", currency, baseType: "markup", baseCost: 20 },
        ],
        customers: [{ id: 7, currency, defaultNationalTariff: "Plus" }],
        numbers: [{ id: 1007, customerID: 7, number: "020 7946 0018" }],
      });
      return explainCall(book, { ...CALL, costCDR: 2 }).steps.find(({ rule }) => rule === "R15")?.inputs;
    };
    expect(marked("GBP")).toBe("2 p × (1 + 20 ÷ 100)");
    expect(marked("EUR")).toBe("2 c × (1 + 20 ÷ 100), not converted from GBP");
  });

  test("that is nobody's has the currency of the book", () => {
    const explanation = explainCall(bookOf("EUR"), { ...CALL, target: "020 7946 0999" });
    expect([explanation.currency, explanation.currencyCarrier, explanation.currencyDecimals]).toEqual([
      "GBP",
      "GBP",
      2,
    ]);
  });
});

test("R24 a quote is told in the unit of its tariff", () => {
  const request = { tariff: "Business", callType: "UK", duration: 91, at: "2026-10-01T10:00:00" };
  const text = formatQuote(quote(bookOf("EUR"), request));
  expect(text).toContain("Cost, cents");
  expect(text).toContain("1.5 c a minute × 91 s ÷ 60");
  expect(text).toContain("Cost 6 c under Business, 91 s charged");
  expect(text).not.toMatch(/ p\b|pence/);
  expect(formatQuote(quote(bookOf("GBP"), request))).toContain("Cost 6 p under Business, 91 s charged");
});

test.each([
  ["GBP", "pounds"],
  ["EUR", "EUR"],
  ["CHF", "CHF"],
])("R60 a charge of a customer of %s is told in %s", (currency, unit) => {
  const text = formatChargeExplanation(explainCharge(bookOf(currency), 12, "2026-10-01"));
  expect(text).toContain(`\nCharge, ${unit}\n`);
  expect(text).toContain(`\nWholesale, ${unit}\n`);
});
