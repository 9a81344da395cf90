/** R60 to R78: the sample reseller's bills of October against a golden file; renewed like the one beside it. */
import { createReadStream } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { readBook, readCallBatches } from "../../src/files/index.ts";
import { applyDiscounts, type CallResult, charges, createRater, invoices, openBook } from "../../src/index.ts";
import { formatBill, formatBillTotals } from "../../src/report/index.ts";

const path = (name: string): string =>
  fileURLToPath(new URL(`../../fixtures/reseller/${name}`, import.meta.url));
const [from, to] = ["2026-10-01", "2026-10-31"];

describe("the sample reseller's bills of October", async () => {
  const book = openBook(await readBook(path("book.json")));
  const rater = createRater(book);
  const name = "calls-2026-10.jsonl";
  const results: CallResult[] = [];
  for await (const items of readCallBatches(createReadStream(path(name)), { name, format: "jsonl" })) {
    for (const item of items) if ("call" in item) results.push(rater(item.call, item.line));
  }
  const { calls } = applyDiscounts(book, results);
  const bills = invoices(book, { charged: charges(book, from, to), rated: calls, from, to });

  test("R60-R78 are those of the golden file", async () => {
    const texts = [formatBillTotals(book, bills.invoices), ...bills.invoices.map((own) => formatBill(book, own))];
    await expect(texts.join("\n")).toMatchFileSnapshot("october-bills.golden");
  });

  test("R77 a number that spent less than its minimum pays the rest", () => {
    const own = bills.invoices.flatMap(({ transactions }) =>
      transactions.filter((line) => line.numberID === "1001" && line.featureID === null),
    );
    expect(own.map((line) => [line.transactionSource, line.transactionValue])).toEqual([
      ["calls", "0.59"],
      ["calls", "0.2"],
      ["minimum", "4.21"],
    ]);
  });

  test("R78 everybody has a bill, one with a reverse charge and one with two VAT rates", () => {
    expect(bills.errors).toEqual([]);
    expect(bills.invoices.map((own) => own.customerID)).toEqual(["1", "2", "3", "4", "5", "6", "7", "8"]);
    const reverse = bills.invoices.filter((own) => own.invoiceReverseVAT !== "0");
    expect(reverse.map((own) => [own.customerID, own.invoiceVAT, own.total === own.invoiceAmount])).toEqual([
      ["3", "0", true],
    ]);
    const rates = bills.invoices.map(
      ({ transactions }) => new Set(transactions.map((line) => line.transactionVATRate)).size,
    );
    expect(rates).toEqual([1, 1, 1, 1, 1, 1, 2, 1]);
  });
});
