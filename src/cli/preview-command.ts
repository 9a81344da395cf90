import { basename } from "node:path";
import { type Command, Option } from "commander";
import {
  type CallFormat,
  createRecordWriter,
  type Output,
  openInput,
  openOutput,
  readCallBatches,
} from "../files/index.ts";
import {
  createPreview,
  type OpenedBook,
  type PreviewDimension,
  type PreviewReport,
  type PreviewSide,
} from "../index.ts";
import { formatPreview, PREVIEW_FIELDS, previewRecords } from "../report/index.ts";
import { openBookFile } from "./book-file.ts";
import { callsFormatOf, callsFormatOption } from "./calls-option.ts";
import { wrongUsage } from "./cli-error.ts";
import type { CliIO } from "./cli-io.ts";
import { dialectFor, dialectOption } from "./dialect-option.ts";
import { requireDistinctFiles } from "./distinct-files.ts";
import { EXIT } from "./exit-codes.ts";
import { minorUnit } from "./minor-unit.ts";
import { print, printJson } from "./print.ts";
import { Progress } from "./progress.ts";

interface PreviewArguments {
  readonly book: string;
  readonly calls: string;
  readonly callsFormat?: CallFormat;
  readonly dialect?: string;
  readonly after?: string;
  readonly againstRecorded?: boolean;
  readonly by?: PreviewDimension;
  readonly on?: string;
  readonly duplicates: "report" | "keep";
  readonly reclassify?: boolean;
  readonly csv?: string;
  readonly json?: boolean;
}

const DIMENSIONS: readonly PreviewDimension[] = [
  "class",
  "callType",
  "customer",
  "number",
  "tariff",
  "period",
];

const EXAMPLES = `
Examples:
  tollbook preview --book book.json --after new-book.json --calls october.jsonl --by customer
  tollbook preview --book book.json --against-recorded --calls rated.csv --csv changes.csv

Exit status: 0 done, 1 a file could not be read or a book is invalid, 2 wrong usage,
3 the change leaves calls without a price that had one.
`;

/** Adds `tollbook preview`: what a change does to the calls of a file. */
export function addPreviewCommand(program: Command, io: CliIO, finish: (exitCode: number) => void): void {
  program
    .command("preview")
    .description("rate the calls of a file before and after a change, and say what the change does")
    .requiredOption("--book <file>", "the book as it is")
    .requiredOption("--calls <file>", "the calls, .jsonl, .csv or UK standard CDRs; - reads standard input")
    .addOption(callsFormatOption())
    .addOption(dialectOption())
    .option("--after <file>", "the book as it would be")
    .option(
      "--against-recorded",
      "compare the book with what the records say was charged (cost, else costBase)",
    )
    .addOption(new Option("--by <what>", "the breakdown to print").choices(DIMENSIONS))
    .option("--on <date>", "date of the fixed charges, YYYY-MM-DD; without it that of the last call")
    .addOption(
      new Option("--duplicates <how>", "report a call whose id was read before, or keep it")
        .choices(["report", "keep"])
        .default("report"),
    )
    .option("--reclassify", "find call type and period afresh where the calls name their own")
    .option("--csv <file>", "write the breakdowns as CSV, all of them or the one --by names")
    .option("--json", "print the whole report as JSON")
    .addHelpText("after", EXAMPLES)
    .action(async (options: PreviewArguments) => finish(await preview(options, io)));
}

async function preview(options: PreviewArguments, io: CliIO): Promise<number> {
  requireOneChange(options);
  const format = callsFormatOf(options.calls, options.callsFormat);
  await requireDistinctFiles({
    "--book": options.book,
    "--calls": options.calls,
    "--dialect": options.dialect,
    "--after": options.after,
    "--csv": options.csv,
  });
  const { book, data } = await openBookFile(options.book, io);
  const { before, after } = await sidesOf(options, book, io);
  const { currency } = book.settings;
  const dialect = await dialectFor(options.dialect, { format, data, currency, io });
  const input = await openInput(options.calls, { stdin: io.stdin, ...(io.signal && { signal: io.signal }) });
  const progress = new Progress(io, input.size);
  let csv: Output | undefined;
  try {
    csv = options.csv === undefined ? undefined : await openOutput(options.csv, { stdout: io.stdout });
    const own = previewOf(before, after, options);
    let calls = 0;
    for await (const items of readCallBatches(input.source, {
      format,
      name: basename(input.name),
      dialect,
    })) {
      // A line that could not be read has no price on either side, and is read all the same.
      for (const item of items) own.add("call" in item ? item.call : {}, item.line);
      calls += items.length;
      io.signal?.throwIfAborted();
      progress.show(input.bytesRead(), calls);
    }
    const report = own.report();
    progress.clear();
    if (csv !== undefined) await writeCsv(csv, report, options.by);
    if (options.json === true) await printJson(io, report);
    else await print(io, formatPreview(report, { by: options.by ?? "class", unit: minorUnit(currency) }));
    return report.counts.newlyUnrated > 0 ? EXIT.callsInError : EXIT.ok;
  } finally {
    input.close();
    progress.clear();
    await csv?.discard();
  }
}

function requireOneChange({ after, againstRecorded }: PreviewArguments): void {
  const given = [after !== undefined, againstRecorded === true].filter(Boolean).length;
  if (given === 1) return;
  throw wrongUsage(
    given === 0 ? "A preview needs a change." : "A preview is of one change.",
    "Give one of --after BOOK and --against-recorded.",
  );
}

interface Sides {
  readonly before: PreviewSide;
  readonly after: OpenedBook;
}

async function sidesOf(options: PreviewArguments, book: OpenedBook, io: CliIO): Promise<Sides> {
  if (options.after === undefined) return { before: "recorded", after: book };
  const { book: after } = await openBookFile(options.after, io);
  return { before: book, after };
}

function previewOf(before: PreviewSide, after: OpenedBook, options: PreviewArguments) {
  try {
    return createPreview(before, after, {
      duplicates: options.duplicates,
      reclassify: options.reclassify === true,
      ...(options.on !== undefined && { on: options.on }),
    });
  } catch (error) {
    if (error instanceof RangeError) throw wrongUsage(error.message);
    throw error;
  }
}

async function writeCsv(
  output: Output,
  report: PreviewReport,
  by: PreviewDimension | undefined,
): Promise<void> {
  const writer = await createRecordWriter(output, { format: "csv", columns: PREVIEW_FIELDS });
  for (const record of previewRecords(report, by)) await writer.write(record);
  await output.finish();
}
