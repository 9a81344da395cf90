import { describe, expect, test } from "vitest";
import { readBlocks } from "../../src/files/call-blocks/index.ts";
import {
  describeProblem,
  MAX_LINE_BYTES,
  READABLE_FIELDS,
  type ReadCallsOptions,
  readCalls,
} from "../../src/files/index.ts";
import { RESULT_FIELDS } from "../../src/index.ts";
import { cut, failure, itemsOf, pieces, told } from "./bytes.ts";

const HEADER = "id,target,note\n";

/** What is told of a header, whichever way the file is read. */
async function warned(header: string): Promise<string[]> {
  const text = `${header}\n${",".repeat(header.split(",").length - 1)}\n`;
  const ways = [[], []] as [string[], string[]];
  const read = (way: 0 | 1): ReadCallsOptions => ({
    format: "csv",
    name: "calls.csv",
    onWarning: (warning) => ways[way].push(describeProblem(warning)),
  });
  for await (const _ of readCalls(pieces(text), read(0)));
  for await (const _ of readBlocks(pieces(text), read(1), 1));
  expect(ways[0]).toEqual(ways[1]);
  return ways[0];
}

describe("columns that may be misspelt", () => {
  test("are told, with the field that may be meant", async () => {
    expect(await warned("ID,target,numberId,startDate,callTypeOriginationFlag,durration,no,x1")).toEqual([
      "calls.csv:1: column 1, ID, is no field of a call and not read; did you mean id?",
      "calls.csv:1: column 3, numberId, is no field of a call and not read; did you mean numberID?",
      "calls.csv:1: column 5, callTypeOriginationFlag, is no field of a call and not read; did you mean callTypeOriginationTypeFlag?",
      "calls.csv:1: column 6, durration, is no field of a call and not read; did you mean duration?",
    ]);
  });

  test("however short their names are", async () => {
    expect(await warned("i,target,note,to")).toEqual([
      "calls.csv:1: column 1, i, is no field of a call and not read; did you mean id?",
    ]);
    expect(await warned("id\u200b,target,byte,even")).toEqual([
      "calls.csv:1: column 1, id\u200b, is no field of a call and not read; did you mean id?",
      "calls.csv:1: column 3, byte, is no field of a call and not read; did you mean bytes?",
    ]);
  });

  test("are not those of the platform and of results, of fields that have a column, and of one's own", async () => {
    expect(
      await warned("id,target,external,startDate,duration,durations,note,costBase,CDRFileID,extension"),
    ).toEqual([]);
    expect(await warned(["target", ...RESULT_FIELDS].join(","))).toEqual([]);
    expect(await warned(READABLE_FIELDS.filter((name) => name !== "id").join(","))).toEqual([]);
  });

  test("are told of the first two hundred columns, however many there are", async () => {
    const letters = Array.from("abcdefghijklmnopqrstvwxyz");
    const header = ["target", ...letters.flatMap((a) => letters.map((b) => `${a}${b}ration`))];
    expect((await warned(header.join(","))).length).toBe(199);
  });
});

describe("CSV calls", () => {
  test("cells by column name, as text; unknown columns are carried, empty cells left out", async () => {
    expect(await told("csv", `${HEADER}1,0201,\n2,,x\r\n3,a,b`)).toEqual([
      '2 {"id":"1","target":"0201"}',
      '3 {"id":"2","note":"x"}',
      '4 {"id":"3","target":"a","note":"b"}',
    ]);
  });

  test("a byte order mark and CR LF", async () => {
    expect(await told("csv", "\ufeffid,target\r\n1,2\r\n")).toEqual(['2 {"id":"1","target":"2"}']);
  });

  test("names of columns count without spaces and byte order marks around them", async () => {
    for (const header of [
      " id ,target",
      "\ufeff\ufeffid,target",
      '\ufeff\ufeff"id"," target"',
      "ï»¿id,\u00a0target\t",
    ]) {
      expect(await told("csv", `${header}\n1,2\n`), header).toEqual(['2 {"id":"1","target":"2"}']);
      expect(await warned(header), header).toEqual([]);
    }
    expect(await failure(told("csv", "id,target, id\n1,2,3\n"))).toBe(
      "FileError: calls.csv:1: columns 1 and 3 are both named id",
    );
    expect(await failure(told("csv", "id, ,target\n1,2,3\n"))).toBe(
      "FileError: calls.csv:1: column 2 of the header row has no name",
    );
  });

  test("a byte order mark before a quoted cell, where files were put together", async () => {
    expect(await told("csv", `${HEADER}\ufeff"1","a\n\ufeffb",3\n`)).toEqual([
      '2 {"id":"1","target":"a\\n\ufeffb","note":"3"}',
    ]);
  });

  test("a header that comes again, where files were put together, is passed over", async () => {
    for (const again of [HEADER, "\ufeffid, target ,note,\r\n", '"id","target","note"\n'])
      expect(await told("csv", `${HEADER}1,a,\n${again}2,b,\n`), again).toEqual([
        '2 {"id":"1","target":"a"}',
        '4 {"id":"2","target":"b"}',
      ]);
    const results = "id,cost,call.target,call.external,call.startDate,call.startTime,call.duration\n";
    expect(await told("csv", `${results}1,2,t,u,2026-10-05,09:00:00,9\n${results}`)).toHaveLength(1);
  });

  test("a later header with other columns is refused by line: its rows would be read by the first", async () => {
    expect(await failure(told("csv", `${HEADER}1,a,\nid,note,target,duration\n2,b,\n`))).toBe(
      'FileError: calls.csv:3: is a header with other columns than the header at the beginning: column 2 is "note" here, and there it is "target"; read the lines from here on as a file of their own',
    );
    expect(await told("csv", `${HEADER}1,id,target\n`)).toEqual([
      '2 {"id":"1","target":"id","note":"target"}',
    ]);
    // One cell is no header: a line cut short is one error, and the rest goes on.
    for (const short of ["id", "id,,"]) {
      const [row, next] = await itemsOf("csv", `${HEADER}${short}\n2,b,\n`);
      expect([row?.line, next], short).toEqual([2, { line: 3, call: { id: "2", target: "b" } }]);
    }
  });

  test("quoted cells: commas, quotes, line breaks", async () => {
    const rows = `${HEADER}"1","a ""b"" c","x,y"\n2,"two\r\nlines","\n\n"\n3,"",z\n`;
    const expected = [
      { line: 2, call: { id: "1", target: 'a "b" c', note: "x,y" } },
      { line: 3, call: { id: "2", target: "two\r\nlines", note: "\n\n" } },
      { line: 7, call: { id: "3", note: "z" } },
    ];
    expect(await itemsOf("csv", rows)).toEqual(expected);
    for (const size of [1, 2, 3, 7, 20]) {
      expect(await itemsOf("csv", ...cut(Buffer.from(rows), size)), `pieces of ${size}`).toEqual(expected);
    }
  });

  test("a carriage return before CR LF is part of its cell, whatever comes next", async () => {
    const first = '2 {"id":"1","target":"x","note":"\\r"}';
    for (const next of ['"2",y,z\n', "2,y,z\n"])
      expect(await told("csv", `${HEADER}"1",x,\r\r\n${next}`)).toEqual([
        first,
        '3 {"id":"2","target":"y","note":"z"}',
      ]);
  });

  test("a quoted header row", async () => {
    expect(await told("csv", '"id","target"\n"1","2"\n')).toEqual(['2 {"id":"1","target":"2"}']);
  });

  test("blank lines are passed over", async () => {
    expect(await told("csv", `\n${HEADER}\n1,2,3\n\r\n4,5,6\n\n`)).toEqual([
      '4 {"id":"1","target":"2","note":"3"}',
      '6 {"id":"4","target":"5","note":"6"}',
    ]);
  });

  test.for<[row: string, reason: string]>([
    ["1,2", "has 2 cells where the header row names 3 columns"],
    ["1", "has 1 cell where the header row names 3 columns"],
    ["1,2,3,4", "has 4 cells where the header row names 3 columns"],
    [
      "1,2,3\r4,5,6",
      "has 5 cells where the header row names 3 columns, and carriage returns that end no line; lines end with line feeds",
    ],
    ['"1,2",3', "has 2 cells where the header row names 3 columns"],
    [
      '1,5" pipe,3',
      'has a quote in a cell that does not begin with one; quote the whole cell and write the quote twice ("")',
    ],
    ['1,"a"b,3', 'has text after a quoted cell; a quote within a quoted cell is written twice ("")'],
    ["1,a\0b,3", "holds a NUL character"],
    ['1,"a\0b",3', "holds a NUL character"],
  ])("the row %s is a problem and the rest goes on", async ([row, reason]) => {
    expect(await told("csv", `${HEADER}a,b,c\n${row}\n"d",e,f\n`)).toEqual([
      '2 {"id":"a","target":"b","note":"c"}',
      `3! ${reason}`,
      '4 {"id":"d","target":"e","note":"f"}',
    ]);
  });

  test("a quote that is never closed costs its own line only", async () => {
    expect(await told("csv", `${HEADER}1,"open,3\n4,5,6\n7,8,9\n`)).toEqual([
      "2! opens a quoted cell that is never closed",
      '3 {"id":"4","target":"5","note":"6"}',
      '4 {"id":"7","target":"8","note":"9"}',
    ]);
  });

  test("so does one that meets the next quoted cell", async () => {
    expect(await told("csv", `${HEADER}1,"open,3\n4,"5",6\n7,"8",9\n`)).toEqual([
      "2! opens a quoted cell that is never closed",
      '3 {"id":"4","target":"5","note":"6"}',
      '4 {"id":"7","target":"8","note":"9"}',
    ]);
  });

  test("and one that meets another stray quote", async () => {
    expect(await told("csv", `${HEADER}1,"open,3\n4,"5",6\n7,"8,9\n`)).toEqual([
      "2! opens a quoted cell that is never closed",
      '3 {"id":"4","target":"5","note":"6"}',
      "4! opens a quoted cell that is never closed",
    ]);
  });

  test("good rows before a bad one in the same batch are kept", async () => {
    const good = Array.from({ length: 50 }, (_, at) => `"${at}",b,c\n`).join("");
    const items = await itemsOf("csv", `${HEADER}${good}"x"y,b,c\n${good}`);
    expect(items).toHaveLength(101);
    expect(items.filter((item) => "problem" in item).map((item) => item.line)).toEqual([52]);
  });

  test("a well-formed record of the wrong length is one problem, however many lines it has", async () => {
    // Its inner lines look like calls and must not become any.
    expect(await told("csv", `${HEADER}1,"x\n2,evil,row\n3"\n4,5,6\n`)).toEqual([
      "2! has 2 cells where the header row names 3 columns",
      '5 {"id":"4","target":"5","note":"6"}',
    ]);
  });

  test("a record over many lines has a limit, too", async () => {
    const line = `${"x".repeat(99)}\n`;
    const [first, ...others] = await told("csv", `${HEADER}1,"`, ...Array(12_000).fill(line));
    expect(first).toBe(`2! opens a quoted cell that is not closed within ${MAX_LINE_BYTES} characters`);
    expect(others).toHaveLength(11_999);
    expect(others.at(-1)).toBe("12001! has 1 cell where the header row names 3 columns");
  });

  test("a bad line within a quoted record", async () => {
    const bad = Buffer.concat([
      Buffer.from(`${HEADER}1,"a\n`),
      Buffer.from([0xff, 0x0a]),
      Buffer.from("4,5,6\n"),
    ]);
    expect(await told("csv", bad)).toEqual([
      "2! opens a quoted cell that is never closed",
      "3! is not UTF-8 text",
      '4 {"id":"4","target":"5","note":"6"}',
    ]);
  });

  test.for<[text: string, message: string]>([
    ["", "calls.csv: is empty; the first row must name the columns"],
    ["\n\n", "calls.csv: is empty; the first row must name the columns"],
    ["id,target,id\n1,2,3\n", "calls.csv:1: columns 1 and 3 are both named id"],
    ["id,,target\n", "calls.csv:1: column 2 of the header row has no name"],
    [
      "id,target,\n1,2,\n",
      "calls.csv:1: column 3 of the header row has no name; where each line ends with a delimiter, write a name behind the last one of the header row, such as rest",
    ],
    ["id,__proto__,target\n", "calls.csv:1: a column may not be named __proto__"],
    [
      "id,target\r1,2\r3,4\r",
      "calls.csv:1: the header row holds carriage returns that end no line; save the file with line feeds at the ends of lines",
    ],
    ['id,"target\n', "calls.csv:1: the header row opens a quoted cell that is never closed"],
    [
      "1,02079460018,2026-10-01\n",
      "calls.csv:1: the header row names none of the call fields target, numberID, external, startDate, startTime, duration; the first row of a CSV file must name its columns (tollbook sniff tells whether another program wrote it)",
    ],
    [
      "1,,02079460018,60,60\n",
      "calls.csv:1: the header row names none of the call fields target, numberID, external, startDate, startTime, duration; the first row of a CSV file must name its columns (tollbook sniff tells whether another program wrote it)",
    ],
    [
      "id;target;startDate\n",
      'calls.csv:1: the header row is one cell, "id;target;startDate"; save the file with commas between cells, or read it by a dialect with "csv": { "delimiter": ";" }',
    ],
    [
      "id\ttarget\tstartDate\n",
      'calls.csv:1: the header row is one cell, "id\\ttarget\\tstartDate"; save the file with commas between cells, or read it by a dialect with "csv": { "delimiter": "\\t" }',
    ],
    [
      '"id,target,startDate"\n',
      'calls.csv:1: the header row is one cell, "id,target,startDate"; quotes go around single cells, not around whole lines',
    ],
    [
      "cli,Startdate,durations,note\n",
      "calls.csv:1: the header row names none of the call fields target, numberID, external, startDate, startTime, duration; the first row of a CSV file must name its columns (tollbook sniff tells whether another program wrote it); column 2, Startdate, is no field of a call and not read; did you mean startDate?; column 3, durations, is no field of a call and not read; did you mean duration?",
    ],
  ])("a file that begins %j cannot be read at all", async ([text, message]) => {
    expect(await failure(told("csv", text))).toBe(`FileError: ${message}`);
  });
});
