/** Very many texts, one behind the other in pieces of memory of which no garbage collection looks at each. */

const PIECE_BYTES = 1 << 20;
/** Before each text stands its length. */
const LENGTH_BYTES = 4;
/** What a piece may hold at most, so that a piece and a place in it are one number. */
const PIECE_SHIFT = 2 ** 32;

export class KeptTexts {
  readonly #pieces: Buffer[] = [];
  #next = 0;

  /** Keeps a text; gives the number by which it is found. */
  add(text: string): number {
    const bytes = Buffer.byteLength(text);
    let piece = this.#pieces.at(-1);
    if (piece === undefined || this.#next + LENGTH_BYTES + bytes > piece.length) {
      piece = Buffer.allocUnsafeSlow(Math.max(PIECE_BYTES, LENGTH_BYTES + bytes));
      this.#pieces.push(piece);
      this.#next = 0;
    }
    const start = this.#next;
    piece.writeUInt32LE(bytes, start);
    piece.write(text, start + LENGTH_BYTES);
    this.#next = start + LENGTH_BYTES + bytes;
    return (this.#pieces.length - 1) * PIECE_SHIFT + start;
  }

  at(place: number): string {
    const piece = this.#pieces[Math.floor(place / PIECE_SHIFT)] as Buffer;
    const start = place % PIECE_SHIFT;
    const from = start + LENGTH_BYTES;
    return piece.toString("utf8", from, from + piece.readUInt32LE(start));
  }
}
