import { type ChargeBand, type Destination, quoteValue, type RateLine } from "../../model/index.ts";
import { endOfLines } from "../block-cutter.ts";
import { type CsvRow, csvRows, returnsIn } from "../csv-records.ts";
import { asFileErrors, FileError } from "../file-error.ts";
import { unpacked } from "../sources/index.ts";
import { asBuffer, type ByteSource, linesOf, type ReadLine, textBody } from "../text.ts";
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

/** The beginning of an object with fields, or of a list of objects; no header of a CSV file is written so. */
const JSON_START = /^\s*(?:\{\s*"|\[\s*\{)/;
const JSON_START_BYTES = 64;

/** A sheet as text, as bytes, or as a stream of either. */
export type SheetSource = string | Uint8Array | ByteSource;

type SheetEncoding = "utf-8" | "windows-1252" | "latin1" | "utf-16le";

/** The bytes of a sheet as UTF-8. Throws a FileError where they are no text of the encoding. */
function inUtf8(sheet: string | Uint8Array, encoding: SheetEncoding, name: string): Uint8Array {
  if (typeof sheet === "string") return Buffer.from(sheet);
  if (encoding === "utf-8") return sheet;
  if (encoding === "utf-16le") return Buffer.from(decodeUtf16(sheet, name));
  // Sheets that claim Latin-1 are windows-1252 in truth. Every byte is a character there, so nothing is refused.
  return Buffer.from(decodeWindows1252(sheet));
}

/** All bytes of a stream, unpacked. Throws a FileError where it fails or is larger than any price list. */
function gathered(source: ByteSource, name: string): Promise<Uint8Array> {
  return asFileErrors(name, async () => {
    const pieces: Uint8Array[] = [];
    let left = MAX_SHEET_BYTES;
    for await (const piece of unpacked(source, name)) {
      left -= piece.length;
      if (left < 0) throw new FileError(name, `is larger than ${MAX_SHEET_BYTES} bytes`);
      // A copy, because the next piece may take the same memory.
      pieces.push(Buffer.from(piece));
    }
    return Buffer.concat(pieces);
  });
}

/** The text of bytes in UTF-16. Throws a FileError with the line of half a character, which no text has. */
function decodeUtf16(bytes: Uint8Array, name: string): string {
  const text = asBuffer(bytes).toString("utf16le");
  const half = text.search(/\p{Surrogate}/u);
  if (half < 0 && bytes.length % 2 === 0) return text;
  const before = half < 0 ? text : text.slice(0, half);
  throw new FileError(name, "is not UTF-16 text", { line: before.split("\n").length });
}

/**
 * The characters of the bytes 80 to 9F in windows-1252, in order. Node's decoder is of no use here: in several releases
 * the decoder takes these bytes for control characters, so that a price list would depend on the release of Node.
 */
const FROM_80 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

/** The text of bytes in windows-1252; the five bytes without a meaning there become control characters. */
function decodeWindows1252(bytes: Uint8Array): string {
  const text = asBuffer(bytes).toString("latin1");
  return text.replace(
    /[\u0080-\u009f]/g,
    (character) => FROM_80[character.charCodeAt(0) - 0x80] ?? character,
  );
}

/** A record from a sheet, and its row. */
interface FromRow<T> {
  readonly record: T;
  readonly row: number;
}

/** Gathers the records from the rows of a sheet, and finds rows that contradict each other. */
class SheetCollector {
  readonly lines: RateLine[] = [];
  readonly lineRows: number[] = [];
  readonly deletions: SheetDeletion[] = [];
  readonly destinations = new Map<string, FromRow<Destination>>();
  readonly chargeBands = new Map<string, FromRow<ChargeBand>>();
  readonly callTypes = new Map<string, number>();
  readonly locations = new Map<string, string>();
  readonly #mapping: OpenedMapping;
  readonly #problems: SheetProblem[];
  readonly #lineByKey = new Map<string, FromRow<RateLine>>();
  #isFull = false;

  constructor(mapping: OpenedMapping, problems: SheetProblem[]) {
    this.#mapping = mapping;
    this.#problems = problems;
  }

  /** Adds a row; false where earlier rows give the same records. */
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
    const earlier = this.#lineByKey.get(same);
    if (earlier !== undefined) {
      const difference = differenceOf(earlier.record, line);
      if (difference !== undefined) {
        const message = `${quoteValue(key)} stands in row ${earlier.row} with another ${difference}`;
        this.#problems.push({ row, column: keyColumn?.name, message });
      }
      return false;
    }
    if (this.lines.length >= MAX_SHEET_LINES) {
      const message = `the sheet becomes more than ${MAX_SHEET_LINES} lines`;
      if (!this.#isFull) this.#problems.push({ row, column: undefined, message });
      this.#isFull = true;
      return false;
    }
    this.#lineByKey.set(same, { record: line, row });
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
      else if (earlier.record.tariffType !== tariffType) {
        const message = `${quoteValue(prefix)} ${otherCallType(earlier, tariffType)}`;
        this.#problems.push({ row, column: keyColumn?.name, message });
        continue;
      }
      const { carrier } = this.#mapping;
      const record = {
        prefix,
        tariffType,
        ...(location !== "" && { location }),
        ...(carrier !== undefined && { locationCarrier: carrier }),
        ...this.#direction,
      };
      this.destinations.set(prefix, { row: earlier?.row ?? row, record });
    }
    return isNew;
  }

  #addChargeBand({ row, chargeBand, tariffType }: RowEntry): boolean {
    if (chargeBand === "") return false;
    const earlier = this.chargeBands.get(chargeBand);
    if (earlier !== undefined) {
      if (earlier.record.tariffType !== tariffType) {
        const message = `the charge code ${quoteValue(chargeBand)} ${otherCallType(earlier, tariffType)}`;
        this.#problems.push({ row, column: undefined, message });
      }
      return false;
    }
    const { carrier } = this.#mapping;
    const record = {
      ...(carrier !== undefined && { callCarrier: carrier }),
      chargeBand,
      tariffType,
      ...this.#direction,
    };
    this.chargeBands.set(chargeBand, { row, record });
    return true;
  }

  get #direction(): { readonly direction?: "inbound" } {
    return this.#mapping.direction === "inbound" ? { direction: "inbound" } : {};
  }
}

function otherCallType({ row, record }: FromRow<Destination | ChargeBand>, tariffType: string): string {
  return `stands in row ${row} with another call type (${quoteValue(record.tariffType)}; here ${quoteValue(tariffType)})`;
}

/** The first difference of two lines for the same calls, in words; undefined for equal lines. */
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
 * `mapping` is a mapping or the name of a preset. A stream that is packed with gzip is unpacked while it is read.
 * Throws a FileError where the mapping is wrong or the source cannot be read, or has more than 256 MB unpacked; faults
 * of the sheet itself are in `problems`.
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
  const sheet =
    typeof source === "string" || source instanceof Uint8Array ? source : await gathered(source, name);
  try {
    const { encoding, skipLines, delimiter } = opened;
    const bytes = textBody(asBuffer(inUtf8(sheet, encoding, name)), name);
    if (JSON_START.test(bytes.toString("latin1", 0, JSON_START_BYTES))) {
      throw new FileError(name, "is JSON; a rate sheet is CSV", { line: 1 });
    }
    const skipped = endOfLines(bytes, skipLines);
    // The last line may have no line feed.
    const start = skipped.lines < skipLines ? bytes.length : skipped.end;
    for (const line of linesOf(bytes.subarray(0, start), 1)) reading.noteSkipped(line);
    for (const row of csvRows(bytes.subarray(start), 1 + skipLines, delimiter)) {
      reading.read(row);
      if (reading.isHopeless) break;
    }
  } catch (error) {
    // The bytes are in memory, so an error is a fault of the sheet.
    if (!(error instanceof FileError)) throw error;
    reading.refuse(error);
  }
  return reading.end();
}

/** Reads a sheet row by row; problems come in the order of their rows. */
class SheetReading {
  /** Set: the columns are not known, so that no row can be read, and every row would repeat that problem. */
  isHopeless = false;
  readonly #mapping: OpenedMapping;
  readonly #collector: SheetCollector;
  readonly notes: SheetNote[] = [];
  readonly problems: SheetProblem[] = [];
  #reader: SheetRowReader | undefined;
  #header: readonly string[] = [];
  #rows = 0;
  #usedRows = 0;

  constructor(mapping: OpenedMapping) {
    this.#mapping = mapping;
    this.#collector = new SheetCollector(mapping, this.problems);
  }

  /** Notes a line that the mapping skips; the line may have any content. */
  noteSkipped(line: ReadLine): void {
    if (!("text" in line) || line.text.trim() === "") return;
    this.#rows++;
    this.notes.push({ row: line.line, kind: "note", text: line.text.slice(0, MAX_NOTE) });
  }

  read(row: CsvRow): void {
    if (this.isHopeless || (this.#reader === undefined && this.#begin(row))) return;
    this.#rows++;
    if ("reason" in row) {
      this.problems.push(unreadable(row));
      return;
    }
    const entry = this.#reader?.read(row);
    if (entry === undefined) return;
    const before = this.problems.length;
    if (this.#collector.add(entry)) this.#usedRows++;
    else if (this.problems.length === before) {
      const text = row.cells.join(" | ").slice(0, MAX_NOTE);
      this.notes.push({ row: row.line, kind: "repeated", text });
    }
  }

  /** Finds the columns by the first row; true where the row is the header, or cannot be read without its columns. */
  #begin(row: CsvRow): boolean {
    const isHeader = this.#mapping.header === "yes";
    if (isHeader && "reason" in row) {
      // Without its header every column would be missing, too.
      this.problems.push(unreadable(row));
      this.isHopeless = true;
      return true;
    }
    const header = isHeader && "cells" in row ? row : undefined;
    this.#header = header?.cells ?? [];
    const layout = layOut(this.#mapping, header, this.problems);
    this.isHopeless = this.problems.length > 0;
    this.#reader = new SheetRowReader(this.#mapping, layout, this);
    return isHeader || this.isHopeless;
  }

  refuse({ line, reason }: FileError): void {
    this.problems.push({ row: line, column: undefined, message: reason });
  }

  end(): RateSheet {
    const found = this.#collector;
    const problems = this.problems.toSorted((a, b) => (a.row ?? 0) - (b.row ?? 0));
    if (problems.length === 0 && found.lines.length + found.deletions.length === 0) {
      const message = `the sheet has no row with a price${returnsIn(this.#header)}`;
      problems.push({ row: undefined, column: undefined, message });
    }
    const only = <T>(list: Iterable<T>): readonly T[] => (problems.length === 0 ? [...list] : []);
    const { linesBy, sheetIs, newCallTypes, carrier, direction, currency } = this.#mapping;
    return {
      lines: only(found.lines),
      destinations: only([...found.destinations.values()].map(({ record }) => record)),
      chargeBands: only([...found.chargeBands.values()].map(({ record }) => record)),
      callTypes: only(found.callTypes.keys()),
      deletions: only(found.deletions),
      notes: this.notes,
      unreadColumns: this.#reader?.unreadColumns ?? [],
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
