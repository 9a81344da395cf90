import { basename } from "node:path";
import { type Command, Option } from "commander";
import {
  billStream,
  bookDigest,
  type CallFormat,
  callWarnings,
  DEFAULT_DIALECT,
  discountStateText,
  type FeatureStates,
  formatOfName,
  openInput,
  type ReadCallsOptions,
  readCallBatches,
  type StateLock,
} from "../files/index.ts";
import {
  type BookData,
  charges,
  createCallBill,
  createRater,
  type DiscountState,
  ENGINE_VERSION,
  type OpenedBook,
} from "../index.ts";
import { writeBillPages } from "./bill-pages.ts";
import { billLines, stateAfter } from "./bill-results.ts";
import { type BillSummary, formatBillSummary, invoiceSums } from "./bill-summary.ts";
import { openBookFile } from "./book-file.ts";
import { callsFormatOf, callsFormatOption, howToRead } from "./calls-option.ts";
import { chargeSummary } from "./charge-summary.ts";
import { wrongUsage } from "./cli-error.ts";
import type { CliIO } from "./cli-io.ts";
import { requireDay, requireRange } from "./day-range.ts";
import { dialectFor, dialectOption } from "./dialect-option.ts";
import { inOrder, openWindow, readState, stateOption, tellNotes } from "./discount-option.ts";
import { type NamedFiles, requireDistinctFiles, requireNoBookFile } from "./distinct-files.ts";
import { EXIT } from "./exit-codes.ts";
import { featuresOption, openFeatureStates, whileLocked, writeFeatureStates } from "./features-option.ts";
import { tell } from "./print.ts";
import { Progress } from "./progress.ts";
import { RunOutputs } from "./run-outputs.ts";

interface BillArguments {
  readonly book: string;
  readonly calls: string;
  readonly callsFormat?: CallFormat;
  readonly dialect?: string;
  readonly from: string;
  readonly to: string;
  readonly invoiceDate?: string;
  readonly out: string;
  readonly errors?: string;
  readonly duplicates: "report" | "keep";
  readonly reclassify?: boolean;
  readonly features?: string;
  readonly state?: string;
  readonly html?: string;
  readonly summary?: string;
}

const EXAMPLES = `
Examples:
  tollbook bill --book book.json --calls calls.jsonl --from 2026-10-01 --to 2026-10-31 --out bills.jsonl
  tollbook bill --book book.json --calls calls.jsonl --from 2026-10-01 --to 2026-10-31 --features features.jsonl --state pools.json --html bills

The calls are those that no bill has had yet, also from before the first day. What starts after the last day is left
for the next bill. Without --features and --state nothing is remembered, so the next bill charges the same again.

Exit status: 0 everything is billed or not due, 1 a file could not be read or the book is invalid,
2 wrong usage, 3 some features, calls or invoices are in error.
`;

/** Adds `tollbook bill`: an invoice for each customer, with charges, calls and VAT. */
export function addBillCommand(program: Command, io: CliIO, finish: (exitCode: number) => void): void {
  program
    .command("bill")
    .description("make an invoice for each customer: charges of features, calls, minimums and VAT")
    .requiredOption("--book <file>", "the book")
    .requiredOption("--calls <file>", "the calls, .jsonl, .csv or UK standard CDRs; - reads standard input")
    .addOption(callsFormatOption())
    .addOption(dialectOption())
    .requiredOption("--from <date>", "the first day charged, YYYY-MM-DD")
    .requiredOption("--to <date>", "the last day charged, and of the calls that are billed")
    .option(
      "--invoice-date <date>",
      "the date of the invoices, which decides VAT; without it the day after --to",
    )
    .option("--out <file>", "where the invoices go, a JSON line each; - is standard output", "-")
    .option("--errors <file>", "write calls in error to this file")
    .addOption(
      new Option("--duplicates <how>", "report a call whose id was read before, or keep it")
        .choices(["report", "keep"])
        .default("report"),
    )
    .option("--reclassify", "find call type and period afresh where the calls name their own")
    .addOption(featuresOption())
    .addOption(stateOption("begin with what earlier runs used of discount plans, and leave it for the next"))
    .option("--html <folder>", "write a page for each invoice to this folder, to print or to send")
    .option("--summary <file>", "write the summary as JSON, too")
    .addHelpText("after", EXAMPLES)
    .action(async (options: BillArguments) => finish(await bill(options, io)));
}

async function bill(options: BillArguments, io: CliIO): Promise<number> {
  requireRange(options);
  if (options.invoiceDate !== undefined) requireDay("--invoice-date", options.invoiceDate);
  if (formatOfName(options.out) === "csv") {
    throw wrongUsage(
      "An invoice has its transactions within it and is no row of a CSV.",
      "Name --out .jsonl.",
    );
  }
  const callsFormat = callsFormatOf(options.calls, options.callsFormat);
  await requireDistinctFiles({ ...readBy(options), ...writtenBy(options) }, io);
  return whileLocked([options.features, options.state], io, async (locks) => {
    const earlier = await openFeatureStates(options.features, io);
    const states = { path: options.features, states: earlier };
    const { book, data, files } = await openBookFile(options.book, io, states);
    await requireNoBookFile(writtenBy(options), files);
    const dialect = await dialectFor(options.dialect, {
      format: callsFormat,
      data,
      settings: book.settings,
      io,
    });
    const state = await readState(options.state, io);
    return billBook(options, { book, data, files, earlier, state, callsFormat, dialect, locks }, io);
  });
}

function readBy({ book, calls, dialect }: BillArguments): NamedFiles {
  return { "--book": book, "--calls": calls, "--dialect": dialect };
}

function writtenBy({ out, errors, summary, features, state }: BillArguments): NamedFiles {
  return { "--out": out, "--errors": errors, "--summary": summary, "--features": features, "--state": state };
}

interface Run {
  readonly book: OpenedBook;
  readonly data: BookData;
  readonly files: readonly string[];
  readonly earlier: FeatureStates | undefined;
  readonly state: DiscountState | undefined;
  readonly callsFormat: CallFormat;
  readonly dialect: ReadCallsOptions["dialect"];
  readonly locks: readonly StateLock[];
}

/** The run, while its states are locked. */
async function billBook(
  options: BillArguments,
  { book, data, files, earlier, state, callsFormat, dialect, locks }: Run,
  io: CliIO,
): Promise<number> {
  const { from, to, invoiceDate } = options;
  const discounts = openWindow<undefined>(book, { file: options.state, state });
  const isContinued = discounts.pools().length > 0;
  const charged = charges(book, from, to);
  const calls = createCallBill(book, { from, to });
  const input = await openInput(options.calls, { stdin: io.stdin, ...(io.signal && { signal: io.signal }) });
  const outputs = new RunOutputs(io);
  const progress = new Progress(io, input.size);
  try {
    const out = await outputs.open(options.out);
    const errors = await outputs.openIf(options.errors);
    const summaryFile = await outputs.openIf(options.summary);
    const read = howToRead(input.name, { format: callsFormat, dialect }, io);
    const { duplicates, reclassify = false } = options;
    const counts = await inOrder(() =>
      billStream({
        items: readCallBatches(input.source, read),
        book: book.tables,
        rater: createRater(book, { duplicates, reclassify, ...callWarnings(read) }),
        discounts,
        bill: calls,
        to: requireDay("--to", to),
        errors: errors && { output: errors, format: formatOfName(options.errors ?? "") ?? "jsonl" },
        onProgress: (done) => {
          io.signal?.throwIfAborted();
          progress.show(input.bytesRead(), done);
        },
      }),
    );
    const invoices = calls.invoices({ charged, ...(invoiceDate !== undefined && { invoiceDate }) });
    for (const line of billLines(invoices, charged)) await out.write(`${JSON.stringify(line)}\n`);
    const notes = discounts.notes();
    const summary: BillSummary = {
      options: {
        from,
        to,
        ...(invoiceDate !== undefined && { invoiceDate }),
        callsFormat,
        ...(callsFormat === "uk-cdr" && { dialect: basename(options.dialect ?? DEFAULT_DIALECT) }),
        duplicates,
        reclassify,
        features: earlier === undefined ? "fresh" : "continued",
        discounts: isContinued ? "continued" : "fresh",
      },
      calls: counts,
      charges: chargeSummary(book, charged, from),
      invoices: invoiceSums(book, invoices),
      warnings: invoices.warnings,
      poolNotes: notes.map(({ message }) => message),
    };
    if (summaryFile !== undefined) {
      const made = {
        engine: ENGINE_VERSION,
        zoneData: process.versions.tz ?? "unknown",
        bookDigest: bookDigest(data),
      };
      await summaryFile.write(`${JSON.stringify({ ...made, ...summary }, undefined, 2)}\n`);
    }
    if (options.html !== undefined) {
      const named = { ...readBy(options), ...writtenBy(options) };
      await writeBillPages(options.html, { book, invoices, named, files, outputs }, io);
    }
    // The states are named last: a run that does not finish leaves what was charged and used as it was.
    await writeFeatureStates(options.features, outputs, { data, earlier, changed: invoices.features });
    const stateFile = await outputs.openIf(options.state);
    await stateFile?.write(discountStateText(stateAfter(discounts.state(), state, invoices)));
    for (const lock of locks) await lock.check();
    await outputs.finish();
    progress.clear();
    tellNotes(notes, io);
    tell(io, formatBillSummary(summary, book.settings.currencyDecimals));
    const isInError = counts.inError + charged.errors.length + invoices.errors.length > 0;
    return isInError ? EXIT.someInError : EXIT.ok;
  } finally {
    input.close();
    progress.clear();
    await outputs.discard();
  }
}
