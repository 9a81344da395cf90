import { basename } from "node:path";
import { type Command, Option } from "commander";
import {
  bookDigest,
  type CallFormat,
  callWarnings,
  DEFAULT_DIALECT,
  discountStateText,
  FILE_FORMATS,
  type FileFormat,
  formatOfName,
  openInput,
  type RateStream,
  type ReadCallsOptions,
  type RunReport,
  rateFile,
  rateStream,
  readCallBatches,
  type StateLock,
} from "../files/index.ts";
import { type CallRecord, createRater, ENGINE_VERSION, type OpenedBook } from "../index.ts";
import { openBookFile } from "./book-file.ts";
import { callsFormatOf, callsFormatOption, fileFormat, formatOf, howToRead } from "./calls-option.ts";
import type { CliIO } from "./cli-io.ts";
import { dialectFor, dialectOption } from "./dialect-option.ts";

import {
  addDiscountOptions,
  inOrder,
  lockState,
  openDiscounts,
  requireDiscountsWithState,
  tellNotes,
} from "./discount-option.ts";
import { isSameStream, type NamedFiles, requireDistinctFiles, requireNoBookFile } from "./distinct-files.ts";

import { EXIT } from "./exit-codes.ts";
import { tell } from "./print.ts";
import { Progress } from "./progress.ts";
import { RunOutputs } from "./run-outputs.ts";
import { formatSummary, type RunSummary } from "./run-summary.ts";
import { requireOneThreadForDiscounts, threadsOption } from "./threads-option.ts";

interface RateArguments {
  readonly book: string;
  readonly calls: string;
  readonly callsFormat?: CallFormat;
  readonly dialect?: string;
  readonly out: string;
  readonly outFormat?: FileFormat;
  readonly errors?: string;
  readonly duplicates: "report" | "keep";
  readonly reclassify?: boolean;
  readonly bookDigest?: boolean;
  readonly threads?: number;
  readonly discounts?: boolean;
  readonly state?: string;
  readonly summary?: string;
}

const EXAMPLES = `
Examples:
  tollbook rate --book book.json --calls calls.csv --out rated.csv --errors errors.csv
  tollbook rate --book book.json --calls - --duplicates keep < calls.jsonl > rated.jsonl
  tollbook rate --book book.json --calls calls.uk-cdr.csv --calls-format uk-cdr --dialect northway-dialect.json
  tollbook rate --book book.json --calls today.csv --out today-rated.csv --discounts --state pools.json

Exit status: 0 all calls rated, 1 a file could not be read or the book is invalid,
2 wrong usage, 3 some calls are in error.
`;

/** Adds `tollbook rate`: rates the calls of a file. */
export function addRateCommand(program: Command, io: CliIO, finish: (exitCode: number) => void): void {
  const command = program
    .command("rate")
    .description("rate the calls of a file, one result for each call, in the same order")
    .requiredOption("--book <file>", "the book: customers, numbers and tariffs")
    .requiredOption("--calls <file>", "the calls, .jsonl, .csv or UK standard CDRs; - reads standard input")
    .addOption(callsFormatOption())
    .addOption(dialectOption())
    .option("--out <file>", "where the results go; - is standard output", "-")
    .addOption(
      new Option("--out-format <format>", "format of the results; without it the file's name tells")
        .choices(FILE_FORMATS)
        .argParser(fileFormat),
    )
    .option("--errors <file>", "write calls in error to this file instead")
    .addOption(
      new Option("--duplicates <how>", "report a call whose id was read before, or keep it")
        .choices(["report", "keep"])
        .default("report"),
    )
    .option("--reclassify", "find call type and period afresh where the calls name their own")
    .option("--book-digest", "let each result carry the digest of the book that priced it");
  addDiscountOptions(
    command,
    "with --discounts: begin with what earlier runs used, and leave it for the next",
  )
    .option("--summary <file>", "write the summary as JSON, too")
    .addOption(threadsOption())
    .addHelpText("after", EXAMPLES)
    .action(async (options: RateArguments) => finish(await rate(options, io)));
}

/** What a run needs of the book; its records are let go, for what is opened has all that rating asks of them. */
async function openBookFor(
  options: RateArguments,
  format: CallFormat,
  io: CliIO,
): Promise<{ book: OpenedBook; digest: string; dialect: ReadCallsOptions["dialect"] }> {
  const { book, data, files } = await openBookFile(options.book, io);
  await requireNoBookFile(outputsOf(options), files);
  const dialect = await dialectFor(options.dialect, { format, data, settings: book.settings, io });
  return { book, digest: bookDigest(data), dialect };
}

/** What a run writes. */
function outputsOf({ out, errors, summary, state }: RateArguments): NamedFiles {
  return { "--out": out, "--errors": errors, "--summary": summary, "--state": state };
}

/** Calls in error that go to the stream to which the results go stand in their places. */
async function withoutSameStream(options: RateArguments): Promise<RateArguments> {
  const { errors, ...others } = options;
  return errors !== undefined && (await isSameStream(options.out, errors)) ? others : options;
}

async function rate(given: RateArguments, io: CliIO): Promise<number> {
  const options = await withoutSameStream(given);
  requireDiscountsWithState(options);
  requireOneThreadForDiscounts(options);
  const callsFormat = callsFormatOf(options.calls, options.callsFormat);
  const outFormat = formatOf(options.out, options.outFormat, "--out-format");
  const errorsFormat = (options.errors === undefined ? undefined : formatOfName(options.errors)) ?? outFormat;
  await requireDistinctFiles(
    {
      "--book": options.book,
      "--calls": options.calls,
      "--dialect": options.dialect,
      ...outputsOf(options),
    },
    io,
  );
  const lock = await lockState(options.state, io);
  try {
    return await rateWith(options, { callsFormat, outFormat, errorsFormat }, lock, io);
  } finally {
    await lock?.release();
  }
}

interface Formats {
  readonly callsFormat: CallFormat;
  readonly outFormat: FileFormat;
  readonly errorsFormat: FileFormat;
}

/** The run, while its state is locked. */
async function rateWith(
  options: RateArguments,
  { callsFormat, outFormat, errorsFormat }: Formats,
  lock: StateLock | undefined,
  io: CliIO,
): Promise<number> {
  const { book, digest, dialect } = await openBookFor(options, callsFormat, io);
  const { currency, currencyDecimals } = book.settings;
  const discounts =
    options.discounts === true ? await openDiscounts<CallRecord>(book, options.state, io) : undefined;
  const isContinued = discounts !== undefined && discounts.pools().length > 0;
  const input = await openInput(options.calls, { stdin: io.stdin, ...(io.signal && { signal: io.signal }) });
  const outputs = new RunOutputs(io);
  const progress = new Progress(io, input.size);
  const startedAt = io.now();
  try {
    const results = await outputs.open(options.out);
    const errors = await outputs.openIf(options.errors);
    const summaryFile = await outputs.openIf(options.summary);
    // The state is named last: a run that does not finish leaves what was used as it was.
    const stateFile = await outputs.openIf(options.state);
    const read = howToRead(input.name, { format: callsFormat, dialect }, io);
    const how = {
      duplicates: options.duplicates,
      reclassify: options.reclassify === true,
      ...(options.bookDigest === true && { bookDigest: digest }),
    };
    const rateAll = (run: Pick<RateStream, "results" | "errors" | "onProgress">): Promise<RunReport> =>
      discounts === undefined
        ? rateFile({ ...run, ...how, book, input, read, threads: options.threads })
        : rateStream({
            ...run,
            items: readCallBatches(input.source, read),
            rater: createRater(book, { ...how, ...callWarnings(read) }),
            discounts,
            bookDigest: how.bookDigest,
          });
    const report = await inOrder(() =>
      rateAll({
        results: { output: results, format: outFormat },
        errors: errors === undefined ? undefined : { output: errors, format: errorsFormat },
        onProgress: (calls) => {
          io.signal?.throwIfAborted();
          progress.show(input.bytesRead(), calls);
        },
      }),
    );
    const summary: RunSummary = {
      engine: ENGINE_VERSION,
      zoneData: process.versions.tz ?? "unknown",
      bookDigest: digest,
      currency,
      currencyDecimals,
      options: {
        callsFormat,
        ...(callsFormat === "uk-cdr" && { dialect: basename(options.dialect ?? DEFAULT_DIALECT) }),
        outFormat,
        errorsApart: errors !== undefined,
        duplicates: options.duplicates,
        reclassify: options.reclassify === true,
        ...(options.bookDigest === true && { bookDigest: true }),
        ...(discounts !== undefined && { discounts: isContinued ? "continued" : "fresh" }),
      },
      ...report,
      ...(discounts !== undefined && { poolNotes: discounts.notes().map(({ message }) => message) }),
    };
    await summaryFile?.write(`${JSON.stringify(summary, undefined, 2)}\n`);
    if (discounts !== undefined) await stateFile?.write(discountStateText(discounts.state()));
    await lock?.check();
    await outputs.finish();
    progress.clear();
    if (discounts !== undefined) tellNotes(discounts.notes(), io);
    tell(io, formatSummary(summary, (io.now() - startedAt) / 1000));
    return report.errors > 0 ? EXIT.someInError : EXIT.ok;
  } finally {
    input.close();
    progress.clear();
    await outputs.discard();
  }
}
