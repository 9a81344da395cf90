/** Every example of the documentation is run: those of the pages, and those in doc comments. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import * as files from "../../src/files/index.ts";
import * as tollbook from "../../src/index.ts";
import * as report from "../../src/report/index.ts";
import { commentExamples } from "./doc-comments.ts";
import { examplesOf, isAsPrinted } from "./markdown.ts";
import { inExampleFolder, nameOf, ROOT, readPages } from "./pages.ts";
import { prelude } from "./prelude.ts";
import { runExample, type Scope } from "./run-example.ts";

const pages = await readPages();
const sources = await readSources();

describe("pages", () => {
  for (const page of pages) {
    const examples = examplesOf(page.text, "ts");
    if (examples.length === 0) continue;
    // The examples of a page are one program: each may use the names of those before it.
    test(`${nameOf(page)}, ${examples.length} examples`, async () => {
      await inExampleFolder();
      let scope: Scope = {};
      for (const { block, printed } of examples) {
        const place = `${page.path}:${block.line}`;
        const run = await runExample(block.text, scope).catch((error: unknown) => {
          throw new Error(`${place}: ${error instanceof Error ? error.message : String(error)}`, {
            cause: error,
          });
        });
        if (printed !== undefined && !isAsPrinted(run.printed, printed.text)) {
          expect(run.printed, `${page.path}:${printed.line}`).toBe(`${printed.text}\n`);
        }
        scope = { ...scope, ...run.declared };
      }
    });
  }

  test("there are examples, most of them with values to compare", () => {
    const blocks = pages.flatMap((page) => examplesOf(page.text, "ts"));
    const checked = blocks.filter(
      ({ block, printed }) => printed !== undefined || /\/\/ ?=>/.test(block.text),
    );
    expect(blocks.length).toBeGreaterThan(20);
    expect(checked.length).toBeGreaterThan(blocks.length / 2);
  });
});

describe("doc comments", () => {
  for (const { path, text } of sources) {
    for (const example of commentExamples(text)) {
      test(`${path}:${example.line}`, async () => {
        await inExampleFolder();
        const own = await load(path);
        const floor = await load(path.replace(/^(src\/\w+)\/.*/, "$1/index.ts"));
        await runExample(example.text, { ...tollbook, ...files, ...report, ...floor, ...own, ...prelude() });
      });
    }
  }

  test("there are examples", () => {
    expect(sources.flatMap(({ text }) => commentExamples(text)).length).toBeGreaterThan(20);
  });

  test("every function of the public entry has one, or belongs to a documented type", () => {
    const without = Object.entries(tollbook)
      .filter(([, value]) => typeof value === "function" && !/^class/.test(String(value)))
      .map(([name]) => name)
      .filter((name) => !sources.some(({ text }) => hasExample(text, name)));
    expect(without).toEqual([]);
  });
});

async function load(path: string): Promise<Scope> {
  return (await import(pathToFileURL(join(ROOT, path)).href)) as Scope;
}

/** Whether a function's own doc comment has an example. */
function hasExample(text: string, name: string): boolean {
  const at = text.search(new RegExp(`\\nexport (?:async )?function\\*? ${name}\\b`));
  if (at < 0) return false;
  const comment = text.slice(text.lastIndexOf("/**", at), at);
  return comment.trimEnd().endsWith("*/") && commentExamples(comment).length > 0;
}

async function readSources(): Promise<{ readonly path: string; readonly text: string }[]> {
  const names = await readdir(join(ROOT, "src"), { recursive: true });
  const paths = names
    .filter((name) => name.endsWith(".ts"))
    .map((name) => `src/${name.replaceAll("\\", "/")}`);
  return Promise.all(
    paths.sort().map(async (path) => ({ path, text: await readFile(join(ROOT, path), "utf8") })),
  );
}
