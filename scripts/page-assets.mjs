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
const made = join(report, "page", "assets.js");

/** Writes the file unless it was made of these sources already. Vitest calls it before the tests. */
export default async function makePageAssets() {
  const sources = readdirSync(browser).map((name) => join(browser, name));
  const hash = createHash("sha256");
  for (const file of [fileURLToPath(import.meta.url), billStyle, ...sources.sort()])
    hash.update(readFileSync(file));
  const firstLine = `// Made by scripts/page-assets.mjs from sources ${hash.digest("hex")}.\n`;
  if (readIfThere(made).startsWith(firstLine)) return;
  const assets = [
    ["PREVIEW_STYLE", readFileSync(join(browser, "page.css"), "utf8")],
    ["PREVIEW_SCRIPT", await bundle(join(browser, "page.ts"))],
    ["BILL_STYLE", readFileSync(billStyle, "utf8")],
  ].map(([name, text]) => {
    if (/<\/|<!--/.test(text)) throw new Error(`${name} would end its own element`);
    return `export const ${name} = ${JSON.stringify({ text, hash: hashOf(text) })};\n`;
  });
  // Renamed, so that a run beside this one reads the whole file or none.
  const written = `${made}.${process.pid}`;
  writeFileSync(written, firstLine + assets.join(""));
  renameSync(written, made);
}

/** One script without imports; not minified, so that whoever receives the page can read what it does. */
async function bundle(entry) {
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
