/** What `tollbook preview` compares: the two sides that its options make, and the change in words. */
import { basename } from "node:path";
import { bookDigest, type Input, type PreviewFileOptions } from "../../files/index.ts";
import {
  type BookData,
  BookError,
  increaseBook,
  isActionError,
  issueText,
  type OpenedBook,
  openBook,
} from "../../index.ts";
import { type BookFile, openBookFile } from "../book-file.ts";
import { andMore, CliError, type CliIO, counted, EXIT, tell, wrongUsage } from "../cli-io.ts";
import { increaseWords } from "./change-words.ts";
import {
  type ChosenRecord,
  chosenRecords,
  type IncreaseGiven,
  increaseRequests,
  type RecordsWanted,
} from "./chosen-records.ts";

/** What a command line says of a change. */
export interface ChangeGiven extends RecordsWanted, IncreaseGiven {
  readonly book: string;
  readonly after?: string;
  readonly againstRecorded: boolean;
}

/** The ways to say what changes; a preview is of one of them. */
export function requireOneChange(given: ChangeGiven): void {
  const { after, againstRecorded, all, class: classes, increase, amount, scope, from } = given;
  const choosesRecords = given.tariff !== undefined || all || classes !== undefined;
  const kinds = [after !== undefined, choosesRecords, againstRecorded].filter(Boolean);
  if (kinds.length !== 1) {
    throw wrongUsage(
      kinds.length === 0 ? "A preview needs a change." : "A preview is of one change.",
      "Give one of --after BOOK, --tariff NAME (--all, --class NAME) and --against-recorded.",
    );
  }
  if (choosesRecords) {
    if ((increase === undefined) !== (amount === undefined)) return;
    throw wrongUsage(
      "An increase is by a percentage or by an amount.",
      "Give --increase PERCENT or --amount PENCE.",
    );
  }
  if ([increase, amount, scope, from].some((option) => option !== undefined)) {
    throw wrongUsage(
      "--increase, --amount, --scope and --from are about prices that rise.",
      "Add --tariff NAME, --all or --class NAME.",
    );
  }
}

/** The two sides of a preview, and what lies between them. */
export type ComparedSides = Pick<PreviewFileOptions, "before" | "after" | "change" | "bookDigests">;

/** What a preview compares. */
export interface PreviewedChange {
  readonly compared: ComparedSides;
  /** Real paths of the CSV files that the books refer to. */
  readonly bookFiles: readonly string[];
}

/** Makes the sides of a preview. */
export async function previewedChange(
  given: ChangeGiven,
  { book, data, files }: BookFile,
  io: CliIO,
): Promise<PreviewedChange> {
  const digest = bookDigest(data);
  const name = basename(given.book);
  if (given.againstRecorded) {
    const change = `${name} against what the records say was charged`;
    return {
      compared: { before: "recorded", after: book, change, bookDigests: { after: digest } },
      bookFiles: files,
    };
  }
  if (given.after !== undefined) {
    const after = await openBookFile(given.after, io);
    const change = `${basename(given.after)} in place of ${name}`;
    const bookDigests = { before: digest, after: bookDigest(after.data) };
    return {
      compared: { before: book, after: after.book, change, bookDigests },
      bookFiles: [...files, ...after.files],
    };
  }
  const chosen = chosenRecords(data, given);
  const increased = increasedBook(data, chosen, given);
  const change = increaseWords(chosen, given, book.settings);
  const bookDigests = { before: digest, after: bookDigest(increased) };
  return {
    compared: { before: book, after: openChanged(increased), change, bookDigests },
    bookFiles: files,
  };
}

/**
 * The change without its date, for calls that all start before it: what they would cost at the new prices. With the
 * date nothing of them would change, and nobody asks for that.
 */
export async function comparedAtOnce(
  given: ChangeGiven,
  dated: { readonly compared: ComparedSides; readonly bookFile: BookFile; readonly input: Input },
  io: CliIO,
): Promise<ComparedSides> {
  const { compared, bookFile, input } = dated;
  const all = `All calls start before ${given.from}`;
  if (input.size === undefined) {
    throw wrongUsage(
      `${all}, and they cannot be read a second time.`,
      "Leave out --from, or give the calls as a file.",
    );
  }
  tell(io, `${all}: they are previewed at the prices from then on.\n`);
  const { from: _date, ...atOnce } = given;
  const { before, after } = (await previewedChange(atOnce, bookFile, io)).compared;
  return { ...compared, before, after, change: `${compared.change}, previewed on earlier calls` };
}

/** The book with records increased, all computed from the book as it was (R58). */
function increasedBook(data: BookData, chosen: readonly ChosenRecord[], given: IncreaseGiven): BookData {
  // The book itself stays as it is: a preview needs no level of its own.
  const result = increaseBook(data, increaseRequests(chosen, given), 5);
  if (!isActionError(result)) return result.book;
  const { name, id } = chosen[result.request]?.record ?? {};
  throw new CliError(EXIT.unreadable, `${name} (id ${id}): ${result.hint} (${result.error_code})`);
}

const SHOWN_PROBLEMS = 10;

function openChanged(data: BookData): OpenedBook {
  try {
    return openBook(data);
  } catch (error) {
    if (!(error instanceof BookError)) throw error;
    const { problems } = error;
    const lines = problems.slice(0, SHOWN_PROBLEMS).map((problem) => `  ${issueText(problem)}\n`);
    const text = `The changed book has ${counted(problems.length, "problem")}, so nothing was previewed:\n${lines.join("")}`;
    throw new CliError(EXIT.unreadable, `${text}${andMore(problems, SHOWN_PROBLEMS)}`.trimEnd());
  }
}
