import { createHash, type Hash } from "node:crypto";
import { type WrittenLines, writtenLinesOf } from "../../model/index.ts";
import { LineForms } from "./line-forms.ts";

/** Deeper nesting than any book has; this limit also stops at an object that contains itself. */
const MAX_DEPTH = 256;
/** Bytes that are buffered before they are hashed. */
const PIECE = 1 << 17;
/** Most characters of a text that is written character by character: longer texts are few. */
const SHORT = 64;
/** Most shapes that are cached for each number of fields; a book has few. */
const MOST_SHAPES = 16;

/**
 * The SHA-256 of a book's canonical form, as 64 hexadecimal digits. The same digest means the same book.
 *
 * The canonical form is JSON (UTF-8) without white space, the keys of each object in the order of their UTF-16
 * code units, lists in their own order, numbers and texts as JavaScript's `JSON.stringify` writes them. So the
 * order of fields, the spacing and the spelling of a number (1.50, 1.5) do not matter, but a text "1.5" is not
 * the number 1.5, and a field that is null is not a missing one. CSV lists count as the records they hold.
 * In memory, a bigint counts as the number of its digits, a decimal.js value as the text of its digits, and a
 * field that is undefined as missing.
 */
export function bookDigest(data: unknown): string {
  const hash = createHash("sha256");
  const writer = new CanonicalWriter(hash);
  writer.write(data, 0);
  writer.flush();
  return hash.digest("hex");
}

/** The common parts of records with one list of keys. */
interface Shape {
  /** In the order of the records. */
  readonly keys: readonly string[];
  readonly sorted: readonly string[];
  /** By sorted key: the text before its value. */
  readonly heads: readonly Buffer[];
  readonly hasRates: boolean;
}

/** Writes canonical forms, for a hash or into memory. */
class CanonicalWriter {
  readonly #hash: Hash | undefined;
  #bytes = Buffer.allocUnsafe(PIECE);
  #length = 0;
  /** Shapes by their number of keys. */
  readonly #shapes: Shape[][] = [];

  constructor(hash?: Hash) {
    this.#hash = hash;
  }

  write(value: unknown, depth: number): void {
    if (typeof value === "string") {
      this.#writeText(value);
      return;
    }
    if (depth > MAX_DEPTH) throw new RangeError("A book may not nest so deep, or contain itself.");
    if (Array.isArray(value)) {
      this.#put("[");
      for (let index = 0; index < value.length; index++) {
        if (index > 0) this.#put(",");
        this.write(value[index], depth + 1);
      }
      this.#put("]");
    } else if (typeof value === "object" && value !== null) {
      this.#writeObject(value, depth);
    } else if (typeof value === "bigint") {
      this.#put(value.toString());
    } else {
      this.#put(JSON.stringify(value) ?? "null");
    }
  }

  #writeObject(value: object, depth: number): void {
    if ("toFixed" in value && typeof value.toFixed === "function") {
      this.#put(JSON.stringify(String(value.toFixed())));
      return;
    }
    const fields = value as Readonly<Record<string, unknown>>;
    const { sorted, heads, hasRates } = this.#shapeOf(Object.keys(fields));
    const lines = hasRates ? writtenLinesOf(value) : undefined;
    let isEmpty = true;
    for (let keyIndex = 0; keyIndex < sorted.length; keyIndex++) {
      const areLines = lines !== undefined && sorted[keyIndex] === "rates";
      const field = areLines ? lines : fields[sorted[keyIndex] as string];
      if (field === undefined) continue;
      this.#put(isEmpty ? "{" : ",");
      const head = heads[keyIndex] as Buffer;
      this.#copy(head, 0, head.length);
      if (areLines) this.#writeLines(lines);
      else this.write(field, depth + 1);
      isEmpty = false;
    }
    this.#put(isEmpty ? "{}" : "}");
  }

  #writeLines(lines: WrittenLines): void {
    const forms = new LineForms(lines, canonicalText);
    this.#put("[");
    while (!forms.isDone) {
      this.#makeRoom(forms.mostBytes);
      this.#length = forms.write(this.#bytes, this.#length);
    }
    this.#put("]");
  }

  /** The text that was written, for a writer without a hash. */
  get text(): string {
    return this.#bytes.toString("utf8", 0, this.#length);
  }

  #shapeOf(keys: readonly string[]): Shape {
    this.#shapes[keys.length] ??= [];
    const shapes = this.#shapes[keys.length] as Shape[];
    for (const shape of shapes) if (isSame(shape.keys, keys)) return shape;
    const sorted = keys.toSorted();
    const shape = {
      keys,
      sorted,
      heads: sorted.map((key) => Buffer.from(`${JSON.stringify(key)}:`)),
      hasRates: keys.includes("rates"),
    };
    if (shapes.length < MOST_SHAPES) shapes.push(shape);
    return shape;
  }

  #writeText(text: string): void {
    const { length } = text;
    if (length > SHORT) {
      this.#put(JSON.stringify(text));
      return;
    }
    this.#makeRoom(length + 2);
    const bytes = this.#bytes;
    let next = this.#length;
    bytes[next++] = QUOTE;
    for (let at = 0; at < length; at++) {
      const code = text.charCodeAt(at);
      // Characters that JSON escapes, or that take more than a byte.
      if (code < 32 || code > 126 || code === QUOTE || code === BACKSLASH) {
        this.#put(JSON.stringify(text));
        return;
      }
      bytes[next++] = code;
    }
    bytes[next++] = QUOTE;
    this.#length = next;
  }

  #copy(from: Buffer, start: number, end: number): void {
    this.#makeRoom(end - start);
    const bytes = this.#bytes;
    let next = this.#length;
    for (let at = start; at < end; at++) bytes[next++] = from[at] as number;
    this.#length = next;
  }

  /** Puts well-formed text: JSON.stringify leaves no lone surrogate, and each text comes in one piece. */
  #put(text: string): void {
    this.#makeRoom(3 * text.length);
    if (text.length === 1) this.#bytes[this.#length++] = text.charCodeAt(0);
    else this.#length += this.#bytes.write(text, this.#length, "utf8");
  }

  #makeRoom(length: number): void {
    if (this.#length + length <= this.#bytes.length) return;
    this.flush();
    const needed = this.#length + length;
    if (needed <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(2 * needed);
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }

  /** Passes the buffered bytes to the hash. */
  flush(): void {
    if (this.#hash === undefined) return;
    this.#hash.update(this.#bytes.subarray(0, this.#length));
    this.#length = 0;
  }
}

function canonicalText(value: object): string {
  const writer = new CanonicalWriter();
  writer.write(value, 0);
  return writer.text;
}

const QUOTE = 34;
const BACKSLASH = 92;

function isSame(a: readonly string[], b: readonly string[]): boolean {
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) return false;
  return true;
}
