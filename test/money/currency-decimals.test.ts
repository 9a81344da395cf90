/** R16, R41, R45: amounts of pounds follow the decimal places of the currency, in a book of yen as in one of pounds. */
import { describe, expect, test } from "vitest";
import {
  applyDiscounts,
  type BookData,
  checkBook,
  minimumSpendLines,
  openBook,
  previewChange,
  rateCalls,
  seekIncrease,
  toPounds,
} from "../../src/index.ts";
import { majorUnit, minorSign, minorUnit } from "../../src/money/index.ts";
import { formatPreview, formatPreviewPage, moneyText } from "../../src/report/index.ts";

test("R16 toPounds moves the point by the places of the currency, and rounds to as many", () => {
  expect(toPounds("1234.5678")).toBe("12.35");
  expect(toPounds("1234.5678", { currencyDecimals: 0 })).toBe("1235");
  expect(toPounds("1234.5678", { currencyDecimals: 3 })).toBe("1.235");
  expect(toPounds("1234.5678", { currencyDecimals: 3, decimals: 2, mode: "up" })).toBe("1.24");
  expect(toPounds("-0.5", { currencyDecimals: 0 })).toBe("-1");
  for (const currencyDecimals of [4, -1, 1.5, "0" as never]) {
    expect(() => toPounds("1", { currencyDecimals })).toThrow(RangeError);
  }
});

/** Six units a minute; a plan of 5 yen, dinars … of value, and a minimum of 20. */
function bookOf(settings: Partial<BookData>): ReturnType<typeof openBook> {
  return openBook({
    ...settings,
    callTypes: [{ name: "UK", tariffClass: "national" }],
    tariffs: [{ id: 1, name: "T", tariffClass: "national", baseCost: 6 }],
    customers: [{ id: 7, defaultNationalTariff: "T" }],
    numbers: [
      { id: 1, customerID: 7, number: "020 7946 0018", discountPlan1: "value", lowInvoiceActionValue: "20" },
    ],
    discountPlans: [{ id: 1, discountPlanName: "value", allowanceValue: "5" }],
    features: [{ id: 9, numberID: 1, startDate: "2026-01-01", serviceCharge: "1.5", featureCount: 2 }],
  });
}

const calls = [{ id: 1, numberID: 1, tariffType: "UK", startDate: "2026-10-05", duration: 150 }];

describe.each([
  { currency: "JPY", currencyDecimals: 0, cost: "10", used: "5", total: "10", padding: "10", charge: "3" },
  {
    currency: "GBP",
    currencyDecimals: undefined,
    cost: "0",
    used: "0.15",
    total: "0",
    padding: "20",
    charge: "300",
  },
  {
    currency: "KWD",
    currencyDecimals: 3,
    cost: "0",
    used: "0.015",
    total: "0",
    padding: "20",
    charge: "3000",
  },
])("in $currency", ({ currency, currencyDecimals, cost, used, total, padding, charge }) => {
  const book = bookOf({ currency, currencyDecimals });
  const batch = applyDiscounts(book, rateCalls(book, calls));

  test("R41 R43 an allowance of value is so many minor units", () => {
    expect(batch.calls[0]).toMatchObject({ costBase: "15", cost });
    expect(batch.pools[0]).toMatchObject({ allowanceValue: "5", usedValue: used });
    expect(applyDiscounts(book, rateCalls(book, calls), batch.state).pools[0]?.allowanceValue).toBe("5");
  });

  test("R45 a minimum spend is compared to the nearest minor unit", () => {
    expect(minimumSpendLines(book, batch.calls, "2026-10-05")[0]).toMatchObject({
      callTotal: total,
      padding,
    });
  });

  test("R16 a preview counts fixed charges in the unit of its calls, and says which", () => {
    const report = previewChange(book, book, calls);
    expect(report.fixedCharges?.recurring.retail.before).toBe(charge);
    expect(report).toMatchObject({ currency, currencyDecimals: currencyDecimals ?? 2 });
    const fixed = moneyText(currency, currencyDecimals ?? 2).total(charge);
    const printed = formatPreview(report).split("\n");
    const recurring = printed.find((line) => line.startsWith("  recurring"));
    expect(recurring?.split(/ {2,}/).slice(2, 5)).toEqual(["1", fixed, fixed]);
  });
});

test("R16 the bands of a preview are whole yen, and its page writes no hundredths of them", () => {
  const yen = bookOf({ currency: "JPY", currencyDecimals: 0 });
  const report = previewChange(yen, yen, calls);
  for (const { from, to } of report.distribution.amount) expect(`${from} ${to}`).not.toContain(".");
  const page = formatPreviewPage(report);
  expect(page).toContain("JPY 15");
  expect(page).not.toMatch(/JPY [0-9,]*\.[0-9]|÷100 JPY/);
});

test("R16 minor units in words", () => {
  expect([minorUnit("GBP", 2), minorUnit("CHF", 2), minorUnit("GBP", 3), minorUnit("JPY", 0)]).toEqual([
    "pence",
    "hundredths of CHF",
    "thousandths of GBP",
    "JPY",
  ]);
});

test.each([
  ["GBP", 2, "pence"],
  ["EUR", 2, "cents"],
  ["CHF", 2, "hundredths of CHF"],
  ["JPY", 0, "JPY"],
])("R16 sentences about amounts of %s name its units", async (currency, currencyDecimals, unit) => {
  const settings = { currency, currencyDecimals };
  const [bad] = [
    ...rateCalls(bookOf(settings), [
      { id: 1, target: "02079460018", startDate: "2026-10-01", costCDR: "10000000000" },
    ]),
  ];
  expect(bad?.outcome === "error" && bad.message).toBe(
    `costCDR: "10000000000" is outside -1000000000 to 1000000000 ${unit}.`,
  );
  const roundings = [{ name: "A", mode: "up" as const, multiple: "0.015" }];
  const [problem] = checkBook({ ...settings, costDecimals: 2, roundings }).problems;
  expect(problem?.message).toContain(`is no whole multiple of 0.01 ${unit}, the smallest amount`);
  // A tariff's multiples are in its own currency.
  const dollars = {
    id: 1,
    name: "A",
    tariffClass: "national" as const,
    currency: "USD",
    baseRoundPence: "0.015",
  };
  const [ofTariff] = checkBook({ ...settings, costDecimals: 2, tariffs: [dollars] }).problems;
  expect(ofTariff?.message).toContain(
    `is no whole multiple of 0.01 ${minorUnit("USD", currencyDecimals)}, the`,
  );
  const before = bookOf(settings);
  await expect(seekIncrease({ before, bookAt: () => before, calls: () => [], bring: "0" })).rejects.toThrow(
    `write ${majorUnit(currency)} a month other than 0`,
  );
});

test("R16 minor units behind an amount, and major units", () => {
  const signs = ["GBP", "EUR", "USD", "CHF"].map((currency) => minorSign(currency, 2));
  expect(signs).toEqual(["p", "c", "c", "hundredths of CHF"]);
  expect([minorSign("EUR", 3), minorSign("GBP", 0)]).toEqual(["thousandths of EUR", "GBP"]);
  expect(["GBP", "EUR"].map(majorUnit)).toEqual(["pounds", "EUR"]);
});

test("R16 a book of yen that counts in hundredths is warned, others and one that says so are not", () => {
  expect(checkBook({ currency: "JPY" }).warnings).toEqual([
    {
      path: "currencyDecimals",
      message:
        'JPY has 0 decimal places, and the book prices calls in hundredths of it; write "currencyDecimals": 0, unless that is meant',
    },
  ]);
  expect(checkBook({ currency: "KWD" }).warnings).toHaveLength(1);
  for (const book of [{}, { currency: "CHF" }, { currency: "JPY", currencyDecimals: 0 }]) {
    expect(checkBook(book).warnings).toEqual([]);
  }
  expect(checkBook({ currencyDecimals: 4 }).problems[0]?.path).toBe("currencyDecimals");
});

test("R16 books of other units are not compared, and a state of one does not go on in the other", () => {
  const yen = bookOf({ currency: "JPY", currencyDecimals: 0 });
  const hundredths = bookOf({ currency: "JPY" });
  expect(() => previewChange(yen, hundredths, [])).toThrow(/currencyDecimals 0 and 2/);
  expect(() => applyDiscounts(hundredths, [], applyDiscounts(yen, []).state)).toThrow(
    /currency of 0 decimal places and this one of 2/,
  );
});
