/** Formats of calls by the names that `--calls-format` takes. */
import { nearestName } from "../../names/index.ts";
import { FILE_FORMATS, type FileFormat } from "../call-file.ts";
import { readCallDialect } from "../dialects/index.ts";
import { FileError } from "../file-error.ts";
import type { ReadCallsOptions } from "../read-options.ts";
import { DIALECT_PRESETS } from "../uk-cdr/index.ts";
import { callFormatNames } from "./list-formats.ts";

/** How calls are read, as far as one name says it. */
export type CallFormatRead = Pick<ReadCallsOptions, "format" | "dialect">;

/** Whether a word is the path of a file with a dialect, and no name: it has a point or a slash. */
export function isDialectFile(nameOrPath: string): boolean {
  return /[/\\.]/.test(nameOrPath) && !callFormatNames().includes(nameOrPath);
}

/**
 * Why a word names no format of calls: of one that is neither a name nor the path of a file, with the nearest name.
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

/** The name that a misspelt or shortened one may have meant. */
export function nearestFormat(name: string, names: readonly string[]): string | undefined {
  const begun = name === "" ? undefined : names.find((known) => known.startsWith(name.toLowerCase()));
  return begun ?? nearestName(name, names);
}

/**
 * What a name says of how calls are read: `jsonl`, `csv`, `uk-cdr`, a preset, or the path of a JSON file with a dialect. The
 * options of `readCalls` and `rateFile` take it. Throws a FileError where there is no such format, and where the dialect of
 * the file is wrong.
 *
 * @example await readCallFormat("fcs-v3") // => { format: "uk-cdr", dialect: "fcs-v3" }
 */
export async function readCallFormat(nameOrPath: string): Promise<CallFormatRead> {
  const why = whyNoCallFormat(nameOrPath);
  if (why !== undefined) throw new FileError(nameOrPath, why);
  if (nameOrPath === "uk-cdr") return { format: nameOrPath };
  if (FILE_FORMATS.some((format) => format === nameOrPath)) return { format: nameOrPath as FileFormat };
  if (DIALECT_PRESETS.has(nameOrPath)) return { format: "uk-cdr", dialect: nameOrPath };
  return { format: "dialect", dialect: await readCallDialect(nameOrPath) };
}
