/** R1 to R3, R23: what makes a call record malformed, and the field that is named. */
import { Decimal } from "decimal.js";
import { describe, expect, test } from "vitest";
import { type CallRecord, rateCall } from "../../src/index.ts";
import { bookOf, CALL, type Row, record, refused } from "./one-tariff.ts";

const book = bookOf({ baseCost: "60" });
const withPeriods = bookOf(
  { baseCost: "60" },
  { ratingPeriods: [{ name: "Day", from: "07:00", to: "19:00" }] },
);

describe("R2 a wrong value names its field", () => {
  test.for<[field: string, value: unknown]>([
    ["id", 1.5],
    ["id", {}],
    ["id", true],
    ["numberID", Number.NaN],
    ["numberID", []],
    ["target", { number: "020" }],
    ["target", false],
    ["external", ["020"]],
    ["carrier", {}],
    ["callCarrier", {}],
    ["chargeBand", true],
    ["tariffType", {}],
    ["tariffTypeCarrier", {}],
    ["tariffTime", {}],
    ["callTypeDirectionFlag", {}],
    ["callTypeOriginationTypeFlag", {}],
    ["location", Number.POSITIVE_INFINITY],
    ["startDate", "2026-02-31"],
    ["startDate", "02/03/2026"],
    ["startDate", new Date(0)],
    ["startDate", 20_260_302],
    ["startDate", "1969-12-31"],
    ["startDate", "2100-01-01"],
    ["startDate", "2026-03-02T10:00"],
    ["startTime", "25:00"],
    ["startTime", "10.00"],
    ["startTime", "10:00:00.0000000"],
    ["startTime", "10:00:60"],
    ["startTime", 100_000],
    ["startTime", "2026-02-31T10:00:00"],
    ["startTime", "2100-01-01T00:00:00"],
    ["duration", "1e3"],
    ["duration", "-1"],
    ["duration", -1],
    ["duration", "0.0001"],
    ["duration", 31_622_400.001],
    ["duration", 31_622_401],
    ["duration", Number.NaN],
    ["duration", "ten"],
    ["duration", [60]],
    ["bytes", 1.5],
    ["bytes", 2 ** 53],
    ["bytes", "9007199254740992"],
    ["events", 1_000_000_001],
    ["events", "1.5"],
    ["costCDR", "1,5"],
    ["costCDR", "0.00000000001"],
    ["costCDR", 1_000_000_001],
    ["costCDRBasic", "-1000000000.5"],
    ["costCDRAccessCharge", "x"],
    ["costCDRSurchargeMobileOrigination", {}],
    ["costCDRSurchargePayphoneOrigination", true],
    ["costCDRSurchargeCallRecording", "£1"],
    ["costSuggestedRetail", "1e400"],
  ])("%s %o", ([field, value]) => {
    expect(refused(book, { [field]: value })).toBe(`malformed-record ${field}`);
  });

  test.for([
    ["target"],
    ["external"],
    ["carrier"],
    ["callCarrier"],
    ["chargeBand"],
    ["tariffType"],
    ["tariffTypeCarrier"],
    ["tariffTime"],
    ["callTypeDirectionFlag"],
    ["callTypeOriginationTypeFlag"],
    ["location"],
  ])("%s may be 1000 characters long, and no longer", ([field]) => {
    const name = field ?? "";
    expect(refused(book, { [name]: "x".repeat(1_001) })).toBe(`malformed-record ${name}`);
    expect(
      rateCall(book, { ...CALL, duration: 60, [name]: "x".repeat(1_000) } as CallRecord),
    ).not.toMatchObject({
      error: "malformed-record",
    });
  });

  test("the first fault in the stated order is the one named", () => {
    const faults: Row = {
      costSuggestedRetail: "x",
      events: -1,
      duration: -1,
      startDate: "",
      target: {},
      id: {},
    };
    const order = ["id", "target", "startDate", "duration", "events", "costSuggestedRetail"];
    let call = faults;
    for (const field of order) {
      expect(refused(book, call)).toBe(`malformed-record ${field}`);
      call = { ...call, [field]: CALL[field] ?? (field === "duration" ? 60 : undefined) };
    }
    expect(record(book, call).cost).toBe("60");
  });

  test.for([["__proto__"], ["constructor"], ["prototype"]])("the key %s is never a field", ([key]) => {
    const call = JSON.parse(`{"id": 5, "${key}": 1}`) as CallRecord;
    expect(rateCall(book, call)).toMatchObject({ error: "malformed-record", field: key, id: "5" });
  });

  test.for([[null], [undefined], [7], ["call"], [true]])("%o is no record", ([value]) => {
    expect(rateCall(book, value as unknown as CallRecord)).toMatchObject({
      outcome: "error",
      error: "malformed-record",
      field: "id",
      id: null,
    });
  });
});

describe("R1, R3 what a call may hold", () => {
  test.for<[string, Row]>([
    ["a duration as text", { duration: "60" }],
    ["trailing zeros", { duration: "60.000000" }],
    ["leading zeros", { duration: "0060" }],
    ["a bigint", { duration: 60n }],
    ["a decimal.js value", { duration: new Decimal(60) }],
    ["blanks", { duration: 60, target: "", external: null, costCDR: "", bytes: undefined }],
    ["numbers as texts", { duration: 60, external: 442_079_460_018, chargeBand: 7n }],
    ["unknown fields", { duration: 60, somethingElse: { of: "theirs" } }],
    ["a bigint id", { duration: 60, id: 2n ** 60n }],
    ["no id", { duration: 60, id: null }],
  ])("%s", ([, call]) => {
    expect(record(book, call).cost).toBe("60");
  });

  test("ids come back as text", () => {
    expect(record(book, { duration: 60, id: 2n ** 60n }).id).toBe("1152921504606846976");
    expect(record(book, { duration: 60, id: -0 }).id).toBe("0");
    expect(record(book, { duration: 60, id: "A-1" }).id).toBe("A-1");
  });
});

describe("R23 the start in its forms", () => {
  test.for<[string, Row]>([
    ["a date and a time", { startDate: "2026-03-02", startTime: "10:00:00" }],
    ["a time without seconds", { startDate: "2026-03-02", startTime: "10:00" }],
    ["a timestamp in startTime", { startDate: null, startTime: "2026-03-02T10:00:00" }],
    ["a timestamp with a space", { startDate: "", startTime: "2026-03-02 10:00:00.5" }],
    ["a timestamp that wins over the date", { startDate: "2026-01-01", startTime: "2026-03-02T10:00:00Z" }],
    ["a timestamp in startDate", { startDate: "2026-03-02T10:00:00+00:00", startTime: "" }],
    ["an offset without a colon", { startDate: "2026-03-02", startTime: "11:00:00+0100" }],
  ])("%s", ([, start]) => {
    expect(record(withPeriods, { duration: 60, ...start }).tariffTime).toBe("Day");
  });

  test("without periods a blank time decides nothing; with them it is missing", () => {
    expect(record(book, { duration: 60, startTime: "" }).tariffTime).toBe("default");
    expect(refused(withPeriods, { duration: 60, startTime: "" })).toBe("malformed-record startTime");
    expect(record(withPeriods, { duration: 60, startTime: "", tariffTime: "Night" }).tariffTime).toBe(
      "Night",
    );
    expect(refused(book, { duration: 60, startDate: undefined })).toBe("malformed-record startDate");
    expect(refused(book, { duration: 60, startDate: undefined, startTime: undefined })).toBe(
      "malformed-record startDate",
    );
  });

  test("with reclassify a record's own period is ignored, so that its time is needed again (R22)", () => {
    const call = {
      ...CALL,
      duration: 60,
      startTime: "",
      tariffTime: "Night",
      tariffType: "UK",
    } as CallRecord;
    expect(rateCall(withPeriods, call, { reclassify: true })).toMatchObject({
      error: "malformed-record",
      field: "startTime",
    });
  });

  test("the first and the last day are rated", () => {
    expect(record(book, { duration: 60, startDate: "1970-01-01" }).cost).toBe("60");
    expect(record(book, { duration: 60, startDate: "2099-12-31" }).cost).toBe("60");
  });
});
