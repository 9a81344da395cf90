/** The file that carries discounts from one run to the next: a state, and the digest of the book it belongs to. */
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import type { DiscountState } from "../discounts/index.ts";
import { isPlainRecord } from "../model/index.ts";
import { FileError } from "./file-error.ts";
import { MAX_BOOK_BYTES } from "./limits.ts";
import { parseJsonFile } from "./parse-json.ts";
import { byteBudget, readWholeFile } from "./read-whole-file.ts";

/**
 * Reads the state that an earlier run left, undefined where there is no such file. Throws a FileError where
 * the file is no state, or one of another book: allowances are the book's.
 */
export async function readDiscountState(
  path: string,
  bookDigest: string,
): Promise<DiscountState | undefined> {
  const name = basename(path);
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) return undefined;
  const value = parseJsonFile(await readWholeFile(path, name, byteBudget(MAX_BOOK_BYTES)), name);
  if (!isPlainRecord(value) || typeof value.bookDigest !== "string" || !isPlainRecord(value.state)) {
    throw new FileError(name, "is not a state of discounts, which tollbook rate --discounts --state writes");
  }
  if (value.bookDigest !== bookDigest) {
    throw new FileError(
      name,
      `belongs to another book (digest ${value.bookDigest.slice(0, 64)}, this one is ${bookDigest}); use that book, or rate the billing period's calls again without it`,
    );
  }
  return value.state as unknown as DiscountState;
}

/** The text of a state's file. */
export function discountStateText(state: DiscountState, bookDigest: string): string {
  return `${JSON.stringify({ bookDigest, state }, undefined, 1)}\n`;
}
