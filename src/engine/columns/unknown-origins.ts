/** R11: warnings of origins that a book does not know, once a run for each name. */
import type { BookTables, OpenedBook } from "../../book/index.ts";
import { type CallRecord, quoteValue, readText, safely } from "../../model/index.ts";
import type { CallColumns } from "./call-columns.ts";

/** A warning of a probable mistake in a call that can be rated all the same. */
export interface CallWarning {
  /** The first call's place in its file, or among the calls. */
  readonly line: number;
  readonly field: string;
  /** A sentence that begins with the field. */
  readonly message: string;
}

/** A name that the book does not know, and the line of the first call that has it. */
export interface UnknownOrigin {
  readonly name: string;
  readonly line: number;
}

/** Most names that are reported: a file may have a different name in every call. */
const MOST_TOLD = 20;

/** Finds unknown names; each is returned once. */
export class UnknownOrigins {
  readonly #book: BookTables;
  readonly #names = new Set<string>();
  /** Codes of `#checkedNames` that were checked. */
  readonly #checked = new Set<number>();
  #checkedNames: readonly string[] = [];
  #found: UnknownOrigin[] = [];

  constructor(book: OpenedBook) {
    this.#book = book.tables;
  }

  note(call: CallRecord, line: number): void {
    const name = readText(safely(() => call?.callTypeOriginationTypeFlag, "") ?? "");
    if (typeof name === "string" && !this.#book.callFlags.knowsOrigin(name)) this.#add(name, line);
  }

  /** Checks the calls of columns; `before` is the number of calls before the first. */
  noteRows(columns: CallColumns, before: number): void {
    for (let row = 0; row < columns.length; row++) this.noteRow(columns, row, before);
  }

  noteRow(columns: CallColumns, row: number, before: number): void {
    const { originationFlag, byRecord, names } = columns;
    if (byRecord[row] !== 0) {
      this.note(columns.recordOf(row), lineOf(columns, row, before));
      return;
    }
    if (names !== this.#checkedNames) this.#checked.clear();
    this.#checkedNames = names;
    const code = originationFlag[row] as number;
    if (code === 0 || this.#checked.has(code)) return;
    const name = names[code] as string;
    if (!this.#book.callFlags.knowsOrigin(name)) this.#add(name, lineOf(columns, row, before));
    this.#checked.add(code);
  }

  #add(name: string, line: number): void {
    // One name more than is reported, as a sign that there are more.
    if (this.#names.has(name) || this.#names.size > MOST_TOLD) return;
    this.#names.add(name);
    this.#found.push({ name, line });
  }

  /** The names found since the last call of this method. */
  take(): readonly UnknownOrigin[] {
    const found = this.#found;
    if (found.length > 0) this.#found = [];
    return found;
  }
}

function lineOf(columns: CallColumns, row: number, before: number): number {
  return columns.lineOf?.(row) ?? before + row + 1;
}

/** Reports the names found in one run, in their order. */
export class OriginWarnings {
  readonly #book: BookTables;
  readonly #told = new Set<string>();
  readonly #onWarning: (warning: CallWarning) => void;

  constructor(book: OpenedBook, onWarning: (warning: CallWarning) => void) {
    this.#book = book.tables;
    this.#onWarning = onWarning;
  }

  tell(found: readonly UnknownOrigin[]): void {
    for (const { name, line } of found) {
      if (this.#told.has(name) || this.#told.size > MOST_TOLD) continue;
      this.#told.add(name);
      this.#onWarning({ line, field: FIELD, message: `${FIELD} ${this.#sentence(name)}` });
    }
  }

  #sentence(name: string): string {
    if (this.#told.size > MOST_TOLD) return "has more names that the book does not know; they are not listed";
    const nearest = this.#book.callFlags.nearestOrigin(name);
    const repair = nearest === undefined ? "" : `did you mean ${nearest}? Else `;
    return `${quoteValue(name)} is no origin that the book knows, and brings no surcharge; ${repair}list it in callOrigins`;
  }
}

const FIELD = "callTypeOriginationTypeFlag";
