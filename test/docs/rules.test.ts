/** The page of rules has every rule, so that no number in a comment, a message or a page leads nowhere. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT, readPages } from "./pages.ts";

interface Section {
  readonly rules: readonly string[];
  /** The rules with a heading of their own. */
  readonly headings: readonly string[];
}

const sections = sectionsOf(await readFile(join(ROOT, "docs", "rules.md"), "utf8"));

test("every rule of a section has a heading there, or the whole section has a page of its own", () => {
  expect(sections.length).toBeGreaterThan(5);
  for (const { rules, headings } of sections) {
    if (headings.length > 0) expect(headings).toEqual(rules);
  }
});

test("every rule that a page, a source or a test names is on the page of rules", async () => {
  const known = new Set(sections.flatMap(({ rules }) => rules));
  const unknown: string[] = [];
  for (const { path, text } of [...(await readPages()), ...(await readSources())]) {
    const named = new Set(text.match(/\bR[1-9][0-9]?\b/g));
    unknown.push(...[...named].filter((rule) => !known.has(rule)).map((rule) => `${path}: ${rule}`));
  }
  expect(unknown).toEqual([]);
});

function sectionsOf(page: string): Section[] {
  const sections = page.split(/^## /m).slice(1);
  return sections.flatMap((text): Section[] => {
    const [, first, last] = /^.*\(R([0-9]+)–R([0-9]+)\)$/m.exec(text.split("\n")[0] ?? "") ?? [];
    if (first === undefined || last === undefined) return [];
    const rules = Array.from(
      { length: Number(last) - Number(first) + 1 },
      (_, at) => `R${Number(first) + at}`,
    );
    return [{ rules, headings: [...text.matchAll(/^### (R[0-9]+) /gm)].map(([, rule]) => rule ?? "") }];
  });
}

async function readSources(): Promise<{ readonly path: string; readonly text: string }[]> {
  const paths = (
    await Promise.all(
      ["src", "test"].map(async (folder) =>
        (await readdir(join(ROOT, folder), { recursive: true })).map((name) => `${folder}/${name}`),
      ),
    )
  ).flat();
  const sources = paths.filter((path) => path.endsWith(".ts"));
  return Promise.all(sources.map(async (path) => ({ path, text: await readFile(join(ROOT, path), "utf8") })));
}
