import { basename } from "node:path";
import {
  type BookData,
  checkBook,
  createIncreaseVersion,
  type FixedFeeLine,
  type FixedFeeTariff,
  INCREASE_RESOURCES,
  INCREASE_SCOPES,
  type IncreasableRecord,
  type IncreaseRequest,
  type IncreaseResource,
  type IncreaseResult,
  increaseBook,
  isActionError,
  type Tariff,
  type VersionResult,
} from "../../index.ts";
import { isBlank, settingsSchema } from "../../model/index.ts";
import { majorUnit, minorUnit } from "../../money/index.ts";
import { type BookChange, issueLine, loadSoundBook, requireNone, writeBook } from "../book-file.ts";
import { CliError, type CliIO, counted, EXIT, printJson, table, wrongUsage } from "../cli-io.ts";
import {
  BOOK,
  choice,
  declareCommand,
  flag,
  type Given,
  needed,
  optional,
  requireDay,
  required,
  several,
} from "../declare-command.ts";
import type { Currency } from "./change-words.ts";
import { increaseRequests, namedRecords } from "./chosen-records.ts";

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

const CHANGE: BookChange = { done: "written", shown: 10 };

export const increaseCommand = declareCommand({
  name: "increase",
  description: "raise the prices of tariffs, fixed fee tariffs or standard features",
  options: OPTIONS,
  examples: `
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
`,
  refuse: refuseContradictions,
  run: increase,
});

/** Refuses options that contradict each other, and such as would have no effect. */
function refuseContradictions(options: Partial<Given<typeof OPTIONS>>): void {
  const { percent, amount, inPlace, keepDefaults, level, out, json } = options;
  if (percent !== undefined && amount !== undefined) throw notOneIncrease();
  if (inPlace && keepDefaults) {
    throw wrongUsage(
      "--keep-defaults is of versions, and --in-place makes none.",
      "Leave one of the two out.",
    );
  }
  if (level !== undefined && !inPlace) {
    throw wrongUsage(
      "--level is of changes in place, and without --in-place the book gets versions.",
      "Add --in-place, or leave out --level.",
    );
  }
  if (out === "-" && json) {
    throw wrongUsage("The new book and the report cannot both go to standard output.", "Give --out a file.");
  }
}

function notOneIncrease(): CliError {
  return wrongUsage("An increase is by a percentage or by an amount.", "Give --percent P or --amount A.");
}

async function increase(options: Given<typeof OPTIONS>, io: CliIO): Promise<number> {
  const { resource, keepDefaults, level = 0, json, percent, ...given } = options;
  if (percent === undefined && given.amount === undefined) throw notOneIncrease();
  if (given.from !== undefined) requireDay("--from", given.from);
  const loaded = await loadSoundBook(options, CHANGE, io);
  const records = namedRecords(loaded.data, resource, options);
  const chosen = records.map((record) => ({ resource, record }));
  const requests = increaseRequests(chosen, {
    ...given,
    ...(percent !== undefined && { increase: percent }),
  });
  const { book, reports } = options.inPlace
    ? inPlace(loaded.data, requests, records, Number(level))
    : asVersions(loaded.data, requests, records, keepDefaults);
  const problems = checkBook(book).problems.map((issue) => issueLine(issue, []));
  requireNone(`The increased ${basename(options.book)}`, problems, CHANGE);
  const settings = settingsSchema.schema.parse(loaded.data);
  const lines = reports.map((one) => formatIncrease(resource, one, settings));
  const report = json ? undefined : lines.join("");
  await writeBook(book, loaded, { paths: options, report }, io);
  if (json) await printJson(io, reports);
  return EXIT.ok;
}

interface Increased {
  readonly book: BookData;
  readonly reports: readonly IncreaseReport[];
}

function inPlace(
  data: BookData,
  requests: readonly IncreaseRequest[],
  sources: readonly IncreasableRecord[],
  level: number,
): Increased {
  const increased = increaseBook(data, requests, level);
  if (isActionError(increased)) throw refusal(increased, sources[increased.request]);
  const reports = increased.results.map((result, requestIndex) => ({
    source: sources[requestIndex] as IncreasableRecord,
    ...result,
  }));
  return { book: increased.book, reports };
}

/** Sources do not change, so each version is computed from the original book; ids are assigned one by one. */
function asVersions(
  data: BookData,
  requests: readonly IncreaseRequest[],
  sources: readonly IncreasableRecord[],
  keepDefaults: boolean,
): Increased {
  let book = data;
  const reports = requests.map((request, requestIndex) => {
    const source = sources[requestIndex] as IncreasableRecord;
    const result = createIncreaseVersion(book, { ...request, keepDefaults });
    if (isActionError(result)) throw refusal(result, source);
    if (result.created) {
      const list = (book[request.resource] ?? []) as readonly IncreasableRecord[];
      book = { ...book, [request.resource]: [...list, result.record] };
    }
    return { source, ...result };
  });
  return { book, reports };
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

type IncreaseReport = (IncreaseResult | VersionResult) & {
  readonly source: IncreasableRecord;
};

const SHOWN = 5;
const AMOUNTS: ReadonlySet<number> = new Set([1, 2]);

/** The unit of a record's prices, in words; a standard feature has no currency of its own. */
function unitOf(resource: IncreaseResource, source: IncreasableRecord, ofBook: Currency): string {
  const own = "currency" in source ? source.currency : undefined;
  const currency = isBlank(own) ? ofBook.currency : own;
  if (resource === "tariffs") return minorUnit(currency, ofBook.currencyDecimals);
  return majorUnit(currency);
}

function formatIncrease(resource: IncreaseResource, report: IncreaseReport, currency: Currency): string {
  const { source, record, kept, notReached } = report;
  const from = `${String(source.name)} (id ${source.id})`;
  if (report.skipped === true) {
    return `${from}: is paid in instalments of an agreed total, so nothing was increased\n`;
  }
  const prices = [
    ...changedPrices(source, record),
    ...(resource === "fixedFeeTariffs" ? changedFees(report) : []),
  ];
  return [
    `${from}${outcome(report, unitOf(resource, source, currency))}\n`,
    prices.length > 0 ? table(prices, AMOUNTS) : "",
    linesText(source, record),
    hasNoEffect(report) ? "  no price changes: none is in the scope, or the rise is lost in rounding\n" : "",
    listText(
      kept.map(({ path, price }) => `${path} ${price}`),
      "kept its price, as nothing would be left of it",
      "kept their prices, as nothing would be left of them",
    ),
    listText(
      report.children.map(({ name, id, follows, ownPrices }) =>
        follows ? `${name} (id ${id})` : `${name} (id ${id}, but for its ${ownPrices.join(", ")})`,
      ),
      "inherits from it and follows",
      "inherit from it and follow",
    ),
    listText(
      notReached.map(({ id, fields }) => `feature ${id} (${fields.join(", ")})`),
      "has a price of its own and is not reached",
      "have prices of their own and are not reached",
    ),
  ].join("");
}

/** Whether an increase of 0 % would have made the same record. */
function hasNoEffect(report: IncreaseReport): boolean {
  if ("created" in report && !report.created) return false;
  return report.changed.length === 0 && report.kept.length === 0;
}

function outcome(report: IncreaseReport, unit: string): string {
  const { record } = report;
  if (!("created" in report)) return `, prices in ${unit}`;
  const version = ` → ${String(record.name)} (id ${record.id})`;
  if (!report.created) {
    const stale = report.stale === true ? "; its prices no longer follow the source" : "";
    return `${version}: the book has this version already${stale}`;
  }
  const ties = report.tiesWithSource === true ? `; ${tieText(record)}` : "";
  return `${version}, prices in ${unit}${ties}`;
}

/** R55: the next step for a default that would tie with its version. */
function tieText(record: IncreasableRecord): string {
  const { forCarriers, forNumberTypes } = record as Tariff;
  return forCarriers === undefined && forNumberTypes === undefined
    ? "it is no default as its source is: to switch over, move forCarriers and forNumberTypes to it"
    : "both are defaults for the same calls, which calls refuse: change forCarriers or forNumberTypes of one";
}

/** The changed prices of a record without its lines, old and new. */
function changedPrices(source: IncreasableRecord, record: IncreasableRecord): string[][] {
  const before = source as unknown as Readonly<Record<string, unknown>>;
  const rows: string[][] = [];
  for (const [name, value] of Object.entries(record)) {
    // Returned prices are text, whatever type the book has.
    if (!/cost|charge/i.test(name) || String(value) === String(before[name])) continue;
    rows.push([name, String(before[name] ?? "inherited"), `→ ${String(value)}`]);
  }
  return rows;
}

/** Fees that are shown; the new book has all fees. */
const SHOWN_FEES = 20;

/** The changed fees of a fixed fee tariff, old and new. */
function changedFees({ record, changed }: IncreaseReport): string[][] {
  const lines: readonly FixedFeeLine[] = (record as FixedFeeTariff).rates ?? [];
  const rows = changed.slice(0, SHOWN_FEES).map(({ path, before, price }) => {
    const line = lines[Number(/^rates\[(\d+)\]/.exec(path)?.[1])];
    const from = line?.startDate ? `from ${line.startDate}` : "";
    const what = [path.replace(/\..*/, ""), line?.description, from].filter(Boolean).join(" ");
    return [what, before, `→ ${price}`];
  });
  const more = changed.length - SHOWN_FEES;
  return more > 0 ? [...rows, [`and ${more} more`, "", ""]] : rows;
}

function linesText(source: IncreasableRecord, record: IncreasableRecord): string {
  const before = "rates" in source ? (source.rates?.length ?? 0) : 0;
  const after = "rates" in record ? (record.rates?.length ?? 0) : 0;
  if (after === 0) return "";
  return `  ${counted(after, "line")}${before === after ? "" : `, before ${before}`}\n`;
}

function listText(items: readonly string[], one: string, many: string): string {
  if (items.length === 0) return "";
  const more = items.length - SHOWN;
  const shown = items.slice(0, SHOWN).join(", ");
  return `  ${shown}${more > 0 ? ` and ${more} more` : ""} ${items.length === 1 ? one : many}\n`;
}
