/** Files of results, read again bit by bit beside the calls they came from. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { parse } from "csv-parse";
import { RESULT_COLUMNS } from "tollbook/files";
import type { Fields } from "./differences.ts";

/** Lines or rows of a file, so many at a time. */
export class Taker<T> {
  readonly #batches: AsyncIterator<readonly T[]>;
  #held: readonly T[] = [];
  #at = 0;

  constructor(batches: AsyncIterable<readonly T[]>) {
    this.#batches = batches[Symbol.asyncIterator]();
  }

  /** As many as were asked for; fewer where the file ends before. */
  async take(count: number): Promise<T[]> {
    const taken: T[] = [];
    while (taken.length < count) {
      if (this.#at < this.#held.length) {
        const end = Math.min(this.#held.length, this.#at + count - taken.length);
        for (; this.#at < end; this.#at++) taken.push(this.#held[this.#at] as T);
        continue;
      }
      const next = await this.#batches.next();
      if (next.done === true) break;
      this.#held = next.value;
      this.#at = 0;
    }
    return taken;
  }

  /** Whether nothing is left. */
  async isAtEnd(): Promise<boolean> {
    return (await this.take(1)).length === 0;
  }
}

/** The lines of JSON lines. */
export function jsonResults(path: string): Taker<string> {
  async function* batches(): AsyncGenerator<readonly string[]> {
    let rest = "";
    for await (const piece of createReadStream(path, { encoding: "utf8", highWaterMark: 1 << 18 })) {
      const lines = (rest + String(piece)).split("\n");
      rest = lines.pop() ?? "";
      yield lines;
    }
    if (rest !== "") yield [rest];
  }
  return new Taker(batches());
}

/** The rows of CSV, by a reader that is not the engine's; the first must name the columns of results. */
export function csvResults(path: string): Taker<readonly string[]> {
  async function* batches(): AsyncGenerator<readonly (readonly string[])[]> {
    let batch: (readonly string[])[] = [];
    let isHeader = true;
    for await (const row of createReadStream(path).pipe(parse({ relax_column_count: true }))) {
      if (isHeader) {
        isHeader = false;
        if (String(row) !== RESULT_COLUMNS.join()) throw new Error(`${path} begins with ${String(row)}`);
        continue;
      }
      batch.push(row as readonly string[]);
      if (batch.length === 500) {
        yield batch;
        batch = [];
      }
    }
    yield batch;
  }
  return new Taker(batches());
}

/** A row of results under its columns' names, and the same of a record, both as the texts of cells. */
export function cellsOfRow(cells: readonly string[]): Fields {
  return Object.fromEntries(cells.map((cell, at) => [RESULT_COLUMNS[at] ?? `cell ${at}`, cell]));
}

/** What the columns of results say of a call begins so. */
const OF_CALL = "call.";
/** Of a rated call the record has these without that. */
const REPORTED = /^cost/;

/** A record, and beside it what results say of its call: of one that was read, whatever the engine asks. */
export function withCall(record: Fields, call: Fields | undefined): Fields {
  // Of a line that is no call nothing is known.
  if (record.message === "") return record;
  const isRated = !("error" in record || "ignored" in record);
  const shown = RESULT_COLUMNS.flatMap((column) => {
    if (!column.startsWith(OF_CALL)) return [];
    const field = column.slice(OF_CALL.length);
    const value = isRated && REPORTED.test(field) ? undefined : call?.[field];
    return value === undefined || value === null || value === "" ? [] : [[column, value] as const];
  });
  return { ...record, ...Object.fromEntries(shown) };
}

/** The same with what it says of the call as texts, without blanks: JSON has numbers, and null for a call's start that is not there. */
export function withCallInTexts(record: Fields): Fields {
  const entries = Object.entries(record).flatMap(([column, value]): [string, unknown][] => {
    if (!column.startsWith(OF_CALL)) return [[column, value]];
    return value === null || value === "" ? [] : [[column, String(value)]];
  });
  return Object.fromEntries(entries);
}

/** What the cells of a record must say: blank for null, and nothing that a spreadsheet would calculate. */
export function cellsWanted(record: Fields): string[] {
  return RESULT_COLUMNS.map((column) => {
    const value = record[column] ?? "";
    const text = String(value);
    const isFormula = /^[=+\-@\t\r\n]/.test(text) && !/^-?[0-9]+(\.[0-9]+)?$/.test(text);
    return isFormula ? `'${text}` : text;
  });
}

/** The SHA-256 of a file. */
export async function digestOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(piece as Buffer);
  return hash.digest("hex");
}
