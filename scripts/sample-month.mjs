/** `npm start`: rates the sample month of the fixtures, as the carriers sent it, and explains one call. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const reseller = join(root, "fixtures", "reseller");
const sample = [
  ...["--book", join(reseller, "book.json")],
  ...["--calls", join(reseller, "calls-2026-10.uk-cdr.csv"), "--calls-format", "uk-cdr"],
  ...["--dialect", join(reseller, "northway-dialect.json")],
];
const id = process.argv[2] ?? "NW261001000044";
const folder = mkdtempSync(join(tmpdir(), "tollbook-sample-"));

/** Runs the command; the sample has calls in error on purpose, which is exit status 3. */
function tollbook(...words) {
  const { status } = spawnSync(process.execPath, [join(root, "dist", "cli.js"), ...words], {
    stdio: "inherit",
  });
  if (status !== 0 && status !== 3) throw new Error(`tollbook ${words[0]} ended with exit status ${status}`);
}

try {
  console.log("A UK reseller's October 2026 from the carriers' own file:");
  console.log("tollbook rate --book book.json --calls calls-2026-10.uk-cdr.csv --calls-format uk-cdr …\n");
  tollbook("rate", ...sample, "--out", join(folder, "rated.jsonl"));
  console.log(`\nOne of them explained: tollbook explain … --id ${id}\n`);
  tollbook("explain", ...sample, "--id", id);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
