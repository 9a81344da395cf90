/** Texts that many lines hold, each made into bytes once and copied from then on. */
export class TextPieces {
  readonly #textOf: (place: number) => string;
  #bytes = new Uint8Array(1 << 12);
  #used = 0;
  /** By place: where its piece begins and ends; both 0 where it is not made yet. */
  #starts = new Uint32Array(64);
  #ends = new Uint32Array(64);

  /** Places may begin at -1. */
  constructor(textOf: (place: number) => string) {
    this.#textOf = textOf;
  }

  get bytes(): Uint8Array {
    return this.#bytes;
  }

  startOf(place: number): number {
    const at = place + 1;
    if (at >= this.#ends.length || this.#ends[at] === 0) this.#make(at);
    return this.#starts[at] as number;
  }

  /** To be asked after `startOf`. */
  endOf(place: number): number {
    return this.#ends[place + 1] as number;
  }

  #make(at: number): void {
    if (at >= this.#ends.length) {
      const size = 2 * (at + 1);
      this.#starts = larger(this.#starts, new Uint32Array(size));
      this.#ends = larger(this.#ends, new Uint32Array(size));
    }
    const piece = Buffer.from(this.#textOf(at - 1));
    // An end of 0 would say that it is not made; nothing begins there.
    const start = Math.max(this.#used, 1);
    const end = start + piece.length;
    if (end > this.#bytes.length) {
      const bytes = new Uint8Array(2 * end);
      bytes.set(this.#bytes);
      this.#bytes = bytes;
    }
    this.#bytes.set(piece, start);
    this.#used = end;
    this.#starts[at] = start;
    this.#ends[at] = end;
  }
}

function larger(from: Uint32Array, to: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  to.set(from);
  return to;
}
