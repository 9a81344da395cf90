import { type SniffedFormat, type SniffReport, sniffCalls } from "../../../files/index.ts";
import { openBookFile } from "../../book-file.ts";
import { CliError, type CliIO, counted, EXIT, printAs, printJson, table } from "../../cli-io.ts";
import {
  argument,
  CALLS_FORMAT,
  declareCommand,
  type Given,
  JSON_OUTPUT,
  named,
} from "../../declare-command.ts";
import { withFiles } from "../../run-files.ts";
import { needWords } from "./formats-command.ts";

const OPTIONS = {
  file: argument("<file>", "the calls; - reads standard input"),
  book: named("<file>", "the book, whose numbers tell which way a call went where the format does not"),
  zone: CALLS_FORMAT.zone,
  carrier: CALLS_FORMAT.carrier,
  year: CALLS_FORMAT.year,
  json: JSON_OUTPUT,
};

export const sniffCommand = declareCommand({
  name: "sniff",
  description: "say which format a file of calls is likely in, and show its first calls",
  options: OPTIONS,
  examples: `
Examples:
  tollbook sniff calls.csv
  tollbook sniff Master.csv --book book.json --zone local
  tollbook sniff - --json < calls.uk-cdr.csv

The first 64 kB are read in every format that tollbook formats lists. What no file of a format says is taken for the look
alone as the options have it, else in the book's zone, as outbound, in this year.
Exit status: 0 a format fits, 1 none does or the file cannot be read.
`,
  run: sniff,
});

async function sniff(options: Given<typeof OPTIONS>, io: CliIO): Promise<number> {
  const { file, json, zone, carrier, year } = options;
  const report = await withFiles(io, async (files) => {
    const book = options.book === undefined ? undefined : (await openBookFile(options.book, io)).book;
    const { source, name } = await files.openInput(file);
    return sniffCalls(source, { name, book, zone, carrier, year });
  });
  const [best] = report.formats;
  if (best === undefined) {
    if (json) await printJson(io, report);
    throw new CliError(
      EXIT.unreadable,
      `${file} fits none of the formats that Tollbook knows.`,
      "tollbook formats lists them; a dialect, a JSON file, describes any other.",
    );
  }
  await printAs(json, report, () => sniffText(file, best, report), io);
  return EXIT.ok;
}

const CERTAINTY: Readonly<Record<SniffedFormat["certainty"], string>> = {
  sure: "surely",
  likely: "likely",
  possible: "perhaps",
};

const SHOWN = 5;

function sniffText(file: string, best: SniffedFormat, report: SniffReport): string {
  const needs = Object.entries(best.needs);
  const runnersUp = report.formats
    .slice(1, 1 + SHOWN)
    .map((other) => [other.name, CERTAINTY[other.certainty], evidence(other)]);
  return [
    `${file} is ${CERTAINTY[best.certainty]} ${best.name}: ${best.about}\n`,
    `  ${evidence(best)}, in the first ${counted(report.bytes, "byte")}\n`,
    ...(needs.length === 0
      ? []
      : ["To be chosen\n", table(needs.map(([need, why]) => [needWords({ [need]: "" }), why]))]),
    `Its first ${best.first.length === 1 ? "call" : `${best.first.length} calls`}\n`,
    ...best.first.map((call) => `  ${JSON.stringify(call)}\n`),
    ...(runnersUp.length === 0 ? [] : ["Other formats that fit\n", table(runnersUp)]),
    `Read it with ${readWith(best)}\n`,
  ].join("");
}

/** Options of a command line that reads calls of a format, such as `--calls-format asterisk-csv --zone ZONE`. */
function readWith({ name, needs }: SniffedFormat): string {
  const words = Object.keys(needs).map((need) => needWords({ [need]: "" }));
  const options = words
    .filter((word) => word.startsWith("--"))
    .map((word) => ` ${word} ${word.slice(2).toUpperCase()}`);
  const format = options.length === words.length ? name : `FILE, a dialect based on ${name},`;
  return `--calls-format ${format}${options.join("")}`;
}

function evidence({ rows, readable, passedOver, problems, namesKnown }: SniffedFormat): string {
  const parts = [`${readable} of ${counted(rows, "row")} are calls with a date and a duration`];
  if (passedOver > 0) parts.push(`${passedOver} passed over`);
  if (problems > 0) parts.push(counted(problems, "problem"));
  if (namesKnown !== null) parts.push(`${Math.floor(namesKnown * 100)} % of the header's names are known`);
  return parts.join(", ");
}
