import { type ConvertReport, convertFile } from "../../../files/index.ts";
import { openBookFile } from "../../book-file.ts";
import {
  callsFormatOf,
  filesOfCalls,
  formatOf,
  formatText,
  type NamedFormat,
  namedFormat,
} from "../../calls-format.ts";
import { openCalls } from "../../calls-input.ts";
import { andMore, type CliIO, counted, EXIT, table, tell } from "../../cli-io.ts";
import {
  byDefault,
  CALLS_INPUT,
  declareCommand,
  filesOf,
  formatOption,
  type Given,
  named,
  optional,
  SUMMARY,
} from "../../declare-command.ts";
import { requireDistinctFiles, requireNoBookFile } from "../../distinct-files.ts";
import { withFiles } from "../../run-files.ts";

const OPTIONS = {
  ...CALLS_INPUT,
  book: named("<file>", "the book, where a format needs its zone or looks for numbers in it"),
  out: byDefault(optional("<file>", "where the calls go; - is standard output"), "-"),
  outFormat: formatOption("format of what is written; without it the file's name tells"),
  summary: SUMMARY,
};

export const convertCommand = declareCommand({
  name: "convert",
  description: "write the calls of a file as Tollbook's own records, JSON lines or CSV",
  options: OPTIONS,
  examples: `
Examples:
  tollbook convert --calls october.csv --out october.jsonl
  tollbook convert --calls calls.uk-cdr.csv --calls-format fcs-v3 --out calls.csv
  tollbook convert --calls Master.csv --calls-format asterisk-csv --zone Europe/London --book book.json --out calls.jsonl
  tollbook convert --calls smdr.txt --calls-format smdr-dialect.json --year 2026 --carrier Northway

Exit status: 0 every row is a call or passed over, 1 the calls could not be read, 2 wrong usage, 3 some rows cannot be
read; they are counted by reason, with their lines.
`,
  run: convert,
});

async function convert(options: Given<typeof OPTIONS>, io: CliIO): Promise<number> {
  callsFormatOf(options);
  const format = formatOf(options.out, options.outFormat, "--out-format");
  const written = filesOf(options, "out", "summary");
  await requireDistinctFiles({ ...filesOf(options, "book"), ...filesOfCalls(options), ...written }, io);
  return withFiles(io, async (files) => {
    const bookFile = options.book === undefined ? undefined : await openBookFile(options.book, io);
    if (bookFile !== undefined) await requireNoBookFile(written, bookFile.files);
    const { input, read } = await openCalls(options, { files, bookFile }, io);
    const output = await files.open(options.out);
    const writeSummary = await files.openSummary(options.summary);
    const report = await convertFile({ input, read, output, format, onProgress: files.onProgress });
    const named = namedFormat(options);
    await writeSummary({ options: { ...named, outFormat: format }, ...report });
    await files.finish();
    tell(io, formatConversion(report, named));
    return report.problems > 0 ? EXIT.someInError : EXIT.ok;
  });
}

/** Reasons that are shown; the summary has all reasons. */
const SHOWN = 5;
const REST = "; all are in the file --summary writes";

function formatConversion(report: ConvertReport, format: NamedFormat): string {
  const { read, calls, problems, passedOver, problemsByReason } = report;
  const passedOverRows = Object.entries(passedOver).map(([reason, rows]) => [reason, String(rows)]);
  const count = Object.values(passedOver).reduce((sum, rows) => sum + rows, 0);
  const parts = [`${counted(read, "row")} read: ${counted(calls, "call")}`];
  if (count > 0) parts.push(`${count} passed over`);
  parts.push(counted(problems, "problem"));
  return [
    `${parts.join(" + ")}\n`,
    ...(count === 0 ? [] : ["Passed over\n", table(passedOverRows, new Set([1]))]),
    ...(problems === 0 ? [] : ["Problems\n"]),
    ...problemsByReason.slice(0, SHOWN).map((problem) => `  ${problemText(problem)}\n`),
    andMore(problemsByReason, SHOWN, `more reason${REST}`, `more reasons${REST}`),
    `${formatText(format)}\n`,
  ].join("");
}

function problemText({ reason, count, lines }: ConvertReport["problemsByReason"][number]): string {
  const more = count - lines.length;
  const where = `${lines.length === 1 ? "line" : "lines"} ${lines.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  return `${where}: ${reason}`;
}
