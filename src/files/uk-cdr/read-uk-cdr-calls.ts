import type { CallItem } from "../call-item.ts";
import type { CsvRow } from "../csv-row.ts";
import { readCsvRows } from "../csv-rows.ts";
import { FileError } from "../file-error.ts";
import { readLines } from "../line-reader.ts";
import type { ByteSource } from "../text-bytes.ts";
import type { UkCdrDialect } from "./dialect.ts";
import { cellCountFault, columnsOfHeader, looksLikeHeader, requireOwnColumns } from "./layout.ts";
import { type OpenedDialect, openDialect } from "./open-dialect.ts";
import { RowReader } from "./row-reader.ts";

/** How a file of UK standard CDRs is read. */
export interface UkCdrOptions {
  /** The file's name in messages. */
  readonly name: string;
  /** A dialect, or the name of a preset; default `fcs-v3`. */
  readonly dialect?: UkCdrDialect | string | undefined;
}

/**
 * The calls of a file of UK standard CDRs (FCS, version 3), a batch for each chunk that arrives: each row becomes
 * a call or, where it cannot be read, a problem, and the rest goes on. Throws a FileError where the source fails,
 * is no UTF-8 text, has a header that cannot be meant, or where the dialect is wrong.
 */
export async function* readUkCdrCalls(
  source: ByteSource,
  options: UkCdrOptions,
): AsyncGenerator<CallItem[], void, undefined> {
  const file = new UkCdrFile(options.name, openDialect(options.dialect));
  for await (const rows of readCsvRows(readLines(source, options.name), file.delimiter)) {
    const items: CallItem[] = [];
    for (const row of rows) {
      const item = file.read(row);
      if (item !== undefined) items.push(item);
    }
    if (items.length > 0) yield items;
  }
  file.end();
}

/** What the first row of a file tells of the others. */
export interface UkCdrLayout {
  readonly columns: readonly string[];
  /** The cells of the header row, which files put together into one repeat. */
  readonly header: readonly string[] | undefined;
}

/** One file while it is read: what its first row was, and how the others are taken. */
export class UkCdrFile {
  readonly #name: string;
  readonly #dialect: OpenedDialect;
  #layout: UkCdrLayout | undefined;
  #rows: RowReader | undefined;

  /** With a layout it goes on in a file whose beginning was read elsewhere. */
  constructor(name: string, dialect: OpenedDialect, layout?: UkCdrLayout) {
    this.#name = name;
    this.#dialect = dialect;
    if (layout !== undefined) this.#setLayout(layout);
  }

  #setLayout(layout: UkCdrLayout): void {
    this.#layout = layout;
    this.#rows = new RowReader(layout.columns, this.#dialect);
  }

  /** Undefined as long as no row has told it. */
  get layout(): UkCdrLayout | undefined {
    return this.#layout;
  }

  get delimiter(): string {
    return this.#dialect.delimiter;
  }

  /** What a row gives; undefined for a header. */
  read(row: CsvRow): CallItem | undefined {
    if (this.#layout === undefined) {
      // A first row that cannot be read says nothing about the columns; the next one may.
      if ("reason" in row && this.#dialect.header !== "yes") return this.#problem(row.line, row.reason);
      this.#setLayout(this.#layoutOf(row));
    }
    const { columns, header } = this.#layout as UkCdrLayout;
    if ("reason" in row) return this.#problem(row.line, row.reason);
    if (header !== undefined && isSame(row.cells, header)) return undefined;
    const fault = cellCountFault(row.cells, columns);
    if (fault !== undefined) return this.#problem(row.line, fault);
    const call = (this.#rows as RowReader).read(row.cells);
    return typeof call === "string" ? this.#problem(row.line, call) : { line: row.line, call };
  }

  /** Complains about a file without the header it must have. */
  end(): void {
    if (this.#layout === undefined && this.#dialect.header === "yes") {
      throw new FileError(this.#name, "is empty; its first row must name the columns");
    }
  }

  /** Learns the columns from the first row, be it a header or a call. */
  #layoutOf(row: CsvRow): UkCdrLayout {
    const { header } = this.#dialect;
    if ("reason" in row) {
      throw new FileError(this.#name, `the header row ${row.reason}`, { line: row.line });
    }
    if (header === "yes" || (header === "auto" && looksLikeHeader(row.cells, this.#dialect))) {
      return { columns: columnsOfHeader(row, this.#dialect, this.#name), header: row.cells };
    }
    return {
      columns: requireOwnColumns(this.#dialect.columns, this.#dialect, this.#name),
      header: undefined,
    };
  }

  #problem(line: number, reason: string): CallItem {
    return { line, problem: { file: this.#name, line, reason } };
  }
}

function isSame(cells: readonly string[], others: readonly string[]): boolean {
  return cells.length === others.length && cells.every((cell, index) => cell === others[index]);
}
