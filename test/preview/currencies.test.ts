/** R24, R62: customers who are billed in several currencies, whose amounts are no sum. */
import { describe, expect, test } from "vitest";
import {
  type BookData,
  type CallRecord,
  columnsFromRecords,
  createPreview,
  type OpenedBook,
  openBook,
  type PreviewReport,
  previewChange,
  seekIncrease,
} from "../../src/index.ts";
import {
  formatLivePage,
  formatPreview,
  formatPreviewPage,
  LETTER_FIELDS,
  letterRecords,
  PREVIEW_FIELDS,
  previewRecords,
  withCurrency,
} from "../../src/report/index.ts";

const DATA = {
  callTypes: [{ name: "UK", tariffClass: "national" }],
  transactionTypes: [
    { id: 1, transactionTypeName: "Calls" },
    { id: 2, transactionTypeName: "Rentals" },
  ],
  tariffs: [
    { id: 1, name: "Pounds", tariffClass: "national", baseCost: 1 },
    { id: 2, name: "Euros", tariffClass: "national", baseCost: 2, currency: "EUR" },
  ],
  customers: [
    { id: 7, companyName: "Harbour", defaultNationalTariff: "Pounds", currency: "GBP" },
    { id: 8, companyName: "Hafen", defaultNationalTariff: "Euros", currency: "EUR" },
    { id: 9, currency: "USD" },
  ],
  numbers: [
    { id: 1, customerID: 7, number: "020 7946 0018" },
    { id: 2, customerID: 8, number: "020 7946 0019" },
  ],
} satisfies BookData;

const CALL = { tariffType: "UK", startDate: "2026-10-01", startTime: "10:00:00", duration: 60, costCDR: 0.5 };
const IN_POUNDS: CallRecord = { ...CALL, id: 1, target: "02079460018" };
const IN_EUROS: CallRecord = { ...CALL, id: 2, target: "02079460019" };

const BEFORE = openBook(DATA);
const AFTER = raised(DATA);

/** The book with all prices doubled. */
function raised(data: BookData): OpenedBook {
  const tariffs = (data.tariffs ?? []).map((tariff) => ({
    ...tariff,
    baseCost: 2 * Number(tariff.baseCost),
  }));
  return openBook({ ...data, tariffs });
}

function inEuros(report: PreviewReport): PreviewReport {
  const [part, ...more] = report.otherCurrencies ?? [];
  if (part === undefined || more.length > 0) throw new Error("not one other currency");
  return part;
}

test("customers of one currency have a report without others", () => {
  expect(previewChange(BEFORE, AFTER, [IN_POUNDS])).not.toHaveProperty("otherCurrencies");
});

describe("sums by currency", () => {
  const both = previewChange(BEFORE, AFTER, [IN_POUNDS, IN_EUROS]);

  test("the report is that of the book's currency, as without the other calls", () => {
    const { otherCurrencies: _others, ...own } = both;
    expect(own).toEqual(previewChange(BEFORE, AFTER, [IN_POUNDS]));
    expect(own.totals.retail).toMatchObject({ before: "1", after: "2" });
    expect(own.bills?.total.bill).toMatchObject({ before: "1", after: "2" });
    expect(own.breakdowns.tariff.map(({ name }) => name)).toEqual(["Pounds"]);
    expect(own.movers.customers.up.map(({ key }) => key)).toEqual(["7"]);
  });

  test("each other currency has a report of its own, without carriers' costs, which are in the book's", () => {
    const part = inEuros(both);
    expect(part.currency).toBe("EUR");
    expect(part.counts).toMatchObject({ read: 1, ratedTwice: 1, dearer: 1, unrated: 0 });
    expect(part.totals.retail).toEqual({ before: "2", after: "4", difference: "2", percent: "100" });
    expect(part.totals.margin.after).toBeNull();
    expect(part.breakdowns.customer.map(({ key }) => key)).toEqual(["8"]);
    expect(part.breakdowns.tariff.map(({ name }) => name)).toEqual(["Euros"]);
    expect(part.bills?.total.bill).toMatchObject({ before: "2", after: "4" });
    expect(part.examples.map(({ id }) => id)).toEqual(["2"]);
    expect([part.from, part.prices]).toEqual(["2026-10-01", null]);
  });

  test("where explanations part, prices have the unit of the customer's currency", () => {
    const text = formatPreview(both);
    expect(text).toContain("R25 rate: 1 p a minute → 2 p a minute");
    expect(text).toContain("R25 rate: 2 c a minute → 4 c a minute");
    expect(inEuros(both).examples[0]?.after.explanation?.steps.map(({ inputs }) => inputs)).toContain(
      "4 c a minute × 60 s ÷ 60",
    );
    const inFrancs = { ...DATA, currency: "CHF", customers: DATA.customers.slice(1) };
    const francs = { id: 2, name: "Euros", tariffClass: "national", baseCost: 2, currency: "CHF" } as const;
    const book = {
      ...inFrancs,
      tariffs: [francs],
      numbers: DATA.numbers.slice(1),
      customers: [{ id: 8, defaultNationalTariff: "Euros" }],
    };
    const report = previewChange(openBook(book), raised(book), [IN_EUROS]);
    expect(formatPreview(report)).toContain("2 hundredths of CHF a minute → 4 hundredths of CHF a minute");
    const page = formatPreviewPage(report);
    expect(page).toContain("2 hundredths of CHF a minute");
    expect(page).not.toContain(" p a minute");
  });

  test.each([
    ["EUR", 2, "€0.02", "€0.04", "€7.00"],
    ["CHF", 2, "CHF 0.02", "CHF 0.04", "CHF 7.00"],
    ["KWD", 3, "KWD 0.002", "KWD 0.004", "KWD 7.000"],
    ["JPY", 0, "JPY 2", "JPY 4", "JPY 7"],
  ])(
    "changed prices of tariffs and fees in %s have their own sign",
    (currency, currencyDecimals, old, dearer, fee) => {
      const book = (factor: number): OpenedBook =>
        openBook({
          ...DATA,
          currencyDecimals,
          tariffs: [
            { id: 1, name: "Pounds", tariffClass: "national", baseCost: factor },
            { id: 2, name: "Euros", tariffClass: "national", currency, baseCost: 2 * factor },
          ],
          customers: DATA.customers.map((customer) =>
            customer.id === 8 ? { ...customer, currency } : customer,
          ),
          fixedFeeTariffs: [{ id: 5, name: "Fees", currency, rates: [{ fixedFeeValue: 7 * factor }] }],
        });
      const report = previewChange(book(1), book(2), [IN_POUNDS]);
      const shown = report.prices?.records.map(({ after, currency: own }) => [after?.name, own]) ?? [];
      expect(Object.fromEntries(shown)).toEqual({ Pounds: undefined, Euros: currency, Fees: currency });
      const page = formatPreviewPage(report);
      const section = page.slice(
        page.indexOf('<h2 id="prices">'),
        page.indexOf("</section>", page.indexOf('<h2 id="prices">')),
      );
      for (const amount of [old, dearer, fee]) expect(section).toContain(`>${amount}<`);
      expect(section.match(/£/g)?.length).toBe(2);
    },
  );

  test("columns say what records say, with discounts or without", () => {
    const preview = createPreview(BEFORE, AFTER);
    preview.addColumns(columnsFromRecords([IN_POUNDS, IN_EUROS]));
    expect(preview.report()).toEqual(both);
    const discounted = previewChange(BEFORE, AFTER, [IN_POUNDS, IN_EUROS], { discounts: true });
    expect(inEuros(discounted).totals).toEqual(inEuros(both).totals);
  });

  test("against records, the record says who was charged", () => {
    const report = previewChange("recorded", BEFORE, [
      { ...IN_POUNDS, cost: 3, customerID: 7 } as CallRecord,
      { ...IN_EUROS, cost: 5 } as CallRecord,
      { ...IN_EUROS, id: 3, cost: 7, customerID: 7 } as CallRecord,
    ]);
    expect(report.totals.retail).toMatchObject({ before: "10", after: "1" });
    expect(report.newlyUnrated.reasons).toEqual([{ reason: "currency-mismatch", calls: 1, retail: "7" }]);
    expect(report.recordedOtherwise?.customer.map(({ recorded, book }) => [recorded, book])).toEqual([
      ["7", "8"],
    ]);
    expect(inEuros(report).totals.retail).toMatchObject({ before: "5", after: "4" });
    expect(inEuros(report).breakdowns.customer.map(({ key }) => key)).toEqual(["8"]);
  });
});

test("a number that goes to a customer of another currency leaves the one sum and joins the other", () => {
  const numbers = DATA.numbers.map((number) => ({ ...number, customerID: 8 }));
  const after = openBook({ ...DATA, numbers });
  const report = previewChange(BEFORE, after, [IN_POUNDS]);
  const byColumns = createPreview(BEFORE, after);
  byColumns.addColumns(columnsFromRecords([IN_POUNDS]));
  expect(byColumns.report()).toEqual(report);
  const mismatch = { calls: 1, reasons: [{ reason: "currency-mismatch", calls: 1 }] };
  expect(report.newlyUnrated).toMatchObject({ ...mismatch, retail: "1" });
  expect(report.totals.retail).toMatchObject({ before: "1", after: "0" });
  expect(report.examples[0]).toMatchObject({ difference: "-1", parting: null, after: { explanation: null } });
  expect(inEuros(report).newlyRated).toMatchObject({ ...mismatch, retail: "2" });
  expect(inEuros(report).totals.retail).toMatchObject({ before: "0", after: "2" });
  expect(report.bills?.total.bill).toMatchObject({ before: "1", after: "0" });
  expect(inEuros(report).bills?.customers).toMatchObject([{ key: "8", bill: { before: "0", after: "2" } }]);
});

test("fixed charges and bills are sums by currency, also of customers without calls", () => {
  const feature = {
    featureID: 1,
    recurringTransactionType: "Rentals",
    startDate: "2026-10-01",
    paymentInterval: "month",
    paymentMultiplier: 1,
  };
  const withFees = (price: number): OpenedBook =>
    openBook({
      ...DATA,
      features: [
        { ...feature, id: 1, customerID: 7, serviceCharge: price },
        { ...feature, id: 2, customerID: 8, serviceCharge: 2 * price },
      ],
    } as BookData);
  const period = { from: "2026-10-01", to: "2026-10-31" };
  const late = { ...IN_EUROS, startDate: "2026-11-01" };
  const report = previewChange(withFees(10), withFees(11), [IN_POUNDS, late], { period });
  const part = inEuros(report);
  for (const [one, { before, after }] of [
    [report, { before: "1000", after: "1100" }],
    [part, { before: "2000", after: "2200" }],
  ] as const) {
    expect(one.fixedCharges?.total).toMatchObject({ before, after });
    expect(one.fixedCharges?.runRate.perMonth).toMatchObject({ before, after });
    expect(one.bills?.total.fixedCharges).toMatchObject({ before, after });
    expect(one.bills?.customers).toHaveLength(1);
  }
  expect([report.bills?.callsLeft.before, part.bills?.callsLeft.before]).toEqual([0, 1]);
});

test("a goal in the book's currency is refused over calls of others alone", async () => {
  const seek = seekIncrease({ before: BEFORE, bookAt: () => AFTER, calls: () => [IN_EUROS], bring: 1 });
  await expect(seek).rejects.toThrow("give calls of customers who are billed in GBP");
});

describe("what is written", () => {
  const both = previewChange(BEFORE, AFTER, [IN_POUNDS, IN_EUROS]);
  const words =
    "some customers are billed in EUR: their sums stand apart, without carriers’ costs, which are in GBP; nothing is converted";

  test("the text has a part for each currency", () => {
    const text = formatPreview(both);
    const [pounds, euros] = text.split("Customers billed in EUR\n");
    expect(pounds).toMatch(
      /^Customers billed in GBP\nPreview of 1 call [\s\S]*\n {2}retail +£0\.0100 +£0\.0200 /,
    );
    expect(pounds).toContain(`\n  ${words}\n`);
    expect(euros).toMatch(/^Preview of 1 call [\s\S]*\n {2}retail +€0\.0200 +€0\.0400 /);
    expect(formatPreview(previewChange(BEFORE, AFTER, [IN_POUNDS]))).not.toContain("billed in");
  });

  test("the page has a table for each other currency", () => {
    const page = formatPreviewPage(both);
    expect(page).toContain(words);
    expect(page).toMatch(
      /Customers billed in EUR<\/h2>[\s\S]*Hafen[\s\S]*€0\.02[\s\S]*€0\.04[\s\S]*All 1 customer/,
    );
    expect(page).not.toContain("£0.06");
    expect(formatPreviewPage(previewChange(BEFORE, AFTER, [IN_POUNDS]))).not.toContain("billed in");
  });

  test("records name the currency where there are several", () => {
    const totals = previewRecords(both).filter(({ breakdown }) => breakdown === "total");
    expect(totals.map(({ retailAfter, currency }) => [retailAfter, currency])).toEqual([
      ["2", "GBP"],
      ["4", "EUR"],
    ]);
    expect(withCurrency(PREVIEW_FIELDS, both)).toEqual([...PREVIEW_FIELDS, "currency"]);
    const own = previewChange(BEFORE, AFTER, [IN_POUNDS]);
    expect(withCurrency(LETTER_FIELDS, own)).toEqual(LETTER_FIELDS);
    expect(previewRecords(own)[0]).not.toHaveProperty("currency");
    const letters = letterRecords(both, BEFORE, AFTER);
    expect(letters.map(({ customerID, billAfter, currency }) => [customerID, billAfter, currency])).toEqual([
      ["7", "0.62", "GBP"],
      ["8", "1.24", "EUR"],
    ]);
  });

  test("a live page carries the calls of the book's currency alone, and says so", async () => {
    const raise = { resource: "tariffs", increaseScope: "costOnly", increasePercent: "10" } as const;
    const page = await formatLivePage(
      DATA,
      [
        { ...raise, id: 1 },
        { ...raise, id: 2 },
      ],
      [IN_POUNDS, IN_EUROS],
    );
    expect(page).toContain("1 calls with a price · customers billed in EUR are in no figure of this page");
  });
});
