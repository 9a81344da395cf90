/** The calls of a command line: their format, and how a carrier writes them. */
import { basename, extname } from "node:path";
import {
  type CallDialect,
  type CallFormat,
  type CallLine,
  DEFAULT_DIALECT,
  DIALECT_PRESETS,
  type DialectChoices,
  describeProblem,
  type FeatureStates,
  FILE_FORMATS,
  FileError,
  type FileFormat,
  formatOfName,
  type Input,
  isDialectFile,
  openCallDialect,
  openDialect,
  PassedOverCounter,
  type ReadCallsOptions,
  readCallBatches,
  readCallDialect,
  readDialect,
  type UkCdrDialect,
  type UnreadableLine,
  whyNoCallFormat,
} from "../files/index.ts";
import { type DiscountedItem, type DiscountWindow, openBook, type Rater } from "../index.ts";
import { harmless } from "../report/index.ts";
import { type BookFile, openBookFile } from "./book-file.ts";
import { type CliIO, tell, unlessInterrupted, wrongUsage } from "./cli-io.ts";
import { filesOf } from "./declare-command.ts";
import { type NamedFiles, requireNoBookFile } from "./distinct-files.ts";
import type { RunFiles } from "./run-files.ts";

/** What a command line says of its calls. */
export interface CallsGiven {
  readonly calls: string;
  /** A name, or the path of a file with a dialect. */
  readonly callsFormat?: string;
  readonly dialect?: string;
  readonly zone?: string;
  readonly carrier?: string;
  readonly year?: number;
}

/** The format of the calls; of those without file names of their own, as they are named. Refuses options without a use in it. */
export function callsFormatOf(given: CallsGiven): CallFormat {
  const { calls, callsFormat, dialect } = given;
  const format = formatNamed(callsFormat) ?? formatByName(calls);
  if (format === undefined) {
    throw wrongUsage(
      `The name of ${calls} does not tell which format it has.`,
      "Add --calls-format; tollbook sniff tells the likely one.",
    );
  }
  if (dialect !== undefined && (format !== "uk-cdr" || callsFormat !== "uk-cdr")) {
    const isPreset = format === "uk-cdr";
    throw wrongUsage(
      `--dialect ${dialect} says how UK standard CDRs are written, and ${isPreset ? `--calls-format ${callsFormat} does so, too` : `the calls are ${callsFormat ?? format}`}.`,
      isPreset ? "Leave one of the two out." : "Add --calls-format uk-cdr.",
    );
  }
  if (format === "dialect") return format;
  for (const option of ["zone", "carrier", "year"] as const) {
    if (given[option] === undefined) continue;
    throw wrongUsage(
      `--${option} is for formats that do not say it, and ${format} has no use for it.`,
      `Leave out --${option}; tollbook formats says what each format needs.`,
    );
  }
  return format;
}

/** The format that a name or the path of a file with a dialect stands for; undefined where there is none. */
function formatNamed(callsFormat: string | undefined): CallFormat | undefined {
  if (callsFormat === undefined) return undefined;
  const why = whyNoCallFormat(callsFormat);
  if (why !== undefined) throw wrongUsage(`--calls-format ${callsFormat} ${why}`);
  if (callsFormat === "uk-cdr" || DIALECT_PRESETS.has(callsFormat)) return "uk-cdr";
  return FILE_FORMATS.find((format) => format === callsFormat) ?? "dialect";
}

/** Options that name files which a run reads its calls from, or reads them by. */
export function filesOfCalls(given: CallsGiven): NamedFiles {
  const { calls, callsFormat, dialect } = given;
  const isFile = callsFormat !== undefined && isDialectFile(callsFormat);
  return {
    ...filesOf({ calls, dialect }, "calls", "dialect"),
    ...(isFile && filesOf({ callsFormat }, "callsFormat")),
  };
}

/** How the calls were read, as summaries say it: the same words for the same calls. */
export interface NamedFormat {
  /** A format, a preset, or the name of a file with a dialect. */
  readonly callsFormat: string;
  /** How UK standard CDRs were read: a preset, or the name of a file. */
  readonly dialect?: string;
  /** What was chosen because no file of the format says it. */
  readonly zone?: string;
  readonly carrier?: string;
  readonly year?: number;
}

/** How the calls of a command line are read. */
export function namedFormat(given: CallsGiven): NamedFormat {
  const { callsFormat, dialect, zone, carrier, year } = given;
  const format = callsFormatOf(given);
  if (format === "uk-cdr") {
    return { callsFormat: format, dialect: basename(dialectOf(callsFormat, dialect)) };
  }
  if (format !== "dialect") return { callsFormat: format };
  return {
    callsFormat: basename(callsFormat ?? ""),
    ...(zone !== undefined && { zone }),
    ...(carrier !== undefined && { carrier }),
    ...(year !== undefined && { year }),
  };
}

/** The preset or file that says how UK standard CDRs are written. */
function dialectOf(callsFormat: string | undefined, dialect: string | undefined): string {
  return dialect ?? (callsFormat === undefined || callsFormat === "uk-cdr" ? DEFAULT_DIALECT : callsFormat);
}

/** `calls asterisk-csv (zone Europe/London)`. */
export function formatText({ callsFormat, dialect, zone, carrier, year }: NamedFormat): string {
  const choices = [
    ...(dialect === undefined ? [] : [dialect]),
    ...(zone === undefined ? [] : [`zone ${zone}`]),
    ...(carrier === undefined ? [] : [`carrier ${carrier}`]),
    ...(year === undefined ? [] : [`year ${year}`]),
  ];
  return `calls ${callsFormat}${choices.length === 0 ? "" : ` (${choices.join(", ")})`}`;
}

/** The format of an output as the user or else its name says. */
export function formatOf(path: string, given: FileFormat | undefined, option: string): FileFormat {
  const format = given ?? formatByName(path);
  if (format !== undefined) return format;
  throw wrongUsage(
    `The name of ${path} does not tell which format it has.`,
    `Name it .jsonl or .csv, or add ${option} ${FILE_FORMATS.join("|")}.`,
  );
}

/** The format that a file's name tells; without an extension, and for `-`, JSON lines. */
function formatByName(path: string): FileFormat | undefined {
  return formatOfName(path) ?? (path === "-" || extname(path) === "" ? "jsonl" : undefined);
}

/** The book and the calls of a run. */
export interface CallsOfRun {
  readonly bookFile: BookFile;
  readonly format: CallFormat;
  readonly input: Input;
  /** How the calls are read; what may not be meant in them is told on standard error. */
  readonly read: ReadCallsOptions;
  /** Counts the rows that are passed over, as the calls are read. */
  readonly passedOver: PassedOverCounter;
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
  { files, bookFile }: { readonly files: RunFiles; readonly bookFile: BookFile | undefined },
  io: CliIO,
): Promise<Omit<CallsOfRun, "bookFile">> {
  const format = callsFormatOf(given);
  const how = await howToRead(given, format, bookFile, io);
  const input = await files.openInput(given.calls);
  const onWarning: ReadCallsOptions["onWarning"] = (warning) =>
    tell(io, `warning  ${harmless(describeProblem(warning))}\n`);
  const read = { ...how, name: basename(input.name), onWarning };
  return { format, input, read, passedOver: new PassedOverCounter() };
}

/** What a command line says of how its calls are read; a dialect that is not fit for the book is refused before them. */
async function howToRead(
  given: CallsGiven,
  format: CallFormat,
  bookFile: BookFile | undefined,
  io: CliIO,
): Promise<Pick<ReadCallsOptions, "format" | "dialect" | "zone" | "carrier" | "year" | "book">> {
  const { callsFormat = "", zone, carrier, year } = given;
  if (format === "uk-cdr") return { format, dialect: await dialectFor(given, bookFile, io) };
  if (format !== "dialect") return { format };
  const choices = { zone, carrier, year, book: bookFile?.book };
  const dialect = await unlessInterrupted(readCallDialect(callsFormat), io);
  requireChoices(dialect, choices, basename(callsFormat));
  return { format, dialect, ...choices };
}

/** The calls of a run and lines that could not be read, a batch at a time, until the user interrupts. */
export async function* batchesOf(
  { input, read, passedOver }: Omit<CallsOfRun, "bookFile">,
  io: CliIO,
): AsyncGenerator<(CallLine | UnreadableLine)[], void, undefined> {
  for await (const items of readCallBatches(input.source, read)) {
    io.signal?.throwIfAborted();
    yield items.filter((item): item is CallLine | UnreadableLine => {
      if ("passedOver" in item) passedOver.add(item.passedOver);
      return !("passedOver" in item);
    });
  }
}

/** Calls, rated and discounted in the order in which they draw, and on the way lines that could not be read. */
export async function* discountedCalls(
  calls: Omit<CallsOfRun, "bookFile">,
  rater: Rater,
  window: DiscountWindow<CallLine>,
  io: CliIO,
): AsyncGenerator<DiscountedItem<CallLine> | UnreadableLine> {
  for await (const items of batchesOf(calls, io)) {
    for (const item of items) {
      if ("call" in item) yield* window.add(rater(item.call, item.line), item);
      else yield item;
    }
  }
  yield* window.finish();
}

/**
 * Refuses a run that does not choose what no file of its format says, or chooses what each file does say: as wrong usage
 * where another choice would do.
 */
function requireChoices(dialect: CallDialect, choices: DialectChoices, name: string): void {
  const fault = dialectFault(dialect, choices, name);
  if (fault === undefined) return;
  const { book = openBook({}) } = choices;
  const any = { book, zone: "utc", carrier: "any", year: 2000 };
  const others: readonly DialectChoices[] = [
    any,
    { ...any, zone: undefined },
    { ...any, year: undefined },
    { book },
  ];
  const isChoice = others.some((other) => dialectFault(dialect, other, name) === undefined);
  throw isChoice ? wrongUsage(fault.message) : fault;
}

function dialectFault(dialect: CallDialect, choices: DialectChoices, name: string): FileError | undefined {
  try {
    openCallDialect(dialect, choices, name);
    return undefined;
  } catch (error) {
    if (error instanceof FileError) return error;
    throw error;
  }
}

async function dialectFor(
  given: CallsGiven,
  bookFile: BookFile | undefined,
  io: CliIO,
): Promise<UkCdrDialect> {
  const nameOrPath = dialectOf(given.callsFormat, given.dialect);
  const dialect = await unlessInterrupted(readDialect(nameOrPath), io);
  const opened = openDialect(dialect);
  if (bookFile === undefined) return dialect;
  const name = basename(nameOrPath);
  const { currency, currencyDecimals } = bookFile.book.settings;
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
    ...(bookFile.data.ratingPeriods ?? []).map((period) => period.name),
  ]);
  for (const [code, period] of opened.timeBands) {
    if (periods.has(period)) continue;
    const what = `the book has no rating period ${period}, so no line for a period matches its calls`;
    tell(io, `${name}: timeBands ${code}: ${what}.\n`);
  }
  return dialect;
}
