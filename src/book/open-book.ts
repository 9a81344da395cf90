/** Opens a book: checks and resolves all its records once (R20, R25). */
import {
  BOOK_LIST_NAMES,
  type BookData,
  type CheckedLists,
  type CheckedSettings,
  RateLines,
} from "../model/index.ts";
import { checkReferences } from "./checks/index.ts";
import { withDrops } from "./drops.ts";
import { openTables } from "./open-tables.ts";
import { type BookTables, OpenedBook } from "./opened-book.ts";
import { type BookIssue, type LineWarnings, type RecordsRead, readRecords } from "./read-records.ts";

/** The result of `checkBook`. */
export interface BookCheck {
  /** Faults because of which `openBook` throws; empty for a book that opens. */
  readonly problems: readonly BookIssue[];
  /** Doubtful records to look at; a warning affects some calls at most. */
  readonly warnings: readonly BookIssue[];
}

/** Thrown by `openBook`: all problems of the book at once. */
export class BookError extends Error {
  override readonly name = "BookError";
  readonly problems: readonly BookIssue[];

  constructor(problems: readonly BookIssue[]) {
    const shown = problems.slice(0, 5).map(issueText);
    const more = problems.length > shown.length ? `\n… and ${problems.length - shown.length} more` : "";
    const count = problems.length === 1 ? "a problem" : `${problems.length} problems`;
    super(`The book has ${count}:\n${shown.join("\n")}${more}`);
    this.problems = problems;
  }
}

/**
 * A problem or warning as one line.
 *
 * @example
 * issueText({ path: "tariffs[3].rates[12].cost", message: '"1,25" is not an amount; write 1.25' });
 * // => 'tariffs[3].rates[12].cost: "1,25" is not an amount; write 1.25'
 */
export function issueText(issue: BookIssue): string {
  return issue.path === "" ? issue.message : `${issue.path}: ${issue.message}`;
}

/**
 * Every problem and warning of a book, each with its path (R2, R20). Never throws.
 *
 * @example
 * checkBook({ tariffs: [{ id: 1, name: "UK", tariffClass: "national", baseCost: "1,25" }] }).problems;
 * // => [{ path: "tariffs[0].baseCost", message: '"1,25" is not an amount; write 1.25' }]
 */
export function checkBook(data: unknown): BookCheck {
  return checkTogether(readRecords(data), data);
}

/**
 * Opens a book for rating: checks every record and works out all tables that depend on the book alone.
 * Amounts in the data are pence (fields of type Currency pounds), durations seconds.
 *
 * @throws BookError with every problem of the book
 * @example
 * const book = openBook({ tariffs: [{ id: 1, name: "UK", tariffClass: "national", baseCost: "1.2" }] });
 * book.settings.currency; // => "GBP"
 */
export function openBook(data: BookData): OpenedBook {
  return openFrom(data);
}

/** The checked records of a book, and the tables made of them. */
interface Opening {
  readonly lists: CheckedLists;
  /** The same records with the end dates of drops (`withDrops`). */
  readonly inForce: CheckedLists;
  readonly lineWarnings: LineWarnings;
  readonly warnings: readonly BookIssue[];
  readonly tables: BookTables;
}

/** Opens data, or finishes an opening that a revision began. */
export function openFrom(data: BookData, opening: Opening = open(data)): OpenedBook {
  const copy: Record<string, unknown> = { ...data };
  for (const list of BOOK_LIST_NAMES) if (data[list]) copy[list] = [...data[list]];
  const { lists, inForce, lineWarnings, tables, warnings } = opening;
  // Leave out the lines of standalone tariffs: their tables have replaced the lines, and a rate deck has many.
  const tariffs = lists.tariffs.map((tariff) =>
    tables.tariffs.get(tariff.id)?.isStandalone === true ? { ...tariff, rates: RateLines.NONE } : tariff,
  );
  const source = { data: copy as BookData, records: { ...lists, tariffs }, lineWarnings };
  return new OpenedBook(source, { ...inForce, tariffs }, tables, warnings);
}

function open(data: BookData): Opening {
  const read = readRecords(data);
  const { settings, warnings } = issueProblems(read, data);
  return openingOf(settings, read, warnings);
}

/** Opens records without problems. `prior` are the tables of the book being revised: unchanged ones are shared. */
export function openingOf(
  settings: CheckedSettings,
  { records, prefixes, lineWarnings }: RecordsRead,
  warnings: readonly BookIssue[],
  prior?: BookTables,
): Opening {
  // No problems: every record passed its schema.
  const lists = records as unknown as CheckedLists;
  const inForce = withDrops(settings, lists);
  return { lists, inForce, lineWarnings, warnings, tables: openTables(settings, inForce, prefixes, prior) };
}

/** Settings and warnings of a book. @throws BookError where a record, or a reference between records, has a problem. */
export function issueProblems(
  read: RecordsRead,
  data: unknown,
): { readonly settings: CheckedSettings; readonly warnings: readonly BookIssue[] } {
  const { problems, warnings } = checkTogether(read, data);
  if (problems.length > 0 || read.settings === undefined) throw new BookError(problems);
  return { settings: read.settings, warnings };
}

function checkTogether(read: RecordsRead, data: unknown): BookCheck {
  if (read.settings === undefined) return { problems: read.problems, warnings: read.warnings };
  const across = checkReferences(read.settings, read, data);
  return {
    problems: [...read.problems, ...across.problems],
    warnings: [...read.warnings, ...across.warnings],
  };
}
