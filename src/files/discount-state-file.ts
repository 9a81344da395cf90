/** The file that carries discounts from one run to the next: the state as the library has it. */
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
 * the file cannot be read; whether it is a state, and fits a book, says who is handed it.
 */
export async function readDiscountState(path: string): Promise<DiscountState | undefined> {
  const name = basename(path);
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) return undefined;
  const value = parseJsonFile(await readWholeFile(path, name, byteBudget(MAX_BOOK_BYTES)), name);
  if (!isPlainRecord(value)) {
    throw new FileError(name, "is not a state of discounts, which tollbook rate --discounts --state writes");
  }
  return value as unknown as DiscountState;
}

/** The text of a state's file. */
export function discountStateText(state: DiscountState): string {
  return `${JSON.stringify(state, undefined, 1)}\n`;
}
