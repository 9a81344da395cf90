/** Cache of texts that lines share, by the codes on which they depend: made here once, found by the kernel. */
import { type Kernel, rows, textTables } from "../../kernel/index.ts";

/** A table that may exceed these limits is cleared: a hostile file has a new name on every line. */
const MOST_TEXTS = (1 << 19) - rows.BLOCK_ROWS;
const MOST_BYTES = 1 << 25;
/** Bytes of a piece of memory for texts; a longer text gets a piece of its length. */
const PIECE_BYTES = 1 << 16;
const FIRST_ENTRIES = 1 << 6;
/** Rows of a block, and the row that is filled for one discounted line. */
const ROWS_AND_ONE = rows.BLOCK_ROWS + 1;

/** Columns of the codes on which texts depend. */
export interface TextCodes {
  readonly first: number;
  readonly second: number;
  readonly third: number;
  /** Column that replaces a third code below 0, by -1 minus its value. */
  readonly fallback?: number;
  /** Whether rows whose first code is below 0 have no text. */
  readonly isOptional?: boolean;
}

/** Addresses of two columns: the start of each row's text, and its length, which is NO_TEXT for a row without text. */
export interface TextColumns {
  readonly starts: number;
  readonly lengths: number;
}

/** Text columns in which no row has a text. */
export function allocateTexts({ memory }: Kernel): TextColumns {
  const starts = memory.allocate(4 * ROWS_AND_ONE);
  const lengths = memory.allocate(4 * ROWS_AND_ONE);
  memory.views.workI32s.fill(textTables.NO_TEXT, lengths >> 2, (lengths >> 2) + ROWS_AND_ONE);
  return { starts, lengths };
}

export class TextTable {
  readonly columns: TextColumns;
  readonly #kernel: Kernel;
  readonly #codes: TextCodes;
  readonly #textOf: (first: number, second: number, third: number) => string;
  readonly #address: number;
  #entries: number;
  #entryBytes = FIRST_ENTRIES << textTables.ENTRY_SHIFT;
  #count = 0;
  #pieces: { readonly address: number; readonly bytes: number }[] = [];
  #bytes = 0;
  /** Address of the next text, and the end of its piece of memory. */
  #next = 0;
  #end = 0;

  constructor(
    kernel: Kernel,
    codes: TextCodes,
    textOf: (first: number, second: number, third: number) => string,
  ) {
    const { memory } = kernel;
    this.#kernel = kernel;
    this.#codes = codes;
    this.#textOf = textOf;
    this.columns = allocateTexts(kernel);
    this.#address = memory.allocate(textTables.TABLE_BYTES);
    this.#entries = this.#newEntries();
    this.#set(textTables.FIRST_CODE, codes.first);
    this.#set(textTables.SECOND_CODE, codes.second);
    this.#set(textTables.THIRD_CODE, codes.third);
    this.#set(textTables.FALLBACK, codes.fallback ?? 0);
    this.#set(textTables.IS_OPTIONAL, codes.isOptional === true ? 1 : 0);
    this.#set(textTables.STARTS, this.columns.starts);
    this.#set(textTables.LENGTHS, this.columns.lengths);
  }

  clear(): void {
    const { memory } = this.#kernel;
    for (const { address, bytes } of this.#pieces) memory.free(address, bytes);
    this.#pieces = [];
    this.#bytes = 0;
    this.#end = this.#next;
    this.#count = 0;
    memory.views.workU8s.fill(0, this.#entries, this.#entries + this.#entryBytes);
  }

  /** Finds the texts of the rows from `first` up to `end`. */
  find(first: number, end: number): void {
    if (this.#bytes > MOST_BYTES || this.#count > MOST_TEXTS) this.clear();
    const { functions } = this.#kernel;
    for (let row = first; ; ) {
      row = functions.findTexts(this.#address, row, end);
      if (row === end) return;
      this.#add(row);
    }
  }

  #add(row: number): void {
    const { memory, functions } = this.#kernel;
    const { first, second, third, fallback } = this.#codes;
    const codeOf = (column: number): number => memory.views.workI32s[(column >> 2) + row] as number;
    const thirdCode = codeOf(third);
    const last = thirdCode < 0 && fallback !== undefined ? -1 - codeOf(fallback) : thirdCode;
    const text = Buffer.from(this.#textOf(codeOf(first), codeOf(second), last));
    const start = this.#room(text.length);
    memory.views.workU8s.set(text, start);
    this.#count++;
    if (this.#count << (textTables.ENTRY_SHIFT + 1) > this.#entryBytes) this.#grow();
    functions.addText(this.#address, codeOf(first), codeOf(second), last, start, text.length);
  }

  #room(bytes: number): number {
    if (this.#next + bytes > this.#end) {
      const piece = Math.max(PIECE_BYTES, bytes);
      this.#next = this.#kernel.memory.allocate(piece);
      this.#end = this.#next + piece;
      this.#pieces.push({ address: this.#next, bytes: piece });
    }
    const start = this.#next;
    this.#next += bytes;
    this.#bytes += bytes;
    return start;
  }

  #grow(): void {
    const { memory, functions } = this.#kernel;
    const entries = this.#entries;
    const bytes = this.#entryBytes;
    this.#entryBytes *= 2;
    this.#entries = this.#newEntries();
    functions.addEntries(this.#address, entries, bytes);
    memory.free(entries, bytes);
  }

  #newEntries(): number {
    const { memory } = this.#kernel;
    const address = memory.allocate(this.#entryBytes);
    memory.views.workU8s.fill(0, address, address + this.#entryBytes);
    this.#set(textTables.ENTRIES, address);
    this.#set(textTables.ENTRY_MASK, this.#entryBytes - 1);
    return address;
  }

  #set(field: number, value: number): void {
    this.#kernel.memory.views.workI32s[(this.#address + field) >> 2] = value;
  }
}
