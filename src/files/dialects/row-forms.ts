/** Cells of rows that are always one line: without quotes, with backslash escapes, or of fixed widths. */
import type { CsvRow } from "../csv-records.ts";
import type { ReadLine } from "../text.ts";
import type { FixedColumn, OpenedCallDialect } from "./opened-dialect.ts";

/** Reads the row of a line; undefined for a blank line. */
export type LineForm = (line: ReadLine) => CsvRow | undefined;

/** The reader of a dialect's lines; undefined for rows of several lines (CSV with quotes) and for JSON. */
export function lineFormOf({ reads, csv, fixed }: OpenedCallDialect): LineForm | undefined {
  if (reads === "fixed") return formOf((text) => fixedCells(text, fixed));
  if (reads !== "csv") return undefined;
  const { delimiter, quotes } = csv;
  if (quotes === "none") return formOf((text) => text.split(delimiter));
  return quotes === "backslash" ? formOf((text) => escapedCells(text, delimiter)) : undefined;
}

/** The cells of a line, or why a line cannot be split. */
type Cells = readonly string[] | string;

function formOf(cellsOf: (text: string) => Cells): LineForm {
  return (read) => {
    if ("reason" in read) return read;
    const { line, text } = read;
    if (text.includes("\0")) return { line, reason: "holds a NUL character" };
    if (text.trim() === "") return undefined;
    const cells = cellsOf(text);
    return typeof cells === "string" ? { line, reason: cells } : { line, cells };
  };
}

/** Columns count characters, some of which are two units of a string. */
function fixedCells(text: string, columns: readonly FixedColumn[]): readonly string[] {
  if (!/[\ud800-\udfff]/.test(text)) return columns.map(({ start, end }) => text.slice(start, end).trim());
  const characters = [...text];
  return columns.map(({ start, end }) => characters.slice(start, end).join("").trim());
}

/** The cell that databases write for a missing value; its backslash stays. */
const NO_VALUE = "\\N";

/** Cells that may be quoted, and in which a backslash makes the next character literal. */
function escapedCells(text: string, delimiter: string): Cells {
  const cells: string[] = [];
  for (let at = 0; ; at++) {
    const isQuoted = text[at] === '"';
    if (isQuoted) at++;
    const stop = isQuoted ? '"' : delimiter;
    const start = at;
    let cell = "";
    let from = at;
    while (at < text.length && text[at] !== stop) {
      if (text[at] === "\\") {
        if (at + 1 === text.length) return "ends with a backslash, which stands for nothing";
        cell += text.slice(from, at);
        from = ++at;
      }
      at++;
    }
    const written = text.slice(start, at);
    cells.push(written === NO_VALUE ? written : cell + text.slice(from, at));
    if (isQuoted) {
      if (at === text.length) return "opens a quoted cell that is not closed in its line";
      at++;
      if (at < text.length && text[at] !== delimiter) {
        return 'has text after a quoted cell; a quote within a quoted cell is written \\"';
      }
    }
    if (at >= text.length) return cells;
  }
}
