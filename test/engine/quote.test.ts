/** A price without customer, number or file: R22, R23, R25, R26 and R4 to R15 by `quote`. */
import { describe, expect, test } from "vitest";
import { type BookData, openBook, type QuoteRequest, quote } from "../../src/index.ts";
import type { Row } from "./one-tariff.ts";

const book = openBook({
  ratingPeriods: [{ name: "Day", from: "07:00", to: "19:00" }],
  callTypes: [
    { name: "UK", tariffClass: "national" },
    { name: "London", tariffClass: "national" },
    { name: "Mobile", tariffClass: "mobile" },
  ],
  destinations: [
    { prefix: "44", tariffType: "UK", location: "United Kingdom" },
    { prefix: "447", tariffType: "Mobile" },
    { prefix: "4420", tariffType: "London", locationCarrier: "Swan", location: "Inner London" },
  ],
  tariffs: [
    {
      id: 1,
      name: "Business",
      tariffClass: "national",
      baseCost: "1.2",
      baseSurchargeMobileOriginationConnection: 5,
      baseSurchargeCallRecordingConnection: 1,
      rates: [
        { tariffTime: "Day", cost: 2 },
        { tariffType: "London", cost: 3 },
      ],
    },
    { id: 2, name: "Business", tariffClass: "national", retail: "wholesale", baseCost: "0.6" },
    { id: 3, name: "Cost", tariffClass: "national", retail: "wholesale", baseCost: "0.7" },
    { id: 4, name: "Swan's", tariffClass: "national", parentTariff: 1, locationLookupCarrier: "Swan" },
    { id: 5, name: "Marked up", tariffClass: "national", baseType: "markup", baseCost: 10 },
    { id: 6, name: "Suggested", tariffClass: "national", baseType: "markupSuggested", baseCost: -10 },
    { id: "7", name: "Empty", tariffClass: "national" },
    { id: 8, name: "3", tariffClass: "national", baseCost: 8 },
    { id: 9, name: "Split", tariffClass: "national", parentTariff: 1, periodRule: "split" },
  ],
} as BookData);

const REQUEST: Row = { tariff: "Business", to: "01632 960123", at: "2026-03-02T10:00:00", duration: 60 };

function quoted(differs: Row): Row {
  const {
    choices: _choices,
    steps: _steps,
    ...rest
  } = {
    choices: [],
    steps: [],
    ...quote(book, { ...REQUEST, ...differs } as unknown as QuoteRequest),
  };
  return rest;
}

describe("a quote", () => {
  test("says what the call costs, and how", () => {
    const full = quote(book, REQUEST as unknown as QuoteRequest);
    expect(full).toMatchObject({
      outcome: "rated",
      tariffID: "1",
      tariff: "Business",
      tariffClass: "national",
      tariffType: "UK",
      tariffTime: "Day",
      location: "United Kingdom",
      chargedDuration: 60,
      cost: "2",
      components: {
        Basic: "2",
        AccessCharge: "0",
        SurchargeMobileOrigination: "0",
        SurchargePayphoneOrigination: "0",
        SurchargeCallRecording: "0",
      },
    });
    if (full.outcome !== "rated") throw new Error(full.message);
    expect(full.choices.map(({ rule }) => rule)).toEqual(["R22", "R23", "R26", "R25"]);
    expect(full.steps.at(-1)?.after).toBe("2");
  });

  test.for<[what: string, differs: Row, wanted: Row]>([
    ["R23 another period", { at: "2026-03-02 20:00" }, { cost: "1.2", tariffTime: "default" }],
    ["R23 an instant", { at: "2026-07-06T18:30:00Z" }, { cost: "1.2", tariffTime: "default" }],
    [
      "R23 split over two periods",
      { tariff: "Split", at: "2026-03-02T18:59:00", duration: 120 },
      { cost: "3.2" },
    ],
    [
      "R22 by the call type",
      { to: "", callType: "London" },
      { cost: "3", tariffType: "London", location: null },
    ],
    [
      "R22 in the tariff's carrier's list",
      { tariff: "Swan's", to: "02079460018" },
      { cost: "3", location: "Inner London" },
    ],
    ["by id", { tariff: 4 }, { tariff: "Swan's", cost: "2" }],
    ["by id as text", { tariff: "4" }, { tariff: "Swan's" }],
    ["a name comes before an id", { tariff: "3" }, { tariffID: "8" }],
    ["retail comes before wholesale of one name", {}, { tariffID: "1" }],
    ["wholesale by its name", { tariff: "Cost" }, { tariffID: "3", cost: "0.7" }],
    ["wholesale by its id", { tariff: 2 }, { cost: "0.6" }],
    ["R11 flags", { origination: "mobile", recorded: true }, { cost: "8" }],
    ["R15 over the reported cost", { tariff: "Marked up", costCDR: "10" }, { cost: "11" }],
    ["R15 over the suggested cost", { tariff: "Suggested", costSuggestedRetail: "10" }, { cost: "9" }],
  ])("%s", ([, differs, wanted]) => {
    expect(quoted(differs)).toMatchObject({ outcome: "rated", ...wanted });
  });

  test.for<[what: string, differs: Row, error: string, field: string | undefined]>([
    ["a time that is none", { at: "noon" }, "malformed-record", "at"],
    ["no time at all", { at: "" }, "malformed-record", "at"],
    ["a day without a time, where periods need one", { at: "2026-03-02" }, "malformed-record", "at"],
    ["a duration that is none", { duration: "1m" }, "malformed-record", "duration"],
    ["a number that is none", { to: {} }, "malformed-record", "to"],
    ["a missing duration", { duration: undefined }, "malformed-record", "duration"],
    ["an unknown tariff", { tariff: "Moon" }, "no-tariff", undefined],
    ["a tariff of another class", { to: "07700900123" }, "no-tariff", undefined],
    ["a number without a call type", { to: "+18085550100" }, "unknown-call-type", undefined],
    ["neither number nor call type", { to: undefined }, "unknown-call-type", undefined],
    ["a tariff without a rate", { tariff: "Empty" }, "no-rate", undefined],
    ["nothing to mark up", { tariff: "Marked up" }, "no-carrier-cost", undefined],
    ["no tariff", { tariff: undefined }, "malformed-record", "tariff"],
    ["a name that objects inherit", { toString: 1 }, "malformed-record", "toString"],
    ["a name with characters of a pattern", { "$&": 1 }, "malformed-record", "$&"],
  ])("is refused for %s", ([, differs, error, field]) => {
    const refused = quoted(differs);
    expect(refused).toMatchObject({ outcome: "error", error });
    expect(refused.field).toBe(field);
    if (field !== undefined) expect(String(refused.message).startsWith(`${field}: `)).toBe(true);
  });

  test.for<[what: string, differs: Row, message: string]>([
    [
      "the time of day that a date lacks",
      { at: "2026-03-02" },
      'at: "2026-03-02" has no time of day, and the book has rating periods; write 2026-03-02T10:00:00.',
    ],
    ["the tariff that may be meant", { tariff: "Busines" }, "named Busines; did you mean Business?"],
    ["no tariff where none is near", { tariff: "Moon" }, "The book has no tariff named Moon."],
    [
      "the call type that may be meant",
      { to: undefined, callType: "london" },
      "The book has no call type named london; did you mean London?",
    ],
    [
      "no call type where none is near",
      { to: undefined, callType: "Satellite" },
      "The book has no call type named Satellite.",
    ],
  ])("names %s", ([, differs, message]) => {
    expect(quoted(differs).message).toContain(message);
  });
});
