/** Finds columns by their names in files and dialects. */
import { columnName } from "../text.ts";

/**
 * The key by which names are compared: `RecordID`, `Record ID` and `RECORD_ID` are one column. A name without a letter
 * or digit is its own key.
 */
export function columnKey(name: string): string {
  const trimmed = columnName(name);
  return trimmed.toLowerCase().replaceAll(/[^\p{L}\p{M}\p{N}]/gu, "") || trimmed;
}

/** Names of columns as a header has them, in one row or several. */
export function namesOf(...rows: readonly string[]): readonly string[] {
  return rows.join(", ").split(", ");
}

/** Names of columns that have none, by their numbers. */
export function numberedColumns(from: number, to: number): readonly string[] {
  return Array.from({ length: to - from + 1 }, (_, index) => `column ${from + index}`);
}
