/**
 * The README's commands under every Node that package.json's `engines` speaks of: `npm ci`, `npm start` and the whole
 * suite, each in a fresh copy of this folder. The suite runs in another time zone under each of them, because no answer
 * may depend on where the machine thinks it is, and properties try the first of the cases that `npm test` tries: what can
 * differ is the platform, not the case. The registry's `node-<platform>-<arch>` packages bring the binaries, into a
 * temporary folder. The last line is the count of all runs.
 *
 *   node scripts/test-nodes.mjs            all of them
 *   node scripts/test-nodes.mjs 22.12.0    that one
 */
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, relative, resolve } from "node:path";

/**
 * The first of each line that `engines` admits, and where the line goes on a newer one: each with a zone behind UTC, one
 * ahead of it whose clock changes by half an hour, and the zone of the calls. `.ci/run` runs the suite in UTC before.
 */
const ZONES = new Map([
  ["20.19.0", "America/New_York"],
  ["22.12.0", "Australia/Lord_Howe"],
  ["24.21.0", "Europe/London"],
]);

/** The share of its cases that a property tries. */
const SHARE = "0.02";

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
let passed = 0;
let failed = 0;
try {
  for (const version of chosen.length > 0 ? chosen : ZONES.keys()) {
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
    const zone = ZONES.get(version) ?? "UTC";
    console.log(`\nNode ${version}, TZ=${zone}`);
    run("npm", ["ci", "--silent"], checkout, env);
    run("npm", ["start", "--silent"], checkout, env, "ignore");
    console.log("npm ci && npm start: done");
    const report = join(folder, `${version}.json`);
    const reporters = ["--reporter=dot", "--reporter=json", `--outputFile.json=${report}`];
    const tests = ["test", "--silent", "--", ...reporters];
    const { status } = spawnSync("npm", tests, {
      cwd: checkout,
      env: { ...env, TZ: zone, TOLLBOOK_RUNS: SHARE },
      stdio: ["ignore", "inherit", "inherit"],
    });
    const counts = JSON.parse(readFileSync(report, "utf8"));
    passed += counts.numPassedTests;
    failed += counts.numFailedTests;
    if (counts.numPendingTests > 0)
      console.error(`${counts.numPendingTests} tests were passed over: is PostgreSQL installed?`);
    const isWhole = counts.numPassedTests > 0 && counts.numPendingTests === 0;
    if (status !== 0 || !isWhole) process.exitCode = 1;
    rmSync(own, { recursive: true, force: true });
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(`\n${passed} passed, ${failed} failed`);

function run(command, words, cwd, env = process.env, stdout = "inherit") {
  const { status, error } = spawnSync(command, words, { cwd, env, stdio: ["ignore", stdout, "inherit"] });
  if (status !== 0)
    throw error ?? new Error(`${command} ${words.join(" ")} ended with exit status ${status}`);
}
