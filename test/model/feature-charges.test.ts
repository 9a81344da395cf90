/** What charges read of a feature, and what they write down on it. */
import { describe, expect, test } from "vitest";
import { checkBook, openBook, openShared, shareBook } from "../../src/index.ts";
import {
  featureInForce,
  featureSchema,
  featureTypeSchema,
  numberSchema,
  standardFeatureSchema,
} from "../../src/model/index.ts";
import { accept, faults } from "./check.ts";

const owned = { id: 12, customerID: 7 };

describe("R63, R70 datedChanges", () => {
  const changed = (...datedChanges: unknown[]): string[] => faults(featureSchema, { ...owned, datedChanges });

  test("have a count, a price or both from a day on", () => {
    const datedChanges = [
      { date: "1970-01-02", featureCount: "1.5" },
      { date: "1970-01-03", serviceCharge: 0, featureCount: "" },
      { date: "1970-02-01", featureCount: 0, serviceCharge: "-4.50" },
    ];
    expect(accept(featureSchema, { ...owned, datedChanges }).datedChanges).toEqual([
      { date: 1, featureCount: 1_500_000 },
      { date: 2, serviceCharge: 0 },
      { date: 31, featureCount: 0, serviceCharge: -4_500_000 },
    ]);
    for (const blank of [null, undefined, "", []]) {
      expect(accept(featureSchema, { ...owned, datedChanges: blank })).toEqual({
        id: "12",
        customerID: "7",
        tariffs: {},
      });
    }
  });

  test.each([
    [
      { date: "2026-06-01" },
      "featureCount: is required where there is no serviceCharge: a change changes something",
    ],
    [{ featureCount: 1 }, "date: is required"],
    [{ date: "2026-06-31", featureCount: 1 }, `date: "2026-06-31" is not a date; write YYYY-MM-DD`],
    [{ date: "2026-06-01", featureCount: -1 }, "featureCount: -1 is outside 0 to 1000000000"],
    [{ date: "2026-06-01", serviceCharge: "1,5" }, `serviceCharge: "1,5" is not an amount; write 1.5`],
    [
      { date: "2026-06-01", featureCount: 1, servceCharge: 2 },
      "servceCharge: is not a known field; did you mean serviceCharge?",
    ],
  ])("R2 %j is refused", (change, fault) => {
    expect(changed({ date: "2026-01-01", featureCount: 1 }, change)).toEqual([`datedChanges[1].${fault}`]);
  });

  test("are in order, each date once, at most 10,000", () => {
    const on = (date: string): object => ({ date, featureCount: 1 });
    const message = "is not after the date of the change before; write each date once, in order";
    expect(changed(on("2026-06-11"), on("2026-06-11"))).toEqual([`datedChanges[1].date: ${message}`]);
    expect(changed(on("2026-06-11"), on("2026-06-01"), on("2026-06-12"))).toEqual([
      `datedChanges[1].date: ${message}`,
    ]);
    expect(changed(...Array.from({ length: 10_001 }, () => "anything"))).toEqual([
      "datedChanges: has 10001 changes; at most 10000 are read",
    ]);
    expect(faults(featureSchema, { ...owned, datedChanges: {} })).toEqual([
      "datedChanges: is not a list of changes",
    ]);
  });
});

describe("R66, R67 chargesMade", () => {
  const oneOff = { source: "oneOff", startDate: "2026-10-12", value: "50" };
  const part = {
    startDate: "2026-10-12",
    endDate: "2026-10-31",
    count: "1",
    billed: "1",
    price: "11.5",
    net: "11.5",
    carrier: "8.2",
  };
  const recurring = {
    source: "recurring",
    periodStart: "2026-10-01",
    periodEnd: "2026-10-31",
    fixed: false,
    value: "7.42",
    valueCarrier: null,
    parts: [part],
  };
  const made = (...chargesMade: unknown[]): string[] => faults(featureSchema, { ...owned, chargesMade });

  test("are kept exactly, up to 40 places and beyond the largest price", () => {
    const price = `0.${"0123456789".repeat(4)}`;
    const net = "123456789012345678.500";
    const chargesMade = [oneOff, { ...recurring, parts: [{ ...part, price, net, carrier: "" }] }];
    expect(accept(featureSchema, { ...owned, chargesMade }).chargesMade).toEqual([
      { source: "oneOff", startDate: 20_738, value: { numerator: 50n, denominator: 1n, text: "50" } },
      {
        source: "recurring",
        periodStart: 20_727,
        periodEnd: 20_757,
        fixed: false,
        value: { numerator: 742n, denominator: 100n, text: "7.42" },
        parts: [
          {
            startDate: 20_738,
            endDate: 20_757,
            count: { numerator: 1n, denominator: 1n, text: "1" },
            billed: { numerator: 1n, denominator: 1n, text: "1" },
            price: {
              numerator: BigInt("0123456789".repeat(4)),
              denominator: 10n ** 40n,
              text: `0.${"0123456789".repeat(4)}`,
            },
            net: { numerator: 1234567890123456785n, denominator: 10n, text: "123456789012345678.5" },
          },
        ],
      },
    ]);
  });

  test("of a period may have no days left, but say so", () => {
    expect(made({ ...recurring, value: 0, parts: [] })).toEqual([]);
    expect(made({ ...recurring, parts: undefined })).toEqual(["chargesMade[0].parts: is required"]);
  });

  test.each([
    [{ ...recurring, source: "rental" }, `source: "rental" is not one of oneOff, recurring`],
    [{ ...recurring, source: "" }, "source: is required"],
    [{ ...oneOff, parts: [] }, "parts: is not a known field"],
    [{ ...oneOff, value: null }, "value: is required"],
    [{ ...recurring, fixed: null }, "fixed: is required"],
    [{ ...recurring, value: "1e3" }, `value: "1e3" is not an amount; write it without an exponent`],
    [{ ...recurring, valueCarier: "1" }, "valueCarier: is not a known field; did you mean valueCarrier?"],
    [{ ...recurring, periodEnd: "2026-09-30", parts: [] }, "periodEnd: is before periodStart"],
    [{ ...recurring, periodStart: "2026-10-13" }, "parts: begin before periodStart"],
    [{ ...recurring, periodEnd: "2026-10-30" }, "parts: end after periodEnd"],
    [{ ...recurring, parts: [part, part] }, "parts[1].startDate: is not after the endDate of the run before"],
    [{ ...recurring, parts: [{ ...part, count: -1 }] }, "parts[0].count: -1 is below 0"],
    [{ ...recurring, parts: [{ ...part, days: 20 }] }, "parts[0].days: is not a known field"],
    [
      { ...recurring, parts: [{ ...part, net: `0.${"1".repeat(41)}` }] },
      `parts[0].net: "0.${"1".repeat(41)}" has more than 40 decimal places`,
    ],
    [{ ...recurring, value: 10n ** 70n }, "value: has more than 64 digits"],
    [7, " is not a record; write an object with named fields"],
  ])("R2 %# is refused", (charge, fault) => {
    const path = typeof charge === "number" ? "chargesMade[0]:" : "chargesMade[0].";
    expect(made(charge)).toEqual([`${path}${fault}`]);
  });

  test("are at most 5,000, each period and the one-off once", () => {
    expect(made(...Array.from({ length: 5_001 }, () => oneOff))).toEqual([
      "chargesMade: has 5001 charges; at most 5000 are read",
    ]);
    expect(made(oneOff, recurring, oneOff, recurring, { ...recurring, periodEnd: "2026-12-31" })).toEqual([
      "chargesMade: has one one-off charge twice, in [0] and [2]; leave one of them",
      "chargesMade: has one period twice, in [1] and [3]; leave one of them",
    ]);
  });

  test("are the same in a book that another thread opens", () => {
    const feature = {
      ...owned,
      chargesMade: [oneOff, recurring],
      datedChanges: [{ date: "2026-10-01", featureCount: 2 }],
    };
    const book = openBook({ customers: [{ id: 7 }], features: [feature as never] });
    expect(openShared(structuredClone(shareBook(book))).records.features).toEqual(book.records.features);
    expect(book.records.features[0]?.chargesMade?.length).toBe(2);
  });
});

describe("what only charges need keeps no book from opening", () => {
  test("its faults are kept for the charges to tell", () => {
    const feature = {
      ...owned,
      featureCountCommittedAuto: "highest",
      cancellationNoticeGivenDate: "1 May",
      totalValueCharged: "much",
      totalValueRemaining: "1234567.0000001",
      site: {},
      campaign: 5,
    };
    expect(accept(featureSchema, feature)).toEqual({
      id: "12",
      customerID: "7",
      tariffs: {},
      featureCountCommittedAuto: "highest",
      cancellationNoticeGivenDate: { fault: `"1 May" is not a date; write YYYY-MM-DD` },
      totalValueCharged: { fault: `"much" is not an amount; write digits such as 1.25` },
      totalValueRemaining: {
        numerator: 12_345_670_000_001n,
        denominator: 10_000_000n,
        text: "1234567.0000001",
      },
      site: { fault: "an object is not text" },
      campaign: "5",
    });
    const bad = { cancellationNoticeGivenDate: 20260501, campaign: [] };
    const found = checkBook({
      customers: [{ id: 7, cancellationNoticeGivenDate: {} }],
      numbers: [{ id: 1, customerID: 7, number: "020 7946 0018", ...bad }],
      services: [{ id: 1, ...bad }],
      features: [feature],
      featureTypes: [
        { id: 1, featureTypeName: "Line", noticePeriodLength: "a month", featureCountCommittedAuto: [] },
      ],
    });
    expect(found.problems).toEqual([]);
    const number = accept(numberSchema, { id: 1, customerID: 7, number: "1", ...bad });
    expect(number.campaign).toEqual({ fault: "a list is not text" });
  });
});

describe("R62 a feature takes what is blank from its standard feature and its type", () => {
  const type = accept(featureTypeSchema, {
    id: 3,
    featureTypeName: "Line",
    serviceTransactionType: "Rental",
    connectionTransactionType: "Connection",
    featureCountCommittedAuto: "peak",
    minimumTermPeriodLength: 12,
    minimumTermPeriodLengthType: "months",
    noticePeriodLength: 30,
    noticePeriodLengthType: "days",
  });
  const template = accept(standardFeatureSchema, {
    id: 90,
    name: "Business line",
    serviceTransactionType: "Line rental",
    minimumTermPeriodLength: 2,
    minimumTermPeriodLengthType: "years",
  });

  test("level by level", () => {
    const feature = accept(featureSchema, { ...owned, connectionTransactionType: "Set-up" });
    expect(featureInForce(feature, template, type)).toEqual({
      ...feature,
      connectionTransactionType: "Set-up",
      serviceTransactionType: "Line rental",
      featureCountCommittedAuto: "peak",
      minimumTermPeriodLength: 2_000_000,
      minimumTermPeriodLengthType: "years",
      noticePeriodLength: 30_000_000,
      noticePeriodLengthType: "days",
    });
    expect(featureInForce(feature, undefined, undefined)).toBe(feature);
  });

  test("a length and its unit from the level that has the length, zero among them", () => {
    const terms = (own: object): unknown[] => {
      const read = featureInForce(accept(featureSchema, { ...owned, ...own }), template, type);
      return [
        [read.minimumTermPeriodLength, read.minimumTermPeriodLengthType],
        [read.noticePeriodLength, read.noticePeriodLengthType],
      ];
    };
    const above = [2_000_000, "years"];
    expect(terms({ minimumTermPeriodLengthType: "weeks", noticePeriodLengthType: "weeks" })).toEqual([
      above,
      [30_000_000, "days"],
    ]);
    expect(terms({ noticePeriodLength: 6 })).toEqual([above, [6_000_000, undefined]]);
    expect(
      terms({ minimumTermPeriodLength: 0, noticePeriodLength: 1, noticePeriodLengthType: "months" }),
    ).toEqual([
      [0, undefined],
      [1_000_000, "months"],
    ]);
  });
});
