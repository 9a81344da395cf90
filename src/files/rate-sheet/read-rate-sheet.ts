import { readCsvRows } from "../block-cutter.ts";
import type { CsvRow } from "../csv-records.ts";
import { FileError } from "../file-error.ts";
import type { Line } from "../text.ts";
import { inPieces } from "../text.ts";
import { type OpenedMapping, openMapping } from "./open-mapping.ts";
import type { RateSheet, SheetNote, SheetProblem } from "./rate-sheet.ts";
import { RowReader } from "./row-reader.ts";
import { SheetCollector } from "./sheet-collector.ts";
import { layOut } from "./sheet-layout.ts";
import type { SheetMapping } from "./sheet-mapping.ts";
import { bytesOfSheet, type SheetSource } from "./sheet-source.ts";

/**
 * Reads a carrier's price list: rows become lines of a tariff, and where the mapping says so destinations, charge
 * bands and call types. Every row is used, a note, or has problems; with a problem nothing is imported, and all
 * problems come at once. Prices are moved as text, never calculated in floating point.
 *
 * `mapping` is a mapping or the name of a preset. Throws a FileError where the mapping is wrong or the source
 * cannot be read; whatever is wrong with the sheet itself is in `problems`.
 *
 * @example
 * const sheet = await readRateSheet("Prefix,Rate\n+44 20,0.0125\n", "prefixes");
 * sheet.lines; // => [{ prefix: "4420", cost: "1.25" }]
 * sheet.problems; // => []
 */
export async function readRateSheet(
  source: SheetSource,
  mapping: SheetMapping | string,
  name = "sheet",
): Promise<RateSheet> {
  const opened = openMapping(mapping);
  const reading = new SheetReading(opened);
  const bytes = await bytesOfSheet(source, opened.encoding, name);
  try {
    const skipped = { lines: opened.skipLines, onLine: (line: Line) => reading.noteSkipped(line) };
    const { delimiter } = opened;
    for await (const rows of readCsvRows(inPieces(bytes), { name, delimiter, skipped })) {
      for (const row of rows) reading.read(row);
      if (reading.isHopeless) break;
    }
  } catch (error) {
    // The bytes are there, so what is wrong with them is the sheet's own fault.
    if (!(error instanceof FileError)) throw error;
    reading.refuse(error);
  }
  return reading.end();
}

/** One sheet while it is read. */
class SheetReading {
  /** Set: its columns are not known, so that no row can be read, and each of them would only say so again. */
  isHopeless = false;
  readonly #mapping: OpenedMapping;
  readonly #collector: SheetCollector;
  readonly #notes: SheetNote[] = [];
  readonly #problems: SheetProblem[] = [];
  #reader: RowReader | undefined;
  #rows = 0;
  #usedRows = 0;

  constructor(mapping: OpenedMapping) {
    this.#mapping = mapping;
    this.#collector = new SheetCollector(mapping);
  }

  /** Notes a line that the mapping skips; it may be anything. */
  noteSkipped(line: Line): void {
    if (!("text" in line) || line.text.trim() === "") return;
    this.#rows++;
    this.#notes.push({ row: line.line, kind: "note", text: line.text.slice(0, 500) });
  }

  read(row: CsvRow): void {
    if (this.isHopeless || (this.#reader === undefined && this.#begin(row))) return;
    this.#rows++;
    if ("reason" in row) {
      this.#problems.push(unreadable(row));
      return;
    }
    const result = this.#reader?.read(row);
    if (result === undefined) return;
    if ("note" in result) this.#notes.push(result.note);
    else if ("problems" in result) {
      for (const problem of result.problems) this.#problems.push(problem);
    } else {
      const before = this.#collector.problems.length;
      const isNew = this.#collector.add(result.entry);
      if (isNew) this.#usedRows++;
      else if (this.#collector.problems.length === before) {
        this.#notes.push({ row: row.line, kind: "repeated", text: row.cells.join(" | ").slice(0, 500) });
      }
    }
  }

  /** Learns the columns from the first row; true where that is a header, or stands in its place. */
  #begin(row: CsvRow): boolean {
    const isHeader = this.#mapping.header === "yes";
    if (isHeader && "reason" in row) this.#problems.push(unreadable(row));
    const header = isHeader && "cells" in row ? row : undefined;
    const layout = layOut(this.#mapping, header, this.#problems);
    this.isHopeless = this.#problems.length > 0;
    this.#reader = new RowReader(this.#mapping, layout);
    return isHeader || this.isHopeless;
  }

  /** A file that is no text. */
  refuse({ line, reason }: FileError): void {
    this.#problems.push({ row: line, column: undefined, message: reason });
  }

  end(): RateSheet {
    const found = this.#collector;
    const problems = [...this.#problems, ...found.problems].sort((a, b) => (a.row ?? 0) - (b.row ?? 0));
    if (problems.length === 0 && found.lines.length + found.deletions.length === 0) {
      problems.push({ row: undefined, column: undefined, message: "the sheet has no row with a price" });
    }
    const isUsable = problems.length === 0;
    const only = <T>(list: readonly T[]): readonly T[] => (isUsable ? list : []);
    return {
      lines: only(found.lines),
      destinations: only([...found.destinations.values()].map(({ what }) => what)),
      chargeBands: only([...found.chargeBands.values()].map(({ what }) => what)),
      callTypes: only([...found.callTypes.keys()]),
      deletions: only(found.deletions),
      notes: this.#notes,
      problems,
      rows: this.#rows,
      usedRows: this.#usedRows,
      lineRows: only(found.lineRows),
      callTypeRows: only([...found.callTypes.values()]),
      locations: found.locations,
      linesBy: this.#mapping.linesBy,
      sheetIs: this.#mapping.sheetIs,
      newCallTypes: this.#mapping.newCallTypes,
      carrier: this.#mapping.carrier,
      direction: this.#mapping.direction,
      currency: this.#mapping.currency,
    };
  }
}

function unreadable({ line, reason }: { readonly line: number; readonly reason: string }): SheetProblem {
  const hint = reason === "is not UTF-8 text" ? '; name its "encoding", such as windows-1252' : "";
  return { row: line, column: undefined, message: `${reason}${hint}` };
}
