import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  CALL_DIALECTS,
  type CallDialect,
  type CallItem,
  FileError,
  listFormats,
  readCallBatches,
  UK_CDR_COLUMNS,
  type UkCdrDialect,
} from "../../../src/files/index.ts";
import { asCallDialect, openDialect } from "../../../src/files/uk-cdr/index.ts";
import { runs } from "../../properties/runs.ts";
import { cut, failure, pieces } from "../bytes.ts";
import { callText, itemsOf, row, told } from "./rows.ts";

const HEADER = UK_CDR_COLUMNS.join(",");
const FIRST = row({ "Customer Identifier": "0113", RecordID: "a" });
const SECOND = row({ "Customer Identifier": "0114", RecordID: "b" });
const call = (line: number, target: string, id: string) => callText(line, { target, id, carrierCallID: id });
const BOTH = [call(1, "0113", "a"), call(2, "0114", "b")];
const BOTH_BELOW = [call(2, "0113", "a"), call(3, "0114", "b")];

describe("the header", () => {
  test.each<[string, UkCdrDialect["header"], string, string[]]>([
    ["none", "auto", `${FIRST}\n${SECOND}\n`, BOTH],
    ["none", "no", `${FIRST}\n${SECOND}\n`, BOTH],
    ["there", "auto", `${HEADER}\n${FIRST}\n${SECOND}\n`, BOTH_BELOW],
    ["there", "yes", `${HEADER}\n${FIRST}\n${SECOND}\n`, BOTH_BELOW],
    ["quoted", "auto", `"${UK_CDR_COLUMNS.join('","')}"\n${FIRST}\n${SECOND}\n`, BOTH_BELOW],
    ["shouted", "auto", `${HEADER.toUpperCase()}\n${FIRST}\n${SECOND}\n`, BOTH_BELOW],
    ["behind a byte order mark", "auto", `\ufeff${HEADER}\r\n${FIRST}\r\n${SECOND}`, BOTH_BELOW],
    [
      "behind a line that cannot be read",
      "auto",
      `\0\n${HEADER}\n${FIRST}\n`,
      ["1! holds a NUL character", call(3, "0113", "a")],
    ],
    [
      "repeated where files were joined",
      "auto",
      `${HEADER}\n${FIRST}\n${HEADER}\n${SECOND}\n`,
      [call(2, "0113", "a"), call(4, "0114", "b")],
    ],
    [
      "repeated in other letters, with empty cells behind it",
      "auto",
      `${HEADER}\n${FIRST}\n${HEADER.toUpperCase()},, ,\n"${HEADER.replaceAll(",", '","')}"\n${SECOND}\n`,
      [call(2, "0113", "a"), call(5, "0114", "b")],
    ],
    [
      "behind rows without one",
      "auto",
      `${FIRST}\n\ufeff${HEADER}\n${SECOND}\n`,
      [call(1, "0113", "a"), call(3, "0114", "b")],
    ],
    ["with spaces behind its last name", "auto", `${HEADER}, , \n${FIRST}, \n${SECOND}\n`, BOTH_BELOW],
    ["alone", "yes", `${HEADER}\n`, []],
    ["not needed for nothing", "auto", "", []],
  ])("%s, dialect %s", async (_, header, text, expected) => {
    expect(await told({ header }, text)).toEqual(expected);
  });

  test("a later one with other columns is refused, and no row is read by the first", async () => {
    const [first, second, ...others] = UK_CDR_COLUMNS;
    const turned = [second, first, ...others].join(",");
    const refused = (line: number, of: string, place: string): string =>
      `FileError: calls.txt:${line}: is a header with other columns than ${of}: ${place}; ` +
      "read the lines from here on as a file of their own";
    const header = "the header in line 1";
    expect(await failure(told(undefined, `${HEADER}\n${FIRST}\n${turned}\n${SECOND}\n`))).toBe(
      refused(3, header, 'column 1 is "Call Cause" here, and there it is "Call Type"'),
    );
    expect(await failure(told(undefined, `${FIRST}\n${turned}\n${SECOND}\n`))).toBe(
      refused(2, "the dialect's columns", 'column 1 is "Call Cause" here, and there it is "Call Type"'),
    );
    expect(await failure(told(undefined, `${HEADER}\n${HEADER},Sales prices\n`))).toBe(
      refused(2, header, 'column 43 is "Sales prices" here, and there there is none'),
    );
    expect(await failure(told(undefined, `${HEADER}\nRecordID,Duration,Salesprice\n`))).toContain(
      "calls.txt:2: is a header",
    );
    // A dialect that says that there is none has the last word.
    expect(await told({ header: "no" }, `${FIRST}\nRecordID,Duration,Salesprice\n${SECOND}\n`)).toHaveLength(
      3,
    );
  });

  test("a call whose cells hold names of columns is a call", async () => {
    const dated = row({ "Call Date": "01/10/2026", Description: "Duration", DDI: "Salesprice", APN: "VAT" });
    expect(await told(undefined, `${HEADER}\n${dated}\n`)).toEqual([
      callText(2, { startDate: "2026-10-01", location: "Duration", DDI: "Salesprice", APN: "VAT" }),
    ]);
    const names = ["Call Date", "Duration", "RecordID", "Carrier"].join(",");
    expect(await told({ header: "yes" }, `${names}\n01/10/2026,Duration,RecordID,Carrier\n`)).toEqual([
      callText(2, {
        startDate: "2026-10-01",
        duration: "Duration",
        id: "RecordID",
        carrierCallID: "RecordID",
        carrier: "Carrier",
      }),
    ]);
  });

  test("lines that end with carriage returns alone are refused", async () => {
    expect(await failure(told(undefined, `${HEADER}\r${FIRST}\r`))).toBe(
      "FileError: calls.txt:1: the header row holds carriage returns that end no line; save the file with line feeds at the ends of lines",
    );
    expect(await told(undefined, `${FIRST}\r${SECOND}\r`)).toEqual([
      "1! has 83 cells where there are 42 columns, and carriage returns that end no line; lines end with line feeds",
    ]);
  });

  test("its order counts, and other names for the columns are known", async () => {
    const text = "Record ID,Non-Charged Party,Customer Identifier\nr1,0114,0113\n";
    expect(await told(undefined, text)).toEqual([
      callText(2, { id: "r1", carrierCallID: "r1", external: "0114", target: "0113" }),
    ]);
  });

  test("a dialect's own names and columns", async () => {
    const dialect: UkCdrDialect = {
      headerNames: { "Billed line": "Customer Identifier" },
      fields: { Messages: "events", Region: null },
    };
    expect(await told(dialect, "Billed line,messages,Duration,REGION\n0113,2,0,North\n")).toEqual([
      callText(2, { target: "0113", events: "2", duration: "0", Region: "North" }),
    ]);
    expect(await failure(told(dialect, "Billed line,messages,Duration\n"))).toBe(
      'FileError: calls.txt:1: has no column "Region"',
    );
  });

  test("a name that means nothing is an error with the nearest one", async () => {
    const text = "Customer Identifier,Duration,Sales prices,RecordID,RecordID\n";
    expect(await failure(told({ header: "yes" }, text))).toBe(
      'FileError: calls.txt:1: column 3 of the header row: "Sales prices" is not a column of its dialect; ' +
        'did you mean "Salesprice"?; the header row names RecordID twice',
    );
  });

  test("where there must be one, there is one", async () => {
    expect(await failure(told({ header: "yes" }, ""))).toBe(
      "FileError: calls.txt: is empty; its first row must name the columns",
    );
    expect(await failure(told({ header: "yes" }, `${FIRST}\n`))).toContain(
      "calls.txt:1: column 1 of the header row",
    );
    expect(await failure(told({ header: "yes" }, "\0\n"))).toBe(
      "FileError: calls.txt:1: the header row holds a NUL character",
    );
  });
});

describe("rows", () => {
  test.each([
    ["CR LF, without an end", `${FIRST}\r\n${SECOND}`, BOTH],
    ["blank lines between", `${FIRST}\n\n\r\n${SECOND}\n`, [call(1, "0113", "a"), call(4, "0114", "b")]],
    ["a comma behind the last column", `${FIRST},\n${SECOND},,\n`, BOTH],
    ["spaces behind the last column", `${FIRST}, \n${SECOND}, ,\t,\u00a0 \n`, BOTH],
    [
      "a last line cut short",
      `${FIRST}\n${SECOND.slice(0, 20)}`,
      [BOTH[0], "2! has 17 cells where there are 42 columns"],
    ],
    ["a cell too many", `${FIRST},x\n${SECOND}\n`, ["1! has 43 cells where there are 42 columns", BOTH[1]]],
    ["a trailer", `${FIRST}\nTRAILER\n`, [BOTH[0], "2! has 1 cell where there are 42 columns"]],
    [
      "a quote never closed",
      `${FIRST}\n"${SECOND}`,
      [BOTH[0], "2! opens a quoted cell that is never closed"],
    ],
  ])("%s", async (_, text, expected) => {
    expect(await told({ header: "no" }, text)).toEqual(expected);
  });

  test("a quoted cell holds delimiters, quotes and line breaks", async () => {
    const text = `${row({ Description: 'a "b",\nc\r\nd', RecordID: "1" })}\n${SECOND}\n`;
    expect(await told({ header: "no" }, text)).toEqual([
      callText(1, { location: 'a "b",\nc\r\nd', id: "1", carrierCallID: "1" }),
      call(4, "0114", "b"),
    ]);
  });

  test.each([";", "|", "\t"] as const)("delimiter %j", async (delimiter) => {
    const dialect: UkCdrDialect = { delimiter, columns: ["RecordID", "Description", "Salesprice"] };
    const text = ["a", '"x, y"', "1"].join(delimiter);
    expect(await told(dialect, `${text}\n${["b", "x, y", "1"].join(delimiter)}\n`)).toEqual([
      callText(1, { id: "a", carrierCallID: "a", location: "x, y", costCDR: "100" }),
      callText(2, { id: "b", carrierCallID: "b", location: "x, y", costCDR: "100" }),
    ]);
  });

  test("a carrier's own order of columns", async () => {
    const columns = ["RecordID", "Call Date", "Customer Identifier", "Cost centre"];
    expect(await told({ columns, fields: { "Cost centre": null } }, "r,01/10/2026,0113,7\n")).toEqual([
      callText(1, {
        id: "r",
        carrierCallID: "r",
        startDate: "2026-10-01",
        target: "0113",
        "Cost centre": "7",
      }),
    ]);
  });
});

test("the preset uk-cdr says what fcs-v3 does", () => {
  const { about: _, ...said } = CALL_DIALECTS.get("uk-cdr") ?? {};
  expect({ ...said, set: {} }).toEqual(asCallDialect(openDialect("fcs-v3")));
});

test("the preset that is printed in the language of all dialects reads the same", async () => {
  const preset = listFormats().find(({ name }) => name === "uk-cdr")?.preset as CallDialect;
  const cells = {
    "Call Date": "1/10/2026",
    "Call Time": "90807",
    Salesprice: ".01",
    "NGCS Access Charge": "0",
  };
  const text = `${HEADER}\n${row({ ...cells, "Time Band": "1", RecordID: "a" })}\n${SECOND}\nTRAILER\n`;
  const read: CallItem[] = [];
  for await (const items of readCallBatches(pieces(text), {
    format: "dialect",
    name: "calls.txt",
    dialect: preset,
  }))
    read.push(...items);
  expect(read).toEqual(await itemsOf(undefined, text));
});

describe("whatever the bytes", () => {
  const nearlyRows = fc
    .array(
      fc.oneof(
        fc.uint8Array({ maxLength: 12 }).map((bytes) => Buffer.from(bytes)),
        fc
          .constantFrom(
            HEADER,
            FIRST,
            SECOND,
            "\n",
            "\r\n",
            '"',
            '""',
            ",",
            ",,,,",
            "\ufeff",
            "\0",
            "01/10/2026",
          )
          .map((text) => Buffer.from(text)),
      ),
      { maxLength: 30 },
    )
    .map((parts) => Buffer.concat(parts));

  test("every line becomes a call or a problem, in order, or the file is refused", async () => {
    await fc.assert(
      fc.asyncProperty(
        nearlyRows,
        fc.integer({ min: 1, max: 60 }),
        fc.constantFrom("auto", "yes", "no"),
        fc.constantFrom("answer", "ring"),
        async (bytes, size, header, timeIs) => {
          try {
            const items = await itemsOf({ header, timeIs }, ...cut(bytes, size));
            const whole = await itemsOf({ header, timeIs }, bytes);
            expect(items).toEqual(whole);
            for (const [at, { line }] of items.entries()) {
              expect(line).toBeGreaterThan(items[at - 1]?.line ?? 0);
            }
          } catch (error) {
            expect(error).toBeInstanceOf(FileError);
          }
        },
      ),
      runs(1_000),
    );
  });

  test("lines without quotes: as many items as lines that are not blank", async () => {
    const lines = fc.array(fc.string({ unit: fc.constantFrom("a", ",", "1", "/", " ") }), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(lines, async (texts) => {
        const items = await itemsOf({ header: "no" }, texts.join("\n"));
        expect(items).toHaveLength(texts.filter((text) => text !== "").length);
      }),
      runs(1_000),
    );
  });
});
