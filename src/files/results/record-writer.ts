import type { CallRecord } from "../../index.ts";
import { isBlank } from "../../model/index.ts";
import { toDecimalText } from "../../money/index.ts";
import { knownOptions } from "../../names/index.ts";
import { FILE_FORMATS, type FileFormat } from "../call-file.ts";
import type { Output } from "../open-output.ts";
import {
  type ColumnChoice,
  inputField,
  inputValue,
  isAlwaysShown,
  isOfUnrated,
  lineFormats,
} from "./result-columns.ts";

/** Characters that a spreadsheet takes for the start of a formula, or skips before a formula. */
const FORMULA_START = /^[=+\-@\t\r\n]/;
/** A plain number, which no spreadsheet calculates: costs may be negative. */
const PLAIN_NUMBER = /^-?[0-9]+(?:\.[0-9]+)?$/;
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;
/** Surely a cell as it stands: it begins with a word and has only words, - . / : and spaces. */
const PLAIN = /^(?:[0-9A-z][0-9A-z \-./:]*)?$/;

/**
 * A value as a CSV cell: null and undefined are empty, a number has plain decimal digits, a text that a spreadsheet
 * would calculate gets an apostrophe in front, and a text that needs quotes gets them.
 *
 * @example [csvCell(1e-7), csvCell("=1+1"), csvCell('say "no"')] // => ["0.0000001", "'=1+1", '"say ""no"""']
 */
export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return "";
  const text = cellText(value);
  if (PLAIN.test(text) && !text.endsWith(" ")) return text;
  const harmless = FORMULA_START.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** R1: an amount has no exponent in a CSV, where it could not be read again. */
function cellText(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value === "number") return toDecimalText(value) ?? String(value);
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** Values as a line of CSV. */
export function csvLine(values: readonly unknown[]): string {
  let line = "";
  for (let at = 0; at < values.length; at++)
    line += at === 0 ? csvCell(values[at]) : `,${csvCell(values[at])}`;
  return `${line}\n`;
}

/** Writes records to an output, one line each. */
export interface RecordWriter {
  /** Await a promise before the next record: the reader is slower. */
  write(record: object): Promise<void> | undefined;
}

/** How records are written. */
export interface RecordWriterOptions {
  readonly format: FileFormat;
  /** Columns of CSV, in order; other fields are left out. */
  readonly columns: readonly string[];
}

const checkOptions = knownOptions<RecordWriterOptions>("createRecordWriter", {
  format: FILE_FORMATS,
  columns: "any",
});

/**
 * Writes records as JSON lines, or as CSV with a header row (which a file without records has, too).
 *
 * @throws RangeError where CSV has no columns
 */
export async function createRecordWriter(
  output: Output,
  options: RecordWriterOptions,
): Promise<RecordWriter> {
  checkOptions(options);
  const { format, columns } = options;
  if (format === "csv" && columns.length === 0) throw new RangeError("columns: name one at least.");
  const lines = new RecordLines(options);
  if (lines.header !== "") await output.write(lines.header);
  return { write: (record) => output.write(lines.of(record)) };
}

/** Results as lines of text, each with its end. */
export interface ResultLines {
  /** The header row of CSV; JSON lines have none. */
  readonly header: string;
  /** The line of a result or of its record; columns such as `call.target` show its call. */
  of(record: object, call?: CallRecord): string;
}

/**
 * Results as the lines that `rateFile` writes, for callers that pass the lines on themselves.
 *
 * @throws RangeError where a column is no field of results, or chosen twice
 * @example
 * const lines = resultLines("csv", { columns: ["id", "error", "call.target"] });
 * lines.header + lines.of({ id: "1", error: "no-rate" }, { target: "+44 20" }); // => "id,error,call.target\n1,no-rate,'+44 20\n"
 */
export function resultLines(format: FileFormat, choice: ColumnChoice): ResultLines {
  return new RecordLines(lineFormats(choice, format, undefined).results);
}

/** A column of lines: of a field of the record or, where `field` is given, of its call. */
interface LineColumn {
  readonly name: string;
  readonly field: string | undefined;
  /** Whether the column is blank for calls that were rated. */
  readonly isOfUnrated: boolean;
  /** Whether JSON shows the column where it is blank. */
  readonly isAlwaysShown: boolean;
}

export class RecordLines implements ResultLines {
  readonly #format: FileFormat;
  readonly #columns: readonly LineColumn[];
  /** Indexes of columns, by fields of records and by fields of calls. */
  readonly #ofRecords = new Map<string, number>();
  readonly #ofCalls = new Map<string, number>();
  /** A line of CSV without values. */
  readonly #blankCells: readonly string[];
  /** Whether lines have exactly the columns, in their order, fields of calls included. */
  readonly #isChosen: boolean;

  constructor({ format, columns, isChosen = false }: RecordWriterOptions & { isChosen?: boolean }) {
    this.#format = format;
    this.#columns = Array.from(new Set(columns), (name) => ({
      name,
      field: inputField(name),
      isOfUnrated: !isChosen && isOfUnrated(name),
      isAlwaysShown: isAlwaysShown(name),
    }));
    for (const [index, { name, field }] of this.#columns.entries()) {
      if (field === undefined) this.#ofRecords.set(name, index);
      else this.#ofCalls.set(field, index);
    }
    this.#blankCells = this.#columns.map(() => "");
    this.#isChosen = isChosen;
  }

  /** The header row of CSV; JSON has none. */
  get header(): string {
    return this.#format === "csv" ? csvLine(this.#columns.map(({ name }) => name)) : "";
  }

  /** The line of a record; the line of a result may show fields of its call. */
  of(record: object, call: CallRecord = {}): string {
    const fields = fieldsOf(record);
    if (this.#format === "csv") return this.#csvLine(fields, call);
    if (this.#isChosen) return jsonLine(this.#chosen(fields, call));
    return jsonLine(this.#ofCalls.size === 0 ? fields : this.#besideCall(fields, call));
  }

  /** Visits only the fields that the record and its call have: a call in error has few. */
  #csvLine(fields: Readonly<Record<string, unknown>>, call: CallRecord): string {
    const cells = this.#blankCells.slice();
    for (const name of Object.keys(fields)) {
      const column = this.#ofRecords.get(name);
      if (column !== undefined) cells[column] = csvCell(fields[name]);
    }
    if (this.#ofCalls.size > 0) {
      const isRated = isOfRated(fields);
      for (const field of Object.keys(call)) {
        const column = this.#ofCalls.get(field);
        if (column === undefined || (isRated && this.#columns[column]?.isOfUnrated)) continue;
        cells[column] = csvCell(inputValue(call, field));
      }
    }
    return `${cells.join(",")}\n`;
  }

  /** A record with fields of its call, in the order of the columns. */
  #besideCall(fields: Readonly<Record<string, unknown>>, call: CallRecord): Record<string, unknown> {
    const isRated = isOfRated(fields);
    const shown: Record<string, unknown> = {};
    for (const { name, field, isOfUnrated, isAlwaysShown } of this.#columns) {
      if (field === undefined) {
        if (fields[name] !== undefined) shown[name] = fields[name];
      } else if (!isRated || !isOfUnrated) {
        const value = inputValue(call, field);
        if (!isBlank(value)) shown[name] = value;
        else if (isAlwaysShown) shown[name] = null;
      }
    }
    return shown;
  }

  #chosen(fields: Readonly<Record<string, unknown>>, call: CallRecord): Record<string, unknown> {
    return Object.fromEntries(
      this.#columns.map(({ name, field }) => [
        name,
        field === undefined ? fields[name] : (inputValue(call, field) ?? null),
      ]),
    );
  }
}

function jsonLine(record: object): string {
  return `${JSON.stringify(record)}\n`;
}

function isOfRated({ costBase }: Readonly<Record<string, unknown>>): boolean {
  return costBase !== undefined;
}

/** The fields of a record; a result is made a record by its `toJSON`. */
function fieldsOf(record: object): Readonly<Record<string, unknown>> {
  const fields = "toJSON" in record && typeof record.toJSON === "function" ? record.toJSON() : record;
  return fields as Readonly<Record<string, unknown>>;
}
