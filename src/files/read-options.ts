/** How a call file is read, and who is told of what may not be meant. */
import { OriginWarnings } from "../engine/index.ts";
import type { BatchOptions, OpenedBook } from "../index.ts";
import { knownOptions } from "../names/index.ts";
import { CALL_FORMATS, type CallFormat, type LineProblem } from "./call-file.ts";
import { type CallDialect, type OpenedCallDialect, openCallDialect } from "./dialects/index.ts";
import { openUkCdr, type UkCdrDialect } from "./uk-cdr/index.ts";

/** How a call file is read. */
export interface ReadCallsOptions {
  readonly format: CallFormat;
  /** The file's name in messages. */
  readonly name: string;
  /**
   * Of format `dialect`: how the file is written, or the name of a preset. Of `uk-cdr`: how a carrier writes UK standard
   * CDRs, or the name of a preset; default `fcs-v3`.
   */
  readonly dialect?: CallDialect | UkCdrDialect | string | undefined;
  /** The zone of times where the dialect does not say it: `local` (the book's), `utc` or a name such as `Europe/London`. */
  readonly zone?: string | undefined;
  /** The carrier of calls that name none. */
  readonly carrier?: string | undefined;
  /** The year of dates that are written without one. */
  readonly year?: number | undefined;
  /** The book, where a dialect asks it whose number a party of the call is; runs that have a book need not be told. */
  readonly book?: OpenedBook | undefined;
  /**
   * Is told of what can be read and may not be meant: a CSV column whose name is nearly that of a field, a median call of
   * over an hour (once, at the end of the file), and by what rates the calls an origin that the book does not know (R11).
   */
  readonly onWarning?: ((warning: LineProblem) => void) | undefined;
  /** Columns without which a CSV file is not read, beside those of which it must have one. */
  readonly neededColumns?: readonly string[] | undefined;
  /** Of a CSV file the columns that are read, by the fields that they hold, where not all are wanted. @internal */
  readonly wantedColumns?: readonly string[] | undefined;
}

/** Refuses options that readers of calls do not know. */
export const checkReadOptions: (options: ReadCallsOptions) => void = knownOptions<ReadCallsOptions>(
  "readCalls",
  {
    format: CALL_FORMATS,
    name: "any",
    dialect: "any",
    zone: "text",
    carrier: "text",
    year: "any",
    book: "any",
    onWarning: "any",
    neededColumns: "any",
    wantedColumns: "any",
  },
);

/** A dialect, and what is chosen where it does not say it; plain data. */
export interface ChosenDialect {
  readonly format: "dialect" | "uk-cdr";
  readonly dialect: CallDialect | UkCdrDialect | string | undefined;
  readonly choices: Pick<ReadCallsOptions, "zone" | "carrier" | "year">;
}

/** The dialect of a file of format `dialect` or `uk-cdr`. Throws a RangeError where none is given. */
export function chosenDialectOf({ format, dialect, zone, carrier, year }: ReadCallsOptions): ChosenDialect {
  if (format === "uk-cdr") return { format, dialect, choices: {} };
  if (dialect === undefined) throw new RangeError("readCalls: format dialect needs a dialect.");
  return { format: "dialect", dialect, choices: { zone, carrier, year } };
}

/** The same, opened; it may ask the book. */
export function openChosen(
  { format, dialect, choices }: ChosenDialect,
  book: OpenedBook | undefined,
): OpenedCallDialect {
  if (format === "uk-cdr") return openUkCdr(dialect as UkCdrDialect | string | undefined);
  return openCallDialect(dialect as CallDialect | string, { ...choices, book });
}

/**
 * The option of a rater or a preview with which what it warns of in calls is told as what is read of their file, with
 * the file's name and the line.
 *
 * ```ts
 * const read = { format: "jsonl", name: "calls.jsonl", onWarning: console.error } as const;
 * const rater = createRater(openBook(await readBook("book.json")), callWarnings(read));
 * for await (const item of readCalls(createReadStream("calls.jsonl"), read)) if ("call" in item) rater(item.call, item.line);
 * ```
 */
export function callWarnings({ name: file, onWarning }: ReadCallsOptions): Pick<BatchOptions, "onWarning"> {
  if (onWarning === undefined) return {};
  return { onWarning: ({ line, message }) => onWarning({ file, line, reason: message }) };
}

/** Undefined where problems are not to be told. */
export function originWarnings(book: OpenedBook, read: ReadCallsOptions): OriginWarnings | undefined {
  const { onWarning } = callWarnings(read);
  return onWarning === undefined ? undefined : new OriginWarnings(book, onWarning);
}
