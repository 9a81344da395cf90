/** The ways in which a file is rated, which must all give the same bytes, counts and messages. */
import { spawn } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { isDeepStrictEqual } from "node:util";
import { createRater, type OpenedBook } from "tollbook";
import {
  FileError,
  type Input,
  MAX_LINE_BYTES,
  type Output,
  openInput,
  type ReadCallsOptions,
  type RunReport,
  rateFile,
  rateStream,
  readCallBatches,
} from "tollbook/files";
import type { Case } from "./any-file.ts";

/** The book of all cases. */
export interface FuzzedBook {
  readonly path: string;
  readonly opened: OpenedBook;
}

/** What came of a file: results, or why it cannot be read. */
export type Told =
  | { readonly report: RunReport; readonly results: Buffer; readonly errors: Buffer }
  | { readonly refusal: string };

interface Way {
  readonly name: string;
  readonly isStandardInput: boolean;
  /** Undefined: call by call, by the careful readers. */
  readonly threads: number | undefined;
}

const WAYS: readonly Way[] = [
  { name: "the careful reader", isStandardInput: false, threads: undefined },
  { name: "the careful reader, standard input", isStandardInput: true, threads: undefined },
  { name: "one thread", isStandardInput: false, threads: 1 },
  { name: "one thread, standard input", isStandardInput: true, threads: 1 },
  { name: "two threads", isStandardInput: false, threads: 2 },
  { name: "two threads, standard input", isStandardInput: true, threads: 2 },
];
const COMMANDS: readonly Way[] = [
  { name: "the command", isStandardInput: false, threads: 1 },
  { name: "the command, two threads, standard input", isStandardInput: true, threads: 2 },
];

/** What a case came to. */
export interface Outcome {
  /** What differs between two ways, or does not add up; undefined where all is well. */
  readonly difference: string | undefined;
  /** Undefined where the file is refused. */
  readonly report: RunReport | undefined;
}

/** Rates a file in every way. */
export async function tryCase(fuzzed: Case, book: FuzzedBook, folder: string): Promise<Outcome> {
  const path = join(folder, "calls");
  writeFileSync(path, fuzzed.bytes);
  let first: Told | undefined;
  for (const way of WAYS) {
    const told = await toldBy(way, fuzzed, book.opened, path);
    const report = "report" in told ? told.report : undefined;
    const difference = first === undefined ? wrongWith(told, fuzzed) : differenceOf(first, told);
    if (difference !== undefined) return { difference: `${way.name}: ${difference}`, report };
    first ??= told;
  }
  const report = first !== undefined && "report" in first ? first.report : undefined;
  if (!fuzzed.byCommand || first === undefined) return { difference: undefined, report };
  for (const way of COMMANDS) {
    const difference = await differenceByCommand(way, first, fuzzed, book.path, folder);
    if (difference !== undefined) return { difference: `${way.name}: ${difference}`, report };
  }
  return { difference: undefined, report };
}

async function toldBy(way: Way, fuzzed: Case, book: OpenedBook, path: string): Promise<Told> {
  const { format, dialect, duplicates, reclassify, blockBytes } = fuzzed;
  // One name, whatever the source: it stands in messages.
  const read: ReadCallsOptions = { format, dialect, name: "calls" };
  const input = await inputOf(way, fuzzed, path);
  const results = new Memory();
  const errors = new Memory();
  const targets = {
    results: { output: results, format: fuzzed.results },
    errors: { output: errors, format: "jsonl" },
  } as const;
  try {
    const report =
      way.threads === undefined
        ? await rateStream({
            ...targets,
            items: readCallBatches(input.source, read),
            rater: createRater(book, { duplicates, reclassify }),
            discounts: undefined,
            onProgress: () => undefined,
          })
        : await rateFile({
            ...targets,
            book,
            input,
            read,
            duplicates,
            reclassify,
            threads: way.threads,
            waitsForThreads: true,
            ...(blockBytes !== undefined && { blockBytes }),
          });
    return { report, results: results.bytes, errors: errors.bytes };
  } catch (error) {
    if (error instanceof FileError) return { refusal: error.message };
    throw error;
  } finally {
    input.close();
  }
}

function inputOf({ isStandardInput }: Way, { bytes, piece }: Case, path: string): Promise<Input> {
  return isStandardInput ? openInput("-", { stdin: Readable.from(cut(bytes, piece)) }) : openInput(path);
}

function* cut(bytes: Buffer, piece: number): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece);
}

/** What is wrong with one way by itself. */
function wrongWith(told: Told, { format, bytes }: Case): string | undefined {
  if ("refusal" in told) return undefined;
  const { read, rated, errors, ignored } = told.report;
  if (rated + errors + ignored !== read)
    return `read ${read}, but rated ${rated} + errors ${errors} + ignored ${ignored}`;
  const lines = linesIn(told.errors);
  if (lines !== errors) return `${errors} calls in error, but ${lines} lines of them`;
  if (format !== "jsonl") return undefined;
  const wanted = linesThatCount(bytes);
  return wanted === read ? undefined : `read ${read} of ${wanted} lines`;
}

/** Lines of JSON that are not blank, or too long for anybody to look. */
function linesThatCount(bytes: Buffer): number {
  const text = bytes.subarray(bytes.toString("utf8", 0, 3) === "\ufeff" ? 3 : 0);
  let count = 0;
  for (let start = 0; start < text.length; ) {
    const lineFeed = text.indexOf(0x0a, start);
    const line = text.subarray(start, lineFeed === -1 ? text.length : lineFeed);
    if (line.length > MAX_LINE_BYTES || /\S/.test(line.toString())) count++;
    start += line.length + 1;
  }
  return count;
}

function linesIn(bytes: Buffer): number {
  let count = 0;
  for (const code of bytes) if (code === 0x0a) count++;
  return count;
}

function differenceOf(first: Told, other: Told): string | undefined {
  if ("refusal" in first || "refusal" in other) {
    const texts = [first, other].map((told) => ("refusal" in told ? told.refusal : "is read"));
    return texts[0] === texts[1] ? undefined : `refused otherwise: ${texts.map(shown).join(" / ")}`;
  }
  for (const part of ["results", "errors"] as const) {
    const difference = lineDifference(part, first[part], other[part]);
    if (difference !== undefined) return difference;
  }
  return isDeepStrictEqual(first.report, other.report) ? undefined : "another report";
}

function lineDifference(part: string, one: Buffer, other: Buffer): string | undefined {
  if (one.equals(other)) return undefined;
  const [ones, others] = [one, other].map((bytes) => bytes.toString().split("\n")) as [string[], string[]];
  const at = ones.findIndex((line, place) => line !== others[place]);
  const texts = [ones[at], others[at]].map((line) => shown(line ?? "nothing"));
  return `${part}, line ${at + 1}: ${texts.join(" / ")}`;
}

function shown(text: string): string {
  return JSON.stringify(text.length > 300 ? `${text.slice(0, 300)}…` : text);
}

const CLI = new URL("../../../dist/cli.js", import.meta.url).pathname;

async function differenceByCommand(
  { isStandardInput, threads }: Way,
  first: Told,
  fuzzed: Case,
  book: string,
  folder: string,
): Promise<string | undefined> {
  const [results, errors, dialect] = ["results", "errors.jsonl", "dialect.json"].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  for (const path of [results, errors]) rmSync(path, { force: true });
  writeFileSync(dialect, JSON.stringify(fuzzed.dialect ?? {}));
  const isPreset = typeof fuzzed.dialect === "string";
  const words = [
    ...["rate", "--book", book, "--calls", isStandardInput ? "-" : join(folder, "calls")],
    ...["--calls-format", fuzzed.format, "--duplicates", fuzzed.duplicates, "--threads", String(threads)],
    ...["--out", results, "--out-format", fuzzed.results, "--errors", errors],
    ...(fuzzed.reclassify ? ["--reclassify"] : []),
    ...(fuzzed.format === "uk-cdr" ? ["--dialect", isPreset ? String(fuzzed.dialect) : dialect] : []),
  ];
  const status = await statusOf(words, isStandardInput ? fuzzed.bytes : undefined);
  if ("refusal" in first) return status === 1 ? undefined : `a file that is refused ended with ${status}`;
  const wanted = first.report.errors > 0 ? 3 : 0;
  if (status !== wanted) return `ended with ${status} and not ${wanted}`;
  return (
    lineDifference("results", first.results, readFileSync(results)) ??
    lineDifference("errors", first.errors, readFileSync(errors))
  );
}

function statusOf(words: readonly string[], stdin: Buffer | undefined): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [CLI, ...words], { stdio: ["pipe", "ignore", "ignore"] });
    child.on("error", reject);
    child.on("exit", resolve);
    // A file that is refused is not read to its end.
    child.stdin.on("error", () => undefined);
    child.stdin.end(stdin);
  });
}

/** Holds what is written, as a file would. */
class Memory implements Output {
  readonly name = "memory";
  readonly #pieces: Buffer[] = [];

  get bytes(): Buffer {
    return Buffer.concat(this.#pieces);
  }

  write(text: string): undefined {
    this.#pieces.push(Buffer.from(text));
  }

  async writeBytes(bytes: Uint8Array): Promise<void> {
    this.#pieces.push(Buffer.from(bytes));
  }

  async flush(): Promise<void> {}
  async complete(): Promise<void> {}
  async finish(): Promise<void> {}
  async discard(): Promise<void> {}
}
