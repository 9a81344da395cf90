/** Reads the cells of one row, each in the plainest way that it allows. */

import { readColumnAmount, readColumnUsage, type UsageField } from "../../engine/index.ts";
import { MAX_EVENTS, MAX_SECONDS } from "../../model/index.ts";
import type { CallBlock, Cells } from "./call-block.ts";
import { ODD, signedUnitsIn, unitsIn } from "./cell-values.ts";
import { QUOTE } from "./csv-records.ts";
import { MAX_NAME_BYTES, type NameTable, NO_NAME } from "./name-table.ts";

const USAGE = {
  duration: { decimals: 3, max: MAX_SECONDS * 1_000 },
  bytes: { decimals: 0, max: Number.MAX_SAFE_INTEGER },
  events: { decimals: 0, max: MAX_EVENTS },
} as const;

/** The place of a cell that rows do not have; it counts as blank. */
export const NO_CELL = -1;

/** The cells of the row that is read now. A cell is named by its place in the row. */
export class CellReader {
  readonly block: CallBlock;
  /** Where each cell begins and ends; set for every row. */
  readonly start: Uint32Array;
  readonly end: Uint32Array;
  /** 1 where a cell holds doubled quotes. */
  readonly isEscaped: Uint8Array;

  bytes: Buffer = Buffer.alloc(0);
  /** The same bytes. */
  view: DataView = new DataView(this.bytes.buffer, 0, 0);
  names: NameTable;
  #isAscii = true;
  readonly #unescaped = new DataView(new ArrayBuffer(MAX_NAME_BYTES));

  constructor(width: number, block: CallBlock) {
    this.block = block;
    this.names = block.namesInUse.table;
    this.start = new Uint32Array(width);
    this.end = new Uint32Array(width);
    this.isEscaped = new Uint8Array(width);
  }

  /** Begins with the bytes in which cells stand. */
  begin(bytes: Buffer, isAscii: boolean): void {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#isAscii = isAscii;
  }

  /** Begins with an empty block of columns. */
  clear(): void {
    this.names = this.block.namesInUse.table;
    this.block.clear(this.bytes, this.names.names);
  }

  isBlank(place: number): boolean {
    return place < 0 || this.start[place] === this.end[place];
  }

  /** A cell as text, "" where there is none. */
  text(place: number): string {
    if (place < 0) return "";
    const text = this.bytes.toString("utf8", this.start[place], this.end[place]);
    return this.isEscaped[place] === 0 ? text : text.replaceAll('""', '"');
  }

  /** Leaves out what white space is around a cell; false where that cannot be told from its bytes. */
  trim(place: number): boolean {
    const { bytes } = this;
    let start = this.start[place] as number;
    let end = this.end[place] as number;
    while (start < end && isSpace(bytes[start] as number)) start++;
    while (start < end && isSpace(bytes[end - 1] as number)) end--;
    this.start[place] = start;
    this.end[place] = end;
    if (start === end || ((bytes[start] as number) < 128 && (bytes[end - 1] as number) < 128)) return true;
    // Beyond ASCII there are more kinds of it.
    const text = this.text(place);
    return text.trim() === text;
  }

  /** The code of a cell's text, or NO_NAME. */
  code(place: number): number {
    if (place < 0) return 0;
    const start = this.start[place] as number;
    const end = this.end[place] as number;
    if (start === end) return 0;
    if (this.isEscaped[place] === 0) return this.names.codeOf(this.view, start, end);
    if (end - start > MAX_NAME_BYTES) return NO_NAME;
    return this.names.codeOf(this.#unescaped, 0, this.#unescape(start, end));
  }

  /** Writes a text with its doubled quotes made single; gives its length. */
  #unescape(start: number, end: number): number {
    let length = 0;
    for (let at = start; at < end; at++) {
      const code = this.bytes[at] as number;
      this.#unescaped.setUint8(length++, code);
      if (code === QUOTE) at++;
    }
    return length;
  }

  /** Points a row of `column` to a cell, which has to be ASCII as it stands. */
  pointTo(column: Cells, row: number, place: number): boolean {
    if (place < 0) return true;
    const start = this.start[place] as number;
    const end = this.end[place] as number;
    column.start[row] = start;
    column.end[row] = end;
    return this.isEscaped[place] === 0 && (this.#isAscii || this.#isAsciiCell(start, end));
  }

  #isAsciiCell(start: number, end: number): boolean {
    for (let at = start; at < end; at++) if ((this.bytes[at] as number) > 127) return false;
    return true;
  }

  /** Points a row of the locations to a cell, however it is written. */
  pointToLocation(row: number, place: number): boolean {
    if (place < 0) return true;
    const { location, isLocationEscaped } = this.block;
    const start = this.start[place] as number;
    const end = this.end[place] as number;
    location.start[row] = start;
    location.end[row] = end;
    isLocationEscaped[row] = this.isEscaped[place] as number;
    return end - start <= MAX_NAME_BYTES;
  }

  /** A cell in units of a column of usage: NaN where blank, ODD where the record has to say. */
  usage(place: number, field: UsageField): number {
    if (place < 0) return Number.NaN;
    const { decimals, max } = USAGE[field];
    const usage = unitsIn(this.bytes, this.start[place] as number, this.end[place] as number, decimals);
    if (usage > max) return readColumnUsage(this.text(place), field) ?? ODD;
    return usage;
  }

  /**
   * A cell in whole units of 10^-decimals, which are micro-pence: NaN where blank, ODD where the record has to say.
   * `toPence` gives the same amount in pence.
   */
  microPence(place: number, decimals: number, toPence: (text: string) => string): number {
    if (place < 0) return Number.NaN;
    const amount = signedUnitsIn(
      this.bytes,
      this.start[place] as number,
      this.end[place] as number,
      decimals,
    );
    if (amount === ODD) return readColumnAmount(toPence(this.text(place))) ?? ODD;
    return amount;
  }
}

/** ASCII white space. */
function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13);
}
