/**
 * Makes `src/report/preview-page/page-assets.ts`: the page's style sheet and script as constants, each with
 * the hash by which the page's content security policy admits it. Plain constants, so that the sources, the
 * built package and a browser all have the same texts and nothing has to compute SHA-256 there.
 *
 *   node scripts/page-assets.mjs           writes the file
 *   node scripts/page-assets.mjs --check   fails if the file is not what this would write
 */
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "tsup";

const folder = fileURLToPath(new URL("../src/report/preview-page/", import.meta.url));
export const ASSETS_FILE = join(folder, "page-assets.ts");

/** The text of `page-assets.ts`. */
export async function makePageAssets() {
  const style = readFileSync(join(folder, "browser", "page.css"), "utf8");
  const script = await bundle(join(folder, "browser", "page.ts"));
  for (const text of [style, script]) {
    if (/<\/|<!--/.test(text)) throw new Error("the page's style sheet or script would end its own element");
  }
  return `// Made by scripts/page-assets.mjs from browser/; change those, then run \`npm run page-assets\`.

/** The page's style sheet. */
export const PAGE_STYLE: string = ${linesOf(style)};

/** The hash of \`PAGE_STYLE\` as a content security policy writes it. */
export const PAGE_STYLE_HASH = "${hashOf(style)}";

/** The page's script. */
export const PAGE_SCRIPT: string = ${linesOf(script)};

/** The hash of \`PAGE_SCRIPT\` as a content security policy writes it. */
export const PAGE_SCRIPT_HASH = "${hashOf(script)}";
`;
}

/** One script without imports; not minified, so that whoever receives the page can read what it does. */
async function bundle(entry) {
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

/** A text as an array of its lines, so that a difference shows the lines that differ. */
function linesOf(text) {
  const lines = text.split("\n").map((line) => `  ${JSON.stringify(line)},`);
  return `[\n${lines.join("\n")}\n].join("\\n")`;
}

function hashOf(text) {
  return `sha256-${createHash("sha256").update(text, "utf8").digest("base64")}`;
}

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const text = await makePageAssets();
  if (!process.argv.includes("--check")) {
    writeFileSync(ASSETS_FILE, text);
  } else if (readFileSync(ASSETS_FILE, "utf8") !== text) {
    console.error(`${ASSETS_FILE} is out of date: run \`npm run page-assets\``);
    process.exit(1);
  }
}
