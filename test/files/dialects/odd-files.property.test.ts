/** Files that fit no dialect: whatever the bytes, however they arrive and wherever blocks end, rows are the same. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type CallDialect,
  type CallItem,
  FileError,
  type ReadCallsOptions,
  readCallColumns,
  readCalls,
} from "../../../src/files/index.ts";
import type { CallRecord } from "../../../src/index.ts";
import { atLeast, runs } from "../../properties/runs.ts";
import { cut, pieces } from "../bytes.ts";

const COMMON: CallDialect = {
  zone: "utc",
  passOver: [{ column: "kind", in: ["internal"], why: "did not leave the exchange" }],
  direction: { inbound: [{ column: "kind", in: ["i*"] }], outbound: [{ column: "kind", in: ["o*", ""] }] },
  fields: {
    target: { in: "to", out: "from" },
    external: { in: "from", out: "to" },
    start: { column: "begun", time: ["iso", "epoch s"] },
    duration: { column: "seconds", is: [{ duration: "ms" }] },
  },
};
const COLUMNS = ["kind", "from", "to", "begun", "seconds"];

const csv: fc.Arbitrary<CallDialect> = fc
  .record({
    header: fc.constantFrom("yes", "no", "auto"),
    delimiter: fc.constantFrom(",", ";", "|", "\t", ":"),
    quotes: fc.constantFrom("double", "backslash", "none"),
    skipFirst: fc.constantFrom(0, 0, 1),
    skipAfterHeader: fc.constantFrom(0, 0, 1),
  })
  .map((form) => ({
    ...COMMON,
    reads: "csv",
    csv: form,
    ...(form.header !== "yes" && { columns: COLUMNS, optionalColumns: ["seconds"] }),
  }));
const fixed: CallDialect = {
  ...COMMON,
  reads: "fixed",
  columns: [
    { name: "kind", from: 1, to: 3 },
    { name: "from", from: 5, to: 7 },
    { name: "to", from: 9, to: 12 },
    { name: "begun", from: 14, to: 23 },
    { name: "seconds", from: 25, to: 28 },
  ],
};
const json = fc.constantFrom<CallDialect[]>(
  { ...COMMON, reads: "json" },
  { ...COMMON, reads: "json", records: "/value" },
  { ...COMMON, reads: "jsonl" },
  { ...COMMON, reads: "jsonl", records: "/value" },
);

const HEADER = COLUMNS.join(",");
const ROW = "out,020,07700,2026-10-06T09:00:00,5000";
const FIXED_ROW = "out 020 0770 1791277200 5000";
const RECORD = '{"kind":"in","from":"0","to":"07700","begun":"1791277200"}';
const wholeRows = (row: string): string[] =>
  [row, row.replace(/out|in/, "internal"), row.replace(/out|in/, "x")].map((text) => `${text}\n`);
const rowParts = [
  ...[HEADER, `${HEADER}\n`, ROW, `${ROW}\r\n`, "\n", "\n", "\r\n", "\r", ",", '"', '""', ' "', '"a\nb"'],
  ...["\\", "\\,", "in", "é", "😀", "\ufeff", "\0", " "],
];
const jsonParts = [
  ...[
    RECORD,
    '{"value":[',
    '{"value":{}}',
    "[",
    "]",
    "]}",
    "}",
    ",",
    "\n",
    "\r\n",
    " ",
    "null",
    "7",
    '"',
    "\\",
  ],
  ...['{"kind":{"a":[1,"}\\""]}}', "{", ":", "é", "\ufeff", "\0", '{"__proto__":1}'],
];

/** Whole rows, and odd pieces between them. */
const bytesOf = (parts: readonly string[], row: string): fc.Arbitrary<Buffer> =>
  fc
    .array(
      fc.oneof(
        { weight: 12, arbitrary: fc.constantFrom(...wholeRows(row)).map((text) => Buffer.from(text)) },
        { weight: 6, arbitrary: fc.constantFrom(...parts).map((text) => Buffer.from(text)) },
        { weight: 1, arbitrary: fc.uint8Array({ maxLength: 6 }) },
      ),
      { maxLength: 40 },
    )
    .map((all) => Buffer.concat(all));

/** A file and its dialect. */
const anyFile: fc.Arbitrary<{ readonly dialect: CallDialect; readonly bytes: Buffer }> = fc.oneof(
  csv.chain((dialect) => {
    const delimiter = dialect.csv?.delimiter ?? ",";
    // A colon stands within times as well.
    const isColon = delimiter === ":";
    const parts = isColon ? rowParts : rowParts.map((part) => part.replaceAll(",", delimiter));
    const row = isColon ? "out:020:07700:1791277200:5000" : ROW.replaceAll(",", delimiter);
    return bytesOf(parts, row).map((rows) => {
      const first = Buffer.from(`${COLUMNS.join(delimiter)}\n`);
      return { dialect, bytes: dialect.csv?.header === "yes" ? Buffer.concat([first, rows]) : rows };
    });
  }),
  bytesOf(rowParts, FIXED_ROW).map((bytes) => ({ dialect: fixed, bytes })),
  json.chain((dialect) => bytesOf(jsonParts, RECORD).map((bytes) => ({ dialect, bytes }))),
);

function options(dialect: CallDialect): ReadCallsOptions {
  return { format: "dialect", name: "file", dialect };
}

/** The items of a file, or the message of the FileError that refuses it; anything else that is thrown fails. */
async function itemsOf(
  dialect: CallDialect,
  ...chunks: readonly Uint8Array[]
): Promise<readonly CallItem[] | string> {
  const items: CallItem[] = [];
  try {
    for await (const item of readCalls(pieces(...chunks), options(dialect))) items.push(item);
  } catch (error) {
    expect(error).toBeInstanceOf(FileError);
    return (error as FileError).message;
  }
  return items;
}

/** The calls of a file read in blocks of some bytes, {} for a problem. */
async function rowsOf(
  dialect: CallDialect,
  bytes: Buffer,
  blockBytes: number,
): Promise<readonly CallRecord[] | string> {
  const rows: CallRecord[] = [];
  try {
    for await (const columns of readCallColumns(pieces(bytes), options(dialect), blockBytes)) {
      for (let row = 0; row < columns.length; row++) rows.push(columns.recordOf(row));
    }
  } catch (error) {
    expect(error).toBeInstanceOf(FileError);
    return (error as FileError).message;
  }
  return rows;
}

describe("whatever the bytes and the dialect", () => {
  test("rows are the same however the bytes arrive, in order, and nothing but a FileError is thrown", async () => {
    const seen = { calls: 0, problems: 0, passedOver: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(anyFile, fc.integer({ min: 1, max: 60 }), async ({ dialect, bytes }, size) => {
        const items = await itemsOf(dialect, bytes);
        expect(await itemsOf(dialect, ...cut(bytes, size))).toEqual(items);
        if (typeof items === "string") {
          seen.refused++;
          return;
        }
        for (const [at, item] of items.entries()) {
          expect(item.line).toBeGreaterThanOrEqual(items[at - 1]?.line ?? 1);
          if ("call" in item) seen.calls++;
          else if ("problem" in item) seen.problems++;
          else seen.passedOver++;
        }
      }),
      runs(3_000),
    );
    expect(seen.calls).toBeGreaterThan(atLeast(300));
    expect(seen.problems).toBeGreaterThan(atLeast(1_000));
    expect(seen.passedOver).toBeGreaterThan(atLeast(300));
    expect(seen.refused).toBeGreaterThan(atLeast(20));
  });

  test("blocks of any size give the rows that the whole file gives", async () => {
    await fc.assert(
      fc.asyncProperty(anyFile, fc.integer({ min: 1, max: 200 }), async ({ dialect, bytes }, size) => {
        const items = await itemsOf(dialect, bytes);
        const rows = await rowsOf(dialect, bytes, size);
        if (typeof items === "string") expect(rows).toBe(items);
        else
          expect(rows).toEqual(
            items.flatMap((item) => ("passedOver" in item ? [] : ["call" in item ? item.call : {}])),
          );
      }),
      runs(300),
    );
  });

  test("every line without quotes that is not blank is a row, and each row a call, passed over or a problem", async () => {
    const forms = fc.constantFrom<CallDialect[]>(fixed, {
      ...COMMON,
      reads: "csv",
      columns: COLUMNS,
      csv: { header: "no", quotes: "none" },
    });
    await fc.assert(
      fc.asyncProperty(forms, bytesOf(rowParts, ROW), async (dialect, bytes) => {
        const items = await itemsOf(dialect, bytes);
        const lines = bytes
          .toString("latin1")
          .replace(/^\xef\xbb\xbf/, "")
          .split("\n");
        // A line that is no UTF-8 is a problem; one of white space is nothing.
        const rows = lines.filter((line) => Buffer.from(line, "latin1").toString().trim() !== "");
        if (typeof items !== "string") expect(items).toHaveLength(rows.length);
      }),
      runs(1_000),
    );
  });
});
