/**
 * The records of JSON documents as JSON lines, so that all later readers see lines: streamed, a chunk at a time,
 * however deep or long a document is. Only the brackets and quotes of a record are scanned here; the reader of its
 * line reports other faults.
 */
import { safely } from "../../model/index.ts";
import { FileError } from "../file-error.ts";
import { LINE_FEED } from "../text.ts";

const SPACE = 0x20;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
/** Replaces a line feed within a text: a tab is as invalid there, and ends no line. */
const TAB = 0x09;

/** Kinds of bytes in the structure of a document. */
const PLAIN = 0;
const OPENS = 1;
const CLOSES = 2;
const QUOTES = 3;
const ENDS_LINE = 4;
const KIND_OF_BYTE = new Uint8Array(256);
KIND_OF_BYTE[OPEN_LIST] = OPENS;
KIND_OF_BYTE[OPEN_OBJECT] = OPENS;
KIND_OF_BYTE[CLOSE_LIST] = CLOSES;
KIND_OF_BYTE[CLOSE_OBJECT] = CLOSES;
KIND_OF_BYTE[QUOTE] = QUOTES;
KIND_OF_BYTE[LINE_FEED] = ENDS_LINE;

const WHITE_SPACE: ReadonlySet<number> = new Set([SPACE, TAB, LINE_FEED, 0x0d]);

/** Bytes of a byte order mark, which may stand before each document of concatenated files. */
const MARK: ReadonlySet<number> = new Set([0xef, 0xbb, 0xbf]);

/** Depth up to which brackets are matched; a line with deeper nesting is refused when it is read. */
const COMPARED_DEPTH = 256;

/** Most bytes of a field name that are compared with the pointer. */
const MOST_KEY_BYTES = 4_096;

const NO_BYTES = Buffer.alloc(0);
const END_OF_LINE = Buffer.from("\n");

/**
 * State of the scan outside skipped texts and skipped brackets: between two documents, before a value on the way to the
 * list, before a skipped value, in a number or word, behind a value, before, in or behind a field name, in the list of
 * records, in a document that is a record.
 */
type Mode =
  | "between"
  | "value"
  | "passed"
  | "word"
  | "behind"
  | "first key"
  | "key"
  | "in key"
  | "colon"
  | "list"
  | "call";

/** The JSON pointer (RFC 6901) as names. */
export function pointerNames(pointer: string): readonly string[] {
  if (pointer === "") return [];
  return pointer
    .slice(1)
    .split("/")
    .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** An object or list on the way to the records. */
interface OnTheWay {
  readonly isList: boolean;
  /** Index of the next value of a list. */
  index: number;
}

/** Goes through documents chunk by chunk. */
class JsonRecords {
  readonly #file: string;
  readonly #pointer: string;
  readonly #names: readonly string[];
  #mode: Mode = "between";
  readonly #way: OnTheWay[] = [];
  /** Number of open brackets in a skipped or copied value, and the brackets. */
  #depth = 0;
  readonly #brackets = new Uint8Array(COMPARED_DEPTH);
  #isInText = false;
  #isEscaped = false;
  /** The bytes of the current or last field name. */
  #key: number[] = [];
  /** Whether the document's list was found. */
  #isFound = false;
  /** Whether a record of the list has begun since the last comma, and whether there was a comma. */
  #hasBegun = false;
  #isBehindComma = false;
  /** Whether the line of a document that is a call still needs its line feed. */
  #isLineOpen = false;
  #records = 0;
  #documents = 0;
  /** Offset in the chunk of the lines to output; -1 where there are none. */
  #outputStart = -1;
  #outputParts: Buffer[] = [];

  /** Without a pointer, each document is a record or a list of records. */
  constructor(file: string, pointer: string | undefined) {
    this.#file = file;
    this.#pointer = pointer ?? "";
    this.#names = pointerNames(this.#pointer);
  }

  /** The lines of the next chunk, which is overwritten. Throws a FileError where a document has no list of calls. */
  read(bytes: Buffer): Buffer {
    this.#outputParts = [];
    this.#outputStart = this.#mode === "list" || this.#mode === "call" || this.#isLineOpen ? 0 : -1;
    for (let at = 0; at < bytes.length; ) {
      if (this.#depth > 0 || this.#isInText) {
        at = this.#passNested(bytes, at);
        if (this.#mode === "call" && this.#depth === 0 && !this.#isInText) this.#endCall();
      } else at = this.#step(bytes, at);
    }
    if (this.#outputStart >= 0) this.#output(bytes, bytes.length);
    return this.#outputParts.length === 1
      ? (this.#outputParts[0] as Buffer)
      : Buffer.concat(this.#outputParts);
  }

  /** The end of the last line. Throws a FileError where a document is not at its end. */
  end(): Buffer {
    if (this.#mode !== "between") {
      throw this.#fault(`ends within a JSON document${this.#afterCalls}; it was cut short`);
    }
    if (this.#documents === 0) throw this.#fault("is empty; it has no JSON document");
    return this.#isLineOpen ? END_OF_LINE : NO_BYTES;
  }

  get #afterCalls(): string {
    return this.#records === 0 ? "" : `, behind ${this.#records === 1 ? "1 call" : `${this.#records} calls`}`;
  }

  #fault(reason: string): FileError {
    return new FileError(this.#file, reason);
  }

  #notJson(expected: string, byte: number): FileError {
    const found = byte > SPACE && byte < 0x7f ? JSON.stringify(String.fromCharCode(byte)) : "another byte";
    return this.#fault(`is not JSON${this.#afterCalls}: expected ${expected}, found ${found}`);
  }

  #output(bytes: Buffer, end: number): void {
    if (this.#outputStart >= 0 && end > this.#outputStart)
      this.#outputParts.push(bytes.subarray(this.#outputStart, end));
    this.#outputStart = -1;
  }

  /** Skips to the end of the open brackets or text, or of the bytes. */
  #passNested(bytes: Buffer, from: number): number {
    const { length } = bytes;
    let at = from;
    while (at < length) {
      if (this.#isInText) {
        at = this.#passText(bytes, at);
        if (this.#isInText) return at;
        if (this.#depth === 0) return at;
        continue;
      }
      let kind = PLAIN;
      while (at < length) {
        kind = KIND_OF_BYTE[bytes[at] as number] as number;
        if (kind !== PLAIN) break;
        at++;
      }
      if (at === length) return at;
      if (kind === QUOTES) this.#isInText = true;
      else if (kind === OPENS) this.#open(bytes[at] as number);
      else if (kind === ENDS_LINE) bytes[at] = SPACE;
      else {
        this.#close(bytes[at] as number);
        if (this.#depth === 0) return at + 1;
      }
      at++;
    }
    return at;
  }

  /** Skips to the end of an open text, or of the bytes. */
  #passText(bytes: Buffer, from: number): number {
    const { length } = bytes;
    let at = from;
    if (this.#isEscaped) {
      this.#isEscaped = false;
      if (bytes[at] === LINE_FEED) bytes[at] = TAB;
      at++;
    }
    for (; at < length; at++) {
      const code = bytes[at] as number;
      if (code === QUOTE) {
        this.#isInText = false;
        return at + 1;
      }
      if (code === BACKSLASH) {
        if (++at === length) {
          this.#isEscaped = true;
          return at;
        }
        if (bytes[at] === LINE_FEED) bytes[at] = TAB;
      } else if (code === LINE_FEED) bytes[at] = TAB;
    }
    return at;
  }

  #open(bracket: number): void {
    if (this.#depth < COMPARED_DEPTH) this.#brackets[this.#depth] = bracket;
    this.#depth++;
  }

  #close(bracket: number): void {
    this.#depth--;
    if (this.#depth >= COMPARED_DEPTH) return;
    const isList = this.#brackets[this.#depth] === OPEN_LIST;
    if (isList !== (bracket === CLOSE_LIST)) throw this.#notJson(isList ? "]" : "}", bracket);
  }

  /** Scans the next bytes outside skipped texts and skipped brackets; returns the offset behind them. */
  #step(bytes: Buffer, at: number): number {
    const code = bytes[at] as number;
    switch (this.#mode) {
      case "list":
        return this.#stepInList(bytes, at, code);
      case "between":
        return this.#stepBetween(bytes, at, code);
      case "in key":
        return this.#readKey(bytes, at);
      case "word":
        if (WHITE_SPACE.has(code) || code === COMMA || KIND_OF_BYTE[code] === CLOSES) this.#mode = "behind";
        else return at + 1;
    }
    if (WHITE_SPACE.has(code)) return at + 1;
    switch (this.#mode) {
      case "value":
        this.#stepIntoValue(at, code);
        break;
      case "passed":
        this.#stepIntoPassed(code);
        break;
      case "first key":
      case "key":
        this.#stepBeforeKey(code);
        break;
      case "colon":
        if (code !== COLON) throw this.#notJson("a colon behind a field name", code);
        this.#mode = this.#isNext(nameOf(this.#key)) ? "value" : "passed";
        break;
      default:
        this.#stepBehindValue(code);
    }
    return at + 1;
  }

  #stepBetween(bytes: Buffer, at: number, code: number): number {
    if (WHITE_SPACE.has(code) || MARK.has(code)) {
      bytes[at] = this.#isLineOpen ? LINE_FEED : SPACE;
      this.#isLineOpen = false;
      return at + 1;
    }
    if (code !== OPEN_LIST && code !== OPEN_OBJECT) throw this.#notJson("{ or [", code);
    const isCall = code === OPEN_OBJECT && this.#names.length === 0;
    if (this.#isLineOpen || !isCall) this.#output(bytes, at);
    if (this.#isLineOpen) this.#outputParts.push(END_OF_LINE);
    this.#isLineOpen = false;
    this.#documents++;
    this.#isFound = isCall;
    if (isCall) {
      if (this.#outputStart < 0) this.#outputStart = at;
      this.#mode = "call";
      this.#open(code);
    } else this.#stepIntoValue(at, code);
    return at + 1;
  }

  #endCall(): void {
    this.#records++;
    this.#isLineOpen = true;
    this.#mode = "between";
  }

  #stepInList(bytes: Buffer, at: number, code: number): number {
    if (WHITE_SPACE.has(code)) {
      bytes[at] = SPACE;
      return at + 1;
    }
    if (code === COMMA || code === CLOSE_LIST) {
      const isEnd = code === CLOSE_LIST;
      if (!this.#hasBegun && (!isEnd || this.#isBehindComma)) throw this.#notJson("a call", code);
      if (this.#hasBegun) bytes[at] = LINE_FEED;
      if (isEnd) {
        if (this.#hasBegun) this.#output(bytes, at + 1);
        this.#outputStart = -1;
        this.#endValue();
      }
      this.#hasBegun = false;
      this.#isBehindComma = true;
      return at + 1;
    }
    if (!this.#hasBegun) this.#records++;
    this.#hasBegun = true;
    const kind = KIND_OF_BYTE[code];
    if (kind === OPENS) this.#open(code);
    else if (kind === QUOTES) this.#isInText = true;
    else if (kind === CLOSES) throw this.#notJson("a comma or ]", code);
    return at + 1;
  }

  /** A value on the way to the list, or the list. */
  #stepIntoValue(at: number, code: number): void {
    if (this.#endsEmptyList(code)) return;
    if (this.#way.length === this.#names.length) {
      if (code !== OPEN_LIST) throw this.#noList();
      this.#isFound = true;
      this.#hasBegun = false;
      this.#isBehindComma = false;
      this.#mode = "list";
      this.#outputStart = at + 1;
    } else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      const isList = code === OPEN_LIST;
      this.#way.push({ isList, index: 0 });
      if (isList) this.#mode = this.#isNext("0") ? "value" : "passed";
      else this.#mode = "first key";
    } else this.#stepIntoPassed(code);
  }

  #stepIntoPassed(code: number): void {
    if (this.#endsEmptyList(code)) return;
    const kind = KIND_OF_BYTE[code];
    if (kind === CLOSES || code === COMMA || code === COLON) throw this.#notJson("a value", code);
    this.#mode = kind === PLAIN ? "word" : "behind";
    if (kind === OPENS) this.#open(code);
    else if (kind === QUOTES) this.#isInText = true;
  }

  /** Leaves an empty list on the way. */
  #endsEmptyList(code: number): boolean {
    const on = this.#way.at(-1);
    if (code !== CLOSE_LIST || on?.isList !== true || on.index > 0) return false;
    this.#leave();
    return true;
  }

  #noList(): FileError {
    const where = this.#pointer === "" ? "" : ` at ${this.#pointer}`;
    return this.#fault(`has no list of calls${where}`);
  }

  /** Whether the name of a field, or the index of a list's value, is the next name of the pointer. */
  #isNext(name: string | undefined): boolean {
    return this.#names[this.#way.length - 1] === name;
  }

  #stepBeforeKey(code: number): void {
    if (code === CLOSE_OBJECT && this.#mode === "first key") this.#leave();
    else if (code === QUOTE) {
      this.#key = [];
      this.#mode = "in key";
    } else throw this.#notJson("a field name in double quotes", code);
  }

  #readKey(bytes: Buffer, from: number): number {
    for (let at = from; at < bytes.length; at++) {
      const code = bytes[at] as number;
      if (code === QUOTE && !this.#isEscaped) {
        this.#mode = "colon";
        return at + 1;
      }
      this.#isEscaped = code === BACKSLASH && !this.#isEscaped;
      if (this.#key.length < MOST_KEY_BYTES) this.#key.push(code);
    }
    return bytes.length;
  }

  #stepBehindValue(code: number): void {
    const on = this.#way.at(-1) as OnTheWay;
    if (code === (on.isList ? CLOSE_LIST : CLOSE_OBJECT)) this.#leave();
    else if (code !== COMMA) throw this.#notJson(on.isList ? "a comma or ]" : "a comma or }", code);
    else if (on.isList) {
      on.index++;
      this.#mode = this.#isNext(String(on.index)) ? "value" : "passed";
    } else this.#mode = "key";
  }

  /** Leaves an object or list on the way. */
  #leave(): void {
    this.#way.pop();
    this.#endValue();
  }

  #endValue(): void {
    this.#mode = this.#way.length === 0 ? "between" : "behind";
    if (this.#mode === "between" && !this.#isFound) throw this.#noList();
  }
}

/** A field name from its bytes without quotes; undefined where the bytes are no JSON string. */
function nameOf(bytes: readonly number[]): string | undefined {
  return safely(() => JSON.parse(`"${Buffer.from(bytes).toString()}"`), undefined);
}

/**
 * The records of JSON documents, one after another, as the bytes of JSON lines; the bytes are valid until the next
 * bytes are requested. Throws a FileError where a document has no list, is no JSON or does not end.
 */
export async function* jsonRecordLines(
  documents: AsyncIterable<Buffer>,
  file: string,
  pointer: string | undefined,
): AsyncGenerator<Buffer, void, undefined> {
  const records = new JsonRecords(file, pointer);
  let room = NO_BYTES;
  for await (const bytes of documents) {
    if (bytes.length > room.length) room = Buffer.allocUnsafeSlow(2 * bytes.length);
    bytes.copy(room);
    const lines = records.read(room.subarray(0, bytes.length));
    if (lines.length > 0) yield lines;
  }
  const rest = records.end();
  if (rest.length > 0) yield rest;
}
