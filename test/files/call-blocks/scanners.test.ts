/** Which rows are read from their bytes alone: nearly all, or the quick way would die without a sound. */
import { describe, expect, test } from "vitest";
import { monthFile } from "./any-call-file.ts";
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
    ];
    expect(await carefulJson(lines)).toEqual([]);
  });

  test.each([
    '{"id":1.5}',
    '{"numberID":-0}',
    '{"duration":1.50}',
    '{"duration":0.0}',
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
    '{"other":[1]}',
    '{"other":{}}',
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
