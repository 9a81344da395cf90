import { realpath, stat } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, sep, win32 } from "node:path";
import {
  BOOK_LIST_NAMES,
  type BookData,
  isForbiddenKey,
  isPlainRecord,
  nearestName,
  settingsSchema,
} from "../model/index.ts";
import { parseBook } from "./book-json/index.ts";
import { csvRows, lengthFault, readHeader } from "./csv-records.ts";
import { asFileErrors, FileError } from "./file-error.ts";
import { requireKind } from "./json.ts";
import { type ByteBudget, byteBudget, readWholeText, spend } from "./open-input.ts";
import { MAX_BOOK_BYTES, MAX_BOOK_LINES } from "./text.ts";

/**
 * The real path of a CSV that a book names. The path must lie in the book's folder or below, also after every link is
 * followed: a book that came by mail may not read other files of the machine.
 */
async function pathInFolder(folder: string, named: string, bookPath: string, book: string): Promise<string> {
  const refuse = (why: string): FileError =>
    new FileError(
      book,
      `${bookPath}: ${JSON.stringify(named)} ${why}; a book's CSV lies in the book's own folder`,
    );
  if (named === "") throw refuse("names no file");
  if (named.includes("\0")) throw refuse("is no file name");
  if (isAbsolute(named) || win32.isAbsolute(named) || /^[A-Za-z]:/.test(named))
    throw refuse("is an absolute path");
  if (named.split(/[\\/]/).includes("..")) throw refuse("leads out of the folder");
  const home = await asFileErrors(named, () => realpath(folder));
  const real = await asFileErrors(named, () => realpath(join(home, named)));
  if (!real.startsWith(home.endsWith(sep) ? home : home + sep))
    throw refuse("is a link that leads out of the folder");
  return real;
}

const TOLD_FAULTS = 20;

/** The records of a CSV file of a book; every value is text, an empty cell is "". */
interface CsvList {
  readonly records: readonly Readonly<Record<string, string>>[];
  /** The number of the first line of each record. */
  readonly lines: readonly number[];
  readonly bytes: number;
}

/** Reads a list of a book from a CSV file. A book with a row missing would charge wrongly: any bad row is an error. */
async function readCsvList(path: string, name: string, budget: ByteBudget): Promise<CsvList> {
  // A pipe or a device beside a book would be read for ever.
  const found = await asFileErrors(name, () => stat(path));
  if (!found.isFile()) throw new FileError(name, "is not a file");
  const before = budget.left;
  const text = await readWholeText(path, name, budget);
  const bytes = before - budget.left;
  const records: Record<string, string>[] = [];
  const lines: number[] = [];
  const faults: { line: number; reason: string }[] = [];
  let header: readonly string[] | undefined;
  for (const row of csvRows(text)) {
    if (header === undefined) {
      header = readHeader(row, name);
      continue;
    }
    const reason = "reason" in row ? row.reason : lengthFault(row.cells, header);
    if (reason !== undefined) faults.push({ line: row.line, reason });
    else if ("cells" in row) {
      const record: Record<string, string> = {};
      for (let index = 0; index < header.length; index++)
        record[header[index] as string] = row.cells[index] as string;
      records.push(record);
      lines.push(row.line);
    }
  }
  if (header === undefined) readHeader(undefined, name);
  const [first, ...further] = faults;
  if (first === undefined) return { records, lines, bytes };
  const told = further.slice(0, TOLD_FAULTS - 1).map(({ line, reason }) => `; line ${line} ${reason}`);
  const untold = further.length - told.length;
  const rest = untold > 0 ? `; and ${untold} more lines` : "";
  throw new FileError(name, `${first.reason}${told.join("")}${rest}`, { line: first.line });
}

/** A list of a book that was read from a CSV file beside the book. */
export interface CsvOrigin {
  /** The path of the list in the book, such as `tariffs[3].rates`. */
  readonly path: string;
  readonly file: string;
  /** The line of each record in the file. */
  readonly lines: readonly number[];
}

/** An unchecked book, and the origins of its lists that were read from CSV files. */
export interface LoadedBook {
  readonly data: BookData;
  readonly origins: readonly CsvOrigin[];
  /** Real paths of the CSV files that the book names, each once. */
  readonly files: readonly string[];
}

/** Lists of records within a list's records that may be kept in a CSV file. */
const INNER_LISTS: Readonly<Record<string, string>> = { tariffs: "rates", fixedFeeTariffs: "rates" };

/**
 * Reads a book: one JSON file (UTF-8), in which any list, and the `rates` of a tariff, may be
 * `{ "csv": "name.csv" }`, a CSV file in the book's folder with the same column names. At most 512 MB together, and
 * 10,000,000 lines of CSV files, each file counted as often as it is named.
 * Throws a FileError that names the file and the position. The content of the book is not checked: see `checkBook`.
 */
export async function readBook(path: string): Promise<BookData> {
  return (await loadBook(path)).data;
}

/** `readBook`, with the origins of its lists, so that a fault can be shown where it was written. */
export async function loadBook(path: string): Promise<LoadedBook> {
  const book = basename(path);
  const budget = byteBudget(MAX_BOOK_BYTES);
  const data = parseBook(await readWholeText(path, book, budget), book);
  if (isPlainRecord(data)) requireBook(data, book);
  const origins: CsvOrigin[] = [];
  /** Each file is read once. */
  const lists = new Map<string, CsvList>();
  let lines = 0;
  /** Puts the records of a CSV file where a book names the file. */
  const replace = async (owner: Record<string, unknown>, field: string, bookPath: string): Promise<void> => {
    // Rate lines that were read with the book have a getter and no value, until the field is read.
    const reference = Object.getOwnPropertyDescriptor(owner, field)?.value as unknown;
    if (!isPlainRecord(reference) || !Object.hasOwn(reference, "csv")) return;
    const { csv, ...extra } = reference;
    if (typeof csv !== "string" || Object.keys(extra).length > 0) {
      throw new FileError(book, `${bookPath}: write { "csv": "name.csv" }, a file name and nothing else`);
    }
    const real = await pathInFolder(dirname(path), csv, bookPath, book);
    const known = lists.get(real);
    const list = known ?? (await readCsvList(real, csv, budget));
    lists.set(real, list);
    if (known !== undefined) spend(budget, known.bytes, book);
    lines += list.lines.length;
    if (lines > MAX_BOOK_LINES) {
      const reason = `with ${JSON.stringify(csv)} the book has more than ${MAX_BOOK_LINES} lines in CSV files, each counted as often as it is named`;
      throw new FileError(
        book,
        `${bookPath}: ${reason}; let tariffs of the same prices name one parentTariff`,
      );
    }
    owner[field] = list.records;
    origins.push({ path: bookPath, file: csv, lines: list.lines });
  };
  if (isPlainRecord(data)) {
    for (const name of BOOK_LIST_NAMES) {
      await replace(data, name, name);
      const inner = INNER_LISTS[name];
      const records = data[name];
      if (inner === undefined || !Array.isArray(records)) continue;
      for (const [index, record] of records.entries()) {
        if (isPlainRecord(record)) await replace(record, inner, `${name}[${index}].${inner}`);
      }
    }
  }
  return { data: data as BookData, origins, files: [...lists.keys()] };
}

/** Throws a FileError for an object whose fields are no settings and lists of a book, and no misspelt ones either. */
function requireBook(data: Readonly<Record<string, unknown>>, book: string): void {
  const known = new Set<string>([...Object.keys(settingsSchema.fields), ...BOOK_LIST_NAMES]);
  const fields = Object.keys(data);
  const unknown = fields.filter(
    (field) => !known.has(field) && !isForbiddenKey(field) && nearestName(field, known) === undefined,
  );
  requireKind(book, "a book", { fields: fields.length, unknown });
}

/**
 * The file and line of a path of a book that is in a CSV file: `tariffs[3].rates[12].cost` is `a-z.csv:14`, for
 * example.
 */
export function originOf(path: string, origins: readonly CsvOrigin[]): string | undefined {
  for (const origin of origins) {
    if (!path.startsWith(`${origin.path}[`)) continue;
    const index = Number.parseInt(path.slice(origin.path.length + 1), 10);
    const line = origin.lines[index];
    if (line !== undefined) return `${origin.file}:${line}`;
  }
  return undefined;
}

/**
 * The text of a book's file. Each record is on a separate line, and so is each rate line of a tariff. Reading the text
 * gives the same book again. Values must be those of JSON; a book that was read from a file has only such values.
 */
export function bookText(data: BookData): string {
  const entries = Object.entries(data).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const text = Array.isArray(value) ? listText(value) : JSON.stringify(value);
    return [`${JSON.stringify(name)}: ${text}`];
  });
  return `${block(entries, "", "{}")}\n`;
}

function listText(records: readonly unknown[]): string {
  return block(records.map(recordText), "  ", "[]");
}

function recordText(record: unknown): string {
  if (!isPlainRecord(record) || !Array.isArray(record.rates) || record.rates.length === 0) {
    return JSON.stringify(record);
  }
  const { rates, ...fields } = record;
  const lines = rates.map((line) => JSON.stringify(line));
  const text = JSON.stringify(fields).slice(1, -1);
  return `{${text}${text === "" ? "" : ","}"rates":${block(lines, "    ", "[]")}}`;
}

/** Entries on separate lines between brackets. */
function block(entries: readonly string[], indent: string, brackets: "{}" | "[]"): string {
  if (entries.length === 0) return brackets;
  const [open, close] = brackets;
  return `${open}\n${entries.map((entry) => `${indent}  ${entry}`).join(",\n")}\n${indent}${close}`;
}

/**
 * A changed book in which unchanged lists from CSV files are references to these files again. The loaded book has the
 * origins of the lists; the new book must lie in the same folder.
 */
export function withCsvLists(data: BookData, loaded: LoadedBook): BookData {
  const files = new Map<unknown, string>();
  for (const { path, file } of loaded.origins) {
    const list = listAt(loaded.data, path);
    if (list !== undefined) files.set(list, file);
  }
  if (files.size === 0) return data;
  const named = (list: unknown): unknown => (files.has(list) ? { csv: files.get(list) } : undefined);
  const whole: Record<string, unknown> = {};
  for (const [name, list] of Object.entries(data)) {
    whole[name] =
      named(list) ?? (Array.isArray(list) ? list.map((record) => withCsvRates(record, named)) : list);
  }
  return whole as BookData;
}

function withCsvRates(record: unknown, named: (list: unknown) => unknown): unknown {
  const reference = isPlainRecord(record) ? named(record.rates) : undefined;
  return reference === undefined ? record : { ...(record as object), rates: reference };
}

/** The list at a path such as `destinations` or `tariffs[3].rates`. */
function listAt(data: BookData, path: string): unknown {
  const [, name = path, index, inner] = /^(\w+)\[([0-9]+)\]\.(\w+)$/.exec(path) ?? [];
  const list = (data as Readonly<Record<string, unknown>>)[name];
  if (index === undefined || inner === undefined) return list;
  const record = Array.isArray(list) ? list[Number(index)] : undefined;
  return isPlainRecord(record) ? record[inner] : undefined;
}
