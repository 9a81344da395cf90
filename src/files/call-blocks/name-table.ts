/** A hash table of a file's distinct texts by their bytes, so that each text becomes a string only once. */
import { type Kernel, nameTable, rows } from "../../kernel/index.ts";

export const { MAX_NAME_BYTES, NO_NAME } = nameTable;

/** A table with more names, or more bytes of names, is replaced: a hostile file has no name twice. */
const FULL_NAMES = 1 << 17;
const MOST_BYTES = 1 << 23;
/** Room of a table: one more block may still add names and bytes. */
export const MOST_NAMES = FULL_NAMES + 16 * rows.BLOCK_ROWS;
const MORE_BYTES = 1 << 20;

/** Slots of the hash table: at first, and at most. */
const FIRST_SLOTS = 1 << 12;
const MOST_SLOTS = 1 << 19;

const HEAD_BYTES = 32;
const STARTS_BYTES = 4 * (MOST_NAMES + 2);
const SLOTS_BYTES = 8 * MOST_SLOTS;
/** Room for one table at a time, some 14 MB. */
export const NAME_ROOM_BYTES =
  HEAD_BYTES + STARTS_BYTES + SLOTS_BYTES + MAX_NAME_BYTES + MOST_BYTES + MORE_BYTES;

/** Texts with a code each, the index in `names`; code 0 is blank. Valid until a new table is made in its room. */
export class NameTable {
  readonly names: string[] = [""];
  readonly address: number;
  readonly #kernel: Kernel;
  readonly #words: Int32Array;
  readonly #starts: Int32Array;
  readonly #bytes: Buffer;
  /** The address at which a string is written for a look-up. */
  readonly #text: number;

  constructor(kernel: Kernel, room: number) {
    const { workU8s } = kernel.memory.views;
    const { buffer } = workU8s;
    const starts = room + HEAD_BYTES;
    const slots = starts + STARTS_BYTES;
    this.#kernel = kernel;
    this.address = room;
    this.#words = new Int32Array(buffer, room, HEAD_BYTES >> 2);
    this.#starts = new Int32Array(buffer, starts, STARTS_BYTES >> 2);
    this.#bytes = Buffer.from(buffer);
    this.#text = slots + SLOTS_BYTES;
    const first = this.#text + MAX_NAME_BYTES;
    this.#words.fill(0);
    this.#words[nameTable.NAME_COUNT >> 2] = 1;
    this.#words[nameTable.SLOT_MASK >> 2] = FIRST_SLOTS - 1;
    this.#words[nameTable.SLOTS >> 2] = slots;
    this.#words[nameTable.NAME_STARTS >> 2] = starts;
    this.#words[nameTable.MOST_NAMES >> 2] = MOST_NAMES;
    this.#words[nameTable.NAMES_END >> 2] = first + MOST_BYTES + MORE_BYTES;
    this.#starts.fill(first, 0, 2);
    workU8s.fill(0, slots, slots + 8 * FIRST_SLOTS);
  }

  get hasQuotes(): boolean {
    return this.#words[nameTable.HAS_QUOTES >> 2] !== 0;
  }

  /** Whether the table holds so much that a new table should replace it. */
  get isFull(): boolean {
    const { length } = this.names;
    return length > FULL_NAMES || (this.#starts[length] as number) - (this.#starts[1] as number) > MOST_BYTES;
  }

  /** The code of the UTF-8 text from `start` to `end` in memory, or NO_NAME. */
  codeOf(start: number, end: number): number {
    const code = this.#kernel.functions.nameCode(this.address, start, end);
    if (code >= this.names.length) this.readNew();
    return code;
  }

  /** The code of a text; NO_NAME if the table has no code for it, or UTF-8 cannot hold it. */
  codeOfText(text: string): number {
    if (Buffer.byteLength(text) > MAX_NAME_BYTES) return NO_NAME;
    const code = this.codeOf(this.#text, this.#text + this.#bytes.write(text, this.#text));
    return code === NO_NAME || this.names[code] === text ? code : NO_NAME;
  }

  /** The address of the name of a code; a name ends where the next name begins. */
  startOf(code: number): number {
    return this.#starts[code] as number;
  }

  /** Makes strings of the names that the kernel has added. */
  readNew(): void {
    const count = this.#words[nameTable.NAME_COUNT >> 2] as number;
    for (let code = this.names.length; code < count; code++) {
      const end = this.#starts[code + 1];
      this.names.push(this.#bytes.toString("utf8", this.#starts[code], end));
    }
  }
}

/** Instead of a value: not computed yet. */
const NOT_CACHED = -(2 ** 31);

/** A cache of a number for each name of a table. */
export class NameValues {
  readonly #read: (name: string, table: NameTable) => number;
  #table: NameTable | undefined;
  #values = new Float64Array(0);

  constructor(read: (name: string, table: NameTable) => number) {
    this.#read = read;
  }

  of(table: NameTable, code: number): number {
    if (table === this.#table && code < this.#values.length) {
      const value = this.#values[code] as number;
      if (value !== NOT_CACHED) return value;
    }
    return this.#find(table, code);
  }

  #find(table: NameTable, code: number): number {
    if (table !== this.#table) {
      this.#table = table;
      this.#values.fill(NOT_CACHED);
    }
    if (code >= this.#values.length) {
      const values = new Float64Array(2 * (code + 1)).fill(NOT_CACHED);
      values.set(this.#values);
      this.#values = values;
    }
    const value = this.#read(table.names[code] as string, table);
    this.#values[code] = value;
    return value;
  }
}
