/** Records on their way to a CSV file: its header is known only when all of them are. */
import { randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { type FileHandle, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FileError, fileErrorOf } from "../file-error.ts";
import type { Output } from "../open-output.ts";
import { csvCell } from "../results/index.ts";
import { FIELD_ORDER } from "./field-order.ts";

/** Columns of a file; beyond them its records have no fields in common. */
const MOST_COLUMNS = 10_000;
const PIECE = 1 << 18;

const USUAL_FIELDS = ["id", "target", "external", "startDate", "startTime", "duration"];

/** A number with its country code, which no spreadsheet calculates, and which has to be rated as it is. */
const PLUS_NUMBER = /^\+[0-9]+$/;

/** Holds records in a file for as long as it takes to learn their columns. */
export class CsvSpool {
  readonly #path: string;
  readonly #handle: FileHandle;
  readonly #columns = new Set<string>();
  #text = "";

  private constructor(path: string, handle: FileHandle) {
    this.#path = path;
    this.#handle = handle;
  }

  static async open(): Promise<CsvSpool> {
    const path = join(tmpdir(), `tollbook-${randomBytes(6).toString("hex")}.spool`);
    try {
      return new CsvSpool(path, await open(path, "wx", 0o600));
    } catch (error) {
      throw fileErrorOf(error, path);
    }
  }

  /** Takes a record; where a promise comes back, it is waited for. */
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
    try {
      await this.#handle.appendFile(text);
    } catch (error) {
      throw fileErrorOf(error, this.#path);
    }
  }

  /** Writes the header and a row for each record: fields in their order, behind them other columns as they came. */
  async writeTo(output: Output): Promise<void> {
    await this.#pass();
    // Without a call the header is still that of calls.
    if (this.#columns.size === 0) for (const field of USUAL_FIELDS) this.#columns.add(field);
    const fields = FIELD_ORDER.filter((field) => this.#columns.has(field));
    const columns = [...new Set([...fields, ...this.#columns])];
    await output.write(`${columns.map(csvCell).join(",")}\n`);
    for await (const record of this.#records()) {
      await output.write(
        `${columns.map((name) => cellOf(Object.hasOwn(record, name) ? record[name] : null)).join(",")}\n`,
      );
    }
  }

  async *#records(): AsyncGenerator<Readonly<Record<string, unknown>>> {
    let begun = "";
    for await (const piece of createReadStream(this.#path, { encoding: "utf8" })) {
      const lines = `${begun}${piece}`.split("\n");
      begun = lines.pop() ?? "";
      for (const line of lines) yield JSON.parse(line);
    }
  }

  async close(): Promise<void> {
    await this.#handle.close();
    await rm(this.#path, { force: true });
  }
}

function cellOf(value: unknown): string {
  return typeof value === "string" && PLUS_NUMBER.test(value) ? value : csvCell(value);
}
