import { FileError } from "./file-error.ts";
import { findJsonFault } from "./json-fault.ts";
import { nestsDeeperThan } from "./json-nesting.ts";
import { MAX_NESTING } from "./limits.ts";

/** What keeps a text from being JSON that may be used, and where. */
export interface ParseFault {
  readonly reason: string;
  readonly line: number;
  readonly column: number;
}

/**
 * Reads a JSON text. A key `__proto__` becomes an own key like any other, for a checker to refuse.
 * `line` is the number of the text's first line in its file.
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

/** Reads the JSON text of a whole file; throws a FileError that names line and column. */
export function parseJsonFile(text: string, file: string): unknown {
  const parsed = parseJson(text);
  if ("value" in parsed) return parsed.value;
  throw new FileError(file, parsed.reason, parsed);
}
