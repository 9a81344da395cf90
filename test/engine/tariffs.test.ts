/** R20, R24 to R26, R28, R29: which tariff, which line, which values. */
import { describe, expect, test } from "vitest";
import { type BookData, type OpenedBook, openBook, rateCall, toRecord } from "../../src/index.ts";
import { bookOf, CALL, type Row, record, refused } from "./one-tariff.ts";

/** Tariffs that cost as many pence a call as their id says. */
function perCall(id: number, name: string, more: Row = {}): Row {
  return { id, name, tariffClass: "national", baseType: "perCall", baseCost: id, ...more };
}

const FIVE = [1, 2, 3, 4, 5].map((id) => perCall(id, `T${id}`, id === 5 ? { forNumberTypes: "SIP" } : {}));

/** Number 1007 with these fields, features and customer fields, and the tariffs T1 to T5, of which T5 is a default. */
function bookOfFive(number: Row, features: readonly Row[] = [], customer: Row = {}, more: Row = {}) {
  return openBook({
    callTypes: [{ name: "UK", tariffClass: "national" }],
    customers: [{ id: 7, ...customer }],
    numbers: [{ id: 1007, customerID: 7, number: "1", numberType: "SIP", ...number }],
    features: features.map((feature, at) => ({ id: at + 1, ...feature })),
    tariffs: FIVE,
    ...more,
  } as unknown as BookData);
}

describe("R24 the tariff of a call: the first that is set", () => {
  const ofNumber = { numberID: 1007, nationalTariff: "T1" };
  const ofCustomer = { customerID: 7, nationalTariff: "T2" };
  const number = { nationalTariff: "T3" };
  const customer = { defaultNationalTariff: "T4" };

  test.for<[what: string, book: Parameters<typeof bookOfFive>, cost: string, featureID: string | null]>([
    ["a feature of the number", [number, [ofCustomer, ofNumber], customer], "1", "2"],
    ["a feature of the customer", [number, [ofCustomer], customer], "2", "1"],
    ["the number", [number, [], customer], "3", null],
    ["the customer's default", [{}, [], customer], "4", null],
    ["a default tariff", [{}, []], "5", null],
    [
      "a feature of the number that names none for the class",
      [number, [{ numberID: 1007, mobileTariff: "" }], customer],
      "3",
      null,
    ],
    ["a feature that has ended", [number, [{ ...ofNumber, endDate: "2026-03-01" }], customer], "3", null],
    ["a feature on its last day", [number, [{ ...ofNumber, endDate: "2026-03-02" }], customer], "1", "1"],
    [
      "a feature that has not begun",
      [number, [{ ...ofNumber, startDate: "2026-03-03" }], customer],
      "3",
      null,
    ],
  ])("%s", ([, book, cost, featureID]) => {
    expect(record(bookOfFive(...book), {})).toMatchObject({
      cost,
      featureID,
      tariffID: cost,
      tariff: `T${cost}`,
    });
  });

  test.for<[what: string, features: Row[], featureID: string]>([
    [
      "the latest start",
      [{ id: 1, startDate: "2026-01-01" }, { id: 2, startDate: "2025-01-01" }, { id: 3 }],
      "1",
    ],
    ["a blank start is always, so the earliest", [{ id: 9 }, { id: 2, startDate: "1980-01-01" }], "2"],
    ["of one start the highest id", [{ id: 9 }, { id: 10 }], "10"],
    ["in which other ids come after integers", [{ id: "a" }, { id: 10 }, { id: "B" }], "a"],
    [
      "one in force comes before a later one that is not",
      [{ id: 1 }, { id: 2, startDate: "2027-01-01" }],
      "1",
    ],
  ])("of several features, %s", ([, features, featureID]) => {
    const named = features.map((feature) => ({ numberID: 1007, nationalTariff: "T1", ...feature }));
    expect(record(bookOfFive({}, named), {}).featureID).toBe(featureID);
  });

  test("R20 a feature's blank field takes the value of its standard feature", () => {
    const standardFeatures = [{ id: 1, name: "Line", nationalTariff: "T2" }];
    const linked = { numberID: 1007, standardFeature: "Line" };
    expect(record(bookOfFive(number, [linked], {}, { standardFeatures }), {})).toMatchObject({
      cost: "2",
      featureID: "1",
    });
    const own = { ...linked, nationalTariff: "T1" };
    expect(record(bookOfFive(number, [own], {}, { standardFeatures }), {})).toMatchObject({ cost: "1" });
  });

  test("the fields of the bespoke classes are spelt their own way", () => {
    const book = openBook({
      callTypes: [{ name: "UK", tariffClass: "bespoke2" }],
      customers: [{ id: 7, defaultBespokeTariff2: "T1" }],
      numbers: [{ id: 1007, customerID: 7, number: "1" }],
      tariffs: [{ ...perCall(1, "T1"), tariffClass: "bespoke2" }],
    } as unknown as BookData);
    expect(record(book, {})).toMatchObject({ cost: "1", tariffClass: "bespoke2" });
  });
});

describe("R24 default tariffs", () => {
  function chosen(tariffs: readonly Row[], call: Row = {}, number: Row = {}, customer: Row = {}): string {
    const book = openBook({
      callTypes: [{ name: "UK", tariffClass: "national" }],
      customers: [{ id: 7, ...customer }],
      numbers: [{ id: 1007, customerID: 7, number: "1", ...number }],
      tariffs: tariffs.map((tariff, at) => ({ ...perCall(at + 1, `T${at + 1}`), ...tariff })),
    } as unknown as BookData);
    const result = rateCall(book, { ...CALL, ...call });
    return result.outcome === "rated"
      ? String(result.tariffID)
      : result.outcome === "error"
        ? result.error
        : "ignored";
  }
  const sip = { numberType: "SIP" };
  const swan = { carrier: "Swan" };

  test.for<[what: string, ...Parameters<typeof chosen>, wanted: string]>([
    ["by carrier", [{ forCarriers: "Swan" }, { forCarriers: "Northway" }], swan, {}, {}, "1"],
    ["by number type", [{ forNumberTypes: ["SIP", "Analogue"] }], {}, sip, {}, "1"],
    [
      "both named beats one",
      [{ forCarriers: "Swan" }, { forCarriers: "Swan", forNumberTypes: "SIP" }],
      swan,
      sip,
      {},
      "2",
    ],
    ["both must hold", [{ forCarriers: "Swan", forNumberTypes: "SIP" }], swan, {}, {}, "no-tariff"],
    ["a tie", [{ forCarriers: "Swan" }, { forNumberTypes: "SIP" }], swan, sip, {}, "ambiguous-tariff"],
    ["* names any", [{ forCarriers: "*" }], swan, {}, {}, "1"],
    ["* names a blank one", [{ forCarriers: "*" }], {}, {}, {}, "1"],
    ["a blank carrier is not in a list", [{ forCarriers: "Swan" }], {}, {}, {}, "no-tariff"],
    [
      "* ties with the name",
      [{ forCarriers: "*" }, { forCarriers: "Swan" }],
      swan,
      {},
      {},
      "ambiguous-tariff",
    ],
    ["one that names neither is never a default", [{}], swan, sip, {}, "no-tariff"],
    ["nor is an empty list a name", [{ forCarriers: [], forNumberTypes: " , " }], swan, sip, {}, "no-tariff"],
    [
      "Historic is no default",
      [{ forCarriers: "*", availability: "Historic" }, { forCarriers: "*" }],
      {},
      {},
      {},
      "2",
    ],
    ["other statuses are never read", [{ forCarriers: "*", availability: "Withdrawn" }], {}, {}, {}, "1"],
    [
      "one for others is passed over",
      [{ forCarriers: "*", customerGroups: "Staff" }, { forCarriers: "*" }],
      {},
      {},
      {},
      "2",
    ],
    [
      "a group in common lets in",
      [{ forCarriers: "*", customerGroups: "Staff,Trade" }],
      {},
      {},
      { customerGroups: ["Trade"] },
      "1",
    ],
    ["another currency is passed over", [{ forCarriers: "*", currency: "EUR" }], {}, {}, {}, "no-tariff"],
    ["the customer's currency", [{ forCarriers: "*", currency: "EUR" }], {}, {}, { currency: "EUR" }, "1"],
    ["wholesale is no retail default", [{ forCarriers: "*", retail: "wholesale" }], {}, {}, {}, "no-tariff"],
    [
      "the call's callCarrier",
      [{ forCarriers: "Swan" }],
      { carrier: "Northway", callCarrier: "Swan" },
      {},
      {},
      "1",
    ],
    ["the number's carrier", [{ forCarriers: "Swan" }], {}, { callCarrier: "Swan" }, {}, "1"],
  ])("%s", ([, tariffs, call, number, customer, wanted]) => {
    expect(chosen(tariffs, call, number, customer)).toBe(wanted);
  });

  test("one book answers for each carrier and number type, however often it is asked", () => {
    const book = openBook({
      callTypes: [{ name: "UK", tariffClass: "national" }],
      customers: [{ id: 7 }, { id: 8, customerGroups: ["Staff"] }],
      numbers: [
        { id: 1, customerID: 7, number: "1" },
        { id: 2, customerID: 8, number: "2" },
      ],
      tariffs: [
        perCall(1, "T1", { forCarriers: "*" }),
        perCall(2, "T2", { forCarriers: "Swan", forNumberTypes: "*", customerGroups: "Staff" }),
      ],
    } as unknown as BookData);
    const asked = [
      [1, "Swan"],
      [2, "Swan"],
      [2, "Northway"],
      [1, ""],
      [2, ""],
    ] as const;
    for (let round = 0; round < 2; round++) {
      const got = asked.map(([numberID, carrier]) => record(book, { numberID, carrier }).cost);
      expect(got).toEqual(["1", "2", "1", "1", "1"]);
    }
  });
});

describe("R24 a named tariff that may not be used", () => {
  test.for<[tariff: Row, customer: Row, wanted: string]>([
    [{ customerID: 8 }, {}, "tariff-not-allowed"],
    [{ customerGroups: "Staff" }, { customerGroups: "Trade" }, "tariff-not-allowed"],
    [{ customerGroups: "Staff" }, {}, "tariff-not-allowed"],
    [{ customerID: 7, customerGroups: "Staff" }, { customerGroups: "Trade" }, "tariff-not-allowed"],
    [{ currency: "EUR" }, {}, "currency-mismatch"],
    [{}, { currency: "EUR" }, "currency-mismatch"],
    [{ currency: "EUR", customerID: 8 }, {}, "tariff-not-allowed"],
  ])("%j for %j: %s", ([tariff, customer, wanted]) => {
    const book = bookOf({ baseCost: 1, ...tariff }, { customers: [{ id: 7, ...customer }, { id: 8 }] });
    expect(refused(book, { duration: 60 })).toBe(wanted);
  });

  test("one that may be used", () => {
    const book = bookOf(
      {
        baseCost: 1,
        customerID: "7",
        customerGroups: ["Staff", "Trade"],
        currency: "EUR",
        availability: "Historic",
      },
      { customers: [{ id: 7, customerGroups: "Trade", currency: "EUR" }] },
    );
    expect(record(book, { duration: 60 }).cost).toBe("1");
  });
});

describe("R25 inheritance", () => {
  /** The tariff "Test" with this parent, whose parent is the last one. */
  function chain(own: Row, parent: Row, grandparent: Row = {}) {
    return bookOf(
      {},
      {
        tariffs: [
          { id: 1, name: "Test", tariffClass: "national", parentTariff: 2, ...own },
          { id: 2, name: "Parent", tariffClass: "national", parentTariff: 3, ...parent },
          { id: 3, name: "Grandparent", tariffClass: "national", ...grandparent },
        ],
      },
    );
  }
  const call = { duration: 60, external: "02079460018", costCDR: 10 };

  test.for<[what: string, own: Row, parent: Row, grandparent: Row, cost: string]>([
    [
      "own line",
      { rates: [{ cost: 1 }], baseCost: 4 },
      { rates: [{ cost: 2 }], baseCost: 5 },
      { rates: [{ cost: 3 }] },
      "1",
    ],
    [
      "parent's line before the own base",
      { baseCost: 4 },
      { rates: [{ cost: 2 }], baseCost: 5 },
      { rates: [{ cost: 3 }] },
      "2",
    ],
    ["grandparent's line", { baseCost: 4 }, { baseCost: 5 }, { rates: [{ cost: 3 }] }, "3"],
    ["own base", { baseCost: 4 }, { baseCost: 5 }, { baseCost: 6 }, "4"],
    ["parent's base", {}, { baseCost: 5 }, { baseCost: 6 }, "5"],
    ["grandparent's base", {}, {}, { baseCost: 6 }, "6"],
    [
      "each value by itself",
      { rates: [{ costConnection: 1 }] },
      {
        rates: [
          { prefix: "4420", cost: 2 },
          { cost: 50, costMin: 90 },
        ],
      },
      { baseCostMin: 7, baseCost: 9 },
      "7",
    ],
    ["a zero is a value", { rates: [{ cost: 0 }] }, { baseCost: 5 }, {}, "0"],
    ["a blank is none", { rates: [{ cost: "" }], baseCost: null }, { baseCost: 5 }, {}, "5"],
    // Under the own line's markup the parent's price is passed over, the grandparent's percentage taken.
    [
      "a price is never a percentage",
      { rates: [{ chargeType: "markup" }] },
      { baseType: "perMinute", baseCost: 5 },
      { baseType: "markup", baseCost: 30, rates: [{ chargeType: "perMinute", cost: 8 }] },
      "13",
    ],
    [
      "a percentage is taken where its own record is a markup",
      { rates: [{ chargeType: "markup" }] },
      { baseType: "markup", baseCost: 20 },
      {},
      "12",
    ],
    [
      "nor a percentage a price",
      { baseType: "perMinute", rates: [{ costConnection: 1 }] },
      { baseCost: 20, baseType: "markup" },
      { baseCost: 3, baseType: "perMinute" },
      "4",
    ],
    [
      "the kind of a line's cost is seen from its own tariff upwards",
      { baseType: "markup" },
      { rates: [{ cost: 5 }] },
      { baseCost: 25, baseType: "markup" },
      "10.5",
    ],
  ])("%s", ([, own, parent, grandparent, cost]) => {
    expect(record(chain(own, parent, grandparent), call).cost).toBe(cost);
  });

  test("settings of the tariff are inherited, restrictions are not", () => {
    const book = chain(
      { rates: [{ tariffTime: "default", cost: 1 }] },
      { singleRate: true, customerGroups: "Staff", availability: "Historic" },
      { baseCost: 6, fallbackMarkup: 20 },
    );
    expect(record(book, call).cost).toBe("6");
    const lifted = chain(
      { singleRate: false, rates: [{ tariffTime: "default", cost: 1 }] },
      { singleRate: true },
    );
    expect(record(lifted, call).cost).toBe("1");
    const fallback = chain({}, {}, { fallbackMarkup: 20 });
    expect(record(fallback, call)).toMatchObject({ method: "fallback", cost: "12" });
  });

  test("a call that meets other lines of the chain has another rate", () => {
    const book = chain(
      { rates: [{ prefix: "4420", costConnection: 1 }] },
      {
        rates: [
          { prefix: "447", cost: 2 },
          { prefix: "44", cost: 3 },
        ],
      },
      { baseCost: 9 },
    );
    const costOf = (external: string): string => record(book, { ...call, external }).cost ?? "";
    for (let round = 0; round < 2; round++) {
      expect(["02079460018", "07700900123", "01632960123", "+18085550100"].map(costOf)).toEqual([
        "4",
        "2",
        "3",
        "9",
      ]);
    }
  });

  test.for<[what: string, line: Row]>([
    ["date", { startDate: "2026-03-03" }],
    ["rating period", { tariffTime: "default" }],
    ["call type", { tariffType: "Local" }],
  ])(
    "a %s that only a parent's line asks for decides, and one that no line asks for does not",
    ([, line]) => {
      const bookWith = (parent: Row): OpenedBook =>
        bookOf(
          {},
          {
            callTypes: [
              { name: "UK", tariffClass: "national" },
              { name: "Local", tariffClass: "national" },
            ],
            tariffs: [
              perCall(1, "Test", { parentTariff: 2, baseCost: "", rates: [{ prefix: "4420" }] }),
              perCall(2, "Parent", { baseCost: 9, ...parent }),
            ],
          },
        );
      const asking = bookWith({ rates: [{ ...line, cost: 2 }] });
      const silent = bookWith({});
      const plain = { ...call, tariffTime: "Odd" };
      for (let round = 0; round < 2; round++) {
        expect(record(asking, plain).cost).toBe("9");
        expect(record(asking, { ...plain, ...line }).cost).toBe("2");
        expect(record(silent, plain).cost).toBe("9");
        expect(record(silent, { ...plain, ...line }).cost).toBe("9");
      }
    },
  );
});

describe("R26 the line", () => {
  const call = { duration: 60, external: "02079460018" };

  test.for<[what: string, rates: Row[], cost: string]>([
    [
      "the longest prefix",
      [
        { prefix: "44", tariffType: "UK", cost: 1 },
        { prefix: "4420", cost: 2 },
      ],
      "2",
    ],
    [
      "then the call type",
      [
        { prefix: "44", tariffTime: "default", cost: 1 },
        { prefix: "44", tariffType: "UK", cost: 2 },
      ],
      "2",
    ],
    [
      "then the period",
      [
        { cost: 1, startDate: "2026-03-01" },
        { tariffTime: "default", cost: 2 },
      ],
      "2",
    ],
    [
      "then the latest start",
      [{ cost: 1 }, { cost: 2, startDate: "2026-03-02" }, { cost: 3, startDate: "2026-02-01" }],
      "2",
    ],
    ["one that has ended is none", [{ cost: 1 }, { prefix: "4420", cost: 2, endDate: "2026-03-01" }], "1"],
    [
      "one that begins later is none",
      [{ cost: 1 }, { prefix: "4420", cost: 2, startDate: "2026-03-03" }],
      "1",
    ],
    [
      "a shorter prefix where the longer is of another call type",
      [
        { prefix: "4420", tariffType: "Other", cost: 1 },
        { prefix: "44", cost: 2 },
      ],
      "2",
    ],
    ["dates beyond calls are open", [{ cost: 1, startDate: "0001-01-01", endDate: "9999-12-31" }], "1"],
  ])("%s", ([, rates, cost]) => {
    const callTypes = [
      { name: "UK", tariffClass: "national" },
      { name: "Other", tariffClass: "national" },
    ];
    expect(record(bookOf({ rates }, { callTypes }), call).cost).toBe(cost);
  });

  test.for<[rate: Row, onBase: Row, wanted: string]>([
    [{}, {}, "no-rate"],
    [{ roundSeconds: 60 }, {}, "no-rate"],
    [{ costMax: 5, costSecondaryConnection: 5, accessCharge: 5 }, {}, "no-rate"],
    [{ initialCost: 5 }, {}, "no-rate"],
    [{ initialDuration: 0, initialCost: 5 }, {}, "no-rate"],
    [{ initialDuration: 60 }, {}, "no-rate"],
    [{ initialDuration: 60, initialCost: 5 }, {}, "5"],
    [{ costConnection: 0 }, {}, "0"],
    [{ costMin: 2 }, {}, "2"],
    [{ cost: 0 }, {}, "0"],
    // Without a matching line it takes a base cost.
    [{ prefix: "1" }, { baseCostConnection: 5, baseCostMin: 5 }, "no-rate"],
    [{ prefix: "1" }, { baseCost: 5 }, "5"],
    [{ roundSeconds: 60 }, { baseCostConnection: 3 }, "3"],
  ])("%j with base %j: %s", ([rate, onBase, wanted]) => {
    const book = bookOf({ rates: [rate], ...onBase });
    const result = rateCall(book, { ...CALL, ...call });
    expect(result.outcome === "rated" ? result.cost : result.outcome === "error" && result.error).toBe(
      wanted,
    );
  });
});

describe("R28 the surcharges tariff", () => {
  const surcharges: Row = {
    id: 9,
    name: "Extra",
    tariffClass: "surcharges",
    baseSurchargeMobileOrigination: 3,
    baseSurchargeRoundingMobileOrigination: "asBasic",
    rates: [{ tariffType: "UK", prefix: "4420", surchargeCallRecordingConnection: 2 }],
  };
  const test1 = {
    id: 1,
    name: "Test",
    tariffClass: "national",
    baseCost: 6,
    baseRoundPence: 5,
    baseSurchargeMobileOrigination: 60,
    baseSurchargePayphoneOrigination: 60,
    baseSurchargeCallRecording: 60,
    baseAccessCharge: 1,
  };
  const numbers = [
    {
      id: 1007,
      customerID: 7,
      number: "1",
      nationalTariff: "Test",
      surchargesTariff: "Extra",
      nationalMarkup: 50,
    },
  ];
  const flags = {
    callTypeOriginationTypeFlag: "mobile",
    callTypeRecordingFlag: true,
    duration: 60,
    external: "02079460018",
  };

  test("gives the three surcharges, blank there is none, asBasic uses the rate's own roundPence", () => {
    const book = bookOf({}, { numbers, tariffs: [test1, surcharges] });
    expect(record(book, flags)).toMatchObject({
      costBasic: "10",
      costAccessCharge: "1",
      costSurchargeMobileOrigination: "5",
      costSurchargeCallRecording: "2",
    });
    // Another prefix has no recording line; a payphone has no price there.
    expect(record(book, { ...flags, external: "01632960123" }).costSurchargeCallRecording).toBe("0");
    expect(
      record(book, { ...flags, callTypeOriginationTypeFlag: "payphone" }).costSurchargePayphoneOrigination,
    ).toBe("0");
  });

  test("else they come from the rate itself", () => {
    const book = bookOf({}, { tariffs: [test1] });
    expect(record(book, flags)).toMatchObject({
      costSurchargeMobileOrigination: "60",
      costSurchargeCallRecording: "60",
    });
  });

  test("a default tariff of the class is no surcharges tariff", () => {
    const unnamed = numbers.map((number) => ({ ...number, surchargesTariff: "" }));
    const book = bookOf({}, { numbers: unnamed, tariffs: [test1, { ...surcharges, forCarriers: "*" }] });
    expect(record(book, flags).costSurchargeMobileOrigination).toBe("60");
  });

  test("its errors are the call's, but not for markups and R27, which do not look at it", () => {
    const euro = { ...surcharges, currency: "EUR" };
    expect(refused(bookOf({}, { numbers, tariffs: [test1, euro] }), flags)).toBe("currency-mismatch");
    const markup = { id: 1, name: "Test", tariffClass: "national", baseType: "markup", baseCost: 10 };
    expect(record(bookOf({}, { numbers, tariffs: [markup, euro] }), { ...flags, costCDR: 10 }).cost).toBe(
      "11",
    );
    const none = { id: 1, name: "Test", tariffClass: "national" };
    expect(record(bookOf({}, { numbers, tariffs: [none, euro] }), { ...flags, costCDR: 10 })).toMatchObject({
      method: "classMarkup",
      cost: "15",
    });
  });

  test("the wholesale cost keeps its own surcharges", () => {
    const wholesale = {
      id: 2,
      name: "W",
      tariffClass: "national",
      retail: "wholesale",
      forCarriers: "*",
      baseCost: 1,
      baseSurchargeMobileOrigination: 7,
    };
    const book = bookOf({}, { numbers, tariffs: [test1, surcharges, wholesale] });
    expect(record(book, flags)).toMatchObject({
      costCarrier: "8",
      costCarrierSurchargeMobileOrigination: "7",
      costSurchargeMobileOrigination: "5",
    });
  });
});

describe("R29, R30 wholesale and the five costs", () => {
  const retail = { id: 1, name: "Test", tariffClass: "national", baseCost: 6 };
  const wholesale = { id: 2, name: "W", tariffClass: "national", retail: "wholesale", baseCost: 2 };
  const costCarrier = (tariffs: readonly Row[], call: Row = {}, more: Row = {}): string | null =>
    record(bookOf({}, { tariffs: [retail, ...tariffs], ...more }), { duration: 60, carrier: "Swan", ...call })
      .costCarrier;

  test.for<[what: string, tariffs: Row[], wanted: string | null]>([
    ["chosen by carrier", [{ ...wholesale, forCarriers: "Swan" }], "2"],
    ["none for the carrier", [{ ...wholesale, forCarriers: "Northway" }], null],
    [
      "restrictions do not apply",
      [{ ...wholesale, forCarriers: "*", customerID: 8, customerGroups: "Staff" }],
      "2",
    ],
    [
      "another currency than the book's leaves it blank",
      [{ ...wholesale, forCarriers: "*", currency: "EUR" }],
      null,
    ],
    ["it has no rate", [{ ...wholesale, forCarriers: "*", baseCost: null }], null],
    ["rating it fails", [{ ...wholesale, forCarriers: "*", baseType: "perGigabyte" }], null],
    [
      "a better match wins",
      [
        { ...wholesale, forCarriers: "*" },
        { ...wholesale, id: 3, name: "W3", baseCost: 3, forCarriers: "Swan", forNumberTypes: "*" },
      ],
      "3",
    ],
  ])("%s", ([, tariffs, wanted]) => {
    expect(costCarrier(tariffs, {}, { customers: [{ id: 7 }, { id: 8 }] })).toBe(wanted);
  });

  test("only a tie is an error", () => {
    const tied = [
      { ...wholesale, forCarriers: "*" },
      { ...wholesale, id: 3, name: "W3", forCarriers: "*" },
    ];
    expect(refused(bookOf({}, { tariffs: [retail, ...tied] }), { duration: 60 })).toBe("ambiguous-tariff");
  });

  test("the book's currency counts, not the customer's", () => {
    const euro = { customers: [{ id: 7, currency: "EUR" }] };
    const tariffs = [
      { ...retail, currency: "EUR" },
      { ...wholesale, forCarriers: "*" },
    ];
    expect(record(bookOf({}, { tariffs, ...euro }), { duration: 60 })).toMatchObject({
      cost: "6",
      costCarrier: "2",
    });
  });

  test("its own lookup carrier gives its own line", () => {
    const book = openBook({
      callTypes: [
        { name: "UK", tariffClass: "national" },
        { name: "London", tariffClass: "national" },
        { name: "Mobile", tariffClass: "mobile" },
      ],
      destinations: [
        { prefix: "4420", tariffType: "London", locationCarrier: "Swan", location: "Inner" },
        { prefix: "447", tariffType: "Mobile", locationCarrier: "Swan" },
      ],
      customers: [{ id: 7 }],
      numbers: [{ id: 1007, customerID: 7, number: "1", nationalTariff: "Test" }],
      tariffs: [
        { ...retail, id: 1 },
        {
          ...wholesale,
          forCarriers: "*",
          locationLookupCarrier: "Swan",
          rates: [{ tariffType: "London", cost: 5 }],
        },
      ],
    } as unknown as BookData);
    expect(record(book, { duration: 60, external: "02079460018" })).toMatchObject({
      costCarrier: "5",
      tariffTypeUsed: "UK",
      location: null,
    });
    // Another class there: rating it fails, which leaves the cost blank.
    expect(record(book, { duration: 60, external: "07700900123" })).toMatchObject({
      cost: "6",
      costCarrier: null,
    });
  });

  test("R30 the result carries four costs in five components, and the suggested one", () => {
    const book = bookOf(
      {},
      {
        tariffs: [
          { ...retail, baseAccessCharge: 1 },
          { ...wholesale, forCarriers: "*" },
        ],
      },
    );
    const result = toRecord(
      rateCall(book, {
        ...CALL,
        duration: "60.5",
        costCDR: "3.10",
        costCDRAccessCharge: "1",
        costSuggestedRetail: "007",
        location: "Leeds",
      }),
    );
    expect(result).toEqual({
      id: "1",
      numberID: "1007",
      customerID: "7",
      featureID: null,
      tariffID: "1",
      tariff: "Test",
      tariffType: "UK",
      tariffTypeUsed: "UK",
      tariffClass: "national",
      tariffTime: "default",
      location: "Leeds",
      method: "rate",
      chargedDuration: 60.5,
      chargedBytes: 0,
      chargedEvents: 0,
      costBase: "7.0583",
      costBaseBasic: "6.05",
      costBaseAccessCharge: "1.0083",
      costBaseSurchargeMobileOrigination: "0",
      costBaseSurchargePayphoneOrigination: "0",
      costBaseSurchargeCallRecording: "0",
      cost: "7.0583",
      costBasic: "6.05",
      costAccessCharge: "1.0083",
      costSurchargeMobileOrigination: "0",
      costSurchargePayphoneOrigination: "0",
      costSurchargeCallRecording: "0",
      costCDR: "3.1",
      costCDRBasic: null,
      costCDRAccessCharge: "1",
      costCDRSurchargeMobileOrigination: null,
      costCDRSurchargePayphoneOrigination: null,
      costCDRSurchargeCallRecording: null,
      costCarrier: "2.0167",
      costCarrierBasic: "2.0167",
      costCarrierAccessCharge: "0",
      costCarrierSurchargeMobileOrigination: "0",
      costCarrierSurchargePayphoneOrigination: "0",
      costCarrierSurchargeCallRecording: "0",
      costSuggestedRetail: "7",
    });
  });
});
