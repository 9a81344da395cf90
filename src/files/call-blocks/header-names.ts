/** Whether the first cells of a row may name columns, so that the row may be a header that comes again. */
import { columnKey } from "../dialects/index.ts";

/** Cells that a header shows itself by. */
const FIRST_CELLS = 4;
const MOST_ASCII = 127;

/** Keys of columns by the hash of their letters and digits. */
export class HeaderNames {
  readonly #keys: ReadonlySet<string>;
  readonly #hashes: ReadonlySet<number>;
  /** Whether a key has something else than letters and digits, or none of them. */
  readonly #isOdd: boolean;

  /** With the columns of the file, and those that its dialect knows. */
  constructor(columns: readonly string[], columnsByKey: ReadonlyMap<string, string>) {
    const keys = [...columns.map(columnKey), ...columnsByKey.keys()];
    this.#keys = new Set(keys);
    this.#hashes = new Set(keys.map((key) => hashOf(Buffer.from(key), 0, key.length)));
    this.#isOdd = keys.some((key) => !/^[a-z0-9]+$/.test(key));
  }

  /** Whether one of a row's first cells may name a column. */
  isIn(bytes: Buffer, starts: Int32Array, ends: Int32Array, width: number): boolean {
    for (let at = 0; at < FIRST_CELLS && at < width; at++) {
      const start = starts[at] as number;
      const end = ends[at] as number;
      if (start === end) continue;
      const hash = hashOf(bytes, start, end);
      if (hash === ODD ? this.#isNamed(bytes.toString("utf8", start, end)) : this.#hashes.has(hash))
        return true;
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
    const lower = byte >= 65 && byte <= 90 ? byte | 32 : byte;
    if ((lower >= 97 && lower <= 122) || (lower >= 48 && lower <= 57))
      hash = (Math.imul(hash, 31) + lower) & 0x3fffffff;
  }
  return hash === 0 ? ODD : hash;
}
