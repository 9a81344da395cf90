/** R11: what a run tells of origins that the book does not know, as of everything else in the file it reads. */

import { OriginWarnings } from "../engine/index.ts";
import type { BatchOptions, OpenedBook } from "../index.ts";
import type { ReadCallsOptions } from "./read-calls.ts";

/**
 * The option of a rater or a preview with which what it warns of in calls is told as what is read of their file, with
 * the file's name and the line.
 *
 * ```ts
 * const read = { format: "jsonl", name: "calls.jsonl", onWarning: console.error } as const;
 * const rater = createRater(openBook(await readBook("book.json")), callWarnings(read));
 * for await (const item of readCalls(createReadStream("calls.jsonl"), read)) if ("call" in item) rater(item.call, item.line);
 * ```
 */
export function callWarnings({ name: file, onWarning }: ReadCallsOptions): Pick<BatchOptions, "onWarning"> {
  if (onWarning === undefined) return {};
  return { onWarning: ({ line, message }) => onWarning({ file, line, reason: message }) };
}

/** Undefined where nobody is to be told. */
export function originWarnings(book: OpenedBook, read: ReadCallsOptions): OriginWarnings | undefined {
  const { onWarning } = callWarnings(read);
  return onWarning === undefined ? undefined : new OriginWarnings(book, onWarning);
}
