/** Blank (R3): null, undefined, a missing field and "". Blank is not zero. */
export type Blank = null | undefined | "";

/** A field that may be left out or blank. */
export type Optional<T> = T | Blank;

/** Whether a value is blank (R3). */
export function isBlank(value: unknown): value is Blank {
  return value === undefined || value === null || value === "";
}

const FALSE_WORDS: ReadonlySet<string> = new Set(["", "0", "false", "no", "n", "none"]);

/** A flag's value (R3): false, 0, "0", "false", "no", "n", "none" in any case and blank are false, the rest true. */
export function isFlagSet(value: unknown): boolean {
  if (typeof value === "boolean") return value;
  if (typeof value === "string") return !FALSE_WORDS.has(value.length > 5 ? value : value.toLowerCase());
  return value !== undefined && value !== null && value !== 0 && value !== 0n;
}
