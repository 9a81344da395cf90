import { describe, expect, test } from "vitest";
import { type CallDialect, FileError, openCallDialect, readCallDialect } from "../../../src/files/index.ts";
import { failure, folderWith } from "../bytes.ts";

/** All that is wrong with a dialect, a fault a line. */
function faultsOf(dialect: unknown, choices = {}): string[] {
  try {
    openCallDialect(dialect as CallDialect, choices, "d");
    return [];
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    return error.message
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => !/has [0-9]+ problems:$/.test(line))
      .map((line) => line.replace(/^d: /, ""));
  }
}

const PLAIN: CallDialect = {
  reads: "csv",
  zone: "utc",
  fields: { target: "From", external: "To", duration: "Seconds" },
};

describe("a dialect is opened", () => {
  test("with its columns in the order in which it names them, however they are spelt", () => {
    const opened = openCallDialect({
      ...PLAIN,
      headerNames: { Caller: "From" },
      passOver: [{ column: "TO", in: ["101", "9*"], why: "inside" }],
    });
    expect(opened.paths).toEqual(["TO", "From", "Seconds"]);
    expect(opened.columnsByKey.get("caller")).toBe("From");
    expect(opened.passOver[0]?.tests[0]).toEqual({
      column: "TO",
      kind: "in",
      isExact: false,
      texts: new Set(["101"]),
      beginnings: ["9"],
    });
  });

  test("and a blank field of a step tells no step", () => {
    const cutting = (step: object) =>
      openCallDialect({ ...PLAIN, fields: { target: { column: "F", is: [step] } } } as CallDialect);
    expect(cutting({ before: null, cut: [1, 2], table: "" })).toEqual(cutting({ cut: [1, 2] }));
  });

  test("on top of presets that rest on others, entry by entry, and null takes away", () => {
    const opened = openCallDialect(
      {
        basedOn: "freeswitch-csv-default",
        direction: { byNumber: null, otherwise: "out" },
        fields: { id: null, carrier: { constant: "Northway" } },
      },
      { zone: "utc" },
    );
    expect(opened.columns).toHaveLength(13);
    expect([...(opened.legs[0]?.fields.keys() ?? [])]).toEqual([
      "target",
      "external",
      "start",
      "duration",
      "carrier",
    ]);
    expect(opened.legs[0]?.direction).toMatchObject({ byNumber: undefined, otherwise: "out" });
  });
});

describe("what is wrong with a dialect is told with its path and a hint", () => {
  test.each<[string, unknown, string]>([
    ["no object", 7, "is not a dialect; write an object with named fields"],
    ["nothing", {}, "reads is required"],
    ["an unknown key", { ...PLAIN, field: {} }, "field is not a known field; did you mean fields?"],
    [
      "an unknown preset",
      { basedOn: "asterisk-cvs" },
      'basedOn "asterisk-cvs" is not a preset; did you mean asterisk-csv?',
    ],
    [
      "a field",
      { ...PLAIN, fields: { targte: "From" } },
      "fields.targte is not a known field; did you mean target?",
    ],
    [
      "a value",
      { ...PLAIN, fields: { target: { colum: "From" } } },
      "fields.target.colum is not a known field; did you mean column?",
    ],
    [
      "a value that is none",
      { ...PLAIN, fields: { target: 7 } },
      'fields.target 7 says no value; write a column, { "column": … }',
    ],
    [
      "a key of a value",
      { ...PLAIN, fields: { target: { column: "From", si: ["phone"] } } },
      "fields.target.si is not a known field; did you mean is?",
    ],
    [
      "a step",
      { ...PLAIN, fields: { target: { column: "From", is: ["phon"] } } },
      'fields.target.is[0] "phon" is not a step; did you mean phone?',
    ],
    [
      "a step without its unit",
      { ...PLAIN, fields: { duration: { column: "S", is: ["duration"] } } },
      'fields.duration.is[0] "duration" is not a step; write { "duration": … }',
    ],
    ...[{}, { table: null }, { before: "" }].map((step): [string, object, string] => [
      `no step in ${JSON.stringify(step)}`,
      { ...PLAIN, fields: { target: { column: "F", is: [step] } } },
      "fields.target.is[0] is no step; steps are uriUser, angle, urlDecode, lower, upper, phone, clock, before, after, cut, dropPrefix, prefixes, table, duration, round, money, sign, zero, date, decimal",
    ]),
    [
      "two steps in one",
      { ...PLAIN, fields: { target: { column: "F", is: [{ before: "@", after: ":" }] } } },
      "fields.target.is[0] is 2 steps, before and after; write each by itself",
    ],
    [
      "a unit",
      { ...PLAIN, fields: { duration: { column: "S", is: [{ duration: "sec" }] } } },
      'fields.duration.is[0].duration "sec" is not one of s, ms, us, ns, min, h:mm:ss, hhmmss',
    ],
    [
      "a cut",
      { ...PLAIN, fields: { target: { column: "F", is: [{ cut: [0, 3] }] } } },
      "fields.target.is[0].cut a list is no cut",
    ],
    [
      "a picture",
      { ...PLAIN, fields: { start: { column: "T", time: "YYYY-MM-DD HH:MM:ss" } } },
      'fields.start.time "YYYY-MM-DD HH:MM:ss" has the month twice, MM and MM; minutes are mm',
    ],
    [
      "a start without its picture",
      { ...PLAIN, fields: { target: "From", external: "To", start: "T" } },
      "fields.start does not say how its time is written",
    ],
    [
      "a time that is no start",
      { ...PLAIN, fields: { target: "From", external: "To", answerTime: { column: "T", time: "iso" } } },
      "fields.answerTime.time is not for answerTime; only start is a time",
    ],
    [
      "a zone",
      { ...PLAIN, zone: "Europe/Londn" },
      'zone "Europe/Londn" is not a time zone; did you mean Europe/London?',
    ],
    [
      "a test",
      { ...PLAIN, unanswered: [{ column: "S" }] },
      "unanswered[0].in is blank; write one of in, notIn, blank",
    ],
    [
      "two tests in one",
      { ...PLAIN, unanswered: [{ column: "S", in: ["0"], blank: true }] },
      "unanswered[0].blank stands beside in; write one of in, notIn, blank",
    ],
    [
      "rows passed over without a reason",
      { ...PLAIN, passOver: [{ column: "S", in: ["0"] }] },
      "passOver[0].why is required",
    ],
    [
      "a value by direction without one",
      { ...PLAIN, fields: { target: { in: "To", out: "From" } } },
      'fields.target is by direction, and the dialect has no "direction"',
    ],
    [
      "byNumber beside otherwise",
      { ...PLAIN, direction: { byNumber: ["From", "To"], otherwise: "in" } },
      "direction.otherwise stands beside byNumber",
    ],
    [
      "a column that is not listed",
      { ...PLAIN, columns: ["From", "To", "Second"] },
      'fields.duration "Seconds" is not one of columns; did you mean "Second"?',
    ],
    ["columns twice", { ...PLAIN, columns: ["From", "To", "Seconds", "to"] }, "columns[3] names To twice"],
    ["no columns", { ...PLAIN, csv: { header: "no" } }, "columns is required where no header names them"],
    [
      "an optional column before others",
      { ...PLAIN, columns: ["From", "To", "Seconds"], optionalColumns: ["From"] },
      'optionalColumns has "From", which is none of the last of columns',
    ],
    [
      "a place in a CSV file",
      { ...PLAIN, columns: [{ name: "From", from: 1, to: 3 }, "To", "Seconds"] },
      "columns[0] has a place, which columns of csv files do not have",
    ],
    [
      "a column without a place",
      {
        ...PLAIN,
        reads: "fixed",
        columns: [{ name: "From", from: 1, to: 4 }, { name: "To", from: 5, to: 8 }, "Seconds"],
      },
      'columns[2] has no place; write { "name": …, "from": 1, "to": 8 }',
    ],
    [
      "a JSON path",
      { ...PLAIN, reads: "json", fields: { target: "/from//number" } },
      'fields.target "/from//number" has a part that is blank; write "from/number"',
    ],
    [
      "a JSON pointer",
      { ...PLAIN, reads: "json", records: "value" },
      'records "value" is no JSON pointer; write it as "/value"',
    ],
    [
      "start beside startDate",
      { ...PLAIN, fields: { start: { column: "T", time: "iso" }, startDate: "D" } },
      "fields.startDate stands beside start, which says it",
    ],
    [
      "a leg's field",
      { ...PLAIN, legs: [{ name: "a", fields: { targte: "X" } }] },
      "legs[0].fields.targte is not a known field; did you mean target?",
    ],
    ["a delimiter", { ...PLAIN, csv: { delimiter: "::" } }, 'csv.delimiter "::" is not one of'],
    [
      "a field that a dialect sets",
      { ...PLAIN, set: { carier: "Northway" } },
      'set.carier "carier" is not a field of a call; did you mean carrier?',
    ],
    [
      "__proto__ as a key",
      JSON.parse('{"reads":"csv","__proto__":1}'),
      "__proto__ is not allowed as a field name",
    ],
    [
      "__proto__ as a field",
      { ...PLAIN, fields: JSON.parse('{"__proto__":"From"}') },
      "fields.__proto__ is not allowed as a field name",
    ],
    ["__proto__ as a preset", { basedOn: "__proto__" }, 'basedOn "__proto__" is not a preset'],
  ])("%s", (_, dialect, fault) => {
    const faults = faultsOf(dialect);
    expect(faults).toHaveLength(1);
    expect(faults[0]?.startsWith(fault), faults[0]).toBe(true);
  });

  test("all at once", () => {
    expect(
      faultsOf({ reads: "cvs", zone: "here", fields: { targte: "a", duration: { column: "" } } }),
    ).toHaveLength(4);
  });
});

describe("what no file says is asked for", () => {
  test("zone and year, with the option that says them", () => {
    const dialect = {
      reads: "csv",
      needs: { zone: "The exchange writes its own clock." },
      fields: { target: "From", external: "To", start: { column: "T", time: "MM/DD HH:mm" } },
    };
    expect(faultsOf(dialect)).toEqual([
      "Its times are written without a year. Say it with the option year (--year YYYY).",
      "The exchange writes its own clock. Say it with the option zone (--zone ZONE): local (the book's), utc, or a name such as Europe/London.",
    ]);
    expect(faultsOf(dialect, { zone: "utc", year: 2026 })).toEqual([]);
    expect(faultsOf(dialect, { zone: "Europe/Londn", year: 26 })).toEqual([
      '"Europe/Londn" is not a time zone; did you mean Europe/London?',
      "26 is no year; write one from 1970 to 2099",
    ]);
  });

  test("no zone where times are instants", () => {
    const fields = { target: "F", external: "T", start: { column: "T", time: "epoch s" } };
    expect(faultsOf({ reads: "csv", fields })).toEqual([]);
    expect(faultsOf({ reads: "csv", fields }, { zone: "utc", year: 2026 })).toEqual([
      "no zone can be chosen: its times say it themselves",
      "no year can be chosen: its times say it themselves",
    ]);
  });

  test("direction, parties, carrier and currency", () => {
    const needs = { direction: "D", fields: "F", carrier: "C", currency: "M" };
    expect(faultsOf({ reads: "csv", needs }).map((fault) => fault.slice(0, 2))).toEqual([
      "M.",
      "D.",
      "F.",
      "C.",
    ]);
    const whole = {
      reads: "csv",
      needs,
      direction: { otherwise: "out" },
      currency: { column: "Currency" },
      fields: { target: "From", external: "To" },
    };
    expect(faultsOf(whole, { carrier: "Northway" })).toEqual([]);
  });

  test("a book where numbers tell the direction, and one in the file's currency", () => {
    const direction = { byNumber: ["From", "To"] };
    expect(faultsOf({ ...PLAIN, direction })).toEqual([
      "direction.byNumber looks up in a book which of two numbers is the billed one; give the option book (--book FILE)",
    ]);
    expect(faultsOf({ ...PLAIN, currency: { is: "USD" } })).toEqual([
      "its files are in USD and not in GBP, in which a book is that names none; money is never converted",
    ]);
  });
});

describe("a dialect is read", () => {
  test("by the name of a preset, though a run must choose more", async () => {
    expect(await readCallDialect("asterisk-csv")).toMatchObject({ reads: "csv" });
    expect(await readCallDialect("kamailio-acc-cdrs")).toMatchObject({ reads: "csv" });
  });

  test("from a file, as it stands there", async () => {
    const folder = await folderWith({
      "d.json": '{ "$schema": "x", "basedOn": "asterisk-csv", "zone": "utc" }',
    });
    const dialect = await readCallDialect(`${folder}/d.json`);
    expect(dialect).toEqual({ $schema: "x", basedOn: "asterisk-csv", zone: "utc" });
  });

  test("or is told with all that is wrong with it", async () => {
    const folder = await folderWith({
      "d.json": '{ "basedOn": "asterisk-csv", "zon": "utc", "fields": { "id": 1 } }',
    });
    const message = await failure(readCallDialect(`${folder}/d.json`));
    expect(message).toContain("d.json: has 2 problems:\n  fields.id 1 says no value; ");
    expect(message).toContain("\n  zon is not a known field; did you mean zone?");
    expect(await failure(readCallDialect("asterisk"))).toContain(
      "is neither a preset nor a file that can be read; ",
    );
    expect(await failure(readCallDialect(`${folder}/e.json`))).toContain("there is no such file");
  });
});
