import { stat } from "node:fs/promises";
import { lengthFault, readHeader, recordOf } from "./csv-header.ts";
import { FileError } from "./file-error.ts";
import { readCsvRows } from "./read-rows.ts";
import { type ByteBudget, readWholeFile } from "./read-whole-file.ts";
import { fileErrorOf } from "./system-fault.ts";
import { inPieces } from "./text-bytes.ts";

/** Faults of one CSV that are told at once. */
const TOLD_FAULTS = 20;

/** The records of a CSV file of a book; every value is text, an empty cell is "". */
export interface CsvList {
  readonly records: readonly Readonly<Record<string, string>>[];
  /** The number of the first line of each record. */
  readonly lines: readonly number[];
  /** Its size. */
  readonly bytes: number;
}

/** Reads a list of a book from a CSV file. A book with a row missing would charge wrongly: any bad row is an error. */
export async function readCsvList(path: string, name: string, budget: ByteBudget): Promise<CsvList> {
  await requireRegularFile(path, name);
  const before = budget.left;
  const text = await readWholeFile(path, name, budget);
  const bytes = before - budget.left;
  const records: Record<string, string>[] = [];
  const lines: number[] = [];
  const faults: { line: number; reason: string }[] = [];
  let header: readonly string[] | undefined;
  for await (const rows of readCsvRows(inPieces(Buffer.from(text)), { name })) {
    for (const row of rows) {
      if (header === undefined) {
        header = readHeader(row, name);
        continue;
      }
      const reason = "reason" in row ? row.reason : lengthFault(row.cells, header);
      if (reason !== undefined) faults.push({ line: row.line, reason });
      else if ("cells" in row) {
        records.push(recordOf(row.cells, header));
        lines.push(row.line);
      }
    }
  }
  if (header === undefined) readHeader(undefined, name);
  const [first, ...others] = faults;
  if (first === undefined) return { records, lines, bytes };
  const told = others.slice(0, TOLD_FAULTS - 1).map(({ line, reason }) => `; line ${line} ${reason}`);
  const untold = others.length - told.length;
  const rest = untold > 0 ? `; and ${untold} more lines` : "";
  throw new FileError(name, `${first.reason}${told.join("")}${rest}`, { line: first.line });
}

/** A pipe or a device beside a book would be read for ever. */
async function requireRegularFile(path: string, name: string): Promise<void> {
  const found = await stat(path).catch((error: unknown) => {
    throw fileErrorOf(error, name);
  });
  if (!found.isFile()) throw new FileError(name, "is not a file");
}
