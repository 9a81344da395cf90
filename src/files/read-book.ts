import { basename, dirname } from "node:path";
import { BOOK_LIST_NAMES, type BookData, isPlainRecord } from "../model/index.ts";
import { pathInFolder } from "./book-folder.ts";
import { type CsvList, readCsvList } from "./csv-list.ts";
import { FileError } from "./file-error.ts";
import { MAX_BOOK_BYTES, MAX_BOOK_LINES } from "./limits.ts";
import { parseJsonFile } from "./parse-json.ts";
import { type ByteBudget, byteBudget, readWholeFile, spend } from "./read-whole-file.ts";

/** A list of a book that came from a CSV file beside it. */
export interface CsvOrigin {
  /** Where the list is in the book, such as `tariffs[3].rates`. */
  readonly path: string;
  readonly file: string;
  /** The line of each record in the file. */
  readonly lines: readonly number[];
}

/** A book as it was read, and which of its lists came from CSV files. Nothing of it has been checked. */
export interface LoadedBook {
  readonly data: BookData;
  readonly origins: readonly CsvOrigin[];
  /** Real paths of the CSV files that it refers to, each once. */
  readonly files: readonly string[];
}

/** Lists of records within a list's records that may be kept in a CSV file. */
const INNER_LISTS: Readonly<Record<string, string>> = { tariffs: "rates", fixedFeeTariffs: "rates" };

/**
 * Reads a book: one JSON file (UTF-8), in which any list, and the `rates` of a tariff, may be
 * `{ "csv": "name.csv" }`, a CSV file in the book's folder with the same column names. At most 512 MB together, and 10,000,000 lines of CSV
 * files, each file counted as often as it is named.
 * Throws a FileError that names the file and the place. What the book says is not checked here: see `checkBook`.
 */
export async function readBook(path: string): Promise<BookData> {
  return (await loadBook(path)).data;
}

/** `readBook`, with the origins of its lists, so that a fault can be shown where it was written. */
export async function loadBook(path: string): Promise<LoadedBook> {
  const name = basename(path);
  const budget = byteBudget(MAX_BOOK_BYTES);
  const data = parseJsonFile(await readWholeFile(path, name, budget), name);
  const origins: CsvOrigin[] = [];
  const lists = new CsvLists(dirname(path), name, budget, origins);
  if (isPlainRecord(data)) await lists.resolve(data);
  return { data: data as BookData, origins, files: lists.files };
}

/** Puts the records of CSV files where a book names the files; each file is read once. */
class CsvLists {
  readonly #folder: string;
  readonly #book: string;
  readonly #budget: ByteBudget;
  readonly #origins: CsvOrigin[];
  readonly #read = new Map<string, CsvList>();
  #lines = 0;

  constructor(folder: string, book: string, budget: ByteBudget, origins: CsvOrigin[]) {
    this.#folder = folder;
    this.#book = book;
    this.#budget = budget;
    this.#origins = origins;
  }

  get files(): string[] {
    return [...this.#read.keys()];
  }

  async resolve(data: Record<string, unknown>): Promise<void> {
    for (const list of BOOK_LIST_NAMES) {
      await this.#replace(data, list, list);
      const inner = INNER_LISTS[list];
      const records = data[list];
      if (inner === undefined || !Array.isArray(records)) continue;
      for (const [index, record] of records.entries()) {
        if (isPlainRecord(record)) await this.#replace(record, inner, `${list}[${index}].${inner}`);
      }
    }
  }

  async #replace(owner: Record<string, unknown>, field: string, path: string): Promise<void> {
    const reference = Object.hasOwn(owner, field) ? owner[field] : undefined;
    if (!isPlainRecord(reference) || !Object.hasOwn(reference, "csv")) return;
    const { csv, ...others } = reference;
    if (typeof csv !== "string" || Object.keys(others).length > 0) {
      throw new FileError(this.#book, `${path}: write { "csv": "name.csv" }, a file name and nothing else`);
    }
    const real = await pathInFolder(this.#folder, csv, path, this.#book);
    const known = this.#read.get(real);
    const list = known ?? (await readCsvList(real, csv, this.#budget));
    this.#read.set(real, list);
    if (known !== undefined) spend(this.#budget, known.bytes, this.#book);
    this.#lines += list.lines.length;
    if (this.#lines > MAX_BOOK_LINES) {
      const reason = `with ${JSON.stringify(csv)} the book has more than ${MAX_BOOK_LINES} lines in CSV files, each counted as often as it is named`;
      throw new FileError(
        this.#book,
        `${path}: ${reason}; let tariffs of the same prices name one parentTariff`,
      );
    }
    owner[field] = list.records;
    this.#origins.push({ path, file: csv, lines: list.lines });
  }
}

/**
 * Where a path of a book was written, if that was in a CSV file: `tariffs[3].rates[12].cost` is
 * `a-z.csv:14`, say.
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
