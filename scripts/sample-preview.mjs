/** The sample month, its calls for a server, and the preview that `npm start` ends with and the documentation shows. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const reseller = join(root, "fixtures", "reseller");

/** The file of the sample's book. */
export const BOOK = join(reseller, "book.json");

/** The words of the command for the sample's book and calls. */
export const SAMPLE = [
  ...["--book", BOOK],
  ...["--calls", join(reseller, "calls-2026-10.uk-cdr.csv"), "--calls-format", "uk-cdr"],
  ...["--dialect", join(reseller, "northway-dialect.json")],
];

/** Runs the built command; the sample has calls in error on purpose, which is exit status 3. */
export function tollbook(words, { stdio = "inherit" } = {}) {
  const { status } = spawnSync(process.execPath, [join(root, "dist", "cli.js"), ...words], { stdio });
  if (status !== 0 && status !== 3) throw new Error(`tollbook ${words[0]} ended with exit status ${status}`);
}

/** The calls of the month that are JSON objects; the sample has lines that are not, on purpose. */
export function sampleCalls() {
  const lines = readFileSync(join(reseller, "calls-2026-10.jsonl"), "utf8").trimEnd().split("\n");
  return lines.flatMap((line) => {
    try {
      return [JSON.parse(line)];
    } catch {
      return [];
    }
  });
}

/** Writes the page of October's calls at prices that are 3.5 % higher from April on. */
export function writeSamplePage(file) {
  const change = ["--all", "--increase", "3.5", "--from", "2027-04-01", "--threshold", "1"];
  tollbook(["preview", ...SAMPLE, ...change, "--html", file], { stdio: ["ignore", "ignore", "inherit"] });
}
