import { basename } from "node:path";
import type { Command } from "commander";
import { bookDigest, type CsvOrigin, loadBook, originOf } from "../files/index.ts";
import { type BookIssue, checkBook } from "../index.ts";
import { issueLine } from "./book-file.ts";
import type { CliIO } from "./cli-io.ts";
import { EXIT } from "./exit-codes.ts";
import { counted, print, printJson } from "./print.ts";
import { unlessInterrupted } from "./unless-interrupted.ts";

interface CheckArguments {
  readonly book: string;
  readonly json?: boolean;
}

const EXAMPLES = `
Example:
  tollbook check --book book.json

Exit status: 0 the book can be used, 1 it has problems or cannot be read. Warnings alone are no failure.
`;

/** Adds `tollbook check`: every problem and warning of a book at once. */
export function addCheckCommand(program: Command, io: CliIO, finish: (exitCode: number) => void): void {
  program
    .command("check")
    .description("list every problem and warning of a book")
    .requiredOption("--book <file>", "the book")
    .option("--json", "print JSON")
    .addHelpText("after", EXAMPLES)
    .action(async (options: CheckArguments) => finish(await check(options, io)));
}

async function check(options: CheckArguments, io: CliIO): Promise<number> {
  const { data, origins } = await unlessInterrupted(loadBook(options.book), io);
  const { problems, warnings } = checkBook(data);
  if (options.json === true) {
    await printJson(io, {
      bookDigest: bookDigest(data),
      problems: problems.map((issue) => withOrigin(issue, origins)),
      warnings: warnings.map((issue) => withOrigin(issue, origins)),
    });
  } else {
    const verdict =
      problems.length > 0 ? counted(problems.length, "problem") : "no problems, so the book can be used";
    const more = warnings.length > 0 ? `; ${counted(warnings.length, "warning")}` : "";
    await print(
      io,
      [
        `${basename(options.book)}: ${verdict}${more}\n`,
        ...problems.map((issue) => `problem  ${issueLine(issue, origins)}\n`),
        ...warnings.map((issue) => `warning  ${issueLine(issue, origins)}\n`),
      ].join(""),
    );
  }
  return problems.length > 0 ? EXIT.unreadable : EXIT.ok;
}

/** `origin` is the place in the CSV file beside the book, such as `a-z.csv:14`. */
function withOrigin(issue: BookIssue, origins: readonly CsvOrigin[]): BookIssue & { origin?: string } {
  const origin = originOf(issue.path, origins);
  return origin === undefined ? issue : { ...issue, origin };
}
