/**
 * Makes `dist/`, unless it was made of these sources already and nothing has touched it since: several commands begin
 * with a build, and most of it is the compiler's declarations, which take half a minute.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import makeConsoleAssets from "./console-assets.mjs";
import makeKernelWasm from "./kernel-wasm.mjs";
import makeLiveAssets from "./live-assets.mjs";
import makePageAssets from "./page-assets.mjs";

const root = resolve(import.meta.dirname, "..");
const dist = join(root, "dist");
/** Beside the packages, because a build is of these packages, too. */
const stamp = join(root, "node_modules", ".tollbook", "build.sha256");

/** What a build is made of, beside the folders of sources. */
const SETTINGS = ["package.json", "package-lock.json", "tsconfig.json", "tsup.config.ts"];

await makePageAssets();
await makeKernelWasm();
await makeLiveAssets();
await makeConsoleAssets();
if (readIfThere(stamp) !== stateNow()) {
  // tsup would clean once for each of the two builds that write into one folder.
  rmSync(dist, { recursive: true, force: true });
  rmSync(stamp, { force: true });
  const tsup = join(root, "node_modules", "tsup", "dist", "cli-default.js");
  const { status } = spawnSync(process.execPath, [tsup, "--silent"], { cwd: root, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
  mkdirSync(join(stamp, ".."), { recursive: true });
  writeFileSync(stamp, stateNow());
}

/** The platform, the sources and the build as they are. */
function stateNow() {
  const hash = createHash("sha256").update(process.version);
  const files = [
    ...SETTINGS.map((name) => join(root, name)),
    ...filesOf(join(root, "src")),
    ...filesOf(join(root, "scripts")),
    ...filesOf(dist),
  ];
  for (const file of files) hash.update(`\n${file}\n`).update(readIfThere(file));
  return hash.digest("hex");
}

function filesOf(folder) {
  let entries;
  try {
    entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  } catch {
    return [];
  }
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

function readIfThere(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
