import { OriginWarnings } from "../engine/index.ts";
import type { BatchOptions, OpenedBook } from "../index.ts";
import { knownOptions } from "../names/index.ts";
import { itemsOf, readLines } from "./block-cutter.ts";
import { CALL_FORMATS, type CallFormat, type CallItem, type LineProblem } from "./call-file.ts";
import { readCsvCalls, readJsonCall } from "./careful-readers.ts";
import { positionText } from "./file-error.ts";
import type { ByteSource } from "./text.ts";
import { readUkCdrCalls, type UkCdrDialect } from "./uk-cdr/index.ts";

/** How a call file is read. */
export interface ReadCallsOptions {
  readonly format: CallFormat;
  /** The file's name in messages. */
  readonly name: string;
  /** How a carrier writes UK standard CDRs: a dialect, or the name of a preset; default `fcs-v3`. */
  readonly dialect?: UkCdrDialect | string | undefined;
  /** The zone of times where the dialect does not say it: `local` (the book's), `utc` or a name such as `Europe/London`. */
  readonly zone?: string | undefined;
  /** The carrier of calls that name none. */
  readonly carrier?: string | undefined;
  /** The year of dates that are written without one. */
  readonly year?: number | undefined;
  /** The book, where a dialect asks it whose number a party of the call is; runs that have a book need not be told. */
  readonly book?: OpenedBook | undefined;
  /**
   * Is told of what can be read and may not be meant: a CSV column whose name is nearly that of a field, and by what rates
   * the calls an origin that the book does not know (R11).
   */
  readonly onWarning?: ((warning: LineProblem) => void) | undefined;
  /** Columns without which a CSV file is not read, beside those of which it must have one. */
  readonly neededColumns?: readonly string[] | undefined;
  /** Whether the file may hold results, whose columns such as `call.duration` are those of their calls. @internal */
  readonly mayBeResults?: boolean | undefined;
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
    mayBeResults: "flag",
  },
);

/**
 * The calls of a file, in order and in constant memory: each line becomes a call or, where it cannot be read, a
 * problem, and the rest goes on. Throws a FileError where the source fails, is no UTF-8 text at all, or is a CSV
 * file without a usable header row, and where a dialect is wrong.
 *
 * ```ts
 * for await (const item of readCalls(createReadStream("calls.jsonl"), { format: "jsonl", name: "calls.jsonl" })) {
 *   if ("call" in item) rateCall(book, item.call, { line: item.line });
 * }
 * ```
 */
export async function* readCalls(
  source: ByteSource,
  options: ReadCallsOptions,
): AsyncGenerator<CallItem, void, undefined> {
  for await (const batch of readCallBatches(source, options)) yield* batch;
}

/** `readCalls` in batches, one for each chunk of the source: the quicker way through a large file. */
export function readCallBatches(
  source: ByteSource,
  options: ReadCallsOptions,
): AsyncGenerator<CallItem[], void, undefined> {
  checkReadOptions(options);
  switch (options.format) {
    case "jsonl":
      return itemsOf(readLines(source, options.name), (line) => readJsonCall(line, options.name));
    case "csv":
      return readCsvCalls(source, options);
    case "uk-cdr":
      return readUkCdrCalls(source, { name: options.name, dialect: options.dialect });
    case "dialect":
      throw new RangeError("format dialect is not there yet");
  }
}

/** A problem as one line of text: `calls.jsonl:7: is not UTF-8 text`. */
export function describeProblem(problem: LineProblem): string {
  return `${positionText(problem.file, problem)}: ${problem.reason}`;
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
