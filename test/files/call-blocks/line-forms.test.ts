/** Files in which a row is always a line: read from their bytes they give what their records give. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { CallDialect, ReadCallsOptions } from "../../../src/files/index.ts";
import { openBook } from "../../../src/index.ts";
import { runs } from "../../properties/runs.ts";
import { monthFile } from "./any-call-file.ts";
import { scanned } from "./scanned.ts";
import { expectTwoWaysAlike, type How } from "./two-ways.ts";

const book = openBook(JSON.parse(monthFile("book.json").toString()));
const COLUMNS = ["id", "from", "to", "begun", "seconds", "place", "note"];
const WIDTHS = [6, 14, 14, 20, 5, 9, 4];
const USUAL = ["7", "020 7946 0018", "01632 960123", "2026-10-05 09:15:00", "60", "Leeds", "x"];

const SITE: CallDialect = {
  zone: "utc",
  blank: ["\\N"],
  passOver: [{ column: "note", in: ["te,st", "\\N"], why: "was a test" }],
  fields: {
    id: "id",
    target: "from",
    external: "to",
    start: { column: "begun", time: "YYYY-MM-DD HH:mm:ss" },
    duration: "seconds",
    location: "place",
  },
};

const readAs = (dialect: CallDialect): ReadCallsOptions => ({
  format: "dialect",
  name: "calls",
  dialect: { ...SITE, ...dialect },
  book,
});
const delimited = (delimiter: "," | "|" | ";" | "\t", quotes: "backslash" | "none"): ReadCallsOptions =>
  readAs({
    reads: "csv",
    csv: { header: "no", delimiter, quotes },
    columns: COLUMNS,
    optionalColumns: ["note"],
  });
const FIXED = readAs({
  reads: "fixed",
  columns: COLUMNS.map((name, at) => {
    const before = WIDTHS.slice(0, at).reduce((all, width) => all + width, 0);
    return { name, from: before + 1, to: before + (WIDTHS[at] as number) };
  }),
});

const how: How = {
  book,
  results: "csv",
  duplicates: "keep",
  reclassify: false,
  columns: [
    "id",
    "cost",
    ...["id", "target", "external", "startDate", "location", "note"].map((name) => `call.${name}`),
  ],
  blockBytes: 20_000,
  piece: 65_536,
};

const odd = fc
  .array(
    fc.constantFrom(
      "\\",
      "\\",
      '"',
      ",",
      "|",
      ";",
      "N",
      "te",
      "st",
      " ",
      "é",
      "\u{1f4de}",
      "\r",
      "\t",
      "\0",
      "7",
    ),
    {
      maxLength: 5,
    },
  )
  .map((parts) => parts.join(""));
const cells = fc.tuple(
  ...USUAL.map((usual) =>
    fc.oneof(
      { weight: 10, arbitrary: fc.constantFrom(usual, `\\${usual}`, `${usual} `, usual.replace("e", "\\,")) },
      { weight: 1, arbitrary: odd },
      { weight: 1, arbitrary: fc.constant("\\N") },
    ),
  ),
);
const end = fc.constantFrom("\n", "\n", "\r\n", "\\\n", "\n\n", " \n");

test("with backslashes, or without quotes", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(cells, end, fc.nat({ max: 9 })), { minLength: 1, maxLength: 6 }),
      fc.constantFrom<"," | "|" | ";" | "\t">(",", "|", ";", "\t"),
      fc.constantFrom<"backslash" | "none">("backslash", "none"),
      async (rows, delimiter, quotes) => {
        const lines = rows.map(
          ([row, ending, less]) => row.slice(0, less === 0 ? -1 : undefined).join(delimiter) + ending,
        );
        await expectTwoWaysAlike(Buffer.from(lines.join("")), delimited(delimiter, quotes), how);
      },
    ),
    runs(600),
  );
});

test("of fixed widths", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(cells, end), { minLength: 1, maxLength: 6 }), async (rows) => {
      const lines = rows.map(
        ([row, ending]) => row.map((cell, at) => cell.padEnd(WIDTHS[at] as number)).join("") + ending,
      );
      await expectTwoWaysAlike(Buffer.from(lines.join("")), FIXED, how);
    }),
    runs(300),
  );
});

test.for([
  [
    "backslashes",
    delimited(",", "backslash"),
    USUAL.map((cell) => cell.replace("Leeds", "Lee\\,ds")).join(","),
  ],
  ["no quotes", delimited("|", "none"), USUAL.join("|")],
  ["fixed widths", FIXED, USUAL.map((cell, at) => cell.padEnd(WIDTHS[at] as number)).join("")],
] as const)("%s are read from their bytes", async ([, read, line]) => {
  const { rows, careful } = await scanned(Buffer.from(`${line}\n`.repeat(50)), read);
  expect(rows).toBe(50);
  // The first is read with the beginning of the file.
  expect(careful.length).toBeLessThan(2);
});
