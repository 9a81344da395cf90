/** The sample month, and the month with dearer national calls. */
import { readFileSync } from "node:fs";
import { type BookData, type CallRecord, openBook, type Tariff } from "../../src/index.ts";

const folder = new URL("../../fixtures/reseller/", import.meta.url);

export const DATA = JSON.parse(readFileSync(new URL("book.json", folder), "utf8")) as BookData;
export const BOOK = openBook(DATA);
export const CALLS: readonly CallRecord[] = readFileSync(new URL("calls-2026-10.jsonl", folder), "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line) as CallRecord);

/** The book with other tariffs: `change` gets every one. */
export function withTariffs(change: (tariff: Tariff) => Tariff, data: BookData = DATA): BookData {
  return { ...data, tariffs: (data.tariffs ?? []).map(change) };
}

/** A tariff whose base costs a penny more. */
export function dearer(tariff: Tariff): Tariff {
  return tariff.baseCost === undefined || tariff.baseCost === null || tariff.baseCost === ""
    ? tariff
    : { ...tariff, baseCost: String(Number(tariff.baseCost) + 1) };
}
