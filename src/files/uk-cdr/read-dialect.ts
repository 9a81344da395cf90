import { basename } from "node:path";
import { FileError } from "../file-error.ts";
import { parseJsonFile } from "../parse-json.ts";
import { byteBudget, readWholeFile } from "../read-whole-file.ts";
import type { UkCdrDialect } from "./dialect.ts";
import { openDialect, presetNamed, suggestion } from "./open-dialect.ts";
import { DIALECT_PRESETS } from "./presets.ts";

/** Bytes of a dialect; one that says everything has some 5,000. */
const MAX_DIALECT_BYTES = 1_000_000;

/**
 * The dialect with the name of a preset, else the one in a JSON file, checked as a whole. Throws a FileError that
 * lists everything that is wrong with it.
 */
export async function readDialect(nameOrPath: string): Promise<UkCdrDialect> {
  if (DIALECT_PRESETS.has(nameOrPath)) return presetNamed(nameOrPath);
  const name = basename(nameOrPath);
  const dialect = parseJsonFile(await readText(nameOrPath, name), name) as UkCdrDialect;
  openDialect(dialect, name);
  return dialect;
}

async function readText(path: string, name: string): Promise<string> {
  try {
    return await readWholeFile(path, name, byteBudget(MAX_DIALECT_BYTES));
  } catch (error) {
    // A bare word was meant as the name of a preset.
    if (!(error instanceof FileError) || /[/\\.]/.test(path)) throw error;
    throw new FileError(path, `is neither a preset nor a file that can be read; ${suggestion(path)}`);
  }
}
