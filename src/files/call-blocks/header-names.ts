/** Whether the first cells of a row may name columns: the row may then be a repeated header. */
import { FIRST_CELLS } from "../csv-records.ts";
import { columnKey } from "../dialects/index.ts";

const MOST_ASCII = 127;

/** Column keys, looked up by a hash of their letters and digits. */
export class HeaderNames {
  readonly #keys: ReadonlySet<string>;
  readonly #hashes: ReadonlySet<number>;
  /** First letters and digits of keys: most cells of a row are numbers and begin with another character. */
  readonly #firsts = new Uint8Array(MOST_ASCII + 1);
  /** Whether some key has other characters than letters and digits, or is empty. */
  readonly #isOdd: boolean;

  /** For the columns of the file and the columns that its dialect knows. */
  constructor(columns: readonly string[], columnsByKey: ReadonlyMap<string, string>) {
    const keys = [...columns.map(columnKey), ...columnsByKey.keys()];
    this.#keys = new Set(keys);
    this.#hashes = new Set(keys.map((key) => hashOf(Buffer.from(key), 0, key.length)));
    this.#isOdd = keys.some((key) => !/^[a-z0-9]+$/.test(key));
    for (const key of keys) this.#firsts[key.charCodeAt(0)] = 1;
  }

  /** Whether one of a row's first cells may name a column. */
  isIn(bytes: Buffer, starts: Int32Array, ends: Int32Array, width: number): boolean {
    for (let cellIndex = 0; cellIndex < FIRST_CELLS && cellIndex < width; cellIndex++) {
      const start = starts[cellIndex] as number;
      const end = ends[cellIndex] as number;
      if (start === end || this.#isNoKey(bytes, start, end)) continue;
      const hash = hashOf(bytes, start, end);
      if (hash === ODD ? this.#mayBeKey(bytes.toString("utf8", start, end)) : this.#hashes.has(hash))
        return true;
    }
    return false;
  }

  /** Whether no key begins with the first letter or digit of a cell. */
  #isNoKey(bytes: Uint8Array, start: number, end: number): boolean {
    for (let at = start; at < end; at++) {
      const byte = bytes[at] as number;
      if (byte > MOST_ASCII) return false;
      const lower = lowerOf(byte);
      if (isLetterOrDigit(lower)) return this.#firsts[lower] === 0;
    }
    return false;
  }

  #mayBeKey(text: string): boolean {
    return this.#isOdd || this.#keys.has(columnKey(text.trim()));
  }
}

/** The hash of a text without letters and digits, or with characters beyond ASCII. */
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
