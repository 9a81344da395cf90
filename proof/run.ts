/**
 * `npm run prove [calls [seed]]`: two million generated calls, of books that differ in everything, rated as
 * objects, as columns and as files, on one thread and on several, and by the second opinion. All of it has to
 * agree to the last digit.
 */
import { fork } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { addCounts, type Counts } from "./counts.ts";
import { Progress } from "./progress.ts";
import { type BookPlan, type BookReport, proveBook } from "./prove-book.ts";
import { thousands } from "./words.ts";

const [countWord, seedWord] = process.argv.slice(2);
const CALLS = wholeNumber(countWord ?? process.env.PROVE_CALLS ?? "2000000");
const SEED = wholeNumber(seedWord ?? process.env.PROVE_SEED ?? "1");
/** Calls of a book, about. */
const CALLS_A_BOOK = 125_000;
const FEWEST_BOOKS = 4;

type Message = { readonly calls: number } | { readonly report: BookReport };

/** The child: proves one book. */
async function serve(plan: BookPlan): Promise<void> {
  // The second opinion throws what is wrong with a call; nobody reads where it did.
  Error.stackTraceLimit = 0;
  process.once("disconnect", () => process.exit(1));
  const tell = (message: Message): void => void process.send?.(message);
  const report = await proveBook(plan, (calls) => tell({ calls }));
  process.send?.({ report } satisfies Message, () => process.exit(0));
}

async function proveAll(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "tollbook-proof-"));
  process.once("SIGINT", () => process.exit(130));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const books = Math.max(FEWEST_BOOKS, Math.round(CALLS / CALLS_A_BOOK));
  const plans = Array.from({ length: books }, (_, place): BookPlan => {
    const until = (at: number): number => Math.floor((CALLS * at) / books);
    return { seed: SEED, place, calls: until(place + 1) - until(place), folder };
  });
  console.log(`${thousands(CALLS)} calls of ${books} books, seed ${SEED}`);
  const start = performance.now();
  const progress = new Progress(start);
  const reports: BookReport[] = [];
  const next = plans[Symbol.iterator]();
  const workers = Array.from({ length: Math.min(availableParallelism(), books) }, async () => {
    for (const plan of next) {
      const report = await proveApart(plan, (calls) => progress.add(calls));
      reports.push(report);
      for (const told of report.told) console.log(`\nDIFFERENT: ${told}`);
    }
  });
  await Promise.all(workers);
  return print(reports, (performance.now() - start) / 1000);
}

/** One book in a process of its own. */
function proveApart(plan: BookPlan, onCalls: (calls: number) => void): Promise<BookReport> {
  return new Promise((resolve, reject) => {
    const child = fork(process.argv[1] ?? "", [], { stdio: "inherit" });
    let report: BookReport | undefined;
    child.on("message", (message: Message) => {
      if ("report" in message) report = message.report;
      else onCalls(message.calls);
    });
    child.on("error", reject);
    child.on("exit", (code) => {
      if (report !== undefined && code === 0) resolve(report);
      else reject(new Error(`The proof of book ${plan.place}, seed ${plan.seed}, stopped (${code}).`));
    });
    child.send(plan);
  });
}

function print(reports: readonly BookReport[], seconds: number): number {
  const counts: Counts = {};
  const times = new Map<string, { calls: number; milliseconds: number }>();
  for (const report of reports) {
    addCounts(counts, report.counts);
    for (const [way, calls, milliseconds] of report.times) {
      const own = times.get(way) ?? { calls: 0, milliseconds: 0 };
      times.set(way, { calls: own.calls + calls, milliseconds: own.milliseconds + milliseconds });
    }
  }
  console.log("");
  for (const name of Object.keys(counts).sort(inOrder)) line(name, thousands(counts[name] ?? 0));
  console.log("");
  for (const [way, { calls, milliseconds }] of times) {
    const each = ((milliseconds * 1_000) / Math.max(1, calls)).toFixed(1);
    line(way, `${(milliseconds / 1000).toFixed(1)} s`, `${thousands(calls)} calls, ${each} µs each`);
  }
  const differences = reports.reduce((sum, own) => sum + own.differences, 0);
  const megabytes = Math.max(...reports.map((own) => own.megabytes));
  console.log("");
  line("differences", thousands(differences));
  line("in all", `${seconds.toFixed(0)} s`, `at most ${megabytes} MB a process`);
  return differences === 0 ? 0 : 1;
}

const ORDER = ["calls", "rated", "error", "ignored", "method", "on", "beside"];

function inOrder(a: string, b: string): number {
  const place = (name: string): number => {
    const at = ORDER.indexOf(name.split(" ")[0] ?? "");
    return at === -1 ? ORDER.length : at;
  };
  return place(a) - place(b) || (a < b ? -1 : 1);
}

function line(name: string, figure: string, more = ""): void {
  console.log(`  ${name.padEnd(34)}${figure.padStart(12)}  ${more}`.trimEnd());
}

function wholeNumber(text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number > 0) return number;
  console.error(`${JSON.stringify(text)} is not a whole number above 0; npm run prove -- [calls [seed]]`);
  process.exit(2);
}

if (process.send !== undefined) {
  process.once("message", (plan: BookPlan) => void serve(plan));
} else {
  process.exitCode = await proveAll();
}
