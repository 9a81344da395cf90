import { type Command, Option } from "commander";
import { type CallFormat, createRecordWriter, type Output, openInput, previewFile } from "../files/index.ts";
import {
  type BookData,
  type IncreaseRequest,
  increaseBook,
  isActionError,
  type OpenedBook,
  openBook,
  type PreviewDimension,
  type PreviewReport,
  type PreviewSide,
} from "../index.ts";
import { formatPreview, formatPreviewPage, PREVIEW_FIELDS, previewRecords } from "../report/index.ts";
import { type BookFile, openBookFile } from "./book-file.ts";
import { callsFormatOf, callsFormatOption, howToRead } from "./calls-option.ts";
import { CliError, wrongUsage } from "./cli-error.ts";
import type { CliIO } from "./cli-io.ts";
import { dialectFor, dialectOption } from "./dialect-option.ts";
import { inOrder } from "./discount-option.ts";
import { requireDistinctFiles, requireNoBookFile } from "./distinct-files.ts";
import { EXIT } from "./exit-codes.ts";
import { namedRecords } from "./named-records.ts";
import { print, printJson } from "./print.ts";
import { Progress } from "./progress.ts";
import { RunOutputs } from "./run-outputs.ts";
import { requireOneThreadForDiscounts, threadsOption } from "./threads-option.ts";

interface PreviewArguments {
  readonly book: string;
  readonly calls: string;
  readonly callsFormat?: CallFormat;
  readonly dialect?: string;
  readonly after?: string;
  readonly tariff?: readonly string[];
  readonly increase?: string;
  readonly amount?: string;
  readonly scope?: string;
  readonly from?: string;
  readonly againstRecorded?: boolean;
  readonly by?: PreviewDimension;
  readonly on?: string;
  readonly duplicates: "report" | "keep";
  readonly reclassify?: boolean;
  readonly discounts?: boolean;
  readonly threads?: number;
  readonly html?: string;
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
  tollbook preview --book book.json --after new-book.json --calls october.jsonl --html report.html
  tollbook preview --book book.json --tariff "Business UK" "Business mobile" --increase 3.5 --from 2026-10-15 --calls october.jsonl
  tollbook preview --book book.json --against-recorded --calls billed.csv --csv changes.csv

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
    .option("--tariff <name...>", "names or ids of tariffs to increase; nothing is written")
    .option("--increase <percent>", "by so many percent, such as 3.5")
    .option("--amount <pence>", "by an amount")
    .option("--scope <scope>", "which prices, costOnly or allCharges; without it allCharges")
    .option("--from <date>", "calls before this date cost what they did, YYYY-MM-DD")
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
    .option("--discounts", "compare what is paid after the books' discount plans, from full pools")
    .addOption(threadsOption())
    .option("--html <file>", "write a page to read in a browser and to send by e-mail")
    .option("--csv <file>", "write the breakdowns as CSV, all of them or the one --by names")
    .option("--json", "print the whole report as JSON")
    .addHelpText("after", EXAMPLES)
    .action(async (options: PreviewArguments) => finish(await inOrder(() => preview(options, io))));
}

async function preview(options: PreviewArguments, io: CliIO): Promise<number> {
  requireOneChange(options);
  requireOneThreadForDiscounts(options);
  const format = callsFormatOf(options.calls, options.callsFormat);
  await requireDistinctFiles(
    {
      "--book": options.book,
      "--calls": options.calls,
      "--dialect": options.dialect,
      "--after": options.after,
      "--html": options.html,
      "--csv": options.csv,
    },
    io,
  );
  const file = await openBookFile(options.book, io);
  const { book, data } = file;
  const { before, after, files } = await sidesOf(options, file, io);
  await requireNoBookFile({ "--html": options.html, "--csv": options.csv }, files);
  const dialect = await dialectFor(options.dialect, { format, data, settings: book.settings, io });
  const input = await openInput(options.calls, { stdin: io.stdin, ...(io.signal && { signal: io.signal }) });
  const progress = new Progress(io, input.size);
  const outputs = new RunOutputs(io);
  try {
    // Opened before the calls are read: who cannot write should not wait for an hour to be told.
    const html = await outputs.openIf(options.html);
    const csv = await outputs.openIf(options.csv);
    const report = await inRange(() =>
      previewFile({
        before,
        after,
        input,
        read: howToRead(input.name, { format, dialect }, io),
        duplicates: options.duplicates,
        reclassify: options.reclassify === true,
        discounts: options.discounts === true,
        ...(options.on !== undefined && { on: options.on }),
        onProgress: (calls) => {
          io.signal?.throwIfAborted();
          progress.show(input.bytesRead(), calls);
        },
      }),
    );
    progress.clear();
    await html?.write(formatPreviewPage(report));
    if (csv !== undefined) await writeCsv(csv, report, options.by);
    await outputs.finish();
    if (options.json === true) await printJson(io, report);
    else await print(io, formatPreview(report, { by: options.by ?? "class" }));
    return report.counts.newlyUnrated > 0 ? EXIT.someInError : EXIT.ok;
  } finally {
    input.close();
    progress.clear();
    await outputs.discard();
  }
}

/** The ways to say what changes; a preview is of one of them. */
function requireOneChange(options: PreviewArguments): void {
  const { after, againstRecorded, tariff, increase, amount, scope, from } = options;
  const given = [after, tariff, againstRecorded === true ? true : undefined].filter(
    (own) => own !== undefined,
  );
  if (given.length !== 1) {
    throw wrongUsage(
      given.length === 0 ? "A preview needs a change." : "A preview is of one change.",
      "Give one of --after BOOK, --tariff NAME and --against-recorded.",
    );
  }
  if (tariff !== undefined) {
    if ((increase === undefined) !== (amount === undefined)) return;
    throw wrongUsage(
      "An increase is by a percentage or by an amount.",
      "Give --increase PERCENT or --amount PENCE.",
    );
  }
  if ([increase, amount, scope, from].some((own) => own !== undefined)) {
    throw wrongUsage("--increase, --amount, --scope and --from are about tariffs.", "Add --tariff NAME.");
  }
}

interface Sides {
  readonly before: PreviewSide;
  readonly after: OpenedBook;
  /** Real paths of the CSV files that the books refer to. */
  readonly files: readonly string[];
}

async function sidesOf(
  options: PreviewArguments,
  { book, data, files }: BookFile,
  io: CliIO,
): Promise<Sides> {
  if (options.againstRecorded === true) return { before: "recorded", after: book, files };
  if (options.after === undefined) return { before: book, after: openBook(increased(data, options)), files };
  const after = await openBookFile(options.after, io);
  return { before: book, after: after.book, files: [...files, ...after.files] };
}

/** The book with tariffs increased, all computed from the book as it was (R58). */
function increased(data: BookData, options: PreviewArguments): BookData {
  const names = new Set((data.tariffs ?? []).map(({ name }) => String(name)));
  const wanted = options.tariff ?? [];
  const tariffs = namedRecords(data, "tariffs", {
    name: wanted.filter((own) => names.has(own) || !isID(data, own)),
    id: wanted.filter((own) => !names.has(own) && isID(data, own)),
  });
  const requests = tariffs.map(
    ({ id }): IncreaseRequest => ({
      resource: "tariffs",
      id,
      increaseScope: options.scope ?? "allCharges",
      increasePercent: options.increase,
      increaseAmount: options.amount,
      effectiveDate: options.from,
    }),
  );
  // Nothing is written: a preview needs no level of its own.
  const result = increaseBook(data, requests, 5);
  if (!isActionError(result)) return result.book;
  const { name, id } = tariffs[result.request] ?? {};
  throw new CliError(EXIT.unreadable, `${name} (id ${id}): ${result.hint} (${result.error_code})`);
}

function isID({ tariffs }: BookData, word: string): boolean {
  return (tariffs ?? []).some(({ id }) => String(id) === word);
}

/** Turns an option that is out of range into a sentence for the user. */
async function inRange<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
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
}
