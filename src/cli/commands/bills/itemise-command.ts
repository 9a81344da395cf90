import { basename, join } from "node:path";
import { currencyOf } from "../../../book/index.ts";
import {
  type ItemisedCustomer,
  type ItemisedReport,
  itemiseCalls,
  makeFolder,
  type Output,
} from "../../../files/index.ts";
import { USUAL_CURRENCY } from "../../../model/index.ts";
import { minorUnit, sumAmounts } from "../../../money/index.ts";
import {
  createItemisedLists,
  ITEMISED_FIELDS,
  type ItemisedLists,
  moneyText,
} from "../../../report/index.ts";
import { type BookFile, openBookFile } from "../../book-file.ts";
import { formatOf } from "../../calls-format.ts";
import { CliError, type CliIO, counted, EXIT, tell } from "../../cli-io.ts";
import { customerName } from "../../customer-files.ts";
import {
  declareCommand,
  filesOf,
  formatOption,
  type Given,
  named,
  needed,
  required,
  SUMMARY,
  several,
} from "../../declare-command.ts";
import {
  type NamedFiles,
  requireDistinctFiles,
  requireNoBookFile,
  requireNoFileOf,
} from "../../distinct-files.ts";
import { type RunFiles, withFiles, writeRecords } from "../../run-files.ts";
import type { Currency } from "../change-words.ts";

const OPTIONS = {
  calls: required("<file>", "results of tollbook rate, .jsonl or .csv; - reads standard input"),
  callsFormat: formatOption("format of the results; without it the file's name tells"),
  customer: several("<id...>", "the customers whose calls are wanted; without it everybody's"),
  out: needed(named("<folder>", "where the lists go, two files a customer: one to work with, one to print")),
  book: named(
    "<file>",
    "the book: names, addresses, numbers as it writes them, currencies and the time zone",
  ),
  summary: SUMMARY,
};

export const itemiseCommand = declareCommand({
  name: "itemise",
  description: "list each customer's rated calls, as CSV and as a page to print",
  options: OPTIONS,
  examples: `
Examples:
  tollbook itemise --calls rated.csv --out itemised
  tollbook itemise --calls rated.csv --customer 1 2 --book book.json --out itemised

Exit status: 0 all calls are in a list or ignored, 1 a file could not be read or is no file of results,
2 wrong usage, 3 some calls are in error and in no list.
`,
  run: itemise,
});

async function itemise(options: Given<typeof OPTIONS>, io: CliIO): Promise<number> {
  const { calls, callsFormat, customer, out } = options;
  const format = formatOf(calls, callsFormat, "--calls-format");
  const named = filesOf(options, "calls", "book", "summary");
  await requireDistinctFiles(named, io);
  return withFiles(io, async (files) => {
    const bookFile = options.book === undefined ? undefined : await openBookFile(options.book, io);
    await requireNoBookFile(filesOf(options, "summary"), bookFile?.files ?? []);
    const input = await files.openInput(calls);
    const name = basename(input.name);
    const report = await itemiseCalls({
      input,
      read: { format, name },
      book: bookFile?.book,
      customers: customer,
      onProgress: files.onProgress,
    });
    files.closeLast(report);
    const found = new Set(report.customerIDs);
    const missing = (customer ?? []).filter((id) => !found.has(id));
    if (missing.length > 0) {
      const who = missing.length === 1 ? "customer" : "customers";
      throw new CliError(
        EXIT.unreadable,
        `${name} has no rated call of ${who} ${missing.join(", ")}.`,
        "Nothing was written.",
      );
    }
    const lists = createItemisedLists(bookFile?.book);
    const summary = await files.openIf(options.summary);
    const written = { folder: out, named, bookFile };
    const costs = await writeLists(report, lists, written, files, io);
    if (summary !== undefined) await writeSummary(report, lists, summary);
    await files.finish();
    tell(io, formatItemised(report, totalText(costs, bookFile?.book.settings ?? POUNDS)));
    return Object.keys(report.errorsByCode).length > 0 ? EXIT.someInError : EXIT.ok;
  });
}

/** The currency of costs without a book. */
const POUNDS: Currency = { currency: USUAL_CURRENCY, currencyDecimals: 2 };

/** The folder of the lists, and the files that lists must not replace. */
interface ListFolder {
  readonly folder: string;
  readonly named: NamedFiles;
  readonly bookFile: BookFile | undefined;
}

/** Writes the lists of one customer after another; returns the total cost of the customers' calls by currency. */
async function writeLists(
  report: ItemisedReport,
  lists: ItemisedLists,
  { folder, named, bookFile }: ListFolder,
  files: RunFiles,
  io: CliIO,
): Promise<ReadonlyMap<string, string>> {
  await makeFolder(folder);
  const pathOf = (customerID: string, end: string): string => join(folder, customerName(customerID) + end);
  function* paths(): Generator<string, void, undefined> {
    for (const id of report.customerIDs) for (const end of ENDS) yield pathOf(id, end);
  }
  await requireNoFileOf(named, bookFile?.files ?? [], { option: "--out", paths: paths() });
  const costs = new Map<string, string>();
  let customerIndex = 0;
  for (const customer of report.customers()) {
    io.signal?.throwIfAborted();
    const [csvPath, pagePath] = ENDS.map((end) => pathOf(customer.customerID, end)) as [string, string];
    const csv = await files.open(csvPath, { isOneOfMany: customerIndex > 0 });
    await writeRecords(csv, ITEMISED_FIELDS, lists.records(customer));
    // Closed, so that ten thousand customers need no open file each; all files are renamed at the end.
    await csv.complete();
    const page = await files.open(pagePath, { isOneOfMany: true });
    for (const piece of lists.page(customer)) await page.write(piece);
    await page.complete();
    const currency =
      bookFile === undefined ? POUNDS.currency : currencyOf(bookFile.book, customer.customerID);
    costs.set(currency, sumAmounts([costs.get(currency), customer.cost]));
    customerIndex++;
  }
  return costs;
}

const ENDS = [".csv", ".html"];

/** Writes a summary as JSON, customer by customer: all customers may be too many for one string. */
async function writeSummary(report: ItemisedReport, lists: ItemisedLists, output: Output): Promise<void> {
  const { read, itemised, others, errorsByCode, ignored } = report;
  const counts = JSON.stringify({ read, itemised, others, errorsByCode, ignored }, undefined, 2);
  await output.write(`${counts.slice(0, -"\n}".length)},\n  "customers": [`);
  let before = "\n    ";
  for (const customer of report.customers()) {
    const text = JSON.stringify(summaryOf(customer, lists), undefined, 2);
    await output.write(before + text.replaceAll("\n", "\n    "));
    before = ",\n    ";
  }
  await output.write(report.customerIDs.length > 0 ? "\n  ]\n}\n" : "]\n}\n");
}

function summaryOf(customer: ItemisedCustomer, lists: ItemisedLists): object {
  const { customerID, calls, cost, types } = customer;
  const [csv, page] = ENDS.map((end) => customerName(customerID) + end);
  return { customerID, calls, cost, total: lists.total(customer), types, csv, page };
}

/** The total cost: amounts of several currencies are no sum. */
function totalText(costs: ReadonlyMap<string, string>, { currency, currencyDecimals }: Currency): string {
  if (costs.size > 1) {
    return [...costs].map(([own, cost]) => moneyText(own, currencyDecimals).exact(cost)).join(" + ");
  }
  const [[own, cost] = [currency, "0"]] = costs;
  return `${cost} ${minorUnit(own, currencyDecimals)}`;
}

function formatItemised(report: ItemisedReport, total: string): string {
  const { read, itemised, others, errorsByCode, ignored, customerIDs } = report;
  const codes = Object.entries(errorsByCode);
  const errors = codes.reduce((sum, [, count]) => sum + count, 0);
  const parts = [
    `${itemised} itemised`,
    ...(others > 0 ? [`${others} of other customers`] : []),
    `${errors} in error`,
    `${ignored} ignored`,
  ];
  return [
    `${counted(read, "call")} read: ${parts.join(" + ")}\n`,
    ...(errors > 0
      ? [`  in error, without a price  ${codes.map(([code, count]) => `${code} ${count}`).join(", ")}\n`]
      : []),
    `${counted(customerIDs.length, "customer")}, ${total} in all\n`,
  ].join("");
}
