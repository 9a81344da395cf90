import { createRecordWriter, previewFile } from "../../files/index.ts";
import {
  type BillPeriod,
  type BookData,
  increaseBook,
  isActionError,
  type OpenedBook,
  openBook,
  type PreviewDimension,
  type PreviewSide,
} from "../../index.ts";
import { formatPreview, formatPreviewPage, PREVIEW_FIELDS, previewRecords } from "../../report/index.ts";
import { type BookFile, openBookFile } from "../book-file.ts";
import { callsFormatOf, openCalls } from "../calls-input.ts";
import type { CliIO } from "../cli-io.ts";
import { CliError, EXIT, printAs, wrongUsage } from "../cli-io.ts";
import {
  CALLS_INPUT,
  choice,
  DUPLICATES,
  declareCommand,
  filesOf,
  flag,
  type Given,
  optional,
  RECLASSIFY,
  requireDay,
  required,
  requireOneThreadForDiscounts,
  several,
  THREADS,
} from "../declare-command.ts";
import { requireDistinctFiles, requireNoBookFile } from "../distinct-files.ts";
import { inOrder, withFiles } from "../run-files.ts";
import { namedRecords, requestsFor } from "./named-records.ts";

const DIMENSIONS: readonly PreviewDimension[] = [
  "class",
  "callType",
  "customer",
  "number",
  "tariff",
  "period",
];

const OPTIONS = {
  book: required("<file>", "the book as it is"),
  ...CALLS_INPUT,
  after: optional("<file>", "the book as it would be"),
  tariff: several("<name...>", "names or ids of tariffs to increase; nothing is written"),
  increase: optional("<percent>", "by so many percent, such as 3.5"),
  amount: optional("<pence>", "by an amount"),
  scope: optional("<scope>", "which prices, costOnly or allCharges; without it allCharges"),
  from: optional("<date>", "calls before this date cost what they did, YYYY-MM-DD"),
  againstRecorded: flag("compare the book with what the records say was charged (cost, else costBase)"),
  by: choice("<what>", "the breakdown to print", DIMENSIONS),
  period: several(
    "<dates...>",
    "first and last day of the bills, YYYY-MM-DD; without it the billing periods of the calls",
  ),
  duplicates: DUPLICATES,
  reclassify: RECLASSIFY,
  discounts: flag("compare what is paid after the books' discount plans, from full pools"),
  wholesale: choice(
    "<cost>",
    "the wholesale cost that counts; without it calculated where wholesale tariffs change",
    ["reported", "calculated"],
  ),
  threads: { ...THREADS, description: "accepted, and without effect: a preview takes one thread" },
  html: optional("<file>", "write a page to read in a browser and to send by e-mail"),
  csv: optional("<file>", "write the breakdowns as CSV, all of them or the one --by names"),
  json: flag("print the whole report as JSON"),
};

const EXAMPLES = `
Examples:
  tollbook preview --book book.json --after new-book.json --calls october.jsonl --html report.html
  tollbook preview --book book.json --tariff "Business UK" "Business mobile" --increase 3.5 --from 2026-10-15 --calls october.jsonl
  tollbook preview --book book.json --after new-book.json --calls october.jsonl --wholesale reported
  tollbook preview --book book.json --against-recorded --calls billed.csv --csv changes.csv

Exit status: 0 done, 1 a file could not be read or a book is invalid, 2 wrong usage,
3 the change leaves calls without a price that had one.
`;

/** `tollbook preview`: what a change does to the calls of a file. */
export const previewCommand = declareCommand({
  name: "preview",
  description: "rate the calls of a file before and after a change, and say what the change does",
  options: OPTIONS,
  examples: EXAMPLES,
  run: (options, io) => inOrder(() => preview(options, io)),
});

type CommandOptions = Given<typeof OPTIONS>;

async function preview(options: CommandOptions, io: CliIO): Promise<number> {
  const { by, duplicates, reclassify, discounts, wholesale, threads } = options;
  requireOneChange(options);
  const period = periodOf(options);
  requireOneThreadForDiscounts(discounts, threads);
  callsFormatOf(options);
  await requireDistinctFiles(filesOf(options, "book", "calls", "dialect", "after", "html", "csv"), io);
  return withFiles(io, async (files) => {
    const bookFile = await openBookFile(options.book, io);
    const { before, after, bookFiles } = await sidesOf(options, bookFile, io);
    await requireNoBookFile(filesOf(options, "html", "csv"), bookFiles);
    const { input, read } = await openCalls(options, { files, bookFile }, io);
    // Opened before the calls are read: who cannot write should not wait for an hour to be told.
    const html = await files.openIf(options.html);
    const csv = await files.openIf(options.csv);
    const how = {
      duplicates,
      reclassify,
      discounts,
      ...(period && { period }),
      ...(wholesale && { wholesale }),
    };
    const report = await inRange(() =>
      previewFile({ before, after, input, read, ...how, onProgress: files.onProgress }),
    );
    files.clearProgress();
    await html?.write(formatPreviewPage(report));
    if (csv !== undefined) {
      const writer = await createRecordWriter(csv, { format: "csv", columns: PREVIEW_FIELDS });
      for (const record of previewRecords(report, by)) await writer.write(record);
    }
    await files.finish();
    await printAs(options.json, report, () => formatPreview(report, { by: by ?? "class" }), io);
    return report.counts.newlyUnrated > 0 ? EXIT.someInError : EXIT.ok;
  });
}

/** The ways to say what changes; a preview is of one of them. */
function requireOneChange(options: CommandOptions): void {
  const { after, againstRecorded, tariff, increase, amount, scope, from } = options;
  const given = [after !== undefined, tariff !== undefined, againstRecorded].filter(Boolean);
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
  if ([increase, amount, scope, from].some((option) => option !== undefined)) {
    throw wrongUsage("--increase, --amount, --scope and --from are about tariffs.", "Add --tariff NAME.");
  }
}

/** The days of the bills; undefined where the calls decide. */
function periodOf({ period }: CommandOptions): BillPeriod | undefined {
  if (period === undefined) return undefined;
  const [from, to, ...more] = period;
  if (from === undefined || to === undefined || more.length > 0) {
    throw wrongUsage("A period has two dates.", "Write --period FROM TO.");
  }
  const first = requireDay("--period", from);
  if (requireDay("--period", to) >= first) return { from, to };
  throw wrongUsage("A period ends after it begins.", "Write --period FROM TO.");
}

interface Sides {
  readonly before: PreviewSide;
  readonly after: OpenedBook;
  /** Real paths of the CSV files that the books refer to. */
  readonly bookFiles: readonly string[];
}

async function sidesOf(options: CommandOptions, { book, data, files }: BookFile, io: CliIO): Promise<Sides> {
  if (options.againstRecorded) return { before: "recorded", after: book, bookFiles: files };
  if (options.after === undefined) {
    return { before: book, after: openBook(increased(data, options)), bookFiles: files };
  }
  const after = await openBookFile(options.after, io);
  return { before: book, after: after.book, bookFiles: [...files, ...after.files] };
}

/** The book with tariffs increased, all computed from the book as it was (R58). */
function increased(data: BookData, options: CommandOptions): BookData {
  const names = new Set((data.tariffs ?? []).map(({ name }) => String(name)));
  const { tariff: wanted = [], scope = "allCharges", increase: percent, amount, from } = options;
  const tariffs = namedRecords(data, "tariffs", {
    name: wanted.filter((word) => names.has(word) || !isID(data, word)),
    id: wanted.filter((word) => !names.has(word) && isID(data, word)),
  });
  const requests = requestsFor(tariffs, { resource: "tariffs", scope, percent, amount, from });
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
