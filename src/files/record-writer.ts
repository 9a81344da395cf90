import type { CallRecord } from "../index.ts";
import { knownOptions } from "../names/index.ts";
import { FILE_FORMATS, type FileFormat } from "./call-format.ts";
import { csvCell, csvLine } from "./csv-cell.ts";
import type { Output } from "./output.ts";
import { inputField, inputValue } from "./result-columns.ts";

/** Writes records to an output, one line each. */
export interface RecordWriter {
  /** Where a promise comes back, wait for it before the next record: the reader is slower. */
  write(record: object): Promise<void> | undefined;
}

/** How records are written. */
export interface RecordWriterOptions {
  readonly format: FileFormat;
  /** Columns of CSV, in order; a field that is not among them is left out. */
  readonly columns: readonly string[];
}

const checkOptions = knownOptions<RecordWriterOptions>("createRecordWriter", {
  format: FILE_FORMATS,
  columns: "any",
});

/** Writes records as JSON lines, or as CSV with a header row (which a file without records has, too). */
export async function createRecordWriter(
  output: Output,
  options: RecordWriterOptions,
): Promise<RecordWriter> {
  checkOptions(options);
  const lines = new RecordLines(options);
  if (lines.header !== "") await output.write(lines.header);
  return { write: (record) => output.write(lines.of(record)) };
}

/** Records as lines of a file. */
export class RecordLines {
  readonly #format: FileFormat;
  readonly #columns: readonly string[];
  readonly #places: ReadonlyMap<string, number>;
  /** Whether lines have the columns alone and in their order, fields of calls among them. */
  readonly #isChosen: boolean;

  constructor({ format, columns, isChosen = false }: RecordWriterOptions & { isChosen?: boolean }) {
    this.#format = format;
    this.#columns = [...new Set(columns)];
    this.#places = new Map(this.#columns.map((column, place) => [column, place]));
    this.#isChosen = isChosen;
  }

  /** The header row of CSV; JSON has none. */
  get header(): string {
    return this.#format === "csv" ? csvLine(this.#columns) : "";
  }

  /** The line of a record: of a result, the call may be shown beside it. */
  of(record: object, call: CallRecord = {}): string {
    if (this.#isChosen) return this.#chosen(fieldsOf(record), call);
    return this.#format === "jsonl" ? `${JSON.stringify(record)}\n` : this.#csvLine(record);
  }

  #chosen(fields: Readonly<Record<string, unknown>>, call: CallRecord): string {
    const values = this.#columns.map((column) => {
      const field = inputField(column);
      return field === undefined ? fields[column] : (inputValue(call, field) ?? null);
    });
    if (this.#format === "csv") return csvLine(values);
    return `${JSON.stringify(Object.fromEntries(this.#columns.map((column, at) => [column, values[at]])))}\n`;
  }

  /** Goes through the fields of the record, which may be few of the columns, as long as they come in their order. */
  #csvLine(record: object): string {
    const fields = fieldsOf(record);
    let line = "";
    let at = 0;
    for (const name of Object.keys(fields)) {
      const place = this.#places.get(name);
      if (place === undefined) continue;
      if (place < at) return csvLine(this.#columns.map((column) => fields[column]));
      line += ",".repeat(place - at) + csvCell(fields[name]);
      at = place;
    }
    return `${line}${",".repeat(this.#columns.length - 1 - at)}\n`;
  }
}

/** The fields of a record; a result has them once it is made a record, as for JSON. */
function fieldsOf(record: object): Readonly<Record<string, unknown>> {
  const fields = "toJSON" in record && typeof record.toJSON === "function" ? record.toJSON() : record;
  return fields as Readonly<Record<string, unknown>>;
}
