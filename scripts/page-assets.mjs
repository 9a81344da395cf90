/**
 * Makes the `page-assets.ts` of the pages in `src/report/`: a page's style sheet and script as constants, each with
 * the hash by which the page's content security policy admits it. Plain constants, so that the sources, the
 * built package and a browser all have the same texts and nothing has to compute SHA-256 there.
 *
 *   node scripts/page-assets.mjs           writes the files
 *   node scripts/page-assets.mjs --check   fails if a file is not what this would write
 */
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "tsup";

const report = fileURLToPath(new URL("../src/report/", import.meta.url));

/** The text of each `page-assets.ts`, by its path. */
export async function makePageAssets() {
  const page = join(report, "preview-page");
  const bill = join(report, "bill-page");
  return new Map([
    [
      join(page, "page-assets.ts"),
      assetsText("browser/", {
        PAGE_STYLE: readFileSync(join(page, "browser", "page.css"), "utf8"),
        PAGE_SCRIPT: await bundle(join(page, "browser", "page.ts")),
      }),
    ],
    [
      join(bill, "page-assets.ts"),
      assetsText("bill.css", { BILL_STYLE: readFileSync(join(bill, "bill.css"), "utf8") }),
    ],
  ]);
}

function assetsText(source, texts) {
  let file = `// Made by scripts/page-assets.mjs from ${source}; change that, then run \`npm run page-assets\`.\n`;
  for (const [name, text] of Object.entries(texts)) {
    if (/<\/|<!--/.test(text)) throw new Error(`${name} would end its own element`);
    const what = name.endsWith("STYLE") ? "style sheet" : "script";
    file += `
/** The page's ${what}. */
export const ${name}: string = ${linesOf(text)};

/** The hash of \`${name}\` as a content security policy writes it. */
export const ${name}_HASH = "${hashOf(text)}";
`;
  }
  return file;
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
  for (const [file, text] of await makePageAssets()) {
    if (!process.argv.includes("--check")) {
      writeFileSync(file, text);
    } else if (readFileSync(file, "utf8") !== text) {
      console.error(`${file} is out of date: run \`npm run page-assets\``);
      process.exitCode = 1;
    }
  }
}
