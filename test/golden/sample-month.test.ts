/**
 * R30: the sample month in all its formats against a golden file, every call's outcome and costs. A change
 * here is a change of amounts: it belongs into CHANGELOG.md, and the file is renewed with `npx vitest run
 * test/golden -u`.
 */
import { createReadStream } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { readBook, readCallBatches, readDialect, readUkCdrCalls } from "../../src/files/index.ts";
import { type CallResult, createRater, openBook, toRecord } from "../../src/index.ts";

const path = (name: string): string =>
  fileURLToPath(new URL(`../../fixtures/reseller/${name}`, import.meta.url));
const book = openBook(await readBook(path("book.json")));

/** One line a call: what identifies it in every format, then what it costs or why it does not. */
function summary(call: { readonly carrierCallID?: unknown }, result: CallResult): string {
  const record = toRecord(result);
  const name = String(call.carrierCallID ?? record.id ?? record.line);
  if ("error" in record) return `${name} ${record.error} ${record.field ?? ""}`.trimEnd();
  if ("ignored" in record) return `${name} ignored`;
  const used = `${record.chargedDuration} s ${record.chargedBytes} B ${record.chargedEvents}`;
  return `${name} ${record.tariffID} ${record.tariffTypeUsed} ${record.tariffTime} ${record.method} ${used} ${record.costBase} ${record.costCarrier} ${record.costCDR}`;
}

async function rated(format: "jsonl" | "csv" | "uk-cdr"): Promise<string> {
  const rater = createRater(book);
  const name = `calls-2026-10.${format === "uk-cdr" ? "uk-cdr.csv" : format}`;
  const source = createReadStream(path(name));
  const batches =
    format === "uk-cdr"
      ? readUkCdrCalls(source, { name, dialect: await readDialect(path("northway-dialect.json")) })
      : readCallBatches(source, { name, format });
  const lines: string[] = [];
  for await (const items of batches) {
    for (const item of items) {
      if (!("call" in item)) lines.push(`line ${item.line} could not be read`);
      else lines.push(summary(item.call, rater(item.call, item.line)));
    }
  }
  return `${lines.join("\n")}\n`;
}

describe("R30 the sample month", () => {
  test("JSON lines give the golden file", async () => {
    await expect(await rated("jsonl")).toMatchFileSnapshot("sample-month.golden");
  });

  test("CSV gives the same", async () => {
    expect(await rated("csv")).toBe(await rated("jsonl"));
  });

  test("the UK standard CDR gives the same costs, call by call", async () => {
    // A duplicate id is a duplicate RecordID there, which is the carrier's call id.
    const costs = (text: string): string[] => text.split("\n").map((line) => line.split(" ").slice(1).join(" "));
    const [fromCdr, fromLines] = [costs(await rated("uk-cdr")), costs(await rated("jsonl"))];
    const differing = fromLines.filter((line, at) => line.replace(/ id$| carrierCallID$/, "") !== fromCdr[at]?.replace(/ id$| carrierCallID$/, ""));
    expect(fromCdr.length).toBe(fromLines.length);
    expect(differing).toEqual([]);
  });
});
