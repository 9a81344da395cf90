import { basename } from "node:path";
import { bookDigest, type CsvOrigin, loadBook, originOf, unlessAborted } from "../../files/index.ts";
import { type BookIssue, checkBook } from "../../index.ts";
import { issueLine } from "../book-file.ts";
import { type CliIO, counted, EXIT, printAs } from "../cli-io.ts";
import { BOOK, declareCommand, type Given, JSON_OUTPUT } from "../declare-command.ts";

const OPTIONS = { book: BOOK, json: JSON_OUTPUT };

export const checkCommand = declareCommand({
  name: "check",
  description: "list every problem and warning of a book",
  options: OPTIONS,
  examples: `
Example:
  tollbook check --book book.json

Exit status: 0 the book can be used, 1 it has problems or cannot be read. Warnings alone are no failure.
`,
  run: check,
});

async function check({ book, json }: Given<typeof OPTIONS>, io: CliIO): Promise<number> {
  const { data, origins } = await unlessAborted(loadBook(book), io.signal);
  const { problems, warnings } = checkBook(data);
  const report = {
    bookDigest: bookDigest(data),
    problems: problems.map((issue) => withOrigin(issue, origins)),
    warnings: warnings.map((issue) => withOrigin(issue, origins)),
  };
  const text = (): string => {
    const verdict =
      problems.length > 0 ? counted(problems.length, "problem") : "no problems, so the book can be used";
    const more = warnings.length > 0 ? `; ${counted(warnings.length, "warning")}` : "";
    return [
      `${basename(book)}: ${verdict}${more}\n`,
      ...problems.map((issue) => `problem  ${issueLine(issue, origins)}\n`),
      ...warnings.map((issue) => `warning  ${issueLine(issue, origins)}\n`),
    ].join("");
  };
  await printAs(json, report, text, io);
  return problems.length > 0 ? EXIT.unreadable : EXIT.ok;
}

/** `origin` is the position in the CSV file beside the book, such as `a-z.csv:14`. */
function withOrigin(issue: BookIssue, origins: readonly CsvOrigin[]): BookIssue & { origin?: string } {
  const origin = originOf(issue.path, origins);
  return origin === undefined ? issue : { ...issue, origin };
}
