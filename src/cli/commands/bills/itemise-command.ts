import { basename, join } from "node:path";
import {
  createRecordWriter,
  type ItemisedCustomer,
  type ItemisedReport,
  itemiseCalls,
} from "../../../files/index.ts";
import { sumAmounts } from "../../../money/index.ts";
import { createItemisedLists, ITEMISED_FIELDS, type ItemisedLists } from "../../../report/index.ts";
import { openBookFile } from "../../book-file.ts";
import { formatOf } from "../../calls-format.ts";
import { CliError, type CliIO, counted, EXIT, tell } from "../../cli-io.ts";
import { customerName, makeFolder } from "../../customer-files.ts";
import {
  declareCommand,
  filesOf,
  formatOption,
  type Given,
  optional,
  required,
  SUMMARY,
  several,
} from "../../declare-command.ts";
import { type NamedFiles, requireDistinctFiles, requireNoFileOf } from "../../distinct-files.ts";
import { type RunFiles, withFiles } from "../../run-files.ts";

const OPTIONS = {
  calls: required("<file>", "results of tollbook rate, .jsonl or .csv; - reads standard input"),
  callsFormat: formatOption("format of the results; without it the file's name tells"),
  customer: several("<id...>", "the customers whose calls are wanted; without it everybody's"),
  out: required("<folder>", "where the lists go, two files a customer: one to work with, one to print"),
  book: optional(
    "<file>",
    "the book: names, addresses, numbers as it writes them, currencies and the time zone",
  ),
  summary: SUMMARY,
};

const EXAMPLES = `
Examples:
  tollbook itemise --calls rated.csv --out itemised
  tollbook itemise --calls rated.csv --customer 1 2 --book book.json --out itemised

Exit status: 0 all calls are in a list or ignored, 1 a file could not be read or is no file of results,
2 wrong usage, 3 some calls are in error and in no list.
`;

/** `tollbook itemise`: lists of each customer's calls, from results. */
export const itemiseCommand = declareCommand({
  name: "itemise",
  description: "list each customer's rated calls, as CSV and as a page to print",
  options: OPTIONS,
  examples: EXAMPLES,
  run: itemise,
});

async function itemise(options: Given<typeof OPTIONS>, io: CliIO): Promise<number> {
  const { calls, callsFormat, customer, out } = options;
  const format = formatOf(calls, callsFormat, "--calls-format");
  const named = filesOf(options, "calls", "book", "summary");
  await requireDistinctFiles(named, io);
  return withFiles(io, async (files) => {
    const bookFile = options.book === undefined ? undefined : await openBookFile(options.book, io);
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
    const found = new Set(report.customers.map(({ customerID }) => customerID));
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
    const writeSummary = await files.openSummary(options.summary);
    const written = { folder: out, named, bookFiles: bookFile?.files ?? [] };
    await writeLists(report.customers, lists, written, files, io);
    await writeSummary(summaryOf(report, lists));
    await files.finish();
    tell(io, formatItemised(report));
    return Object.keys(report.errorsByCode).length > 0 ? EXIT.someInError : EXIT.ok;
  });
}

/** Where lists go, and what they must not replace. */
interface ListFolder {
  readonly folder: string;
  readonly named: NamedFiles;
  readonly bookFiles: readonly string[];
}

async function writeLists(
  customers: readonly ItemisedCustomer[],
  lists: ItemisedLists,
  { folder, named, bookFiles }: ListFolder,
  files: RunFiles,
  io: CliIO,
): Promise<void> {
  await makeFolder(folder);
  const pathsOf = ({ customerID }: ItemisedCustomer): readonly [csv: string, page: string] => {
    const path = join(folder, customerName(customerID));
    return [`${path}.csv`, `${path}.html`];
  };
  await requireNoFileOf(named, bookFiles, { option: "--out", paths: customers.flatMap(pathsOf) });
  for (const [index, customer] of customers.entries()) {
    io.signal?.throwIfAborted();
    const [csvPath, pagePath] = pathsOf(customer);
    const csv = await files.open(csvPath, { isOneOfMany: index > 0 });
    const writer = await createRecordWriter(csv, { format: "csv", columns: ITEMISED_FIELDS });
    for (const record of lists.records(customer)) await writer.write(record);
    // Closed, so that ten thousand customers need no open file each; all get their names at the end.
    await csv.complete();
    const page = await files.open(pagePath, { isOneOfMany: true });
    for (const piece of lists.page(customer)) await page.write(piece);
    await page.complete();
  }
}

function summaryOf({ customers, close: _, ...counts }: ItemisedReport, lists: ItemisedLists): object {
  return {
    ...counts,
    customers: customers.map((customer) => {
      const { customerID, calls, cost, types } = customer;
      const file = customerName(customerID);
      return {
        customerID,
        calls,
        cost,
        total: lists.total(customer),
        types,
        csv: `${file}.csv`,
        page: `${file}.html`,
      };
    }),
  };
}

function formatItemised({
  read,
  itemised,
  others,
  errorsByCode,
  ignored,
  customers,
}: ItemisedReport): string {
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
    `${counted(customers.length, "customer")}, ${sumAmounts(customers.map(({ cost }) => cost))} pence in all\n`,
  ].join("");
}
