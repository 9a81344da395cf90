/**
 * Makes `src/report/page/assets.js`: the style sheets and the script of the pages as constants, each with the hash by
 * which a page's content security policy admits it. Plain constants, so that the sources, the built package and a
 * browser all have the same texts and nothing has to compute SHA-256 there. The build and the tests make it before
 * anything else, where its sources have changed; what it exports is declared in `assets.d.ts`.
 */
import { createHash } from "node:crypto";
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const report = fileURLToPath(new URL("../src/report/", import.meta.url));
const browser = join(report, "preview-page", "browser");
const billStyle = join(report, "bill.css");
/** What pages on a screen share. */
export const screenStyle = join(report, "page", "screen.css");
/** What those share that have tables of records. */
export const tablesStyle = join(report, "page", "tables.css");
const made = join(report, "page", "assets.js");
const rules = fileURLToPath(new URL("../docs/rules.md", import.meta.url));

/** Writes the file unless it was made of these sources already. Vitest calls it before the tests. */
export default async function makePageAssets() {
  const sources = readdirSync(browser).map((name) => join(browser, name));
  await keepAssets(made, [screenStyle, tablesStyle, billStyle, rules, ...sources], async () => [
    assetOf("PREVIEW_STYLE", styleOf(screenStyle, tablesStyle, join(browser, "page.css"))),
    // Not minified, so that whoever receives the page can read what it does.
    assetOf("PREVIEW_SCRIPT", await bundle(join(browser, "page.ts"), { minify: false })),
    assetOf("BILL_STYLE", styleOf(billStyle)),
    `export const RULES = ${JSON.stringify(ruleSentences(readFileSync(rules, "utf8")))};\n`,
  ]);
}

/** Title and first sentence of each rule of docs/rules.md, with the list that it announces, without Markdown's marks. */
function ruleSentences(text) {
  const found = text.matchAll(/^### (R\d+) (.*)\n\n((?:[^\n#`|].*\n)+)(?:\n((?:(?:\d+\.|-) .*\n)+))?/gm);
  return Object.fromEntries(
    [...found].map(([, rule, title, paragraph, list = ""]) => {
      const first = /^.*?[.](?= |$)/.exec(plainText(paragraph))?.[0] ?? plainText(paragraph);
      return [rule, { title, sentence: first.endsWith(":") ? `${first} ${plainText(list)}`.trim() : first }];
    }),
  );
}

function plainText(markdown) {
  return markdown
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/^- /gm, "")
    .replace(/[`*]/g, "")
    .replace(/\s+/g, " ")
    .trim();
}

/** Writes a file of assets unless it was made of these sources, by these scripts, already. */
export async function keepAssets(file, sources, make) {
  const hash = createHash("sha256");
  for (const path of [fileURLToPath(import.meta.url), ...sources.sort()]) hash.update(readFileSync(path));
  const firstLine = `// Made by the scripts of the build from sources ${hash.digest("hex")}.\n`;
  if (readIfThere(file).startsWith(firstLine)) return;
  const assets = await make();
  // Renamed, so that a run beside this one reads the whole file or none.
  const written = `${file}.${process.pid}`;
  writeFileSync(written, firstLine + assets.join(""));
  renameSync(written, file);
}

/** One style sheet of several files. */
export function styleOf(...files) {
  return files.map((file) => readFileSync(file, "utf8")).join("\n");
}

/** A text that a page carries as a constant. */
export function assetOf(name, text) {
  if (/<\/|<!--/.test(text)) throw new Error(`${name} would end its own element`);
  return `export const ${name} = ${JSON.stringify({ text, hash: hashOf(text) })};\n`;
}

/** One script without imports. */
export async function bundle(entry, { minify }) {
  const { build } = await import("tsup");
  const out = mkdtempSync(join(tmpdir(), "tollbook-page-"));
  try {
    await build({
      config: false,
      entry: { page: entry },
      outDir: out,
      format: ["iife"],
      platform: "browser",
      target: "es2022",
      tsconfig: fileURLToPath(new URL("../tsconfig.page.json", import.meta.url)),
      // Whatever the page uses comes with it.
      noExternal: [/./],
      minify,
      silent: true,
    });
    const text = readFileSync(join(out, "page.global.js"), "utf8");
    // The bundler names each source in a comment, by a path that depends on where it was started.
    return text.replace(/^ *\/\/ .*\.ts\n/gm, "");
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

/** As a content security policy writes it. */
function hashOf(text) {
  return `sha256-${createHash("sha256").update(text, "utf8").digest("base64")}`;
}

function readIfThere(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  await makePageAssets();
}
