import { basename } from "node:path";
import {
  type AppliedSheet,
  applySheet,
  implausibleJumps,
  inCurrencyOf,
  type RateChange,
  type RateSheet,
  readRateSheet,
  readSheetMapping,
  type SheetProblem,
  unlessAborted,
} from "../../files/index.ts";
import { checkBook, type RateLine } from "../../index.ts";
import { harmless, shortened } from "../../report/index.ts";
import { type BookChange, issueLine, loadSoundBook, requireNone, writeBook } from "../book-file.ts";
import { andMore, CliError, type CliIO, counted, EXIT, table } from "../cli-io.ts";
import {
  BOOK,
  declareCommand,
  filesOf,
  flag,
  type Given,
  named,
  needed,
  optional,
  requireDay,
  required,
} from "../declare-command.ts";
import { requireDistinctFiles } from "../distinct-files.ts";
import { withFiles } from "../run-files.ts";

const OPTIONS = {
  sheet: required("<file>", "the price list, CSV, also packed with gzip; - is standard input"),
  mapping: needed(named("<file|name>", "which column is what; a JSON file or a preset")),
  tariff: required("<name>", "name or id of the tariff"),
  book: BOOK,
  out: required("<file>", "the new book, which may replace the old one; - is standard output"),
  from: optional("<date>", "first date of prices for which the sheet has none, YYYY-MM-DD"),
  acceptJumps: flag("import prices that jump implausibly, too"),
  removeDestinations: flag("also remove destinations of prefixes that no tariff has a line for any more"),
  addDestinations: optional(
    "<type>",
    "add destinations of this call type for prefixes to which none of the tariff's class leads",
  ),
};

/** Many problems are shown, because a wrong decimal sign gives a problem for every row. */
const CHANGE: BookChange = { done: "imported", shown: 50 };

export const importCommand = declareCommand({
  name: "import",
  description: "put a carrier's price list into a tariff, and say what changes",
  options: OPTIONS,
  examples: `
Examples:
  tollbook import --sheet a-z.csv --mapping prefixes --tariff "Flat UK" --book book.json --out new-book.json
  tollbook import --sheet a-z.csv --mapping prefixes --tariff "Flat UK" --add-destinations UK --book book.json --out new-book.json
  tollbook import --sheet northway-rates.csv --mapping northway-mapping.json --tariff 52 --from 2026-12-01 --book book.json --out book.json

Exit status: 0 the new book is there, 1 the sheet has problems, its prices jump or the book cannot be used; then
nothing is written.
`,
  run: importSheet,
});

async function importSheet(options: Given<typeof OPTIONS>, io: CliIO): Promise<number> {
  await requireDistinctFiles(filesOf(options, "sheet", "mapping", "out"), io);
  const { from, removeDestinations, addDestinations } = options;
  if (from !== undefined) requireDay("--from", from);
  const mapping = await unlessAborted(readSheetMapping(options.mapping), io.signal);
  const loaded = await loadSoundBook(options, CHANGE, io);
  const sheet = await withFiles(io, async (files) => {
    const input = await files.openInput(options.sheet);
    return await readRateSheet(input.source, inCurrencyOf(loaded.data, mapping), basename(input.name));
  });
  const name = options.sheet === "-" ? "standard input" : basename(options.sheet);
  const result = applySheet(loaded.data, options.tariff, sheet, {
    from,
    removeDestinations,
    addDestinations,
  });
  const problems = result.problems.map((problem) => problemLine(problem, name));
  requireNone(name, problems, CHANGE);
  const finding = implausibleJumps(result.comparison);
  if (finding.reasons.length > 0 && !options.acceptJumps) {
    const { jumps, reasons } = finding;
    const largest = jumps.length === 0 ? "" : `:\n${changesText(jumps, sheet.locations).trimEnd()}`;
    throw new CliError(
      EXIT.unreadable,
      `${name}: ${reasons.join("; ")}, so nothing was imported${largest}`,
      "Look for a lost decimal point, another unit or a sheet cut short; --accept-jumps imports it as it is.",
    );
  }
  requireSoundBook(result, name, basename(options.book));
  const report = formatImport({ sheet, name, result, options });
  await writeBook(result.data, loaded, { paths: options, report }, io);
  return EXIT.ok;
}

/** Refuses faults of a sheet that only the whole book shows, such as a period that the book lacks. */
function requireSoundBook({ data, tariffIndex, lineRows }: AppliedSheet, name: string, book: string): void {
  const { problems } = checkBook(data);
  const path = `tariffs[${tariffIndex}].rates`;
  const origins = [{ path, file: name, lines: lineRows.map((row) => row ?? 0) }];
  const lines = problems.map((issue) => {
    const lineIndex = issue.path.startsWith(`${path}[`)
      ? Number.parseInt(issue.path.slice(path.length + 1), 10)
      : -1;
    return issueLine(issue, lineRows[lineIndex] === undefined ? [] : origins);
  });
  requireNone(`${book} with ${name}`, lines, CHANGE);
}

/** A problem with its row and its column: `a-z.csv:12: Rate: "x" is not an amount`. */
function problemLine({ row, column, message }: SheetProblem, name: string): string {
  const position = row === undefined ? name : `${name}:${row}`;
  return harmless(column === undefined ? `${position}: ${message}` : `${position}: ${column}: ${message}`);
}

const SHOWN_CHANGES = 10;
const SHOWN_NOTES = 5;
const SHOWN_LINES = 5;
const SHOWN_COLUMNS = 20;

interface ImportReport {
  readonly sheet: RateSheet;
  readonly name: string;
  readonly result: AppliedSheet;
  readonly options: {
    readonly tariff: string;
    readonly removeDestinations?: boolean;
    readonly addDestinations?: string;
  };
}

function formatImport({ sheet, name, result, options }: ImportReport): string {
  const { comparison, ended, untouched, withdrawn } = result;
  const { changed, gone, unchanged } = comparison;
  const made = [
    counted(sheet.lines.length, "line"),
    ...(sheet.destinations.length > 0 ? [counted(sheet.destinations.length, "destination")] : []),
    ...(sheet.deletions.length > 0 ? [`${sheet.deletions.length} taken out`] : []),
    ...(sheet.chargeBands.length > 0 ? [counted(sheet.chargeBands.length, "charge band")] : []),
    ...(result.callTypes.length > 0 ? [counted(result.callTypes.length, "new call type")] : []),
  ];
  const oldLines = [
    ...(ended > 0 ? [`${ended} older ended the day before`] : []),
    ...(withdrawn > 0 ? [`${withdrawn} from later dates, which the sheet does not have, taken out`] : []),
    ...(untouched > 0 ? [`${untouched} not in the sheet and left as before`] : []),
  ];
  return [
    `${name}: ${counted(sheet.rows, "row")}, ${counted(sheet.notes.length, "note")}; ${made.join(", ")} for ${options.tariff}\n`,
    notesText(sheet),
    unreadText(sheet),
    `${comparison.new.length} new, ${gone.length} gone, ${changed.length} changed, ${unchanged} unchanged\n`,
    oldLines.length > 0 ? `${oldLines.join("; ")}\n` : "",
    changed.length > 0 ? `Largest changes\n${changesText(changed, sheet.locations)}` : "",
    // In a first import every line is new, so new lines are not listed.
    changed.length + unchanged + gone.length > 0 ? linesText("New", comparison.new, sheet.locations) : "",
    linesText("Gone", gone, new Map([...result.goneLocations, ...sheet.locations])),
    destinationsText(result, options.removeDestinations === true),
    addedText(result, options.addDestinations),
    ...result.warnings.map((warning) => `warning  ${harmless(warning)}\n`),
    result.warnings.length > 0 && options.addDestinations === undefined
      ? "  --add-destinations TYPE adds destinations of a call type for the sheet's prefixes\n"
      : "",
  ].join("");
}

/** The destinations that were added for prefixes without a destination. */
function addedText({ addedDestinations }: AppliedSheet, tariffType = ""): string {
  if (addedDestinations.length === 0) return "";
  const rows = firstRows(addedDestinations, ({ prefix, location }) => [
    short(String(prefix)),
    short(String(location ?? "")),
  ]);
  const what = `${counted(addedDestinations.length, "destination")} of ${short(tariffType)} added, for prefixes to which none led`;
  return `${what}\n${rows}`;
}

/** The destinations of prefixes that have left the book. */
function destinationsText({ goneDestinations }: AppliedSheet, areRemoved: boolean): string {
  if (goneDestinations.length === 0) return "";
  const rows = firstRows(goneDestinations, ({ prefix, location, tariffType }) => [
    short(String(prefix)),
    short(String(location || tariffType)),
  ]);
  const what = `${counted(goneDestinations.length, "destination")} of prefixes that no tariff has a line for any more`;
  const fate = areRemoved ? "removed" : "left as before; --remove-destinations removes them";
  return `${what}, ${fate}\n${rows}`;
}

/** Lines that only one of two lists has, in brief. */
function linesText(title: string, lines: readonly RateLine[], locations: RateSheet["locations"]): string {
  if (lines.length === 0) return "";
  return `${title}\n${firstRows(lines, (line) => [...nameOf(line, locations), String(line.cost ?? "")])}`;
}

/** The first elements of a list as rows of a table, a price in the third column, and how many more there are. */
function firstRows<T>(list: readonly T[], rowOf: (element: T) => readonly string[]): string {
  return table(list.slice(0, SHOWN_LINES).map(rowOf), new Set([2])) + andMore(list, SHOWN_LINES);
}

/** The prefix or call type of a line, and its location and period in words. */
function nameOf(line: RateLine, locations: RateSheet["locations"]): [key: string, location: string] {
  const key = line.prefix || line.tariffType || "";
  return [short(key), [short(locations.get(key) ?? ""), line.tariffTime].filter(Boolean).join(", ")];
}

function notesText({ notes }: RateSheet): string {
  const shown = notes
    .slice(0, SHOWN_NOTES)
    .map(({ row, kind, text }) => `  row ${row}${kind === "note" ? "" : ` (${kind})`}: ${short(text)}\n`);
  return shown.join("") + andMore(notes, SHOWN_NOTES, "more note", "more notes");
}

/** The columns that the mapping does not read, each once. */
function unreadText({ unreadColumns }: RateSheet): string {
  if (unreadColumns.length === 0) return "";
  const names = unreadColumns.slice(0, SHOWN_COLUMNS).map((name) => JSON.stringify(short(name)));
  const more = unreadColumns.length - names.length;
  const list = `${names.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  const [columns, one] = unreadColumns.length === 1 ? ["the column", "it"] : ["the columns", "one of them"];
  return `warning  the mapping does not read ${columns} ${list}; if ${one} is a price or another value of calls, name it under "columns" in a mapping, else under "ignoredColumns"\n`;
}

function changesText(changed: readonly RateChange[], locations: RateSheet["locations"]): string {
  const rows = changed.slice(0, SHOWN_CHANGES).map(({ after, prices, otherFields }) => {
    const [price] = prices;
    return [
      ...nameOf(after, locations),
      price?.field ?? otherFields.join(", "),
      price === undefined ? "" : (price.before ?? "blank"),
      price === undefined ? "" : `→ ${price.after ?? "blank"}`,
      percentText(price?.percent),
    ];
  });
  return table(rows, new Set([3, 4, 5])) + andMore(changed, SHOWN_CHANGES);
}

function percentText(percent: string | null | undefined): string {
  if (percent === null || percent === undefined) return "";
  return `${percent.startsWith("-") ? "" : "+"}${percent} %`;
}

/** A text of a sheet, shortened to one line of a terminal. */
function short(text: string): string {
  return shortened(harmless(text.replace(/\s+/g, " ")), 60);
}
