import { createHash, type Hash } from "node:crypto";

/** Deeper nesting than any book has; also what stops at an object that contains itself. */
const MAX_DEPTH = 256;
/** Characters that are gathered before they are hashed. */
const PIECE = 1 << 16;

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
  const writer = new DigestWriter();
  writer.write(data, 0);
  return writer.digest();
}

class DigestWriter {
  readonly #hash: Hash = createHash("sha256");
  #text = "";

  digest(): string {
    return this.#hash.update(this.#text, "utf8").digest("hex");
  }

  write(value: unknown, depth: number): void {
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
    let separator = "{";
    for (const key of Object.keys(fields).sort()) {
      if (fields[key] === undefined) continue;
      this.#put(`${separator}${JSON.stringify(key)}:`);
      this.write(fields[key], depth + 1);
      separator = ",";
    }
    this.#put(separator === "{" ? "{}" : "}");
  }

  #put(text: string): void {
    this.#text += text;
    if (this.#text.length < PIECE) return;
    // JSON.stringify leaves no half of a surrogate pair alone, and writes each text in one piece.
    this.#hash.update(this.#text, "utf8");
    this.#text = "";
  }
}
