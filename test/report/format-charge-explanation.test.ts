/** R79: why a feature is charged what it is, as text, with the transaction last. */
import { expect, test } from "vitest";
import { type BookData, charges, explainCharge, type Feature, openBook } from "../../src/index.ts";
import { formatChargeExplanation } from "../../src/report/index.ts";

const BOOK: BookData = {
  customers: [{ id: 7, VATRate: "Standard" }],
  vatRates: [{ name: "Standard", percent: 20 }],
  transactionTypes: [{ id: 1, transactionTypeName: "Rental", defaultTransactionCode: "4100" }],
  featureDiscountSchemes: [{ name: "Half", recurringType: "percent", recurringValue: 50 }],
};

const LINE: Feature = {
  id: 12,
  customerID: 7,
  startDate: "2026-01-12",
  featureCount: 2,
  serviceCharge: 30,
  serviceChargeCarrier: "8.2",
  serviceTransactionType: "Rental",
  initialFeatureDiscountScheme: "Half",
};

function shown(feature: Partial<Feature>, on: string): string {
  return formatChargeExplanation(
    explainCharge(openBook({ ...BOOK, features: [{ ...LINE, ...feature }] }), 12, on),
  );
}

test("R79 a charge, line by line, ending in its transaction", () => {
  expect(shown({}, "2026-01-20")).toBe(`Feature 12 of customer 7 on 2026-01-20

What was chosen
  R65 period: 2026-01-01 to 2026-01-31
      31 days, Calendar Monthly, in advance
  R63 count: 2
      featureCount on 2026-01-12
  R71 price: 30
      serviceCharge of feature 12
  R71 wholesale price: 8.2
      serviceChargeCarrier of feature 12
  R74 scheme: Half
      in force on 2026-01-12
  R78 VAT rate: Standard
      VATRate of customer 7; 20 % on 2026-01-20
      passed over: VATRate of feature 12 (is blank)

Charge, pounds
  R74 whole period, from 2026-01-12  30 × 2 × (100 − 50) ÷ 100  30
  R67 2026-01-12 to 2026-01-31       30 × 20 of 31 days         19.354838709677…
  R61 rounded once                   19.354838709677…           19.354838709677… → 19.35
  R78 VAT, by itself                 19.35 × 20 ÷ 100           3.87 → 3.87

Wholesale, pounds
  R71 by days  (8.2 × 2 × 20) ÷ 31  10.58064516129… → 10.58

Recurring 19.35 for 2026-01-12 to 2026-01-31, due 2026-01-12, billed 2026-01-20, Rental, code 4100, VAT Standard, wholesale 10.58
`);
});

test("R79 what was charged before, nothing, and an error", () => {
  const data = { ...BOOK, features: [LINE] };
  const [state] = charges(openBook(data), "2026-01-01", "2026-01-31").features;
  const lastLine = (text: string): string | undefined => text.trimEnd().split("\n").at(-1);
  expect(lastLine(shown(state as Partial<Feature>, "2026-01-20"))).toBe(
    "Recurring 19.35 for 2026-01-12 to 2026-01-31, charged before, wholesale 10.58",
  );
  expect(shown({}, "2026-01-11")).toBe(
    "Feature 12 of customer 7 on 2026-01-11\n\nFeature 12 starts on 2026-01-12.\n",
  );
  expect(lastLine(shown({ serviceChargeInterval: "Fortnightly" }, "2026-01-20"))).toBe(
    'In error: unknown-interval. Feature 12 is charged "Fortnightly", which is no interval of the book.',
  );
});

test("control characters of names are made harmless", () => {
  const description = "Line\u001b[2J";
  const named = {
    standardFeature: description,
    serviceCharge: null,
  };
  const standardFeatures = [{ id: 1, name: description, serviceCharge: 5 }];
  const book = openBook({ ...BOOK, standardFeatures, features: [{ ...LINE, ...named }] });
  const text = formatChargeExplanation(explainCharge(book, 12, "2026-01-12"));
  expect(text).toContain('serviceCharge of standard feature "Line\\u001b[2J"');
  expect(text).not.toContain("\u001b");
});
