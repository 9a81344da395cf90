/** R40 to R44: the sample month with its discount plans against a golden file; renewed like the one beside it. */
import { createReadStream } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { readBook, readCallBatches } from "../../src/files/index.ts";
import { applyDiscounts, type CallResult, createRater, openBook } from "../../src/index.ts";

const path = (name: string): string =>
  fileURLToPath(new URL(`../../fixtures/reseller/${name}`, import.meta.url));

test("R40-R44 the discounted calls and pools of the sample month are those of the golden file", async () => {
  const book = openBook(await readBook(path("book.json")));
  const rater = createRater(book);
  const name = "calls-2026-10.jsonl";
  const results: CallResult[] = [];
  for await (const items of readCallBatches(createReadStream(path(name)), { name, format: "jsonl" })) {
    for (const item of items) if ("call" in item) results.push(rater(item.call, item.line));
  }
  const { calls, pools } = applyDiscounts(book, results);
  const lines = calls.flatMap((call) => {
    if (call.outcome !== "rated" || call.discounts.length === 0) return [];
    const covers = call.discounts.map((own) => `${own.discountPlan} ${own.coveredFraction} ${own.discount}`);
    return [`${call.id} ${call.costBase} ${call.cost} ${covers.join(", ")}`];
  });
  const text = [...lines, ...pools.map((pool) => JSON.stringify(pool)), ""].join("\n");
  await expect(text).toMatchFileSnapshot("discounted-month.golden");
});
