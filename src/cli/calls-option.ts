import { basename, extname } from "node:path";
import { InvalidArgumentError, Option } from "commander";
import {
  CALL_FORMATS,
  type CallFormat,
  describeProblem,
  FILE_FORMATS,
  type FileFormat,
  formatOfName,
  type ReadCallsOptions,
} from "../files/index.ts";
import { harmless } from "../report/index.ts";
import { wrongUsage } from "./cli-error.ts";
import type { CliIO } from "./cli-io.ts";
import { tell } from "./print.ts";

/** `--calls-format`, shared by the commands that read calls. */
export function callsFormatOption(): Option {
  return new Option("--calls-format <format>", "format of the calls; without it the file's name tells")
    .choices(CALL_FORMATS)
    .argParser((value) => known(value, CALL_FORMATS));
}

/** The format of the calls; UK standard CDRs have no file name of their own. */
export function callsFormatOf(path: string, given: CallFormat | undefined): CallFormat {
  return given === "uk-cdr" ? given : formatOf(path, given, "--calls-format");
}

/** How the calls of a file are read; what may not be meant is told on standard error. */
export function howToRead(
  file: string,
  how: Pick<ReadCallsOptions, "format" | "dialect">,
  io: CliIO,
): ReadCallsOptions {
  const onWarning: ReadCallsOptions["onWarning"] = (warning) =>
    tell(io, `warning  ${harmless(describeProblem(warning))}\n`);
  return { ...how, name: basename(file), onWarning };
}

/** The format of a file as the user or else its name says; without an extension, and for `-`, JSON lines. */
export function formatOf(path: string, given: FileFormat | undefined, option: string): FileFormat {
  const format = given ?? formatOfName(path) ?? (path === "-" || extname(path) === "" ? "jsonl" : undefined);
  if (format !== undefined) return format;
  throw wrongUsage(
    `The name of ${path} does not tell which format it has.`,
    `Name it .jsonl or .csv, or add ${option} ${FILE_FORMATS.join("|")}.`,
  );
}

/** Reads a format from the command line. */
export function fileFormat(value: string): FileFormat {
  return known(value, FILE_FORMATS);
}

function known<F extends CallFormat>(value: string, formats: readonly F[]): F {
  const format = formats.find((name) => name === value);
  if (format !== undefined) return format;
  const others = formats.slice(0, -1).join(", ");
  throw new InvalidArgumentError(`Allowed are ${others} and ${formats.at(-1)}.`);
}
