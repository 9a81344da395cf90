import { localDateAt } from "../../calendar/index.ts";
import { type Input, type Output, type PreviewFileOptions, previewFile } from "../../files/index.ts";
import type { BillPeriod, CallColumns, PreviewReport } from "../../index.ts";
import { TARIFF_CLASSES } from "../../model/index.ts";
import {
  formatGoal,
  formatPreview,
  formatPreviewPage,
  LETTER_FIELDS,
  type LivePage,
  letterRecords,
  PREVIEW_DIMENSIONS,
  PREVIEW_FIELDS,
  previewRecords,
  withCurrency,
} from "../../report/index.ts";
import { openBookFile, tellKept, textOfBook } from "../book-file.ts";
import { callsFormatOf, filesOfCalls } from "../calls-format.ts";
import { openCalls } from "../calls-input.ts";
import { type CliIO, EXIT, printAs, tell, wrongUsage } from "../cli-io.ts";
import {
  CALLS_INPUT,
  choice,
  chosenFrom,
  DUPLICATES,
  declareCommand,
  filesOf,
  flag,
  type Given,
  named,
  needed,
  optional,
  RECLASSIFY,
  requireDay,
  requireOneThreadForDiscounts,
  several,
  THREADS,
} from "../declare-command.ts";
import { requireDistinctFiles, requireNoBookFile, takesStandardOutput } from "../distinct-files.ts";
import { inOrder, withFiles, writeRecords } from "../run-files.ts";
import { openLivePage, requireLiveChange, writeLivePage } from "./live-file.ts";
import {
  type ComparedSides,
  comparedAtOnce,
  movedText,
  previewedChange,
  requireOneChange,
} from "./preview-change.ts";
import { soughtChange, soughtFor, withSoughtPercent } from "./sought-increase.ts";

const OPTIONS = {
  book: needed(named("<file>", "the book as it is")),
  ...CALLS_INPUT,
  after: named("<file>", "the book as it would be"),
  tariff: several(
    "<name...>",
    "tariffs (by name or id), fixed fee tariffs and standard features (by name) to increase",
  ),
  all: flag("increase all retail tariffs"),
  class: chosenFrom("<class...>", "increase all retail tariffs of these classes", TARIFF_CLASSES),
  customer: several(
    "<id...>",
    "increase all retail tariffs that these customers are on, for everybody who is on them",
  ),
  move: several(
    "<from to...>",
    "put the customers of one tariff on another, such as the version that an increase makes of it",
  ),
  increase: optional("<percent>", "by so many percent, such as 3.5"),
  amount: optional("<pence>", "by an amount: pence on tariffs, pounds on the others"),
  scope: optional(
    "<scope>",
    "which prices: costOnly or allCharges (the default), of the others recurringOnly or recurringAndConnections",
  ),
  bring: optional(
    "<amount>",
    "seek the percentage that brings so many pounds a month, instead of --increase",
  ),
  of: choice("<what>", "what --bring is to bring more of; without it retail", ["retail", "margin"]),
  from: optional("<date>", "calls and charges before this date cost what they did, YYYY-MM-DD"),
  againstRecorded: flag("compare the book with what the records say was charged (cost, else costBase)"),
  by: choice("<what>", "the breakdown to print", PREVIEW_DIMENSIONS),
  period: several(
    "<dates...>",
    "first and last day of the bills, YYYY-MM-DD; without it the billing periods of the calls",
  ),
  vat: flag("compare bills with VAT, too"),
  duplicates: DUPLICATES,
  reclassify: RECLASSIFY,
  discounts: flag("compare what is paid after the books' discount plans, from full pools"),
  wholesale: choice(
    "<cost>",
    "the wholesale cost that counts; without it calculated where wholesale tariffs change",
    ["reported", "calculated"],
  ),
  threads: { ...THREADS, description: "accepted, and without effect: a preview takes one thread" },
  threshold: optional("<percent>", "say how many customers rise by more than this; without it 5"),
  html: optional("<file>", "write a page to read in a browser and to send by e-mail; - is standard output"),
  live: optional("<file>", "write a page that carries the calls and prices them anew as a slider moves"),
  yes: flag("write a live page of more than 20 MB without asking"),
  csv: optional("<file>", "write the breakdowns as CSV, all of them or the one --by names"),
  letters: optional(
    "<file>",
    "write a line for each customer whose prices or bill change as CSV, for letters",
  ),
  out: optional("<file>", "write the book that the increase or the move makes"),
  json: flag("print the whole report as JSON"),
};

export const previewCommand = declareCommand({
  name: "preview",
  description: "rate the calls of a file before and after a change, and say what the change does",
  options: OPTIONS,
  examples: `
Examples:
  tollbook preview --book book.json --after new-book.json --calls october.jsonl --html report.html --threshold 5
  tollbook preview --book book.json --tariff "Business UK" --increase 3.5 --from 2026-10-15 --calls october.jsonl
  tollbook preview --book book.json --all --increase 3.5 --from 2027-04-01 --calls october.jsonl --by customer
  tollbook preview --book book.json --class national mobile --increase 3.5 --scope costOnly --calls october.jsonl
  tollbook preview --book book.json --customer 1 --increase 3.5 --calls october.jsonl --by customer
  tollbook preview --book book.json --tariff "Business UK" --increase 3.5 --move "Business UK" "Business UK +3.5%" --out proposal.json --calls october.jsonl
  tollbook preview --book book.json --all --increase 3.5 --calls october.jsonl --live live.html
  tollbook preview --book book.json --all --bring 5 --of margin --calls october.jsonl --letters letters.csv
  tollbook preview --book book.json --after new-book.json --calls october.jsonl --wholesale reported
  tollbook preview --book book.json --after new-book.json --calls october.jsonl --period 2026-10-01 2026-10-31 --vat
  tollbook preview --book book.json --against-recorded --calls billed.csv --csv changes.csv

Results of tollbook rate are calls, too, where their columns say what was called: rate --columns
id,cost,call.target,call.external,call.startDate,call.startTime,call.duration and all else that the calls have.

Exit status: 0 done, 1 a file could not be read, a book is invalid or no percentage brings what --bring asks,
2 wrong usage, 3 the change leaves calls without a price that had one.
`,
  run: (options, io) => inOrder(() => preview(options, io)),
});

type CommandOptions = Given<typeof OPTIONS>;

async function preview(options: CommandOptions, io: CliIO): Promise<number> {
  const { by, vat, duplicates, reclassify, discounts, wholesale, threads } = options;
  requireOneChange(withSoughtPercent(options));
  requireTwoBooks(options);
  const threshold = thresholdIn(options.threshold);
  requireLiveChange(withSoughtPercent(options));
  const period = periodOf(options);
  requireOneThreadForDiscounts(discounts, threads);
  callsFormatOf(options);
  const written = filesOf(options, "html", "live", "csv", "letters", "out");
  await requireDistinctFiles(
    { ...filesOf(options, "book"), ...filesOfCalls(options), ...filesOf(options, "after"), ...written },
    io,
  );
  const isFilePrinted = await takesStandardOutput(written, options.json);
  return withFiles(io, async (files) => {
    const bookFile = await openBookFile(options.book, io);
    const asked = await previewedChange(withSoughtPercent(options), bookFile, io);
    await requireNoBookFile(written, asked.bookFiles);
    const { input, read } = await openCalls(options, { files, bookFile }, io);
    // Opened before the calls are read: an output that cannot be written fails at once, not after an hour.
    const html = await files.openIf(options.html);
    const live = await files.openIf(options.live);
    const csv = await files.openIf(options.csv);
    const letters = await files.openIf(options.letters);
    const out = await files.openIf(options.out);
    const madeOn = localDateAt(bookFile.book.tables.zone, io.now());
    const priced = { duplicates, reclassify, discounts, ...(wholesale && { wholesale }) };
    const open = (): Promise<Input> => files.openInput(options.calls);
    const { given, goal } = await inRange(() =>
      soughtChange(options, { bookFile, input, read, open, ...priced }, io),
    );
    const { compared, changed } =
      goal === undefined ? asked : soughtFor(goal, await previewedChange(given, bookFile, io), bookFile);
    if (changed?.moved !== undefined) tell(io, movedText(changed.moved));
    const how = { madeOn, vat, ...priced, ...(period && { period }), ...(goal && { goal }) };
    let page: LivePage | undefined;
    const previewed = (
      sides: ComparedSides,
      calls: Pick<PreviewFileOptions, "input" | "read">,
      pageOf = given,
    ): Promise<PreviewReport> =>
      inRange(() => {
        page = openLivePage(pageOf, bookFile.data);
        const onColumns = (columns: CallColumns): void => page?.addColumns(columns);
        return previewFile({ ...sides, ...calls, ...how, onColumns, onProgress: files.onProgress });
      });
    let report = await previewed(compared, { input, read });
    if (options.from !== undefined && report.to !== null && report.to < options.from) {
      const atOnce = await comparedAtOnce(given, { compared, bookFile, input }, io);
      const { onWarning: _told, ...again } = read;
      const { from: _date, ...undated } = given;
      report = await previewed(atOnce, { input: await open(), read: again }, undated);
    }
    files.clearProgress();
    await html?.write(formatPreviewPage(report, threshold));
    if (live !== undefined && page !== undefined) {
      await writeLivePage(await page.format(), live, options, io);
    }
    if (csv !== undefined) {
      await writeRecords(csv, withCurrency(PREVIEW_FIELDS, report), previewRecords(report, by));
    }
    if (letters !== undefined) await writeLetters(letters, report, compared);
    if (changed !== undefined && options.out !== undefined) {
      await out?.write(
        await textOfBook(changed.data, bookFile.loaded, { book: options.book, out: options.out }),
      );
    }
    await files.complete();
    await tellKept(options.out, io);
    await files.finish();
    const found = goal === undefined ? "" : formatGoal(goal, report);
    const text = (): string => `${found}${formatPreview(report, { by: by ?? "class", ...threshold })}`;
    if (isFilePrinted) tell(io, text());
    else await printAs(options.json, report, text, io);
    const losing = [report, ...(report.otherCurrencies ?? [])].some(({ counts }) => counts.newlyUnrated > 0);
    return losing ? EXIT.someInError : EXIT.ok;
  });
}

/** Writes a line for each customer whose prices or bill change; the books are those of the change with its date. */
async function writeLetters(
  output: Output,
  report: PreviewReport,
  { before, after }: ComparedSides,
): Promise<void> {
  const records = before === "recorded" ? [] : letterRecords(report, before, after);
  await writeRecords(output, withCurrency(LETTER_FIELDS, report), records);
}

/** Refuses letters and bills against recorded costs: both come from two books, and there is one. */
function requireTwoBooks({ letters, period, vat, againstRecorded }: CommandOptions): void {
  if (!againstRecorded) return;
  if (vat || period !== undefined) {
    throw wrongUsage(
      "--period and --vat are about bills, and --against-recorded compares calls alone.",
      "Leave out --period and --vat.",
    );
  }
  if (letters === undefined) return;
  throw wrongUsage(
    "--letters tells of new prices, and --against-recorded has none.",
    "Leave one of the two out.",
  );
}

/** The threshold in percent: a page counts the customers who rise by more than the threshold. */
function thresholdIn(text: string | undefined): { readonly threshold?: number } {
  if (text === undefined) return {};
  if (/^\d+(\.\d+)?$/.test(text)) return { threshold: Number(text) };
  throw wrongUsage(`--threshold ${text} is no percentage.`, "Write a number of 0 or more, such as 5.");
}

/** The days of the bills; undefined where the billing periods of the calls decide. */
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

/** Turns an option that is out of range into a message for the user. */
async function inRange<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RangeError) throw wrongUsage(error.message);
    throw error;
  }
}
