import { basename } from "node:path";
import { type CsvOrigin, type FeatureStates, loadBook, originOf, withFeatureStates } from "../files/index.ts";
import { type BookData, BookError, type BookIssue, issueText, type OpenedBook, openBook } from "../index.ts";
import { harmless } from "../report/index.ts";
import { CliError } from "./cli-error.ts";
import type { CliIO } from "./cli-io.ts";
import { EXIT } from "./exit-codes.ts";
import { counted, tell } from "./print.ts";
import { unlessInterrupted } from "./unless-interrupted.ts";

/** Problems that are shown before the rest is left to `tollbook check`. */
const SHOWN_PROBLEMS = 10;
const SHOWN_WARNINGS = 3;

/** A book of a command line, opened. */
export interface BookFile {
  readonly book: OpenedBook;
  readonly data: BookData;
  /** Real paths of the CSV files that the book refers to. */
  readonly files: readonly string[];
}

/** What a file says was charged of features, and its name. */
export interface StatesOfFile {
  readonly path: string | undefined;
  readonly states: FeatureStates | undefined;
}

/**
 * Reads and opens a book, with states laid over its features where there are any; its warnings go to standard error in brief,
 * its problems end the command.
 */
export async function openBookFile(
  path: string,
  io: CliIO,
  { path: statesFile, states }: StatesOfFile = { path: undefined, states: undefined },
): Promise<BookFile> {
  const loaded = await unlessInterrupted(loadBook(path), io);
  const { origins, files } = loaded;
  const isLaidOver = statesFile !== undefined && states !== undefined;
  const data = isLaidOver ? withFeatureStates(loaded.data, states, statesFile) : loaded.data;
  const name = isLaidOver ? `${basename(path)} with ${basename(statesFile)}` : basename(path);
  try {
    const book = openBook(data);
    tellWarnings(book.warnings, origins, name, io);
    return { book, data, files };
  } catch (error) {
    if (!(error instanceof BookError)) throw error;
    const { problems } = error;
    const lines = problems.slice(0, SHOWN_PROBLEMS).map((problem) => `  ${issueLine(problem, origins)}`);
    throw new CliError(
      EXIT.unreadable,
      `${name} has ${counted(problems.length, "problem")}, so nothing was done:\n${lines.join("\n")}`,
      problems.length > SHOWN_PROBLEMS
        ? `tollbook check --book ${path} lists all ${problems.length}.`
        : `Correct the book; tollbook check --book ${path} looks at it without rating anything.`,
    );
  }
}

/** A problem or a warning as one line, with the place in the CSV file it came from. */
export function issueLine(issue: BookIssue, origins: readonly CsvOrigin[]): string {
  const origin = originOf(issue.path, origins);
  return harmless(origin === undefined ? issueText(issue) : `${issue.path} (${origin}): ${issue.message}`);
}

function tellWarnings(
  warnings: readonly BookIssue[],
  origins: readonly CsvOrigin[],
  name: string,
  io: CliIO,
): void {
  if (warnings.length === 0) return;
  const shown = warnings.slice(0, SHOWN_WARNINGS).map((warning) => `  ${issueLine(warning, origins)}\n`);
  const more = warnings.length - shown.length;
  const rest = more > 0 ? `  … and ${more} more; tollbook check lists them\n` : "";
  tell(io, `${name} has ${counted(warnings.length, "warning")}:\n${shown.join("")}${rest}`);
}
