import { type Command, Option } from "commander";
import { chargeLines } from "../charges/index.ts";
import {
  bookDigest,
  createRecordWriter,
  type FeatureStates,
  formatOfName,
  type Output,
  type StateLock,
} from "../files/index.ts";
import {
  type BookData,
  type Charged,
  charges,
  ENGINE_VERSION,
  type OpenedBook,
  TRANSACTION_FIELDS,
} from "../index.ts";
import { openBookFile } from "./book-file.ts";
import { chargeSummary, formatChargeSummary } from "./charge-summary.ts";
import type { CliIO } from "./cli-io.ts";
import { requireRange } from "./day-range.ts";
import { requireDistinctFiles, requireNoBookFile } from "./distinct-files.ts";
import { EXIT } from "./exit-codes.ts";
import { featuresOption, openFeatureStates, whileLocked, writeFeatureStates } from "./features-option.ts";
import { tell } from "./print.ts";
import { RunOutputs } from "./run-outputs.ts";

interface ChargesArguments {
  readonly book: string;
  readonly from: string;
  readonly to: string;
  readonly out?: string;
  readonly features?: string;
  readonly json?: boolean;
  readonly csv?: string;
  readonly summary?: string;
}

const EXAMPLES = `
Examples:
  tollbook charges --book book.json --from 2026-10-01 --to 2026-10-31 --features features.jsonl --out october.jsonl
  tollbook charges --book book.json --from 2026-10-01 --to 2026-10-31 --csv october.csv
  tollbook charges --book book.json --from 2026-10-01 --to 2026-10-31 --json

Without --features nothing is remembered, so the next run charges the same again.

Exit status: 0 all features charged or not due, 1 a file could not be read or the book is invalid,
2 wrong usage, 3 some features are in error.
`;

/** Adds `tollbook charges`: what the features of a book are charged for some days. */
export function addChargesCommand(program: Command, io: CliIO, finish: (exitCode: number) => void): void {
  program
    .command("charges")
    .description("charge the features of a book for a range of days: rentals, connections, instalments")
    .requiredOption("--book <file>", "the book")
    .requiredOption("--from <date>", "the first day, YYYY-MM-DD")
    .requiredOption("--to <date>", "the last day, YYYY-MM-DD")
    .option("--out <file>", "where the transactions go; without it, and without --csv, standard output")
    .addOption(featuresOption())
    .addOption(new Option("--json", "write one JSON document, with features and warnings").conflicts("csv"))
    .option("--csv <file>", "write the transactions as CSV; - is standard output")
    .option("--summary <file>", "write the summary as JSON, too")
    .addHelpText("after", EXAMPLES)
    .action(async (options: ChargesArguments) => finish(await chargesOf(options, io)));
}

async function chargesOf(options: ChargesArguments, io: CliIO): Promise<number> {
  requireRange(options);
  const { book, out, csv, features, summary } = options;
  const main = out ?? (csv === undefined ? "-" : undefined);
  const written = { "--out": main, "--csv": csv, "--features": features, "--summary": summary };
  await requireDistinctFiles({ "--book": book, ...written }, io);
  return whileLocked([features], io, async (locks) => {
    const earlier = await openFeatureStates(features, io);
    const opened = await openBookFile(book, io, { path: features, states: earlier });
    await requireNoBookFile(written, opened.files);
    return chargeBook(options, { ...opened, earlier, main, locks }, io);
  });
}

interface Run {
  readonly book: OpenedBook;
  readonly data: BookData;
  readonly earlier: FeatureStates | undefined;
  readonly main: string | undefined;
  readonly locks: readonly StateLock[];
}

async function chargeBook(
  { from, to, features, json, csv, summary: summaryPath }: ChargesArguments,
  { book, data, earlier, main, locks }: Run,
  io: CliIO,
): Promise<number> {
  const charged = charges(book, from, to);
  const summary = chargeSummary(book, charged, from);
  const outputs = new RunOutputs(io);
  try {
    const output = await outputs.openIf(main);
    const table = await outputs.openIf(csv);
    const summaryFile = await outputs.openIf(summaryPath);
    if (output !== undefined && json === true) await writeDocument(output, charged);
    else if (output !== undefined)
      await writeLines(output, formatOfName(output.name) ?? "jsonl", book, charged);
    if (table !== undefined) await writeLines(table, "csv", book, charged);
    await summaryFile?.write(
      `${JSON.stringify({ engine: ENGINE_VERSION, bookDigest: bookDigest(data), from, to, ...summary }, undefined, 2)}\n`,
    );
    // What was charged is named last: a run that does not finish charges nothing.
    await writeFeatureStates(features, outputs, { data, earlier, changed: charged.features });
    for (const lock of locks) await lock.check();
    await outputs.finish();
  } finally {
    await outputs.discard();
  }
  tell(io, formatChargeSummary(summary, { from, currencyDecimals: book.settings.currencyDecimals }));
  return charged.errors.length > 0 ? EXIT.someInError : EXIT.ok;
}

const COLUMNS = [...TRANSACTION_FIELDS, "error", "message", "field"];

async function writeLines(
  output: Output,
  format: "jsonl" | "csv",
  book: OpenedBook,
  charged: Charged,
): Promise<void> {
  const writer = await createRecordWriter(output, { format, columns: COLUMNS });
  for (const line of chargeLines(book, charged)) await writer.write(line);
}

/** One JSON document, a record in each line: it may be longer than a text can be. */
async function writeDocument(
  output: Output,
  { transactions, features, errors, warnings }: Charged,
): Promise<void> {
  const lists = Object.entries({ transactions, features, errors, warnings });
  for (const [place, [name, records]] of lists.entries()) {
    await output.write(`${place === 0 ? "{" : ",\n "}${JSON.stringify(name)}: [`);
    for (const [at, record] of records.entries()) {
      await output.write(`${at === 0 ? "" : ","}\n  ${JSON.stringify(record)}`);
    }
    await output.write(records.length === 0 ? "]" : "\n ]");
  }
  await output.write("}\n");
}
