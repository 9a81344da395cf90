/** Distinct texts of a file by the bytes they are written in, so that each is made into a string only once. */

/** Bytes of a text that is kept; longer ones are for their records to judge. */
export const MAX_NAME_BYTES = 1_000;

/** Names and bytes of them after which a table is to be begun anew: a hostile file has no name twice. */
const MOST_NAMES = 1 << 17;
const MOST_BYTES = 1 << 23;

/** Instead of a code: the text is too long to be a name, or lies where a hostile file has made too many lie. */
export const NO_NAME = -1;

/** Slots that are looked at before a text is no name: a file can be made whose names all belong in one slot. */
const MOST_PROBES = 256;

/** Bytes that are hashed and compared at once. */
const STEP = 4;

/** Texts that have a code each, their place in `names`; code 0 is blank. */
export class NameTable {
  readonly names: string[] = [""];
  /** A hash and its code each, with linear probing; code 0 where empty. */
  #slots = new Int32Array(2 << 12);
  /** Where each name begins in `#bytes`; its end is where the next begins. */
  #starts = new Uint32Array((1 << 11) + 1);
  #bytes = viewOf(new Uint8Array(1 << 15));

  /** Whether it holds so much that a new one should take its place. */
  get isFull(): boolean {
    return this.names.length > MOST_NAMES || (this.#starts[this.names.length] as number) > MOST_BYTES;
  }

  /** The code of the UTF-8 text from `start` to `end`, or NO_NAME. */
  codeOf(bytes: DataView, start: number, end: number): number {
    if (start === end) return 0;
    if (end - start > MAX_NAME_BYTES) return NO_NAME;
    const hash = hashOf(bytes, start, end);
    const slots = this.#slots;
    const mask = slots.length - 2;
    let slot = (hash << 1) & mask;
    for (let probe = 0; probe < MOST_PROBES; probe++) {
      const code = slots[slot + 1] as number;
      if (code === 0) return this.#add(hash, bytes, start, end);
      if (slots[slot] === hash && this.#isName(code, bytes, start, end)) return code;
      slot = (slot + 2) & mask;
    }
    return NO_NAME;
  }

  /** The code of a text, or NO_NAME, as where it cannot be written in UTF-8. */
  codeOfText(text: string): number {
    const bytes = Buffer.from(text);
    const code = this.codeOf(viewOf(bytes), 0, bytes.length);
    return code === NO_NAME || this.names[code] === text ? code : NO_NAME;
  }

  /** Where the name of a code ends that stands in `bytes` from `start` on; -1 where it does not stand there. */
  endOf(code: number, bytes: DataView, start: number): number {
    const end = start + (this.#starts[code + 1] as number) - (this.#starts[code] as number);
    return end <= bytes.byteLength && this.#isName(code, bytes, start, end) ? end : -1;
  }

  #isName(code: number, bytes: DataView, start: number, end: number): boolean {
    const from = this.#starts[code] as number;
    return (
      (this.#starts[code + 1] as number) - from === end - start &&
      areEqual(this.#bytes, from, bytes, start, end)
    );
  }

  #add(hash: number, bytes: DataView, start: number, end: number): number {
    const code = this.names.length;
    if (code + 2 > this.#starts.length) this.#growNames();
    const from = this.#starts[code] as number;
    const to = from + end - start;
    if (to > this.#bytes.byteLength)
      this.#bytes = viewOf(copied(bytesOf(this.#bytes), new Uint8Array(2 * to)));
    const text = bytesOf(bytes).subarray(start, end);
    bytesOf(this.#bytes).set(text, from);
    this.#starts[code + 1] = to;
    this.names.push(Buffer.from(text.buffer, text.byteOffset, text.length).toString("utf8"));
    putInSlot(this.#slots, hash, code);
    return code;
  }

  #growNames(): void {
    this.#starts = copied(this.#starts, new Uint32Array(2 * this.#starts.length));
    const old = this.#slots;
    this.#slots = new Int32Array(2 * old.length);
    for (let slot = 0; slot < old.length; slot += 2)
      if (old[slot + 1] !== 0) putInSlot(this.#slots, old[slot] as number, old[slot + 1] as number);
  }
}

function putInSlot(slots: Int32Array, hash: number, code: number): void {
  const mask = slots.length - 2;
  let slot = (hash << 1) & mask;
  while (slots[slot + 1] !== 0) slot = (slot + 2) & mask;
  slots[slot] = hash;
  slots[slot + 1] = code;
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

/** A hash of a text of at least one byte: its last step may go over bytes of the one before it. */
export function hashOf(bytes: DataView, start: number, end: number): number {
  let hash = end - start;
  const last = end - STEP;
  if (last < start) {
    for (let at = start; at < end; at++) hash = mixed(hash ^ bytes.getUint8(at));
  } else {
    for (let at = start; at < last; at += STEP) hash = mixed(hash ^ bytes.getInt32(at, true));
    hash = mixed(hash ^ bytes.getInt32(last, true));
  }
  return hash;
}

function mixed(hash: number): number {
  const product = Math.imul(hash, 0x9e3779b1);
  return product ^ (product >>> 15);
}

/** Whether the bytes from `start` to `end` are those of `own` from `from` on. */
function areEqual(own: DataView, from: number, bytes: DataView, start: number, end: number): boolean {
  const last = end - STEP;
  const beside = from - start;
  if (last < start) {
    for (let at = start; at < end; at++) if (bytes.getUint8(at) !== own.getUint8(at + beside)) return false;
    return true;
  }
  for (let at = start; at < last; at += STEP)
    if (bytes.getInt32(at, true) !== own.getInt32(at + beside, true)) return false;
  return bytes.getInt32(last, true) === own.getInt32(last + beside, true);
}

function viewOf({ buffer, byteOffset, length }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, length);
}

function bytesOf({ buffer, byteOffset, byteLength }: DataView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function copied<T extends Uint8Array | Uint32Array | Int32Array>(from: T, to: T): T {
  to.set(from);
  return to;
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
