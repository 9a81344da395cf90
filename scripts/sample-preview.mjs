/** The preview of the sample month that `npm start` ends with and the documentation shows. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const reseller = join(root, "fixtures", "reseller");

/** The words of the command for the sample's book and calls. */
export const SAMPLE = [
  ...["--book", join(reseller, "book.json")],
  ...["--calls", join(reseller, "calls-2026-10.uk-cdr.csv"), "--calls-format", "uk-cdr"],
  ...["--dialect", join(reseller, "northway-dialect.json")],
];

/** Runs the built command; the sample has calls in error on purpose, which is exit status 3. */
export function tollbook(words, { stdio = "inherit" } = {}) {
  const { status } = spawnSync(process.execPath, [join(root, "dist", "cli.js"), ...words], { stdio });
  if (status !== 0 && status !== 3) throw new Error(`tollbook ${words[0]} ended with exit status ${status}`);
}

/** Writes the page of October's calls at prices that are 3.5 % higher from April on. */
export function writeSamplePage(file) {
  const change = ["--all", "--increase", "3.5", "--from", "2027-04-01", "--threshold", "1"];
  tollbook(["preview", ...SAMPLE, ...change, "--html", file], { stdio: ["ignore", "ignore", "inherit"] });
}
