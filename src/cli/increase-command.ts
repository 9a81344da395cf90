import { basename } from "node:path";
import { type Command, Option } from "commander";
import { loadBook } from "../files/index.ts";
import {
  type BookData,
  checkBook,
  createIncreaseVersion,
  INCREASE_RESOURCES,
  INCREASE_SCOPES,
  type IncreasableRecord,
  type IncreaseRequest,
  type IncreaseResource,
  type IncreaseResult,
  increaseBook,
  isActionError,
  type VersionRequest,
  type VersionResult,
} from "../index.ts";
import { issueLine } from "./book-file.ts";
import { CliError, wrongUsage } from "./cli-error.ts";
import type { CliIO } from "./cli-io.ts";
import { requireNoBookFile } from "./distinct-files.ts";
import { EXIT } from "./exit-codes.ts";
import { formatIncreases, type IncreaseReport } from "./increase-report.ts";
import { namedRecords } from "./named-records.ts";
import { counted, print, printJson, tell } from "./print.ts";
import { unlessInterrupted } from "./unless-interrupted.ts";
import { keptText, writeBook } from "./write-book.ts";

interface IncreaseArguments {
  readonly book: string;
  readonly resource: IncreaseResource;
  readonly id?: readonly string[];
  readonly name?: readonly string[];
  readonly percent?: string;
  readonly amount?: string;
  readonly scope: string;
  readonly from?: string;
  readonly inPlace?: boolean;
  readonly level?: string;
  readonly keepDefaults?: boolean;
  readonly out: string;
  readonly json?: boolean;
}

const EXAMPLES = `
Scopes:
  tariffs             ${INCREASE_SCOPES.tariffs.join(", ")}
  fixedFeeTariffs     ${INCREASE_SCOPES.fixedFeeTariffs.join(", ")}
  standardFeatures    ${INCREASE_SCOPES.standardFeatures.join(", ")}

Examples:
  tollbook increase --book book.json --resource tariffs --name "Business UK" --percent 3.5 --scope costOnly --out new-book.json
  tollbook increase --book book.json --resource tariffs --id 1 --id 4 --percent 3.5 --scope allCharges --from 2027-04-01 --in-place --level 5 --out book.json

Without --in-place the records stay as they are and the book gets versions of them, such as "Business UK +3.5%".
Exit status: 0 the new book is there, 1 the book cannot be used or a record cannot be increased; then nothing is
written. A book that is replaced is kept beside the new one as .bak.
`;

/** Adds `tollbook increase`: prices raised by the rules R50 to R58. */
export function addIncreaseCommand(program: Command, io: CliIO, finish: (exitCode: number) => void): void {
  program
    .command("increase")
    .description("raise the prices of tariffs, fixed fee tariffs or standard features")
    .requiredOption("--book <file>", "the book")
    .addOption(
      new Option("--resource <list>", "what is increased").choices(INCREASE_RESOURCES).makeOptionMandatory(),
    )
    .option("--id <id...>", "ids of the records")
    .option("--name <name...>", "names of the records")
    .option("--percent <percent>", "by so many percent, such as 3.5")
    .option("--amount <amount>", "by an amount: pence on tariffs, pounds on the others")
    .requiredOption("--scope <scope>", "which prices; see below")
    .option("--from <date>", "calls and charges before this date cost what they did, YYYY-MM-DD")
    .option("--in-place", "change the records themselves instead of adding versions of them")
    .option("--level <level>", "your expert level; --in-place needs 5")
    .option(
      "--keep-defaults",
      "a version of a default tariff is a default too; calls refuse two until one gives way",
    )
    .requiredOption("--out <file>", "the new book, which may replace the old one; - is standard output")
    .option("--json", "print the report as JSON")
    .addHelpText("after", EXAMPLES)
    .action(async (options: IncreaseArguments) => finish(await increase(options, io)));
}

async function increase(options: IncreaseArguments, io: CliIO): Promise<number> {
  if ((options.percent === undefined) === (options.amount === undefined)) {
    throw wrongUsage("An increase is by a percentage or by an amount.", "Give --percent P or --amount A.");
  }
  if (options.out === "-" && options.json === true) {
    throw wrongUsage("The new book and the report cannot both go to standard output.", "Give --out a file.");
  }
  const loaded = await unlessInterrupted(loadBook(options.book), io);
  await requireNoBookFile({ "--out": options.out }, loaded.files);
  const name = basename(options.book);
  requireSound(
    name,
    checkBook(loaded.data).problems.map((issue) => issueLine(issue, loaded.origins)),
  );
  const records = namedRecords(loaded.data, options.resource, options);
  const requests = records.map((record) => requestFor(record, options));
  const { book, reports } =
    options.inPlace === true
      ? inPlace(loaded.data, requests, { sources: records, level: Number(options.level ?? 0) })
      : asVersions(
          loaded.data,
          requests.map((request) => ({ ...request, keepDefaults: options.keepDefaults })),
          records,
        );
  requireSound(
    `The increased ${name}`,
    checkBook(book).problems.map((issue) => issueLine(issue, [])),
  );
  io.signal?.throwIfAborted();
  const kept = await writeBook(book, { from: options.book, loaded, out: options.out, io });
  if (options.json === true) {
    await printJson(io, reports);
    if (kept !== undefined) tell(io, keptText(kept));
    return EXIT.ok;
  }
  const report = `${formatIncreases(options.resource, reports)}${keptText(kept)}`;
  if (options.out === "-") tell(io, report);
  else await print(io, report);
  return EXIT.ok;
}

function requestFor({ id }: IncreasableRecord, options: IncreaseArguments): IncreaseRequest {
  return {
    resource: options.resource,
    id,
    increaseScope: options.scope,
    increasePercent: options.percent,
    increaseAmount: options.amount,
    effectiveDate: options.from,
  };
}

interface Increased {
  readonly book: BookData;
  readonly reports: readonly IncreaseReport[];
}

function inPlace(
  data: BookData,
  requests: readonly IncreaseRequest[],
  { sources, level }: { readonly sources: readonly IncreasableRecord[]; readonly level: number },
): Increased {
  const increased = increaseBook(data, requests, level);
  if (isActionError(increased)) throw refusal(increased, sources[increased.request]);
  const reports = increased.results.map((result, at) => reportOf(sources[at] as IncreasableRecord, result));
  return { book: increased.book, reports };
}

/** Sources do not change, so each version is computed from the book as it was; the ids are taken one by one. */
function asVersions(
  data: BookData,
  requests: readonly VersionRequest[],
  sources: readonly IncreasableRecord[],
): Increased {
  let book = data;
  const reports: IncreaseReport[] = [];
  for (const [at, request] of requests.entries()) {
    const source = sources[at] as IncreasableRecord;
    const result = createIncreaseVersion(book, request);
    if (isActionError(result)) throw refusal(result, source);
    if (result.created) {
      const list = (book[request.resource] ?? []) as readonly IncreasableRecord[];
      book = { ...book, [request.resource]: [...list, result.record] };
    }
    reports.push(reportOf(source, result));
  }
  return { book, reports };
}

function reportOf(source: IncreasableRecord, result: IncreaseResult | VersionResult): IncreaseReport {
  return { source, ...result };
}

function refusal(
  { hint, error_code }: { readonly hint: string; readonly error_code: number },
  source: IncreasableRecord | undefined,
): CliError {
  const what = source === undefined ? "" : `${String(source.name)} (id ${source.id}): `;
  const isUsage = error_code === 403001 || error_code === 400503;
  return new CliError(
    isUsage ? EXIT.usage : EXIT.unreadable,
    `${what}${hint} (${error_code})`,
    error_code === 403001
      ? "Give --level 5, or leave out --in-place to add a version instead."
      : "Nothing was written.",
  );
}

/** Problems that are shown; `tollbook check` lists all. */
const SHOWN_PROBLEMS = 10;

function requireSound(what: string, problems: readonly string[]): void {
  if (problems.length === 0) return;
  const more = problems.length - SHOWN_PROBLEMS;
  const lines = problems.slice(0, SHOWN_PROBLEMS).map((line) => `\n  ${line}`);
  throw new CliError(
    EXIT.unreadable,
    `${what} has ${counted(problems.length, "problem")}, so nothing was written:${lines.join("")}${more > 0 ? `\n  … and ${more} more` : ""}`,
  );
}
