/**
 * Reads the lines of a rate deck from the bytes of a book's JSON, without an object or a text a line. Lines that are
 * written alike but for the digits of their prefix are one kind: JSON.parse reads each kind once, and every other line of
 * it is known by comparing bytes. So whatever is read here is what JSON.parse would have read; the rest is left to it.
 */
import {
  ANY_DIGITS,
  type DistinctLine,
  MAX_PREFIX_DIGITS,
  NO_PREFIX_KEY,
  prefixKeyOf,
  WrittenLines,
} from "../../model/index.ts";

/** Stands for the digits of a prefix in a kind of lines; where a line holds it otherwise, JSON.parse reads the list. */
const ANY_PREFIX = ANY_DIGITS.charCodeAt(0);
/** Kinds of lines up to which a list is always read here; above, where most lines are of a kind of their own, it is not. */
const FEW_KINDS = 1_024;
/** Slots of the table of kinds that are looked at: hashes that meet more often do so on purpose. */
const MOST_PROBES = 64;

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
/** `"prefix"` */
const PREFIX_NAME: readonly number[] = [...'"prefix"'].map((character) => character.charCodeAt(0));

/** Scans lists of lines within the text of a book. */
export class LineScanner {
  readonly #bytes: Buffer;
  /** Behind the list that was read last. */
  end = 0;

  // The line that was read last: where it begins and ends, the digits of its prefix, and a hash of what stands around them.
  #start = 0;
  #stop = 0;
  #digits = NONE;
  #afterDigits = NONE;
  #hash = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** Where the list begins that a name gives, which ends at an index; any other index where it gives none. */
  listAfter(end: number): number {
    const colon = this.#skipSpace(end);
    return this.#bytes[colon] === COLON ? this.#skipSpace(colon + 1) : end;
  }

  /** The lines of the list that begins at an index; undefined where JSON.parse has to read them. */
  lines(start: number): WrittenLines | undefined {
    const bytes = this.#bytes;
    const kindTable = new KindTable(bytes);
    let keys = new Float64Array(64);
    let kinds = new Int32Array(64);
    let count = 0;
    if (bytes[start] !== OPEN_LIST) return undefined;
    this.#digits = NONE;
    let at = this.#skipSpace(start + 1);
    for (;;) {
      if (bytes[at] !== OPEN_LINE) return undefined;
      if (count === kinds.length) {
        if (kindTable.size > Math.max(FEW_KINDS, count / 2)) return undefined;
        keys = resized(keys, new Float64Array(2 * count));
        kinds = resized(kinds, new Int32Array(2 * count));
      }
      let kind = this.#isLikeLast(at) ? (kinds[count - 1] as number) : NONE;
      if (kind === NONE) {
        if (!this.#scan(at)) return undefined;
        kind = kindTable.kindOf(this.#hash, this.#line);
        if (kind === NONE) return undefined;
      }
      keys[count] =
        this.#digits === NONE ? NO_PREFIX_KEY : prefixKeyOf(bytes, this.#digits, this.#afterDigits);
      kinds[count++] = kind;
      at = this.#skipSpace(this.#stop);
      if (bytes[at] === CLOSE_LIST) break;
      if (bytes[at] !== COMMA) return undefined;
      at = this.#skipSpace(at + 1);
    }
    this.end = at + 1;
    const distinct = kindTable.lines();
    if (distinct === undefined) return undefined;
    const { end } = this;
    return new WrittenLines({
      prefixKeys: keys.slice(0, count),
      kinds: kinds.slice(0, count),
      distinct,
      toRecords: () => JSON.parse(bytes.toString("utf8", start, end)) as unknown[],
    });
  }

  get #line(): LinePlace {
    const [start, stop] = [this.#start, this.#stop];
    if (this.#digits === NONE) return { start, headEnd: stop, tailStart: stop, stop };
    return { start, headEnd: this.#digits, tailStart: this.#afterDigits, stop };
  }

  /** Whether a line is written like the last one; then it is the last one from here on. */
  #isLikeLast(start: number): boolean {
    const bytes = this.#bytes;
    const last = this.#start;
    const digits = this.#digits;
    if (digits === NONE) return false;
    const headLength = digits - last;
    for (let at = 0; at < headLength; at++) if (bytes[start + at] !== bytes[last + at]) return false;
    const ownDigits = start + headLength;
    const afterDigits = this.#skipDigits(ownDigits);
    if (afterDigits === NONE) return false;
    const tailLength = this.#stop - this.#afterDigits;
    const tail = this.#afterDigits;
    for (let at = 0; at < tailLength; at++) if (bytes[afterDigits + at] !== bytes[tail + at]) return false;
    this.#start = start;
    this.#digits = ownDigits;
    this.#afterDigits = afterDigits;
    this.#stop = afterDigits + tailLength;
    return true;
  }

  /** Finds where a line ends and its prefix stands; false where it holds more than scalars. */
  #scan(start: number): boolean {
    const bytes = this.#bytes;
    const { length } = bytes;
    this.#start = start;
    this.#digits = NONE;
    this.#afterDigits = NONE;
    let hash = 0;
    for (let at = start + 1; at < length; at++) {
      let byte = bytes[at] as number;
      hash = Math.imul(hash ^ byte, 0x01000193);
      if (byte === QUOTE) {
        const name = at;
        for (at++; at < length; at++) {
          byte = bytes[at] as number;
          hash = Math.imul(hash ^ byte, 0x01000193);
          if (byte === QUOTE) break;
          // Whatever is escaped, it is no quote that ends the text.
          if (byte === BACKSLASH) at++;
        }
        if (at - name !== PREFIX_NAME.length - 1) continue;
        const digits = this.#prefixAfter(name);
        if (digits === NONE) continue;
        this.#digits = digits;
        this.#afterDigits = this.#skipDigits(digits);
        at = this.#afterDigits;
      } else if (byte === CLOSE_LINE) {
        this.#stop = at + 1;
        this.#hash = hash ^ (hash >>> 15);
        return true;
      } else if (byte === OPEN_LINE || byte === OPEN_LIST) {
        return false;
      }
    }
    return false;
  }

  /** Where the digits begin that a name gives a prefix; NONE where it is another name, or another value. */
  #prefixAfter(name: number): number {
    const bytes = this.#bytes;
    for (let at = 0; at < PREFIX_NAME.length; at++) if (bytes[name + at] !== PREFIX_NAME[at]) return NONE;
    const colon = this.#skipSpace(name + PREFIX_NAME.length);
    if (bytes[colon] !== COLON) return NONE;
    const quote = this.#skipSpace(colon + 1);
    return bytes[quote] === QUOTE && this.#skipDigits(quote + 1) !== NONE ? quote + 1 : NONE;
  }

  /** The quote after the digits of a prefix; NONE where there is no prefix. */
  #skipDigits(start: number): number {
    const bytes = this.#bytes;
    let at = start;
    while (isDigit(bytes[at] as number)) at++;
    return bytes[at] === QUOTE && at > start && at - start <= MAX_PREFIX_DIGITS ? at : NONE;
  }

  #skipSpace(start: number): number {
    const bytes = this.#bytes;
    let at = start;
    while (isSpace(bytes[at] as number)) at++;
    return at;
  }
}

/** Where a line stands: what is before the digits of its prefix, and what behind them. Without a prefix all is before. */
interface LinePlace {
  readonly start: number;
  readonly headEnd: number;
  readonly tailStart: number;
  readonly stop: number;
}

/** The kinds of the lines of one list. */
class KindTable {
  readonly #bytes: Buffer;
  /** By kind: the first line of it. */
  readonly #places: LinePlace[] = [];
  readonly #hashes: number[] = [];
  /** Kinds by hash, with linear probing. A power of two long, at most half full. */
  #slots = new Int32Array(1 << 10).fill(NONE);
  /** A list of one line of each kind as JSON, ANY_PREFIX in the place of its prefix. */
  #text = Buffer.allocUnsafe(1 << 12);
  #length = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get size(): number {
    return this.#places.length;
  }

  /** The kind of a line; NONE where JSON.parse has to read it. */
  kindOf(hash: number, line: LinePlace): number {
    let slot = hash & (this.#slots.length - 1);
    for (let probes = 0; probes < MOST_PROBES; probes++) {
      const kind = this.#slots[slot] as number;
      if (kind === NONE) return this.#add(slot, hash, line);
      if (this.#hashes[kind] === hash && this.#isAlike(line, this.#places[kind] as LinePlace)) return kind;
      slot = (slot + 1) & (this.#slots.length - 1);
    }
    return NONE;
  }

  #isAlike(a: LinePlace, b: LinePlace): boolean {
    const bytes = this.#bytes;
    const isSame = (startA: number, endA: number, startB: number, endB: number): boolean => {
      if (endA - startA !== endB - startB) return false;
      for (let at = 0; at < endA - startA; at++) if (bytes[startA + at] !== bytes[startB + at]) return false;
      return true;
    };
    return isSame(a.start, a.headEnd, b.start, b.headEnd) && isSame(a.tailStart, a.stop, b.tailStart, b.stop);
  }

  #add(slot: number, hash: number, line: LinePlace): number {
    const { start, headEnd, tailStart, stop } = line;
    if (this.#length + stop - start + 2 > this.#text.length) {
      this.#text = resized(this.#text, Buffer.allocUnsafe(2 * (this.#length + stop - start + 2)));
    }
    const before = this.#length;
    this.#text[this.#length++] = before === 0 ? OPEN_LIST : COMMA;
    if (!this.#put(start, headEnd)) return NONE;
    if (tailStart < stop) this.#text[this.#length++] = ANY_PREFIX;
    if (!this.#put(tailStart, stop)) return NONE;
    const kind = this.#places.push(line) - 1;
    this.#hashes.push(hash);
    this.#slots[slot] = kind;
    if (2 * this.size > this.#slots.length) this.#grow();
    return kind;
  }

  /** Copies a part of a line; false where a text in it could be ANY_PREFIX. */
  #put(start: number, end: number): boolean {
    const from = this.#bytes;
    const to = this.#text;
    let next = this.#length;
    for (let at = start; at < end; at++) {
      const byte = from[at] as number;
      if (byte === ANY_PREFIX || byte === BACKSLASH) return false;
      to[next++] = byte;
    }
    this.#length = next;
    return true;
  }

  #grow(): void {
    const slots = new Int32Array(2 * this.#slots.length).fill(NONE);
    for (const [kind, hash] of this.#hashes.entries()) {
      let slot = hash & (slots.length - 1);
      while (slots[slot] !== NONE) slot = (slot + 1) & (slots.length - 1);
      slots[slot] = kind;
    }
    this.#slots = slots;
  }

  /** The distinct lines; undefined where they are no JSON, or hold more than scalars. */
  lines(): DistinctLine[] | undefined {
    const value = parsed(`${this.#text.toString("utf8", 0, this.#length)}]`);
    if (!Array.isArray(value) || value.length !== this.size) return undefined;
    for (let kind = 0; kind < value.length; kind++) {
      const { headEnd, stop } = this.#places[kind] as LinePlace;
      const line = value[kind] as DistinctLine;
      // The prefix is what stands between head and tail, and no other of that name.
      if ((line.prefix === ANY_DIGITS) !== headEnd < stop) return undefined;
    }
    return value as DistinctLine[];
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function resized<T extends Float64Array | Int32Array | Buffer>(from: T, to: T): T {
  to.set(from);
  return to;
}

function isDigit(byte: number): boolean {
  return byte >= ZERO && byte <= ZERO + 9;
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}
