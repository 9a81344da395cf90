/** The book of a command line: opened for a run, or changed and written. */
import { constants, copyFile, realpath } from "node:fs/promises";
import { basename, dirname } from "node:path";
import {
  bookText,
  type CsvOrigin,
  type FeatureStates,
  FileError,
  type LoadedBook,
  loadBook,
  originOf,
  pathTarget,
  unlessAborted,
  withCsvLists,
  withFeatureStates,
} from "../files/index.ts";
import {
  type BookData,
  BookError,
  type BookIssue,
  checkBook,
  issueText,
  type OpenedBook,
  openBook,
} from "../index.ts";
import { harmless } from "../report/index.ts";
import { andMore, CliError, type CliIO, counted, EXIT, print, tell } from "./cli-io.ts";
import { requireNoBookFile } from "./distinct-files.ts";
import { withFiles } from "./run-files.ts";

/** Problems and warnings that are shown; `tollbook check` lists the rest. */
const SHOWN_PROBLEMS = 10;
const SHOWN_WARNINGS = 3;

export interface BookFile {
  readonly book: OpenedBook;
  readonly data: BookData;
  /** Real paths of the CSV files that the book refers to. */
  readonly files: readonly string[];
  readonly loaded: LoadedBook;
}

/**
 * Reads and opens a book, with the states of a file laid over its features where given. The first warnings of the book
 * go to standard error; its problems end the command.
 */
export async function openBookFile(
  path: string,
  io: CliIO,
  from: { readonly features?: string | undefined; readonly states?: FeatureStates | undefined } = {},
): Promise<BookFile> {
  const loaded = await unlessAborted(loadBook(path), io.signal);
  const { origins, files } = loaded;
  const { features, states } = from;
  const isLaidOver = features !== undefined && states !== undefined;
  const data = isLaidOver ? withFeatureStates(loaded.data, states, features) : loaded.data;
  const name = isLaidOver ? `${basename(path)} with ${basename(features)}` : basename(path);
  try {
    const book = openBook(data);
    const { warnings } = book;
    if (warnings.length > 0) {
      const shown = warnings.slice(0, SHOWN_WARNINGS).map((warning) => `  ${issueLine(warning, origins)}\n`);
      const rest = andMore(warnings, SHOWN_WARNINGS, "more; tollbook check lists them");
      tell(io, `${name} has ${counted(warnings.length, "warning")}:\n${shown.join("")}${rest}`);
    }
    return { book, data, files, loaded };
  } catch (error) {
    if (!(error instanceof BookError)) throw error;
    const { problems } = error;
    const lines = problems.slice(0, SHOWN_PROBLEMS).map((problem) => issueLine(problem, origins));
    throw new CliError(
      EXIT.unreadable,
      `${name} has ${counted(problems.length, "problem")}, so nothing was done:\n  ${lines.join("\n  ")}`,
      problems.length > SHOWN_PROBLEMS
        ? `tollbook check --book ${path} lists all ${problems.length}.`
        : `Correct the book; tollbook check --book ${path} looks at it without rating anything.`,
    );
  }
}

/** A problem or a warning as one line, with the position in the CSV file it came from. */
export function issueLine(issue: BookIssue, origins: readonly CsvOrigin[]): string {
  const origin = originOf(issue.path, origins);
  return harmless(origin === undefined ? issueText(issue) : `${issue.path} (${origin}): ${issue.message}`);
}

/** The word for a change of a book in messages, and the number of problems shown. */
export interface BookChange {
  readonly done: "imported" | "written" | "previewed";
  readonly shown: number;
}

interface BookPaths {
  readonly book: string;
  /** Path, or `-` for standard output. */
  readonly out: string;
}

/** Reads a book that is to be changed; its problems end the command. */
export async function loadSoundBook(
  { book, out }: BookPaths,
  change: BookChange,
  io: CliIO,
): Promise<LoadedBook> {
  const loaded = await unlessAborted(loadBook(book), io.signal);
  await requireNoBookFile({ "--out": out }, loaded.files);
  const { problems } = checkBook(loaded.data);
  const lines = problems.map((issue) => issueLine(issue, loaded.origins));
  requireNone(basename(book), lines, change);
  return loaded;
}

/** Ends the command where a list has problems. */
export function requireNone(what: string, problems: readonly string[], { done, shown }: BookChange): void {
  if (problems.length === 0) return;
  const lines = problems.slice(0, shown).map((line) => `  ${line}\n`);
  const text = `${what} has ${counted(problems.length, "problem")}, so nothing was ${done}:\n${lines.join("")}`;
  throw new CliError(EXIT.unreadable, `${text}${andMore(problems, shown)}`.slice(0, -1));
}

/**
 * Writes a changed book and prints the report, to standard error where the book goes to standard output. A file that
 * the book replaces is kept beside the book as `<name>.bak` (`.bak2` and so on where such copies exist).
 */
export async function writeBook(
  data: BookData,
  loaded: LoadedBook,
  { paths: { book, out }, report }: { readonly paths: BookPaths; readonly report: string | undefined },
  io: CliIO,
): Promise<void> {
  io.signal?.throwIfAborted();
  const text = await textOfBook(data, loaded, { book, out });
  const kept = await withFiles(io, async (files) => {
    const output = await files.open(out);
    await output.write(text);
    await files.complete();
    const copy = out === "-" ? undefined : await keepCopy(out);
    await files.finish();
    return copy;
  });
  const keptText = textOfKept(kept);
  if (out === "-" || report === undefined) tell(io, `${report ?? ""}${keptText}`);
  else await print(io, `${report}${keptText}`);
}

/** A changed book as text; in the folder of the original book the text names the same CSV lists. */
export async function textOfBook(
  data: BookData,
  loaded: LoadedBook,
  { book, out }: BookPaths,
): Promise<string> {
  return bookText((await isSameFolder(book, out)) ? withCsvLists(data, loaded) : data);
}

/** Copies the file that a book is about to replace, where the file exists, and reports the copy. */
export async function tellKept(out: string | undefined, io: CliIO): Promise<void> {
  if (out !== undefined) tell(io, textOfKept(await keepCopy(out)));
}

function textOfKept(copy: string | undefined): string {
  return copy === undefined ? "" : `The book as it was is kept as ${basename(copy)}.\n`;
}

/** Whether a book may name the CSV files beside another book. */
async function isSameFolder(book: string, out: string): Promise<boolean> {
  if (out === "-") return false;
  const folders = [book, out].map((path) => realpath(dirname(path)).catch(() => undefined));
  const [from, to] = await Promise.all(folders);
  return from !== undefined && from === to;
}

const MOST_COPIES = 1_000;

/** Copies the file of a path; returns the path of the copy, or undefined where the path leads to no file. */
async function keepCopy(path: string): Promise<string | undefined> {
  const target = await pathTarget(path);
  // A stream such as /dev/stdout is written on and replaces nothing, even where it leads to a file.
  if (target.kind !== "file" || target.existing === undefined) return undefined;
  for (let count = 1; count <= MOST_COPIES; count++) {
    const copy = `${path}.bak${count === 1 ? "" : count}`;
    try {
      // Never replaces an existing copy.
      await copyFile(path, copy, constants.COPYFILE_EXCL);
      return copy;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") {
        throw new FileError(path, `cannot be kept as ${basename(copy)}, so it was not replaced`);
      }
    }
  }
  throw new FileError(path, `has ${MOST_COPIES} copies (.bak) already, so it was not replaced`);
}
