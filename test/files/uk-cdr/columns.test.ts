import { describe, expect, test } from "vitest";
import { UK_CDR_COLUMNS, type UkCdrDialect } from "../../../src/files/index.ts";
import { type Cells, callOf } from "./rows.ts";

/** Cells, what they become, and the dialect where it is not the standard. */
type Rule = readonly [Cells, Record<string, unknown> | string, UkCdrDialect?];

function follows(rules: readonly Rule[]): void {
  for (const [cells, expected, dialect] of rules) {
    const how = dialect === undefined ? "" : ` with ${JSON.stringify(dialect)}`;
    test(`${JSON.stringify(cells)}${how}`, async () => {
      expect(await callOf(cells, dialect)).toEqual(expected);
    });
  }
}

describe("what each column becomes", () => {
  follows([
    [{ "Customer Identifier": "01134960101" }, { target: "01134960101" }],
    [{ "Customer Identifier": "sip-trunk-7" }, { target: "sip-trunk-7" }],
    [{ "Telephone Number Dialled": "+442079460941" }, { external: "+442079460941" }],
    [{ Description: "FRANCE MOBILE" }, { location: "FRANCE MOBILE" }],
    [{ Chargecode: "UKN" }, { chargeBand: "UKN" }],
    [{ Extension: "202" }, { extension: "202" }],
    [{ Carrier: "Northway" }, { carrier: "Northway" }],
    [{ "Grouping ID": "g1" }, { callGroup: "g1" }],
    [{ "Call Class": "IC" }, { callTypeDirectionFlag: "IC" }],
    [{ "Ring time": "9" }, { answerTime: "9" }],
    [{ RecordID: "NW261001000001" }, { id: "NW261001000001", carrierCallID: "NW261001000001" }],
    [{ Duration: "61" }, { duration: "61" }],
    [{ Duration: "-31" }, { duration: "-31" }],
    [{ "Customer Identifier": " 0113 ", Carrier: "  " }, { target: "0113" }],
  ]);

  test("a column without a field is carried along under its own name", async () => {
    const carried = [
      "Call Type",
      "Call Cause",
      "DDI",
      "VAT",
      "Network",
      "APN",
      "Diverted Number",
      "User ID",
    ] as const;
    for (const column of carried) expect(await callOf({ [column]: "x" })).toEqual({ [column]: "x" });
  });

  test("no column is lost", async () => {
    const cells = Object.fromEntries(UK_CDR_COLUMNS.map((column, index) => [column, `c${index}`]));
    const call = await callOf({ ...cells, Currency: "GBP", "Bytes Transmitted": "1", "Bytes Received": "2" });
    const values = new Set(Object.values(call));
    for (const [column, cell] of Object.entries(cells)) {
      if (!["Currency", "Bytes Transmitted", "Bytes Received"].includes(column))
        expect(values).toContain(cell);
    }
  });
});

describe("dates and times", () => {
  const at = (date: string, time: string): Cells => ({ "Call Date": date, "Call Time": time });
  const start = (startDate: string, startTime: string) => ({ startDate, startTime });
  follows([
    [at("01/10/2026", "09:08:07"), start("2026-10-01", "09:08:07")],
    [at("1/10/2026", "9:08:07"), start("2026-10-01", "09:08:07")],
    [at("01-10-2026", "09:08"), start("2026-10-01", "09:08")],
    [at("01.10.2026", "090807"), start("2026-10-01", "09:08:07")],
    [at("2026-10-01", "09:08:07.5"), start("2026-10-01", "09:08:07.5")],
    [at("2026/10/01", "09:08:07"), start("2026-10-01", "09:08:07")],
    // What is no date stays or changes its order; rating refuses all of these.
    [at("31/02/2026", "09:08:07"), start("2026-02-31", "09:08:07")],
    [at("10/31/2026", "09:08:07"), start("2026-31-10", "09:08:07")],
    [at("01/10/26", "25:00:00"), start("01/10/26", "25:00:00")],
    [at("01/10-2026", "noon"), start("01/10-2026", "noon")],
    [{ "Call Time": "09:08:07" }, { startTime: "09:08:07" }],
    [at("01/10/26", "09:08:07"), start("2026-10-01", "09:08:07"), { dateFormat: "dd/mm/yy" }],
    [at("10/01/2026", "09:08:07"), start("2026-10-01", "09:08:07"), { dateFormat: "mm/dd/yyyy" }],
    [at("20261001", "09:08:07"), start("2026-10-01", "09:08:07"), { dateFormat: "yyyymmdd" }],
    [at("2026-10-01", "09:08:07"), start("2026-10-01", "09:08:07"), { dateFormat: "yyyymmdd" }],
    [at("01/10/2026", "09:08:07"), start("2026-10-01", "09:08:07Z"), { timeZone: "utc" }],
    [at("01/10/2026", "noon"), start("2026-10-01", "noon"), { timeZone: "utc" }],
  ]);
});

describe("the time may be that of the ring", () => {
  const ringing = (date: string, time: string, ring: string): Cells => ({
    "Call Date": date,
    "Call Time": time,
    "Ring time": ring,
  });
  const dialect: UkCdrDialect = { timeIs: "ring" };
  follows([
    [
      ringing("01/10/2026", "09:08:07", "9"),
      { startDate: "2026-10-01", startTime: "09:08:16", answerTime: "9" },
      dialect,
    ],
    [
      ringing("31/12/2026", "23:59:50", "15"),
      { startDate: "2027-01-01", startTime: "00:00:05", answerTime: "15" },
      dialect,
    ],
    [
      ringing("01/10/2026", "09:08:07.25", "1"),
      { startDate: "2026-10-01", startTime: "09:08:08.250", answerTime: "1" },
      dialect,
    ],
    [
      ringing("01/10/2026", "09:08:07", "0"),
      { startDate: "2026-10-01", startTime: "09:08:07", answerTime: "0" },
      dialect,
    ],
    [ringing("01/10/2026", "09:08", ""), { startDate: "2026-10-01", startTime: "09:08" }, dialect],
    [
      ringing("01/10/2026", "09:08", "5"),
      { startDate: "2026-10-01", startTime: "09:08:05Z", answerTime: "5" },
      { ...dialect, timeZone: "utc" },
    ],
    // Rating refuses the date; the ring time changes nothing about it.
    [
      ringing("31/02/2026", "09:08:07", "9"),
      { startDate: "2026-02-31", startTime: "09:08:07", answerTime: "9" },
      dialect,
    ],
    [
      ringing("01/10/2026", "09:08:07", "9.5"),
      'has no time of answer: Call Time is "09:08:07", Ring time "9.5"; write hh:mm:ss and whole seconds',
      dialect,
    ],
    [
      ringing("01/10/2026", "09:08:07Z", "9"),
      'has no time of answer: Call Time is "09:08:07Z", Ring time "9"; write hh:mm:ss and whole seconds',
      dialect,
    ],
  ]);
});

describe("usage", () => {
  const data = (total: string, sent: string, received: string): Cells => ({
    "Total Bytes Transferred": total,
    "Bytes Transmitted": sent,
    "Bytes Received": received,
  });
  const carried = (sent: string, received: string) => ({
    "Bytes Transmitted": sent,
    "Bytes Received": received,
  });
  follows([
    [data("500", "", ""), { bytes: "500" }],
    [data("500", "1", "2"), { bytes: "500", ...carried("1", "2") }],
    [data("", "1", "2"), { bytes: "3", ...carried("1", "2") }],
    [data("0", "1", "2"), { bytes: "3", ...carried("1", "2") }],
    [data("", "0", "0"), { bytes: "0", ...carried("0", "0") }],
    [data("", "9007199254740990", "1"), { bytes: "9007199254740991", ...carried("9007199254740990", "1") }],
    [data("", "-5", "10"), { bytes: "-5", ...carried("-5", "10") }],
    [data("", "1.5", "10"), { bytes: "11.5", ...carried("1.5", "10") }],
    [
      { "Call Type": "S", Duration: "3" },
      { "Call Type": "S", events: "3" },
      { callTypes: { S: { durationCounts: "events" } } },
    ],
    [
      { "Call Type": "V", Duration: "3" },
      { "Call Type": "V", duration: "3" },
      { callTypes: { S: { durationCounts: "events" } } },
    ],
    [{ "Call Type": "S" }, { "Call Type": "S" }, { callTypes: { S: { durationCounts: "events" } } }],
  ]);
});

describe("codes", () => {
  const bands: UkCdrDialect = { timeBands: { "1": "Peak", "2": "" } };
  follows([
    [{ "Time Band": "D" }, { "Time Band": "D" }],
    [{ "Time Band": "1" }, { tariffTime: "Peak" }, bands],
    [{ "Time Band": "2" }, { "Time Band": "2" }, bands],
    [{ "Time Band": "3" }, { "Time Band": "3" }, bands],
    [{ "Call Class": "IN" }, { callTypeDirectionFlag: "Inbound" }, { directions: { IN: "Inbound" } }],
    [{ "Call Class": "SIPD" }, { callTypeDirectionFlag: "SIPD" }, { directions: { IN: "Inbound" } }],
    [{ Recording: "Y" }, { callTypeRecordingFlag: "Y" }],
    [{ Recording: "X" }, { callTypeRecordingFlag: false }, { recordings: { X: false } }],
    [{ Recording: "R" }, { callTypeRecordingFlag: true }, { recordings: { R: "yes", X: "no" } }],
    [
      { "Call Cause": "2", "Call Type": "Q" },
      { callTypeOriginationTypeFlag: "mobile", "Call Type": "Q" },
      { fields: { "Call Cause": "callTypeOriginationTypeFlag" }, origins: { "2": "mobile" } },
    ],
    // What Object.prototype has is no code.
    [{ "Time Band": "__proto__" }, { "Time Band": "__proto__" }, bands],
    [{ "Call Type": "constructor" }, { "Call Type": "constructor" }],
    [
      { "Time Band": "__proto__" },
      { tariffTime: "Evening" },
      JSON.parse('{ "timeBands": { "__proto__": "Evening" } }') as UkCdrDialect,
    ],
  ]);
});

describe("fields that a dialect sets", () => {
  const dialect: UkCdrDialect = {
    fields: { "Call Class": null },
    callTypes: { I: { set: { callTypeDirectionFlag: "Inbound", carrier: "Southway" } } },
    set: { carrier: "Northway", callTypeDirectionFlag: "Outbound" },
  };
  follows([
    [
      { "Call Type": "I" },
      { "Call Type": "I", callTypeDirectionFlag: "Inbound", carrier: "Southway" },
      dialect,
    ],
    [
      { "Call Type": "V" },
      { "Call Type": "V", callTypeDirectionFlag: "Outbound", carrier: "Northway" },
      dialect,
    ],
    [
      { Carrier: "Westway", "Call Class": "IDA" },
      { carrier: "Westway", "Call Class": "IDA", callTypeDirectionFlag: "Outbound" },
      dialect,
    ],
  ]);
});

describe("currency", () => {
  const euros = 'is in the currency "EUR" and not in GBP; money is never converted';
  follows([
    [
      { Currency: "GBP", Salesprice: "1" },
      { Currency: "GBP", costCDR: "100" },
    ],
    [{ Currency: "", Salesprice: "1" }, { costCDR: "100" }],
    [{ Currency: "EUR", Salesprice: "1" }, euros],
    [{ Currency: "EUR", Salesprice: "1" }, { Currency: "EUR", costCDR: "100" }, { currency: "EUR" }],
  ]);
});

describe("access and service charges", () => {
  const charges = (price: string, access: string, service: string): Cells => ({
    Salesprice: price,
    "NGCS Access Charge": access,
    "NGCS Service Charge": service,
  });
  const cost = (costCDR: string, costCDRAccessCharge?: string, costCDRBasic?: string) =>
    Object.fromEntries(
      Object.entries({ costCDR, costCDRAccessCharge, costCDRBasic }).filter(
        ([, value]) => value !== undefined,
      ),
    );
  const beside: UkCdrDialect = { ngcsCharges: "beside" };
  follows([
    [charges("0.0525", "0.0117", "0.0408"), cost("5.25", "1.17", "4.08")],
    [charges("0.0525", "0.0117", ""), cost("5.25", "1.17")],
    [charges("0.0525", "0.0000", "0.00"), cost("5.25")],
    [charges("0.0525", "0.0525", "0.00"), cost("5.25", "5.25")],
    [charges("", "0.0117", "0.0408"), { costCDRAccessCharge: "1.17", costCDRBasic: "4.08" }],
    // A sum that does not agree is for rating to refuse (R15).
    [charges("0.06", "0.0117", "0.0408"), cost("6", "1.17", "4.08")],
    [charges("0.01", "0.0117", "0.0408"), cost("6.25", "1.17", "5.08"), beside],
    [charges("0.01", "0.0117", ""), cost("2.17", "1.17"), beside],
    [charges("0.01", "", ""), cost("1"), beside],
    // What is no amount takes the sums to which it belongs along, so that rating refuses them.
    [charges("0,01", "0.0117", "0.0408"), cost("0,01", "1.17", "0,01"), beside],
    [charges("0.01", "0,0117", "0.0408"), cost("0,0117", "0,0117", "5.08"), beside],
    [charges("1.25", "0.25", "1"), cost("1.25", "0.25", "1"), { unit: "pence" }],
  ]);
});

describe("amounts", () => {
  follows([
    [{ Salesprice: "0,0125" }, { costCDR: "0,0125" }],
    [{ Salesprice: ".0125" }, { costCDR: "1.25" }],
    [{ Salesprice: "-.5" }, { costCDR: "-0.5" }, { unit: "pence" }],
    [{ Salesprice: "1", "NGCS Access Charge": ".00" }, { costCDR: "100" }],
    [{ Salesprice: "1.2E-05" }, { costCDR: "1.2E-05" }],
    [{ Salesprice: "-0.5" }, { costCDR: "-50" }],
    [{ Salesprice: "0" }, { costCDR: "0" }],
    [
      { "Salesprice (pre-bundle)": "0.02" },
      { costSuggestedRetail: "2" },
      { fields: { "Salesprice (pre-bundle)": "costSuggestedRetail" } },
    ],
    [{ "Salesprice (pre-bundle)": "0.02" }, { "Salesprice (pre-bundle)": "0.02" }],
  ]);
});
