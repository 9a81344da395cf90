/**
 * `npm run fuzz [cases [seed [first]]]`: call files of every format and of every shape that readers fall over, some
 * larger than a block, rated by the careful readers and from their bytes, on one thread and on two, as files and as
 * standard input, and now and then by the command. All of it has to be the same, byte for byte, and every call has to
 * be rated, in error or ignored.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openBook } from "tollbook";
import { readBook } from "tollbook/files";
import { thousands } from "../words.ts";
import { ALL_SHAPES, type Case, caseOf } from "./any-file.ts";
import { shrunk } from "./shrink.ts";
import { type FuzzedBook, tryCase } from "./ways.ts";

const [countWord, seedWord, firstWord] = process.argv.slice(2);
/** Every shape in every format. */
const CASES = wholeNumber(countWord ?? String(ALL_SHAPES));
const SEED = wholeNumber(seedWord ?? "1");
const FIRST = wholeNumber(firstWord ?? "0");
const BOOK = new URL("../../../fixtures/reseller/book.json", import.meta.url).pathname;

const folder = mkdtempSync(join(tmpdir(), "tollbook-fuzz-"));
process.once("SIGINT", () => process.exit(130));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
process.exitCode = await fuzz();

async function fuzz(): Promise<number> {
  const book: FuzzedBook = { path: BOOK, opened: openBook(await readBook(BOOK)) };
  console.log(`${thousands(CASES)} files, seed ${SEED}`);
  const start = performance.now();
  const sums = { bytes: 0, read: 0, rated: 0, errors: 0, ignored: 0, refused: 0, differences: 0 };
  for (let number = FIRST; number < FIRST + CASES; number++) {
    const own = caseOf(SEED, number);
    const { difference, report } = await tryAny(own, book);
    sums.bytes += own.bytes.length;
    if (report === undefined) sums.refused++;
    sums.read += report?.read ?? 0;
    sums.rated += report?.rated ?? 0;
    sums.errors += report?.errors ?? 0;
    sums.ignored += report?.ignored ?? 0;
    if (difference === undefined) continue;
    sums.differences++;
    console.log(`\nDIFFERENT: npm run fuzz -- 1 ${SEED} ${number} (${own.format}, ${own.shape})`);
    console.log(`  ${difference}`);
    await tellSmallest(own, number, book);
  }
  print(sums, (performance.now() - start) / 1000);
  return sums.differences === 0 ? 0 : 1;
}

/** Whatever is thrown is a difference, too: a file is read or refused. */
async function tryAny(own: Case, book: FuzzedBook): ReturnType<typeof tryCase> {
  try {
    return await tryCase(own, book, folder);
  } catch (error) {
    return {
      difference: error instanceof Error ? (error.stack ?? error.message) : String(error),
      report: undefined,
    };
  }
}

async function tellSmallest(own: Case, number: number, book: FuzzedBook): Promise<void> {
  const isWrong = async (bytes: Buffer): Promise<boolean> =>
    (await tryAny({ ...own, bytes }, book)).difference !== undefined;
  const bytes = await shrunk(own.bytes, isWrong);
  const { difference } = await tryAny({ ...own, bytes }, book);
  const path = join(tmpdir(), `tollbook-fuzz-${SEED}-${number}.calls`);
  writeFileSync(path, bytes);
  console.log(`  smallest file: ${path}, ${bytes.length} bytes`);
  console.log(`  ${difference}`);
  const { bytes: _, ...how } = own;
  console.log(`  ${JSON.stringify(how)}`);
}

function print(sums: Readonly<Record<string, number>>, seconds: number): void {
  console.log("");
  for (const [name, sum] of Object.entries(sums)) line(name, thousands(sum));
  const megabytes = Math.round(process.resourceUsage().maxRSS / 1024);
  line("in all", `${seconds.toFixed(0)} s`, `at most ${megabytes} MB`);
}

function line(name: string, figure: string, more = ""): void {
  console.log(`  ${name.padEnd(20)}${figure.padStart(14)}  ${more}`.trimEnd());
}

function wholeNumber(text: string): number {
  const number = Number(text);
  if (/^[0-9]+$/.test(text) && Number.isSafeInteger(number)) return number;
  console.error(`${JSON.stringify(text)} is not a whole number; npm run fuzz -- [cases [seed [first]]]`);
  process.exit(2);
}
