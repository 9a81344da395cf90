/** Distinct texts of a file by the bytes they are written in, so that each is made into a string only once. */

/** Bytes of a text that is kept; longer ones are for their records to judge. */
export const MAX_NAME_BYTES = 1_000;

/** Names and bytes of them after which a table is to be begun anew: a hostile file has no name twice. */
const MOST_NAMES = 1 << 17;
const MOST_BYTES = 1 << 23;

/** Texts that have a code each, their place in `names`; code 0 is blank. */
export class NameTable {
  readonly names: string[] = [""];
  /** Codes by hash, with linear probing; 0 where empty. */
  #slots = new Int32Array(1 << 12);
  #hashes = new Int32Array(1 << 11);
  /** Where each name begins in `#bytes`; its end is where the next begins. */
  #starts = new Uint32Array((1 << 11) + 1);
  #bytes = new Uint8Array(1 << 15);

  /** Whether it holds so much that a new one should take its place. */
  get isFull(): boolean {
    return this.names.length > MOST_NAMES || (this.#starts[this.names.length] as number) > MOST_BYTES;
  }

  /** The code of the UTF-8 text from `start` to `end`, which has at most MAX_NAME_BYTES. */
  codeOf(bytes: Uint8Array, start: number, end: number): number {
    if (start === end) return 0;
    let hash = end - start;
    for (let at = start; at < end; at++) hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193);
    hash ^= hash >>> 15;
    const mask = this.#slots.length - 1;
    let slot = hash & mask;
    for (let code = this.#slots[slot] as number; code !== 0; code = this.#slots[slot] as number) {
      if (this.#hashes[code] === hash && this.#isName(code, bytes, start, end)) return code;
      slot = (slot + 1) & mask;
    }
    return this.#add(hash, bytes, start, end);
  }

  /** The code of a text; undefined where it is longer than names are, or cannot be written in UTF-8. */
  codeOfText(text: string): number | undefined {
    const bytes = Buffer.from(text);
    if (bytes.length > MAX_NAME_BYTES) return undefined;
    const code = this.codeOf(bytes, 0, bytes.length);
    return this.names[code] === text ? code : undefined;
  }

  /** Where the name of a code ends that stands in `bytes` from `start` on; -1 where it does not stand there. */
  endOf(code: number, bytes: Uint8Array, start: number): number {
    const end = start + (this.#starts[code + 1] as number) - (this.#starts[code] as number);
    return this.#isName(code, bytes, start, end) ? end : -1;
  }

  #isName(code: number, bytes: Uint8Array, start: number, end: number): boolean {
    const own = this.#bytes;
    let from = this.#starts[code] as number;
    if ((this.#starts[code + 1] as number) - from !== end - start) return false;
    for (let at = start; at < end; at++) if (bytes[at] !== own[from++]) return false;
    return true;
  }

  #add(hash: number, bytes: Uint8Array, start: number, end: number): number {
    const code = this.names.length;
    if (code + 2 > this.#starts.length) this.#growNames();
    const from = this.#starts[code] as number;
    const to = from + end - start;
    if (to > this.#bytes.length) this.#bytes = copied(this.#bytes, new Uint8Array(2 * to));
    const text = bytes.subarray(start, end);
    this.#bytes.set(text, from);
    this.#starts[code + 1] = to;
    this.#hashes[code] = hash;
    this.names.push(Buffer.from(text.buffer, text.byteOffset, text.length).toString("utf8"));
    this.#place(code);
    return code;
  }

  #growNames(): void {
    this.#starts = copied(this.#starts, new Uint32Array(2 * this.#starts.length));
    this.#hashes = copied(this.#hashes, new Int32Array(2 * this.#hashes.length));
    this.#slots = new Int32Array(2 * this.#slots.length);
    for (let code = 1; code < this.names.length; code++) this.#place(code);
  }

  #place(code: number): void {
    const mask = this.#slots.length - 1;
    let slot = (this.#hashes[code] as number) & mask;
    while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
    this.#slots[slot] = code;
  }
}

/** The table in use for a file, which several blocks may share: what the book says of a name is looked up once. */
export class NamesInUse {
  #table = new NameTable();

  /** The table to go on with. */
  get table(): NameTable {
    if (this.#table.isFull) this.#table = new NameTable();
    return this.#table;
  }
}

function copied<T extends Uint8Array | Uint32Array | Int32Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
