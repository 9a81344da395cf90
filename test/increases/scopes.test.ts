/** R51 to R53: a scope touches exactly its fields and nothing else, checked over whole records. */
import { describe, expect, test } from "vitest";
import {
  applyIncrease,
  type BookData,
  type FixedFeeLine,
  type IncreasableRecord,
  type IncreaseRequest,
  type IncreaseResult,
  isActionError,
  type Tariff,
} from "../../src/index.ts";

const CHARGES = [
  "CostConnection",
  "CostSecondaryConnection",
  "InitialCost",
  "CostMin",
  "CostMax",
  "AccessCharge",
  "AccessChargeConnection",
  "SurchargeMobileOrigination",
  "SurchargeMobileOriginationConnection",
  "SurchargePayphoneOrigination",
  "SurchargePayphoneOriginationConnection",
  "SurchargeCallRecording",
  "SurchargeCallRecordingConnection",
] as const;

/** A tariff with every field set; prices are 10, 11, 12 … so that none is another. */
const TARIFF = {
  id: 1,
  name: "Everything",
  description: "All of it",
  tariffClass: "national",
  customerID: 7,
  forCarriers: ["Northway"],
  forNumberTypes: "Geographic",
  currency: "GBP",
  singleRate: false,
  periodRule: "split",
  revision: 4,
  baseType: "perMinute",
  baseCost: "9",
  baseInitialDuration: 60,
  baseDurationMin: 30,
  baseRoundSeconds: 6,
  baseRoundSecondsFrom: "minimum",
  baseRoundBytes: 1024,
  baseRoundEvents: 1,
  baseRoundPence: "0.1",
  baseRoundPenceAfterSurcharge: "0.1",
  baseRoundingAccessCharge: "asBasic",
  baseSurchargeRoundingMobileOrigination: "none",
  chargeZeroDuration: true,
  fallbackMarkup: "20",
  fallbackMarkupSuggested: "15",
  ...Object.fromEntries(CHARGES.map((name, at) => [`base${name}`, String(at + 10)])),
  baseCostMin: "1",
  baseCostMax: "40",
  rates: [
    {
      tariffType: "UK",
      prefix: "44",
      startDate: "2026-01-01",
      endDate: "2026-12-31",
      cost: "2",
      costConnection: "3",
    },
    { prefix: "449", chargeType: "markup", cost: "25", accessCharge: "5", durationMin: 10 },
    { prefix: "448", chargeType: "perCall", cost: "8" },
  ],
} as unknown as Tariff;

function increased(book: BookData, request: Partial<IncreaseRequest>): IncreaseResult {
  const result = applyIncrease(
    book,
    {
      resource: "tariffs",
      id: 1,
      increasePercent: "10",
      ...request,
    },
    5,
  );
  if (isActionError(result)) throw new Error(result.hint);
  return result;
}

/** The fields in which two records differ, with lines as `rates[0].cost`. */
function differences(before: object, after: object, path = ""): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.flatMap((name) => {
    const [a, b] = [before, after].map((own) => (own as Record<string, unknown>)[name]);
    if (JSON.stringify(a) === JSON.stringify(b)) return [];
    if (Array.isArray(a) && Array.isArray(b) && a.length === b.length) {
      return a.flatMap((own, at) => differences(own as object, b[at] as object, `${path}${name}[${at}].`));
    }
    return [`${path}${name}`];
  });
}

const TRACKING = ["increaseOriginalID", "increasePercent", "increaseScope"];

describe("R51 tariffs", () => {
  const book: BookData = { tariffs: [TARIFF] };

  test("costOnly: the cost of base and lines, never a percentage", () => {
    const { record } = increased(book, { increaseScope: "costOnly" });
    expect(differences(TARIFF, record).sort()).toEqual(
      ["baseCost", "rates[0].cost", "rates[2].cost", "revision", ...TRACKING].sort(),
    );
    expect(record).toMatchObject({
      baseCost: "9.9",
      revision: 5,
      increaseOriginalID: 1,
      increasePercent: "10",
    });
  });

  test("allCharges: every price, and of a markup line all but its percentage", () => {
    const { record } = increased(book, { increaseScope: "allCharges" });
    expect(differences(TARIFF, record).sort()).toEqual(
      [
        "baseCost",
        ...CHARGES.map((name) => `base${name}`),
        "rates[0].cost",
        "rates[0].costConnection",
        "rates[1].accessCharge",
        "rates[2].cost",
        "revision",
        ...TRACKING,
      ].sort(),
    );
  });

  test("a line's cost is a percentage where its charge type is inherited", () => {
    const markup = { ...TARIFF, baseType: "markup", baseCost: "30" } as Tariff;
    const { record } = increased({ tariffs: [markup] }, { increaseScope: "costOnly" });
    expect(
      differences(markup, record)
        .filter((name) => !TRACKING.includes(name))
        .sort(),
    ).toEqual(["revision", "rates[2].cost"].sort());
  });

  test("what is given stays as it is, and a revision counts on in its own spelling", () => {
    const before = structuredClone(TARIFF);
    const { record } = increased(book, { increaseScope: "allCharges" });
    expect(TARIFF).toEqual(before);
    expect(record).not.toBe(TARIFF);
    const blank = increased({ tariffs: [{ ...TARIFF, revision: null }] }, { increaseScope: "costOnly" });
    expect(blank.record).toMatchObject({ revision: 1 });
    const text = increased({ tariffs: [{ ...TARIFF, revision: "7" }] }, { increaseScope: "costOnly" });
    expect(text.record).toMatchObject({ revision: "8" });
  });

  test("a result beyond R2 fails the whole action", () => {
    const dear = { ...TARIFF, rates: [{ prefix: "1", cost: "999999" }] } as Tariff;
    const answer = applyIncrease(
      { tariffs: [dear] },
      { resource: "tariffs", id: 1, increasePercent: "10", increaseScope: "costOnly" },
      5,
    );
    expect(answer).toMatchObject({ error_code: 400502, hint: expect.stringContaining("1099998.9") });
  });
});

describe("R52 fixed fee tariffs", () => {
  const lines: FixedFeeLine[] = [
    { description: "rental", chargeKind: "recurring", fixedFeeTariffType: "fixed", fixedFeeValue: "10" },
    { description: "any", fixedFeeTariffType: "proRata", fixedFeeValue: "20", serviceTypeIDs: ["SIP"] },
    { description: "set up", chargeKind: "oneOff", fixedFeeValue: "30" },
    { description: "percent", chargeKind: "recurring", fixedFeeTariffType: "markup", fixedFeeValue: "40" },
  ];
  const own = { id: 1, name: "Lines", rates: lines };
  const values = (record: IncreasableRecord) =>
    "rates" in record
      ? (record.rates ?? []).map((line) => ("fixedFeeValue" in line ? line.fixedFeeValue : null))
      : [];

  test.each([
    ["recurringOnly", ["11", "22", "30", "40"]],
    ["recurringAndConnections", ["11", "22", "33", "40"]],
  ])("%s", (increaseScope, expected) => {
    const { record } = increased({ fixedFeeTariffs: [own] }, { resource: "fixedFeeTariffs", increaseScope });
    expect(values(record)).toEqual(expected);
    const touched = differences(own, record).filter((name) => !name.endsWith(".fixedFeeValue"));
    expect(touched.sort()).toEqual(TRACKING);
  });

  test("the parent's lines are taken over, but for those that an own line replaces", () => {
    const parent = { id: 2, name: "Parent", rates: lines };
    const child = {
      id: 1,
      name: "Child",
      parentFixedFeeTariff: 2,
      rates: [
        { description: "own", fixedFeeTariffType: "proRata", fixedFeeValue: "5", serviceTypeIDs: "SIP" },
      ],
    } as const;
    const { record } = increased(
      { fixedFeeTariffs: [child, parent] },
      { resource: "fixedFeeTariffs", increaseScope: "recurringAndConnections" },
    );
    expect(record).not.toHaveProperty("parentFixedFeeTariff");
    expect(values(record)).toEqual(["5.5", "11", "33", "40"]);
  });

  test("R58 from a date a line in force ends the day before and goes on, and a later one is raised", () => {
    const dated = {
      id: 1,
      name: "Dated",
      rates: [
        { description: "now", fixedFeeValue: "10" },
        { description: "over", fixedFeeValue: "10", startDate: "2025-01-01", endDate: "2026-03-31" },
        { description: "later", fixedFeeValue: "10", startDate: "2026-06-01", carrierIDs: ["N"] },
      ],
    };
    const { record } = increased(
      { fixedFeeTariffs: [dated] },
      { resource: "fixedFeeTariffs", increaseScope: "recurringOnly", effectiveDate: "2026-04-01" },
    );
    expect("rates" in record && record.rates).toEqual([
      { description: "now", fixedFeeValue: "10", endDate: "2026-03-31" },
      { description: "now", fixedFeeValue: "11", startDate: "2026-04-01" },
      { description: "over", fixedFeeValue: "10", startDate: "2025-01-01", endDate: "2026-03-31" },
      { description: "later", fixedFeeValue: "11", startDate: "2026-06-01", carrierIDs: ["N"] },
    ]);
  });
});

describe("R53 standard features", () => {
  const own = {
    id: 1,
    name: "Line",
    serviceCharge: "12.5",
    connectionCharge: "50",
    serviceChargeCarrier: "6",
    connectionChargeCarrier: "20",
    serviceChargeCommission: "1",
    connectionChargeCommission2: "2",
    totalFeatureValue: "300",
  };

  test.each([
    ["recurringOnly", ["serviceCharge"]],
    ["recurringAndConnections", ["serviceCharge", "connectionCharge"]],
  ])("%s", (increaseScope, fields) => {
    const { record } = increased(
      { standardFeatures: [own] },
      { resource: "standardFeatures", increaseScope },
    );
    expect(differences(own, record).sort()).toEqual([...fields, ...TRACKING].sort());
    expect(record).toMatchObject({ serviceCharge: "13.75" });
  });

  test("one with instalments is returned unchanged, without tracking", () => {
    const sold = { ...own, instalments: 24 };
    const book = { standardFeatures: [sold] };
    const answer = increased(book, { resource: "standardFeatures", increaseScope: "recurringOnly" });
    expect(answer).toEqual({
      record: sold,
      changed: [],
      kept: [],
      skipped: true,
      notReached: [],
      children: [],
    });
    expect(answer.record).toBe(sold);
  });

  test("of one with instalments the connection charge goes up and the agreed total's service charge stays", () => {
    const sold = { ...own, instalments: "24" };
    const request = { resource: "standardFeatures", increaseScope: "recurringAndConnections" } as const;
    const answer = increased({ standardFeatures: [sold] }, request);
    expect(answer).not.toHaveProperty("skipped");
    expect(differences(sold, answer.record).sort()).toEqual(["connectionCharge", ...TRACKING].sort());
    const { connectionCharge: _, ...unconnected } = sold;
    expect(increased({ standardFeatures: [unconnected] }, request)).toMatchObject({ skipped: true });
  });

  test("features with a price of their own are listed", () => {
    const book: BookData = {
      standardFeatures: [own],
      features: [
        { id: 1, customerID: 7, standardFeature: "Line", serviceCharge: "9" },
        { id: 2, customerID: 7, standardFeature: "Line", connectionCharge: 0 },
        { id: 3, customerID: 7, standardFeature: "Line" },
        { id: 4, customerID: 7, standardFeature: "Other", serviceCharge: "9" },
      ],
    };
    const request = { resource: "standardFeatures", increaseScope: "recurringAndConnections" } as const;
    expect(increased(book, request).notReached).toEqual([
      { id: 1, fields: ["serviceCharge"] },
      { id: 2, fields: ["connectionCharge"] },
    ]);
  });

  test("R58 they have no dates", () => {
    expect(
      applyIncrease(
        { standardFeatures: [own] },
        {
          resource: "standardFeatures",
          id: 1,
          increaseScope: "recurringOnly",
          increasePercent: 5,
          effectiveDate: "2026-04-01",
        },
        5,
      ),
    ).toMatchObject({ error_code: 400502 });
  });
});
