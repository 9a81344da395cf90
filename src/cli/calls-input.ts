/** The calls of a command line: their format, and how a carrier writes them. */
import { basename, extname } from "node:path";
import {
  type CallFormat,
  DEFAULT_DIALECT,
  describeProblem,
  FILE_FORMATS,
  FileError,
  type FileFormat,
  formatOfName,
  type Input,
  openDialect,
  type ReadCallsOptions,
  readDialect,
  type UkCdrDialect,
} from "../files/index.ts";
import { harmless } from "../report/index.ts";
import type { BookFile } from "./book-file.ts";
import { type CliIO, tell, unlessInterrupted, wrongUsage } from "./cli-io.ts";
import type { RunFiles } from "./run-files.ts";

/** What a command line says of its calls. */
export interface CallsGiven {
  readonly calls: string;
  readonly callsFormat?: CallFormat;
  readonly dialect?: string;
}

/** How calls are read. */
export interface CallsReading {
  readonly format: CallFormat;
  readonly dialect: UkCdrDialect | undefined;
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

/** The calls of a run, opened; what may not be meant in them is told on standard error. */
export async function openCalls(
  files: RunFiles,
  { calls }: CallsGiven,
  how: CallsReading,
  io: CliIO,
): Promise<{ readonly input: Input; readonly read: ReadCallsOptions }> {
  const input = await files.openInput(calls);
  const onWarning: ReadCallsOptions["onWarning"] = (warning) =>
    tell(io, `warning  ${harmless(describeProblem(warning))}\n`);
  return { input, read: { ...how, name: basename(input.name), onWarning } };
}

/** What a summary says of how UK standard CDRs were read: a preset, or the name of a file. */
export function dialectName(format: CallFormat, given: string | undefined): { readonly dialect?: string } {
  return format === "uk-cdr" ? { dialect: basename(given ?? DEFAULT_DIALECT) } : {};
}

/** How the calls are read, by a dialect that is fit for the book. */
export async function howToRead(given: CallsGiven, bookFile: BookFile, io: CliIO): Promise<CallsReading> {
  const format = callsFormatOf(given);
  return { format, dialect: await dialectFor(given.dialect, format, bookFile, io) };
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
    throw new FileError(
      name,
      `is for ${opened.currency} and the book in ${currency}; money is never converted`,
    );
  }
  if (currencyDecimals !== 2 && opened.unit === "pounds") {
    throw new FileError(
      name,
      `is in pounds, which are read as hundredths, and the book prices calls in units of 10^-${currencyDecimals} ${currency} (currencyDecimals)`,
    );
  }
  const periods = new Set<unknown>([
    "",
    "default",
    ...(data.ratingPeriods ?? []).map((period) => period.name),
  ]);
  for (const [code, period] of opened.timeBands) {
    if (periods.has(period)) continue;
    tell(
      io,
      `${name}: timeBands ${code}: the book has no rating period ${period}, so no line for a period matches its calls.\n`,
    );
  }
  return dialect;
}
