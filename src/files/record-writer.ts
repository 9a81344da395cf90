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
  if (options.format === "jsonl") return { write: (record) => output.write(`${JSON.stringify(record)}\n`) };
  const columns = [...new Set(options.columns)];
  await output.write(csvLine(columns));
  return {
    write: (record) => {
      const fields = record as Readonly<Record<string, unknown>>;
      return output.write(csvLine(columns.map((column) => fields[column])));
    },
  };
}
