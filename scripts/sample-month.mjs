/** `npm start`: rates the sample month of the fixtures and explains one of its calls. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const reseller = join(import.meta.dirname, "..", "fixtures", "reseller");
const book = join(reseller, "book.json");
const calls = join(reseller, "calls-2026-10.jsonl");
const folder = mkdtempSync(join(tmpdir(), "tollbook-sample-"));

function tollbook(...words) {
  try {
    execFileSync(process.execPath, [join(import.meta.dirname, "..", "dist", "cli.js"), ...words], {
      stdio: "inherit",
    });
  } catch (error) {
    // 3: some calls are in error, as the sample has them on purpose.
    if (error.status !== 3) throw error;
  }
}

try {
  console.log("A UK reseller's October 2026: tollbook rate --book book.json --calls calls-2026-10.jsonl\n");
  tollbook("rate", "--book", book, "--calls", calls, "--out", join(folder, "rated.jsonl"));
  console.log(
    "\nOne of them explained: tollbook explain --book book.json --calls calls-2026-10.jsonl --id ID\n",
  );
  tollbook("explain", "--book", book, "--calls", calls, "--id", process.argv[2] ?? "261000000054");
} finally {
  rmSync(folder, { recursive: true, force: true });
}
