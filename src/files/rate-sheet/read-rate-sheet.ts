import { type ChargeBand, type Destination, quoteValue, type RateLine } from "../../model/index.ts";
import { readCsvRows } from "../block-cutter.ts";
import type { CsvRow } from "../csv-records.ts";
import { FileError, fileErrorOf } from "../file-error.ts";
import { type ByteSource, inPieces, type ReadLine } from "../text.ts";
import { isMoney, type SheetMapping } from "./mapping.ts";
import { type OpenedMapping, openMapping } from "./open-mapping.ts";
import {
  MAX_SHEET_BYTES,
  MAX_SHEET_LINES,
  type RateSheet,
  type SheetDeletion,
  type SheetNote,
  type SheetProblem,
} from "./rate-sheet.ts";
import { MAX_NOTE, type RowEntry, SheetRowReader } from "./row-reader.ts";
import { layOut } from "./sheet-layout.ts";

/** A sheet as it may be handed in: its text, its bytes, or a stream of them. */
export type SheetSource = string | Uint8Array | ByteSource;

type SheetEncoding = "utf-8" | "windows-1252" | "latin1" | "utf-16le";

/** All bytes of a sheet, as UTF-8. Throws a FileError where the source fails or is larger than any price list. */
async function bytesOfSheet(source: SheetSource, encoding: SheetEncoding, name: string): Promise<Uint8Array> {
  if (typeof source === "string") return Buffer.from(source);
  const bytes = source instanceof Uint8Array ? source : await gathered(source, name);
  if (encoding === "utf-8") return bytes;
  if (encoding === "utf-16le") return Buffer.from(new TextDecoder(encoding).decode(bytes));
  // What calls itself Latin-1 is windows-1252 in truth. Every byte is a character there, so nothing is refused.
  return Buffer.from(decodeWindows1252(bytes));
}

async function gathered(source: ByteSource, name: string): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let left = MAX_SHEET_BYTES;
  try {
    for await (const piece of source) {
      const bytes = typeof piece === "string" ? Buffer.from(piece) : piece;
      left -= bytes.length;
      if (left < 0) throw new FileError(name, `is larger than ${MAX_SHEET_BYTES} bytes`);
      pieces.push(bytes);
    }
  } catch (error) {
    throw fileErrorOf(error, name);
  }
  return Buffer.concat(pieces);
}

/**
 * What the bytes 80 to 9F are in windows-1252, in order. Node's own decoder is of no use here: of several releases it
 * takes these bytes for control characters, so that a price list would depend on the Node that reads it.
 */
const FROM_80 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

/** The text of bytes in windows-1252; the five that mean nothing there stay the control characters they are. */
function decodeWindows1252(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  return text.replace(
    /[\u0080-\u009f]/g,
    (character) => FROM_80[character.charCodeAt(0) - 0x80] ?? character,
  );
}

/** Something a sheet says, and the row that says it. */
interface Said<T> {
  readonly what: T;
  readonly row: number;
}

/** Gathers what the rows of a sheet say, and finds the rows that contradict each other. */
class SheetCollector {
  readonly lines: RateLine[] = [];
  readonly lineRows: number[] = [];
  readonly deletions: SheetDeletion[] = [];
  readonly destinations = new Map<string, Said<Destination>>();
  readonly chargeBands = new Map<string, Said<ChargeBand>>();
  readonly callTypes = new Map<string, number>();
  readonly locations = new Map<string, string>();
  readonly problems: SheetProblem[] = [];
  readonly #mapping: OpenedMapping;
  readonly #said = new Map<string, Said<RateLine>>();
  #isFull = false;

  constructor(mapping: OpenedMapping) {
    this.#mapping = mapping;
  }

  /** Takes in a row; false where an earlier one says all of it already. */
  add(entry: RowEntry): boolean {
    const { linesBy } = this.#mapping;
    const keys = linesBy === "prefix" ? entry.prefixes : [entry.tariffType];
    if (entry.isDeletion) {
      for (const key of keys) this.deletions.push({ key, startDate: entry.lines[0]?.startDate || undefined });
      return true;
    }
    let isNew = false;
    for (const key of keys) {
      if (entry.location !== "") this.locations.set(key, entry.location);
      for (const line of entry.lines) {
        const whole =
          linesBy === "prefix" ? { prefix: key, ...line } : { tariffType: entry.tariffType, ...line };
        if (this.#addLine(key, whole, entry)) isNew = true;
      }
    }
    if (entry.tariffType !== "" && !this.callTypes.has(entry.tariffType)) {
      this.callTypes.set(entry.tariffType, entry.row);
    }
    return [this.#addDestinations(entry), this.#addChargeBand(entry), isNew].includes(true);
  }

  #addLine(key: string, line: RateLine, { row, keyColumn }: RowEntry): boolean {
    const same = `${key.length} ${key} ${line.startDate ?? ""} ${line.tariffTime ?? ""}`;
    const earlier = this.#said.get(same);
    if (earlier !== undefined) {
      const difference = differenceOf(earlier.what, line);
      if (difference !== undefined) {
        const what = `${quoteValue(key)} stands in row ${earlier.row} with another ${difference}`;
        this.problems.push({ row, column: keyColumn?.name, message: what });
      }
      return false;
    }
    if (this.lines.length >= MAX_SHEET_LINES) {
      const message = `the sheet becomes more than ${MAX_SHEET_LINES} lines`;
      if (!this.#isFull) this.problems.push({ row, column: undefined, message });
      this.#isFull = true;
      return false;
    }
    this.#said.set(same, { what: line, row });
    this.lines.push(line);
    this.lineRows.push(row);
    return true;
  }

  #addDestinations({ row, keyColumn, prefixes, tariffType, location }: RowEntry): boolean {
    if (!this.#mapping.destinations) return false;
    let isNew = false;
    for (const prefix of prefixes) {
      const earlier = this.destinations.get(prefix);
      if (earlier === undefined) isNew = true;
      else if (earlier.what.tariffType !== tariffType) {
        const message = `${quoteValue(prefix)} ${otherCallType(earlier, tariffType)}`;
        this.problems.push({ row, column: keyColumn?.name, message });
        continue;
      }
      const { carrier } = this.#mapping;
      const what = {
        prefix,
        tariffType,
        ...(location !== "" && { location }),
        ...(carrier !== undefined && { locationCarrier: carrier }),
        ...this.#direction,
      };
      this.destinations.set(prefix, { row: earlier?.row ?? row, what });
    }
    return isNew;
  }

  #addChargeBand({ row, chargeBand, tariffType }: RowEntry): boolean {
    if (chargeBand === "") return false;
    const earlier = this.chargeBands.get(chargeBand);
    if (earlier !== undefined) {
      if (earlier.what.tariffType !== tariffType) {
        const message = `the charge code ${quoteValue(chargeBand)} ${otherCallType(earlier, tariffType)}`;
        this.problems.push({ row, column: undefined, message });
      }
      return false;
    }
    const { carrier } = this.#mapping;
    const what = {
      ...(carrier !== undefined && { callCarrier: carrier }),
      chargeBand,
      tariffType,
      ...this.#direction,
    };
    this.chargeBands.set(chargeBand, { row, what });
    return true;
  }

  get #direction(): { readonly direction?: "inbound" } {
    return this.#mapping.direction === "inbound" ? { direction: "inbound" } : {};
  }
}

function otherCallType({ row, what }: Said<Destination | ChargeBand>, tariffType: string): string {
  return `stands in row ${row} with another call type (${quoteValue(what.tariffType)}; here ${quoteValue(tariffType)})`;
}

/** In what two lines for the same calls differ, in words; undefined where they are the same. */
function differenceOf(earlier: RateLine, line: RateLine): string | undefined {
  for (const name of new Set([...Object.keys(earlier), ...Object.keys(line)])) {
    const before = earlier[name as keyof RateLine] ?? "blank";
    const here = line[name as keyof RateLine] ?? "blank";
    if (before !== here) return `${isMoney(name) ? "price" : "value"} (${name} ${before}; here ${here})`;
  }
  return undefined;
}

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
    const skipped = { lines: opened.skipLines, onLine: (line: ReadLine) => reading.noteSkipped(line) };
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

class SheetReading {
  /** Set: its columns are not known, so that no row can be read, and each of them would only say so again. */
  isHopeless = false;
  readonly #mapping: OpenedMapping;
  readonly #collector: SheetCollector;
  readonly #notes: SheetNote[] = [];
  readonly #problems: SheetProblem[] = [];
  #reader: SheetRowReader | undefined;
  #rows = 0;
  #usedRows = 0;

  constructor(mapping: OpenedMapping) {
    this.#mapping = mapping;
    this.#collector = new SheetCollector(mapping);
  }

  /** Notes a line that the mapping skips; it may be anything. */
  noteSkipped(line: ReadLine): void {
    if (!("text" in line) || line.text.trim() === "") return;
    this.#rows++;
    this.#notes.push({ row: line.line, kind: "note", text: line.text.slice(0, MAX_NOTE) });
  }

  read(row: CsvRow): void {
    if (this.isHopeless || (this.#reader === undefined && this.#begin(row))) return;
    this.#rows++;
    if ("reason" in row) {
      this.#problems.push(unreadable(row));
      return;
    }
    const entry = this.#reader?.read(row);
    if (entry === undefined) return;
    const { problems } = this.#collector;
    const before = problems.length;
    if (this.#collector.add(entry)) this.#usedRows++;
    else if (problems.length === before) {
      this.#reader?.notes.push({
        row: row.line,
        kind: "repeated",
        text: row.cells.join(" | ").slice(0, MAX_NOTE),
      });
    }
  }

  /** Learns the columns from the first row; true where that row is a header or replaces one. */
  #begin(row: CsvRow): boolean {
    const isHeader = this.#mapping.header === "yes";
    if (isHeader && "reason" in row) this.#problems.push(unreadable(row));
    const header = isHeader && "cells" in row ? row : undefined;
    const layout = layOut(this.#mapping, header, this.#problems);
    this.isHopeless = this.#problems.length > 0;
    this.#reader = new SheetRowReader(this.#mapping, layout);
    return isHeader || this.isHopeless;
  }

  refuse({ line, reason }: FileError): void {
    this.#problems.push({ row: line, column: undefined, message: reason });
  }

  end(): RateSheet {
    const found = this.#collector;
    const problems = [...this.#problems, ...(this.#reader?.problems ?? []), ...found.problems].sort(
      (a, b) => (a.row ?? 0) - (b.row ?? 0),
    );
    if (problems.length === 0 && found.lines.length + found.deletions.length === 0) {
      problems.push({ row: undefined, column: undefined, message: "the sheet has no row with a price" });
    }
    const only = <T>(list: Iterable<T>): readonly T[] => (problems.length === 0 ? [...list] : []);
    const { linesBy, sheetIs, newCallTypes, carrier, direction, currency } = this.#mapping;
    return {
      lines: only(found.lines),
      destinations: only([...found.destinations.values()].map(({ what }) => what)),
      chargeBands: only([...found.chargeBands.values()].map(({ what }) => what)),
      callTypes: only(found.callTypes.keys()),
      deletions: only(found.deletions),
      notes: [...this.#notes, ...(this.#reader?.notes ?? [])],
      problems,
      rows: this.#rows,
      usedRows: this.#usedRows,
      lineRows: only(found.lineRows),
      callTypeRows: only(found.callTypes.values()),
      locations: found.locations,
      linesBy,
      sheetIs,
      newCallTypes,
      carrier,
      direction,
      currency,
    };
  }
}

function unreadable({ line, reason }: { readonly line: number; readonly reason: string }): SheetProblem {
  const hint = reason === "is not UTF-8 text" ? '; name its "encoding", such as windows-1252' : "";
  return { row: line, column: undefined, message: `${reason}${hint}` };
}
