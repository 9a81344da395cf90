import { basename } from "node:path";
import {
  type AppliedSheet,
  applySheet,
  implausibleJumps,
  readRateSheet,
  readSheetMapping,
  type SheetMapping,
  type SheetProblem,
} from "../../files/index.ts";
import { type BookData, checkBook } from "../../index.ts";
import { harmless } from "../../report/index.ts";
import { type BookChange, issueLine, loadSoundBook, requireNone, writeBook } from "../book-file.ts";
import { CliError, EXIT } from "../cli-error.ts";
import { type CliIO, unlessInterrupted } from "../cli-io.ts";
import { declareCommand, filesOf, flag, type Given, optional, required } from "../declare-command.ts";
import { requireDistinctFiles } from "../distinct-files.ts";
import { withFiles } from "../run-files.ts";
import { BOOK } from "../shared-options.ts";
import { formatImport, formatJumps } from "./import-report.ts";

const OPTIONS = {
  sheet: required("<file>", "the price list, CSV; - is standard input"),
  mapping: required("<file|name>", "which column is what; a JSON file or a preset"),
  tariff: required("<name>", "name or id of the tariff"),
  book: BOOK,
  out: required("<file>", "the new book, which may replace the old one; - is standard output"),
  from: optional("<date>", "first date of prices for which the sheet has none, YYYY-MM-DD"),
  acceptJumps: flag("import prices that jump implausibly, too"),
  removeDestinations: flag("also remove destinations of prefixes that no tariff has a line for any more"),
};

/** Of problems many are shown, as a wrong decimal sign makes one of every row. */
const CHANGE: BookChange = { done: "imported", shown: 50 };

const EXAMPLES = `
Examples:
  tollbook import --sheet a-z.csv --mapping prefixes --tariff "Flat UK" --book book.json --out new-book.json
  tollbook import --sheet northway-rates.csv --mapping northway-mapping.json --tariff 52 --from 2026-12-01 --book book.json --out book.json

Exit status: 0 the new book is there, 1 the sheet has problems, its prices jump or the book cannot be used; then
nothing is written.
`;

/** `tollbook import`: a carrier's price list becomes lines of a tariff. */
export const importCommand = declareCommand({
  name: "import",
  description: "put a carrier's price list into a tariff, and say what changes",
  options: OPTIONS,
  examples: EXAMPLES,
  run: importSheet,
});

async function importSheet(options: Given<typeof OPTIONS>, io: CliIO): Promise<number> {
  await requireDistinctFiles(filesOf(options, "sheet", "mapping", "out"), io);
  const { from, removeDestinations } = options;
  const mapping = await unlessInterrupted(readSheetMapping(options.mapping), io);
  const loaded = await loadSoundBook(options, CHANGE, io);
  const sheet = await withFiles(io, async (files) => {
    const input = await files.openInput(options.sheet);
    return await readRateSheet(input.source, inCurrencyOf(loaded.data, mapping), basename(input.name));
  });
  const name = options.sheet === "-" ? "standard input" : basename(options.sheet);
  const result = applySheet(loaded.data, options.tariff, sheet, { from, removeDestinations });
  requireNone(
    name,
    result.problems.map((problem) => problemLine(problem, name)),
    CHANGE,
  );
  const finding = implausibleJumps(result.comparison);
  if (finding.reasons.length > 0 && !options.acceptJumps) {
    throw new CliError(
      EXIT.unreadable,
      `${name}: ${finding.reasons.join("; ")}, so nothing was imported${formatJumps(finding, sheet.locations)}`,
      "Look for a lost decimal point, another unit or a sheet cut short; --accept-jumps imports it as it is.",
    );
  }
  requireSoundBook(result, name, basename(options.book));
  const report = formatImport({ sheet, name, result, options });
  await writeBook(result.data, loaded, { paths: options, report }, io);
  return EXIT.ok;
}

/** A mapping that does not say it takes the decimal places of the currency from the book. */
function inCurrencyOf({ currencyDecimals }: BookData, mapping: SheetMapping): SheetMapping {
  return currencyDecimals === undefined ? mapping : { currencyDecimals, ...mapping };
}

/** What a sheet may do to a book that only the whole book shows, such as name a period that it lacks. */
function requireSoundBook({ data, tariffIndex, lineRows }: AppliedSheet, name: string, book: string): void {
  const { problems } = checkBook(data);
  const path = `tariffs[${tariffIndex}].rates`;
  const origins = [{ path, file: name, lines: lineRows.map((row) => row ?? 0) }];
  const lines = problems.map((issue) => {
    const index = issue.path.startsWith(`${path}[`)
      ? Number.parseInt(issue.path.slice(path.length + 1), 10)
      : -1;
    return issueLine(issue, lineRows[index] === undefined ? [] : origins);
  });
  requireNone(`${book} with ${name}`, lines, CHANGE);
}

/** A problem with its row and its column: `a-z.csv:12: Rate: "x" is not an amount`. */
function problemLine({ row, column, message }: SheetProblem, name: string): string {
  const place = row === undefined ? name : `${name}:${row}`;
  return harmless(column === undefined ? `${place}: ${message}` : `${place}: ${column}: ${message}`);
}
