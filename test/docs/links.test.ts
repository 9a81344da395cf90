/** Links between pages lead somewhere: to a file that is there, and to a heading that it has. */
import { access, readdir, readFile } from "node:fs/promises";
import { dirname, join, posix } from "node:path";
import { expect, test } from "vitest";
import { ROOT, readPages } from "./pages.ts";

const LINK = /\[[^\]]*\]\(([^)\s]+)\)/g;

test("every link within the project leads to a file and a heading", async () => {
  const broken: string[] = [];
  let links = 0;
  for (const page of await readPages()) {
    for (const target of linksIn(page.text)) {
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

test("pages in the package lead to nothing that is left out of it", async () => {
  const { files } = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8")) as { files: string[] };
  const packed = (path: string): boolean =>
    ["README.md", "LICENSE", "package.json", ...files].some(
      (own) => path === own || path.startsWith(`${own}/`),
    );
  const pages = (await readPages()).filter(({ path }) => packed(path));
  expect(pages.length).toBeGreaterThan(10);
  const out = pages.flatMap(({ path, text }) =>
    linksIn(text)
      .map((target) => posix.join(posix.dirname(path), target.split("#")[0] ?? ""))
      .filter((target) => target !== posix.dirname(path) && !packed(target))
      .map((target) => `${path}: ${target}`),
  );
  expect(out).toEqual([]);
});

/** Targets of a page's links but those to other sites. */
function linksIn(page: string): string[] {
  const prose = page.replace(/^```[\s\S]*?^```$/gm, "").replace(/`[^`\n]*`/g, "");
  return [...prose.matchAll(LINK)]
    .map(([, target = ""]) => target)
    .filter((target) => !/^[a-z]+:/.test(target));
}

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
