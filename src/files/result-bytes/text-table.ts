/** Texts that lines hold again and again, by the codes on which they depend: each made once and copied from then on. */
import { MOST_BEHIND } from "./byte-sink.ts";

/** An entry: three codes, where its text begins, and 1 + its length, which is 0 where the entry is empty. */
const ENTRY_SHIFT = 3;
const ENTRY_LENGTH = 1 << ENTRY_SHIFT;
const START = 3;
const LENGTH = 4;

/** A table that holds more bytes of text is begun anew: a hostile file may have a name of its own on every line. */
const MOST_BYTES = 1 << 26;

/** Texts by triples of codes, in a hash table with linear probing. */
export class TextTable {
  readonly #textOf: (first: number, second: number, third: number) => string;
  #entries = new Int32Array(ENTRY_LENGTH << 6);
  #bytes = 0;
  #count = 0;
  /** The texts, one after another. */
  texts = new DataView(new ArrayBuffer(1 << 12));
  /** Where the texts of rows begin, and their lengths. */
  starts = new Int32Array(0);
  lengths = new Int32Array(0);

  constructor(textOf: (first: number, second: number, third: number) => string) {
    this.#textOf = textOf;
  }

  clear(): void {
    this.#entries.fill(0);
    this.#bytes = 0;
    this.#count = 0;
  }

  /** Begins with rows up to `end`. */
  begin(end: number): void {
    if (this.#bytes > MOST_BYTES) this.clear();
    if (this.starts.length >= end) return;
    this.starts = new Int32Array(end);
    this.lengths = new Int32Array(end);
  }

  /**
   * Finds the text of a triple for a row. Where this alone is done for many rows, the processor waits for the memory of
   * many of them at once.
   */
  find(row: number, first: number, second: number, third: number): void {
    const entries = this.#entries;
    const mask = entries.length - 1;
    let at = hashOf(first, second, third) & mask;
    while (
      entries[at] !== first ||
      entries[at + 1] !== second ||
      entries[at + 2] !== third ||
      entries[at + LENGTH] === 0
    ) {
      if (entries[at + LENGTH] === 0) {
        this.#add(first, second, third);
        this.find(row, first, second, third);
        return;
      }
      at = (at + ENTRY_LENGTH) & mask;
    }
    this.starts[row] = entries[at + START] as number;
    this.lengths[row] = (entries[at + LENGTH] as number) - 1;
  }

  #add(first: number, second: number, third: number): void {
    const text = Buffer.from(this.#textOf(first, second, third));
    const start = this.#bytes;
    this.#bytes += text.length;
    if (this.#bytes + MOST_BEHIND > this.texts.byteLength) {
      const larger = new Uint8Array(2 * this.#bytes + MOST_BEHIND);
      larger.set(new Uint8Array(this.texts.buffer));
      this.texts = new DataView(larger.buffer);
    }
    new Uint8Array(this.texts.buffer).set(text, start);
    this.#count++;
    if (2 * ENTRY_LENGTH * this.#count > this.#entries.length) this.#grow();
    this.#fill([first, second, third, start, 1 + text.length]);
  }

  #grow(): void {
    const entries = this.#entries;
    this.#entries = new Int32Array(2 * entries.length);
    for (let at = 0; at < entries.length; at += ENTRY_LENGTH)
      if (entries[at + LENGTH] !== 0) this.#fill([...entries.subarray(at, at + ENTRY_LENGTH)]);
  }

  #fill(entry: readonly number[]): void {
    const [first = 0, second = 0, third = 0] = entry;
    const entries = this.#entries;
    const mask = entries.length - 1;
    let at = hashOf(first, second, third) & mask;
    while (entries[at + LENGTH] !== 0) at = (at + ENTRY_LENGTH) & mask;
    entries.set(entry, at);
  }
}

/** Where in the entries a triple is sought first. */
function hashOf(first: number, second: number, third: number): number {
  let hash = Math.imul(first, 0x01000193) ^ second;
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b) ^ third;
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) << ENTRY_SHIFT;
}
