import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  DIALECT_PRESETS,
  FileError,
  openDialect,
  readDialect,
  UK_CDR_COLUMNS,
  type UkCdrDialect,
} from "../../../src/files/index.ts";
import { runs } from "../../properties/runs.ts";
import { failure, folderWith } from "../bytes.ts";
import { callOf } from "./rows.ts";

/** What is wrong with a dialect, line by line. */
function faults(dialect: unknown): string[] {
  try {
    openDialect(dialect as UkCdrDialect, "d.json");
    return [];
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    return error.message.split("\n").map((line) => line.trim());
  }
}

describe("presets", () => {
  test.each([...DIALECT_PRESETS.keys()])("%s can be used", (name) => {
    expect(openDialect(name).columns).toEqual(UK_CDR_COLUMNS);
    expect(faults({ basedOn: name })).toEqual([]);
  });

  test("they differ in their time bands", async () => {
    expect(await callOf({ "Time Band": "1" }, "fcs-v3-bands-123")).toEqual({ tariffTime: "Daytime" });
    expect(await callOf({ "Time Band": "E" }, "fcs-v3-bands-dew")).toEqual({ tariffTime: "Evening" });
    expect(await callOf({ "Time Band": "1" }, "fcs-v3")).toEqual({ "Time Band": "1" });
  });

  test("a dialect changes entries of its preset's tables, and leaves the others", async () => {
    const dialect: UkCdrDialect = {
      basedOn: "fcs-v3-bands-123",
      timeBands: { "3": "Sunday", "4": "Night" },
      fields: { "record id": "id", Description: null },
    };
    expect(await callOf({ "Time Band": "1" }, dialect)).toEqual({ tariffTime: "Daytime" });
    expect(await callOf({ "Time Band": "3" }, dialect)).toEqual({ tariffTime: "Sunday" });
    expect(await callOf({ "Time Band": "4" }, dialect)).toEqual({ tariffTime: "Night" });
    expect(await callOf({ RecordID: "7", Description: "Leeds" }, dialect)).toEqual({
      id: "7",
      Description: "Leeds",
    });
  });

  test("blank fields say nothing", () => {
    const blank = {
      header: null,
      unit: "",
      timeBands: null,
      basedOn: "",
      set: undefined,
    } as unknown as UkCdrDialect;
    expect(openDialect(blank)).toEqual(openDialect());
  });
});

describe("a wrong dialect says what is wrong, and where", () => {
  test.each<[unknown, string]>([
    [{ header: "maybe" }, 'header "maybe" is not one of auto, yes, no'],
    [{ timeBnads: {} }, "timeBnads is not a known field; did you mean timeBands?"],
    [{ unit: "euro" }, 'unit "euro" is not one of pounds, pence'],
    [{ delimiter: "," }, ""],
    [{ delimiter: "::" }, 'delimiter "::" is not a delimiter; write one of , ; | and \\t'],
    [
      { dateFormat: "dd-MMM" },
      'dateFormat "dd-MMM" is not one of dd/mm/yyyy, dd/mm/yy, mm/dd/yyyy, yyyymmdd',
    ],
    [{ columns: "RecordID" }, 'columns "RecordID" is not a list of column names'],
    [{ columns: ["RecordID", 4] }, "columns[1] 4 is not the name of a column"],
    [
      { columns: ["RecordID", "Salesprise"] },
      'columns[1] "Salesprise" is not a column of the standard and not named in "fields"; did you mean "Salesprice"?',
    ],
    [{ columns: ["RecordID", "Record ID"] }, "columns[1] names RecordID, as columns[0] does"],
    [
      { fields: { Description: "locaton" } },
      'fields.Description "locaton" is not a field of a call; did you mean location?',
    ],
    [
      { fields: { "Cost centre": "cost centre code" } },
      'fields["Cost centre"] "cost centre code" is not a field of a call; null carries a column under its own name',
    ],
    [
      { fields: { "Salesprice (pre-bundle)": "costCDR" } },
      'fields["Salesprice (pre-bundle)"] gives costCDR, as Salesprice does; write null for one of them',
    ],
    [{ fields: { constructor: null } }, "fields.constructor a column may not be named so"],
    [
      { headerNames: { Cli: "Custommer Identifier" } },
      'headerNames.Cli "Custommer Identifier" is not a column of the standard and not named in "fields"; did you mean "Customer Identifier"?',
    ],
    [
      { origins: { "2": "cellphone" } },
      'origins.2 "cellphone" is not an origin; write mobile, payphone or ""',
    ],
    [{ timeBands: { D: {} } }, "timeBands.D an object is not text"],
    [{ timeBands: ["D"] }, 'timeBands a list is not a table; write { "name": … }'],
    [{ recordings: { Y: {} } }, "recordings.Y an object says neither yes nor no; write true or false"],
    [
      { callTypes: { S: { durationCounts: "parts" } } },
      'callTypes.S.durationCounts "parts" is not one of seconds, events',
    ],
    [{ callTypes: { S: { counts: 1 } } }, "callTypes.S.counts is not a known field"],
    [
      { callTypes: { S: { set: { carier: "N" } } } },
      'callTypes.S.set.carier "carier" is not a field of a call; did you mean carrier?',
    ],
    [{ callTypes: { S: 5 } }, "callTypes.S is not a record; write an object with named fields"],
    [{ set: { startdat: "x" } }, 'set.startdat "startdat" is not a field of a call; did you mean startDate?'],
    [
      { basedOn: "fcs-v4" },
      'basedOn "fcs-v4" is not a preset; did you mean fcs-v3? The presets are fcs-v3, fcs-v3-bands-123, fcs-v3-bands-dew',
    ],
    [JSON.parse('{ "__proto__": {} }'), "__proto__ is not allowed as a field name"],
    [
      { basedOn: { toString: 1 } },
      'basedOn {"toString":1} is not a preset; the presets are fcs-v3, fcs-v3-bands-123, fcs-v3-bands-dew',
    ],
    [[], "is not a dialect; write an object with named fields"],
  ])("%j", (dialect, expected) => {
    expect(faults(dialect)).toEqual(expected === "" ? [] : [`d.json: ${expected}`]);
  });

  test("all at once", () => {
    expect(faults({ header: "maybe", unit: 1, nonsense: true })).toEqual([
      "d.json: has 3 problems:",
      'header "maybe" is not one of auto, yes, no',
      "unit 1 is not one of pounds, pence",
      "nonsense is not a known field",
    ]);
  });

  test("whatever the JSON, it is a dialect or a FileError", () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.constantFrom(
            "header",
            "columns",
            "headerNames",
            "fields",
            "timeBands",
            "callTypes",
            "set",
            "basedOn",
            "__proto__",
          ),
          fc.jsonValue(),
        ),
        (dialect) => {
          faults(dialect);
        },
      ),
      runs(1_000),
    );
  });
});

describe("reading a dialect", () => {
  test("by the name of a preset, or from a file", async () => {
    expect(await readDialect("fcs-v3-bands-dew")).toBe(DIALECT_PRESETS.get("fcs-v3-bands-dew"));
    const folder = await folderWith({ "northway.json": '\ufeff{ "unit": "pence" }' });
    expect(await readDialect(`${folder}/northway.json`)).toEqual({ unit: "pence" });
  });

  test("what is neither says so", async () => {
    expect(await failure(readDialect("fcs-v2"))).toBe(
      "FileError: fcs-v2: is neither a preset nor a file that can be read; did you mean fcs-v3? " +
        "The presets are fcs-v3, fcs-v3-bands-123, fcs-v3-bands-dew",
    );
    const folder = await folderWith({
      "odd.json": '{ "unit": "pence", }',
      "wrong.json": '{ "unit": "shillings" }',
    });
    expect(await failure(readDialect(`${folder}/odd.json`))).toContain(
      "odd.json:1:18: a comma stands before }",
    );
    expect(await failure(readDialect(`${folder}/wrong.json`))).toBe(
      'FileError: wrong.json: unit "shillings" is not one of pounds, pence',
    );
    expect(await failure(readDialect(`${folder}/none.json`))).toContain("none.json: ");
  });
});
