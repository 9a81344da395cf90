/** R20, R41, R53: fixed charges of a preview: full-period price × billed count of the features in force. */
import { describe, expect, test } from "vitest";
import { type BookData, type Feature, openBook, previewChange } from "../../src/index.ts";

const BEFORE: BookData = {
  customers: [
    { id: 7, companyName: "Seven Ltd" },
    { id: 8, fixedFeeTariff: "Fees" },
  ],
  numbers: [{ id: 1007, customerID: 7, number: "020 7946 0018" }],
  services: [{ id: 30, customerID: 8 }],
  fixedFeeTariffs: [{ id: 1, name: "Fees" }],
  standardFeatures: [
    { id: 1, name: "Line", serviceCharge: "11.5", connectionCharge: 35, serviceChargeInterval: "Monthly" },
    { id: 2, name: "Loan", totalFeatureValue: 120, instalments: 12 },
  ],
};
/** The line for 12 pounds. */
const AFTER: BookData = {
  ...BEFORE,
  standardFeatures: [
    { id: 1, name: "Line", serviceCharge: "12", connectionCharge: 35, serviceChargeInterval: "Monthly" },
    { id: 2, name: "Loan", totalFeatureValue: 120, instalments: 12 },
  ],
};

function fixed(features: readonly Feature[], afterwards = features) {
  const [left, right] = [openBook({ ...BEFORE, features }), openBook({ ...AFTER, features: afterwards })];
  const charges = previewChange(left, right, [], { on: "2026-10-31" }).fixedCharges;
  if (charges === null) throw new Error("no fixed charges");
  return charges;
}

describe("R41 price × billed count, pence", () => {
  test.each([
    [{}, "1150", "1200"],
    [{ featureCount: 3 }, "3450", "3600"],
    [{ featureCount: 3, featureCountCommitted: 5 }, "5750", "6000"],
    [{ featureCountCommitted: "0.5" }, "1150", "1200"],
    [{ featureCount: 0 }, "0", "0"],
    [{ featureCount: "2.5" }, "2875", "3000"],
  ])("%j", (counts, before, after) => {
    const { recurring } = fixed([{ id: 1, customerID: 7, standardFeature: "Line", ...counts }]);
    expect(recurring.retail).toMatchObject({ before, after });
  });

  test.each([
    [{ startDate: "2026-10-31", endDate: "2026-10-31" }, 1],
    [{ startDate: "2026-11-01" }, 0],
    [{ endDate: "2026-10-30" }, 0],
  ])("in force on the date: %j", (dates, features) => {
    const charges = fixed([{ id: 1, customerID: 7, standardFeature: "Line", ...dates }]);
    expect([charges.recurring.features, charges.oneOff.features]).toEqual([features, features]);
  });

  test("recurring and one-off apart, by standard feature and customer, the lines adding up", () => {
    const charges = fixed([
      { id: 1, numberID: 1007, standardFeature: "Line", featureCount: 2 },
      { id: 2, serviceID: 30, standardFeature: "Line", serviceChargeCarrier: "8.2" },
      { id: 3, customerID: 7, serviceCharge: "4.25" },
    ]);
    expect(charges.on).toBe("2026-10-31");
    expect(charges.recurring.retail).toEqual({
      before: "3875",
      after: "4025",
      difference: "150",
      percent: "3.87",
    });
    expect(charges.recurring.lines.map((line) => [line.standardFeature, line.retail.after])).toEqual([
      ["Line", "3600"],
      [null, "425"],
    ]);
    expect(charges.recurring.byCustomer.map((own) => [own.key, own.name, own.retail.after])).toEqual([
      ["7", "Seven Ltd", "2825"],
      ["8", "8", "1200"],
    ]);
    // Wholesale is known for one of three; what is not known is counted, not zero.
    expect(charges.recurring.wholesale.before).toBe("820");
    expect(charges.recurring.withoutWholesale).toEqual({ before: 2, after: 2 });
    expect(charges.oneOff.retail).toMatchObject({ before: "10500", after: "10500", difference: "0" });
    expect(charges.oneOff.wholesale.before).toBeNull();
  });

  test("a feature of one book only enters that side", () => {
    const line: Feature = { id: 1, customerID: 7, standardFeature: "Line" };
    expect(fixed([line], []).recurring.retail).toMatchObject({ before: "1150", after: "0" });
    expect(fixed([], [line]).recurring.retail).toMatchObject({ before: "0", after: "1200", percent: null });
  });
});

describe("R53 features that a change does not reach", () => {
  test("a price of its own: in the sums with it, and listed", () => {
    const charges = fixed([
      { id: 2, customerID: 7, standardFeature: "Line", serviceCharge: "10.75" },
      { id: 1, customerID: 7, standardFeature: "Line", connectionCharge: 0 },
      { id: 3, customerID: 7, serviceCharge: "4.25" },
    ]);
    expect(charges.recurring.retail).toMatchObject({ before: "2650", after: "2700" });
    expect(charges.notReached).toEqual([
      {
        featureID: "2",
        customerID: "7",
        customerName: "Seven Ltd",
        standardFeature: "Line",
        kind: "recurring",
        price: "1075",
        standardBefore: "1150",
        standardAfter: "1200",
        isPassedBy: true,
      },
      // Feature 3 has no standard feature that could reach it.
      expect.objectContaining({ featureID: "1", kind: "oneOff", price: "0", isPassedBy: false }),
    ]);
  });

  test("a feature that gains or loses its own price is reached: it costs what the other side says", () => {
    const own: Feature = { id: 1, customerID: 7, standardFeature: "Line", serviceCharge: "10.75" };
    const { serviceCharge: _own, ...standard } = own;
    const loses = fixed([own], [standard]);
    expect(loses.recurring.retail).toMatchObject({ before: "1075", after: "1200" });
    expect(loses.notReached).toEqual([]);
    const gains = fixed([standard], [own]);
    expect(gains.recurring.retail).toMatchObject({ before: "1150", after: "1075" });
    expect(gains.notReached).toEqual([]);
    expect(fixed([], [own]).notReached).toEqual([]);
  });

  test("a feature whose own price changes as well is not passed by", () => {
    const own: Feature = { id: 1, customerID: 7, standardFeature: "Line", serviceCharge: "10.75" };
    expect(fixed([own], [{ ...own, serviceCharge: "11.25" }]).notReached).toMatchObject([
      { price: "1125", standardBefore: "1150", standardAfter: "1200", isPassedBy: false },
    ]);
  });

  test("80,000 features with prices of their own, more than a function may have arguments", () => {
    const features = Array.from({ length: 80_000 }, (_, id) => ({
      id,
      customerID: 7,
      standardFeature: "Line",
      serviceCharge: 1,
      connectionCharge: 1,
    }));
    const charges = fixed(features);
    expect(charges.recurring.retail.after).toBe("8000000");
    expect(charges.notReached.length).toBe(160_000);
  });

  test("a price that the features do not say is in no sum, and listed", () => {
    const charges = fixed([
      { id: 1, customerID: 7, standardFeature: "Loan" },
      { id: 2, serviceID: 30 },
      { id: 3, customerID: 7 },
    ]);
    expect(charges.unpriced).toEqual([
      { featureID: "1", customerID: "7", why: "instalments" },
      { featureID: "2", customerID: "8", why: "fixedFeeTariff" },
    ]);
    expect(charges.recurring.features).toBe(0);
  });
});
