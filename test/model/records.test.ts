import { describe, expect, test } from "vitest";
import {
  callDirectionSchema,
  chargeBandSchema,
  customerSchema,
  destinationSchema,
  discountPlanSchema,
  fixedFeeTariffSchema,
  holidaySchema,
  ignoredNumberSchema,
  numberSchema,
  ratingPeriodSchema,
  roundingSchema,
  settingsSchema,
  tariffSchema,
} from "../../src/model/index.ts";
import { accept, faults } from "./check.ts";

describe("settings", () => {
  const DEFAULTS = {
    currency: "GBP",
    currencyDecimals: 2,
    timeZone: "Europe/London",
    countryCode: "44",
    bareDigits: "international",
    costDecimals: 4,
    periodRule: "start",
    ambiguousTime: "earlier",
    billingPeriodStartDay: 1,
    droppedStatuses: ["Dropped"],
    callsTransactionType: "Calls",
    vatBy: "rate",
    vatRounding: "nearest",
  };

  test("blank settings have their defaults", () => {
    expect(accept(settingsSchema, {})).toEqual(DEFAULTS);
    expect(accept(settingsSchema, { currency: "", costDecimals: null })).toEqual(DEFAULTS);
  });

  test("given settings stay, zero included", () => {
    const given = {
      currency: "EUR",
      currencyDecimals: 0,
      timeZone: "Europe/Dublin",
      countryCode: 353,
      bareDigits: "national",
      costDecimals: 0,
      periodRule: "split",
      ambiguousTime: "reject",
      billingPeriodStartDay: "28",
      droppedStatuses: "Dropped, Ceased",
      chargesFrom: "1970-01-02",
      callsTransactionType: "Usage",
      vatBy: "line",
      vatRounding: "down",
    };
    expect(accept(settingsSchema, given)).toEqual({
      ...given,
      countryCode: "353",
      billingPeriodStartDay: 28,
      droppedStatuses: ["Dropped", "Ceased"],
      chargesFrom: 1,
      callsTransactionType: "Usage",
      vatBy: "line",
      vatRounding: "down",
    });
  });

  test.each([
    [{ countryCode: "+44" }, `countryCode: "+44" is not a country code; write its digits, such as 44`],
    [{ countryCode: "4444" }, `countryCode: "4444" is not a country code; write its digits, such as 44`],
    [{ costDecimals: 9 }, "costDecimals: 9 is outside 0 to 8"],
    [{ costDecimals: 1.5 }, "costDecimals: 1.5 must be a whole number"],
    [{ billingPeriodStartDay: 0 }, "billingPeriodStartDay: 0 is outside 1 to 28"],
    [{ billingPeriodStartDay: 29 }, "billingPeriodStartDay: 29 is outside 1 to 28"],
    [{ periodRule: "end" }, `periodRule: "end" is not one of start, split`],
    [{ ambiguousTime: "both" }, `ambiguousTime: "both" is not one of earlier, later, reject`],
    [{ bareDigits: "local" }, `bareDigits: "local" is not one of international, national`],
  ])("R2 %j", (settings, fault) => {
    expect(faults(settingsSchema, settings)).toEqual([fault]);
  });
});

describe("periods, holidays, call types and roundings", () => {
  test("R23 a rating period", () => {
    expect(
      accept(ratingPeriodSchema, { name: "Day", weekdays: ["Monday"], from: "08:00", to: "24:00" }),
    ).toEqual({
      name: "Day",
      weekdays: [0],
      from: 480,
      to: 1440,
    });
    expect(faults(ratingPeriodSchema, { name: "Day", from: "24:00", to: "8" })).toEqual([
      `from: "24:00" can only end a period; write 00:00`,
      `to: "8" is not a time; write HH:mm`,
    ]);
  });

  test("R23 a holiday counts as Sunday unless it says otherwise", () => {
    expect(accept(holidaySchema, { date: "1970-01-01" })).toEqual({ date: 0, countsAs: 6 });
    expect(accept(holidaySchema, { date: "1970-01-01", countsAs: "Saturday" })).toEqual({
      date: 0,
      countsAs: 5,
    });
  });

  test("R22 only inbound destinations may have an empty prefix", () => {
    expect(accept(destinationSchema, { prefix: "44", tariffType: "UK" })).toEqual({
      prefix: "44",
      tariffType: "UK",
      direction: "outbound",
      short: false,
    });
    const any = { prefix: "", tariffType: "Inbound", direction: "inbound" };
    expect(accept(destinationSchema, any)).toEqual({ ...any, short: false });
    expect(faults(destinationSchema, { ...any, prefix: null })).toEqual(["prefix: is required"]);
    expect(faults(destinationSchema, { ...any, direction: "outbound" })).toEqual(["prefix: is required"]);
    expect(faults(destinationSchema, { ...any, direction: "" })).toEqual(["prefix: is required"]);
    expect(faults(destinationSchema, { prefix: "020", tariffType: "UK", short: "yes" })).toEqual([]);
    expect(faults(destinationSchema, { ...any, short: true })).toEqual([
      "prefix: is required for a short code",
    ]);
  });

  test("R22 charge bands and call directions", () => {
    expect(accept(chargeBandSchema, { chargeBand: 12, tariffType: "UK" })).toEqual({
      chargeBand: "12",
      tariffType: "UK",
      direction: "outbound",
    });
    expect(faults(callDirectionSchema, { name: "B", direction: "sideways" })).toEqual([
      `direction: "sideways" is not one of outbound, inbound`,
    ]);
  });

  test("R12 none and asBasic are presets of every book", () => {
    expect(accept(roundingSchema, { name: "None", mode: "nearest", multiple: "0.01" })).toEqual({
      name: "None",
      mode: "nearest",
      multiple: 10_000,
    });
    for (const name of ["none", "asBasic"]) {
      expect(faults(roundingSchema, { name, mode: "up", multiple: 1 })).toEqual([
        `name: "${name}" is a preset that every book has; choose another name`,
      ]);
    }
    expect(faults(roundingSchema, { name: "A", mode: "even", multiple: -1 })).toEqual([
      `mode: "even" is not one of up, down, nearest`,
      "multiple: -1 is outside 0 to 1000000 pence",
    ]);
  });

  test("R31 an ignored number", () => {
    const number = {
      number: 441632960009,
      startDate: "1970-01-02",
      endDate: "1970-01-02",
      reason: "Test line",
    };
    expect(accept(ignoredNumberSchema, number)).toEqual({
      ...number,
      number: "441632960009",
      startDate: 1,
      endDate: 1,
    });
    expect(faults(ignoredNumberSchema, { ...number, endDate: "1970-01-01" })).toEqual([
      "endDate: is before startDate",
    ]);
  });
});

describe("tariffs", () => {
  const tariff = { id: 1, name: "Standard", tariffClass: "national" };

  test("R25 base values are kept under the names of a line", () => {
    const checked = accept(tariffSchema, {
      ...tariff,
      baseType: "perCall",
      baseCost: "1.5",
      baseSurchargeRoundingCallRecording: "asBasic",
      chargeZeroDuration: "no",
      rates: [{ prefix: 4420, cost: 0 }],
    });
    expect({ ...checked, rates: checked.rates.all }).toEqual({
      ...tariff,
      id: "1",
      base: {
        chargeType: "perCall",
        cost: 1_500_000,
        surchargeRoundingCallRecording: "asBasic",
        chargeZeroDuration: "free",
      },
      rates: [{ prefix: "4420", cost: 0 }],
    });
  });

  test.each([
    [{ rates: {} }, "rates: is not a list of lines"],
    [{ rates: [{ costMin: 2, costMax: 1 }] }, "rates[0].costMax: is less than costMin"],
    [{ baseDurationMin: "0.0001" }, `baseDurationMin: "0.0001" has more than 3 decimal places`],
  ])("R2 %j", (change, fault) => {
    expect(faults(tariffSchema, { ...tariff, ...change })).toEqual([fault]);
  });
});

describe("customers", () => {
  test("R24, R27 default tariffs and markups are kept by class", () => {
    const checked = accept(customerSchema, {
      id: 7,
      customerGroups: "Trade, Charity",
      defaultInboundTariff: "In",
      defaultExtendedInternationalTariff: "Far",
      defaultBespokeTariff2: "Own",
      defaultNationalMarkup: "12.5",
      defaultBespokeTariff1Markup: -100,
    });
    expect(checked).toEqual({
      id: "7",
      customerGroups: ["Trade", "Charity"],
      defaultTariffs: { inbound: "In", extendedInternational: "Far", bespoke2: "Own" },
      defaultMarkups: { national: 12_500_000, bespoke1: -100_000_000 },
    });
  });

  test("R2 what rating reads is checked, what describes the customer is not", () => {
    expect(
      faults(customerSchema, { id: 7, defaultInboundMarkup: "5%", annualIncreaseReferenceDate: "1 April" }),
    ).toEqual([
      `defaultInboundMarkup: "5%" is not an amount; write 5, without a unit or spaces`,
      `annualIncreaseReferenceDate: "1 April" is not a date; write YYYY-MM-DD`,
    ]);
    expect(faults(customerSchema, { id: 7, netAssets: 25_000_000, statusChangedStamp: new Date(0) })).toEqual(
      [],
    );
  });
});

describe("numbers", () => {
  const number = { id: 1, customerID: 7, number: 441632960001 };

  test("R24, R27 tariffs and markups are kept by class", () => {
    expect(
      accept(numberSchema, {
        ...number,
        bespokeTariff1: "Own",
        mobileTariff: "M",
        bespokeTariff2Markup: "1",
      }),
    ).toEqual({
      id: "1",
      customerID: "7",
      number: "441632960001",
      tariffs: { bespoke1: "Own", mobile: "M" },
      markups: { bespoke2: 1_000_000 },
    });
  });

  test.each([
    [undefined, undefined],
    [null, undefined],
    ["", undefined],
    [false, false],
    [0, false],
    ["no", false],
    ["N", false],
    ["None", false],
    [true, true],
    ["yes", true],
    ["Use", true],
    ["IGNORE", false],
  ])("R3, R21 useCallTypeOriginationTypeFlag3 %j is %j", (value, expected) => {
    const checked = accept(numberSchema, { ...number, useCallTypeOriginationTypeFlag3: value });
    expect(checked.useCallTypeOriginationTypeFlag3).toBe(expected);
  });

  test("R3 a flag of a number that says neither", () => {
    expect(faults(numberSchema, { ...number, useCallTypeOriginationTypeFlag: "A-leg" })).toEqual([
      'useCallTypeOriginationTypeFlag: "A-leg" says neither yes nor no; write true or false, "use" or "ignore"',
    ]);
  });

  test("R21 billable dates", () => {
    const dates = { billableFrom: "1970-01-02", billableTo: "1970-01-02" };
    expect(accept(numberSchema, { ...number, ...dates })).toMatchObject({ billableFrom: 1, billableTo: 1 });
    expect(faults(numberSchema, { ...number, ...dates, billableFrom: "1970-01-03" })).toEqual([
      "billableTo: is before billableFrom",
    ]);
  });

  test("R45 the minimum spend is pounds", () => {
    expect(accept(numberSchema, { ...number, lowInvoiceActionValue: "10.00" }).lowInvoiceActionValue).toBe(
      10_000_000,
    );
    expect(faults(numberSchema, { ...number, lowInvoiceActionValue: "£10" })).toEqual([
      `lowInvoiceActionValue: "£10" is not an amount; write 10, without a unit or spaces`,
    ]);
  });
});

describe("discount plans", () => {
  const plan = { id: 1, discountPlanName: "Plan" };

  test("R40 … R43 a plan with everything", () => {
    expect(
      accept(discountPlanSchema, {
        ...plan,
        discountPercent: "12.5",
        discountPencePerCall: 1,
        allowanceMinutes: "1000.5",
        allowanceBytes: 1024,
        allowanceValue: "5.00",
        appliesTo: { tariffClasses: ["national", "mobile"], callTypes: "UK, UK mobile", periods: "" },
        components: ["accessCharge"],
        coverPerCallSeconds: 3600,
        coverWholeCallOnly: "yes",
        drawRoundSeconds: 60,
      }),
    ).toEqual({
      id: "1",
      discountPlanName: "Plan",
      discountPercent: 12_500_000,
      discountPencePerCall: 1_000_000,
      allowanceMinutes: 1_000_500_000,
      allowanceBytes: 1024,
      allowanceValue: 5_000_000,
      allowanceProRata: false,
      appliesTo: { tariffClasses: ["national", "mobile"], callTypes: ["UK", "UK mobile"] },
      components: ["accessCharge"],
      partial: "prorata",
      coverPerCallSeconds: 3_600_000,
      coverWholeCallOnly: true,
      drawRoundSeconds: 60_000,
    });
  });

  test.each([
    [
      {},
      "discountPercent: is required where a plan has no other discount, no allowance and no coverPerCallSeconds",
    ],
    [{ discountPercent: 100.5 }, "discountPercent: 100.5 is outside 0 to 100 percent"],
    [{ discountPercent: -1 }, "discountPercent: -1 is outside 0 to 100 percent"],
    [{ discountPencePerMinute: -1 }, "discountPencePerMinute: -1 is outside 0 to 1000000 pence"],
    [{ allowanceValue: -1 }, "allowanceValue: -1 is outside 0 to 1000000 pounds"],
    [{ allowanceCalls: 1.5 }, "allowanceCalls: 1.5 must be a whole number of calls"],
    [{ allowanceCalls: 1, partial: "half" }, `partial: "half" is not one of prorata, whole`],
    [
      { allowanceCalls: 1, components: "accessCharge, vat" },
      `components: "vat" is not one of basic, accessCharge, surchargeMobileOrigination, surchargePayphoneOrigination, surchargeCallRecording`,
    ],
    [
      { allowanceCalls: 1, appliesTo: "national" },
      "appliesTo: is not a record; write an object with named fields",
    ],
    [{ allowanceCalls: 1, appliesTo: { callTypes: 5 } }, "appliesTo.callTypes: 5 is not a list of names"],
  ])("R2, R43 %j", (change, fault) => {
    expect(faults(discountPlanSchema, { ...plan, ...change })).toEqual([fault]);
  });
});

describe("fixed fee tariffs", () => {
  const tariff = { id: 1, name: "Rentals" };

  test("R52 lines", () => {
    const line = {
      featureTypeIDs: ["Line rental"],
      carrierIDs: [],
      chargeKind: "recurring",
      fixedFeeTariffType: "proRata",
      fixedFeeValue: "12.50",
    };
    const { carrierIDs: _blank, ...kept } = line;
    expect(accept(fixedFeeTariffSchema, { ...tariff, rates: [line] })).toEqual({
      id: "1",
      name: "Rentals",
      rates: [{ ...kept, fixedFeeValue: 12_500_000 }],
    });
    expect(accept(fixedFeeTariffSchema, tariff).rates).toEqual([]);
  });

  test("R2 faults of lines carry their place", () => {
    const rates = [
      {},
      {},
      { startDate: "2026-02-01", endDate: "2026-01-31" },
      { fixedFeeValue: "1,25" },
      { fixedFeeTariffType: "markup", fixedFeeValue: -101 },
      { fixedFeeTariffType: "fixed", fixedFeeValue: -101 },
    ];
    expect(faults(fixedFeeTariffSchema, { ...tariff, rates })).toEqual([
      "rates[2].endDate: is before startDate",
      `rates[3].fixedFeeValue: "1,25" is not an amount; write 1.25`,
      "rates[4].fixedFeeValue: is a markup of less than -100 percent",
    ]);
  });
});
