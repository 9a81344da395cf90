import { basename } from "node:path";
import { parseJsonFile } from "./parse-json.ts";
import { byteBudget, readWholeFile } from "./read-whole-file.ts";

/** Bytes of a small JSON file: a mapping, a dialect, profiles. One that says everything has some 10,000. */
const MAX_JSON_FILE_BYTES = 1_000_000;

/**
 * The value in a small JSON file beside a book; at most 1,000,000 bytes. Throws a FileError that names the file
 * and the place.
 */
export async function readJsonFile(path: string): Promise<unknown> {
  const name = basename(path);
  return parseJsonFile(await readWholeFile(path, name, byteBudget(MAX_JSON_FILE_BYTES)), name);
}
