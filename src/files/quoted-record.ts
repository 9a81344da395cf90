import { MAX_LINE_BYTES } from "./limits.ts";
import type { Line } from "./line-reader.ts";

/** The one fault that later lines may mend; whatever is wrong with those is told of themselves. */
export const NEVER_CLOSED = "opens a quoted cell that is never closed";
const TEXT_BEHIND = 'has text after a quoted cell; a quote within a quoted cell is written twice ("")';
const QUOTE_WITHIN =
  'has a quote in a cell that does not begin with one; quote the whole cell and write the quote twice ("")';
const TOO_LONG = `opens a quoted cell that is not closed within ${MAX_LINE_BYTES} characters`;
export const HOLDS_NUL = "holds a NUL character";

/** Where a record stands after a line: it is whole, a quoted cell is open, or why its first line is no record. */
export type RecordState = "whole" | "open" | { readonly bad: string };

const QUOTE = 34;

/**
 * Finds the end of one record from its lines (RFC 4180). Within quotes a line may hold anything; the first quote that
 * makes no sense ends the search. So of two lines that open a cell, the search from the first never goes beyond the
 * second: a file is searched twice at most, however many stray quotes it has.
 */
export class QuotedRecord {
  readonly #delimiter: number;
  #isOpen = false;
  #size = 0;

  constructor(delimiter: string) {
    this.#delimiter = delimiter.charCodeAt(0);
  }

  /** Takes the record's first line, or the next as long as it is open. */
  add(line: Line): RecordState {
    const isFirst = !this.#isOpen;
    if ("reason" in line) return { bad: isFirst ? line.reason : NEVER_CLOSED };
    const state = line.text.includes("\0")
      ? { bad: HOLDS_NUL }
      : this.#after(line.text, isFirst ? markBefore(line.text) : 0);
    if (typeof state === "object") return isFirst ? state : { bad: NEVER_CLOSED };
    this.#size += line.text.length + 1;
    this.#isOpen = state === "open";
    return this.#isOpen && this.#size > MAX_LINE_BYTES ? { bad: TOO_LONG } : state;
  }

  /** The state after one more line. */
  #after(text: string, from: number): RecordState {
    const delimiter = this.#delimiter;
    let isOpen = this.#isOpen;
    for (let at = from; ; at++) {
      // Here a cell begins, or one that is open goes on.
      if (isOpen || text.charCodeAt(at) === QUOTE) {
        at = closingQuote(text, isOpen ? at : at + 1);
        if (at === -1) return "open";
        isOpen = false;
        if (++at === text.length) return "whole";
        if (text.charCodeAt(at) !== delimiter) return { bad: TEXT_BEHIND };
      } else {
        for (let code = text.charCodeAt(at); code !== delimiter; code = text.charCodeAt(++at)) {
          if (at >= text.length) return "whole";
          if (code === QUOTE) return { bad: QUOTE_WITHIN };
        }
      }
    }
  }
}

/** Characters to leave out before a record: files that are put together may have a byte order mark each. */
export function markBefore(text: string): number {
  return text.startsWith('\ufeff"') ? 1 : 0;
}

/** The quote that closes a cell: one that is not doubled. */
function closingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from);
  while (at !== -1 && text.charCodeAt(at + 1) === QUOTE) at = text.indexOf('"', at + 2);
  return at;
}
