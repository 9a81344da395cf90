/** The two workloads as files, in a folder of the system's for temporary files that is removed afterwards. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BookData } from "tollbook";
import { fixtureFiles, makeBook, writeFiles } from "../fixtures/generator/index.mjs";
import { type CardBook, makeCardBook } from "./card/card-book.ts";
import { cardCalls, writeCardCalls } from "./card/card-calls.ts";
import { isQuick, scaled } from "./scale.ts";

/** Calls of a file: `BENCH_CALLS=2000000 npm run bench -- files` for more. */
export const CALLS = scaled("BENCH_CALLS", 200_000, 10_000);
/** The decimal baselines rate so many times fewer, and never more than is enough of them. */
const FEWER = 20;
const ENOUGH = 20_000;
const fewOf = (calls: number): number => Math.min(Math.ceil(calls / FEWER), ENOUGH);
/** Numbers of the full workload's book. */
const FULL_NUMBERS = isQuick ? 200 : 1000;

/** A book and two files of its calls: for the quick and, shorter, for the slow. */
export interface Workload<Book> {
  readonly data: Book;
  readonly book: string;
  readonly calls: string;
  readonly fewCalls: string;
}

/** Number, prefix, line, period, retail cost in components: see card/card-book.ts. */
export function writeCardWorkload(folder: string, calls = CALLS): Workload<CardBook> {
  const data = makeCardBook();
  const files = filesIn(folder, "card");
  writeFileSync(files.book, JSON.stringify(data));
  writeCardCalls(files.calls, cardCalls(data, calls));
  writeCardCalls(files.fewCalls, cardCalls(data, fewOf(calls), 2));
  return { data, ...files };
}

/** All rules and all costs: the fixtures' reseller with more numbers and more calls. */
export async function writeFullWorkload(folder: string, calls = CALLS): Promise<Workload<BookData>> {
  const data = makeBook({ numbers: FULL_NUMBERS });
  const files = filesIn(folder, "full");
  writeFileSync(files.book, JSON.stringify(data));
  const callFile = async (path: string, count: number, seed: number): Promise<void> => {
    const all = fixtureFiles({ calls: count, numbers: FULL_NUMBERS, seed, formats: ["csv"] });
    const file = all.find(({ name }) => name.endsWith(".csv"));
    if (file === undefined) throw new Error("the fixtures have no CSV");
    await writeFiles(folder, [{ name: path.slice(folder.length + 1), text: () => file.text() }]);
  };
  await callFile(files.calls, calls, 1);
  await callFile(files.fewCalls, fewOf(calls), 2);
  return { data, ...files };
}

/** The calls of the full workload as a carrier sends them, UK standard CDRs with a dialect of their own. */
export async function writeUkCdrWorkload(
  folder: string,
  calls = CALLS,
): Promise<{ readonly calls: string; readonly dialect: string }> {
  const files = fixtureFiles({ calls, numbers: FULL_NUMBERS, seed: 1, formats: ["uk-cdr"] });
  const own = join(folder, "uk-cdr");
  await writeFiles(own, files);
  const pathOf = (end: string): string => {
    const file = files.find(({ name }) => name.endsWith(end));
    if (file === undefined) throw new Error(`the fixtures have no ${end}`);
    return join(own, file.name);
  };
  return { calls: pathOf(".uk-cdr.csv"), dialect: pathOf("dialect.json") };
}

function filesIn(folder: string, name: string): Omit<Workload<never>, "data"> {
  return {
    book: join(folder, `${name}-book.json`),
    calls: join(folder, `${name}-calls.csv`),
    fewCalls: join(folder, `${name}-few-calls.csv`),
  };
}

export async function inTemporaryFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "tollbook-bench-"));
  try {
    await work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
