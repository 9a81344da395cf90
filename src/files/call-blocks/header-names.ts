/** Whether the first cells of a row may name columns, so that the row may be a header that comes again. */
import { columnKey } from "../dialects/index.ts";

/** Cells that a header shows itself by. */
const FIRST_CELLS = 4;
const MOST_ASCII = 127;

/** Keys of columns by the hash of their letters and digits. */
export class HeaderNames {
  readonly #keys: ReadonlySet<string>;
  readonly #hashes: ReadonlySet<number>;
  /** Which letters and digits keys begin with: cells of numbers, as most of a row are, begin with others. */
  readonly #firsts = new Uint8Array(MOST_ASCII + 1);
  /** Whether a key has something else than letters and digits, or none of them. */
  readonly #isOdd: boolean;

  /** With the columns of the file, and those that its dialect knows. */
  constructor(columns: readonly string[], columnsByKey: ReadonlyMap<string, string>) {
    const keys = [...columns.map(columnKey), ...columnsByKey.keys()];
    this.#keys = new Set(keys);
    this.#hashes = new Set(keys.map((key) => hashOf(Buffer.from(key), 0, key.length)));
    this.#isOdd = keys.some((key) => !/^[a-z0-9]+$/.test(key));
    for (const key of keys) this.#firsts[key.charCodeAt(0)] = 1;
  }

  /** Whether one of a row's first cells may name a column. */
  isIn(bytes: Buffer, starts: Int32Array, ends: Int32Array, width: number): boolean {
    for (let at = 0; at < FIRST_CELLS && at < width; at++) {
      const start = starts[at] as number;
      const end = ends[at] as number;
      if (start === end || this.#isAnother(bytes, start, end)) continue;
      const hash = hashOf(bytes, start, end);
      if (hash === ODD ? this.#isNamed(bytes.toString("utf8", start, end)) : this.#hashes.has(hash))
        return true;
    }
    return false;
  }

  /** Whether the first letter or digit of a cell is none that a key begins with. */
  #isAnother(bytes: Uint8Array, start: number, end: number): boolean {
    for (let at = start; at < end; at++) {
      const byte = bytes[at] as number;
      if (byte > MOST_ASCII) return false;
      const lower = lowerOf(byte);
      if (isLetterOrDigit(lower)) return this.#firsts[lower] === 0;
    }
    return false;
  }

  #isNamed(text: string): boolean {
    return this.#isOdd || this.#keys.has(columnKey(text.trim()));
  }
}

/** Of a text with nothing that a key has, or with more than ASCII. */
const ODD = -1;

function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0;
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number;
    if (byte > MOST_ASCII) return ODD;
    const lower = lowerOf(byte);
    if (isLetterOrDigit(lower)) hash = (Math.imul(hash, 31) + lower) & 0x3fffffff;
  }
  return hash === 0 ? ODD : hash;
}

function lowerOf(byte: number): number {
  return byte >= 65 && byte <= 90 ? byte | 32 : byte;
}

function isLetterOrDigit(lower: number): boolean {
  return (lower >= 97 && lower <= 122) || (lower >= 48 && lower <= 57);
}
