/** The calls of a command line: their format, and how a carrier writes them. */
import { basename, extname } from "node:path";
import {
  type CallFormat,
  type CallLine,
  DEFAULT_DIALECT,
  describeProblem,
  type FeatureStates,
  FILE_FORMATS,
  FileError,
  type FileFormat,
  formatOfName,
  type Input,
  openDialect,
  type ReadCallsOptions,
  readCallBatches,
  readDialect,
  type UkCdrDialect,
  type UnreadableLine,
} from "../files/index.ts";
import type { DiscountedItem, DiscountWindow, Rater } from "../index.ts";
import { harmless } from "../report/index.ts";
import { type BookFile, openBookFile } from "./book-file.ts";
import { type CliIO, tell, unlessInterrupted, wrongUsage } from "./cli-io.ts";
import { type NamedFiles, requireNoBookFile } from "./distinct-files.ts";
import type { RunFiles } from "./run-files.ts";

/** What a command line says of its calls. */
export interface CallsGiven {
  readonly calls: string;
  readonly callsFormat?: FileFormat | "uk-cdr";
  readonly dialect?: string;
}

/** The format of the calls; UK standard CDRs have no file name of their own. */
export function callsFormatOf({ calls, callsFormat }: CallsGiven): CallFormat {
  return callsFormat === "uk-cdr" ? callsFormat : formatOf(calls, callsFormat, "--calls-format");
}

/** The format of a file as the user or else its name says; without an extension, and for `-`, JSON lines. */
export function formatOf(path: string, given: FileFormat | undefined, option: string): FileFormat {
  const format = given ?? formatOfName(path) ?? (path === "-" || extname(path) === "" ? "jsonl" : undefined);
  if (format !== undefined) return format;
  throw wrongUsage(
    `The name of ${path} does not tell which format it has.`,
    `Name it .jsonl or .csv, or add ${option} ${FILE_FORMATS.join("|")}.`,
  );
}

/** The book and the calls of a run. */
export interface CallsOfRun {
  readonly bookFile: BookFile;
  readonly format: CallFormat;
  readonly input: Input;
  /** How the calls are read; what may not be meant in them is told on standard error. */
  readonly read: ReadCallsOptions;
}

/** What a run opens: the files it writes, which no file of the book may be, and what was charged of features. */
interface OpenOptions {
  readonly files: RunFiles;
  readonly written: NamedFiles;
  readonly features?: string | undefined;
  readonly states?: FeatureStates | undefined;
}

/** Opens the book and the calls of a run, which are read by a dialect that is fit for the book. */
export async function openRun(
  given: CallsGiven & { readonly book: string },
  { files, written, features, states }: OpenOptions,
  io: CliIO,
): Promise<CallsOfRun> {
  const bookFile = await openBookFile(given.book, io, { features, states });
  await requireNoBookFile(written, bookFile.files);
  return { bookFile, ...(await openCalls(given, { files, bookFile }, io)) };
}

/** Opens the calls of a run whose book is open. */
export async function openCalls(
  given: CallsGiven,
  { files, bookFile }: { readonly files: RunFiles; readonly bookFile: BookFile },
  io: CliIO,
): Promise<Omit<CallsOfRun, "bookFile">> {
  const format = callsFormatOf(given);
  const dialect = await dialectFor(given.dialect, format, bookFile, io);
  const input = await files.openInput(given.calls);
  const onWarning: ReadCallsOptions["onWarning"] = (warning) =>
    tell(io, `warning  ${harmless(describeProblem(warning))}\n`);
  return { format, input, read: { format, dialect, name: basename(input.name), onWarning } };
}

/** The calls of a run, a batch at a time, until the user interrupts. */
export async function* batchesOf({ input, read }: Pick<CallsOfRun, "input" | "read">, io: CliIO) {
  for await (const items of readCallBatches(input.source, read)) {
    io.signal?.throwIfAborted();
    yield items;
  }
}

/** Calls, rated and discounted in the order in which they draw, and on the way lines that could not be read. */
export async function* discountedCalls(
  calls: Pick<CallsOfRun, "input" | "read">,
  rater: Rater,
  window: DiscountWindow<CallLine>,
  io: CliIO,
): AsyncGenerator<DiscountedItem<CallLine> | UnreadableLine> {
  for await (const items of batchesOf(calls, io)) {
    for (const item of items) {
      if ("call" in item) yield* window.add(rater(item.call, item.line), item);
      else if ("problem" in item) yield item;
    }
  }
  yield* window.finish();
}

/** What a summary says of how UK standard CDRs were read: a preset, or the name of a file. */
export function dialectName(format: CallFormat, given: string | undefined): { readonly dialect?: string } {
  return format === "uk-cdr" ? { dialect: basename(given ?? DEFAULT_DIALECT) } : {};
}

async function dialectFor(
  given: string | undefined,
  format: CallFormat,
  { data, book }: BookFile,
  io: CliIO,
): Promise<UkCdrDialect | undefined> {
  if (format !== "uk-cdr") {
    if (given === undefined) return undefined;
    throw wrongUsage(
      `--dialect ${given} says how UK standard CDRs are written, and the calls are ${format}.`,
      "Add --calls-format uk-cdr.",
    );
  }
  const { currency, currencyDecimals } = book.settings;
  const dialect = await unlessInterrupted(readDialect(given ?? DEFAULT_DIALECT), io);
  const opened = openDialect(dialect);
  const name = basename(given ?? DEFAULT_DIALECT);
  if (opened.currency !== currency) {
    const reason = `is for ${opened.currency} and the book in ${currency}; money is never converted`;
    throw new FileError(name, reason);
  }
  if (currencyDecimals !== 2 && opened.unit === "pounds") {
    const reason = `is in pounds, which are read as hundredths, and the book prices calls in units of 10^-${currencyDecimals} ${currency} (currencyDecimals)`;
    throw new FileError(name, reason);
  }
  const periods = new Set<unknown>([
    "",
    "default",
    ...(data.ratingPeriods ?? []).map((period) => period.name),
  ]);
  for (const [code, period] of opened.timeBands) {
    if (periods.has(period)) continue;
    const what = `the book has no rating period ${period}, so no line for a period matches its calls`;
    tell(io, `${name}: timeBands ${code}: ${what}.\n`);
  }
  return dialect;
}
