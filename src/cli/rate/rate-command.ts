import {
  bookDigest,
  type ColumnChoice,
  checkResultColumns,
  discountStateText,
  formatOfName,
  rateFile,
} from "../../files/index.ts";
import { type CallRecord, ENGINE_VERSION } from "../../index.ts";
import { callsFormatOf, filesOfCalls, formatOf, namedFormat } from "../calls-format.ts";
import { openRun } from "../calls-input.ts";
import { type CliIO, EXIT, tell, wrongUsage } from "../cli-io.ts";
import {
  BOOK,
  byDefault,
  CALLS_INPUT,
  DISCOUNTS,
  DUPLICATES,
  declareCommand,
  filesOf,
  flag,
  formatOption,
  type Given,
  listed,
  named,
  optional,
  RECLASSIFY,
  requireDiscountsWithState,
  requireOneThreadForDiscounts,
  SUMMARY,
  THREADS,
} from "../declare-command.ts";
import { isSameStream, requireDistinctFiles } from "../distinct-files.ts";
import { inOrder, openWindow, readState, tellNotes, whileLocked } from "../run-files.ts";
import { formatSummary, type RunSummary } from "./run-summary.ts";

const OPTIONS = {
  book: BOOK,
  ...CALLS_INPUT,
  out: byDefault(optional("<file>", "where the results go; - is standard output"), "-"),
  outFormat: formatOption("format of the results; without it the file's name tells"),
  columns: listed(
    optional("<names>", "the results' columns in order, with commas; call.NAME shows a column of the calls"),
  ),
  errors: optional("<file>", "write calls in error to this file instead"),
  duplicates: DUPLICATES,
  reclassify: RECLASSIFY,
  bookDigest: flag("let each result carry the digest of the book that priced it"),
  discounts: DISCOUNTS,
  state: named("<file>", "with --discounts: begin with what earlier runs used, and leave it for the next"),
  summary: SUMMARY,
  threads: THREADS,
};

export const rateCommand = declareCommand({
  name: "rate",
  description: "rate the calls of a file, one result for each call, in the same order",
  options: OPTIONS,
  examples: `
Examples:
  tollbook rate --book book.json --calls calls.csv --out rated.csv --errors errors.csv
  tollbook rate --book book.json --calls calls.csv --columns id,tariff,cost,call.target --out costs.csv
  tollbook rate --book book.json --calls - --duplicates keep < calls.jsonl > rated.jsonl
  tollbook rate --book book.json --calls calls.uk-cdr.csv --calls-format uk-cdr --dialect northway-dialect.json
  tollbook rate --book book.json --calls Master.csv --calls-format asterisk-csv --zone Europe/London --carrier Northway
  tollbook rate --book book.json --calls today.csv --out today-rated.csv --discounts --state pools.json

Exit status: 0 all calls rated, 1 a file could not be read or the book is invalid,
2 wrong usage, 3 some calls are in error.
`,
  run: rate,
});

async function rate(given: Given<typeof OPTIONS>, io: CliIO): Promise<number> {
  // Calls in error that go to the stream of the results are written among the results, in the order of the calls.
  const { errors: errorsPath, ...withoutErrors } = given;
  const isOneStream = errorsPath !== undefined && (await isSameStream(given.out, errorsPath));
  const options: typeof given = isOneStream ? withoutErrors : given;
  const { discounts: hasDiscounts, duplicates, reclassify } = options;
  requireDiscountsWithState(hasDiscounts, options.state);
  requireOneThreadForDiscounts(hasDiscounts, options.threads);
  const { columns } = options;
  requireColumns({
    columns,
    discounts: hasDiscounts || undefined,
    bookDigest: options.bookDigest ? "" : undefined,
  });
  callsFormatOf(options);
  const outFormat = formatOf(options.out, options.outFormat, "--out-format");
  const errorsFormat = formatOfName(options.errors ?? "") ?? outFormat;
  const written = filesOf(options, "out", "errors", "summary", "state");
  await requireDistinctFiles({ ...filesOf(options, "book"), ...filesOfCalls(options), ...written }, io);
  return whileLocked([options.state], io, async (files, stillLocked) => {
    const { book, digest, input, read } = await openForRating(options, { files, written }, io);
    const discounts = hasDiscounts
      ? openWindow<CallRecord>(book, await readState(options.state, io), options.state)
      : undefined;
    const isContinued = discounts !== undefined && discounts.pools().length > 0;
    const startedAt = io.now();
    const results = await files.open(options.out);
    const errors = await files.openIf(options.errors);
    const writeSummary = await files.openSummary(options.summary);
    // The state file is renamed last: a run that does not finish leaves the old state.
    const stateFile = await files.openIf(options.state);
    const how = { duplicates, reclassify, ...(options.bookDigest && { bookDigest: digest }) };
    const targets = {
      results: { output: results, format: outFormat },
      errors: errors === undefined ? undefined : { output: errors, format: errorsFormat },
      onProgress: files.onProgress,
    };
    const report = await inOrder(() =>
      rateFile({ ...targets, ...how, columns, book, input, read, threads: options.threads, discounts }),
    );
    const { currency, currencyDecimals } = book.settings;
    const summary: RunSummary = {
      engine: ENGINE_VERSION,
      zoneData: process.versions.tz ?? "unknown",
      bookDigest: digest,
      currency,
      currencyDecimals,
      options: {
        ...namedFormat(options),
        outFormat,
        ...(columns !== undefined && { columns }),
        errorsApart: errors !== undefined,
        duplicates,
        reclassify,
        ...(options.bookDigest && { bookDigest: true }),
        ...(discounts !== undefined && { discounts: isContinued ? "continued" : "fresh" }),
      },
      ...report,
      ...(discounts !== undefined && { poolNotes: discounts.notes().map(({ message }) => message) }),
    };
    await writeSummary(summary);
    if (discounts !== undefined) await stateFile?.write(discountStateText(discounts.state()));
    await stillLocked();
    await files.finish();
    if (discounts !== undefined) tellNotes(discounts.notes(), io);
    tell(io, formatSummary(summary, (io.now() - startedAt) / 1000));
    return report.errors > 0 ? EXIT.someInError : EXIT.ok;
  });
}

/** Opens the book and the calls; the book's records are released, because the opened book has all that rating needs. */
async function openForRating(...run: Parameters<typeof openRun>) {
  const { bookFile, ...calls } = await openRun(...run);
  return { ...calls, book: bookFile.book, digest: bookDigest(bookFile.data) };
}

function requireColumns(choice: ColumnChoice): void {
  try {
    checkResultColumns(choice);
  } catch (error) {
    throw error instanceof RangeError ? wrongUsage(`--${error.message}`) : error;
  }
}
