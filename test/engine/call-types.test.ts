/** R22: the call type of a call, its class, and the second look in a tariff's own carrier's list. */
import { describe, expect, test } from "vitest";
import { type BookData, type CallRecord, openBook, rateCall, toRecord } from "../../src/index.ts";
import { byRows } from "./by-rows.ts";
import type { Row } from "./one-tariff.ts";

const book = openBook({
  callTypes: [
    { name: "UK", tariffClass: "national" },
    { name: "UK 2", tariffClass: "national" },
    { name: "Mobile", tariffClass: "mobile" },
    { name: "Freephone", tariffClass: "inbound" },
    { name: "Directory", tariffClass: "serviceNumbers" },
  ],
  callDirections: [
    { name: "I", direction: "inbound" },
    { name: "O", direction: "outbound" },
  ],
  chargeBands: [
    { callCarrier: "Northway", chargeBand: "LOC", tariffType: "UK 2" },
    { chargeBand: "LOC", tariffType: "UK" },
    { chargeBand: "LOC", tariffType: "Freephone", direction: "inbound" },
  ],
  destinations: [
    { prefix: "44", tariffType: "UK", location: "United Kingdom" },
    { prefix: "447", tariffType: "Mobile", location: "UK mobile" },
    { prefix: "4420", tariffType: "UK 2", location: "London", locationCarrier: "Northway" },
    { prefix: "118118", tariffType: "Directory", short: true, location: "Directory" },
    { prefix: "118", tariffType: "UK" },
    { prefix: "0800", tariffType: "Directory", short: true, locationCarrier: "Northway" },
    { prefix: "", tariffType: "Freephone", direction: "inbound", location: "Anyone" },
    { prefix: "447", tariffType: "Mobile", direction: "inbound", location: "From a mobile" },
    { prefix: "4479", tariffType: "Mobile", locationCarrier: "Swan", location: "Swan mobile" },
    { prefix: "4478", tariffType: "UK", locationCarrier: "Swan" },
  ],
  customers: [
    {
      id: 7,
      defaultNationalTariff: "N",
      defaultMobileTariff: "M",
      defaultInboundTariff: "I",
      defaultServiceNumbersTariff: "S",
    },
  ],
  numbers: [
    { id: 1, customerID: 7, number: "02079460001" },
    { id: 2, customerID: 7, number: "02079460002", callCarrier: "Northway" },
  ],
  tariffs: [
    { id: 1, name: "N", tariffClass: "national", baseCost: 1 },
    { id: 2, name: "M", tariffClass: "mobile", baseCost: 1, locationLookupCarrier: "Swan" },
    { id: 3, name: "I", tariffClass: "inbound", baseCost: 1 },
    { id: 4, name: "S", tariffClass: "serviceNumbers", baseCost: 1 },
  ],
} as BookData);

const CALL: Row = { id: 1, numberID: 1, startDate: "2026-03-02", duration: 60 };

/** Call type, the one used for lines and the location; or the error. */
function classified(call: Row, reclassify = false): string {
  const result = toRecord(rateCall(book, { ...CALL, ...call } as CallRecord, { reclassify }));
  if ("error" in result) return result.error;
  if ("ignored" in result) return "ignored";
  const { tariffType, tariffTypeUsed, location } = result;
  return [tariffType, ...(tariffTypeUsed === tariffType ? [] : [tariffTypeUsed]), location ?? "-"].join(", ");
}

describe("R22", () => {
  test.for<[what: string, call: Row, wanted: string]>([
    [
      "the record's own, if the book knows it",
      { tariffType: "UK", external: "07900900123", location: "Leeds" },
      "UK, Leeds",
    ],
    ["else the charge band of any carrier", { tariffType: "Moon", chargeBand: "LOC" }, "UK, -"],
    ["of the call's carrier first", { carrier: "Northway", chargeBand: "LOC" }, "UK 2, -"],
    [
      "callCarrier comes before carrier",
      { carrier: "Northway", callCarrier: "Swan", chargeBand: "LOC" },
      "UK, -",
    ],
    ["the number's carrier where the call has none", { numberID: 2, chargeBand: "LOC" }, "UK 2, -"],
    [
      "a call's carrier comes before its number's",
      { numberID: 2, carrier: "Swan", chargeBand: "LOC" },
      "UK, -",
    ],
    ["tariffTypeCarrier where chargeBand is blank", { tariffTypeCarrier: "LOC" }, "UK, -"],
    [
      "and only there",
      { chargeBand: "X", tariffTypeCarrier: "LOC", external: "07800900123" },
      "class-conflict",
    ],
    ["codes differ in upper and lower case", { chargeBand: "loc" }, "unknown-call-type"],
    [
      "a band without an entry leaves it to the number",
      { chargeBand: "X", external: "02079460018" },
      "UK, United Kingdom",
    ],
    ["the longest prefix", { external: "07600900123" }, "Mobile, UK mobile"],
    [
      "the carrier's own list before the general one",
      { carrier: "Northway", external: "02079460018" },
      "UK 2, London",
    ],
    [
      "the general list where its own has none",
      { carrier: "Northway", external: "01632960123" },
      "UK, United Kingdom",
    ],
    ["a short code before the longest prefix", { external: "118118" }, "Directory, Directory"],
    ["matched whole, digits as dialled", { external: "118 118" }, "Directory, Directory"],
    ["a plus is no digit", { external: "+118118" }, "Directory, Directory"],
    ["a longer number is no short code", { external: "1181180" }, "UK, -"],
    ["nothing is replaced in a short code", { carrier: "Northway", external: "0800" }, "Directory, -"],
    [
      "a national 0800 is not its canonical form",
      { carrier: "Northway", external: "44800" },
      "UK, United Kingdom",
    ],
    [
      "an inbound call uses the inbound entries",
      { callTypeDirectionFlag: "I", external: "07600900123" },
      "Mobile, From a mobile",
    ],
    ["any caller", { callTypeDirectionFlag: "I", external: "18085550100" }, "Freephone, Anyone"],
    ["a withheld one", { callTypeDirectionFlag: "I", external: "withheld" }, "Freephone, Anyone"],
    ["a blank one", { callTypeDirectionFlag: "I" }, "Freephone, Anyone"],
    ["inbound charge bands", { callTypeDirectionFlag: "I", chargeBand: "LOC" }, "Freephone, -"],
    [
      "a flag that is not listed is outbound",
      { callTypeDirectionFlag: "T", external: "02079460018" },
      "UK, United Kingdom",
    ],
    ["an outbound call without digits has no destination", { external: "withheld" }, "unknown-call-type"],
    ["nothing found", { external: "+18085550100" }, "unknown-call-type"],
    ["looked up again in the tariff's carrier's list", { external: "07900900123" }, "Mobile, Swan mobile"],
    ["where it has none, the call type stays", { external: "07600900123" }, "Mobile, UK mobile"],
    ["another class is a conflict", { external: "07800900123" }, "class-conflict"],
    [
      "also where the record brought its own",
      { tariffType: "Mobile", external: "07800900123" },
      "class-conflict",
    ],
    [
      "of the destination last matched",
      { tariffType: "Mobile", external: "07900900123", location: "Leeds" },
      "Mobile, Swan mobile",
    ],
  ])("%s", ([, call, wanted]) => {
    expect(classified(call)).toBe(wanted);
  });

  test("with reclassify the record's own call type is ignored", () => {
    const call = { tariffType: "UK 2", external: "118118" };
    expect(classified(call)).toBe("UK 2, -");
    expect(classified(call, true)).toBe("Directory, Directory");
  });
});

describe("R21, R22: a number that a spreadsheet has shortened", () => {
  const caribbean: BookData = {
    callTypes: [
      { name: "USA", tariffClass: "international" },
      { name: "Jamaica", tariffClass: "international" },
    ],
    destinations: [
      { prefix: "1", tariffType: "USA" },
      { prefix: "1876", tariffType: "Jamaica" },
    ],
    customers: [{ id: 7, defaultInternationalTariff: "World" }],
    numbers: [{ id: 1, customerID: 7, number: "02079460001" }],
    tariffs: [{ id: 1, name: "World", tariffClass: "international", baseCost: 1 }],
  };

  test.for([
    ["call by call", openBook(caribbean)],
    ["by the kernel", byRows(openBook(caribbean))],
  ] as const)("fits no prefix, nor a number of the book, and the error says so, %s", ([, opened]) => {
    const rated = (call: Row) => toRecord(rateCall(opened, { ...CALL, ...call } as CallRecord));
    expect(rated({ external: "+1 876 555 0100" })).toMatchObject({ tariffType: "Jamaica" });
    expect(rated({ external: "1.876.5550100" })).toMatchObject({ tariffType: "Jamaica" });
    for (const external of ["1.87655E+10", "1,87655e+10", "+1.87655E+10", "2E+10"]) {
      expect(rated({ external })).toMatchObject({
        error: "unknown-call-type",
        message: `No call type was found: no outbound destination matches ${external}, a number that a spreadsheet has shortened: its last digits are lost.`,
      });
    }
    expect(rated({ numberID: "", target: "4.42079E+11", external: "18765550100" })).toMatchObject({
      error: "unregistered-number",
      message:
        "No number of the book matches the CLI 4.42079E+11, a number that a spreadsheet has shortened: its last digits are lost.",
    });
  });
});
