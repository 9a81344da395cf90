/** The texts that a dialect makes of the cells of a row: most are slices of the file, new texts are in a scratch. */
import { reading } from "../../../kernel/index.ts";
import type { OpenedCell } from "../../dialects/index.ts";
import { openSteps, type ReadText, type StepSettings } from "../../dialects/values/index.ts";
import { CAREFULLY, type CallCells } from "../call-cells.ts";
import type { CutLists } from "../cut-lists.ts";

const SPACE = 32;
const LETTER_N = 78;
const MOST_ASCII = 127;

/** The longest length with a bit of its own; longer texts share this bit. */
export const MOST_LENGTH = 31;

/** A set of texts, looked up by their bytes. */
class TextSet {
  /** A bit for each length of a text in the set; the last for all longer texts. */
  #lengths = 0;
  readonly #texts: readonly Uint8Array[];

  constructor(texts: ReadonlySet<string>) {
    this.#texts = [...texts].map((text) => Buffer.from(text));
    for (const { length } of this.#texts) this.#lengths |= 1 << Math.min(length, MOST_LENGTH);
  }

  has(bytes: Uint8Array, start: number, end: number): boolean {
    const length = end - start;
    if ((this.#lengths & (1 << (length > MOST_LENGTH ? MOST_LENGTH : length))) === 0) return false;
    for (let index = 0; index < this.#texts.length; index++) {
      const text = this.#texts[index] as Uint8Array;
      if (text.length === length && isAt(bytes, start, text)) return true;
    }
    return false;
  }
}

/** Finds and makes texts of one row after another; holds the last text. */
export class RowTexts {
  readonly cells: CallCells;
  readonly bytes: Buffer;
  /** Where the last text begins and ends; equal if the text is blank. */
  start = 0;
  end = 0;
  /** The index of the column whose whole cell is the last text; -1 for any other text. */
  column = -1;
  /** Whether quotes in the last text are doubled; whether it has quotes that are not. */
  isEscaped = false;
  hasQuotes = false;
  rows = 0;
  /** Texts that count as blank in every column. */
  readonly #blank: TextSet | undefined;
  /** The escape byte, which makes the next byte literal. */
  readonly #escaping: number | undefined;

  constructor(cells: CallCells, blank: ReadonlySet<string>, escaping?: number) {
    this.cells = cells;
    this.#escaping = escaping;
    this.bytes = cells.memory;
    this.#blank = blank.size === 0 ? undefined : new TextSet(blank);
  }

  /** Leaves out white space around a cell; false if the row needs the slow path. */
  trim(column: number): boolean {
    const { cells, bytes } = this;
    let start = cells.cellStart[column] as number;
    let end = cells.cellEnd[column] as number;
    if (start === end) return true;
    if (this.#escaping !== undefined && cells.isCellEscaped[column] === 1) {
      if (!this.#unescape(column, this.#escaping)) return false;
      start = cells.cellStart[column] as number;
      end = cells.cellEnd[column] as number;
    }
    let first = bytes[start] as number;
    let last = bytes[end - 1] as number;
    if (first <= SPACE || last <= SPACE) {
      while (start < end && isSpace(bytes[start] as number)) start++;
      while (start < end && isSpace(bytes[end - 1] as number)) end--;
      cells.trimCell(column, start, end);
      if (start === end) return true;
      first = bytes[start] as number;
      last = bytes[end - 1] as number;
    }
    if (first > MOST_ASCII || last > MOST_ASCII) {
      // There is white space beyond ASCII.
      const text = cells.text(start, end, false);
      if (text.trim() !== text) return false;
    }
    return true;
  }

  /** Makes the text of a cell without its escapes; false if there is no room. */
  #unescape(column: number, escaping: number): boolean {
    const { cells, bytes } = this;
    const start = cells.cellStart[column] as number;
    const end = cells.cellEnd[column] as number;
    cells.isCellEscaped[column] = 0;
    // \N, which databases write for a cell without a value, stays.
    if (end - start === 2 && bytes[start + 1] === LETTER_N) return true;
    const from = this.cells.scratchAt;
    if (end - start > cells.scratchEnd - from) return false;
    let to = from;
    for (let at = start; at < end; at++) {
      if (bytes[at] === escaping) at++;
      bytes[to++] = bytes[at] as number;
    }
    this.cells.scratchAt = to;
    cells.trimCell(column, from, to);
    return true;
  }

  /** Whether a cell has a text that counts as blank. */
  isBlank(column: number): boolean {
    const { cellStart, cellEnd } = this.cells;
    return this.#blank?.has(this.bytes, cellStart[column] as number, cellEnd[column] as number) === true;
  }

  /** Finds the cell of a column; false if the cell is empty. */
  find(column: number): boolean {
    const { cellStart, cellEnd, isCellEscaped } = this.cells;
    this.start = cellStart[column] as number;
    this.end = cellEnd[column] as number;
    this.column = column;
    this.hasQuotes = false;
    if (this.start === this.end) return false;
    this.isEscaped = isCellEscaped[column] === 1;
    return true;
  }

  /** Whether the text is ASCII and has none of the lengths of a bit set. */
  isOtherThan(lengths: number): boolean {
    const { start, end } = this;
    if ((lengths & (1 << Math.min(end - start, MOST_LENGTH))) !== 0 || this.isEscaped) return false;
    return isAscii(this.bytes, start, end);
  }

  blank(): void {
    this.start = 0;
    this.end = 0;
    this.column = -1;
    this.isEscaped = false;
    this.hasQuotes = false;
  }

  cut(start: number, end: number): void {
    this.start = start;
    this.end = end;
    this.column = -1;
  }

  get text(): string {
    return this.cells.text(this.start, this.end, this.isEscaped);
  }

  /** Whether the kernel has found the name code of the text. */
  get hasCode(): boolean {
    return this.column >= 0 && this.cells.hasCode(this.column);
  }

  /** The name code of the text; 0 if blank, or NO_NAME. */
  get code(): number {
    const { names } = this.cells;
    if (this.start === this.end) return 0;
    if (this.column >= 0) {
      const code = this.cells.cellCode(this.column);
      if (code !== reading.NO_CODE) return code;
    }
    return this.isEscaped ? names.codeOfText(this.text) : names.codeOf(this.start, this.end);
  }

  /** The name code of the text, or of its first `bytes` if the text is longer and these are ASCII; or NO_NAME. */
  codeOfBeginning(bytes: number): number {
    const { start, end } = this;
    const last = start + bytes;
    if (last >= end || this.isEscaped || this.hasCode || !isAscii(this.bytes, start, last)) return this.code;
    return this.cells.names.codeOf(start, last);
  }

  /** Writes a new text; false if there is no room. */
  put(text: string): boolean {
    const start = this.cells.scratchAt;
    if (text.length * 3 > this.cells.scratchEnd - start) return false;
    this.cells.scratchAt = start + this.bytes.write(text, start);
    this.column = -1;
    this.isEscaped = false;
    this.hasQuotes = text.includes('"');
    this.start = start;
    this.end = this.cells.scratchAt;
    return true;
  }

  /** Joins the cells of columns that are not blank, with a mark between; false if the row needs the slow path. */
  join(columns: readonly number[], mark: Buffer, none: TextSet | undefined): boolean {
    const { bytes } = this;
    const { cellStart, cellEnd, isCellEscaped, scratchEnd: last } = this.cells;
    const from = this.cells.scratchAt;
    let to = from;
    for (const column of columns) {
      const start = cellStart[column] as number;
      const end = cellEnd[column] as number;
      if (start === end || none?.has(bytes, start, end) === true) continue;
      if (isCellEscaped[column] === 1 || to + mark.length + end - start > last) return false;
      if (to > from) for (let at = 0; at < mark.length; at++) bytes[to++] = mark[at] as number;
      for (let at = start; at < end; at++) bytes[to++] = bytes[at] as number;
    }
    this.cells.scratchAt = to;
    this.blank();
    this.cut(from, to);
    return true;
  }
}

/** The index of a column among the cells of a row; -1 if the file does not have the column. */
export type ColumnIndexes = (column: string) => number;

/** The tools for finding and making the texts of a file. */
export interface TextSources {
  readonly columnIndexOf: ColumnIndexes;
  readonly texts: RowTexts;
  readonly settings: StepSettings;
  readonly cutLists: CutLists;
}

/** A value of a dialect that is taken from cells. */
export class CellText {
  readonly #columns: readonly number[];
  /** The index of the only column, whose cell is the whole value; -1 for any other value. */
  readonly #onlyColumn: number;
  readonly #mark: Buffer | undefined;
  readonly #none: TextSet | undefined;
  /** Address of the list of the leading steps that only cut, or 0; the steps behind these; and all steps. */
  readonly cuts: number;
  readonly #rest: ReadText | undefined;
  readonly #read: ReadText | undefined;
  /** Whether all steps only cut a text, without a copy. */
  readonly isCut: boolean;
  readonly #texts: RowTexts;
  /** A cache of the text of the row that asked last. */
  #row = -1;
  #isFound = false;
  #start = 0;
  #end = 0;
  #column = -1;
  #isEscaped = false;
  #hasQuotes = false;

  constructor(cell: OpenedCell, { columnIndexOf, texts, settings, cutLists }: TextSources) {
    this.#columns = cell.columns.map(columnIndexOf).filter((index) => index >= 0);
    this.#mark = cell.join === undefined ? undefined : Buffer.from(cell.join);
    this.#none = cell.none.size === 0 ? undefined : new TextSet(cell.none);
    const { address, count } = cutLists.list(cell.steps);
    this.cuts = address;
    this.#rest = openSteps(cell.steps.slice(count), settings);
    this.#read = openSteps(cell.steps, settings);
    this.isCut = count > 0 && count === cell.steps.length;
    this.#texts = texts;
    const isAlone = this.#columns.length === 1 && this.#mark === undefined && this.#none === undefined;
    this.#onlyColumn = isAlone ? (this.#columns[0] as number) : -1;
  }

  /** Finds the value with its steps done; false if the row needs the slow path. */
  find(): boolean {
    if (this.#read === undefined) return this.findCell();
    const texts = this.#texts;
    if (this.#row !== texts.rows) {
      this.#isFound = this.#findAnew(this.#read);
      this.#row = texts.rows;
      this.#start = texts.start;
      this.#end = texts.end;
      this.#column = texts.column;
      this.#isEscaped = texts.isEscaped;
      this.#hasQuotes = texts.hasQuotes;
      return this.#isFound;
    }
    texts.start = this.#start;
    texts.end = this.#end;
    texts.column = this.#column;
    texts.isEscaped = this.#isEscaped;
    texts.hasQuotes = this.#hasQuotes;
    return this.#isFound;
  }

  #findAnew(read: ReadText): boolean {
    const texts = this.#texts;
    if (!this.findCell()) return false;
    if (texts.start === texts.end) return true;
    return this.cuts > 0 && !texts.isEscaped ? this.#cut(read) : this.#turn(read);
  }

  #cut(read: ReadText): boolean {
    const texts = this.#texts;
    const { cells } = texts;
    const start = cells.cut(this.cuts, texts.start, texts.end);
    if (start === CAREFULLY) return this.#turn(read);
    if (start !== texts.start || cells.cutEnd !== texts.end) texts.cut(start, cells.cutEnd);
    return this.#rest === undefined || this.#turn(this.#rest);
  }

  /** Finds the value before its steps; false if the row needs the slow path. */
  findCell(): boolean {
    const texts = this.#texts;
    if (this.#onlyColumn >= 0) {
      if (!texts.find(this.#onlyColumn)) texts.blank();
      return true;
    }
    if (this.#mark !== undefined) return texts.join(this.#columns, this.#mark, this.#none);
    for (const column of this.#columns) {
      if (!texts.find(column)) continue;
      if (this.#none?.has(texts.bytes, texts.start, texts.end) !== true) return true;
    }
    texts.blank();
    return true;
  }

  #turn(read: ReadText): boolean {
    const texts = this.#texts;
    const text = texts.text;
    const turned = read(text);
    if (typeof turned !== "string") return false;
    return turned === text || texts.put(turned);
  }
}

function isSpace(code: number): boolean {
  return code === SPACE || (code >= 9 && code <= 13);
}

function isAscii(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if ((bytes[at] as number) > MOST_ASCII) return false;
  return true;
}

/** Whether the bytes at an address are the bytes of a text. */
function isAt(bytes: Uint8Array, start: number, text: Uint8Array): boolean {
  for (let at = 0; at < text.length; at++) if (bytes[start + at] !== text[at]) return false;
  return true;
}
