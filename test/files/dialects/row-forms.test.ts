/** The forms in which rows stand in a file: separators, quotes, backslashes, fixed widths, headers, documents of JSON. */
import { describe, expect, test } from "vitest";
import { type CallDialect, type CallItem, FileError, readCalls } from "../../../src/files/index.ts";
import { notCall, pieces } from "../bytes.ts";

const FIELDS: CallDialect = { zone: "utc", fields: { target: "number", external: "called" } };
const COLUMNS = ["number", "called", "note"];

/** What items say, in short: cells that were read, or why there are none. */
async function told(dialect: CallDialect, text: string | Uint8Array): Promise<string[]> {
  const items: CallItem[] = [];
  for await (const item of readCalls(pieces(text), { format: "dialect", name: "calls", dialect }))
    items.push(item);
  return items.map((item) => {
    if (!("call" in item)) return `${item.line}! ${notCall(item)}`;
    const { target, external, note, ...more } = item.call as Record<string, string>;
    expect(more).toEqual({});
    return `${item.line} ${[target, external, note].map((cell) => cell ?? "").join("|")}`;
  });
}

async function refusal(dialect: CallDialect, text: string): Promise<string> {
  return told(dialect, text).then(
    (items) => `items: ${items.join("\n")}`,
    (error: unknown) => (error instanceof FileError ? error.message : String(error)),
  );
}

function csv(form: CallDialect["csv"], more: CallDialect = {}): CallDialect {
  return { ...FIELDS, reads: "csv", csv: { header: "no", ...form }, columns: COLUMNS, ...more };
}

describe("CSV", () => {
  test.each<[what: string, form: CallDialect["csv"], text: string, items: string[]]>([
    ["with a space before quotes", {}, '"1","2", "a, b"\n1,2,  "x ""y"""\n', ["1 1|2|a, b", '2 1|2|x "y"']],
    ["with a line break behind such a quote", {}, '1,2, "a\nb"\n3,4,c\n', ["1 1|2|a\nb", "3 3|4|c"]],
    [
      "with a quote that is not closed",
      {},
      '1,2, "a\n3,4,c\n',
      ["1! opens a quoted cell that is never closed", "2 3|4|c"],
    ],
    ["with spaces and no quote", {}, '1, 2 ,\n , ,"x"\n', ["1 1|2|", "2 ||x"]],
    ["without quotes", { quotes: "none" }, '"1,2,"a"\n1,2,""\n', ['1 "1|2|"a"', '2 1|2|""']],
    ["with bars", { delimiter: "|", quotes: "none" }, "1|2|a,b\n", ["1 1|2|a,b"]],
    ["with tabs", { delimiter: "\t" }, '1\t2\t"a\tb"\n', ["1 1|2|a\tb"]],
    ["with colons", { delimiter: ":" }, "1:2:a\n", ["1 1|2|a"]],
    [
      "with backslashes",
      { quotes: "backslash" },
      '1,2,a\\,b\n1,2,"a\\"b,\\\\"\n1,"\\2",\\N\n',
      ["1 1|2|a,b", '2 1|2|a"b,\\', "3 1|2|\\N"],
    ],
    [
      "with a backslash at the end",
      { quotes: "backslash" },
      "1,2,a\\\n3,4,b\n",
      ["1! ends with a backslash, which stands for nothing", "2 3|4|b"],
    ],
    [
      "with backslashes and a quote that is not closed",
      { quotes: "backslash" },
      '1,2,"a\n3,4,b\n',
      ["1! opens a quoted cell that is not closed in its line", "2 3|4|b"],
    ],
    [
      "with backslashes and text behind a quote",
      { quotes: "backslash" },
      '1,2,"a"b\n',
      ['1! has text after a quoted cell; a quote within a quoted cell is written \\"'],
    ],
    ["with lines before it", { skipFirst: 2 }, 'CDR report "of\n\u0000\n1,2,a\n', ["3 1|2|a"]],
    ["with nothing but lines before it", { skipFirst: 5 }, "a\nb\n", []],
    [
      "with blank lines, Windows line ends and a byte order mark",
      {},
      "\ufeff1,2,a\r\n\r\n3,4,b\r\n",
      ["1 1|2|a", "3 3|4|b"],
    ],
    [
      "with a comma too many",
      {},
      "1,2,a,b\n1,2,a,,\n1,2\n",
      ["1! has 4 cells where there are 3 columns", "2 1|2|a", "3! has 2 cells where there are 3 columns"],
    ],
    ["with a NUL", { quotes: "none" }, "1,2,a\0\n3,4,b\n", ["1! holds a NUL character", "2 3|4|b"]],
    ["empty", {}, "", []],
  ])("%s", async (_what, form, text, items) => {
    expect(await told(csv(form), text)).toEqual(items);
  });

  test("bytes that are no text cost their line", async () => {
    const bytes = Buffer.concat([
      Buffer.from("1,2,a\n1,2,"),
      Buffer.from([0xff, 0xfe]),
      Buffer.from("\n3,4,b\n"),
    ]);
    for (const quotes of ["double", "none", "backslash"] as const)
      expect(await told(csv({ quotes }), bytes)).toEqual(["1 1|2|a", "2! is not UTF-8 text", "3 3|4|b"]);
  });

  test("the last columns may be optional", async () => {
    const dialect = csv({}, { optionalColumns: ["note"] });
    expect(await told(dialect, "1,2\n1,2,a\n1\n")).toEqual([
      "1 1|2|",
      "2 1|2|a",
      "3! has 1 cell where there are 2 to 3 columns",
    ]);
  });
});

describe("a header", () => {
  const named: CallDialect = { ...FIELDS, reads: "csv" };

  test.each<[what: string, dialect: CallDialect, text: string, items: string[]]>([
    ["in another order and spelling", named, "note,CALLED,Num_ber\na,2,1\n", ["2 1|2|a"]],
    [
      "with another name",
      { ...named, headerNames: { "Calling Party": "number" } },
      "calling-party,called,note\n1,2,a\n",
      ["2 1|2|a"],
    ],
    ["with empty cells at its end", named, "number,called,note,,\n1,2,a,,\n3,4,b\n", ["2 1|2|a", "3 3|4|b"]],
    [
      "with a line behind it",
      { ...named, csv: { skipAfterHeader: 1 } },
      'number,called,note\nINTEGER,INTEGER,"TEXT\n1,2,a\n',
      ["3 1|2|a"],
    ],
    [
      "that comes once more",
      named,
      "number,called,note\n1,2,a\nnumber,called,NOTE\r\n3,4,b\n",
      ["2 1|2|a", "4 3|4|b"],
    ],
    ["that is looked for and there", csv({ header: "auto" }), "called,number,note\n2,1,a\n", ["2 1|2|a"]],
    ["that is looked for and not there", csv({ header: "auto" }), "1,2,a\n", ["1 1|2|a"]],
    [
      "that is looked for behind a row that cannot be read",
      csv({ header: "auto" }),
      '1,2"\ncalled,number,note\n2,1,a\n',
      [
        '1! has a quote in a cell that does not begin with one; quote the whole cell and write the quote twice ("")',
        "3 1|2|a",
      ],
    ],
  ])("%s", async (_what, dialect, text, items) => {
    expect(await told(dialect, text)).toEqual(items);
  });

  test.each<[what: string, dialect: CallDialect, text: string, reason: RegExp]>([
    ["that is missing", named, "", /^calls: is empty; its first row must name the columns$/],
    ["that cannot be read", named, '"number,called\n', /^calls:1: the header row opens a quoted cell/],
    ["without a column", named, "number,caller\n1,2\n", /^calls:1: has no column "called"/],
    [
      "that names a column twice",
      named,
      "number,called,Called\n1,2,3\n",
      /^calls:1: names the column called twice$/,
    ],
    [
      "with other columns later",
      { ...named, fields: { ...FIELDS.fields, extension: "note" } },
      "number,called,note\n1,2,a\ncalled,number,note\n",
      /^calls:3: is a header with other columns than the header in line 1: column 1 is "called" here, and there it is "number"; read the lines from here on as a file of their own$/,
    ],
    [
      "with carriage returns alone",
      named,
      "number,called\r1,2\r",
      /^calls:1: the header row holds carriage returns/,
    ],
  ])("%s is refused", async (_what, dialect, text, reason) => {
    expect(await refusal(dialect, text)).toMatch(reason);
  });
});

test("fixed widths count characters", async () => {
  const dialect: CallDialect = {
    ...FIELDS,
    reads: "fixed",
    columns: [
      { name: "number", from: 1, to: 3 },
      { name: "note", from: 5, to: 8 },
      { name: "called", from: 9, to: 11 },
    ],
  };
  const text = "123 ab  456\r\n1     c 4  \n   \n123 é😀ü 456 more\n12\n1\0\n";
  expect(await told(dialect, text)).toEqual([
    "1 123|456|ab",
    "2 1|4|c",
    "4 123|456|é😀ü",
    "5 12||",
    "6! holds a NUL character",
  ]);
});

describe("JSON", () => {
  const json: CallDialect = { ...FIELDS, reads: "json" };
  const call = (number: string) => `{"number":"${number}","called":2,"note":"a","deep":{"list":[{"x":1}]}}`;

  test.each<[what: string, dialect: CallDialect, text: string, items: string[]]>([
    ["a list", json, `[${call("1")},${call("3")}]`, ["1 1|2|a", "2 3|2|a"]],
    ["documents", json, `${call("1")}\n${call("3")}`, ["1 1|2|a", "2 3|2|a"]],
    [
      "pages",
      { ...json, records: "/value" },
      `{"value":[${call("1")}]}{"value":[${call("3")}],"next":null}`,
      ["1 1|2|a", "2 3|2|a"],
    ],
    ["lines", { ...FIELDS, reads: "jsonl" }, `${call("1")}\n\n${call("3")}\n`, ["1 1|2|a", "3 3|2|a"]],
    [
      "lines with lists",
      { ...FIELDS, reads: "jsonl", records: "/v" },
      `{"v":[${call("1")},${call("3")}]}\n{}\n`,
      ["1 1|2|a", "1 3|2|a", "2! has no list of calls at /v"],
    ],
    [
      "what is no call",
      json,
      `[1,null,"x",[${call("1")}],${call("3")}]`,
      [
        "1! is not a JSON object; each call is one",
        "2! is not a JSON object; each call is one",
        "3! is not a JSON object; each call is one",
        "4! is not a JSON object; each call is one",
        "5 3|2|a",
      ],
    ],
    [
      "what is no JSON",
      json,
      `[{"number":tru},{"number" "1"},${call("3")}]`,
      [
        "1! tru is not a value; write texts in double quotes",
        '2! expected a colon after the field name, found "\\""',
        "3 3|2|a",
      ],
    ],
    [
      "too deep a record",
      json,
      `[{"deep":${"[".repeat(80)}${"]".repeat(80)}},${call("3")}]`,
      ["1! nests more than 64 levels deep", "2 3|2|a"],
    ],
    [
      "a forbidden name",
      json,
      `[{"__proto__":"x","number":"1"},{"a":{"__proto__":1},"number":"1"}]`,
      ["1! __proto__ is not allowed as a field name", "2 1||"],
    ],
    [
      "a path",
      { ...FIELDS, reads: "json", fields: { target: "a/b", external: "c/1/d", extension: "c/length" } },
      '[{"a":{"b":"1"},"c":[0,{"d":"2"}]}]',
      ["1 1|2|"],
    ],
    [
      "a path through what is inherited",
      { ...FIELDS, reads: "json", fields: { target: "a/constructor/name", external: "a/b" } },
      '[{"a":{"b":"2"}}]',
      ["1 |2|"],
    ],
  ])("%s", async (_what, dialect, text, items) => {
    expect(await told(dialect, text)).toEqual(items);
  });

  test("one giant text costs its record", async () => {
    const text = `[{"note":"${"x".repeat(3_000_000)}"},${call("3")}]`;
    expect(await told(json, text)).toEqual(["1! is longer than 1048576 bytes", "2 3|2|a"]);
  });

  test.each<[what: string, dialect: CallDialect, text: string, reason: string]>([
    [
      "half a document",
      json,
      `[${call("1")},{"number"`,
      "calls: ends within a JSON document, behind 2 calls; it was cut short",
    ],
    ["no list", { ...json, records: "/value" }, '{"error":"none"}', "calls: has no list of calls at /value"],
    ["nothing", json, "", "calls: is empty; it has no JSON document"],
  ])("%s is refused", async (_what, dialect, text, reason) => {
    expect(await refusal(dialect, text)).toBe(reason);
  });
});
