/** `npm start`: rates the sample month of the fixtures, as the carriers sent it, explains one call, bills the month and previews a rise. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { readBook } from "../dist/files.js";
import { openBook } from "../dist/index.js";
import { formatBill, formatBillTotals } from "../dist/report.js";
import { SAMPLE, tollbook, writeSamplePage } from "./sample-preview.mjs";

const root = join(import.meta.dirname, "..");
const reseller = join(root, "fixtures", "reseller");
const id = process.argv[2] ?? "NW261001000044";
const folder = mkdtempSync(join(tmpdir(), "tollbook-sample-"));

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
  tollbook(["rate", ...SAMPLE, "--out", join(folder, "rated.jsonl")]);
  console.log(`\nOne of them explained: tollbook explain … --id ${id}\n`);
  tollbook(["explain", ...SAMPLE, "--id", id]);
  console.log("\nThe month's bills: tollbook bill … --from 2026-10-01 --to 2026-10-31\n");
  const bills = join(folder, "bills.jsonl");
  tollbook(["bill", ...SAMPLE, "--from", "2026-10-01", "--to", "2026-10-31", "--out", bills]);
  await printBills(bills);
  const page = join(root, "sample", "preview-october-2026.html");
  mkdirSync(join(root, "sample"), { recursive: true });
  writeSamplePage(page);
  console.log(
    "What 3.5 % more from April would mean: tollbook preview … --all --increase 3.5 --from 2027-04-01 --html …",
  );
  console.log(`Open the page in a browser: ${pathToFileURL(page).href}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
