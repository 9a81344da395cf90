/** What `tollbook import` prints: how much a sheet holds, and what it changes. */
import type { AppliedSheet, JumpFinding, RateChange, RateSheet } from "../../files/index.ts";
import type { RateLine } from "../../index.ts";
import { harmless } from "../../report/index.ts";
import { counted, table } from "../terminal.ts";

/** Changes that are shown, the largest. */
const SHOWN_CHANGES = 10;
const SHOWN_NOTES = 5;
const SHOWN_LINES = 5;
/** Columns of the table of changes that hold amounts. */
const AMOUNTS: ReadonlySet<number> = new Set([3, 4, 5]);
const COSTS: ReadonlySet<number> = new Set([2]);

/** What an import has done. */
export interface ImportReport {
  readonly sheet: RateSheet;
  readonly name: string;
  readonly result: AppliedSheet;
  readonly options: { readonly tariff: string; readonly removeDestinations?: boolean };
}

/** The whole report as text. */
export function formatImport({ sheet, name, result, options }: ImportReport): string {
  const { comparison, ended, untouched } = result;
  const { changed, gone, unchanged } = comparison;
  const made = [
    counted(sheet.lines.length, "line"),
    ...(sheet.destinations.length > 0 ? [counted(sheet.destinations.length, "destination")] : []),
    ...(sheet.deletions.length > 0 ? [`${sheet.deletions.length} taken out`] : []),
    ...(sheet.chargeBands.length > 0 ? [counted(sheet.chargeBands.length, "charge band")] : []),
    ...(result.callTypes.length > 0 ? [counted(result.callTypes.length, "new call type")] : []),
  ];
  const others = [
    ...(ended > 0 ? [`${ended} older ended the day before`] : []),
    ...(untouched > 0 ? [`${untouched} not in the sheet and left as before`] : []),
  ];
  return [
    `${name}: ${counted(sheet.rows, "row")}, ${counted(sheet.notes.length, "note")}; ${made.join(", ")} for ${options.tariff}\n`,
    notesText(sheet),
    `${comparison.new.length} new, ${gone.length} gone, ${changed.length} changed, ${unchanged} unchanged\n`,
    others.length > 0 ? `${others.join("; ")}\n` : "",
    changed.length > 0 ? `Largest changes\n${changesText(changed, sheet.locations)}` : "",
    // A first import is new as a whole, and that is no news.
    changed.length + unchanged + gone.length > 0 ? linesText("New", comparison.new, sheet.locations) : "",
    linesText("Gone", gone, new Map([...result.goneLocations, ...sheet.locations])),
    destinationsText(result, options.removeDestinations === true),
    ...result.warnings.map((warning) => `warning  ${harmless(warning)}\n`),
  ].join("");
}

/** The destinations of prefixes that have left the book. */
function destinationsText({ goneDestinations }: AppliedSheet, areRemoved: boolean): string {
  if (goneDestinations.length === 0) return "";
  const rows = goneDestinations
    .slice(0, SHOWN_LINES)
    .map(({ prefix, location, tariffType }) => [
      short(String(prefix)),
      short(String(location || tariffType)),
    ]);
  const more = goneDestinations.length - rows.length;
  const what = `${counted(goneDestinations.length, "destination")} of prefixes that no tariff has a line for any more`;
  const fate = areRemoved ? "removed" : "left as before; --remove-destinations removes them";
  return `${what}, ${fate}\n${table(rows)}${more > 0 ? `  … and ${more} more\n` : ""}`;
}

/** Lines that only one of two lists has, in brief. */
function linesText(title: string, lines: readonly RateLine[], locations: RateSheet["locations"]): string {
  if (lines.length === 0) return "";
  const rows = lines
    .slice(0, SHOWN_LINES)
    .map((line) => [...nameOf(line, locations), line.cost ?? ""].map(String));
  const more = lines.length - rows.length;
  return `${title}\n${table(rows, COSTS)}${more > 0 ? `  … and ${more} more\n` : ""}`;
}

/** The prefix or call type of a line, and in words where and when that is. */
function nameOf(line: RateLine, locations: RateSheet["locations"]): [key: string, place: string] {
  const key = line.prefix || line.tariffType || "";
  return [short(key), [short(locations.get(key) ?? ""), line.tariffTime].filter(Boolean).join(", ")];
}

/** The prices because of which a sheet is refused, the largest jumps. */
export function formatJumps({ jumps }: JumpFinding, locations: RateSheet["locations"]): string {
  return jumps.length === 0 ? "" : `:\n${changesText(jumps, locations).trimEnd()}`;
}

function notesText({ notes }: RateSheet): string {
  const shown = notes
    .slice(0, SHOWN_NOTES)
    .map(({ row, kind, text }) => `  row ${row}${kind === "note" ? "" : ` (${kind})`}: ${short(text)}\n`);
  const more = notes.length - shown.length;
  return `${shown.join("")}${more > 0 ? `  … and ${counted(more, "more note", "more notes")}\n` : ""}`;
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
  const more = changed.length - rows.length;
  return `${table(rows, AMOUNTS)}${more > 0 ? `  … and ${more} more\n` : ""}`;
}

function percentText(percent: string | null | undefined): string {
  if (percent === null || percent === undefined) return "";
  return `${percent.startsWith("-") ? "" : "+"}${percent} %`;
}

/** Texts of a sheet on one line of a terminal. */
function short(text: string): string {
  const plain = harmless(text.replace(/\s+/g, " "));
  return plain.length <= 60 ? plain : `${plain.slice(0, 59)}…`;
}
