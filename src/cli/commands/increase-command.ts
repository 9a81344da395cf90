import { basename } from "node:path";
import {
  type BookData,
  checkBook,
  createIncreaseVersion,
  INCREASE_RESOURCES,
  INCREASE_SCOPES,
  type IncreasableRecord,
  type IncreaseRequest,
  type IncreaseResult,
  increaseBook,
  isActionError,
  type VersionRequest,
  type VersionResult,
} from "../../index.ts";
import { type BookChange, issueLine, loadSoundBook, requireNone, writeBook } from "../book-file.ts";
import { CliError, EXIT, wrongUsage } from "../cli-error.ts";
import type { CliIO } from "../cli-io.ts";
import {
  choice,
  declareCommand,
  flag,
  type Given,
  needed,
  optional,
  required,
  several,
} from "../declare-command.ts";
import { BOOK } from "../shared-options.ts";
import { printJson } from "../terminal.ts";
import { formatIncreases, type IncreaseReport } from "./increase-report.ts";
import { namedRecords } from "./named-records.ts";

const OPTIONS = {
  book: BOOK,
  resource: needed(choice("<list>", "what is increased", INCREASE_RESOURCES)),
  id: several("<id...>", "ids of the records"),
  name: several("<name...>", "names of the records"),
  percent: optional("<percent>", "by so many percent, such as 3.5"),
  amount: optional("<amount>", "by an amount: pence on tariffs, pounds on the others"),
  scope: required("<scope>", "which prices; see below"),
  from: optional("<date>", "calls and charges before this date cost what they did, YYYY-MM-DD"),
  inPlace: flag("change the records themselves instead of adding versions of them"),
  level: optional("<level>", "your expert level; --in-place needs 5"),
  keepDefaults: flag("a version of a default tariff is a default too; calls refuse two until one gives way"),
  out: required("<file>", "the new book, which may replace the old one; - is standard output"),
  json: flag("print the report as JSON"),
};

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

const CHANGE: BookChange = { done: "written", shown: 10 };

/** `tollbook increase`: prices raised by the rules R50 to R58. */
export const increaseCommand = declareCommand({
  name: "increase",
  description: "raise the prices of tariffs, fixed fee tariffs or standard features",
  options: OPTIONS,
  examples: EXAMPLES,
  run: increase,
});

type IncreaseOptions = Given<typeof OPTIONS>;

async function increase(options: IncreaseOptions, io: CliIO): Promise<number> {
  const { resource, keepDefaults, level = 0, json } = options;
  if ((options.percent === undefined) === (options.amount === undefined)) {
    throw wrongUsage("An increase is by a percentage or by an amount.", "Give --percent P or --amount A.");
  }
  if (options.out === "-" && json) {
    throw wrongUsage("The new book and the report cannot both go to standard output.", "Give --out a file.");
  }
  const loaded = await loadSoundBook(options, CHANGE, io);
  const records = namedRecords(loaded.data, resource, options);
  const requests = records.map((record) => requestFor(record, options));
  const { book, reports } = options.inPlace
    ? inPlace(loaded.data, requests, { sources: records, level: Number(level) })
    : asVersions(
        loaded.data,
        requests.map((request) => ({ ...request, keepDefaults })),
        records,
      );
  const problems = checkBook(book).problems.map((issue) => issueLine(issue, []));
  requireNone(`The increased ${basename(options.book)}`, problems, CHANGE);
  const report = json ? undefined : formatIncreases(resource, reports);
  await writeBook(book, loaded, { paths: options, report }, io);
  if (json) await printJson(io, reports);
  return EXIT.ok;
}

function requestFor({ id }: IncreasableRecord, options: IncreaseOptions): IncreaseRequest {
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
