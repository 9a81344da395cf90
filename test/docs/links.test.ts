/** Links between pages lead somewhere: to a file that is there, and to a heading that it has. */
import { access, readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { ROOT, readPages } from "./pages.ts";

const LINK = /\[[^\]]*\]\(([^)\s]+)\)/g;

test("every link within the project leads to a file and a heading", async () => {
  const broken: string[] = [];
  let links = 0;
  for (const page of await readPages()) {
    const prose = page.text.replace(/^```[\s\S]*?^```$/gm, "").replace(/`[^`\n]*`/g, "");
    for (const [, target = ""] of prose.matchAll(LINK)) {
      if (/^[a-z]+:/.test(target)) continue;
      links++;
      const [path = "", heading] = target.split("#");
      const file = path === "" ? join(ROOT, page.path) : join(ROOT, dirname(page.path), path);
      const isThere = await access(file).then(
        () => true,
        () => false,
      );
      if (!isThere) broken.push(`${page.path}: ${target}`);
      else if (heading !== undefined && !(await headingsOf(file)).has(heading))
        broken.push(`${page.path}: ${target}`);
    }
  }
  expect(broken).toEqual([]);
  expect(links).toBeGreaterThan(20);
});

test("no page and no comment names a section by its number: rules have numbers, sections have names", async () => {
  const files = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"];
  for (const folder of ["docs", "src", "test"]) {
    const names = await readdir(join(ROOT, folder), { recursive: true });
    files.push(...names.filter((name) => /\.(?:md|ts)$/.test(name)).map((name) => join(folder, name)));
  }
  const texts = await Promise.all(files.map((file) => readFile(join(ROOT, file), "utf8")));
  expect(files.filter((_, at) => /\bsection [0-9]/i.test(texts[at] ?? ""))).toEqual([]);
});

async function headingsOf(file: string): Promise<ReadonlySet<string>> {
  const text = (await readFile(file, "utf8")).replace(/^```[\s\S]*?^```$/gm, "");
  return new Set([...text.matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) => anchorOf(title)));
}

/** As code hosts make anchors of headings. */
function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replace(/ /g, "-");
}
