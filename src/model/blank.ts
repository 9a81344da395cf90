/** Blank (R3): null, undefined, a missing field and "". Blank is not zero. */
export type Blank = null | undefined | "";

/** A field that may be left out or blank. */
export type Optional<T> = T | Blank;

/** Whether a value is blank (R3). */
export function isBlank(value: unknown): value is Blank {
  return value === undefined || value === null || value === "";
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
