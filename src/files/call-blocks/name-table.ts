/** Distinct texts of a file by the bytes they are written in, so that each is made into a string only once. */
import { type Kernel, nameTable, rows } from "../../kernel/index.ts";

export const { MAX_NAME_BYTES, NO_NAME } = nameTable;

/** Names and bytes of them after which a table is to be begun anew: a hostile file has no name twice. */
const FULL_NAMES = 1 << 17;
const MOST_BYTES = 1 << 23;
/** What a table has room for, so that one block more may add to them. */
export const MOST_NAMES = FULL_NAMES + 16 * rows.BLOCK_ROWS;
const MORE_BYTES = 1 << 20;

/** Slots at first, and when a table is full. */
const FIRST_SLOTS = 1 << 12;
const MOST_SLOTS = 1 << 19;

const HEAD_BYTES = 32;
const STARTS_BYTES = 4 * (MOST_NAMES + 2);
const SLOTS_BYTES = 8 * MOST_SLOTS;
/** Room for one table after another, of some 14 MB. */
export const NAME_ROOM_BYTES =
  HEAD_BYTES + STARTS_BYTES + SLOTS_BYTES + MAX_NAME_BYTES + MOST_BYTES + MORE_BYTES;

/** Texts that have a code each, their place in `names`; code 0 is blank. It is valid until another is made in its room. */
export class NameTable {
  readonly names: string[] = [""];
  readonly address: number;
  readonly #kernel: Kernel;
  readonly #words: Int32Array;
  readonly #starts: Int32Array;
  readonly #bytes: Buffer;
  /** Where a text is put to be looked for. */
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

  /** Whether any of them has a quote. */
  get hasQuotes(): boolean {
    return this.#words[nameTable.HAS_QUOTES >> 2] !== 0;
  }

  /** Whether it holds so much that a new one should take its place. */
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

  /** The code of a text, or NO_NAME, as where it cannot be written in UTF-8. */
  codeOfText(text: string): number {
    if (Buffer.byteLength(text) > MAX_NAME_BYTES) return NO_NAME;
    const code = this.codeOf(this.#text, this.#text + this.#bytes.write(text, this.#text));
    return code === NO_NAME || this.names[code] === text ? code : NO_NAME;
  }

  /** Where the name of a code begins in memory; it ends where the next begins. */
  startOf(code: number): number {
    return this.#starts[code] as number;
  }

  /** Where the name of a code ends that stands in memory from `start` on; -1 where it does not stand there. */
  endOf(code: number, start: number): number {
    return this.#kernel.functions.nameEnd(this.address, code, start);
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

/** Nothing that names stand for. */
const NOT_ASKED = -(2 ** 31);

/** What the names of a table stand for as whole numbers, found out once for each. */
export class NameValues {
  readonly #meaning: (name: string, table: NameTable) => number;
  #table: NameTable | undefined;
  #values = new Int32Array(0);

  constructor(meaning: (name: string, table: NameTable) => number) {
    this.#meaning = meaning;
  }

  of(table: NameTable, code: number): number {
    if (table === this.#table && code < this.#values.length) {
      const value = this.#values[code] as number;
      if (value !== NOT_ASKED) return value;
    }
    return this.#find(table, code);
  }

  #find(table: NameTable, code: number): number {
    if (table !== this.#table) {
      this.#table = table;
      this.#values.fill(NOT_ASKED);
    }
    if (code >= this.#values.length) {
      const values = new Int32Array(2 * (code + 1)).fill(NOT_ASKED);
      values.set(this.#values);
      this.#values = values;
    }
    const value = this.#meaning(table.names[code] as string, table);
    this.#values[code] = value;
    return value;
  }
}
