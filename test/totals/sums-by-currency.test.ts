/** R24: totals of customers who are billed in several currencies, which are no sum. */
import { expect, test } from "vitest";
import { openOutput, rateFile } from "../../src/files/index.ts";
import {
  applyDiscounts,
  type BookData,
  type CallRecord,
  createDiscountWindow,
  createTally,
  openBook,
  rateCalls,
} from "../../src/index.ts";
import { TallyCounter } from "../../src/totals/index.ts";
import { expectTwoWaysAlike } from "../files/call-blocks/two-ways.ts";

const BOOK = openBook({
  callTypes: [
    { name: "UK", tariffClass: "national" },
    { name: "Mobile", tariffClass: "mobile" },
  ],
  discountPlans: [
    {
      id: 1,
      discountPlanName: "Half",
      discountPercent: 50,
      currency: "EUR",
      appliesTo: { tariffClasses: ["national"] },
    },
  ],
  tariffs: [
    { id: 1, name: "Pounds", tariffClass: "national", baseCost: 1 },
    { id: 2, name: "Euros", tariffClass: "national", baseCost: 2, currency: "EUR" },
    { id: 3, name: "Mobile", tariffClass: "mobile", baseCost: 4, currency: "EUR" },
    {
      id: 4,
      name: "Carrier",
      tariffClass: "national",
      baseCost: "0.25",
      retail: "wholesale",
      forCarriers: "*",
    },
  ],
  customers: [
    { id: 7, defaultNationalTariff: "Pounds" },
    { id: 8, defaultNationalTariff: "Euros", defaultMobileTariff: "Mobile", currency: "EUR" },
    { id: 9, currency: "USD" },
  ],
  numbers: [
    { id: 1, customerID: 7, number: "020 7946 0018" },
    { id: 2, customerID: 8, number: "020 7946 0019", discountPlan1: "Half" },
  ],
} as BookData);

const call = (id: number, target: string, more: object = {}): CallRecord => ({
  id,
  target,
  tariffType: "UK",
  startDate: "2026-10-01",
  startTime: `10:0${id}:00`,
  duration: 60,
  ...more,
});
const CALLS: readonly CallRecord[] = [
  call(1, "02079460018", { costCDR: "0.5" }),
  call(2, "02079460019", { costCDR: "0.5" }),
  call(3, "02079460019", { tariffType: "Mobile" }),
  call(4, "02079460018"),
  call(5, "02079460019"),
  call(6, "02079469999"),
];
const BYTES = Buffer.from(CALLS.map((one) => `${JSON.stringify(one)}\n`).join(""));

const EUROS = {
  currency: "EUR",
  calls: 3,
  costBase: "8",
  cost: "8",
  byClass: [
    { tariffClass: "national", calls: 2, retail: "4" },
    { tariffClass: "mobile", calls: 1, retail: "4" },
  ],
};

function tallied(book = BOOK) {
  const tally = createTally(book);
  for (const result of rateCalls(BOOK, CALLS)) tally.add(result);
  return tally.report();
}

test("retail is added by the customers' currencies; carriers' costs are in the book's", () => {
  const report = tallied();
  expect(report).toMatchObject({ read: 6, rated: 5, errors: 1 });
  expect(report.totals).toMatchObject({ cost: "2", costBase: "2", costCDR: "1", costCarrier: "1" });
  expect(report.byClass).toEqual([
    {
      tariffClass: "national",
      calls: 2,
      retail: "2",
      wholesale: "0.75",
      margin: "1.25",
      withoutWholesale: 0,
    },
  ]);
  expect(report.otherCurrencies).toEqual([EUROS]);
  const tally = new TallyCounter();
  tally.addReport(report);
  tally.addReport(report);
  tally.takeReport(report);
  expect(tally.report()).toEqual(report);
  tally.takeReport(report);
  expect(tally.report()).not.toHaveProperty("otherCurrencies");
  const pounds = createTally(BOOK);
  for (const result of rateCalls(BOOK, CALLS.slice(0, 1))) pounds.add(result);
  expect(pounds.report()).not.toHaveProperty("otherCurrencies");
});

test.each([1, 300, 1 << 16])(
  "a file in blocks of %s bytes has the totals of its calls",
  async (blockBytes) => {
    const how = {
      results: "csv",
      duplicates: "report",
      reclassify: false,
      blockBytes,
      piece: 1 << 16,
    } as const;
    const report = await expectTwoWaysAlike(
      BYTES,
      { format: "jsonl", name: "calls" },
      { ...how, book: BOOK },
    );
    expect(report).toMatchObject(tallied());
  },
);

test("a discount is taken off the sum of its currency", async () => {
  async function* source() {
    yield BYTES;
  }
  const discounted = createTally(BOOK);
  for (const result of applyDiscounts(BOOK, rateCalls(BOOK, CALLS)).calls) discounted.add(result);
  const output = await openOutput("/dev/null");
  const report = await rateFile({
    book: BOOK,
    input: { source: source(), size: BYTES.length },
    read: { format: "jsonl", name: "calls" },
    results: { output, format: "jsonl" },
    discounts: createDiscountWindow<CallRecord>(BOOK),
  });
  await output.finish();
  expect(report.otherCurrencies).toEqual(discounted.report().otherCurrencies);
  expect(report).toMatchObject({ totals: { cost: "2" }, otherCurrencies: [{ cost: "6", costBase: "8" }] });
});
