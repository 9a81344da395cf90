/** Writes and reads entries one after another: texts with their group and key, as bytes. */

/** The head before each text: number of its bytes, group and key. */
export const HEAD_BYTES = 16;
const GROUP_AT = 4;
const KEY_AT = 8;

export function writeHead(bytes: Buffer, at: number, textBytes: number, group: number, key: number): void {
  bytes.writeUInt32LE(textBytes, at);
  bytes.writeUInt32LE(group, at + GROUP_AT);
  bytes.writeDoubleLE(key, at + KEY_AT);
}

export type ReadBytes = (bytes: Buffer, position: number) => void;

/** Positions of the first entry and behind the last entry. */
export interface EntrySpan {
  readonly from: number;
  readonly to: number;
}

/** Bytes that are read at once. */
const READ_BYTES = 1 << 16;

/** Reads the entries of a span through a buffer. */
export class EntryReader {
  readonly #read: ReadBytes;
  readonly #to: number;
  /** Position behind the held bytes. */
  #next: number;
  #held: Buffer;
  #heldEnd = 0;
  #at = 0;
  #end = 0;

  constructor(read: ReadBytes, { from, to }: EntrySpan) {
    this.#read = read;
    this.#next = from;
    this.#to = to;
    this.#held = Buffer.allocUnsafe(Math.min(READ_BYTES, to - from));
  }

  /** Moves to the next entry; false at the end. */
  next(): boolean {
    this.#at = this.#end;
    if (this.#at === this.#heldEnd && this.#next === this.#to) return false;
    this.#hold(HEAD_BYTES);
    this.#hold(HEAD_BYTES + this.#held.readUInt32LE(this.#at));
    return true;
  }

  /** Reads until the first `length` bytes of the entry are held. */
  #hold(length: number): void {
    if (this.#at + length > this.#heldEnd) {
      const rest = this.#heldEnd - this.#at;
      const held = length > this.#held.length ? Buffer.allocUnsafe(length) : this.#held;
      this.#held.copy(held, 0, this.#at, this.#heldEnd);
      const read = Math.min(held.length - rest, this.#to - this.#next);
      this.#read(held.subarray(rest, rest + read), this.#next);
      this.#next += read;
      this.#held = held;
      this.#heldEnd = rest + read;
      this.#at = 0;
    }
    this.#end = this.#at + length;
  }

  get group(): number {
    return this.#held.readUInt32LE(this.#at + GROUP_AT);
  }

  get key(): number {
    return this.#held.readDoubleLE(this.#at + KEY_AT);
  }

  get text(): string {
    return this.#held.toString("utf8", this.#at + HEAD_BYTES, this.#end);
  }

  /** The whole entry; valid until `next`. */
  get entry(): Buffer {
    return this.#held.subarray(this.#at, this.#end);
  }
}
