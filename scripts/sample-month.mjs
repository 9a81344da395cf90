/** `npm start`: rates the sample month of the fixtures, as the carriers sent it, explains one call and bills the month. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readBook } from "../dist/files.js";
import { openBook } from "../dist/index.js";
import { formatBill, formatBillTotals } from "../dist/report.js";

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

/** What each customer pays, and the first bill in full; the last lines of the file are features in error. */
async function printBills(path) {
  const book = openBook(await readBook(join(reseller, "book.json")));
  const lines = readFileSync(path, "utf8").trimEnd().split("\n");
  const bills = lines.map((line) => JSON.parse(line)).filter((line) => "invoiceDate" in line);
  console.log(`\nWhat each customer pays:\n\n${formatBillTotals(book, bills)}`);
  console.log(`One of them in full:\n\n${formatBill(book, bills[0])}`);
}

try {
  console.log("A UK reseller's October 2026 from the carriers' own file:");
  console.log("tollbook rate --book book.json --calls calls-2026-10.uk-cdr.csv --calls-format uk-cdr …\n");
  tollbook("rate", ...sample, "--out", join(folder, "rated.jsonl"));
  console.log(`\nOne of them explained: tollbook explain … --id ${id}\n`);
  tollbook("explain", ...sample, "--id", id);
  console.log("\nThe month's bills: tollbook bill … --from 2026-10-01 --to 2026-10-31\n");
  const bills = join(folder, "bills.jsonl");
  tollbook("bill", ...sample, "--from", "2026-10-01", "--to", "2026-10-31", "--out", bills);
  await printBills(bills);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
