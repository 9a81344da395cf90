/**
 * The README's commands under every Node that package.json's `engines` speaks of: `npm start` and the suite, each in a
 * fresh copy of this folder, and `npm ci` under the first of them. The suite runs in another time zone under each, because
 * no answer may depend on where the machine thinks it is, and properties try the first of the cases that `npm test` tries:
 * what can differ is the platform, not the case. What a platform cannot change is left out. The registry's
 * `node-<platform>-<arch>` packages bring the binaries, into a temporary folder. The last line is the count of all runs.
 *
 *   node scripts/test-nodes.mjs            all of them
 *   node scripts/test-nodes.mjs 22.12.0    that one
 */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, relative, resolve } from "node:path";

/**
 * Where the line of 24 goes on, and the first of 22 and of 20 that `engines` admits: with a zone ahead of UTC whose clock
 * changes by half an hour, the zone of the calls, and one behind UTC. `.ci/run` runs the suite in UTC before.
 */
const ZONES = new Map([
  ["24.21.0", "Australia/Lord_Howe"],
  ["22.12.0", "Europe/London"],
  ["20.19.0", "America/New_York"],
]);

/** The version under which the packages are installed, and under which all is tried that is tried under one. */
const [NEWEST] = ZONES.keys();

/** Read text of this folder, or hold the tools that prove and measure to themselves: `npm cit` has done it. */
const OF_THIS_FOLDER = [
  "test/docs/{charge-errors,floors,formats,house,links,pictures,rules,types}.test.ts",
  "test/{bench,fixtures,proof}/**",
];

/**
 * What is stored and answered over PostgreSQL in its process and beside it, and what pages show. How servers, databases,
 * their drivers and their folders are opened and ended is tried under every version: `test/server/serving`, the files of
 * `test/server` and the servers of `test/cli`; so are the commands and functions that pages show, by the tests of each.
 */
const UNDER_ONE = [
  "test/docs/{commands,examples,help}.test.ts",
  "test/server/{calls,http,kill,soak,work,workers}/**",
  "test/server/{invoices,invoices-follow,line-changes,previews,store.property,upgrade}.test.ts",
];

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
/** The packages go on from version to version: none is compiled for one. */
const packages = join(folder, "packages");
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
    const installed = join(checkout, "node_modules");
    if (existsSync(packages)) renameSync(packages, installed);
    else {
      run("npm", ["ci", "--silent"], checkout, env);
      console.log("npm ci: done");
    }
    run("npm", ["start", "--silent"], checkout, env, "ignore");
    console.log("npm start: done");
    const report = join(folder, `${version}.json`);
    const reporters = ["--reporter=dot", "--reporter=json", `--outputFile.json=${report}`];
    const leftOut = [...OF_THIS_FOLDER, ...(version === NEWEST ? [] : UNDER_ONE)];
    const tests = ["test", "--silent", "--", ...reporters, ...leftOut.map((files) => `--exclude=${files}`)];
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
    renameSync(installed, packages);
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
