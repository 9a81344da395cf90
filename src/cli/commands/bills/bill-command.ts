import { join } from "node:path";
import { compareIDs } from "../../../book/index.ts";
import { billStream, bookDigest, discountStateText, formatOfName, makeFolder } from "../../../files/index.ts";
import {
  type CallResult,
  type Charged,
  charges,
  createCallBill,
  type DiscountState,
  ENGINE_VERSION,
  type Invoice,
  type Invoices,
  mergeDiscountStates,
} from "../../../index.ts";
import { createBillPages } from "../../../report/index.ts";
import type { BookFile } from "../../book-file.ts";
import { callsFormatOf, filesOfCalls, namedFormat } from "../../calls-format.ts";
import { openRun } from "../../calls-input.ts";
import { type CliIO, EXIT, tell, wrongUsage } from "../../cli-io.ts";
import { customerName } from "../../customer-files.ts";
import {
  BOOK,
  byDefault,
  CALLS_INPUT,
  DUPLICATES,
  declareCommand,
  FEATURES,
  filesOf,
  type Given,
  named,
  optional,
  RECLASSIFY,
  requireDay,
  required,
  requireRange,
  SUMMARY,
} from "../../declare-command.ts";
import { type NamedFiles, requireDistinctFiles, requireNoFileOf } from "../../distinct-files.ts";
import {
  inOrder,
  openFeatureStates,
  openWindow,
  type RunFiles,
  readState,
  tellNotes,
  whileLocked,
  writeFeatureStates,
} from "../../run-files.ts";
import { type BillSummary, chargeSummary, formatBillSummary, invoiceSums } from "./charge-summary.ts";

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
  state: named("<file>", "begin with what earlier runs used of discount plans, and leave it for the next"),
  html: named("<folder>", "write a page for each invoice to this folder, to print or to send"),
  summary: SUMMARY,
};

export const billCommand = declareCommand({
  name: "bill",
  description: "make an invoice for each customer: charges of features, calls, minimums and VAT",
  options: OPTIONS,
  examples: `
Examples:
  tollbook bill --book book.json --calls calls.jsonl --from 2026-10-01 --to 2026-10-31 --out bills.jsonl
  tollbook bill --book book.json --calls calls.jsonl --from 2026-10-01 --to 2026-10-31 --features features.jsonl --state pools.json --html bills
  tollbook bill --book book.json --calls Master.csv --calls-format asterisk-csv --zone local --from 2026-10-01 --to 2026-10-31

The calls are those that no bill has had yet, also from before the first day. What starts after the last day is left
for the next bill. Without --features and --state nothing is remembered, so the next bill charges the same again.

Exit status: 0 everything is billed or not due, 1 a file could not be read or the book is invalid,
2 wrong usage, 3 some features, calls or invoices are in error.
`,
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
  const named = { ...filesOf(options, "book"), ...filesOfCalls(options), ...written };
  await requireDistinctFiles(named, io);
  return whileLocked([options.features, options.state], io, async (files, stillLocked) => {
    const { features } = options;
    const earlier = await openFeatureStates(features, io);
    const run = await openRun(options, { files, written, features, states: earlier }, io);
    const { bookFile, input, read } = run;
    const { book, data } = bookFile;
    const state = await readState(options.state, io);
    const discounts = openWindow<undefined>(book, state, options.state);
    const isContinued = discounts.pools().length > 0;
    const charged = charges(book, from, to);
    const calls = createCallBill(book, { from, to });
    const billedOf = new Map<string, number>();
    const add = (result: CallResult): void => {
      calls.add(result);
      if (result.outcome !== "rated") return;
      billedOf.set(result.customerID, (billedOf.get(result.customerID) ?? 0) + 1);
    };
    const out = await files.open(options.out);
    const errors = await files.openIf(options.errors);
    const writeSummary = await files.openSummary(options.summary);
    const counts = await inOrder(() =>
      billStream({
        book,
        input,
        read,
        duplicates,
        reclassify,
        discounts,
        bill: { add },
        to: requireDay("--to", to),
        errors: errors && { output: errors, format: formatOfName(options.errors ?? "") ?? "jsonl" },
        onProgress: files.onProgress,
      }),
    );
    const dated = invoiceDate === undefined ? {} : { invoiceDate };
    const invoices = calls.invoices({ charged, ...dated });
    for (const line of billLines(invoices, charged)) await out.write(`${JSON.stringify(line)}\n`);
    const withoutInvoice = invoices.errors.reduce(
      (sum, { customerID }) => sum + (billedOf.get(customerID) ?? 0),
      0,
    );
    const notes = discounts.notes();
    const summary: BillSummary = {
      options: {
        from,
        to,
        ...dated,
        ...namedFormat(options),
        duplicates,
        reclassify,
        features: earlier === undefined ? "fresh" : "continued",
        discounts: isContinued ? "continued" : "fresh",
      },
      calls: { ...counts, billed: counts.billed - withoutInvoice, withoutInvoice },
      charges: chargeSummary(book, charged, from),
      invoices: invoiceSums(book, invoices),
      warnings: invoices.warnings,
      poolNotes: notes.map(({ message }) => message),
    };
    const zoneData = process.versions.tz ?? "unknown";
    await writeSummary({ engine: ENGINE_VERSION, zoneData, bookDigest: bookDigest(data), ...summary });
    if (options.html !== undefined) {
      await writeBillPages(options.html, { bookFile, invoices: invoices.invoices, named, files }, io);
    }
    // The state files are renamed last: a run that does not finish leaves the old states.
    await writeFeatureStates(features, files, { data, earlier, changed: invoices.features });
    const stateFile = await files.openIf(options.state);
    await stateFile?.write(discountStateText(stateAfter(discounts.state(), state, invoices)));
    await stillLocked();
    await files.finish();
    tellNotes(notes, io);
    tell(io, formatBillSummary(summary, book.settings.currencyDecimals));
    const isInError = counts.inError + charged.errors.length + invoices.errors.length > 0;
    return isInError ? EXIT.someInError : EXIT.ok;
  });
}

/** Lines of the output: invoices and invoice errors by customer, then the features in error. */
function* billLines({ invoices, errors }: Invoices, charged: Charged): Generator<object, void, undefined> {
  const inError = [...errors];
  for (const invoice of invoices) {
    while (inError[0] !== undefined && compareIDs(inError[0].customerID, invoice.customerID) < 0) {
      yield inError.shift() as object;
    }
    yield invoice;
  }
  yield* inError;
  yield* charged.errors;
}

/**
 * The state of discounts to store: the pools of a customer without an invoice do not change, because the customer's
 * calls are billed another time and would draw twice.
 */
function stateAfter(
  now: DiscountState,
  before: DiscountState | undefined,
  { errors }: Invoices,
): DiscountState {
  if (errors.length === 0) return now;
  const unbilled = new Set(errors.map(({ customerID }) => customerID));
  const kept = (before?.pools ?? []).filter(({ customerID }) => unbilled.has(customerID));
  const billed = now.pools.filter(({ customerID }) => !unbilled.has(customerID));
  return mergeDiscountStates([
    { ...now, pools: billed },
    { ...now, pools: kept },
  ]);
}

/** The input of a run's pages, and the files that pages must not replace. */
interface PagesOfRun {
  readonly bookFile: BookFile;
  readonly invoices: readonly Invoice[];
  readonly named: NamedFiles;
  readonly files: RunFiles;
}

/** Writes a page for each invoice to a folder, which is made where it does not exist. */
async function writeBillPages(
  folder: string,
  { bookFile, invoices, named, files }: PagesOfRun,
  io: CliIO,
): Promise<void> {
  await makeFolder(folder);
  const paths = invoices.map((invoice) => join(folder, pageName(invoice)));
  await requireNoFileOf(named, bookFile.files, { option: "--html", paths });
  const pageOf = createBillPages(bookFile.book);
  for (const [invoiceIndex, invoice] of invoices.entries()) {
    io.signal?.throwIfAborted();
    const output = await files.open(paths[invoiceIndex] as string, { isOneOfMany: invoiceIndex > 0 });
    await output.write(pageOf(invoice));
    // Closed, so that ten thousand pages need no ten thousand open files; all files are renamed at the end.
    await output.complete();
  }
}

/** The name of an invoice's page, `customer-7-2026-11-01.html`. */
export function pageName({ customerID, invoiceDate }: Pick<Invoice, "customerID" | "invoiceDate">): string {
  return `${customerName(customerID)}-${invoiceDate}.html`;
}
