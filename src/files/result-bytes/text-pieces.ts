/** Texts that many lines hold, each made into bytes once and copied from then on. */
import { copyBytes } from "./text-bytes.ts";

export class TextPieces {
  readonly #textOf: (place: number) => string;
  #bytes = new Uint8Array(1 << 12);
  #used = 0;
  /** Where each piece begins, by place + 1, and its length; 1 + the length, so that 0 says that it is not made. */
  #starts = new Uint32Array(64);
  #lengths = new Uint32Array(64);

  /** Places begin at -1. */
  constructor(textOf: (place: number) => string) {
    this.#textOf = textOf;
  }

  /** Bytes of a piece. */
  lengthOf(place: number): number {
    const at = place + 1;
    const length = at < this.#lengths.length ? (this.#lengths[at] as number) : 0;
    return (length === 0 ? this.#make(at) : length) - 1;
  }

  /** Copies a piece to `at`, once its length was asked for; tells where it ends. */
  write(bytes: Buffer, at: number, place: number): number {
    const start = this.#starts[place + 1] as number;
    return copyBytes(bytes, at, this.#bytes, start, start + (this.#lengths[place + 1] as number) - 1);
  }

  #make(at: number): number {
    if (at >= this.#lengths.length) {
      this.#starts = larger(this.#starts, 2 * (at + 1));
      this.#lengths = larger(this.#lengths, 2 * (at + 1));
    }
    const piece = Buffer.from(this.#textOf(at - 1));
    const start = this.#used;
    this.#used += piece.length;
    if (this.#used > this.#bytes.length) {
      const bytes = new Uint8Array(2 * this.#used);
      bytes.set(this.#bytes);
      this.#bytes = bytes;
    }
    this.#bytes.set(piece, start);
    this.#starts[at] = start;
    this.#lengths[at] = 1 + piece.length;
    return 1 + piece.length;
  }
}

function larger(from: Uint32Array, length: number): Uint32Array<ArrayBuffer> {
  const to = new Uint32Array(length);
  to.set(from);
  return to;
}
