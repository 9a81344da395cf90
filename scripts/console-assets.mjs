/**
 * Makes `src/server/console/console-assets.js`: the style sheet and the script of the server's console. The build and the
 * tests make it behind the assets of pages, where its sources have changed; what it exports is declared in
 * `console-assets.d.ts`.
 */
import { readdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { assetOf, bundle, keepAssets, screenStyle, styleOf, tablesStyle } from "./page-assets.mjs";

const source = fileURLToPath(new URL("../src/", import.meta.url));
const folder = join(source, "server", "console");
const browser = join(folder, "browser");

/** Writes the file unless it was made of these sources already. Vitest calls it before the tests. */
export default async function makeConsoleAssets() {
  const own = readdirSync(browser).map((name) => join(browser, name));
  // What the script shares with the reports: how amounts, dates and names of classes are written.
  const shared = readdirSync(join(source, "report"))
    .filter((name) => name.endsWith(".ts"))
    .map((name) => join(source, "report", name));
  await keepAssets(
    join(folder, "console-assets.js"),
    [fileURLToPath(import.meta.url), screenStyle, tablesStyle, ...own, ...shared],
    async () => [
      assetOf("CONSOLE_STYLE", styleOf(screenStyle, tablesStyle, join(browser, "console.css"))),
      // Not minified, so that whoever opens it can read what it does.
      assetOf("CONSOLE_SCRIPT", await bundle(join(browser, "console.ts"), { minify: false })),
    ],
  );
}

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  await makeConsoleAssets();
}
