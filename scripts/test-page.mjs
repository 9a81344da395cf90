/**
 * Tests the report page in a real browser: builds the package, then runs `test/page/` with Chromium.
 * Where there is no browser it says how to install one, and fails: a page nobody has opened is not tested.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { findChromium, HOW_TO_INSTALL } from "./find-chromium.mjs";

const root = join(import.meta.dirname, "..");
const chromium = findChromium();
if (chromium === undefined) {
  console.error(HOW_TO_INSTALL);
  process.exit(1);
}
console.log(`Browser: ${chromium}`);

run("npm", ["run", "--silent", "build"]);
run(process.execPath, [
  join("node_modules", "vitest", "vitest.mjs"),
  ...["run", "--config", join("test", "page", "vitest.config.ts")],
  ...process.argv.slice(2),
]);

function run(command, words) {
  const environment = { ...process.env, CHROMIUM: chromium };
  const { status } = spawnSync(command, words, { cwd: root, stdio: "inherit", env: environment });
  if (status !== 0) process.exit(status ?? 1);
}
