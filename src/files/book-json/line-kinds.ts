import {
  ANY_DIGITS,
  type LinePattern,
  markedFields,
  PRICE_END,
  safely,
  type WrittenLines,
} from "../../model/index.ts";

/** Stands for the digits of a prefix or a price in a pattern; JSON.parse reads a list whose lines contain this mark. */
const MARK = ANY_DIGITS.charCodeAt(0);
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const NONE = -1;
/** Offsets of the first line of a kind: start of the line, start and end of its prefix's digits, end of the line. */
const FIRST_WIDTH = 4;

/** The position of a line in a text, and its hashes. */
export interface ScannedLine {
  readonly start: number;
  readonly stop: number;
  /** Start and end of the digits of the line's prefix; -1 for a line without a prefix. */
  readonly digits: number;
  readonly afterDigits: number;
  /** Start and end of all digits that the line's pattern leaves open, the prefix's among them. */
  readonly marks: Int32Array;
  readonly markCount: number;
  /** Hash of all bytes but the prefix's digits. */
  readonly kindHash: number;
  /** Hash of all bytes but the marks. */
  readonly patternHash: number;
}

/** The kinds and patterns of the lines of one list. */
export class LineKinds {
  readonly #bytes: Buffer;
  #line: ScannedLine | undefined;
  readonly #kinds = new HashSlots((kind) => this.#isOfKind(kind));
  #firsts = new Int32Array(64 * FIRST_WIDTH);
  #patternOfKind = new Int32Array(64);
  #priceStarts = new Int32Array(64);
  #priceTexts = new Uint8Array(1 << 10);
  #priceLength = 0;
  readonly #patterns = new HashSlots((pattern) => this.#isOfPattern(pattern));
  /** By pattern: start and end of its first line, then the marks of that line. */
  readonly #marked: Int32Array[] = [];
  /** By pattern: the names of its marks. */
  readonly #names: string[][] = [];
  /** A JSON list of one line of each pattern, with MARK for the digits that are left open. */
  #text = Buffer.allocUnsafe(1 << 12);
  #length = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get patternCount(): number {
    return this.#patterns.size;
  }

  /** The kind of a line; NONE where JSON.parse has to read it. */
  kindOf(line: ScannedLine): number {
    this.#line = line;
    const known = this.#kinds.find(line.kindHash);
    return known === NONE ? this.#addKind(line) : known;
  }

  #isOfKind(kind: number): boolean {
    const line = this.#line as ScannedLine;
    const firsts = this.#firsts;
    const first = kind * FIRST_WIDTH;
    const start = firsts[first] as number;
    const headEnd = firsts[first + 1] as number;
    const tailStart = firsts[first + 2] as number;
    const stop = firsts[first + 3] as number;
    if (line.digits === NONE) return headEnd === stop && this.#isSame(line.start, line.stop, start, stop);
    return (
      this.#isSame(line.start, line.digits, start, headEnd) &&
      this.#isSame(line.afterDigits, line.stop, tailStart, stop)
    );
  }

  #isOfPattern(pattern: number): boolean {
    const { start, stop, marks, markCount } = this.#line as ScannedLine;
    const known = this.#marked[pattern] as Int32Array;
    if (known.length !== 2 + 2 * markCount) return false;
    let from = start;
    let knownFrom = known[0] as number;
    for (let mark = 0; mark < 2 * markCount; mark += 2) {
      if (!this.#isSame(from, marks[mark] as number, knownFrom, known[2 + mark] as number)) return false;
      from = marks[mark + 1] as number;
      knownFrom = known[3 + mark] as number;
    }
    return this.#isSame(from, stop, knownFrom, known[1] as number);
  }

  #isSame(start: number, end: number, knownStart: number, knownEnd: number): boolean {
    if (end - start !== knownEnd - knownStart) return false;
    const bytes = this.#bytes;
    for (let at = 0; at < end - start; at++) if (bytes[start + at] !== bytes[knownStart + at]) return false;
    return true;
  }

  #addKind(line: ScannedLine): number {
    let pattern = this.#patterns.find(line.patternHash);
    if (pattern === NONE) pattern = this.#addPattern(line);
    const kind = this.#kinds.size;
    if (pattern === NONE || !this.#kinds.add(line.kindHash)) return NONE;
    if (kind === this.#patternOfKind.length) {
      this.#firsts = resized(this.#firsts, new Int32Array(2 * this.#firsts.length));
      this.#patternOfKind = resized(this.#patternOfKind, new Int32Array(2 * kind));
      this.#priceStarts = resized(this.#priceStarts, new Int32Array(2 * kind));
    }
    const { start, stop, digits, afterDigits } = line;
    const first = kind * FIRST_WIDTH;
    this.#firsts[first] = start;
    this.#firsts[first + 1] = digits === NONE ? stop : digits;
    this.#firsts[first + 2] = digits === NONE ? stop : afterDigits;
    this.#firsts[first + 3] = stop;
    this.#patternOfKind[kind] = pattern;
    this.#priceStarts[kind] = this.#priceLength;
    this.#putPrices(line);
    return kind;
  }

  #putPrices({ start, stop, digits, marks, markCount }: ScannedLine): void {
    const from = this.#bytes;
    if (this.#priceLength + stop - start > this.#priceTexts.length) {
      const length = 2 * (this.#priceLength + stop - start);
      this.#priceTexts = resized(this.#priceTexts, new Uint8Array(length));
    }
    const to = this.#priceTexts;
    let next = this.#priceLength;
    for (let mark = 0; mark < 2 * markCount; mark += 2) {
      if (marks[mark] === digits) continue;
      const end = marks[mark + 1] as number;
      for (let at = marks[mark] as number; at < end; at++) to[next++] = from[at] as number;
      to[next++] = PRICE_END;
    }
    this.#priceLength = next;
  }

  #addPattern(line: ScannedLine): number {
    const { start, stop, marks, markCount } = line;
    if (this.#length + stop - start + 2 > this.#text.length) {
      this.#text = resized(this.#text, Buffer.allocUnsafe(2 * (this.#length + stop - start + 2)));
    }
    const before = this.#length;
    this.#text[this.#length++] = before === 0 ? OPEN_LIST : COMMA;
    let from = start;
    for (let mark = 0; mark < 2 * markCount; mark += 2) {
      if (!this.#put(from, marks[mark] as number)) return NONE;
      this.#text[this.#length++] = MARK;
      from = marks[mark + 1] as number;
    }
    if (!this.#put(from, stop) || !this.#patterns.add(line.patternHash)) return NONE;
    const lineMarks = marks.subarray(0, 2 * markCount);
    this.#names.push(
      Array.from({ length: markCount }, (_, mark) => this.#nameBefore(lineMarks[2 * mark] as number)),
    );
    return this.#marked.push(Int32Array.of(start, stop, ...lineMarks)) - 1;
  }

  /** The name of the field whose text begins at an index. */
  #nameBefore(text: number): string {
    const bytes = this.#bytes;
    const end = bytes.lastIndexOf(QUOTE, text - 2);
    return bytes.toString("latin1", bytes.lastIndexOf(QUOTE, end - 1) + 1, end);
  }

  /** Copies a part of a line; false where a text in the part could be MARK. */
  #put(start: number, end: number): boolean {
    const from = this.#bytes;
    const to = this.#text;
    let next = this.#length;
    for (let at = start; at < end; at++) {
      const byte = from[at] as number;
      if (byte === MARK || byte === BACKSLASH) return false;
      to[next++] = byte;
    }
    this.#length = next;
    return true;
  }

  /** The columns of the lines; undefined where their patterns are no JSON, or hold more than scalars. */
  columns(): Pick<WrittenLines, "patterns" | "patternOfKind" | "priceStarts" | "priceTexts"> | undefined {
    const text = `${this.#text.toString("utf8", 0, this.#length)}]`;
    const value = safely((): unknown => JSON.parse(text), undefined);
    if (!Array.isArray(value) || value.length !== this.patternCount) return undefined;
    const patterns = value as LinePattern[];
    // A mark must stand for the field of its name, and not for another field of that name.
    for (const [pattern, names] of this.#names.entries()) {
      if (markedFields(patterns[pattern] as LinePattern).join() !== names.join()) return undefined;
    }
    const kinds = this.#kinds.size;
    return {
      patterns,
      patternOfKind: this.#patternOfKind.slice(0, kinds),
      priceStarts: this.#priceStarts.slice(0, kinds),
      priceTexts: this.#priceTexts.slice(0, this.#priceLength),
    };
  }
}

/** The larger array `to`, which begins with what `from` has. */
export function resized<T extends Float64Array | Int32Array | Uint8Array>(from: T, to: T): T {
  to.set(from);
  return to;
}

/** Most slots that are probed: more collisions are made on purpose. */
const MOST_PROBES = 64;

/** A hash table of entries with indexes from 0. */
class HashSlots {
  #size = 0;
  #hashes = new Int32Array(1 << 9);
  /** Indexes of entries by hash, with linear probing. A power of two long, at most half full. */
  #slots = new Int32Array(1 << 10).fill(NONE);
  readonly #isSame: (known: number) => boolean;
  /** The free slot for the entry of the last `find`. */
  #slot = NONE;

  /** `isSame` tells whether a known entry of the hash is the entry to find. */
  constructor(isSame: (known: number) => boolean) {
    this.#isSame = isSame;
  }

  get size(): number {
    return this.#size;
  }

  /** Index of the entry with a hash; NONE where there is none. */
  find(hash: number): number {
    const slots = this.#slots;
    this.#slot = NONE;
    for (let probes = 0; probes < MOST_PROBES; probes++) {
      const slot = (hash + probes) & (slots.length - 1);
      const known = slots[slot] as number;
      if (known === NONE) {
        this.#slot = slot;
        return NONE;
      }
      if (this.#hashes[known] === hash && this.#isSame(known)) return known;
    }
    return NONE;
  }

  /** Adds the entry of the last `find`; false where there is no room for more entries of such hashes. */
  add(hash: number): boolean {
    if (this.#slot === NONE) return false;
    this.#slots[this.#slot] = this.#size;
    this.#hashes[this.#size++] = hash;
    if (this.#size === this.#hashes.length) this.#grow();
    return true;
  }

  #grow(): void {
    const hashes = new Int32Array(2 * this.#size);
    hashes.set(this.#hashes);
    const slots = new Int32Array(2 * hashes.length).fill(NONE);
    for (let known = 0; known < this.#size; known++) {
      let slot = (hashes[known] as number) & (slots.length - 1);
      while (slots[slot] !== NONE) slot = (slot + 1) & (slots.length - 1);
      slots[slot] = known;
    }
    this.#hashes = hashes;
    this.#slots = slots;
  }
}
