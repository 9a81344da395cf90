/** Columns say what `rateCall` says, on the sample month and on what columns cannot hold (R1 to R31). */
import { readFileSync } from "node:fs";
import { test } from "vitest";
import { type BookData, type CallRecord, openBook } from "../../src/index.ts";
import { expectColumnsAsCalls } from "./columns-as-calls.ts";

const FOLDER = new URL("../../fixtures/reseller/", import.meta.url);
const sample = openBook(JSON.parse(readFileSync(new URL("book.json", FOLDER), "utf8")) as BookData);
const month = readFileSync(new URL("calls-2026-10.jsonl", FOLDER), "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line) as CallRecord);

test("R30 the sample month, classified as recorded and anew", () => {
  const rated = expectColumnsAsCalls(sample, month);
  expectColumnsAsCalls(sample, month, true, rated);
});
