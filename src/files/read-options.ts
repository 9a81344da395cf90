/** How a call file is read, and the receiver of warnings. */
import { OriginWarnings } from "../engine/index.ts";
import type { BatchOptions, OpenedBook } from "../index.ts";
import { knownOptions } from "../names/index.ts";
import { CALL_FORMATS, type CallFormat, type LineProblem } from "./call-file.ts";
import {
  type CallDialect,
  type DialectChoices,
  type OpenedCallDialect,
  openCallDialect,
} from "./dialects/index.ts";
import { openUkCdr, type UkCdrDialect } from "./uk-cdr/index.ts";

/** How a call file is read; runs with a book add their book. */
export interface ReadCallsOptions extends DialectChoices {
  readonly format: CallFormat;
  /** The file's name in messages. */
  readonly name: string;
  /**
   * For `dialect`: how the file is written, or the name of a preset. For `uk-cdr`: how a carrier writes UK standard
   * CDRs, or the name of a preset; default `fcs-v3`.
   */
  readonly dialect?: CallDialect | UkCdrDialect | string | undefined;
  /**
   * Called with warnings about readable but doubtful input: a CSV column whose name is nearly that of a field, a median
   * call of over an hour (once, at the end of the file), and, where the calls are rated, an origin that the book does
   * not know (R11).
   */
  readonly onWarning?: ((warning: LineProblem) => void) | undefined;
  /** Columns that a CSV file must have, beside the fields of which every call file must have one. */
  readonly neededColumns?: readonly string[] | undefined;
  /** Columns of a CSV file that are read, as names of call fields; default: all columns. @internal */
  readonly wantedColumns?: readonly string[] | undefined;
  /**
   * Fields of results that are read under their own names, so that they are not taken for those of their calls, which
   * keep `call.` before their names; default: results are read as the calls that they are of. @internal
   */
  readonly resultFields?: readonly string[] | undefined;
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
    resultFields: "any",
  },
);

/** A dialect, and the choices for settings that the dialect does not have; plain data. */
export interface ChosenDialect {
  readonly format: "dialect" | "uk-cdr";
  readonly dialect: CallDialect | UkCdrDialect | string | undefined;
  readonly choices: Omit<DialectChoices, "book">;
}

/** The dialect of a file of format `dialect` or `uk-cdr`. Throws a RangeError where none is given. */
export function chosenDialectOf({ format, dialect, zone, carrier, year }: ReadCallsOptions): ChosenDialect {
  if (format === "uk-cdr") return { format, dialect, choices: {} };
  if (dialect === undefined) throw new RangeError("readCalls: format dialect needs a dialect.");
  return { format: "dialect", dialect, choices: { zone, carrier, year } };
}

/** A chosen dialect, opened; the dialect may look up numbers in the book. */
export function openChosen(
  { format, dialect, choices }: ChosenDialect,
  book: OpenedBook | undefined,
): OpenedCallDialect {
  if (format === "uk-cdr") return openUkCdr(dialect as UkCdrDialect | string | undefined);
  return openCallDialect(dialect as CallDialect | string, { ...choices, book });
}

/**
 * The option of a rater or a preview that passes its warnings about calls to the `onWarning` of their file, with the
 * file's name and the line.
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

/** Undefined where there is no `onWarning`. */
export function originWarnings(book: OpenedBook, read: ReadCallsOptions): OriginWarnings | undefined {
  const { onWarning } = callWarnings(read);
  return onWarning === undefined ? undefined : new OriginWarnings(book, onWarning);
}
