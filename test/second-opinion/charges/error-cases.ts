/**
 * Features in error (R60, the table of codes), each as a small book, the fields that the error names and its sentence. As
 * the worked examples, for whatever charges features: the second opinion, and the engine.
 */
import { expect } from "vitest";
import type { Row } from "../values.ts";
import type { ChargesDriver } from "./worked-examples.ts";

export interface ErrorCase {
  readonly code: string;
  readonly field: string;
  /** null: any sentence. */
  readonly message: string | null;
  /** Feature 12 of the book. */
  readonly feature: Row;
  readonly book?: Row;
  readonly customerID?: string | null;
  /** How many transactions stand before the error. */
  readonly before?: number;
}

const PRICED: Row = { startDate: "2026-01-01", serviceCharge: "10" };
const IN_INSTALMENTS: Row = { startDate: "2026-01-01", instalments: 12, totalFeatureValue: 240 };
const BY_TARIFF: Row = { startDate: "2026-01-01", fixedFeeTariff: "Corporate fees" };
const LINE: Row = { featureTypes: [{ id: "1", featureTypeName: "Line rental" }] };

function tariff(fields: Row): Row {
  return { fixedFeeTariffs: [{ id: "1", name: "Corporate fees", ...fields }] };
}

function recorded(startDate: string, endDate: string, periodEnd = "2026-01-31"): Row {
  const part = { startDate, endDate, count: 1, billed: 1, price: 10, net: 10, carrier: null };
  return {
    source: "recurring",
    periodStart: "2026-01-01",
    periodEnd,
    fixed: false,
    value: 1,
    valueCarrier: null,
    parts: [part],
  };
}

const WHOLESALE = ["Northway's", "Northway's, too"].map((name, at) => ({
  id: String(at + 5),
  name,
  retail: "wholesale",
  wholesaleForCarrierIDs: "Northway",
  rates: [{ fixedFeeValue: "1" }],
}));

export const ERROR_CASES: readonly ErrorCase[] = [
  {
    code: "malformed-feature",
    field: "featureCountCommittedAuto",
    message: 'Feature 12 has the featureCountCommittedAuto "highest"; write initial or peak.',
    feature: { ...PRICED, featureCountCommittedAuto: "highest" },
  },
  {
    code: "malformed-feature",
    field: "featureCountCommittedAuto",
    message: 'Feature 12 has the featureCountCommittedAuto "Peak"; write initial or peak.',
    feature: { ...PRICED, featureType: "Line rental" },
    book: { featureTypes: [{ id: "1", featureTypeName: "Line rental", featureCountCommittedAuto: "Peak" }] },
  },
  {
    code: "malformed-feature",
    field: "featureCountCommittedAuto",
    message: null,
    feature: { ...PRICED, featureType: "Line rental" },
    book: {
      featureTypes: [{ id: "1", featureTypeName: "Line rental", featureCountCommittedAuto: ["peak"] }],
    },
  },
  {
    code: "malformed-feature",
    field: "totalValueCharged",
    message: null,
    feature: { ...IN_INSTALMENTS, totalValueCharged: "ten" },
  },
  {
    code: "malformed-feature",
    field: "site",
    message: null,
    feature: { ...PRICED, site: { name: "Leeds" } },
  },
  {
    code: "malformed-feature",
    field: "campaign",
    message: null,
    feature: { ...PRICED, campaign: ["Spring"] },
  },
  {
    code: "malformed-feature",
    field: "chargesMade",
    message: null,
    feature: {
      ...PRICED,
      chargesMade: [recorded("2026-01-01", "2026-01-10"), recorded("2026-01-10", "2026-01-20", "2026-03-31")],
    },
  },
  {
    code: "malformed-feature",
    field: "totalValueCharged",
    message:
      "Feature 12 has a totalValueCharged of 66.665, which has more than 2 decimal places; write what was charged.",
    feature: { ...IN_INSTALMENTS, totalValueCharged: "66.665" },
  },
  {
    code: "malformed-feature",
    field: "chargesMade",
    message:
      "Feature 12 has a value in chargesMade of 1.005, which has more than 2 decimal places; write what was charged.",
    feature: { ...PRICED, chargesMade: [{ ...recorded("2026-01-01", "2026-01-10"), value: "1.005" }] },
  },
  {
    code: "malformed-feature",
    field: "chargesMade",
    message:
      "Feature 12 has a value in chargesMade of 5.295, which has more than 2 decimal places; write what was charged.",
    feature: { ...PRICED, chargesMade: [{ ...recorded("2026-01-01", "2026-01-10"), valueCarrier: "5.295" }] },
  },
  {
    code: "no-customer",
    field: "serviceID",
    message: "Feature 12 belongs to service 4, which belongs to no customer.",
    feature: { ...PRICED, customerID: null, serviceID: "4" },
    book: { services: [{ id: "4" }] },
    customerID: null,
  },
  {
    code: "no-start-date",
    field: "startDate",
    message: "Feature 12 has charges but no startDate to count them from.",
    feature: { serviceCharge: "10" },
  },
  {
    code: "instalments-missing",
    field: "instalments",
    message:
      "Feature 12 has a totalFeatureValue of 240 but no instalments; give their number or clear the total.",
    feature: { ...PRICED, totalFeatureValue: "240" },
  },
  {
    code: "instalments-missing",
    field: "instalments",
    message:
      "Feature 12 has a totalFeatureValue of 240 but no instalments; give their number or clear the total.",
    feature: { ...IN_INSTALMENTS, instalments: 0 },
  },
  {
    code: "instalments-missing",
    field: "instalments",
    message: null,
    feature: { startDate: "2026-01-01", instalments: 12 },
  },
  {
    code: "instalments-missing",
    field: "instalments",
    message: null,
    feature: { ...IN_INSTALMENTS, totalFeatureValue: "-0.01" },
  },
  {
    code: "instalments-missing",
    field: "instalments",
    message: null,
    feature: { startDate: "2026-01-01", instalments: 12, serviceCharge: -1 },
  },
  {
    code: "unknown-interval",
    field: "serviceChargeInterval",
    message: 'Feature 12 is charged "Fortnightly", which is no interval of the book.',
    feature: { ...PRICED, serviceChargeInterval: "Fortnightly" },
  },
  {
    code: "unknown-interval",
    field: "serviceChargeInterval",
    message: 'Feature 12 is charged "__proto__", which is no interval of the book.',
    feature: { ...PRICED, serviceChargeInterval: "__proto__" },
  },
  ...["initialFeatureDiscountScheme", "ongoingFeatureDiscountScheme"].map((field) => ({
    code: "unknown-scheme",
    field,
    message: 'Feature 12 has the discount scheme "Half price", which the book does not have.',
    feature: { ...PRICED, [field]: "Half price" },
  })),
  {
    code: "too-many-charges",
    field: "dueDate",
    message: "Feature 12 has more than 5,000 transactions due since 2001-01-01; set its dueDate.",
    feature: { startDate: "2001-01-01", serviceCharge: "0.10", serviceChargeInterval: "Daily" },
    book: { serviceChargeIntervals: [{ name: "Daily", every: 1, unit: "days" }] },
  },
  {
    code: "tariff-not-allowed",
    field: "fixedFeeTariff",
    message: 'The fixed fee tariff "Corporate fees" is not for customer 7.',
    feature: BY_TARIFF,
    book: tariff({ customerID: 8, rates: [{ fixedFeeValue: 1 }] }),
  },
  {
    code: "tariff-not-allowed",
    field: "fixedFeeTariff",
    message: 'The fixed fee tariff "Corporate fees" is not for customer 7.',
    feature: BY_TARIFF,
    book: tariff({ customerGroups: ["Gold"], currency: "EUR", rates: [{ fixedFeeValue: 1 }] }),
  },
  {
    code: "currency-mismatch",
    field: "fixedFeeTariff",
    message: 'The fixed fee tariff "Corporate fees" is in EUR, customer 7 in GBP.',
    feature: BY_TARIFF,
    book: tariff({ currency: "EUR", rates: [{ fixedFeeValue: 1 }] }),
  },
  {
    code: "no-fixed-fee",
    field: "fixedFeeTariff",
    message: '"Corporate fees" has no recurring fee for feature 12 (Line rental) on 2026-11-01.',
    feature: { startDate: "2026-11-01", featureType: "Line rental", fixedFeeTariff: "Corporate fees" },
    book: {
      ...LINE,
      ...tariff({ rates: [{ chargeKind: "recurring", fixedFeeValue: 9, endDate: "2026-10-31" }] }),
    },
  },
  {
    code: "no-fixed-fee",
    field: "fixedFeeTariff",
    message: '"Corporate fees" has no recurring fee for feature 12 on 2026-01-01.',
    feature: BY_TARIFF,
    book: tariff({}),
  },
  {
    code: "no-fixed-fee",
    field: "fixedFeeTariff",
    message: '"Corporate fees" has no one-off fee for feature 12 on 2026-01-01.',
    feature: BY_TARIFF,
    book: tariff({
      rates: [
        { chargeKind: "recurring", fixedFeeValue: 9 },
        { chargeKind: "oneOff", fixedFeeValue: 9, startDate: "2026-01-02" },
      ],
    }),
  },
  {
    // What fell due before the error stands.
    code: "no-fixed-fee",
    field: "fixedFeeTariff",
    message: '"Corporate fees" has no recurring fee for feature 12 on 2026-03-01.',
    feature: BY_TARIFF,
    book: tariff({ rates: [{ chargeKind: "recurring", fixedFeeValue: 9, endDate: "2026-02-28" }] }),
    before: 2,
  },
  {
    code: "ambiguous-fixed-fee",
    field: "fixedFeeTariff",
    message: 'Two lines of "Corporate fees" fit feature 12 equally: rates[1] and rates[2].',
    feature: BY_TARIFF,
    book: tariff({
      rates: [
        { fixedFeeValue: 1, endDate: "2025-12-31" },
        { fixedFeeValue: 1, endDate: "2027-12-31" },
        { fixedFeeValue: 2, endDate: "2028-12-31" },
      ],
    }),
  },
  {
    code: "ambiguous-fixed-fee",
    field: "fixedFeeTariff",
    message: null,
    feature: { ...PRICED, carrier: "Northway" },
    book: { fixedFeeTariffs: WHOLESALE },
  },
  {
    code: "no-carrier-cost",
    field: "serviceChargeCarrier",
    message: 'Feature 12 is marked up 35 % by "Corporate fees", but has no wholesale amount.',
    feature: BY_TARIFF,
    book: tariff({ rates: [{ chargeKind: "recurring", fixedFeeTariffType: "markup", fixedFeeValue: 35 }] }),
  },
  {
    code: "no-carrier-cost",
    field: "connectionChargeCarrier",
    message: 'Feature 12 is marked up 12.5 % by "Corporate fees", but has no wholesale amount.',
    feature: { ...BY_TARIFF, serviceChargeCarrier: "0" },
    book: tariff({ rates: [{ fixedFeeTariffType: "markup", fixedFeeValue: "12.50" }] }),
  },
];

export function checkErrorCase({ book, feature, ...wanted }: ErrorCase, driver: ChargesDriver): void {
  const data: Row = {
    customers: [{ id: "7" }, { id: "8" }],
    ...book,
    features: [
      { id: "12", customerID: "7", ...feature },
      { id: "13", customerID: "8", startDate: "2026-01-01", connectionCharge: "1" },
    ],
  };
  const { transactions, features, errors } = driver.charges(data, "2026-01-01", "2026-12-31");
  const { code, field, message, customerID = "7", before = 0 } = wanted;
  expect(errors).toEqual([
    {
      featureID: "12",
      customerID,
      error: code,
      field,
      message: message ?? expect.stringMatching(/^\S.*\.$/),
    },
  ]);
  // The others are charged, and what was charged before the error stands.
  const ofFeature = (id: string) => transactions.filter(({ featureID }) => featureID === id);
  expect(ofFeature("13")).toHaveLength(1);
  expect(ofFeature("12")).toHaveLength(before);
  expect(features.map(({ id }) => id)).toEqual(before > 0 ? ["12", "13"] : ["13"]);
}

/** Features that have none of the first six errors, whatever their fields say. */
export const WITHOUT_ERROR: ReadonlyArray<readonly [name: string, feature: Row]> = [
  ["nothing to charge", { serviceChargeInterval: "Fortnightly", startDate: "2026-01-01" }],
  [
    "0 instalments and nothing else",
    { instalments: 0, startDate: "2026-01-01", featureCountCommittedAuto: "highest" },
  ],
  ["begins after the range", { ...PRICED, startDate: "2027-01-01", serviceChargeInterval: "Fortnightly" }],
  [
    "charged to after its end",
    { ...PRICED, endDate: "2026-03-31", dueDate: "2026-04-01", initialFeatureDiscountScheme: "Half price" },
  ],
];

export function checkWithoutError(feature: Row, driver: ChargesDriver): void {
  const data: Row = { customers: [{ id: "7" }], features: [{ id: "12", customerID: "7", ...feature }] };
  const { transactions, features, errors } = driver.charges(data, "2026-01-01", "2026-12-31");
  expect({ transactions, features, errors }).toEqual({ transactions: [], features: [], errors: [] });
}
