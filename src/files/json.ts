import { quoteValue } from "../model/index.ts";
import { FileError } from "./file-error.ts";
import { MAX_NESTING } from "./text.ts";

/**
 * Whether a JSON text nests deeper than `limit`. Brackets outside strings are counted before parsing, so that a file
 * of a hundred million brackets costs neither stack nor memory.
 */
export function nestsDeeperThan(text: string, limit: number): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case 0x22:
        at = endOfString(text, at);
        break;
      case 0x5b:
      case 0x7b:
        if (++depth > limit) return true;
        break;
      case 0x5d:
      case 0x7d:
        depth--;
        break;
    }
  }
  return false;
}

/** Index of the quote that ends the string beginning at `start`; the text's length where there is none. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === 0x5c) backslashes++;
    if (backslashes % 2 === 0) return end;
    end = text.indexOf('"', end + 1);
  }
  return text.length;
}

interface JsonFault {
  readonly offset: number;
  readonly reason: string;
}

const SPACE = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const WORD = /[A-Za-z_$][\w$]*/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids exactly these within a string.
const STRING_PART = /[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\u0000-\u001f]*)*/y;
const WORDS: ReadonlySet<string> = new Set(["true", "false", "null"]);

const BEHIND_END = "follows the end of the value";

/** The first fault of `text`, or undefined where it is good JSON. */
export function findJsonFault(text: string): JsonFault | undefined {
  const open: string[] = [];
  let at = skip(SPACE, text, 0);
  for (;;) {
    const start = text[at];
    if (start === "{" || start === "[") {
      const close = start === "{" ? "}" : "]";
      at = skip(SPACE, text, at + 1);
      if (text[at] === close) at++;
      else {
        open.push(close);
        if (start === "{") {
          const key = readKey(text, at);
          if (typeof key !== "number") return key;
          at = key;
        }
        continue;
      }
    } else {
      const end = readScalar(text, at);
      if (typeof end !== "number") return end;
      at = end;
    }
    // A value is complete: close the lists and objects that end with it, then go on to the next value.
    for (;;) {
      at = skip(SPACE, text, at);
      const close = open.at(-1);
      if (close === undefined) {
        return at === text.length ? undefined : fault(at, `${shown(text, at)} ${BEHIND_END}`);
      }
      if (text[at] === close) {
        open.pop();
        at++;
        continue;
      }
      if (text[at] !== ",") return fault(at, `expected a comma or ${close}, found ${shown(text, at)}`);
      const comma = at;
      at = skip(SPACE, text, at + 1);
      if (text[at] === close) return fault(comma, `a comma stands before ${close}; remove it`);
      if (close === "}") {
        const key = readKey(text, at);
        if (typeof key !== "number") return key;
        at = key;
      }
      break;
    }
  }
}

function skip(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : from;
}

function fault(offset: number, reason: string): JsonFault {
  return { offset, reason };
}

/** The character at an index of the text, for messages. */
function shown(text: string, at: number): string {
  const found = text.codePointAt(at);
  return found === undefined ? "the end of the text" : JSON.stringify(String.fromCodePoint(found));
}

/** The index of the value after a field name, or a fault. */
function readKey(text: string, at: number): number | JsonFault {
  if (text[at] !== '"') return fault(at, `expected a field name in double quotes, found ${shown(text, at)}`);
  const end = readString(text, at);
  if (typeof end !== "number") return end;
  const colon = skip(SPACE, text, end);
  if (text[colon] !== ":")
    return fault(colon, `expected a colon after the field name, found ${shown(text, colon)}`);
  return skip(SPACE, text, colon + 1);
}

function readScalar(text: string, at: number): number | JsonFault {
  if (text[at] === '"') return readString(text, at);
  const end = skip(NUMBER, text, at);
  if (end > at) {
    if (/[0-9]/.test(text[end] ?? "")) return fault(at, "a number may not begin with 0");
    if (/[.eE+]/.test(text[end] ?? "")) return fault(at, "is not a number as JSON writes it");
    return end;
  }
  const wordEnd = skip(WORD, text, at);
  const word = text.slice(at, wordEnd);
  if (WORDS.has(word)) return wordEnd;
  if (word !== "") return fault(at, `${word.slice(0, 20)} is not a value; write texts in double quotes`);
  return fault(at, `expected a value, found ${shown(text, at)}`);
}

function readString(text: string, at: number): number | JsonFault {
  const end = skip(STRING_PART, text, at + 1);
  if (text[end] === '"') return end + 1;
  if (end >= text.length) return fault(at, "a text in quotes is never closed");
  if (text[end] === "\\") return fault(end, "a backslash within a text must be written twice");
  return fault(end, "a text in quotes may not hold a line break or a control character; write \\n");
}

/** The reason why a text is no usable JSON, and its position. */
interface ParseFault {
  readonly reason: string;
  readonly line: number;
  readonly column: number;
}

/**
 * Reads a JSON text: its value, or why it is none, with line and column from 1. A key `__proto__` becomes an own key
 * like any other, for a checker to refuse. `line` is the number of the text's first line in its file.
 *
 * @example
 * parseJson('{"id": 1,}'); // => { reason: "a comma stands before }; remove it", line: 1, column: 9 }
 */
export function parseJson(text: string, line = 1): { readonly value: unknown } | ParseFault {
  // Without an inner bracket there is nothing to count.
  if (text.includes("[") || text.indexOf("{", text.indexOf("{") + 1) !== -1) {
    if (nestsDeeperThan(text, MAX_NESTING)) {
      return { reason: `nests more than ${MAX_NESTING} levels deep`, line, column: 1 };
    }
  }
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    const fault = findJsonFault(text);
    if (fault === undefined) return { reason: `is not JSON (${String(error)})`, line, column: 1 };
    const before = text.slice(0, fault.offset);
    const lineStart = before.lastIndexOf("\n") + 1;
    const lines = before.split("\n").length - 1;
    return { reason: fault.reason, line: line + lines, column: fault.offset - lineStart + 1 };
  }
}

/** What the JSON of a whole file is, in messages: `a book`. */
export type JsonKind = "a book" | "a dialect" | "a mapping" | "a file of profiles" | "a state of discounts";

/**
 * Reads the JSON text of a whole file; throws a FileError that names line and column. A text that looks like no JSON
 * object at all, such as a CSV or JSON lines, is told what the file ought to be.
 */
export function parseJsonFile(text: string, file: string, kind: JsonKind): unknown {
  const parsed = parseJson(text);
  if ("value" in parsed) return parsed.value;
  const expected = `and ${kind} is one JSON object, { … }; ${CHECK_NAME}`;
  const begun = text.trimStart();
  if (begun === "") throw new FileError(file, `is empty, ${expected}`);
  if (!/^[{[]/.test(begun)) {
    const [first = ""] = begun.split(/[\r\n]/, 1);
    throw new FileError(file, `begins with ${quoteValue(first)}, ${expected}`, parsed);
  }
  const isLines = parsed.reason.endsWith(BEHIND_END);
  throw new FileError(file, isLines ? `${parsed.reason}, ${expected}` : parsed.reason, parsed);
}

const CHECK_NAME = "check that it is the right file";

/**
 * Throws a FileError for the settings or the book of a file that is of another kind: most fields of the object are
 * `unknown`, and not misspelt.
 */
export function requireKind(
  file: string,
  kind: JsonKind,
  { fields, unknown }: { readonly fields: number; readonly unknown: readonly PropertyKey[] },
): void {
  if (unknown.length * 2 <= fields) return;
  const [first, second] = unknown.map(String);
  const named = second === undefined ? first : `${first}, ${second}${unknown.length > 2 ? " …" : ""}`;
  throw new FileError(file, `is not ${kind}, which has no fields such as ${named}; ${CHECK_NAME}`);
}
