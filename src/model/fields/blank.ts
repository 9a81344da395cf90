/** Blank (R3): null, undefined, a missing field and "". Blank is not zero. */
export type Blank = null | undefined | "";

/** A field that may be left out or blank. */
export type Optional<T> = T | Blank;

/** Whether a value is blank (R3). */
export function isBlank(value: unknown): value is Blank {
  return value === undefined || value === null || value === "";
}

/** A value as text; "" where it is blank. */
export function textOrBlank(value: unknown): string {
  return isBlank(value) ? "" : String(value);
}

const FALSE_WORDS: ReadonlySet<string> = new Set(["0", "false", "no", "n", "off", "none"]);
const TRUE_WORDS: ReadonlySet<string> = new Set(["1", "true", "yes", "y", "on"]);
const LONGEST_WORD = 5;

/**
 * A flag's value (R3): false, 0, the words 0, false, no, n, off, none in any case and blank are false; true, 1 and the
 * words 1, true, yes, y, on are true; anything else is no flag, undefined.
 */
export function readFlag(value: unknown): boolean | undefined {
  if (typeof value === "boolean") return value;
  if (isBlank(value) || value === 0 || value === 0n) return false;
  if (value === 1 || value === 1n) return true;
  if (typeof value !== "string" || value.length > LONGEST_WORD) return undefined;
  const word = value.toLowerCase();
  if (FALSE_WORDS.has(word)) return false;
  return TRUE_WORDS.has(word) ? true : undefined;
}

/** An id as a database or a JSON file spells it; compared as text (R20). */
export type Id = string | number | bigint;

/** Text as a column may hold it: a numeric CLI counts as its digits. */
export type TextValue = string | number | bigint;

/** A flag as a column may hold it (R3): false, 0, "no" and the like, or true, 1, "yes" and the like. */
export type FlagValue = boolean | string | number | bigint;

/** Names as an array, or as one text with commas between the names. An empty list is blank. */
export type NameList = string | readonly string[];

/** Amounts as written; re-exported so that the types of schemas import from their own folder. */
export type { Amount, DecimalLike } from "../../money/index.ts";

/**
 * Objects from outside may have getters or be Proxies that throw on reading. Bad data is a result and not an exception,
 * so all reading outside the hot path goes through these functions.
 */

/** The result of `read`, or `otherwise` where `read` throws. */
export function safely<T>(read: () => T, otherwise: T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

/** The message for a value that throws on reading. */
export const UNREADABLE = "cannot be read: it throws when it is asked for";

/** A copy of a record's own fields, without fields that throw on reading. */
export function copyOf<T extends object>(record: T): T {
  const readable = safely(() => copyWhatCanBeRead(record), {} as T);
  return safely(() => ({ ...record }), readable);
}

function copyWhatCanBeRead<T extends object>(record: T): T {
  const copy: Partial<T> = {};
  for (const key of Object.keys(record) as (keyof T)[]) {
    safely(() => {
      copy[key] = record[key];
    }, undefined);
  }
  return copy as T;
}
