/** Holds the records of a CSV file, whose header is known only after the last record. */
import { FileError } from "../file-error.ts";
import type { Output } from "../open-output.ts";
import { csvCell, csvLine } from "../results/index.ts";
import { ScratchFile } from "../sources/index.ts";
import { FIELD_ORDER } from "./field-order.ts";

/** Most columns of a file; beyond this limit its records have no fields in common. */
const MOST_COLUMNS = 10_000;
const PIECE = 1 << 18;

const USUAL_FIELDS = ["id", "target", "external", "startDate", "startTime", "duration"];

/** A number with its country code, which no spreadsheet calculates, and which has to be rated unchanged. */
const PLUS_NUMBER = /^\+[0-9]+$/;

/** Holds records in a scratch file until all their columns are known. */
export class CsvSpool {
  readonly #file: ScratchFile;
  readonly #columns = new Set<string>();
  #text = "";

  private constructor(file: ScratchFile) {
    this.#file = file;
  }

  static async open(): Promise<CsvSpool> {
    return new CsvSpool(await ScratchFile.open());
  }

  /** Adds a record; the caller awaits a promise before the next record. */
  add(record: Readonly<Record<string, unknown>>): Promise<void> | undefined {
    for (const name of Object.keys(record)) this.#columns.add(name);
    if (this.#columns.size > MOST_COLUMNS) {
      throw new FileError("the calls", `have more than ${MOST_COLUMNS} columns; write JSON lines instead`);
    }
    this.#text += `${JSON.stringify(record)}\n`;
    return this.#text.length < PIECE ? undefined : this.#pass();
  }

  async #pass(): Promise<void> {
    const text = this.#text;
    this.#text = "";
    await this.#file.append(Buffer.from(text));
  }

  /** Writes the header and a row for each record: FIELD_ORDER, then other columns in order of first occurrence. */
  async writeTo(output: Output): Promise<void> {
    await this.#pass();
    // Without a call the header is still that of calls.
    if (this.#columns.size === 0) for (const field of USUAL_FIELDS) this.#columns.add(field);
    const fields = FIELD_ORDER.filter((field) => this.#columns.has(field));
    const columns = [...new Set([...fields, ...this.#columns])];
    await output.write(csvLine(columns));
    for await (const record of this.#records()) {
      await output.write(
        `${columns.map((name) => cellOf(Object.hasOwn(record, name) ? record[name] : null)).join(",")}\n`,
      );
    }
  }

  async *#records(): AsyncGenerator<Readonly<Record<string, unknown>>> {
    let begun = "";
    for await (const piece of this.#file.stream().setEncoding("utf8")) {
      const lines = `${begun}${piece}`.split("\n");
      begun = lines.pop() ?? "";
      for (const line of lines) yield JSON.parse(line);
    }
  }

  async close(): Promise<void> {
    await this.#file.close();
  }
}

function cellOf(value: unknown): string {
  return typeof value === "string" && PLUS_NUMBER.test(value) ? value : csvCell(value);
}
