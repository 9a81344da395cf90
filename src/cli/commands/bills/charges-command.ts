import { chargeLines } from "../../../charges/index.ts";
import { bookDigest, type FileFormat, formatOfName, type Output } from "../../../files/index.ts";
import { type Charged, charges, ENGINE_VERSION, TRANSACTION_FIELDS } from "../../../index.ts";
import { openBookFile } from "../../book-file.ts";
import { type CliIO, EXIT, tell } from "../../cli-io.ts";
import {
  BOOK,
  declareCommand,
  FEATURES,
  filesOf,
  flag,
  type Given,
  instead,
  optional,
  required,
  requireRange,
  SUMMARY,
} from "../../declare-command.ts";
import { requireDistinctFiles, requireNoBookFile } from "../../distinct-files.ts";
import { openFeatureStates, whileLocked, writeFeatureStates, writeRecords } from "../../run-files.ts";
import { chargeSummary, formatChargeSummary } from "./charge-summary.ts";

const OPTIONS = {
  book: BOOK,
  from: required("<date>", "the first day charged, YYYY-MM-DD"),
  to: required("<date>", "the last day charged, YYYY-MM-DD"),
  out: optional("<file>", "where the transactions go; without it, and without --csv, standard output"),
  features: FEATURES,
  json: instead(flag("write one JSON document, with features and warnings"), ["csv"]),
  csv: optional("<file>", "write the transactions as CSV; - is standard output"),
  summary: SUMMARY,
};

export const chargesCommand = declareCommand({
  name: "charges",
  description: "charge the features of a book for a range of days: rentals, connections, instalments",
  options: OPTIONS,
  examples: `
Examples:
  tollbook charges --book book.json --from 2026-10-01 --to 2026-10-31 --features features.jsonl --out october.jsonl
  tollbook charges --book book.json --from 2026-10-01 --to 2026-10-31 --csv october.csv
  tollbook charges --book book.json --from 2026-10-01 --to 2026-10-31 --json

Without --features nothing is remembered, so the next run charges the same again.

Exit status: 0 all features charged or not due, 1 a file could not be read or the book is invalid,
2 wrong usage, 3 some features are in error.
`,
  run: chargeFeatures,
});

async function chargeFeatures(options: Given<typeof OPTIONS>, io: CliIO): Promise<number> {
  requireRange(options);
  const { from, to, csv, features } = options;
  const out = options.out ?? (csv === undefined ? "-" : undefined);
  const written = filesOf({ ...options, out }, "out", "csv", "features", "summary");
  await requireDistinctFiles({ "--book": options.book, ...written }, io);
  return whileLocked([features], io, async (files, stillLocked) => {
    const earlier = await openFeatureStates(features, io);
    const bookFile = await openBookFile(options.book, io, { features, states: earlier });
    const { book, data } = bookFile;
    await requireNoBookFile(written, bookFile.files);
    const charged = charges(book, from, to);
    const summary = chargeSummary(book, charged, from);
    const output = await files.openIf(out);
    const table = await files.openIf(csv);
    const writeSummary = await files.openSummary(options.summary);
    const write = (to: Output, format: FileFormat): Promise<void> =>
      writeRecords(to, COLUMNS, chargeLines(book, charged), format);
    if (output !== undefined && options.json) await writeDocument(output, charged);
    else if (output !== undefined) await write(output, formatOfName(output.name) ?? "jsonl");
    if (table !== undefined) await write(table, "csv");
    await writeSummary({ engine: ENGINE_VERSION, bookDigest: bookDigest(data), from, to, ...summary });
    // The state file is renamed last: a run that does not finish charges nothing.
    await writeFeatureStates(features, files, { data, earlier, changed: charged.features });
    await stillLocked();
    await files.finish();
    tell(io, formatChargeSummary(summary, { from, currencyDecimals: book.settings.currencyDecimals }));
    return charged.errors.length > 0 ? EXIT.someInError : EXIT.ok;
  });
}

const COLUMNS = [...TRANSACTION_FIELDS, "error", "message", "field"];

/** Writes one JSON document, a record in each line: the document may be longer than a string can be. */
async function writeDocument(
  output: Output,
  { transactions, features, errors, warnings }: Charged,
): Promise<void> {
  const lists = Object.entries({ transactions, features, errors, warnings });
  for (const [index, [name, records]] of lists.entries()) {
    await output.write(`${index === 0 ? "{" : ",\n "}${JSON.stringify(name)}: [`);
    for (const [at, record] of records.entries()) {
      await output.write(`${at === 0 ? "" : ","}\n  ${JSON.stringify(record)}`);
    }
    await output.write(records.length === 0 ? "]" : "\n ]");
  }
  await output.write("}\n");
}
