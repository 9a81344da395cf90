/** The way to read a command line's calls: the dialect must fit the book, and options choose what files leave open. */
import { basename } from "node:path";
import {
  type CallDialect,
  type CallFormatRead,
  type DialectChoices,
  FileError,
  openCallDialect,
  openDialect,
  type ReadCallsOptions,
  readCallFormat,
  readDialect,
  type UkCdrDialect,
  unlessAborted,
} from "../files/index.ts";
import { openBook } from "../index.ts";
import type { BookFile } from "./book-file.ts";
import { type CallsGiven, callsFormatOf, dialectOf, refuseChoices } from "./calls-format.ts";
import { type CliIO, tell, wrongUsage } from "./cli-io.ts";

/** The reading options of a command line; a dialect that does not fit the book is refused before calls are read. */
export async function howToRead(
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
