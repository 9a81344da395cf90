/** The results of a batch as text (H25): JSON, JSON lines or CSV, page by page. */
import { type ResultLines, resultLines } from "../../files/index.ts";
import { type BatchResult, type BatchRow, callOf, otherAnswers, readResultPage } from "../calls/index.ts";
import type { Store } from "../store/index.ts";

const PAGE_RESULTS = 1_000;

/** The results of a priced batch, in the order of its calls, in a media type. The text never changes later. */
export async function* resultText(
  store: Store,
  batch: BatchRow,
  type: string,
): AsyncGenerator<string, void, undefined> {
  const others = otherAnswers(batch);
  const lines = type === "text/csv" ? resultLines("csv", { discounts: true }) : undefined;
  const isList = type === "application/json";
  if (isList) yield "[";
  if (lines !== undefined) yield lines.header;
  for (let first = 1; first <= batch.read; first += PAGE_RESULTS) {
    const page = {
      first,
      last: Math.min(first + PAGE_RESULTS - 1, batch.read),
      hasCalls: lines !== undefined,
    };
    const results = await store.read((sql) => readResultPage(sql, batch, others, page));
    if (isList) yield `${first === 1 ? "" : ","}${results.map(recordOf).join(",")}`;
    else if (lines === undefined) yield results.map((result) => `${recordOf(result)}\n`).join("");
    else yield results.map((result) => csvRow(lines, result)).join("");
  }
  if (isList) yield "]";
}

function recordOf({ record }: BatchResult): string {
  return record ?? "null";
}

/** The row of a result; of a call that waits, its id and its sent fields. */
function csvRow(lines: ResultLines, { record, stored }: BatchResult): string {
  const result: object = record === undefined ? { id: stored?.id } : JSON.parse(record);
  return lines.of(result, stored === undefined ? {} : callOf(stored));
}
