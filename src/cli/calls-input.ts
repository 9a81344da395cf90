/** The calls of a command line: opened by a dialect that must fit the book, and read a batch at a time. */
import { basename } from "node:path";
import {
  type CallDialect,
  type CallFormatRead,
  type CallLine,
  type DialectChoices,
  describeProblem,
  type FeatureStates,
  FileError,
  type Input,
  openCallDialect,
  openDialect,
  PassedOverCounter,
  type ReadCallsOptions,
  readCallBatches,
  readCallFormat,
  readDialect,
  type UkCdrDialect,
  type UnreadableLine,
  unlessAborted,
} from "../files/index.ts";
import { type DiscountedItem, type DiscountWindow, openBook, type Rater } from "../index.ts";
import { harmless } from "../report/index.ts";
import { type BookFile, openBookFile } from "./book-file.ts";
import { type CallsGiven, callsFormatOf, dialectOf, refuseChoices } from "./calls-format.ts";
import { type CliIO, tell, wrongUsage } from "./cli-io.ts";
import { type NamedFiles, requireNoBookFile } from "./distinct-files.ts";
import type { RunFiles } from "./run-files.ts";

export interface CallsOfRun {
  readonly bookFile: BookFile;
  readonly input: Input;
  /** How the calls are read; doubtful input gives a warning on standard error. */
  readonly read: ReadCallsOptions;
  /** Counts the rows that are passed over, as the calls are read. */
  readonly passedOver: PassedOverCounter;
}

/** Options of opening a run: the output files, which must not be files of the book, and the states of features. */
interface OpenOptions {
  readonly files: RunFiles;
  readonly written: NamedFiles;
  readonly features?: string | undefined;
  readonly states?: FeatureStates | undefined;
}

/** Opens the book and the calls of a run; the dialect of the calls must fit the book. */
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
  const how = await howToRead(given, bookFile, io);
  const input = await files.openInput(given.calls);
  const onWarning: ReadCallsOptions["onWarning"] = (warning) =>
    tell(io, `warning  ${harmless(describeProblem(warning))}\n`);
  const read = { ...how, name: basename(input.name), onWarning };
  return { input, read, passedOver: new PassedOverCounter() };
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

/** Calls, rated and discounted in drawing order, and among them lines that could not be read. */
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

/** The reading options of a command line; a dialect that does not fit the book is refused before calls are read. */
async function howToRead(
  given: CallsGiven,
  bookFile: BookFile | undefined,
  io: CliIO,
): Promise<Pick<ReadCallsOptions, "format" | "dialect" | "zone" | "carrier" | "year" | "book">> {
  const { callsFormat = "", zone, carrier, year } = given;
  const format = callsFormatOf(given);
  if (format === "jsonl" || format === "csv") return { format };
  const nameOrPath = format === "uk-cdr" ? dialectOf(callsFormat, given.dialect) : callsFormat;
  const name = basename(nameOrPath);
  const read = await unlessAborted(readNamed(given, nameOrPath), io.signal);
  if (read.format === "uk-cdr") {
    refuseChoices(given, name);
    if (bookFile !== undefined) requireFit(read.dialect as UkCdrDialect | string, name, bookFile, io);
    return read;
  }
  const choices = { zone, carrier, year, book: bookFile?.book };
  requireChoices(read.dialect as CallDialect | string, choices, name);
  return { ...read, ...choices };
}

/** Reads the dialect of --dialect, which is for UK standard CDRs only, or the format of --calls-format. */
async function readNamed({ dialect, callsFormat }: CallsGiven, nameOrPath: string): Promise<CallFormatRead> {
  if (dialect === undefined && callsFormat !== "uk-cdr") return readCallFormat(nameOrPath);
  return { format: "uk-cdr", dialect: await readDialect(nameOrPath) };
}

/**
 * Refuses a run without a choice that files of its format leave open, or with a choice that each file makes: as wrong
 * usage where another choice would work.
 */
function requireChoices(dialect: CallDialect | string, choices: DialectChoices, name: string): void {
  const fault = dialectFault(dialect, choices, name);
  if (fault === undefined) return;
  const { book = openBook({}) } = choices;
  const allChoices = { book, zone: "utc", carrier: "any", year: 2000 };
  const alternatives: readonly DialectChoices[] = [
    allChoices,
    { ...allChoices, zone: undefined },
    { ...allChoices, year: undefined },
    { book },
  ];
  const isChoice = alternatives.some((alternative) => dialectFault(dialect, alternative, name) === undefined);
  throw isChoice ? wrongUsage(fault.message) : fault;
}

function dialectFault(
  dialect: CallDialect | string,
  choices: DialectChoices,
  name: string,
): FileError | undefined {
  try {
    openCallDialect(dialect, choices, name);
    return undefined;
  } catch (error) {
    if (error instanceof FileError) return error;
    throw error;
  }
}

/** Refuses a dialect of UK standard CDRs that does not fit the book, and warns of periods that the book lacks. */
function requireFit(dialect: UkCdrDialect | string, name: string, bookFile: BookFile, io: CliIO): void {
  const opened = openDialect(dialect);
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
}
