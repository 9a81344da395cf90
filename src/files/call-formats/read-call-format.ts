/** Formats of calls by the names that `--calls-format` takes. */
import { basename } from "node:path";
import { isBlank, isPlainRecord } from "../../model/index.ts";
import { nearestName } from "../../names/index.ts";
import { FILE_FORMATS, type FileFormat } from "../call-file.ts";
import { CALL_DIALECT_FIELDS, CALL_DIALECTS, type CallDialect, openWith } from "../dialects/index.ts";
import { FileError } from "../file-error.ts";
import { readJsonFile } from "../open-input.ts";
import type { ReadCallsOptions } from "../read-options.ts";
import { DIALECT_PRESETS, openDialect, UK_CDR_DIALECT_FIELDS, type UkCdrDialect } from "../uk-cdr/index.ts";
import { callFormatNames } from "./list-formats.ts";

/** The options of reading calls that one name gives. */
export type CallFormatRead = Pick<ReadCallsOptions, "format" | "dialect">;

/** Whether a word is the path of a file with a dialect, and no name: a path has a point or a slash. */
export function isDialectFile(nameOrPath: string): boolean {
  return /[/\\.]/.test(nameOrPath) && !callFormatNames().includes(nameOrPath);
}

/**
 * The reason why a word names no format of calls, with the nearest name; undefined for a name or the path of a file.
 *
 * @example whyNoCallFormat("asterisk") // => "is no format of calls; did you mean asterisk-csv?"
 * @example whyNoCallFormat("uk-cdrs") // => "is no format of calls; did you mean uk-cdr?"
 */
export function whyNoCallFormat(nameOrPath: string): string | undefined {
  const names = callFormatNames();
  if (names.includes(nameOrPath) || isDialectFile(nameOrPath)) return undefined;
  const nearest = nearestFormat(nameOrPath, names);
  return `is no format of calls; ${nearest === undefined ? "tollbook formats lists them." : `did you mean ${nearest}?`}`;
}

/** The name nearest to a misspelt or shortened name. */
export function nearestFormat(name: string, names: readonly string[]): string | undefined {
  const begun = name === "" ? undefined : names.find((known) => known.startsWith(name.toLowerCase()));
  return begun ?? nearestName(name, names);
}

/**
 * The options of reading calls by a name: `jsonl`, `csv`, `uk-cdr`, a preset, or the path of a JSON file with a
 * dialect. `readCalls` and `rateFile` take these options. The file may also have a dialect of UK standard CDRs. Throws
 * a FileError where there is no such format, and where the dialect of the file is wrong.
 *
 * @example await readCallFormat("fcs-v3") // => { format: "uk-cdr", dialect: "fcs-v3" }
 */
export async function readCallFormat(nameOrPath: string): Promise<CallFormatRead> {
  const why = whyNoCallFormat(nameOrPath);
  if (why !== undefined) throw new FileError(nameOrPath, why);
  if (nameOrPath === "uk-cdr") return { format: nameOrPath };
  if (FILE_FORMATS.some((format) => format === nameOrPath)) return { format: nameOrPath as FileFormat };
  if (DIALECT_PRESETS.has(nameOrPath)) return { format: "uk-cdr", dialect: nameOrPath };
  if (CALL_DIALECTS.has(nameOrPath)) return { format: "dialect", dialect: nameOrPath };
  // Read once, as the file may be a pipe.
  const settings = await readJsonFile(nameOrPath, "a dialect");
  const name = basename(nameOrPath);
  if (isUkCdrDialect(settings)) {
    openDialect(settings, name);
    return { format: "uk-cdr", dialect: settings };
  }
  openWith(settings as CallDialect, undefined, name);
  return { format: "dialect", dialect: settings as CallDialect };
}

/** Fields that only a dialect of UK standard CDRs has. */
const UK_CDR_FIELDS = UK_CDR_DIALECT_FIELDS.filter((field) => !CALL_DIALECT_FIELDS.includes(field));

/** Whether settings are a dialect of UK standard CDRs: by their preset, else by their fields. */
function isUkCdrDialect(settings: unknown): settings is UkCdrDialect {
  if (!isPlainRecord(settings)) return false;
  const { basedOn, reads } = settings;
  if (!isBlank(basedOn)) return typeof basedOn === "string" && DIALECT_PRESETS.has(basedOn);
  return isBlank(reads) && UK_CDR_FIELDS.some((field) => !isBlank(settings[field]));
}
