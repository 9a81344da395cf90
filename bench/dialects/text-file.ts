import { closeSync, openSync, writeSync } from "node:fs";

const PIECE_LENGTH = 1 << 18;

/** A file that is written in pieces. */
export class TextFile {
  readonly #file: number;
  #piece = "";

  constructor(path: string) {
    this.#file = openSync(path, "w");
  }

  write(text: string): void {
    this.#piece += text;
    if (this.#piece.length < PIECE_LENGTH) return;
    writeSync(this.#file, this.#piece);
    this.#piece = "";
  }

  close(): void {
    writeSync(this.#file, this.#piece);
    closeSync(this.#file);
  }
}
