import { basename } from "node:path";
import type { Command } from "commander";
import {
  type AppliedSheet,
  applySheet,
  implausibleJumps,
  loadBook,
  openInput,
  type RateSheet,
  readRateSheet,
  readSheetMapping,
  type SheetMapping,
  type SheetProblem,
} from "../files/index.ts";
import { type BookData, checkBook } from "../index.ts";
import { harmless } from "../report/index.ts";
import { issueLine } from "./book-file.ts";
import { CliError } from "./cli-error.ts";
import type { CliIO } from "./cli-io.ts";
import { requireDistinctFiles, requireNoBookFile } from "./distinct-files.ts";
import { EXIT } from "./exit-codes.ts";
import { formatImport, formatJumps } from "./import-report.ts";
import { counted, print, tell } from "./print.ts";
import { unlessInterrupted } from "./unless-interrupted.ts";
import { keptText, writeBook } from "./write-book.ts";

interface ImportArguments {
  readonly sheet: string;
  readonly mapping: string;
  readonly tariff: string;
  readonly book: string;
  readonly out: string;
  readonly from?: string;
  readonly acceptJumps?: boolean;
  readonly removeDestinations?: boolean;
}

/** Problems that are shown; a wrong decimal sign makes one of every row. */
const SHOWN_PROBLEMS = 50;

const EXAMPLES = `
Examples:
  tollbook import --sheet a-z.csv --mapping prefixes --tariff "Flat UK" --book book.json --out new-book.json
  tollbook import --sheet northway-rates.csv --mapping northway-mapping.json --tariff 52 --from 2026-12-01 --book book.json --out book.json

Exit status: 0 the new book is there, 1 the sheet has problems, its prices jump or the book cannot be used; then
nothing is written.
`;

/** Adds `tollbook import`: a carrier's price list becomes lines of a tariff. */
export function addImportCommand(program: Command, io: CliIO, finish: (exitCode: number) => void): void {
  program
    .command("import")
    .description("put a carrier's price list into a tariff, and say what changes")
    .requiredOption("--sheet <file>", "the price list, CSV; - is standard input")
    .requiredOption("--mapping <file|name>", "which column is what; a JSON file or a preset")
    .requiredOption("--tariff <name>", "name or id of the tariff")
    .requiredOption("--book <file>", "the book")
    .requiredOption("--out <file>", "the new book, which may replace the old one; - is standard output")
    .option("--from <date>", "first date of prices for which the sheet has none, YYYY-MM-DD")
    .option("--accept-jumps", "import prices that jump implausibly, too")
    .option(
      "--remove-destinations",
      "also remove destinations of prefixes that no tariff has a line for any more",
    )
    .addHelpText("after", EXAMPLES)
    .action(async (options: ImportArguments) => finish(await importSheet(options, io)));
}

async function importSheet(options: ImportArguments, io: CliIO): Promise<number> {
  await requireDistinctFiles(
    {
      "--sheet": options.sheet,
      "--mapping": options.mapping,
      "--out": options.out,
    },
    io,
  );
  const mapping = await unlessInterrupted(readSheetMapping(options.mapping), io);
  const loaded = await unlessInterrupted(loadBook(options.book), io);
  await requireNoBookFile({ "--out": options.out }, loaded.files);
  const book = basename(options.book);
  const before = checkBook(loaded.data).problems;
  if (before.length > 0) {
    throw refused(
      book,
      before.map((issue) => issueLine(issue, loaded.origins)),
    );
  }
  const sheet = await readSheet(options.sheet, inCurrencyOf(loaded.data, mapping), io);
  const name = options.sheet === "-" ? "standard input" : basename(options.sheet);
  const result = applySheet(loaded.data, options.tariff, sheet, {
    from: options.from,
    removeDestinations: options.removeDestinations,
  });
  if (result.problems.length > 0) {
    throw refused(
      name,
      result.problems.map((problem) => problemLine(problem, name)),
    );
  }
  const finding = implausibleJumps(result.comparison);
  if (finding.reasons.length > 0 && options.acceptJumps !== true) {
    throw new CliError(
      EXIT.unreadable,
      `${name}: ${finding.reasons.join("; ")}, so nothing was imported${formatJumps(finding, sheet.locations)}`,
      "Look for a lost decimal point, another unit or a sheet cut short; --accept-jumps imports it as it is.",
    );
  }
  requireSoundBook(result, name, book);
  io.signal?.throwIfAborted();
  const kept = await writeBook(result.data, { from: options.book, loaded, out: options.out, io });
  const report = `${formatImport({ sheet, name, result, options })}${keptText(kept)}`;
  if (options.out === "-") tell(io, report);
  else await print(io, report);
  return EXIT.ok;
}

/** A mapping that does not say it takes the decimal places of the currency from the book. */
function inCurrencyOf({ currencyDecimals }: BookData, mapping: SheetMapping): SheetMapping {
  return currencyDecimals === undefined ? mapping : { currencyDecimals, ...mapping };
}

async function readSheet(path: string, mapping: SheetMapping, io: CliIO): Promise<RateSheet> {
  const input = await openInput(path, { stdin: io.stdin, ...(io.signal && { signal: io.signal }) });
  try {
    return await readRateSheet(input.source, mapping, basename(input.name));
  } finally {
    input.close();
  }
}

/** What a sheet may do to a book that only the whole book shows, such as name a period that it lacks. */
function requireSoundBook({ data, tariffIndex, lineRows }: AppliedSheet, name: string, book: string): void {
  const { problems } = checkBook(data);
  if (problems.length === 0) return;
  const lines = lineRows.map((row) => row ?? 0);
  const path = `tariffs[${tariffIndex}].rates`;
  const origins = [{ path, file: name, lines }];
  throw refused(
    `${book} with ${name}`,
    problems.map((issue) => {
      const index = issue.path.startsWith(`${path}[`)
        ? Number.parseInt(issue.path.slice(path.length + 1), 10)
        : -1;
      return issueLine(issue, lineRows[index] === undefined ? [] : origins);
    }),
  );
}

function refused(what: string, lines: readonly string[]): CliError {
  const shown = lines.slice(0, SHOWN_PROBLEMS).map((line) => `\n  ${line}`);
  const more = lines.length - shown.length;
  return new CliError(
    EXIT.unreadable,
    `${what} has ${counted(lines.length, "problem")}, so nothing was imported:${shown.join("")}${more > 0 ? `\n  … and ${more} more` : ""}`,
  );
}

/** A problem with its row and its column: `a-z.csv:12: Rate: "x" is not an amount`. */
function problemLine({ row, column, message }: SheetProblem, name: string): string {
  const place = row === undefined ? name : `${name}:${row}`;
  return harmless(column === undefined ? `${place}: ${message}` : `${place}: ${column}: ${message}`);
}
