/** The second opinion held to the rules' own examples, and to cases computed by hand from the rules. */
import { describe, expect, test } from "vitest";
import { createSecondOpinion, type Row, rateOnly } from "./index.ts";

const FOUR = { costDecimals: 4 };

describe("R6-R15 worked examples", () => {
  const examples: [string, Row, Row, Row][] = [
    ["R9 1", { cost: "1.2", costConnection: "2" }, { duration: 91 }, { basic: "3.82", chargedDuration: 91 }],
    [
      "R7 2",
      { cost: "1.2", costConnection: "2", roundSeconds: 60 },
      { duration: 91 },
      { basic: "4.4", chargedDuration: 120 },
    ],
    ["R4 3", { cost: "1" }, { duration: 1 }, { basic: "0.0167" }],
    ["R10 4", { cost: "1", roundPence: "0.01" }, { duration: 1 }, { basic: "0.02" }],
    [
      "R7 5",
      { cost: "1", durationMin: 30, roundSeconds: 7 },
      { duration: 12 },
      { chargedDuration: 35, basic: "0.5833" },
    ],
    ["R8 6a", initialBlock(), { duration: 3600 }, { basic: "5.5" }],
    ["R8 6b", initialBlock(), { duration: 3601 }, { basic: "6.54" }],
    ["R8 6c", initialBlock(), { duration: 4500 }, { basic: "42.5" }],
    ["R10 7a", minimumAndCap(), { duration: 20 }, { basic: "5" }],
    ["R10 7b", minimumAndCap(), { duration: 1210 }, { basic: "60.5" }],
    ["R10 7c", minimumAndCap(), { duration: 3000 }, { basic: "60.5" }],
    [
      "R14 8",
      { cost: "0.5", accessCharge: "7", roundPenceAfterSurcharge: "1" },
      { duration: 100 },
      { basic: "1.3333", accessCharge: "11.6667", total: "13" },
    ],
    [
      "R15 9",
      { chargeType: "markup", cost: "25", costMin: "1" },
      { duration: 60, costCDRBasic: "0.6", costCDRAccessCharge: "4" },
      { basic: "1", accessCharge: "5", total: "6" },
    ],
    [
      "R7 10",
      { chargeType: "perMegabyte", cost: "0.3", roundBytes: 1024 },
      { bytes: 1_500_000 },
      { chargedBytes: 1_500_160, basic: "0.4292" },
    ],
    [
      "R7 11",
      { cost: "6", durationMin: 60, roundSeconds: 11, roundSecondsFrom: "minimum" },
      { duration: 83 },
      { chargedDuration: 93, basic: "9.3" },
    ],
  ];
  test.each(examples)("%s", (_title, rate, call, expected) => {
    expect(rateOnly(rate, call, FOUR)).toMatchObject(expected);
  });

  function initialBlock(): Row {
    return { initialDuration: 3600, initialCost: "5.5", costSecondaryConnection: "1", cost: "2.4" };
  }
  function minimumAndCap(): Row {
    return { cost: "3", costMin: "5", costMax: "60.5", roundPence: "1" };
  }
});

describe("R6-R15 by hand", () => {
  test("R6 an unanswered call costs nothing, whatever its minimum and connection", () => {
    const rate = { cost: "1", costConnection: "2", costMin: "5", durationMin: 30, accessCharge: "7" };
    expect(rateOnly(rate, { duration: 0 }, FOUR)).toMatchObject({ total: "0", chargedDuration: 0 });
    // Lifted: S is 30, basic 2 + 0.5 raised to 5, access 7 × 30 ÷ 60.
    expect(rateOnly({ ...rate, chargeZeroDuration: true }, { duration: 0 }, FOUR)).toMatchObject({
      basic: "5",
      accessCharge: "3.5",
      chargedDuration: 30,
    });
  });

  test("R6 perCall charges a text message, unless chargeZeroDuration is false", () => {
    const rate = { chargeType: "perCall", cost: "12" };
    expect(rateOnly(rate, {}, FOUR)).toMatchObject({ basic: "12", chargedDuration: 0 });
    expect(rateOnly({ ...rate, chargeZeroDuration: "no" }, {}, FOUR)).toMatchObject({ basic: "0" });
  });

  test("R6 blank usage is malformed, blank events are one event", () => {
    expect(rateOnly({ cost: "1" }, {}, FOUR)).toEqual({ error: "malformed-record", field: "duration" });
    expect(rateOnly({ chargeType: "perKilobyte", cost: "1" }, {}, FOUR)).toEqual({
      error: "malformed-record",
      field: "bytes",
    });
    expect(rateOnly({ chargeType: "perEvent", cost: "3", roundEvents: 5 }, {}, FOUR)).toMatchObject({
      basic: "15",
      chargedEvents: 5,
    });
  });

  test("R10 rounding works on the exact third of a penny, not on a quantised one", () => {
    // 1 p × 20 s ÷ 60 = 0.333… p: up to 0.000001 p is 0.333334.
    const rate = { cost: "1", roundPence: "0.000001" };
    expect(rateOnly(rate, { duration: 20 }, { costDecimals: 6 })).toMatchObject({ basic: "0.333334" });
    // A third of 0.03 is exactly a multiple of 0.01 and stays.
    expect(rateOnly({ cost: "0.03", roundPence: "0.01" }, { duration: 20 }, FOUR)).toMatchObject({
      basic: "0.01",
    });
    // Up is towards plus infinity: −0.333… becomes −0.3333.
    expect(rateOnly({ cost: "-1", roundPence: "0.0001" }, { duration: 20 }, FOUR)).toMatchObject({
      basic: "-0.3333",
    });
  });

  test("R11, R12 each surcharge is rounded by its own preset", () => {
    const rate = {
      cost: "0",
      roundPence: "1",
      surchargeMobileOrigination: "1",
      surchargeMobileOriginationConnection: "0.25",
      surchargeRoundingMobileOrigination: "halves",
      surchargePayphoneOrigination: "9",
      surchargeCallRecording: "1",
      surchargeRoundingCallRecording: "asBasic",
      accessCharge: "1",
      roundingAccessCharge: "tenthsDown",
    };
    const roundings = [
      { name: "halves", mode: "nearest", multiple: "0.5" },
      { name: "tenthsDown", mode: "down", multiple: "0.1" },
    ];
    const call = { duration: 100, callTypeOriginationTypeFlag: "mobile", callTypeRecordingFlag: "yes" };
    // 1.666… each; mobile 1.9166… to the nearest half 2, recording up to 2, access down to 1.6.
    expect(rateOnly(rate, call, { costDecimals: 4, roundings })).toEqual({
      basic: "0",
      accessCharge: "1.6",
      surchargeMobileOrigination: "2",
      surchargePayphoneOrigination: "0",
      surchargeCallRecording: "2",
      total: "5.6",
      chargedDuration: 100,
      chargedBytes: 0,
      chargedEvents: 0,
    });
  });

  test("R15 a blank basic is the total less the others; a total that differs is malformed", () => {
    const rate = { chargeType: "markup", cost: "10" };
    expect(rateOnly(rate, { costCDR: "5", costCDRAccessCharge: "2" }, FOUR)).toMatchObject({
      basic: "3.3",
      accessCharge: "2.2",
    });
    expect(rateOnly(rate, { costCDR: "5", costCDRBasic: "4" }, FOUR)).toEqual({
      error: "malformed-record",
      field: "costCDR",
    });
    expect(rateOnly(rate, { duration: 60 }, FOUR)).toEqual({ error: "no-carrier-cost" });
  });
});

/** 2026-03-02 is a Monday. */
function book(changes: Row = {}): Row {
  return {
    ratingPeriods: [
      {
        name: "Daytime",
        weekdays: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"],
        from: "07:00",
        to: "19:00",
      },
      {
        name: "Evening",
        weekdays: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"],
        from: "19:00",
        to: "07:00",
      },
      { name: "Weekend", weekdays: ["Saturday", "Sunday"] },
    ],
    holidays: [{ date: "2026-04-03" }],
    callTypes: [
      { name: "UK National", tariffClass: "national" },
      { name: "Leeds", tariffClass: "national" },
      { name: "Directory", tariffClass: "serviceNumbers" },
      { name: "Freephone In", tariffClass: "inbound" },
    ],
    callDirections: [{ name: "B-leg", direction: "inbound" }],
    destinations: [
      { prefix: "44", tariffType: "UK National", location: "United Kingdom" },
      { prefix: "44113", tariffType: "Leeds", location: "Leeds" },
      { prefix: "44", locationCarrier: "Acme", tariffType: "UK National", location: "Acme UK" },
      { prefix: "118500", tariffType: "Directory", location: "Directory", short: true },
      { prefix: "", tariffType: "Freephone In", direction: "inbound" },
    ],
    customers: [{ id: 3, customerGroups: "gold,silver", defaultInboundTariff: "In" }],
    numbers: [
      { id: 1007, customerID: "3", number: "+44 (0)20 7946 0958", nationalTariff: "Business UK" },
      { id: "1008", customerID: 3, number: "020 7946 0001", numberType: "SIP", callCarrier: "Acme" },
    ],
    tariffs: [
      {
        id: 112,
        name: "Business UK",
        tariffClass: "national",
        baseCost: "1.2",
        baseCostConnection: "2",
        baseRoundSeconds: 60,
      },
      { id: 113, name: "In", tariffClass: "inbound", baseCost: "0.6" },
    ],
    ...changes,
  };
}

const CALL: Row = {
  id: 42,
  target: "(020) 7946-0958",
  external: "0113 496 0000",
  startDate: "2026-03-02",
  startTime: "10:00:00",
  duration: 91,
};

function rate(changes: Row, call: Row, options: { reclassify?: boolean; line?: number } = {}): Row {
  const once = createSecondOpinion(book(changes), { decimals: "once" }).rateCall(
    { ...CALL, ...call },
    options,
  );
  const eachTime = createSecondOpinion(book(changes)).rateCall({ ...CALL, ...call }, options);
  expect(eachTime).toEqual(once);
  return once;
}

describe("R20-R31 by hand", () => {
  test("R30 a rated call carries every key in order", () => {
    const result = rate({}, { costCDR: "1.500" });
    const five = [
      "Basic",
      "AccessCharge",
      "SurchargeMobileOrigination",
      "SurchargePayphoneOrigination",
      "SurchargeCallRecording",
    ];
    expect(Object.keys(result)).toEqual([
      ...["id", "numberID", "customerID", "featureID", "tariffID", "tariff", "tariffType", "tariffTypeUsed"],
      ...[
        "tariffClass",
        "tariffTime",
        "location",
        "method",
        "chargedDuration",
        "chargedBytes",
        "chargedEvents",
      ],
      ...["costBase", "cost", "costCDR", "costCarrier"].flatMap((name) => [
        name,
        ...five.map((part) => name + part),
      ]),
      "costSuggestedRetail",
    ]);
    expect(result).toMatchObject({
      id: "42",
      numberID: "1007",
      customerID: "3",
      featureID: null,
      tariffID: "112",
      tariff: "Business UK",
      tariffType: "Leeds",
      tariffTypeUsed: "Leeds",
      tariffClass: "national",
      tariffTime: "Daytime",
      location: "Leeds",
      method: "rate",
      chargedDuration: 120,
      cost: "4.4",
      costBaseBasic: "4.4",
      costCDR: "1.5",
      costCDRBasic: null,
      costCarrier: null,
      costSuggestedRetail: null,
    });
  });

  test("R21 unknown, twice registered, out of its dates", () => {
    expect(rate({}, { target: "020 7946 0999", id: "" }, { line: 7 })).toMatchObject({
      line: 7,
      error: "unregistered-number",
      field: "target",
    });
    expect(rate({}, { numberID: "9" })).toMatchObject({ error: "unregistered-number", field: "numberID" });
    const twin = { customerID: 3, CDRNumber2: "02079460958" };
    const first = { id: 1, customerID: 3, number: "442079460958", nationalTariff: "Business UK" };
    expect(rate({ numbers: [first, { id: 2, ...twin }] }, {})).toMatchObject({ error: "ambiguous-number" });
    expect(rate({ numbers: [first, { id: 2, ...twin, CDRNumberChargeBand2: "x" }] }, {})).toMatchObject({
      numberID: "1",
    });
    expect(rate({ numbers: [first, { id: 2, ...twin, billableFrom: "2026-03-03" }] }, {})).toMatchObject({
      numberID: "1",
    });
    expect(rate({ numbers: [{ ...first, billableTo: "2026-03-01" }] }, {})).toMatchObject({
      error: "number-not-billable",
    });
  });

  test("R22 carrier's list before the general one, short codes before prefixes, inbound from anyone", () => {
    expect(rate({}, { carrier: "Acme" })).toMatchObject({ tariffType: "UK National", location: "Acme UK" });
    expect(rate({}, { external: "118 500" })).toMatchObject({ error: "no-tariff" });
    expect(rate({}, { external: "withheld" })).toMatchObject({ error: "unknown-call-type" });
    // 0.6 × 91 ÷ 60
    expect(rate({}, { external: "withheld", callTypeDirectionFlag: "B-leg" })).toMatchObject({
      tariffType: "Freephone In",
      cost: "0.91",
    });
  });

  test("R22 a tariff's own lookup carrier changes the type used; another class conflicts", () => {
    const tariff = {
      id: 1,
      name: "Business UK",
      tariffClass: "national",
      baseCost: "6",
      locationLookupCarrier: "Other",
    };
    const own = { prefix: "44113", locationCarrier: "Other", location: "There" };
    const general = { prefix: "44", tariffType: "Leeds", location: "Here" };
    const lines = [{ tariffType: "UK National", cost: "12" }];
    expect(
      rate(
        {
          tariffs: [{ ...tariff, rates: lines }],
          destinations: [general, { ...own, tariffType: "UK National" }],
        },
        { duration: 60 },
      ),
    ).toMatchObject({ tariffType: "Leeds", tariffTypeUsed: "UK National", location: "There", cost: "12" });
    expect(
      rate({ tariffs: [tariff], destinations: [general, { ...own, tariffType: "Directory" }] }, {}),
    ).toMatchObject({ error: "class-conflict" });
  });

  test("R23 weekday of the moment, holidays, a period named by the record", () => {
    expect(rate({}, { startTime: "06:59:59" })).toMatchObject({ tariffTime: "Evening" });
    expect(rate({}, { startDate: "2026-03-07", startTime: "03:00" })).toMatchObject({
      tariffTime: "Weekend",
    });
    expect(rate({}, { startDate: "2026-04-03" })).toMatchObject({ tariffTime: "Weekend" });
    // 19:30 British Summer Time.
    expect(rate({}, { startTime: "2026-07-01T18:30:00Z" })).toMatchObject({ tariffTime: "Evening" });
    expect(rate({}, { tariffTime: "Mine" })).toMatchObject({ tariffTime: "Mine" });
    expect(rate({}, { tariffTime: "Mine" }, { reclassify: true })).toMatchObject({ tariffTime: "Daytime" });
    expect(rate({}, { startTime: "" })).toMatchObject({ error: "malformed-record", field: "startTime" });
  });

  test("R23 split: each piece at its own period's cost, the initial block apart", () => {
    const tariff = {
      id: 1,
      name: "Business UK",
      tariffClass: "national",
      periodRule: "split",
      rates: [
        { tariffTime: "Daytime", cost: "3" },
        { tariffTime: "Evening", cost: "1.2" },
      ],
    };
    const call = { startTime: "18:59:30", duration: 60 };
    // 30 s at 3 is 1.5, 30 s at 1.2 is 0.6.
    expect(rate({ tariffs: [tariff] }, call)).toMatchObject({ cost: "2.1", tariffTime: "Daytime" });
    // 10 s for 1 p, then 20 s at 3 is 1, then 30 s at 1.2.
    const withBlock = { ...tariff, baseInitialDuration: 10, baseInitialCost: "1" };
    expect(rate({ tariffs: [withBlock] }, call)).toMatchObject({ cost: "2.6" });
    // Into Saturday, which has no rate.
    expect(
      rate({ tariffs: [tariff] }, { startDate: "2026-03-06", startTime: "23:59:59", duration: 2 }),
    ).toMatchObject({ error: "no-rate" });
    expect(rate({ tariffs: [{ ...tariff, periodRule: "" }] }, call)).toMatchObject({ cost: "3" });
  });

  test("R23 split in real seconds across the clock changes", () => {
    const changes = {
      ratingPeriods: [{ name: "Early", from: "00:00", to: "02:00" }],
      periodRule: "split",
      tariffs: [
        {
          id: 1,
          name: "Business UK",
          tariffClass: "national",
          baseCost: "1.2",
          rates: [{ tariffTime: "Early", cost: "6" }],
        },
      ],
    };
    // 00:30 to 01:00 GMT, which is 02:00 BST: 30 min at 6, then 30 min at 1.2.
    expect(rate(changes, { startDate: "2026-03-29", startTime: "00:30", duration: 3600 })).toMatchObject({
      cost: "216",
    });
    // 00:30 to 02:00 BST and again 01:00 to 02:00 GMT: 9000 s at 6, then 1000 s at 1.2.
    expect(rate(changes, { startDate: "2026-10-25", startTime: "00:30", duration: 10_000 })).toMatchObject({
      cost: "920",
    });
  });

  test("R23 a wall time skipped in spring follows ambiguousTime", () => {
    const ratingPeriods = [{ name: "First Hour", from: "00:00", to: "01:00" }];
    const call = { startDate: "2026-03-29", startTime: "01:30" };
    expect(rate({ ratingPeriods }, call)).toMatchObject({ tariffTime: "First Hour" });
    expect(rate({ ratingPeriods, ambiguousTime: "later" }, call)).toMatchObject({ tariffTime: "default" });
    expect(rate({ ratingPeriods, ambiguousTime: "reject" }, call)).toMatchObject({
      error: "malformed-record",
      field: "startTime",
    });
  });

  test("R24 the latest feature of the number, through its standard feature, before the number's own tariff", () => {
    const tariff = { tariffClass: "national", baseCost: "6" };
    const changes = {
      tariffs: [
        { id: 1, name: "Business UK", ...tariff },
        { id: 2, name: "Old", ...tariff },
        { id: 3, name: "New", ...tariff, baseCost: "12" },
      ],
      standardFeatures: [{ id: 1, name: "Bundle", nationalTariff: "New" }],
      features: [
        { id: 1, numberID: 1007, nationalTariff: "Old" },
        { id: 2, numberID: 1007, startDate: "2026-03-02", standardFeature: "Bundle" },
        { id: 3, customerID: 3, startDate: "2026-03-02", nationalTariff: "Old" },
      ],
    };
    expect(rate(changes, { duration: 60 })).toMatchObject({ featureID: "2", tariffID: "3", cost: "12" });
    expect(rate(changes, { duration: 60, startDate: "2026-02-27" })).toMatchObject({
      featureID: "1",
      tariffID: "2",
    });
  });

  test("R24 default tariffs: both named beats one, a tie is an error, restrictions refuse a named one", () => {
    const tariff = { tariffClass: "national", baseCost: "6" };
    const carrierOnly = { id: 1, name: "A", ...tariff, forCarriers: "Acme" };
    const both = { id: 2, name: "B", ...tariff, forCarriers: ["*"], forNumberTypes: ["SIP"] };
    const never = { id: 3, name: "C", ...tariff };
    const call = { target: "442079460001", duration: 60 };
    expect(rate({ tariffs: [carrierOnly, both, never] }, call)).toMatchObject({ tariffID: "2" });
    expect(rate({ tariffs: [carrierOnly, { ...carrierOnly, id: 4, name: "D" }] }, call)).toMatchObject({
      error: "ambiguous-tariff",
    });
    expect(rate({ tariffs: [never] }, call)).toMatchObject({ error: "no-tariff" });
    const named = { id: 5, name: "Business UK", ...tariff };
    expect(rate({ tariffs: [{ ...named, customerID: 4 }] }, {})).toMatchObject({
      error: "tariff-not-allowed",
    });
    expect(rate({ tariffs: [{ ...named, customerGroups: ["bronze"] }] }, {})).toMatchObject({
      error: "tariff-not-allowed",
    });
    expect(rate({ tariffs: [{ ...named, customerGroups: ["gold"], currency: "EUR" }] }, {})).toMatchObject({
      error: "currency-mismatch",
    });
  });

  test("R25 own line, parent's line, own base, parent's base; a percentage is never a price", () => {
    const parent = {
      id: 1,
      name: "Parent",
      tariffClass: "national",
      baseCost: "1",
      baseCostConnection: "3",
      rates: [{ tariffType: "Leeds", cost: "12" }],
    };
    const child = { id: 2, name: "Business UK", tariffClass: "national", parentTariff: 1, baseCost: "5" };
    // The parent's line gives the cost, the parent's base the connection.
    expect(rate({ tariffs: [parent, child] }, { duration: 60 })).toMatchObject({ tariffID: "2", cost: "15" });
    // The child marks up by its own 5 %, not by the parent's price: 2 × 1.05.
    const marksUp = { ...child, rates: [{ chargeType: "markup" }] };
    expect(
      rate(
        { tariffs: [parent, { ...marksUp, baseCost: "", rates: [{ chargeType: "markup", cost: "5" }] }] },
        { costCDR: 2 },
      ),
    ).toMatchObject({
      cost: "2.1",
    });
    // No percentage anywhere, but a connection: 0 %.
    expect(rate({ tariffs: [parent, marksUp] }, { costCDR: 2 })).toMatchObject({ cost: "2", method: "rate" });
  });

  test("R26 longest prefix, then call type, then period, then the latest start", () => {
    const rates = [
      { cost: "1" },
      { cost: "2", startDate: "2026-01-01" },
      { cost: "3", tariffTime: "Daytime" },
      { cost: "4", tariffType: "Leeds" },
      { cost: "5", prefix: "44", tariffTime: "Weekend" },
      { cost: "6", prefix: "44113", endDate: "2026-03-01" },
    ];
    const costWith = (count: number, call: Row = {}): unknown =>
      rate(
        { tariffs: [{ id: 1, name: "Business UK", tariffClass: "national", rates: rates.slice(0, count) }] },
        { duration: 60, ...call },
      ).cost;
    expect([1, 2, 3, 4, 5, 6].map((count) => costWith(count))).toEqual(["1", "2", "3", "4", "4", "4"]);
    expect(costWith(5, { startDate: "2026-02-28" })).toBe("5");
    expect(costWith(6, { startDate: "2026-02-28" })).toBe("6");
  });

  test("R27 class markup, customer's, fallbacks; a step without its cost is passed over", () => {
    const tariffs = [
      {
        id: 1,
        name: "Business UK",
        tariffClass: "national",
        baseRoundPence: "1",
        baseRoundSeconds: 60,
        fallbackMarkup: "100",
      },
    ];
    const number = { id: 1, customerID: 3, number: "442079460958", nationalTariff: "Business UK" };
    expect(rate({ tariffs }, {})).toMatchObject({ error: "no-carrier-cost" });
    // 1.1 × 2 = 2.2, up to 3.
    expect(rate({ tariffs }, { costCDR: "1.1" })).toMatchObject({
      method: "fallback",
      cost: "3",
      tariffID: "1",
      chargedDuration: 120,
    });
    expect(
      rate({ tariffs, numbers: [{ ...number, nationalMarkup: "10" }] }, { costCDR: "10" }),
    ).toMatchObject({ method: "classMarkup", cost: "11" });
    expect(
      rate(
        { tariffs, numbers: [{ ...number, nationalMarkup: "10", fallbackMarkupSuggested: 0 }] },
        { costSuggestedRetail: "7" },
      ),
    ).toMatchObject({ method: "fallbackSuggested", cost: "7" });
    expect(rate({ tariffs: [{ ...tariffs[0], fallbackMarkup: "" }] }, { costCDR: 1 })).toMatchObject({
      error: "no-rate",
    });
  });

  test("R28 a named surcharges tariff gives the surcharges, and its errors", () => {
    const retail = {
      id: 1,
      name: "Business UK",
      tariffClass: "national",
      baseCost: "1",
      baseSurchargeCallRecording: "9",
      baseRoundPence: "0.5",
    };
    const surcharges = {
      id: 2,
      name: "Extras",
      tariffClass: "surcharges",
      baseSurchargeMobileOrigination: "1.2",
      baseSurchargeRoundingMobileOrigination: "asBasic",
    };
    const number = {
      id: 1,
      customerID: 3,
      number: "442079460958",
      nationalTariff: "Business UK",
      surchargesTariff: "Extras",
    };
    const call = { duration: 60, callTypeOriginationTypeFlag: "mobile", callTypeRecordingFlag: 1 };
    // Recording is blank there, so none; 1.2 up to the retail rate's 0.5 is 1.5.
    expect(rate({ tariffs: [retail, surcharges], numbers: [number] }, call)).toMatchObject({
      costBasic: "1",
      costSurchargeMobileOrigination: "1.5",
      costSurchargeCallRecording: "0",
      cost: "2.5",
    });
    expect(
      rate(
        { tariffs: [retail, surcharges], numbers: [{ ...number, useCallTypeOriginationTypeFlag: "false" }] },
        call,
      ),
    ).toMatchObject({ cost: "1" });
    expect(
      rate({ tariffs: [retail, { ...surcharges, customerID: 8 }], numbers: [number] }, call),
    ).toMatchObject({
      error: "tariff-not-allowed",
    });
  });

  test("R29 the calculated wholesale cost, marked up where the carrier sent none; a tie is the call's error", () => {
    const wholesale = {
      id: 9,
      name: "Buy",
      tariffClass: "national",
      retail: "wholesale",
      forCarriers: "*",
      baseCost: "0.61",
      baseRoundPence: "0.1",
    };
    const retail = {
      id: 1,
      name: "Business UK",
      tariffClass: "national",
      baseType: "markup",
      baseCost: "50",
    };
    // 0.61 × 91 ÷ 60 = 0.925166… up to 1; marked up 1.5.
    expect(rate({ tariffs: [wholesale, retail] }, {})).toMatchObject({
      costCarrier: "1",
      costCDR: null,
      cost: "1.5",
    });
    expect(rate({ tariffs: [wholesale, retail] }, { costCDR: "4" })).toMatchObject({
      costCarrier: "1",
      cost: "6",
    });
    expect(rate({ tariffs: [wholesale, { ...wholesale, id: 10, name: "Buy 2" }, retail] }, {})).toMatchObject(
      {
        error: "ambiguous-tariff",
      },
    );
    expect(rate({ tariffs: [{ ...wholesale, currency: "EUR" }, retail] }, {})).toMatchObject({
      error: "no-carrier-cost",
    });
  });

  test("R31 ignored traffic comes after a malformed record and before everything else", () => {
    const ignoredNumbers = [{ number: "020 7946 0999", startDate: "2026-03-01", endDate: "2026-03-02" }];
    const call = { target: "+442079460999" };
    expect(rate({ ignoredNumbers }, call)).toEqual({ id: "42", ignored: true, reason: null });
    expect(rate({ ignoredNumbers }, { ...call, startDate: "2026-03-03" })).toMatchObject({
      error: "unregistered-number",
    });
    expect(rate({ ignoredNumbers }, { ...call, bytes: "1e3" })).toMatchObject({
      error: "malformed-record",
      field: "bytes",
    });
  });
});
