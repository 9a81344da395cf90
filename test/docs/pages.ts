/** The pages whose examples are run, and a folder with the files that they name. */
import { cp, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { onTestFinished } from "vitest";

/** The project's folder. */
export const ROOT: string = join(import.meta.dirname, "..", "..");

/** A page of documentation. */
export interface Page {
  /** From the project's folder. */
  readonly path: string;
  readonly text: string;
}

/** Every page that tells users or contributors something. */
export async function readPages(): Promise<Page[]> {
  const docs = await readdir(join(ROOT, "docs"), { recursive: true });
  const paths = [
    "README.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    ...docs.filter((name) => name.endsWith(".md")).map((name) => `docs/${name.replaceAll("\\", "/")}`),
  ];
  return Promise.all(paths.map(async (path) => ({ path, text: await readFile(join(ROOT, path), "utf8") })));
}

/** Works for one test in a folder that holds `book.json`, `calls.jsonl` and the samples of formats, as pages say. */
export async function inExampleFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "tollbook-docs-"));
  const before = process.cwd();
  process.chdir(folder);
  onTestFinished(async () => {
    process.chdir(before);
    await rm(folder, { recursive: true, force: true });
  });
  await cp(join(ROOT, "docs", "example"), folder, { recursive: true });
  // What the package leaves out nobody else has.
  await cp(join(ROOT, "fixtures", "formats"), folder, {
    recursive: true,
    filter: (path) => !/\.(calls\.jsonl|expected\.json)$/.test(path),
  });
  return folder;
}

/** The name of a page as tests show it. */
export function nameOf(page: Page): string {
  return basename(page.path);
}
