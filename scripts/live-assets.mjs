/**
 * Makes `src/report/live-page/live-assets.js`: the style sheet of live pages, and their script, which holds the engine,
 * minified, with its kernel as WebAssembly. The build and the tests make it once the kernel is made, where the sources of
 * the engine have changed; what it exports is declared in `live-assets.d.ts`.
 */
import { readdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { assetOf, bundle, keepAssets, screenStyle, styleOf } from "./page-assets.mjs";

const source = fileURLToPath(new URL("../src/", import.meta.url));
const live = join(source, "report", "live-page");
const made = join(live, "live-assets.js");

/** Folders of which the engine has nothing. */
const APART = /^(cli|files|schemas|report[\\/](?!live-page|money-text|preview-words))/;

/** Writes the file unless it was made of these sources already. Vitest calls it before the tests. */
export default async function makeLiveAssets() {
  const sources = readdirSync(source, { recursive: true })
    .filter((name) => /\.(ts|css)$|wasm\.js$/.test(name) && !APART.test(name))
    .map((name) => join(source, name));
  await keepAssets(made, [fileURLToPath(import.meta.url), screenStyle, ...sources], async () => [
    assetOf("LIVE_STYLE", styleOf(screenStyle, join(live, "browser", "live.css"))),
    assetOf("LIVE_SCRIPT", await bundle(join(live, "browser", "live.ts"), { minify: true })),
  ]);
}

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  await makeLiveAssets();
}
