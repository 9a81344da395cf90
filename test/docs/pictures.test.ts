/** The pictures of the documentation, which `npm run pictures` takes: each is shown somewhere, and is small. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "./pages.ts";

const DOCS = join(ROOT, "docs");
const PNG = "89504e470d0a1a0a";
const MOST_BYTES = 150_000;

test("every picture is a small PNG that a page shows with words for it, and every picture shown is there", async () => {
  const pages = (await readdir(DOCS)).filter((name) => name.endsWith(".md"));
  const texts = await Promise.all(pages.map((name) => readFile(join(DOCS, name), "utf8")));
  const shown = texts.flatMap((text) =>
    [...text.matchAll(/!\[([^\]]*)\]\(pictures\/([^)]+)\)/g)].map(([, words, name]) => ({ words, name })),
  );
  const names = await readdir(join(DOCS, "pictures"));
  expect(shown.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
  for (const { words, name } of shown) {
    expect(words?.length, name).toBeGreaterThan(20);
    const bytes = await readFile(join(DOCS, "pictures", name ?? ""));
    expect(bytes.subarray(0, 8).toString("hex"), name).toBe(PNG);
    expect(bytes.length, name).toBeLessThan(MOST_BYTES);
  }
});
