/** R30: one call for each code, with the field it names, and the order where several apply. */
import { describe, expect, test } from "vitest";
import {
  type BookData,
  type CALL_ERROR_CODES,
  type CallRecord,
  openBook,
  rateCall,
  rateCalls,
} from "../../src/index.ts";
import { byRows } from "./by-rows.ts";
import type { Row } from "./one-tariff.ts";

const DATA = {
  callTypes: [
    { name: "UK", tariffClass: "national" },
    { name: "Mobile", tariffClass: "mobile" },
    { name: "Abroad", tariffClass: "international" },
    { name: "Service", tariffClass: "serviceNumbers" },
    { name: "03", tariffClass: "nongeographic" },
    { name: "Own", tariffClass: "bespoke1" },
    { name: "Own 2", tariffClass: "bespoke2" },
  ],
  destinations: [{ prefix: "4478", tariffType: "Mobile", locationCarrier: "Swan" }],
  customers: [{ id: 1, customerGroups: "Trade" }],
  numbers: [
    {
      id: 1,
      customerID: 1,
      number: "02079460001",
      numberType: "SIP",
      nationalTariff: "Good",
      mobileTariff: "No price",
      internationalTariff: "Staff only",
      serviceNumbersTariff: "Euro",
      bespokeTariff1: "Marked up",
    },
    { id: 2, customerID: 1, number: "02079460002", billableFrom: "2026-04-01" },
    { id: 3, customerID: 1, number: "02079460003" },
    { id: 4, customerID: 1, number: "02079460004", CDRNumber: "02079460003" },
  ],
  tariffs: [
    { id: 1, name: "Good", tariffClass: "national", baseCost: 1, locationLookupCarrier: "Swan" },
    { id: 2, name: "No price", tariffClass: "mobile", rates: [{ prefix: "4479", roundSeconds: 60 }] },
    { id: 3, name: "Staff only", tariffClass: "international", customerGroups: "Staff", baseCost: 1 },
    { id: 4, name: "Euro", tariffClass: "serviceNumbers", currency: "EUR", baseCost: 1 },
    { id: 5, name: "Marked up", tariffClass: "bespoke1", baseType: "markup", baseCost: 10 },
    { id: 6, name: "One", tariffClass: "bespoke2", forNumberTypes: "SIP", baseCost: 1 },
    { id: 7, name: "Other", tariffClass: "bespoke2", forNumberTypes: "SIP", baseCost: 2 },
  ],
} as BookData;
const book = openBook(DATA);

const CALL: Row = { id: 9, target: "02079460001", tariffType: "UK", startDate: "2026-03-02", duration: 60 };

const CASES: Record<(typeof CALL_ERROR_CODES)[number], readonly [call: Row, field: string | undefined]> = {
  "malformed-record": [{ duration: "1,5" }, "duration"],
  "duplicate-call": [{ id: 1 }, "id"],
  "unregistered-number": [{ target: "02079460999" }, "target"],
  "ambiguous-number": [{ target: "02079460003" }, "target"],
  "number-not-billable": [{ target: "02079460002" }, "target"],
  "unknown-call-type": [{ tariffType: "Unheard of", external: "123" }, undefined],
  "class-conflict": [{ external: "07800900123" }, undefined],
  "no-tariff": [{ tariffType: "03" }, undefined],
  "ambiguous-tariff": [{ tariffType: "Own 2" }, undefined],
  "tariff-not-allowed": [{ tariffType: "Abroad" }, undefined],
  "currency-mismatch": [{ tariffType: "Service" }, undefined],
  "no-rate": [{ tariffType: "Mobile", external: "07900900123" }, undefined],
  "no-carrier-cost": [{ tariffType: "Own" }, undefined],
};

describe("R30 the errors", () => {
  test.for(Object.entries(CASES))("%s", ([code, [differs, field]]) => {
    const call = { ...CALL, ...differs } as CallRecord;
    const result =
      code === "duplicate-call"
        ? [...rateCalls(book, [{ ...CALL, id: 1 } as CallRecord, call])][1]
        : rateCall(book, call);
    expect(result).toMatchObject({ outcome: "error", error: code, field, id: String(call.id) });
    expect(result?.outcome === "error" && result.message).toMatch(/^.{15,}[.]$/);
  });

  test.for([
    "unregistered-number",
    "ambiguous-number",
    "number-not-billable",
    "unknown-call-type",
    "no-rate",
  ] as const)(
    "%s of a call that the kernel refuses is worded without its record being read again",
    (code) => {
      const byKernel = byRows(openBook(DATA));
      const call = { ...CALL, ...CASES[code][0] } as CallRecord;
      const { target } = call;
      let reads = 0;
      const counted = Object.defineProperty({ ...call }, "target", {
        enumerable: true,
        get: () => {
          reads++;
          return target;
        },
      });
      expect(rateCall(byKernel, counted)).toEqual(rateCall(openBook(DATA), call));
      expect(reads).toBe(1);
    },
  );

  test("R30 the plain call is rated, so that each of these is the only fault", () => {
    expect(rateCall(book, CALL as CallRecord)).toMatchObject({ outcome: "rated", cost: "1" });
  });

  test("R21 by numberID the field is numberID", () => {
    expect(rateCall(book, { ...CALL, numberID: 99 } as CallRecord)).toMatchObject({
      error: "unregistered-number",
      field: "numberID",
    });
    expect(rateCall(book, { ...CALL, numberID: 2 } as CallRecord)).toMatchObject({
      error: "number-not-billable",
      field: "numberID",
    });
    expect(rateCall(book, { ...CALL, target: "" } as CallRecord)).toMatchObject({
      error: "unregistered-number",
      field: "target",
    });
  });
});

describe("R30 where several apply the first of the list", () => {
  test.for<[string, Row]>([
    ["malformed-record", { duration: -1, target: "02079460999" }],
    ["malformed-record", { duration: null }],
    ["unregistered-number", { target: "02079460999", tariffType: "Unheard of" }],
    ["number-not-billable", { target: "02079460002", tariffType: "Unheard of" }],
    ["unknown-call-type", { tariffType: "", external: "" }],
  ])("%s", ([code, differs]) => {
    expect(rateCall(book, { ...CALL, ...differs } as CallRecord)).toMatchObject({ error: code });
  });

  test("a restriction comes before a currency, and both before what the tariff lacks", () => {
    const strict = openBook({
      callTypes: [{ name: "UK", tariffClass: "national" }],
      customers: [{ id: 1 }],
      numbers: [{ id: 1, customerID: 1, number: "02079460001", nationalTariff: "Strict" }],
      tariffs: [
        { id: 1, name: "Strict", tariffClass: "national", customerGroups: ["Staff"], currency: "EUR" },
      ],
    });
    expect(rateCall(strict, CALL as CallRecord)).toMatchObject({ error: "tariff-not-allowed" });
  });

  test("a wholesale tie comes before a missing cost to mark up (R15, R29)", () => {
    const tied = openBook({
      callTypes: [{ name: "UK", tariffClass: "national" }],
      customers: [{ id: 1 }],
      numbers: [{ id: 1, customerID: 1, number: "02079460001", nationalTariff: "Marked up" }],
      tariffs: [
        { id: 1, name: "Marked up", tariffClass: "national", baseType: "markup", baseCost: 10 },
        { id: 2, name: "A", tariffClass: "national", retail: "wholesale", forCarriers: "*", baseCost: 1 },
        { id: 3, name: "B", tariffClass: "national", retail: "wholesale", forCarriers: "*", baseCost: 1 },
      ],
    });
    expect(rateCall(tied, CALL as CallRecord)).toMatchObject({ error: "ambiguous-tariff" });
  });
});
