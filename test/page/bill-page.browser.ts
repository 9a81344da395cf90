/** The page of a bill in a real browser: on paper, on a phone, and with names that would like to act. */
import { readFileSync } from "node:fs";
import type { BookData, Invoice } from "tollbook";
import { expect, test } from "vitest";
import { lowContrasts } from "./low-contrasts.ts";
import { complaints, feetOf, open, scrollsSideways } from "./open-page.ts";

const root = new URL("../../", import.meta.url);

/** The package as it is shipped. */
const { charges, createCallBill, openBook }: typeof import("tollbook") = await import(
  new URL("dist/index.js", root).href
);
const { formatBillPage }: typeof import("tollbook/report") = await import(
  new URL("dist/report.js", root).href
);

const data = JSON.parse(readFileSync(new URL("fixtures/reseller/book.json", root), "utf8")) as BookData;

/** The bill with most lines, of a book that may have been changed. */
function largestBill(book: ReturnType<typeof openBook>): Invoice {
  const days = { from: "2026-10-01", to: "2026-10-31" };
  const { invoices } = createCallBill(book, days).invoices({ charged: charges(book, days.from, days.to) });
  const [largest] = invoices.toSorted((a, b) => b.transactions.length - a.transactions.length);
  if (largest === undefined) throw new Error("the sample has no bills");
  return largest;
}

const book = openBook(data);
const bill = largestBill(book);
const lines = bill.transactions.length;

test("has every line on A4, and is silent", async () => {
  const page = await open(formatBillPage(book, bill));
  await page.emulateMedia({ media: "print" });
  expect(lines).toBeGreaterThan(5);
  expect(await page.locator(".lines tbody tr:visible").count()).toBe(lines);
  expect(await page.locator(".lines thead:visible").count()).toBeGreaterThan(0);
  expect(await feetOf(page)).toEqual(["table-row-group"]);
  // 178 mm, an A4 page within its margins.
  await page.setViewportSize({ width: 673, height: 950 });
  expect(await scrollsSideways(page)).toBe(false);
  expect((await page.pdf({ format: "A4" })).length).toBeGreaterThan(10_000);
  expect(complaints).toEqual([]);
});

test.each([320, 375])("has every amount in sight on a phone %i pixels wide", async (width) => {
  const page = await open(formatBillPage(book, bill), { viewport: { width, height: 800 }, isMobile: true });
  expect(await scrollsSideways(page)).toBe(false);
  const cells = await page.locator("td.amount").all();
  expect(cells.length).toBeGreaterThan(lines);
  for (const cell of cells) {
    const box = await cell.boundingBox();
    expect(box !== null && box.width > 0 && box.x >= 0 && box.x + box.width <= width).toBe(true);
  }
  // A screen reader has the header of every row, also where rows are drawn as grids.
  const accessibility = await page.context().newCDPSession(page);
  const { nodes } = await accessibility.send("Accessibility.getFullAXTree");
  const countOf = (role: string): number => nodes.filter((node) => node.role?.value === role).length;
  expect(countOf("rowheader")).toBe(cells.length);
  expect(await page.evaluate(lowContrasts)).toEqual([]);
  expect(complaints).toEqual([]);
});

test("names that would act are text, and the longest of them breaks", async () => {
  const evil = `</style><script>alert(1)</script>"><img src=x onerror="alert(2)">${"W".repeat(200)}`;
  const hostile = openBook({
    ...data,
    customers: (data.customers ?? []).map((own) => ({ ...own, companyName: evil, address1: evil })),
    features: (data.features ?? []).map((own) => ({ ...own, description: evil })),
  });
  const page = await open(formatBillPage(hostile, largestBill(hostile)), {
    viewport: { width: 320, height: 800 },
  });
  expect(await page.locator("address").innerText()).toContain("<script>alert(1)</script>");
  expect(await page.locator("script, img").count()).toBe(0);
  expect(await scrollsSideways(page)).toBe(false);
  expect(complaints).toEqual([]);
});
