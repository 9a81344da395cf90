/**
 * Runs the ordinary suite once for each host time zone and prints the count of all runs as the last line:
 * no answer may depend on where the machine thinks it is.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ZONES = ["UTC", "America/New_York", "Australia/Lord_Howe", "Europe/London"];

const folder = mkdtempSync(join(tmpdir(), "tollbook-zones-"));
let passed = 0;
let failed = 0;
let exitCode = 0;
try {
  for (const zone of ZONES) {
    const report = join(folder, `${zone.replace("/", "-")}.json`);
    console.log(`\nTZ=${zone}`);
    const run = spawnSync(
      process.execPath,
      [
        join("node_modules", "vitest", "vitest.mjs"),
        "run",
        "--reporter=default",
        "--reporter=json",
        `--outputFile.json=${report}`,
      ],
      { stdio: "inherit", env: { ...process.env, TZ: zone } },
    );
    if (run.status !== 0) exitCode = 1;
    const counts = JSON.parse(readFileSync(report, "utf8"));
    passed += counts.numPassedTests;
    failed += counts.numFailedTests;
    if (counts.numPassedTests === 0 || counts.numPendingTests > 0) exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(exitCode);
