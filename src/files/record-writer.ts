import type { FileFormat } from "./call-format.ts";
import { csvLine } from "./csv-cell.ts";
import type { Output } from "./output.ts";

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

/** Writes records as JSON lines, or as CSV with a header row (which a file without records has, too). */
export async function createRecordWriter(
  output: Output,
  options: RecordWriterOptions,
): Promise<RecordWriter> {
  const { format } = options;
  const columns = [...new Set(options.columns)];
  if (format === "csv") await output.write(csvLine(columns));
  return { write: (record) => output.write(recordLine(record, format, columns)) };
}

/** A record as one line of a file; `columns` are those of CSV. */
export function recordLine(record: object, format: FileFormat, columns: readonly string[]): string {
  if (format === "jsonl") return `${JSON.stringify(record)}\n`;
  const fields = record as Readonly<Record<string, unknown>>;
  return csvLine(columns.map((column) => fields[column]));
}
