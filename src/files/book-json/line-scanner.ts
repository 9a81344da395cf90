/**
 * Reads the lines of a rate deck from the bytes of a book's JSON, without an object or a text a line. Lines that are
 * written alike but for the digits of their prefix and of their plain prices have one pattern: JSON.parse reads each
 * pattern once, and every other line of the pattern is known by comparing bytes. So lines that are read here are equal
 * to those that JSON.parse gives; other lists are left to JSON.parse.
 */
import {
  MAX_PREFIX_DIGITS,
  NO_PREFIX_KEY,
  PLAIN_PRICES,
  plainPriceEnd,
  prefixKeyOf,
  WrittenLines,
} from "../../model/index.ts";
import { LineKinds, resized, type ScannedLine } from "./line-kinds.ts";

/** Patterns up to which a list is always read here; above, JSON.parse reads lists with few lines of each pattern. */
const FEW_PATTERNS = 1_024;
/** Most marks of a line: its prefix and its prices. A list with a longer line is left to JSON.parse. */
const MOST_MARKS = 16;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const ZERO = 0x30;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_LINE = 0x7b;
const CLOSE_LINE = 0x7d;
const NONE = -1;
const HASH_FACTOR = 0x01000193;

const PREFIX_NAME = Buffer.from("prefix");
/** Names of prices by length. */
const PRICE_NAMES: Buffer[][] = [];
for (const name of PLAIN_PRICES) {
  PRICE_NAMES[name.length] ??= [];
  PRICE_NAMES[name.length]?.push(Buffer.from(name));
}

/** Scans lists of lines within the text of a book. */
export class LineScanner implements ScannedLine {
  readonly #bytes: Buffer;
  // The columns of a list while it is read: one list after the other grows into the same memory.
  #keys = new Float64Array(64);
  #kinds = new Int32Array(64);
  /** Offset behind the list that was read last. */
  end = 0;

  // The line that was read last.
  start = 0;
  stop = 0;
  digits = NONE;
  afterDigits = NONE;
  readonly marks = new Int32Array(2 * MOST_MARKS);
  markCount = 0;
  kindHash = 0;
  patternHash = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** Offset of the list behind a name that ends at `end`; any other offset where there is no list. */
  listAfter(end: number): number {
    const colon = this.#skipSpace(end);
    return this.#bytes[colon] === COLON ? this.#skipSpace(colon + 1) : end;
  }

  /** The lines of the list that begins at an index; undefined where JSON.parse has to read them. */
  lines(start: number): WrittenLines | undefined {
    const bytes = this.#bytes;
    const lineKinds = new LineKinds(bytes);
    let keys = this.#keys;
    let kinds = this.#kinds;
    let count = 0;
    if (bytes[start] !== OPEN_LIST) return undefined;
    this.digits = NONE;
    let at = this.#skipSpace(start + 1);
    for (;;) {
      if (bytes[at] !== OPEN_LINE) return undefined;
      if (count === kinds.length) {
        keys = this.#keys = resized(keys, new Float64Array(2 * count));
        kinds = this.#kinds = resized(kinds, new Int32Array(2 * count));
      }
      let kind = this.#isLikeLast(at) ? (kinds[count - 1] as number) : NONE;
      if (kind === NONE) {
        if (!this.#scan(at)) return undefined;
        kind = lineKinds.kindOf(this);
        if (kind === NONE || lineKinds.patternCount > Math.max(FEW_PATTERNS, count / 2)) return undefined;
      }
      keys[count] = this.digits === NONE ? NO_PREFIX_KEY : prefixKeyOf(bytes, this.digits, this.afterDigits);
      kinds[count++] = kind;
      at = this.#skipSpace(this.stop);
      if (bytes[at] === CLOSE_LIST) break;
      if (bytes[at] !== COMMA) return undefined;
      at = this.#skipSpace(at + 1);
    }
    this.end = at + 1;
    const columns = lineKinds.columns();
    if (columns === undefined) return undefined;
    return new WrittenLines({ prefixKeys: keys.slice(0, count), kinds: kinds.slice(0, count), ...columns });
  }

  /** Whether a line is written like the last line; if so, the line becomes the last line. */
  #isLikeLast(start: number): boolean {
    const bytes = this.#bytes;
    const last = this.start;
    const digits = this.digits;
    if (digits === NONE) return false;
    const headLength = digits - last;
    for (let at = 0; at < headLength; at++) if (bytes[start + at] !== bytes[last + at]) return false;
    const newDigits = start + headLength;
    const afterDigits = this.#prefixEnd(newDigits);
    if (afterDigits === NONE) return false;
    const tailLength = this.stop - this.afterDigits;
    const tail = this.afterDigits;
    for (let at = 0; at < tailLength; at++) if (bytes[afterDigits + at] !== bytes[tail + at]) return false;
    this.start = start;
    this.digits = newDigits;
    this.afterDigits = afterDigits;
    this.stop = afterDigits + tailLength;
    return true;
  }

  /** Finds the end, the prefix and the prices of a line; false where the line holds more than scalars. */
  #scan(start: number): boolean {
    const bytes = this.#bytes;
    const { length } = bytes;
    this.start = start;
    this.digits = NONE;
    this.afterDigits = NONE;
    this.markCount = 0;
    let hash = 0;
    let priceHash = 0;
    for (let at = start + 1; at < length; at++) {
      let byte = bytes[at] as number;
      hash = Math.imul(hash ^ byte, HASH_FACTOR);
      if (byte === QUOTE) {
        const name = at + 1;
        for (at++; at < length; at++) {
          byte = bytes[at] as number;
          hash = Math.imul(hash ^ byte, HASH_FACTOR);
          if (byte === QUOTE) break;
          // An escaped byte is no quote that ends the text.
          if (byte === BACKSLASH) at++;
        }
        const isPrefix = isName(bytes, name, at, PREFIX_NAME);
        if (!isPrefix && !isPriceName(bytes, name, at)) continue;
        const text = this.#textAfter(at + 1);
        if (text === NONE) continue;
        const end = isPrefix ? this.#prefixEnd(text) : this.#priceEnd(text);
        if (end === NONE) continue;
        // Of two prefixes JSON.parse takes the last.
        if (isPrefix && this.digits !== NONE) return false;
        if (this.markCount === MOST_MARKS) return false;
        this.marks[2 * this.markCount] = text;
        this.marks[2 * this.markCount + 1] = end;
        this.markCount++;
        if (isPrefix) {
          this.digits = text;
          this.afterDigits = end;
        } else {
          for (at = text; at < end; at++)
            priceHash = Math.imul(priceHash ^ (bytes[at] as number), HASH_FACTOR);
        }
        // The quote behind the digits, which ends their text.
        at = end;
      } else if (byte === CLOSE_LINE) {
        this.stop = at + 1;
        this.patternHash = hash ^ (hash >>> 15);
        hash = Math.imul(hash ^ priceHash, HASH_FACTOR);
        this.kindHash = hash ^ (hash >>> 15);
        return true;
      } else if (byte === OPEN_LINE || byte === OPEN_LIST) {
        return false;
      }
    }
    return false;
  }

  /** Offset of the text behind a name that ends at `end`; NONE for another value. */
  #textAfter(end: number): number {
    const bytes = this.#bytes;
    const colon = this.#skipSpace(end);
    if (bytes[colon] !== COLON) return NONE;
    const quote = this.#skipSpace(colon + 1);
    return bytes[quote] === QUOTE ? quote + 1 : NONE;
  }

  /** The quote after the digits of a prefix; NONE where there is no prefix. */
  #prefixEnd(start: number): number {
    const bytes = this.#bytes;
    let at = start;
    while (isDigit(bytes[at] as number)) at++;
    return bytes[at] === QUOTE && at > start && at - start <= MAX_PREFIX_DIGITS ? at : NONE;
  }

  /** The quote after a plain price; NONE where there is none. */
  #priceEnd(start: number): number {
    const end = plainPriceEnd(this.#bytes, start);
    return end !== NONE && this.#bytes[end] === QUOTE ? end : NONE;
  }

  #skipSpace(start: number): number {
    const bytes = this.#bytes;
    let at = start;
    while (isSpace(bytes[at] as number)) at++;
    return at;
  }
}

function isPriceName(bytes: Buffer, start: number, end: number): boolean {
  for (const name of PRICE_NAMES[end - start] ?? []) if (isName(bytes, start, end, name)) return true;
  return false;
}

function isName(bytes: Buffer, start: number, end: number, name: Buffer): boolean {
  if (end - start !== name.length) return false;
  for (let at = 0; at < name.length; at++) if (bytes[start + at] !== name[at]) return false;
  return true;
}

function isDigit(byte: number): boolean {
  return byte >= ZERO && byte <= ZERO + 9;
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}
