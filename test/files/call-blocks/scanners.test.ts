/** Which rows are read from their bytes alone: nearly all, or the quick way would die without a sound. */
import { describe, expect, test } from "vitest";
import { MAX_LINE_BYTES, UK_CDR_COLUMNS, type UkCdrDialect } from "../../../src/files/index.ts";
import { type Cells, row } from "../uk-cdr/rows.ts";
import { CALLS, monthFile } from "./any-call-file.ts";
import { resultOf } from "./any-result.ts";
import { scanned } from "./scanned.ts";

/** The lines of a CSV file that were read with care; every call has a date behind what is given. */
async function carefulCsv(header: string, lines: readonly string[]): Promise<string[]> {
  const dated = lines.map((line) => (line === "" ? "" : line.replace(/(?=\r?$)/, ",2026-10-01")));
  const { careful } = await scanned([`${header},startDate`, ...dated].join("\n"), { format: "csv" });
  return careful.map((line) => lines[line - 2] as string);
}

const CALL = '{"startDate":"2026-10-01"}';

/** The lines of JSON that were read with care; every object but one of a date gets one first. */
async function carefulJson(lines: readonly string[]): Promise<string[]> {
  const dated = lines.map((line) =>
    line.includes("startDate") ? line : line.replace("{", '{"startDate":"2026-10-01",'),
  );
  const { careful } = await scanned(dated.join("\n"), { format: "jsonl" });
  return careful.map((line) => lines[line - 1] as string);
}

describe("CSV", () => {
  test("nearly all of the sample month is read from its bytes", async () => {
    const { rows, careful } = await scanned(monthFile("calls-2026-10.csv"), { format: "csv" });
    expect(rows).toBe(3_000);
    expect(careful.length).toBeLessThan(30);
  });

  test("quotes, line breaks in cells and line ends of either kind are plain", async () => {
    const lines = ['"1",x,"a ""b""",60\r', '2,"x","a,b",1.5', '3,"x ""y""",é,', "", '4,x,"a\nb",0'];
    expect(await carefulCsv("id,target,location,duration", lines)).toEqual([]);
  });

  test("what is not plain is left to the record", async () => {
    const odd = ["1,x,é,60", `2,${"x".repeat(1_001)},,1`, "3,x,,-1", "4,x", '5,"x"y,,', "é,x,,", "7,x\0,,"];
    expect(await carefulCsv("id,target,external,duration", [...odd, "8,x,,60"])).toEqual(odd);
  });
});

describe("JSON lines", () => {
  test("nearly all of the sample month is read from its bytes", async () => {
    const { rows, careful } = await scanned(monthFile("calls-2026-10.jsonl"), { format: "jsonl" });
    expect(rows).toBe(3_000);
    expect(careful.length).toBeLessThan(30);
  });

  test("spaces, numbers, words, empty texts and fields of no meaning are plain", async () => {
    const lines = [
      '{"id":"1"}\r',
      ' { "id" : 2 , "duration" : 60.5 ,\t"other" : "é" } ',
      '{"id":3,"callTypeRecordingFlag":true,"other":false,"target":null,"costCDR":-0.25}',
      '{"":"","id":4,"":"","callTypeRecordingFlag":0,"target":123456789012345}',
      '{"other":-1.5,"id":"","location":"é","numberID":7}',
      '{"duration":1.50,"costCDR":-0.250,"id":5.00,"other":0.0}',
      '{"other":[],"more":{},"list":[ 1 , "x",[null]] ,"deep":{"a":{"__proto__":[{"b":"\\n\\u00eA"}]}}}',
      '{"other":"\\"quoted\\" \\/ \\\\","id":6}',
    ];
    expect(await carefulJson(lines)).toEqual([]);
  });

  test.each([
    '{"id":1.5}',
    '{"numberID":-0}',
    '{"duration":-0.00}',
    '{"duration":0.0000001}',
    '{"duration":1E3}',
    '{"other":[1,]}',
    '{"other":[1 2]}',
    '{"other":{"a"}}',
    '{"other":{"a":1,}}',
    '{"other":{"a" 1}}',
    '{"other":[}',
    '{"other":"\\x"}',
    '{"other":"\\u00g0"}',
    `{"other":${"[".repeat(17)}${"]".repeat(17)}}`,
    '{"duration":1e3}',
    '{"duration":1.}',
    '{"duration":.5}',
    '{"duration":007}',
    '{"duration":+1}',
    '{"duration":1234567890123456}',
    '{"duration":0.000000000000001}',
    '{"duration":true}',
    '{"startDate":20261001}',
    '{"startTime":false}',
    '{"target":truex}',
    '{"target":nul}',
    '{"target":"a\\nb"}',
    '{"targ\\u0065t":"x"}',
    '{"target":"a\tb"}',
    '{"target":"x","target":"y"}',
    '{"__proto__":"x"}',
    '{"constructor":1}',
    '{"other":01}',
    '{"id":1,}',
    '{"id":1 "target":2}',
    '{"id" 1}',
    "{id:1}",
    '{"id":1}}',
    '{"id":1} x',
    '{"id":1',
    '{"id":"1}',
    "{}",
    "[]",
    "1",
    "\ufeff{}",
  ])("%s is left to the record", async (line) => {
    expect(await carefulJson(['{"id":0}', line, '{"id":2}'])).toEqual([line]);
  });

  test("results are plain, and so are calls behind them", async () => {
    const results = CALLS.map((call, at) => JSON.stringify(resultOf(call, at % 3 > 0)));
    const lines = [...results, ...CALLS.map((call) => JSON.stringify(call)), ...results];
    const { rows, careful } = await scanned(lines.join("\n"), { format: "jsonl" });
    expect(rows).toBe(lines.length);
    expect(careful.length).toBeLessThan(3 * 30);
  });

  const said = '"call.target":"1","call.external":"2","call.startDate":"2026-10-01"';
  test.each([
    `{${said}}`,
    `{${said},"call.bytes":1}`,
    '{"call.target":"1","call.startDate":"2026-10-01","call.duration":1}',
    '{"call.external":"2","call.startDate":"2026-10-01","call.duration":1}',
    `{${said},"call.duration":1,"startTime":"10:00:00"}`,
    `{${said},"call.duration":1,"carrier":"a","call.carrier":"b"}`,
    `{${said},"call.duration":1,"id":1,"call.id":1}`,
    `{${said},"call.duration":1,"call.__proto__":1}`,
    '{"startDate":"2026-10-01","call.note":1}',
  ])("what depends on more than one field of a result is left to the record: %s", async (line) => {
    const result = `{"id":1,${said},"call.duration":60,"tariffType":"UK","numberID":7}`;
    expect(await carefulJson([result, line, result, CALL, line, CALL])).toEqual([line, line]);
  });

  test("a key that comes twice and means nothing is plain; so is an order of keys that changes", async () => {
    const lines = ['{"a":1,"id":1,"a":2}', '{"id":2,"a":"x","b":""}', '{"b":null,"a":true,"id":3}'];
    expect(await carefulJson(lines)).toEqual([]);
  });

  test("a key of a thousand characters is left to the record", async () => {
    const line = `{"${"x".repeat(1_001)}":1}`;
    expect(await carefulJson([line])).toEqual([line]);
  });

  test("a line of blanks is none", async () => {
    expect(await scanned(`${CALL}\n\n \t\r\n\u00a0\n${CALL}\n`, { format: "jsonl" })).toEqual({
      rows: 2,
      careful: [],
    });
  });
});

describe("UK standard CDRs", () => {
  const month = monthFile("calls-2026-10.uk-cdr.csv");
  const northway = JSON.parse(monthFile("northway-dialect.json").toString()) as UkCdrDialect;

  test.each([
    ["the standard", undefined],
    ["numbered bands", "fcs-v3-bands-123"],
    ["lettered bands", "fcs-v3-bands-dew"],
    ["a dialect of times of ringing", northway],
    ["charges beside, and UTC", { ...northway, ngcsCharges: "beside", timeZone: "utc" }],
    ["names given", { set: { carrier: "Northway" }, callTypes: { V: { set: { tariffType: "UK Local" } } } }],
  ] as const)("nearly all of the sample month is read from its bytes: %s", async (_what, dialect) => {
    const { rows, careful } = await scanned(month, { format: "uk-cdr", dialect });
    expect(rows).toBe(3_000);
    expect(careful.length).toBeLessThan(30);
  });

  test.each([";", "|", "\t"] as const)("so it is with %j between the cells", async (delimiter) => {
    const lines = month
      .toString()
      .split("\n")
      .filter((line) => !line.includes('"'));
    const text = lines.join("\n").replaceAll(",", delimiter);
    const { rows, careful } = await scanned(text, { format: "uk-cdr", dialect: { delimiter } });
    expect(rows).toBe(lines.length - 2);
    expect(careful.length).toBeLessThan(30);
  });

  /** The rows, of calls made of these cells, that were read with care. */
  async function carefulRows(calls: readonly Cells[], dialect?: UkCdrDialect | string): Promise<Cells[]> {
    const whole = calls.map((cells) => row({ "Call Date": "01/10/2026", "Call Time": "12:00:00", ...cells }));
    const file = [UK_CDR_COLUMNS.join(","), ...whole].join("\n");
    const { careful } = await scanned(file, { format: "uk-cdr", dialect });
    return careful.map((line) => calls[line - 2] as Cells);
  }

  test("blanks around cells, short clocks, bytes in two parts and nil parts of a cost are plain", async () => {
    const calls: Cells[] = [
      { Duration: " 60 ", "Customer Identifier": "\t0161", RecordID: "a b " },
      { "Call Time": "9:05:07", "Call Date": "1/10/2026" },
      { "Call Time": "090507", "Call Date": "2026-10-01" },
      { "Call Time": "", "Telephone Number Dialled": "" },
      { "Bytes Transmitted": "5", "Bytes Received": "7", "Total Bytes Transferred": "0" },
      { "NGCS Access Charge": "0.0000", "NGCS Service Charge": "-0", Salesprice: "1.23456789" },
      { Currency: "GBP ", Description: " café é " },
      { Description: 'a "b"', Carrier: "x".repeat(1_000) },
    ];
    expect(await carefulRows(calls)).toEqual([]);
  });

  test("what is not plain is left to the record", async () => {
    const calls: Cells[] = [
      { Currency: "EUR" },
      { "Call Time": "25:00:00" },
      { "Call Time": "12:00" },
      { "Call Time": "12:00:00.5" },
      { "Call Date": "31/02/2026" },
      { "Call Date": "" },
      { "Call Date": "2026-10-01T10:00:00Z" },
      { "Call Date": "2026-10-01T10:00:00Z", "Call Time": "" },
      { "Call Date": "01/10/1969" },
      { Duration: "-1" },
      { Salesprice: "0.123456789" },
      { Salesprice: "x" },
      { "Bytes Transmitted": "5.0" },
      { "Bytes Received": "1234567890123456" },
      { "Customer Identifier": "\u00a0" },
      { Carrier: "x".repeat(1_001) },
      { "Telephone Number Dialled": "é" },
    ];
    expect(await carefulRows([...calls, {}])).toEqual(calls);
  });

  test("a ring that cannot be added to the time is left to the record", async () => {
    const odd: Cells[] = [{ "Ring time": "1.5" }, { "Ring time": "0000001" }, { "Ring time": "x" }];
    const plain: Cells[] = [{ "Ring time": "999999" }, { "Ring time": "0" }, {}];
    expect(await carefulRows([...odd, ...plain], northway)).toEqual(odd);
    expect(await carefulRows([...odd, ...plain])).toEqual([]);
  });

  test("empty cells behind the last are plain, and what has a date; other cells there and fewer are not", async () => {
    const call = row({ "Call Date": "01/10/2026", "Call Time": "12:00:00" });
    const header = UK_CDR_COLUMNS.join(",");
    const lines = [
      header,
      `${call},, \r`,
      "",
      `${call},x`,
      `${call}," "`,
      call.slice(1),
      call,
      header,
      `"Call Type"${call}`,
    ];
    const { rows, careful } = await scanned(lines.join("\n"), { format: "uk-cdr" });
    expect(rows).toBe(6);
    expect(careful).toEqual([4, 5, 6]);
  });

  test.each([
    ["a field that is no name is given", { set: { duration: "60" } }],
    ["a call type gives one", { callTypes: { V: { set: { startTime: "12:00:00" } } } }],
  ] as const)("every row is left to the record where %s", async (_what, dialect) => {
    const file = [UK_CDR_COLUMNS.join(","), row({ "Call Date": "01/10/2026" })];
    expect(await scanned(file.join("\n"), { format: "uk-cdr", dialect })).toEqual({ rows: 1, careful: [2] });
  });
});

test("a line that is too long is left to the careful reader, though all that is read of it is short", async () => {
  const long = "x".repeat(MAX_LINE_BYTES);
  const cells: Cells = { "Call Date": "01/10/2026", "User ID": long };
  const only = { rows: 1, careful: [1] };
  // Of a longer line not even the end is held.
  const json = '{"startDate":"2026-10-01","a":"x"}'.padEnd(MAX_LINE_BYTES + 1);
  expect(await scanned(json, { format: "jsonl" })).toEqual(only);
  const below = { rows: 1, careful: [2] };
  expect(await scanned(`startDate,a\n2026-10-01,${long}\n`, { format: "csv" })).toEqual(below);
  const file = [UK_CDR_COLUMNS.join(","), row(cells)].join("\n");
  expect(await scanned(file, { format: "uk-cdr" })).toEqual(below);
});
