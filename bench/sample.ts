/** The sample month and its book, as the fixtures hold them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { BookData, CallRecord } from "tollbook";

const FOLDER = join(process.cwd(), "fixtures", "reseller");

export function sampleBook(): BookData {
  return JSON.parse(readFileSync(join(FOLDER, "book.json"), "utf8")) as BookData;
}

export function sampleCalls(): readonly CallRecord[] {
  const lines = readFileSync(join(FOLDER, "calls-2026-10.jsonl"), "utf8").trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line) as CallRecord);
}
