/** Texts of a file as they are put into a line of results: nearly all of them can be copied as they stand. */
import type { FileFormat } from "../call-file.ts";
import { csvCell } from "../record-writer.ts";
import type { ByteSink } from "./byte-sink.ts";

const COMMA = 0x2c;
const QUOTE = 0x22;
const SPACE = 0x20;

/** A byte of a text takes at most so many when it is escaped, or made harmless, with quotes and a comma. */
export const MOST_ESCAPED = 6;

/** Bytes that are looked at and copied at once, and what is looked for in each of them. */
const STEP = 4;
const QUOTES = 0x22222222;
const SPACES = 0x20202020;
const ONES = 0x01010101;
const HIGHEST_BITS = 0x80808080;
/** What may be found: what has to be escaped, or looked at closer, and the other character that is looked for. */
const ODD = 1;
const OTHER = 2;
/** What else must be escaped: the backslash in JSON; in CSV, where a comma needs quotes, that. */
const OTHERS: Readonly<Record<FileFormat, number>> = { jsonl: 0x5c5c5c5c, csv: 0x2c2c2c2c };

/** Writes texts from the bytes of a file, each with the comma behind it. */
export class TextBytes {
  readonly #isCsv: boolean;
  readonly #others: number;
  /** Whether the text that comes next is written with doubled quotes. */
  isEscaped = false;
  #bytes: Uint8Array = new Uint8Array(0);
  #view = new DataView(this.#bytes.buffer);

  constructor(format: FileFormat) {
    this.#isCsv = format === "csv";
    this.#others = OTHERS[format];
  }

  /** Writes the text from `start` to `end` to `at`, where there is room for it; tells where the comma behind it ends. */
  write(sink: ByteSink, at: number, bytes: Uint8Array, start: number, end: number): number {
    if (this.#bytes !== bytes) {
      this.#bytes = bytes;
      this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    }
    const { memory } = sink;
    const isCsv = this.#isCsv;
    let to = at;
    // No formula begins with a word, and a space at the end needs quotes.
    if (!this.isEscaped && (!isCsv || (isWord(bytes[start] as number) && bytes[end - 1] !== SPACE))) {
      if (!isCsv) memory[to++] = QUOTE;
      const found = this.#copy(sink.view, to, start, end);
      // In CSV a comma needs quotes, and nothing else.
      const isQuoted = isCsv && found === OTHER;
      if (isQuoted) {
        memory[to++] = QUOTE;
        this.#copy(sink.view, to, start, end);
      }
      if (isQuoted || found === 0) {
        to += end - start;
        if (isQuoted || !isCsv) memory[to++] = QUOTE;
        memory[to] = COMMA;
        return to + 1;
      }
    }
    const raw = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString("utf8");
    const text = this.isEscaped ? raw.replaceAll('""', '"') : raw;
    return at + memory.write(`${isCsv ? csvCell(text) : JSON.stringify(text)},`, at, "utf8");
  }

  /** Copies a text; tells what was found in it that cannot stand as it is: ODD, OTHER or both, 0 where nothing was. */
  #copy(to: DataView, at: number, start: number, end: number): number {
    const view = this.#view;
    const others = this.#others;
    const beside = at - start;
    const last = end - STEP;
    let odd = 0;
    let other = 0;
    if (last < start) {
      for (let place = start; place < end; place++) {
        const byte = view.getUint8(place);
        odd |= oddIn(byte * ONES);
        other |= zeroIn((byte * ONES) ^ others);
        to.setUint8(place + beside, byte);
      }
    } else {
      // The last step may go over bytes of the one before it.
      for (let place = start; ; place += STEP) {
        const from = place < last ? place : last;
        const word = view.getInt32(from, true);
        odd |= oddIn(word);
        other |= zeroIn(word ^ others);
        to.setInt32(from + beside, word, true);
        if (from === last) break;
      }
    }
    return ((odd & HIGHEST_BITS) === 0 ? 0 : ODD) | ((other & HIGHEST_BITS) === 0 ? 0 : OTHER);
  }
}

/** The highest bit of a byte is set where one of four bytes is no ASCII, a control character or a quote. */
function oddIn(word: number): number {
  return word | ((word - SPACES) & ~word) | zeroIn(word ^ QUOTES);
}

/** The highest bit of a byte is set where one of four bytes is zero. */
function zeroIn(word: number): number {
  return (word - ONES) & ~word;
}

/** Digits, and the ASCII from A to z: no formula begins with them. */
function isWord(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 122);
}
