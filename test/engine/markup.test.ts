/** R15 and R27: markups, sentence by sentence. */
import { describe, expect, test } from "vitest";
import { checkBook } from "../../src/index.ts";
import { bookOf, bookOfLine, type Row, record, refused } from "./one-tariff.ts";

const WHOLESALE: Row = {
  id: 2,
  name: "Wholesale",
  tariffClass: "national",
  retail: "wholesale",
  forCarriers: "*",
  baseCost: "0.6",
  baseAccessCharge: 2,
};

/** A book whose retail tariff is one line, with a wholesale tariff beside it. */
function withWholesale(rate: Row, more: Row = {}) {
  return bookOfLine(rate, {
    tariffs: [{ id: 1, name: "Test", tariffClass: "national", rates: [rate] }, WHOLESALE],
    ...more,
  });
}

describe("R15 markup", () => {
  const book = bookOfLine({ chargeType: "markup", cost: 25 });

  test("multiplies the components one by one", () => {
    const reported = {
      costCDRBasic: "0.6",
      costCDRAccessCharge: 4,
      costCDRSurchargeMobileOrigination: "0.1",
      costCDRSurchargePayphoneOrigination: 2,
      costCDRSurchargeCallRecording: "0.0001",
    };
    expect(record(book, reported)).toMatchObject({
      costBasic: "0.75",
      costAccessCharge: "5",
      costSurchargeMobileOrigination: "0.125",
      costSurchargePayphoneOrigination: "2.5",
      costSurchargeCallRecording: "0.0001",
      cost: "8.3751",
      costCDR: null,
    });
  });

  test("given only a total, all of it is basic", () => {
    expect(record(book, { costCDR: 4 })).toMatchObject({
      costBasic: "5",
      cost: "5",
      costCDR: "4",
      costCDRBasic: null,
    });
  });

  test("given components and a total, a blank basic is the total less the others", () => {
    expect(record(book, { costCDR: 10, costCDRAccessCharge: 4 })).toMatchObject({
      costBasic: "7.5",
      costAccessCharge: "5",
      cost: "12.5",
      costCDRBasic: null,
    });
    // Also where the others are more than the total.
    expect(record(book, { costCDR: 2, costCDRAccessCharge: 4 })).toMatchObject({
      costBasic: "-2.5",
      cost: "2.5",
    });
  });

  test("a total that differs from the sum is malformed, whatever tariff the call ends on", () => {
    const differs = { costCDR: "4.6000000001", costCDRBasic: "0.6", costCDRAccessCharge: 4, duration: 60 };
    expect(refused(book, differs)).toBe("malformed-record costCDR");
    expect(refused(bookOfLine({ cost: 1 }), differs)).toBe("malformed-record costCDR");
    expect(record(book, { ...differs, costCDR: "4.60" }).costCDR).toBe("4.6");
  });

  test("nothing to mark up is no-carrier-cost, never zero; a reported 0 is something", () => {
    expect(refused(book, { costSuggestedRetail: 4 })).toBe("no-carrier-cost");
    expect(record(book, { costCDR: 0 }).cost).toBe("0");
  });

  test("where the record carries no cost at all, the calculated components are marked up", () => {
    const calculated = withWholesale({ chargeType: "markup", cost: 25 });
    // Wholesale for 100 s: basic 1, access 3.3333.
    expect(record(calculated, { duration: 100 })).toMatchObject({
      costCarrier: "4.3333",
      costBasic: "1.25",
      costAccessCharge: "4.1666",
      cost: "5.4166",
    });
    expect(record(calculated, { duration: 100, costCDRAccessCharge: 0 }).cost).toBe("0");
    expect(record(calculated, { duration: 0 })).toMatchObject({ costCarrier: "0", cost: "0" });
    expect(refused(calculated, {})).toBe("no-carrier-cost");
  });

  test("no other price of the rate is added", () => {
    const priced = bookOfLine({
      chargeType: "markup",
      cost: 10,
      costConnection: 5,
      initialDuration: 60,
      initialCost: 7,
      accessCharge: 9,
      surchargeMobileOrigination: 3,
    });
    expect(record(priced, { costCDR: 10, duration: 60, callTypeOriginationTypeFlag: "mobile" }).cost).toBe(
      "11",
    );
  });

  test("R10 applies to basic, R12 to the rest, then R13 and R14", () => {
    const rounded = bookOfLine(
      {
        chargeType: "markup",
        cost: 10,
        costMin: 2,
        costMax: "2.5",
        roundPence: "0.5",
        roundingAccessCharge: "asBasic",
        surchargeRoundingCallRecording: "tenths",
        roundPenceAfterSurcharge: 1,
      },
      { roundings: [{ name: "tenths", mode: "down", multiple: "0.1" }] },
    );
    // Basic 1.1 up to 2; access 1.1 up to 1.5; recording 0.33 down to 0.3: 3.8 up to 4.
    expect(
      record(rounded, { costCDRBasic: 1, costCDRAccessCharge: 1, costCDRSurchargeCallRecording: "0.3" }),
    ).toMatchObject({
      costBasic: "2.2",
      costAccessCharge: "1.5",
      costSurchargeCallRecording: "0.3",
      cost: "4",
    });
    expect(record(rounded, { costCDRBasic: 9 }).costBasic).toBe("3");
  });

  test("R6 does not apply, and the charged duration follows R7", () => {
    const book60 = bookOfLine({ chargeType: "markup", cost: 25, roundSeconds: 60, durationMin: 30 });
    expect(record(book60, { costCDR: 4, duration: 0 })).toMatchObject({ cost: "5", chargedDuration: 0 });
    expect(record(book60, { costCDR: 4, duration: 61 })).toMatchObject({ cost: "5", chargedDuration: 120 });
    expect(record(book60, { costCDR: 4, bytes: 7, events: 7 })).toMatchObject({
      chargedBytes: 0,
      chargedEvents: 0,
    });
  });

  test("a markup of the kind with a blank cost but another price adds nothing", () => {
    expect(record(bookOfLine({ chargeType: "markup", costMin: 1 }), { costCDR: 4 }).cost).toBe("4");
  });

  test("−100 % is free, and ten decimal places of the carrier are kept until R13", () => {
    expect(record(bookOfLine({ chargeType: "markup", cost: -100 }), { costCDR: 4 }).cost).toBe("0");
    expect(record(book, { costCDR: "0.0000400001" }).cost).toBe("0.0001");
    expect(record(book, { costCDR: "0.00003999" }).cost).toBe("0");
  });

  test("a markup type in a wholesale tariff is a validation error", () => {
    const { problems } = checkBook({ tariffs: [{ ...WHOLESALE, baseType: "markup" }] });
    expect(problems.map(({ path }) => path)).toEqual(["tariffs[0].baseType"]);
  });
});

describe("R15 markupSuggested", () => {
  const book = bookOfLine({ chargeType: "markupSuggested", cost: "-10" });

  test("does the same with costSuggestedRetail, all of it basic", () => {
    expect(record(book, { costSuggestedRetail: "2.5", costCDRAccessCharge: 4 })).toMatchObject({
      costBasic: "2.25",
      costAccessCharge: "0",
      cost: "2.25",
      costSuggestedRetail: "2.5",
    });
  });

  test("the wholesale cost is no substitute", () => {
    expect(refused(book, { costCDR: 4 })).toBe("no-carrier-cost");
  });
});

describe("R27 no rate", () => {
  const NUMBER: Row = {
    id: 1007,
    customerID: 7,
    number: "02079460018",
    nationalTariff: "Test",
    nationalMarkup: 10,
    fallbackMarkupSuggested: 30,
    fallbackMarkup: 40,
  };
  const CUSTOMER: Row = { id: 7, defaultNationalMarkup: 20 };
  const TARIFF: Row = {
    fallbackMarkupSuggested: 50,
    fallbackMarkup: 60,
    baseRoundPence: "0.5",
    baseRoundSeconds: 60,
    baseCostMin: 100,
    baseCostMax: 1,
    baseDurationMin: 600,
  };
  const COSTS = { costCDR: 10, costSuggestedRetail: 100, duration: 61 };

  /** Takes fields away. */
  function without(record: Row, ...fields: string[]): Row {
    return Object.fromEntries(Object.entries(record).filter(([field]) => !fields.includes(field)));
  }

  const { baseCostMin: _least, baseCostMax: _most, ...tariff } = TARIFF;

  test.for<[method: string, cost: string, number: Row, customer: Row, tariff: Row]>([
    ["classMarkup", "11", NUMBER, CUSTOMER, tariff],
    ["classMarkup", "12", without(NUMBER, "nationalMarkup"), CUSTOMER, tariff],
    ["fallbackSuggested", "130", without(NUMBER, "nationalMarkup"), { id: 7 }, tariff],
    ["fallback", "14", without(NUMBER, "nationalMarkup", "fallbackMarkupSuggested"), { id: 7 }, tariff],
    [
      "fallbackSuggested",
      "150",
      without(NUMBER, "nationalMarkup", "fallbackMarkupSuggested", "fallbackMarkup"),
      { id: 7 },
      tariff,
    ],
    [
      "fallback",
      "16",
      without(NUMBER, "nationalMarkup", "fallbackMarkupSuggested", "fallbackMarkup"),
      { id: 7 },
      without(tariff, "fallbackMarkupSuggested"),
    ],
  ])("%s gives %s", ([method, cost, number, customer, own]) => {
    const book = bookOf(own, { numbers: [number], customers: [customer] });
    expect(record(book, COSTS)).toMatchObject({ method, cost, tariff: "Test", chargedDuration: 120 });
  });

  test("none set is no-rate", () => {
    const number = { id: 1007, customerID: 7, number: "1", nationalTariff: "Test" };
    const book = bookOf({ baseRoundPence: 1 }, { numbers: [number] });
    expect(refused(book, COSTS)).toBe("no-rate");
  });

  test("or no-tariff where none was selected; the markups hold there, too", () => {
    const number = without(NUMBER, "nationalTariff");
    const book = bookOf({}, { numbers: [number], customers: [CUSTOMER] });
    expect(record(book, COSTS)).toMatchObject({
      method: "classMarkup",
      cost: "11",
      tariff: null,
      tariffID: null,
      chargedDuration: 61,
    });
    const bare = bookOf({}, { numbers: [{ id: 1007, customerID: 7, number: "1" }] });
    expect(refused(bare, COSTS)).toBe("no-tariff");
  });

  test("a step whose cost the call lacks is passed over; if none could be used, no-carrier-cost", () => {
    const book = bookOf(tariff, { numbers: [NUMBER], customers: [CUSTOMER] });
    expect(record(book, { costSuggestedRetail: 100 })).toMatchObject({
      method: "fallbackSuggested",
      cost: "130",
    });
    expect(refused(book, { duration: 61 })).toBe("no-carrier-cost");
  });

  test("the tariff's base roundings apply, never its minimum, maximum or minimum duration", () => {
    const strict = bookOf(
      {
        ...tariff,
        baseCostMin: 1,
        baseCostMax: 5,
        baseRoundingAccessCharge: "asBasic",
        rates: [{ prefix: "9" }],
      },
      { numbers: [NUMBER], customers: [CUSTOMER] },
    );
    // A costMin alone is no rate without a matching line (R26); 10.1 × 1.1 = 11.11 up to 11.5, access 1.1 to 1.5.
    expect(record(strict, { costCDRBasic: "10.1", costCDRAccessCharge: 1, duration: 1 })).toMatchObject({
      method: "classMarkup",
      costBasic: "11.5",
      costAccessCharge: "1.5",
      chargedDuration: 60,
    });
    expect(record(strict, { costCDRBasic: "0.1" })).toMatchObject({ cost: "0.5", chargedDuration: 0 });
  });

  test("the wholesale cost is the reported one, else the calculated", () => {
    const book = bookOf(tariff, {
      numbers: [NUMBER],
      tariffs: [{ id: 1, name: "Test", tariffClass: "national" }, WHOLESALE],
    });
    // 60 s: basic 0.6, access 2, each plus 10 %.
    expect(record(book, { duration: 60 })).toMatchObject({
      method: "classMarkup",
      cost: "2.86",
      costCarrier: "2.6",
    });
    expect(record(book, { duration: 60, costCDR: 10 })).toMatchObject({ cost: "11", costCarrier: "2.6" });
  });
});
