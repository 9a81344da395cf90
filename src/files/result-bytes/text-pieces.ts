/** Texts that lines hold again and again, each made into bytes once and copied from then on, eight bytes at a time. */
import type { Room } from "./byte-sink.ts";

/** Bytes that are copied at once. */
const STEP = 8;

/** A piece is written with up to so many bytes behind it that mean nothing: room for them must be there. */
export const MOST_BEHIND = STEP - 1;

/**
 * Copies text, with MOST_BEHIND bytes at most behind it; tells where the text ends. Eight bytes go as one float: no eight
 * bytes of UTF-8 are a NaN, which alone might be copied as another.
 */
export function copyText(to: DataView, at: number, from: DataView, start: number, length: number): number {
  for (let done = 0; done < length; done += STEP)
    to.setFloat64(at + done, from.getFloat64(start + done, true), true);
  return at + length;
}

/** One text. */
export class TextPiece {
  readonly #view: DataView;
  /** Bytes of it. */
  readonly length: number;

  constructor(text: string) {
    const bytes = Buffer.from(text);
    this.length = bytes.length;
    this.#view = paddedView(bytes, bytes.length);
  }

  /** Writes the text to `at`; tells where it ends. */
  write({ view }: Room, at: number): number {
    return copyText(view, at, this.#view, 0, this.length);
  }
}

/** Texts by place. */
export class TextPieces {
  readonly #textOf: (place: number) => string;
  #view = new DataView(new ArrayBuffer(1 << 12));
  #used = 0;
  /** By place + 1: where the piece begins, and 1 + its length, so that 0 says that it is not made. */
  #pieces = new Uint32Array(2 * 64);

  /** Places begin at -1. */
  constructor(textOf: (place: number) => string) {
    this.#textOf = textOf;
  }

  /** Bytes of a piece. */
  lengthOf(place: number): number {
    const at = 2 * place + 3;
    const length = at < this.#pieces.length ? (this.#pieces[at] as number) : 0;
    return (length === 0 ? this.#make(place) : length) - 1;
  }

  /** Writes a piece to `at`, once its length was asked for; tells where it ends. */
  write({ view }: Room, at: number, place: number): number {
    const start = this.#pieces[2 * place + 2] as number;
    const length = (this.#pieces[2 * place + 3] as number) - 1;
    return copyText(view, at, this.#view, start, length);
  }

  #make(place: number): number {
    const own = 2 * place + 2;
    if (own >= this.#pieces.length) {
      const pieces = new Uint32Array(2 * (own + 2));
      pieces.set(this.#pieces);
      this.#pieces = pieces;
    }
    const text = Buffer.from(this.#textOf(place));
    const start = this.#used;
    this.#used += text.length;
    const bytes = new Uint8Array(this.#view.buffer);
    if (this.#used + MOST_BEHIND > bytes.length) this.#view = paddedView(bytes, 2 * this.#used);
    new Uint8Array(this.#view.buffer).set(text, start);
    this.#pieces[own] = start;
    this.#pieces[own + 1] = 1 + text.length;
    return 1 + text.length;
  }
}

/** A copy of bytes with room for `length` of them, and for what is read behind them. */
function paddedView(bytes: Uint8Array, length: number): DataView<ArrayBuffer> {
  const copy = new Uint8Array(length + MOST_BEHIND);
  copy.set(bytes);
  return new DataView(copy.buffer);
}
