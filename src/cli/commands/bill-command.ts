import {
  billStream,
  bookDigest,
  callWarnings,
  discountStateText,
  formatOfName,
  readCallBatches,
} from "../../files/index.ts";
import { charges, createCallBill, createRater, ENGINE_VERSION } from "../../index.ts";
import { openBookFile } from "../book-file.ts";
import { callsFormatOf, dialectName, howToRead, openCalls } from "../calls-input.ts";
import { EXIT, wrongUsage } from "../cli-error.ts";
import type { CliIO } from "../cli-io.ts";
import { byDefault, declareCommand, filesOf, type Given, optional, required } from "../declare-command.ts";
import { requireDistinctFiles, requireNoBookFile } from "../distinct-files.ts";
import { withFiles } from "../run-files.ts";
import {
  BOOK,
  CALLS_INPUT,
  DUPLICATES,
  FEATURES,
  RECLASSIFY,
  requireDay,
  requireRange,
  SUMMARY,
} from "../shared-options.ts";
import {
  inOrder,
  openFeatureStates,
  openWindow,
  readState,
  tellNotes,
  whileLocked,
  writeFeatureStates,
} from "../state-files.ts";
import { tell } from "../terminal.ts";
import { writeBillPages } from "./bill-pages.ts";
import { billLines, stateAfter } from "./bill-results.ts";
import { type BillSummary, formatBillSummary, invoiceSums } from "./bill-summary.ts";
import { chargeSummary } from "./charge-summary.ts";

const OPTIONS = {
  book: BOOK,
  ...CALLS_INPUT,
  from: required("<date>", "the first day charged, YYYY-MM-DD"),
  to: required("<date>", "the last day charged, and of the calls that are billed"),
  invoiceDate: optional(
    "<date>",
    "the date of the invoices, which decides VAT; without it the day after --to",
  ),
  out: byDefault(optional("<file>", "where the invoices go, a JSON line each; - is standard output"), "-"),
  errors: optional("<file>", "write calls in error to this file"),
  duplicates: DUPLICATES,
  reclassify: RECLASSIFY,
  features: FEATURES,
  state: optional("<file>", "begin with what earlier runs used of discount plans, and leave it for the next"),
  html: optional("<folder>", "write a page for each invoice to this folder, to print or to send"),
  summary: SUMMARY,
};

const EXAMPLES = `
Examples:
  tollbook bill --book book.json --calls calls.jsonl --from 2026-10-01 --to 2026-10-31 --out bills.jsonl
  tollbook bill --book book.json --calls calls.jsonl --from 2026-10-01 --to 2026-10-31 --features features.jsonl --state pools.json --html bills

The calls are those that no bill has had yet, also from before the first day. What starts after the last day is left
for the next bill. Without --features and --state nothing is remembered, so the next bill charges the same again.

Exit status: 0 everything is billed or not due, 1 a file could not be read or the book is invalid,
2 wrong usage, 3 some features, calls or invoices are in error.
`;

/** `tollbook bill`: an invoice for each customer, with charges, calls and VAT. */
export const billCommand = declareCommand({
  name: "bill",
  description: "make an invoice for each customer: charges of features, calls, minimums and VAT",
  options: OPTIONS,
  examples: EXAMPLES,
  run: bill,
});

async function bill(options: Given<typeof OPTIONS>, io: CliIO): Promise<number> {
  const { from, to, invoiceDate, duplicates, reclassify } = options;
  requireRange(options);
  if (invoiceDate !== undefined) requireDay("--invoice-date", invoiceDate);
  if (formatOfName(options.out) === "csv") {
    throw wrongUsage(
      "An invoice has its transactions within it and is no row of a CSV.",
      "Name --out .jsonl.",
    );
  }
  callsFormatOf(options);
  const written = filesOf(options, "out", "errors", "summary", "features", "state");
  const named = { ...filesOf(options, "book", "calls", "dialect"), ...written };
  await requireDistinctFiles(named, io);
  return whileLocked([options.features, options.state], io, (locks) =>
    withFiles(io, async (files) => {
      const earlier = await openFeatureStates(options.features, io);
      const bookFile = await openBookFile(options.book, io, { features: options.features, states: earlier });
      const { book, data } = bookFile;
      await requireNoBookFile(written, bookFile.files);
      const reading = await howToRead(options, bookFile, io);
      const state = await readState(options.state, io);
      const discounts = openWindow<undefined>(book, state, options.state);
      const isContinued = discounts.pools().length > 0;
      const charged = charges(book, from, to);
      const calls = createCallBill(book, { from, to });
      const { input, read } = await openCalls(files, options, reading, io);
      const out = await files.open(options.out);
      const errors = await files.openIf(options.errors);
      const summaryFile = await files.openIf(options.summary);
      const counts = await inOrder(() =>
        billStream({
          items: readCallBatches(input.source, read),
          book: book.tables,
          rater: createRater(book, { duplicates, reclassify, ...callWarnings(read) }),
          discounts,
          bill: calls,
          to: requireDay("--to", to),
          errors: errors && { output: errors, format: formatOfName(options.errors ?? "") ?? "jsonl" },
          onProgress: files.onProgress,
        }),
      );
      const dated = invoiceDate === undefined ? {} : { invoiceDate };
      const invoices = calls.invoices({ charged, ...dated });
      for (const line of billLines(invoices, charged)) await out.write(`${JSON.stringify(line)}\n`);
      const notes = discounts.notes();
      const summary: BillSummary = {
        options: {
          from,
          to,
          ...dated,
          callsFormat: reading.format,
          ...dialectName(reading.format, options.dialect),
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
        await writeBillPages(options.html, { bookFile, invoices: invoices.invoices, named, files }, io);
      }
      // The states are named last: a run that does not finish leaves what was charged and used as it was.
      await writeFeatureStates(options.features, files, { data, earlier, changed: invoices.features });
      const stateFile = await files.openIf(options.state);
      await stateFile?.write(discountStateText(stateAfter(discounts.state(), state, invoices)));
      for (const lock of locks) await lock.check();
      await files.finish();
      tellNotes(notes, io);
      tell(io, formatBillSummary(summary, book.settings.currencyDecimals));
      const isInError = counts.inError + charged.errors.length + invoices.errors.length > 0;
      return isInError ? EXIT.someInError : EXIT.ok;
    }),
  );
}
