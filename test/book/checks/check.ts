/** What the tests of this folder share: a book's problems and warnings across records as lines of text. */
import { checkReferences } from "../../../src/book/checks/index.ts";
import { readRecords } from "../../../src/book/read-records.ts";

/** Problems and warnings as `path: message`. */
export interface Found {
  readonly problems: readonly string[];
  readonly warnings: readonly string[];
}

/** Checks a book of which single records may fail their own schemas, but no setting. */
export function check(data: Readonly<Record<string, unknown>>): Found {
  const read = readRecords(data);
  if (read.settings === undefined) throw new Error("the test's settings are wrong");
  const { problems, warnings } = checkReferences(read.settings, read, data);
  const line = ({ path, message }: { path: string; message: string }): string => `${path}: ${message}`;
  return { problems: problems.map(line), warnings: warnings.map(line) };
}

/** The problems alone. */
export function problems(data: Readonly<Record<string, unknown>>): readonly string[] {
  return check(data).problems;
}

/** The warnings of a book without problems. */
export function warnings(data: Readonly<Record<string, unknown>>): readonly string[] {
  const found = check(data);
  if (found.problems.length > 0) throw new Error(found.problems.join("\n"));
  return found.warnings;
}

/** The paths of lines. */
export function paths(lines: readonly string[]): string[] {
  return lines.map((line) => line.slice(0, line.indexOf(": ")));
}
