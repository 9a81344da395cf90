/** The command lines of the documentation do what it says: what they print, and their exit status. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readBook } from "../../src/files/index.ts";
import { type Invoice, openBook } from "../../src/index.ts";
import { formatBill, formatBillTotals } from "../../src/report/index.ts";
import { blocksOf, examplesOf, isAsPrinted } from "./markdown.ts";
import { inExampleFolder, nameOf, ROOT, readPages } from "./pages.ts";
import { runCommands } from "./run-commands.ts";

const pages = await readPages();

describe("pages", () => {
  for (const page of pages) {
    const examples = examplesOf(page.text, "sh").filter(({ printed }) => printed !== undefined);
    if (examples.length === 0) continue;
    // The commands of a page run one after another in one folder.
    test(`${nameOf(page)}, ${examples.length} examples`, async () => {
      await inExampleFolder();
      for (const { block, printed } of examples) {
        if (printed === undefined) continue;
        const ran = await runCommands(block.text);
        if (!isAsPrinted(ran.printed, printed.text)) {
          expect(ran.printed, `${page.path}:${printed.line}`).toBe(`${printed.text}\n`);
        }
        expect(ran.exitCode, `${page.path}:${block.line}, exit status`).toBe(printed.exitCode);
      }
    });
  }

  test("there are examples", () => {
    expect(pages.flatMap((page) => examplesOf(page.text, "sh")).length).toBeGreaterThan(5);
  });
});

describe("README.md", () => {
  const readme = pages.find(({ path }) => path === "README.md")?.text ?? "";

  test("what npm start prints is what rating and billing the sample month prints", async () => {
    const blocks = blocksOf(readme);
    const at = blocks.findIndex(({ text }) => text.includes("npm start"));
    const shown = blocks[at + 1]?.text.split("\n") ?? [];
    expect(shown.length).toBeGreaterThan(20);
    const id = shown.find((line) => /^Call \S+$/.test(line))?.slice(5) ?? "";
    await inExampleFolder();
    const reseller = join(ROOT, "fixtures", "reseller");
    const sample = [
      `--book "${join(reseller, "book.json")}"`,
      `--calls "${join(reseller, "calls-2026-10.uk-cdr.csv")}" --calls-format uk-cdr`,
      `--dialect "${join(reseller, "northway-dialect.json")}"`,
    ].join(" ");
    const rated = await runCommands(`tollbook rate ${sample} --out rated.jsonl`);
    const explained = await runCommands(`tollbook explain ${sample} --id ${id}`);
    const billed = await runCommands(
      `tollbook bill ${sample} --from 2026-10-01 --to 2026-10-31 --out bills.jsonl`,
    );
    const book = openBook(await readBook(join(reseller, "book.json")));
    const lines = (await readFile("bills.jsonl", "utf8")).trimEnd().split("\n");
    const bills: Invoice[] = lines.map((line) => JSON.parse(line)).filter((line) => "invoiceDate" in line);
    const texts = [formatBillTotals(book, bills), ...bills.map((own) => formatBill(book, own))];
    const printed = new Set(
      [rated.printed, explained.printed, billed.printed, ...texts]
        .flatMap((text) => text.split("\n"))
        .map((line) => line.trimEnd()),
    );
    expect(shown.filter((line) => line !== "…" && !printed.has(line.trimEnd()))).toEqual([]);
  });

  test("the library example is short", () => {
    const [first] = examplesOf(readme, "ts");
    expect(first?.printed).toBeDefined();
    expect(first?.block.text.split("\n").length).toBeLessThan(15);
  });
});

test("a printed block stands behind something that prints it", () => {
  for (const page of pages) {
    const blocks = blocksOf(page.text);
    for (const [at, block] of blocks.entries()) {
      if (!block.isPrinted) continue;
      expect(["ts", "sh"], `${page.path}:${block.line}`).toContain(blocks[at - 1]?.language);
    }
  }
});
