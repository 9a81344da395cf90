/**
 * The README's commands under every Node that package.json's `engines` speaks of: `npm ci`, `npm start` and the
 * ordinary suite, each in a fresh copy of this folder. The registry's `node-<platform>-<arch>` packages bring the
 * binaries, into a temporary folder.
 *
 *   node scripts/test-nodes.mjs            all of them
 *   node scripts/test-nodes.mjs 22.12.0    that one
 */
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, relative, resolve } from "node:path";

/** The first of each line that `engines` admits, and where the line goes on a newer one. */
const VERSIONS = ["20.19.0", "22.12.0", "24.21.0"];

/** What is no part of a checkout. */
const LEFT_OUT = new Set([
  "node_modules",
  "dist",
  ".git",
  "bench/.build",
  "bench/peers/node_modules",
  "proof/.build",
]);

const root = resolve(import.meta.dirname, "..");
const platform = process.platform === "win32" ? "win" : process.platform;
const chosen = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "tollbook-nodes-"));
try {
  for (const version of chosen.length > 0 ? chosen : VERSIONS) {
    const own = join(folder, version);
    const checkout = join(own, "checkout");
    cpSync(root, checkout, { recursive: true, filter: (path) => !LEFT_OUT.has(relative(root, path)) });
    const name = `node-${platform}-${process.arch}`;
    run(
      "npm",
      ["install", "--prefix", own, "--no-save", "--ignore-scripts", "--silent", `${name}@${version}`],
      folder,
    );
    const path = [join(own, "node_modules", name, "bin"), process.env.PATH].join(delimiter);
    const env = { ...process.env, PATH: path };
    const { stdout } = spawnSync("node", ["--version"], { env, encoding: "utf8" });
    if (stdout.trim() !== `v${version}`) throw new Error(`this is ${stdout.trim()}, not v${version}`);
    console.log(`\nNode ${version}`);
    run("npm", ["ci", "--silent"], checkout, env);
    run("npm", ["start", "--silent"], checkout, env, "ignore");
    console.log("npm ci && npm start: done");
    run("npm", ["test", "--silent", "--", "--reporter=dot"], checkout, env);
    rmSync(own, { recursive: true, force: true });
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function run(command, words, cwd, env = process.env, stdout = "inherit") {
  const { status, error } = spawnSync(command, words, { cwd, env, stdio: ["ignore", stdout, "inherit"] });
  if (status !== 0)
    throw error ?? new Error(`${command} ${words.join(" ")} ended with exit status ${status}`);
}
