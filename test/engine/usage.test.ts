/** R6 to R12: nothing used, charged usage, bounds and roundings, each by hand. */
import { describe, expect, test } from "vitest";
import { bookOfLine, type Row, record, refused } from "./one-tariff.ts";

/** Every price a call per minute could pay, so that nothing of it may remain where nothing was used. */
const EVERYTHING = {
  costConnection: 2,
  costMin: 5,
  durationMin: 30,
  initialDuration: 10,
  initialCost: 4,
  accessCharge: 6,
  accessChargeConnection: 1,
  surchargeMobileOrigination: 3,
  surchargeCallRecordingConnection: 8,
};
const FLAGS = { callTypeOriginationTypeFlag: "mobile", callTypeRecordingFlag: true };

describe("R6 nothing used, nothing charged", () => {
  test.for<[string, Row, Row]>([
    ["perMinute at 0 seconds", { cost: 1 }, { duration: 0 }],
    [
      "perMinute at 0 seconds, chargeZeroDuration false",
      { cost: 1, chargeZeroDuration: false },
      { duration: "0.000" },
    ],
    ["perKilobyte at 0 bytes", { chargeType: "perKilobyte", cost: 1 }, { bytes: 0, duration: 60 }],
    ["perMegabyte at 0 bytes", { chargeType: "perMegabyte", cost: 1 }, { bytes: "0" }],
    [
      "perGigabyte at 0 bytes",
      { chargeType: "perGigabyte", cost: 1, chargeZeroDuration: true },
      { bytes: 0 },
    ],
    ["perEvent at 0 events", { chargeType: "perEvent", cost: 1 }, { events: 0, duration: 60 }],
    [
      "perCall at 0 seconds, chargeZeroDuration false",
      { chargeType: "perCall", cost: 1, chargeZeroDuration: "no" },
      { duration: 0 },
    ],
    ["perCall without a duration, likewise", { chargeType: "perCall", cost: 1, chargeZeroDuration: 0 }, {}],
  ])("%s", ([, rate, usage]) => {
    expect(record(bookOfLine({ ...EVERYTHING, ...rate }), { ...FLAGS, ...usage })).toMatchObject({
      cost: "0",
      costBasic: "0",
      costAccessCharge: "0",
      costSurchargeMobileOrigination: "0",
      costSurchargeCallRecording: "0",
      chargedDuration: 0,
      chargedBytes: 0,
      chargedEvents: 0,
    });
  });

  test("chargeZeroDuration makes a zero-second call pay connection, initial cost, minimum duration and cost", () => {
    const book = bookOfLine({ ...EVERYTHING, cost: 6, chargeZeroDuration: true });
    // S 30: connection 2 + initial 4 + 20 s at 6 a minute; access 1 + 30 s at 6; mobile 30 s at 3; recording 8.
    expect(record(book, { ...FLAGS, duration: 0 })).toMatchObject({
      costBasic: "8",
      costAccessCharge: "4",
      costSurchargeMobileOrigination: "1.5",
      costSurchargeCallRecording: "8",
      cost: "21.5",
      chargedDuration: 30,
    });
  });

  test("a blank duration or blank bytes is malformed where they are charged, never zero", () => {
    expect(refused(bookOfLine({ cost: 1, chargeZeroDuration: true }), {})).toBe("malformed-record duration");
    expect(refused(bookOfLine({ cost: 1 }), { duration: "" })).toBe("malformed-record duration");
    for (const chargeType of ["perKilobyte", "perMegabyte", "perGigabyte"]) {
      expect(refused(bookOfLine({ chargeType, cost: 1 }), { duration: 60 })).toBe("malformed-record bytes");
    }
  });

  test("blank events are one event", () => {
    const book = bookOfLine({ chargeType: "perEvent", cost: "3.5", costConnection: 1 });
    expect(record(book, {})).toMatchObject({ cost: "4.5", chargedEvents: 1, chargedDuration: 0 });
  });

  test("perCall charges a text message, which has no duration", () => {
    for (const zero of [{}, { chargeZeroDuration: true }]) {
      const book = bookOfLine({ chargeType: "perCall", cost: 4, durationMin: 30, ...zero });
      expect(record(book, {})).toMatchObject({ cost: "4", chargedDuration: 0 });
      expect(record(book, { duration: 0 })).toMatchObject({ cost: "4", chargedDuration: 0 });
    }
    const free = bookOfLine({ chargeType: "perCall", cost: 4, chargeZeroDuration: false });
    expect(record(free, { duration: "0.001" })).toMatchObject({ cost: "4" });
  });
});

describe("R7 charged usage", () => {
  test.for<[rate: Row, usage: Row, charged: Row]>([
    [{ durationMin: 30, roundSeconds: 60 }, { duration: 1 }, { chargedDuration: 60 }],
    [{ durationMin: 60, roundSeconds: 1 }, { duration: 60 }, { chargedDuration: 60 }],
    [{ roundSeconds: "0.5" }, { duration: "10.001" }, { chargedDuration: 10.5 }],
    [{ roundSeconds: 0 }, { duration: "10.001" }, { chargedDuration: 10.001 }],
    [
      { durationMin: 30, roundSeconds: 6, roundSecondsFrom: "minimum" },
      { duration: 30 },
      { chargedDuration: 30 },
    ],
    [
      { durationMin: 30, roundSeconds: 6, roundSecondsFrom: "minimum" },
      { duration: "30.001" },
      { chargedDuration: 36 },
    ],
    [
      { durationMin: 30, initialDuration: 60, roundSeconds: 7, roundSecondsFrom: "minimum" },
      { duration: 61 },
      { chargedDuration: 67 },
    ],
    [
      { durationMin: 30, initialDuration: 60, roundSeconds: 7, roundSecondsFrom: "zero" },
      { duration: 61 },
      { chargedDuration: 63 },
    ],
    [{ durationMin: 30, roundSecondsFrom: "minimum" }, { duration: 45 }, { chargedDuration: 45 }],
    [
      // initialDuration counts only for a price per minute.
      {
        chargeType: "perCall",
        durationMin: 30,
        initialDuration: 60,
        roundSeconds: 7,
        roundSecondsFrom: "minimum",
      },
      { duration: 31 },
      { chargedDuration: 37 },
    ],
    [
      { chargeType: "perEvent", roundEvents: 5, roundSeconds: 60 },
      { events: 11, duration: 61 },
      { chargedEvents: 15, chargedDuration: 120, chargedBytes: 0 },
    ],
    [
      { chargeType: "perKilobyte", roundBytes: 1_000 },
      { bytes: 1_001, events: 7 },
      { chargedBytes: 2_000, chargedEvents: 0, chargedDuration: 0 },
    ],
    [
      { chargeType: "perGigabyte" },
      { bytes: Number.MAX_SAFE_INTEGER },
      { chargedBytes: Number.MAX_SAFE_INTEGER },
    ],
  ])("%j, %j", ([rate, usage, charged]) => {
    expect(record(bookOfLine({ cost: 1, ...rate }), usage)).toMatchObject(charged);
  });

  test("more bytes than can be counted are malformed", () => {
    const book = bookOfLine({ chargeType: "perGigabyte", cost: 1, roundBytes: 1_024 });
    expect(refused(book, { bytes: Number.MAX_SAFE_INTEGER })).toBe("malformed-record bytes");
  });
});

describe("R8, R9 the initial block", () => {
  test.for<[rate: Row, duration: number, cost: string]>([
    [{ initialDuration: 60, cost: 6 }, 30, "0"],
    [{ initialDuration: 60, cost: 6 }, 90, "3"],
    [{ initialDuration: 60, initialCost: 5, costConnection: 1, cost: 6 }, 60, "6"],
    [{ initialDuration: 60, initialCost: 5, costSecondaryConnection: 9, cost: 6 }, 61, "14.1"],
    [{ initialDuration: 0, initialCost: 5, costSecondaryConnection: 9, cost: 6 }, 60, "6"],
    [{ initialCost: 5, costSecondaryConnection: 9, cost: 6 }, 60, "6"],
    [{ initialDuration: 60, initialCost: 5, costConnection: "-1" }, 1, "4"],
  ])("%j at %i s", ([rate, duration, cost]) => {
    expect(record(bookOfLine(rate), { duration }).cost).toBe(cost);
  });

  test("only a price per minute has one", () => {
    const book = bookOfLine({ chargeType: "perCall", cost: 3, initialDuration: 60, initialCost: 5 });
    expect(record(book, { duration: 90 }).cost).toBe("3");
  });
});

describe("R5, R10 minimum, then rounding up, then maximum", () => {
  test.for<[rate: Row, duration: number, cost: string]>([
    [{ cost: "0.6", costMin: "0.25", roundPence: "0.1" }, 1, "0.3"],
    [{ cost: 1, costMax: "2.45", roundPence: "0.1" }, 150, "2.45"],
    [{ cost: 1, costMin: 3, costMax: 3 }, 1, "3"],
    [{ cost: 1, roundPence: 5 }, 300, "5"],
    [{ cost: "1.000001", roundPence: 5 }, 300, "10"],
    [{ cost: -1, roundPence: 5 }, 60, "0"],
    [{ cost: -6, roundPence: 5 }, 60, "-5"],
    [{ cost: -6, costMin: "-3" }, 60, "-3"],
    [{ cost: -6, costMax: "-8" }, 60, "-8"],
    [{ costMin: 7 }, 1, "7"],
  ])("%j at %i s", ([rate, duration, cost]) => {
    expect(record(bookOfLine(rate), { duration }).cost).toBe(cost);
  });
});

describe("R11, R12 access charge and surcharges", () => {
  const rate = {
    cost: 0,
    roundPence: 2,
    accessCharge: 5,
    surchargeMobileOrigination: 1,
    surchargeMobileOriginationConnection: "0.25",
    surchargeRoundingMobileOrigination: "half",
    surchargePayphoneOrigination: 50,
    surchargeRoundingPayphoneOrigination: "down",
    surchargeCallRecordingConnection: "0.5",
    surchargeRoundingCallRecording: "asBasic",
  };
  const more = {
    roundings: [
      { name: "half", mode: "nearest", multiple: "0.5" },
      { name: "down", mode: "down", multiple: 1 },
      { name: "nothing", mode: "up", multiple: 0 },
    ],
  };
  const book = bookOfLine(rate, more);

  test("each applies where its flag says, and is rounded by its own preset", () => {
    // 90 s: access 7.5; mobile 1.5 + 0.25 to the nearest half, away from zero; recording up to 2.
    expect(record(book, { duration: 90, ...FLAGS })).toMatchObject({
      costBasic: "0",
      costAccessCharge: "7.5",
      costSurchargeMobileOrigination: "2",
      costSurchargePayphoneOrigination: "0",
      costSurchargeCallRecording: "2",
      cost: "11.5",
    });
    // 31 s at 50 a minute is 25.8333…, down to 25.
    expect(record(book, { duration: 31, callTypeOriginationTypeFlag: "payphone" })).toMatchObject({
      costSurchargeMobileOrigination: "0",
      costSurchargePayphoneOrigination: "25",
      costSurchargeCallRecording: "0",
    });
  });

  test.for<[flag: unknown, recorded: boolean]>([
    [true, true],
    [1, true],
    ["Y", true],
    ["on", true],
    [false, false],
    [0, false],
    ["0", false],
    ["False", false],
    ["NO", false],
    ["n", false],
    ["None", false],
    ["", false],
    [null, false],
  ])("R3 callTypeRecordingFlag %o is %o", ([flag, recorded]) => {
    const { costSurchargeCallRecording } = record(book, { duration: 60, callTypeRecordingFlag: flag });
    expect(costSurchargeCallRecording).toBe(recorded ? "2" : "0");
  });

  test("down is towards minus infinity, nearest is half away from zero, a multiple of 0 rounds nothing", () => {
    const negative = bookOfLine(
      {
        cost: 0,
        accessChargeConnection: "-0.25",
        roundingAccessCharge: "half",
        surchargeMobileOriginationConnection: "-0.25",
        surchargeRoundingMobileOrigination: "down",
        surchargeCallRecordingConnection: "-0.25",
        surchargeRoundingCallRecording: "nothing",
      },
      more,
    );
    expect(record(negative, { duration: 60, ...FLAGS })).toMatchObject({
      costAccessCharge: "-0.5",
      costSurchargeMobileOrigination: "-1",
      costSurchargeCallRecording: "-0.25",
    });
  });

  test("R21 useCallTypeOriginationTypeFlag false switches origination surcharges off, not recording", () => {
    const off = bookOfLine(rate, {
      ...more,
      numbers: [
        {
          id: 1007,
          customerID: 7,
          number: "1",
          nationalTariff: "Test",
          useCallTypeOriginationTypeFlag: "no",
        },
      ],
    });
    expect(record(off, { duration: 90, ...FLAGS })).toMatchObject({
      costSurchargeMobileOrigination: "0",
      costSurchargeCallRecording: "2",
    });
  });
});

describe("R4, R13, R14 quantising and rounding after the surcharges", () => {
  test.for<[costDecimals: number, cost: string]>([
    [0, "0"],
    [1, "0.3"],
    [2, "0.33"],
    [8, "0.33333333"],
  ])("costDecimals %i keeps a third of a penny as %s", ([costDecimals, cost]) => {
    expect(record(bookOfLine({ cost: 1 }, { costDecimals }), { duration: 20 }).cost).toBe(cost);
  });

  test("halves go away from zero", () => {
    // 0.0003 p a minute for 10 s is 0.00005 p.
    expect(record(bookOfLine({ cost: "0.0003" }), { duration: 10 }).cost).toBe("0.0001");
    expect(record(bookOfLine({ cost: "-0.0003" }), { duration: 10 }).cost).toBe("-0.0001");
  });

  test("the sum is of quantised components, and the cap of R10 is passed by R14", () => {
    const book = bookOfLine({ cost: 1, costMax: 2, accessCharge: 1, roundPenceAfterSurcharge: 5 });
    // basic 3.3333 capped at 2, access 3.3333: 5.3333 goes up to 10 and basic to 6.6667.
    expect(record(book, { duration: 200 })).toMatchObject({
      costBasic: "6.6667",
      costAccessCharge: "3.3333",
      cost: "10",
    });
  });
});
