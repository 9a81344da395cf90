/** The format of a command line's calls: names of formats, and options that some formats need. */
import { basename, extname } from "node:path";
import {
  type CallFormat,
  DEFAULT_DIALECT,
  DIALECT_PRESETS,
  FILE_FORMATS,
  type FileFormat,
  formatOfName,
  isDialectFile,
  whyNoCallFormat,
} from "../files/index.ts";
import { wrongUsage } from "./cli-io.ts";
import { type CALLS_INPUT, filesOf, type Given } from "./declare-command.ts";
import type { NamedFiles } from "./distinct-files.ts";

export type CallsGiven = Given<typeof CALLS_INPUT>;

/** The format of the calls, by --calls-format or else by the file's name. Refuses options that the format ignores. */
export function callsFormatOf(given: CallsGiven): CallFormat {
  const { calls, callsFormat, dialect } = given;
  const format = formatNamed(callsFormat) ?? formatByName(unpackedName(calls));
  if (format === undefined) {
    throw wrongUsage(
      `The name of ${calls} does not tell which format it has.`,
      "Add --calls-format; tollbook sniff tells the likely one.",
    );
  }
  if (dialect !== undefined && (format !== "uk-cdr" || callsFormat !== "uk-cdr")) {
    const isPreset = format === "uk-cdr";
    throw wrongUsage(
      `--dialect ${dialect} says how UK standard CDRs are written, and ${isPreset ? `--calls-format ${callsFormat} does so, too` : `the calls are ${callsFormat ?? format}`}.`,
      isPreset ? "Leave one of the two out." : "Add --calls-format uk-cdr.",
    );
  }
  if (format !== "dialect") refuseChoices(given, format);
  return format;
}

/** Refuses options for choices that only files of other programs leave open. */
export function refuseChoices(given: CallsGiven, format: string): void {
  for (const option of ["zone", "carrier", "year"] as const) {
    if (given[option] === undefined) continue;
    throw wrongUsage(
      `--${option} is for formats that do not say it, and ${format} has no use for it.`,
      `Leave out --${option}; tollbook formats says what each format needs.`,
    );
  }
}

/** The format for a name or for the path of a file with a dialect; undefined without --calls-format. */
function formatNamed(callsFormat: string | undefined): CallFormat | undefined {
  if (callsFormat === undefined) return undefined;
  const why = whyNoCallFormat(callsFormat);
  if (why !== undefined) throw wrongUsage(`--calls-format ${callsFormat} ${why}`);
  if (callsFormat === "uk-cdr" || DIALECT_PRESETS.has(callsFormat)) return "uk-cdr";
  return FILE_FORMATS.find((format) => format === callsFormat) ?? "dialect";
}

/** Options that name the file of a run's calls and the file of the calls' dialect. */
export function filesOfCalls(given: CallsGiven): NamedFiles {
  const { calls, callsFormat, dialect } = given;
  const isFile = callsFormat !== undefined && isDialectFile(callsFormat);
  return {
    ...filesOf({ calls, dialect }, "calls", "dialect"),
    ...(isFile && filesOf({ callsFormat }, "callsFormat")),
  };
}

/** How the calls were read, for summaries: the same words for the same calls. */
export interface NamedFormat extends Omit<CallsGiven, "calls" | "callsFormat"> {
  /** A format, a preset, or the name of a file with a dialect; a dialect is named by its preset or file, too. */
  readonly callsFormat: string;
}

/** How the calls of a command line are read. */
export function namedFormat(given: CallsGiven): NamedFormat {
  const { callsFormat, dialect, zone, carrier, year } = given;
  const format = callsFormatOf(given);
  if (format === "uk-cdr") {
    return { callsFormat: format, dialect: basename(dialectOf(callsFormat, dialect)) };
  }
  if (format !== "dialect") return { callsFormat: format };
  return {
    callsFormat: basename(callsFormat ?? ""),
    ...(zone !== undefined && { zone }),
    ...(carrier !== undefined && { carrier }),
    ...(year !== undefined && { year }),
  };
}

/** The preset or file that says how UK standard CDRs are written. */
export function dialectOf(callsFormat: string | undefined, dialect: string | undefined): string {
  return dialect ?? (callsFormat === undefined || callsFormat === "uk-cdr" ? DEFAULT_DIALECT : callsFormat);
}

/** `calls asterisk-csv (zone Europe/London)`. */
export function formatText({ callsFormat, dialect, zone, carrier, year }: NamedFormat): string {
  const choices = [
    ...(dialect === undefined ? [] : [dialect]),
    ...(zone === undefined ? [] : [`zone ${zone}`]),
    ...(carrier === undefined ? [] : [`carrier ${carrier}`]),
    ...(year === undefined ? [] : [`year ${year}`]),
  ];
  return `calls ${callsFormat}${choices.length === 0 ? "" : ` (${choices.join(", ")})`}`;
}

/** The format of a file of results, by the user's option or else by the file's name. */
export function formatOf(
  path: string,
  given: FileFormat | undefined,
  option: "--calls-format" | "--out-format",
): FileFormat {
  const isRead = option === "--calls-format";
  const format = given ?? formatByName(isRead ? unpackedName(path) : path);
  if (format !== undefined) return format;
  throw wrongUsage(
    `The name of ${path} does not tell which format it has.`,
    `Name it .jsonl or .csv, or add ${option} ${FILE_FORMATS.join("|")}.`,
  );
}

/** The format that a file's name tells; without an extension, and for `-`, JSON lines. */
function formatByName(path: string): FileFormat | undefined {
  return formatOfName(path) ?? (path === "-" || extname(path) === "" ? "jsonl" : undefined);
}

/** The name of a file once it is unpacked: `calls.csv` of `calls.csv.gz`. What is written is never packed. */
function unpackedName(path: string): string {
  return path.replace(/\.gz$/i, "");
}
