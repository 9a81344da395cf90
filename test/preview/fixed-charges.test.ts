/** R60 to R75 in previews: what falls due in the days of the bills, what recurs, and what a change passes by. */
import { describe, expect, test } from "vitest";
import { parseCivilDate } from "../../src/calendar/index.ts";
import {
  type BookData,
  charges,
  type Feature,
  type FixedCharges,
  openBook,
  previewChange,
} from "../../src/index.ts";
import { type ChargedFeature, type ChargedSide, chargedSide } from "../../src/preview/bills/charged-side.ts";
import { compareFixedCharges } from "../../src/preview/bills/fixed-charges.ts";
import { namesOf } from "../../src/preview/side.ts";

const OCTOBER = { from: "2026-10-01", to: "2026-10-31" };
const startDate = "2026-01-01";

const BEFORE: BookData = {
  customers: [
    { id: 7, companyName: "Seven Ltd" },
    { id: 8, fixedFeeTariff: "Fees" },
  ],
  numbers: [{ id: 1007, customerID: 7, number: "020 7946 0018" }],
  services: [{ id: 30, customerID: 8 }],
  fixedFeeTariffs: [{ id: 1, name: "Fees", rates: [{ fixedFeeValue: "8", chargeKind: "recurring" }] }],
  featureDiscountSchemes: [{ name: "Half price", recurringType: "percent", recurringValue: 50 }],
  standardFeatures: [
    { id: 1, name: "Line", serviceCharge: "11.5", connectionCharge: 35 },
    { id: 2, name: "Handset", totalFeatureValue: 120, instalments: 12 },
  ],
};
/** The line for 12 pounds, and fees half as much again. */
const AFTER: BookData = {
  ...BEFORE,
  fixedFeeTariffs: [{ id: 1, name: "Fees", rates: [{ fixedFeeValue: "12", chargeKind: "recurring" }] }],
  standardFeatures: [
    { id: 1, name: "Line", serviceCharge: "12", connectionCharge: 35 },
    { id: 2, name: "Handset", totalFeatureValue: 120, instalments: 12 },
  ],
};

function fixed(features: readonly Feature[], afterwards = features, period = OCTOBER): FixedCharges {
  const [left, right] = [openBook({ ...BEFORE, features }), openBook({ ...AFTER, features: afterwards })];
  const compared = previewChange(left, right, [], { period }).fixedCharges;
  if (compared === null) throw new Error("no fixed charges");
  return compared;
}

describe("R60 to R75 what falls due, pence", () => {
  test.each<[Partial<Feature>, string, string]>([
    [{}, "1150", "1200"],
    [{ featureCount: 3 }, "3450", "3600"],
    [{ featureCount: 3, featureCountCommitted: 5 }, "5750", "6000"],
    [{ featureCount: "2.5" }, "2875", "3000"],
    [{ endDate: "2026-10-10" }, "371", "387"],
    [{ endDate: "2026-09-30" }, "0", "0"],
    [{ initialFeatureDiscountScheme: "Half price" }, "575", "600"],
    [{ datedChanges: [{ date: "2026-10-16", featureCount: 2 }] }, "1744", "1819"],
    [{ serviceChargeInterval: "Calendar Quarterly" }, "1150", "1200"],
    [{ serviceChargeInterval: "Annually" }, "0", "0"],
    [{ serviceChargeInterval: "Weekly" }, "5750", "6000"],
  ])("a line since January: %j", (fields, before, after) => {
    const { recurring, oneOff, total } = fixed([
      { id: 1, customerID: 7, standardFeature: "Line", startDate, ...fields },
    ]);
    expect(recurring.retail).toMatchObject({ before, after });
    expect(oneOff.features).toBe(0);
    expect(total).toEqual(recurring.retail);
  });

  test("a feature that starts in the period: its connection, and the rest of the month", () => {
    const started = fixed([{ id: 1, customerID: 7, standardFeature: "Line", startDate: "2026-10-12" }]);
    expect(started.recurring.retail).toMatchObject({ before: "742", after: "774" });
    expect(started.oneOff.retail).toMatchObject({ before: "3500", after: "3500" });
    expect(started.total).toMatchObject({ before: "4242", after: "4274" });
  });

  test("a fixed fee tariff is priced: a rise of a half is one", () => {
    const { recurring, inError, notReached } = fixed([
      { id: 2, serviceID: 30, startDate, connectionCharge: 0, featureCount: 2 },
    ]);
    expect(recurring.retail).toEqual({ before: "1600", after: "2400", difference: "800", percent: "50" });
    expect(recurring.lines).toMatchObject([
      { standardFeature: null, fixedFeeTariff: "Fees", interval: "Calendar Monthly" },
    ]);
    expect([inError, notReached]).toEqual([[], []]);
  });

  test("instalments, which are no run rate", () => {
    const { instalments, recurring, runRate } = fixed([
      { id: 1, customerID: 7, standardFeature: "Handset", startDate: "2026-06-20" },
    ]);
    expect(instalments.retail).toMatchObject({ before: "1000", after: "1000" });
    expect([recurring.features, runRate.features]).toEqual([0, 0]);
  });

  test("a credit for days after an end that were charged before the period", () => {
    const features: Feature[] = [
      { id: 1, customerID: 7, startDate, serviceCharge: 365, serviceChargeInterval: "Annually" },
    ];
    const january = charges(openBook({ ...BEFORE, features }), "2026-01-01", "2026-01-31").features[0];
    const stored = features.map((feature) => ({ ...feature, ...january }) as Feature);
    const ended = stored.map((feature) => ({ ...feature, endDate: "2026-10-21" }));
    const { corrections, recurring } = fixed(stored, ended);
    expect(corrections.retail).toMatchObject({ before: "0", after: "-7100" });
    expect(recurring.features).toBe(0);
  });

  test("by standard feature and customer, the lines adding up; wholesale where it is known", () => {
    const compared = fixed([
      { id: 1, numberID: 1007, standardFeature: "Line", featureCount: 2, startDate },
      { id: 2, serviceID: 30, standardFeature: "Line", serviceChargeCarrier: "8.2", startDate },
      { id: 3, customerID: 7, serviceCharge: "4.25", startDate },
    ]);
    expect(compared).toMatchObject({ ...OCTOBER, periods: 1 });
    expect(compared.recurring.retail).toEqual({
      before: "3875",
      after: "4025",
      difference: "150",
      percent: "3.87",
    });
    expect(compared.recurring.lines.map((line) => [line.standardFeature, line.retail.after])).toEqual([
      ["Line", "3600"],
      [null, "425"],
    ]);
    expect(compared.recurring.byCustomer.map((own) => [own.key, own.name, own.retail.after])).toEqual([
      ["7", "Seven Ltd", "2825"],
      ["8", "8", "1200"],
    ]);
    expect(compared.recurring.wholesale.before).toBe("820");
    expect(compared.recurring.withoutWholesale).toEqual({ before: 2, after: 2 });
  });

  test("a feature of one book only enters that side", () => {
    const line: Feature = { id: 1, customerID: 7, standardFeature: "Line", startDate };
    expect(fixed([line], []).recurring.retail).toMatchObject({ before: "1150", after: "0" });
    expect(fixed([], [line]).recurring.retail).toMatchObject({ before: "0", after: "1200", percent: null });
  });

  test("a feature in error is named with its reason", () => {
    const { inError, recurring } = fixed([
      { id: 1, customerID: 7, serviceCharge: 5, startDate, serviceChargeInterval: "Fortnightly" },
      { id: 2, customerID: 7, serviceCharge: 5 },
    ]);
    expect(inError).toMatchObject([
      { featureID: "1", customerName: "Seven Ltd", before: { error: "unknown-interval" } },
      { featureID: "2", after: { error: "no-start-date", field: "startDate" } },
    ]);
    expect(recurring.features).toBe(0);
  });
});

describe("what recurs, in a month and in a year", () => {
  test("10 pounds a month and 120 a year are 20 a month and 240 a year", () => {
    const { runRate } = fixed([
      { id: 1, customerID: 7, serviceCharge: 10, startDate },
      { id: 2, customerID: 7, serviceCharge: 120, startDate, serviceChargeInterval: "Annually" },
    ]);
    expect(runRate).toMatchObject({
      on: "2026-10-31",
      features: 2,
      perMonth: { before: "2000" },
      perYear: { before: "24000" },
    });
    expect(runRate.byCustomer).toMatchObject([{ key: "7", features: 2, perYear: { before: "24000" } }]);
  });

  test.each([
    ["Weekly", "2281.25", "27375"],
    ["Quarterly", "175", "2100"],
    ["Calendar Half-Yearly", "87.5", "1050"],
  ])("5.25 %s", (serviceChargeInterval, perMonth, perYear) => {
    const { runRate } = fixed([
      { id: 1, customerID: 7, serviceCharge: "5.25", startDate, serviceChargeInterval },
    ]);
    expect(runRate).toMatchObject({ perMonth: { before: perMonth }, perYear: { before: perYear } });
  });

  test("counts and schemes of the last day; what has ended or not begun is not in it", () => {
    const { runRate } = fixed([
      {
        id: 1,
        customerID: 7,
        standardFeature: "Line",
        startDate,
        datedChanges: [{ date: "2026-10-16", featureCount: 4 }],
        initialFeatureDiscountScheme: "Half price",
      },
      { id: 2, customerID: 7, serviceCharge: 10, startDate, endDate: "2026-10-30" },
      { id: 3, customerID: 7, serviceCharge: 10, startDate: "2026-11-01" },
    ]);
    expect(runRate).toMatchObject({ features: 1, perMonth: { before: "2300", after: "2400" } });
  });
});

describe("R53 R71 charges that a change does not reach", () => {
  test("a price of its own: in the sums with it, and listed with what it comes to a month", () => {
    const { recurring, notReached } = fixed([
      { id: 2, customerID: 7, standardFeature: "Line", serviceCharge: "10.75", featureCount: 3, startDate },
      { id: 1, customerID: 7, standardFeature: "Line", connectionCharge: 0, startDate },
      { id: 3, customerID: 7, serviceCharge: "4.25", startDate },
    ]);
    expect(recurring.retail).toMatchObject({ before: "4800", after: "4850" });
    expect(notReached).toEqual([
      {
        featureID: "2",
        customerID: "7",
        customerName: "Seven Ltd",
        kind: "recurring",
        standardFeature: "Line",
        fixedFeeTariff: null,
        price: "1075",
        standardBefore: "1150",
        standardAfter: "1200",
        amount: "3225",
        missed: "150",
      },
    ]);
  });

  test("nor does a rise of a fixed fee tariff, of a feature or of a standard feature with a price", () => {
    const { notReached } = fixed(
      [
        { id: 1, serviceID: 30, serviceCharge: 90, serviceChargeInterval: "Annually", startDate },
        { id: 2, serviceID: 30, standardFeature: "Line", serviceCharge: 9, startDate },
        { id: 3, serviceID: 30, startDate, connectionCharge: 1 },
      ],
      undefined,
    );
    expect(notReached.map((own) => [own.featureID, own.fixedFeeTariff, own.amount, own.missed])).toEqual([
      ["1", "Fees", "750", "33.333333333333"],
      // The standard feature's change is the nearer one.
      ["2", null, "900", "50"],
    ]);
  });

  test("one-off, of a feature that starts in the period", () => {
    const standardFeatures = [{ id: 1, name: "Line", serviceCharge: "11.5", connectionCharge: 40 }];
    const features: Feature[] = [
      { id: 1, customerID: 7, standardFeature: "Line", connectionCharge: 20, startDate: "2026-10-12" },
      { id: 2, customerID: 7, standardFeature: "Line", connectionCharge: 20, startDate },
    ];
    const [left, right] = [
      openBook({ ...BEFORE, features }),
      openBook({ ...BEFORE, standardFeatures, features }),
    ];
    expect(previewChange(left, right, [], { period: OCTOBER }).fixedCharges?.notReached).toMatchObject([
      { featureID: "1", kind: "oneOff", amount: "2000", missed: "500" },
    ]);
  });

  test("a feature that gains or loses its own price is reached: it costs what the other side says", () => {
    const own: Feature = { id: 1, customerID: 7, standardFeature: "Line", serviceCharge: "10.75", startDate };
    const { serviceCharge: _own, ...standard } = own;
    const loses = fixed([own], [standard]);
    expect(loses.recurring.retail).toMatchObject({ before: "1075", after: "1200" });
    expect(loses.notReached).toEqual([]);
    const gains = fixed([standard], [own]);
    expect(gains.recurring.retail).toMatchObject({ before: "1150", after: "1075" });
    expect([gains.notReached, fixed([], [own]).notReached]).toEqual([[], []]);
    expect(fixed([own], [{ ...own, serviceCharge: "11.25" }]).notReached).toEqual([]);
  });

  test("130,000 features with prices of their own, more than a function may have arguments", () => {
    const feature = { id: 1, customerID: 7, standardFeature: "Line", serviceCharge: 1, startDate };
    const dayOf = (date: string): number => parseCivilDate(date) as number;
    const days = [{ from: dayOf(OCTOBER.from), to: dayOf(OCTOBER.to) }];
    // Charged once and found under many ids: it is the comparison that has to do with all of them.
    const sideOf = (data: BookData): ChargedSide => {
      const { features, transactions } = chargedSide(openBook({ ...data, features: [feature] }), days);
      const charged = features.get("1") as ChargedFeature;
      const many = Array.from({ length: 130_000 }, (_, id) => [String(id), charged] as const);
      return { features: new Map(many), transactions };
    };
    const how = { names: namesOf([]), currencyDecimals: 2 };
    const compared = compareFixedCharges(sideOf(BEFORE), sideOf(AFTER), days, how);
    expect(compared.recurring.retail.after).toBe("13000000");
    expect(compared.notReached.length).toBe(130_000);
  });
});
