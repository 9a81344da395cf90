import { readFile } from "node:fs/promises";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { csvRows } from "../../src/files/csv-records.ts";
import { type CallItem, FileError } from "../../src/files/index.ts";
import { runs } from "../properties/runs.ts";
import { cut, itemsOf } from "./bytes.ts";

/** Bytes that often come near to being a call file. */
const nearlyCalls = fc
  .array(
    fc.oneof(
      fc.uint8Array({ maxLength: 12 }),
      fc.constantFrom(
        ...['{"id":1}', "\n", "\r\n", '"', '""', ",", "{", "[", "\\", "1,2", "a,b", "\ufeff", "\0"].map(
          (text) => Buffer.from(text),
        ),
      ),
      fc.string({ unit: "binary", maxLength: 6 }).map((text) => Buffer.from(text)),
    ),
    { maxLength: 40 },
  )
  .map((parts) => Buffer.concat(parts));

function linesIn(bytes: Buffer): string[] {
  const lines = bytes
    .toString("latin1")
    .replace(/^\xef\xbb\xbf/, "")
    .split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

function inOrder(items: readonly CallItem[]): boolean {
  return items.every((item, at) => at === 0 || item.line > (items[at - 1]?.line ?? 0));
}

describe("whatever the bytes", () => {
  test("JSON lines: every line that is not blank is a call or a problem, in order", async () => {
    await fc.assert(
      fc.asyncProperty(nearlyCalls, fc.integer({ min: 1, max: 50 }), async (bytes, size) => {
        // Only what is no text at all is refused as a file.
        const items = await itemsOf("jsonl", ...cut(bytes, size)).catch((error: unknown) => {
          expect(error).toBeInstanceOf(FileError);
          return undefined;
        });
        if (items === undefined) return;
        const blank = /^[\s\ufeff]*$/;
        const lines = linesIn(bytes).filter(
          (line) => !blank.test(Buffer.from(line, "latin1").toString("utf8")),
        );
        expect(items).toHaveLength(lines.length);
        expect(inOrder(items)).toBe(true);
      }),
      runs(1500),
    );
  });

  test("CSV: the same items however the bytes arrive, in order, and no line is in two of them", async () => {
    await fc.assert(
      fc.asyncProperty(nearlyCalls, fc.integer({ min: 1, max: 50 }), async (bytes, size) => {
        const file = Buffer.concat([Buffer.from("id,target\n"), bytes]);
        const items = await itemsOf("csv", ...cut(file, size));
        expect(items).toEqual(await itemsOf("csv", file));
        expect(inOrder(items)).toBe(true);
        expect(items.length).toBeLessThanOrEqual(linesIn(file).length - 1);
      }),
      runs(1500),
    );
  });

  test("CSV from the first byte: nothing but a FileError is ever thrown", async () => {
    await fc.assert(
      fc.asyncProperty(nearlyCalls, async (bytes) => {
        await itemsOf("csv", bytes).catch((error: unknown) => expect(error).toBeInstanceOf(FileError));
      }),
      runs(500),
    );
  });

  test("CSV without quotes: lines in are items out", async () => {
    const rows = fc.array(fc.array(fc.stringMatching(/^[a-z0-9 ]{1,5}$/), { minLength: 1, maxLength: 3 }), {
      maxLength: 30,
    });
    await fc.assert(
      fc.asyncProperty(rows, async (cells) => {
        const items = await itemsOf("csv", `id,target\n${cells.map((row) => `${row.join(",")}\n`).join("")}`);
        expect(items.map((item) => ("call" in item ? Object.values(item.call) : undefined))).toEqual(
          cells.map((row) => (row.length === 2 ? row : undefined)),
        );
      }),
      runs(1_000),
    );
  });

  test("CSV: good files are read as csv-parse reads them", async () => {
    const text = fc.string({ unit: fc.constantFrom('"', ",", "\n", "\r\n", "a", "é", " "), maxLength: 6 });
    const isBare = (cell: string): boolean => !/[",\r\n]/.test(cell);
    const cell = fc.tuple(text, fc.boolean()).map(([own, isQuoted]) => ({
      text: own,
      written: isQuoted || !isBare(own) ? `"${own.replaceAll('"', '""')}"` : own,
    }));
    const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), {
      minLength: 1,
      maxLength: 20,
    });
    await fc.assert(
      fc.asyncProperty(rows, fc.constantFrom("\n", "\r\n"), fc.boolean(), async (cells, end, isEnded) => {
        const lines = cells.map((row) => row.map(({ written }) => written).join(","));
        const file = lines.join(end) + (isEnded ? end : "");
        const read: unknown[] = [...csvRows(Buffer.from(file))];
        const parsed: unknown = parse(file, { relax_column_count: true, record_delimiter: ["\r\n", "\n"] });
        expect(read.map((row) => (row as { cells: unknown }).cells)).toEqual(parsed);
        expect(parsed).toEqual(cells.map((row) => row.map((own) => own.text)));
      }),
      runs(1_000),
    );
  });

  test("CSV: any text goes through quotes and comes back, but for the apostrophe before a formula", async () => {
    const asRead = (text: string): string => (/^'[=+@\t\r\n-]/.test(text) ? text.slice(1) : text);
    const cell = fc.string({
      unit: fc.oneof(
        fc.constantFrom('"', ",", "\n", "\r", "'", "=", "a"),
        fc.string({ unit: "grapheme", minLength: 1, maxLength: 1 }),
      ),
      maxLength: 8,
    });
    const writable = cell.filter((text) => !text.includes("\0") && Buffer.from(text).toString() === text);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(writable, writable), { maxLength: 40 }),
        fc.integer({ min: 1, max: 30 }),
        async (rows, size) => {
          const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`;
          const text = `id,target\r\n${rows.map((row) => row.map(quote).join(",")).join("\r\n")}`;
          const items = await itemsOf("csv", ...cut(Buffer.from(text), size));
          expect(
            items.map((item) => ("call" in item ? [item.call.id ?? "", item.call.target ?? ""] : item)),
          ).toEqual(rows.map((row) => row.map(asRead)));
        },
      ),
      runs(1_000),
    );
  });
});

test("the fixture's two formats hold the same calls", async () => {
  const [json, csv] = await Promise.all(
    ["jsonl", "csv"].map((format) =>
      readFile(new URL(`../../fixtures/reseller/calls-2026-10.${format}`, import.meta.url)),
    ),
  );
  const jsonItems = await itemsOf("jsonl", json as Buffer);
  const csvItems = await itemsOf("csv", csv as Buffer);
  expect(jsonItems.length).toBeGreaterThan(1000);
  expect(csvItems.map((item) => item.line - 1)).toEqual(jsonItems.map((item) => item.line));
});
