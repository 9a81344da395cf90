/** Calls as Tollbook's own records: complete, in the order of the documentation, and every row counted. */
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { FIELD_ORDER } from "../../../src/files/call-formats/field-order.ts";
import {
  type ConvertReport,
  convertFile,
  type FileFormat,
  type Output,
  type ReadCallsOptions,
  readCallColumns,
  readCalls,
} from "../../../src/files/index.ts";
import { READABLE_FIELDS } from "../../../src/model/index.ts";

async function* sourceOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

function collected(): Output & { readonly text: () => string } {
  let text = "";
  const done = async (): Promise<void> => undefined;
  return {
    name: "out",
    text: () => text,
    write: (piece) => {
      text += piece;
      return undefined;
    },
    writeBytes: done,
    flush: done,
    complete: done,
    finish: done,
    discard: done,
  };
}

async function converted(
  text: string,
  read: Omit<ReadCallsOptions, "name">,
  format: FileFormat,
): Promise<{ readonly text: string; readonly report: ConvertReport }> {
  const output = collected();
  const report = await convertFile({
    input: { source: sourceOf(text) },
    read: { ...read, name: "calls" },
    output,
    format,
  });
  return { text: output.text(), report };
}

test("fields come in the order of the documentation, columns that are carried along behind them", async () => {
  const { text } = await converted(
    '{"note":"x","duration":91,"__proto_":1,"target":"+44 20","id":7}\n',
    { format: "jsonl" },
    "jsonl",
  );
  expect(text).toBe('{"id":7,"target":"+44 20","duration":91,"note":"x","__proto_":1}\n');
});

test("the order is that of the table of a call's fields, and has every field", async () => {
  const page = await readFile(new URL("../../../docs/calls-and-results.md", import.meta.url), "utf8");
  const table = page.slice(page.indexOf("| field | value | needed |"), page.indexOf("Dates run from"));
  const named = [...table.matchAll(/^\|([^|]*)\|/gm)].flatMap(([, cell = ""]) =>
    [...cell.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name),
  );
  expect(named.length).toBeGreaterThan(20);
  expect(FIELD_ORDER.slice(0, named.length)).toEqual(named);
  expect([...FIELD_ORDER].sort()).toEqual([...READABLE_FIELDS].sort());
});

test("CSV has the columns that occur, wherever they first do, and numbers with a plus as they are", async () => {
  const lines = [
    { target: "+442079460018", note: "=1+1" },
    { id: "a,b", target: "2", more: 'say "x"\u2028' },
    { id: "-x", target: null },
  ];
  const { text, report } = await converted(
    lines.map((line) => `${JSON.stringify(line)}\n`).join(""),
    { format: "jsonl" },
    "csv",
  );
  expect(text).toBe(
    "id,target,note,more\n" + ",+442079460018,'=1+1,\n" + '"a,b",2,,"say ""x""\u2028"\n' + "'-x,,,\n",
  );
  expect(report).toEqual({ read: 3, calls: 3, passedOver: {}, problems: 0, problemsByReason: [] });
});

test("calls that were converted to CSV are read as they were: what made a text harmless is no part of its call", async () => {
  const odd = ["+44 (0)20 7946-0018", "-NW1", "=1+1", "@x", "\tx", "'x", "'", "plain"];
  const calls = odd.map((text) => ({ id: text, target: text, duration: "60", location: text, note: text }));
  const { text } = await converted(
    calls.map((call) => `${JSON.stringify(call)}\n`).join(""),
    { format: "jsonl" },
    "csv",
  );
  const read = { format: "csv", name: "calls" } as const;
  const items: unknown[] = [];
  for await (const item of readCalls(sourceOf(text), read)) items.push("call" in item && item.call);
  expect(items).toEqual(calls);
  const rows: unknown[] = [];
  for await (const columns of readCallColumns(sourceOf(text), read)) {
    for (let row = 0; row < columns.length; row++) rows.push(columns.recordOf(row));
  }
  expect(rows).toEqual(calls.map((call) => expect.objectContaining({ id: call.id, target: call.target })));
});

test("small numbers have plain digits in CSV, so that they are read as the amounts that they were", async () => {
  const calls = '{"id":"1","costCDR":1e-7,"rate":2.5e-9}\n{"id":"2","costCDR":1.25E-3,"rate":6e1}\n';
  const { text } = await converted(calls, { format: "jsonl" }, "csv");
  expect(text).toBe("id,costCDR,rate\n1,0.0000001,0.0000000025\n2,0.00125,60\n");
});

test("a file of no calls is a header, and no JSON line", async () => {
  expect((await converted("", { format: "jsonl" }, "jsonl")).text).toBe("");
  expect((await converted("", { format: "jsonl" }, "csv")).text).toBe(
    "id,target,external,startDate,startTime,duration\n",
  );
});

test("rows that cannot be read are counted by reason with their lines, the most frequent first", async () => {
  const rows = ["id,target,duration", "1,2,3", "1", ...Array.from({ length: 12 }, () => "1,2"), "1,2,3,4"];
  const { report } = await converted(`${rows.join("\n")}\n`, { format: "csv" }, "jsonl");
  expect(report).toEqual({
    read: 15,
    calls: 1,
    passedOver: {},
    problems: 14,
    problemsByReason: [
      {
        reason: "has 2 cells where the header row names 3 columns",
        count: 12,
        lines: [4, 5, 6, 7, 8, 9, 10, 11, 12, 13],
      },
      { reason: "has 1 cell where the header row names 3 columns", count: 1, lines: [3] },
      { reason: "has 4 cells where the header row names 3 columns", count: 1, lines: [16] },
    ],
  });
});

test("of more than 100 reasons the rest are one, and none is lost", async () => {
  const rows = Array.from({ length: 150 }, (_, at) => Array.from({ length: at + 3 }, () => "1").join(","));
  const { report } = await converted(["target,duration", ...rows].join("\n"), { format: "csv" }, "jsonl");
  expect(report.problems).toBe(150);
  expect(report.problemsByReason).toHaveLength(101);
  expect(report.problemsByReason[0]).toMatchObject({ reason: "other reasons", count: 50 });
});
