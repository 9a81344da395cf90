import { describe, expect, test } from "vitest";
import { problems } from "./check.ts";

const callTypes = [
  { name: "UK mobile", tariffClass: "mobile" },
  { name: "UK", tariffClass: "national" },
];
const tariff = (...rates: object[]): object => ({ id: 1, name: "A", tariffClass: "mobile", rates });

describe("R20 what lines and bases name", () => {
  test("call types of destinations and charge bands", () => {
    const found = problems({
      callTypes,
      destinations: [{ prefix: "447", tariffType: "UK mobil" }],
      chargeBands: [{ chargeBand: "fm1", tariffType: "Satellite" }],
    });
    expect(found).toEqual([
      'destinations[0].tariffType: "UK mobil" is no call type; did you mean "UK mobile"?',
      'chargeBands[0].tariffType: "Satellite" is no call type; add it to callTypes or correct the name',
    ]);
  });

  test("call types of lines, of the tariff's own class", () => {
    const lines = [{ tariffType: "UK mobile", cost: 1 }, { tariffType: "UKmobile" }, { tariffType: "UK" }];
    const surcharges = { id: 2, name: "S", tariffClass: "surcharges", rates: [{ tariffType: "UK" }] };
    expect(problems({ callTypes, tariffs: [tariff(...lines), surcharges] })).toEqual([
      'tariffs[0].rates[1].tariffType: "UKmobile" is no call type; did you mean "UK mobile"?',
      'tariffs[0].rates[2].tariffType: "UK" is a call type of the class national, the tariff is of the class mobile; move the line to a tariff of the class national',
    ]);
  });

  test("periods, default among them, also in a book without any", () => {
    const lines = [{ tariffTime: "default" }, { tariffTime: "Weekend" }, { tariffTime: "Evening" }];
    const ratingPeriods = [{ name: "Weekend", weekdays: "Saturday,Sunday" }];
    expect(problems({ ratingPeriods, tariffs: [tariff(...lines)] })).toEqual([
      'tariffs[0].rates[2].tariffTime: "Evening" is no rating period; add it to ratingPeriods or correct the name',
    ]);
    expect(problems({ tariffs: [tariff({ tariffTime: "default" })] })).toEqual([]);
  });

  test("R12 rounding presets of lines and bases", () => {
    const preset = "Peny";
    const base = {
      baseRoundingAccessCharge: preset,
      baseSurchargeRoundingMobileOrigination: preset,
      baseSurchargeRoundingPayphoneOrigination: "none",
      baseSurchargeRoundingCallRecording: "asBasic",
    };
    const line = {
      roundingAccessCharge: "asBasic",
      surchargeRoundingMobileOrigination: "Penny",
      surchargeRoundingPayphoneOrigination: preset,
      surchargeRoundingCallRecording: preset,
    };
    const roundings = [{ name: "Penny", mode: "nearest", multiple: 1 }];
    expect(problems({ roundings, tariffs: [{ ...tariff(line), ...base }] })).toEqual([
      'tariffs[0].baseRoundingAccessCharge: "Peny" is no rounding preset; did you mean "Penny"?',
      'tariffs[0].baseSurchargeRoundingMobileOrigination: "Peny" is no rounding preset; did you mean "Penny"?',
      'tariffs[0].rates[0].surchargeRoundingPayphoneOrigination: "Peny" is no rounding preset; did you mean "Penny"?',
      'tariffs[0].rates[0].surchargeRoundingCallRecording: "Peny" is no rounding preset; did you mean "Penny"?',
    ]);
  });
});

describe("R26 two lines for the same calls", () => {
  test("equal in prefix, call type, period and startDate, whatever else they say", () => {
    const lines = [
      { prefix: "447", cost: 1 },
      { prefix: "447", tariffType: "UK mobile" },
      { prefix: "447", tariffTime: "default" },
      { prefix: "447", startDate: "2026-01-01" },
      { prefix: "447", cost: 2, endDate: "2026-01-01" },
      { prefix: "447", tariffType: "UK mobile", tariffTime: "default", startDate: "2026-01-01" },
      { prefix: "447", tariffType: "UK mobile", tariffTime: "default", startDate: "2026-01-01" },
      { cost: 1 },
      { prefix: "", cost: 1 },
      { prefix: "0447" },
      { prefix: "447" },
    ];
    expect(problems({ callTypes, tariffs: [tariff(...lines)] })).toEqual([
      "tariffs[0].rates[4]: is for the same calls as rates[0]: prefix 447, any call type, any period, no startDate; remove one of them or give it another startDate",
      'tariffs[0].rates[6]: is for the same calls as rates[5]: prefix 447, call type "UK mobile", period "default", from 2026-01-01; remove one of them or give it another startDate',
      "tariffs[0].rates[8]: is for the same calls as rates[7]: any number, any call type, any period, no startDate; remove one of them or give it another startDate",
      "tariffs[0].rates[10]: is for the same calls as rates[0]: prefix 447, any call type, any period, no startDate; remove one of them or give it another startDate",
    ]);
  });

  test("among many lines of one prefix, names that run into each other included", () => {
    const names = Array.from({ length: 100 }, (_, at) => `Type ${at}`);
    const types = [...names, "a b", "a"].map((name) => ({ name, tariffClass: "mobile" }));
    const lines = [
      ...names.map((tariffType) => ({ tariffType })),
      { tariffType: "a b", tariffTime: "c" },
      { tariffType: "a", tariffTime: "b c" },
      { tariffType: "Type 3" },
      { tariffType: "Type 99" },
      { tariffType: "Type 99" },
    ];
    const ratingPeriods = [{ name: "b c" }, { name: "c" }];
    const found = problems({ callTypes: types, ratingPeriods, tariffs: [tariff(...lines)] });
    expect(found.map((line) => line.slice(0, line.indexOf(";")))).toEqual([
      'tariffs[0].rates[102]: is for the same calls as rates[3]: any number, call type "Type 3", any period, no startDate',
      'tariffs[0].rates[103]: is for the same calls as rates[99]: any number, call type "Type 99", any period, no startDate',
      'tariffs[0].rates[104]: is for the same calls as rates[99]: any number, call type "Type 99", any period, no startDate',
    ]);
  });

  test("lines of different tariffs never meet", () => {
    const other = { id: 2, name: "B", tariffClass: "mobile", rates: [{ prefix: "447" }] };
    expect(problems({ tariffs: [tariff({ prefix: "447" }), other] })).toEqual([]);
  });
});

describe("R2, R4 rounding multiples", () => {
  test("are whole multiples of the quantum", () => {
    const book = {
      costDecimals: 2,
      roundings: [
        { name: "A", mode: "up", multiple: "0.01" },
        { name: "B", mode: "up", multiple: "0.015" },
      ],
      tariffs: [
        {
          ...tariff(
            { roundPence: "0.5" },
            { prefix: "447", roundPence: "0.001", roundPenceAfterSurcharge: "0.003" },
          ),
          baseRoundPence: "0.001",
          baseRoundPenceAfterSurcharge: "0.1",
        },
      ],
    };
    const fault = (multiple: string): string =>
      `${multiple} is no whole multiple of 0.01 pence, the smallest amount that costDecimals 2 keeps; write a multiple of it or raise costDecimals`;
    expect(problems(book)).toEqual([
      `roundings[1].multiple: ${fault("0.015")}`,
      `tariffs[0].baseRoundPence: ${fault("0.001")}`,
      `tariffs[0].rates[1].roundPence: ${fault("0.001")}`,
      `tariffs[0].rates[1].roundPenceAfterSurcharge: ${fault("0.003")}`,
    ]);
    expect(problems({ ...book, costDecimals: 3 })).toEqual([]);
  });

  test.each([6, 7, 8])("with costDecimals %i every multiple is whole", (costDecimals) => {
    expect(problems({ costDecimals, tariffs: [tariff({ roundPence: "0.000001" })] })).toEqual([]);
  });

  test("with costDecimals 0 a multiple is whole pence", () => {
    const [found] = problems({ costDecimals: 0, roundings: [{ name: "A", mode: "up", multiple: "1.5" }] });
    expect(found).toMatch(/^roundings\[0\]\.multiple: 1\.5 is no whole multiple of 1 pence/);
  });
});
