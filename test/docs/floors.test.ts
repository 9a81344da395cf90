/** The house's rule: imports only go down, and only through a folder's `index.ts` (ARCHITECTURE.md). */
import { readdir, readFile } from "node:fs/promises";
import { join, posix } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { ROOT } from "./pages.ts";

/** The floor of each folder of `src`; `.` is `src/index.ts` and what lies beside it. */
const FLOORS: Readonly<Record<string, number>> = {
  names: -1,
  kernel: -1,
  money: 0,
  calendar: 1,
  model: 2,
  schemas: 2.1,
  book: 3,
  engine: 4,
  totals: 4.1,
  increases: 4.1,
  discounts: 4.1,
  charges: 4.1,
  ".": 4.5,
  preview: 4.2,
  files: 5,
  report: 6,
  server: 7,
  cli: 8,
};

/** Folders that run in a browser, too. */
const CORE: ReadonlySet<string> = new Set([
  "kernel",
  "names",
  "money",
  "calendar",
  "model",
  "schemas",
  "book",
  "engine",
  "totals",
  "increases",
  "discounts",
  "charges",
  "preview",
  ".",
]);

/** Files above the floors: the engine's version, which every floor may state. */
const STANDALONE: ReadonlySet<string> = new Set(["version.ts"]);

/** Folders that keep files of one kind together within a folder, and have no face: its other files import from them. */
const SHELVES: ReadonlySet<string> = new Set([
  "book/destinations",
  "book/fees",
  "book/prefixes",
  "book/tariffs",
  "engine/call",
  "engine/columns",
  "engine/duplicates",
  "engine/rows",
  "kernel/ids",
  "kernel/rating",
  "kernel/reading",
  "kernel/writing",
  "preview/bills",
  "preview/goal",
  "preview/prices",
]);

/** What the core may take from elsewhere. */
const CORE_PACKAGES: ReadonlySet<string> = new Set(["decimal.js", "date-fns", "date-fns-tz", "zod"]);

interface Import {
  /** From `src`, with forward slashes. */
  readonly from: string;
  readonly specifier: string;
  /** The file of `src` it leads to; undefined for a package. */
  readonly to: string | undefined;
}

const imports = await readImports();

function folderOf(path: string): string {
  return path.includes("/") ? (path.split("/")[0] ?? "") : ".";
}

test("every folder of src has a floor and a face", async () => {
  const folders = new Set(imports.map(({ from }) => folderOf(from)));
  for (const folder of folders) {
    expect(FLOORS, folder).toHaveProperty([folder]);
    const face = folder === "." ? "index.ts" : `${folder}/index.ts`;
    await expect(readFile(join(ROOT, "src", face), "utf8"), face).resolves.not.toBe("");
  }
  expect(imports.length).toBeGreaterThan(300);
});

test("a folder imports only folders below it, and only their index.ts", () => {
  const wrong = imports.filter(({ from, to }) => {
    if (to === undefined || STANDALONE.has(to)) return false;
    const own = folderOf(from);
    const other = folderOf(to);
    if (own === other) return false;
    const isBelow = (FLOORS[other] ?? Infinity) < (FLOORS[own] ?? -Infinity);
    return !isBelow || posix.basename(to) !== "index.ts" || to.split("/").length > 2;
  });
  expect(wrong.map(({ from, specifier }) => `${from} imports ${specifier}`)).toEqual([]);
});

test("a folder within a folder is entered only through its index.ts", () => {
  const wrong = imports.filter(({ from, to }) => {
    if (to === undefined) return false;
    const inner = to.split("/").slice(0, -1).join("/");
    if (inner.split("/").length < 2 || from.startsWith(`${inner}/`)) return false;
    return posix.basename(to) !== "index.ts" && !(SHELVES.has(inner) && folderOf(to) === folderOf(from));
  });
  expect(wrong.map(({ from, specifier }) => `${from} imports ${specifier}`)).toEqual([]);
});

test("nothing imports in a circle", () => {
  const graph = new Map<string, string[]>();
  for (const { from, to } of imports) {
    if (to !== undefined) graph.set(from, [...(graph.get(from) ?? []), to]);
  }
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (path: string, above: readonly string[]): void => {
    if (above.includes(path)) {
      circles.push([...above.slice(above.indexOf(path)), path].join(" → "));
      return;
    }
    if (done.has(path)) return;
    for (const next of graph.get(path) ?? []) visit(next, [...above, path]);
    done.add(path);
  };
  for (const path of graph.keys()) visit(path, []);
  expect(circles).toEqual([]);
});

test("nothing of src imports anything outside src but packages", () => {
  const wrong = imports.filter(({ to }) => to?.startsWith("..") === true);
  expect(wrong.map(({ from, specifier }) => `${from} imports ${specifier}`)).toEqual([]);
});

test("the core uses no node: module and no other package than it should", () => {
  const wrong = imports.filter(({ from, specifier, to }) => {
    if (to !== undefined || !CORE.has(folderOf(from))) return false;
    const name = specifier.startsWith("@")
      ? specifier.split("/").slice(0, 2).join("/")
      : specifier.split("/")[0];
    return !CORE_PACKAGES.has(name ?? "");
  });
  expect(wrong.map(({ from, specifier }) => `${from} imports ${specifier}`)).toEqual([]);
});

test("reports run in browsers, too: of the files they import types alone", async () => {
  const reports = new Set(imports.map(({ from }) => from).filter((from) => folderOf(from) === "report"));
  for (const from of reports) {
    const text = await readFile(join(ROOT, "src", from), "utf8");
    expect(text, from).not.toMatch(/^(?:im|ex)port (?!type )[^;]*?"(?:\.\.\/)+files\/index\.ts"/m);
  }
  expect(reports.size).toBeGreaterThan(10);
});

test("the version in src is that of package.json", async () => {
  const { version } = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8")) as { version: string };
  expect(await readFile(join(ROOT, "src", "version.ts"), "utf8")).toContain(`ENGINE_VERSION = "${version}"`);
});

async function readImports(): Promise<Import[]> {
  const found: Import[] = [];
  const names = await readdir(join(ROOT, "src"), { recursive: true });
  for (const name of names.filter((path) => path.endsWith(".ts"))) {
    const from = name.replaceAll("\\", "/");
    const { importedFiles } = ts.preProcessFile(await readFile(join(ROOT, "src", from), "utf8"), true, true);
    for (const { fileName: specifier } of importedFiles) {
      const to = specifier.startsWith(".") ? posix.join(posix.dirname(from), specifier) : undefined;
      found.push({ from, specifier, to });
    }
  }
  return found;
}
