/** Every format that is read by a name has its row and its page, and the dialects on these pages can be opened. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { CALL_DIALECTS, readCallDialect } from "../../src/files/index.ts";
import { blocksOf } from "./markdown.ts";
import { readPages } from "./pages.ts";

const pages = await readPages();
const index = pages.find(({ path }) => path === "docs/formats.md")?.text ?? "";

test("formats.md has a row for every preset, with a page that says what it reads", () => {
  const rows = [...index.matchAll(/^\| \[`([^`]+)`\]\(([^)]+)\) \|/gm)];
  expect(rows.map(([, name]) => name).sort()).toEqual([...CALL_DIALECTS.keys()].sort());
  for (const [, name = "", path] of rows) {
    const page = pages.find((one) => one.path === `docs/${path}`);
    expect(page?.text.split("\n")[0], name).toContain(name);
    for (const heading of ["## What must be chosen", "## An example"]) {
      expect(page?.text, name).toContain(heading);
    }
  }
});

test("the dialects of these pages can be opened", async () => {
  const folder = await mkdtemp(join(tmpdir(), "tollbook-dialects-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const dialects = pages
    .filter(({ path }) => path.startsWith("docs/formats/"))
    .flatMap(({ path, text }) => blocksOf(text).map((block) => ({ path, ...block })))
    .filter(({ language, text }) => language === "json" && text.includes('"basedOn"'));
  expect(dialects.length).toBeGreaterThan(5);
  for (const { path, line, text } of dialects) {
    const file = join(folder, `${path.replaceAll("/", "-")}-${line}.json`);
    await writeFile(file, text);
    await expect(readCallDialect(file), `${path}:${line}`).resolves.toBeDefined();
  }
});
