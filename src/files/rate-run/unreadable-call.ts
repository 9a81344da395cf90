/** The result of a line that could not be read. */
import type { ErrorRecord, FailedCall } from "../../index.ts";
import type { LineProblem } from "../call-file.ts";

/**
 * A line that could not be read, as the result of a call in error: the line counts as read and is not lost (R30).
 *
 * @example
 * unreadableCall({ file: "calls.jsonl", line: 7, reason: "is not UTF-8 text" }).message; // => "Line 7 could not be read: is not UTF-8 text."
 */
export function unreadableCall(problem: LineProblem): FailedCall {
  const { line, column, reason } = problem;
  // The file name is left out, so that the same calls give the same results under any file name.
  const place = column === undefined ? `Line ${line}` : `Line ${line}, column ${column},`;
  const error = "malformed-record";
  const message = `${place} could not be read: ${reason}.`;
  return {
    outcome: "error",
    id: null,
    line,
    error,
    message,
    field: undefined,
    toJSON: (): ErrorRecord => ({ line, error, message }),
  };
}
