import { basename } from "node:path";
import { FileError } from "../file-error.ts";
import { parseJsonFile } from "../parse-json.ts";
import { byteBudget, readWholeFile } from "../read-whole-file.ts";
import { MAPPING_PRESETS } from "./mapping-presets.ts";
import { mappingNamed, openMapping, presetSuggestion } from "./open-mapping.ts";
import type { SheetMapping } from "./sheet-mapping.ts";

/** Bytes of a mapping; one that says everything has some 10,000. */
const MAX_MAPPING_BYTES = 1_000_000;

/**
 * The mapping with the name of a preset, else the one in a JSON file, checked as a whole. Throws a FileError that
 * lists everything that is wrong with it.
 */
export async function readMapping(nameOrPath: string): Promise<SheetMapping> {
  if (MAPPING_PRESETS.has(nameOrPath)) return mappingNamed(nameOrPath);
  const name = basename(nameOrPath);
  const mapping = parseJsonFile(await readText(nameOrPath, name), name) as SheetMapping;
  openMapping(mapping, name);
  return mapping;
}

async function readText(path: string, name: string): Promise<string> {
  try {
    return await readWholeFile(path, name, byteBudget(MAX_MAPPING_BYTES));
  } catch (error) {
    // A bare word was meant as the name of a preset.
    if (!(error instanceof FileError) || /[/\\.]/.test(path)) throw error;
    throw new FileError(path, `is neither a preset nor a file that can be read; ${presetSuggestion(path)}`);
  }
}
