import { currencyOf } from "../../book/index.ts";
import { rateFile } from "../../files/index.ts";
import { type CallRecord, type DiscountPool, type OpenedBook, sumAmounts } from "../../index.ts";
import { majorUnit } from "../../money/index.ts";
import { passedOverText } from "../../report/index.ts";
import { callsFormatOf, filesOfCalls } from "../calls-format.ts";
import { openRun } from "../calls-input.ts";
import { type CliIO, counted, EXIT, printAs, table, tell } from "../cli-io.ts";
import {
  BOOK,
  CALLS_INPUT,
  declareCommand,
  filesOf,
  type Given,
  JSON_OUTPUT,
  named,
  optional,
  RECLASSIFY,
} from "../declare-command.ts";
import { requireDistinctFiles, takesStandardOutput } from "../distinct-files.ts";
import {
  inOrder,
  NO_OUTPUT,
  openWindow,
  readState,
  tellNotes,
  withFiles,
  writeRecords,
} from "../run-files.ts";

const OPTIONS = {
  book: BOOK,
  ...CALLS_INPUT,
  state: named("<file>", "what earlier runs have used, as rate --state wrote it"),
  reclassify: RECLASSIFY,
  json: JSON_OUTPUT,
  csv: optional("<file>", "write the pools as CSV; - is standard output, without the table"),
};

export const poolsCommand = declareCommand({
  name: "pools",
  description: "say what the calls of a file use of the pools of discount plans",
  options: OPTIONS,
  examples: `
Examples:
  tollbook pools --book book.json --calls october.csv
  tollbook pools --book book.json --calls Master.csv --calls-format asterisk-csv --zone local
  tollbook pools --book book.json --calls today.jsonl --state pools.json --csv pools.csv

The state is read and not written: looking at pools uses nothing.
`,
  run: pools,
});

function pools(options: Given<typeof OPTIONS>, io: CliIO): Promise<number> {
  return withFiles(io, async (files) => {
    callsFormatOf(options);
    await requireDistinctFiles(
      { ...filesOf(options, "book"), ...filesOfCalls(options), ...filesOf(options, "state", "csv") },
      io,
    );
    const { state, reclassify, json, csv } = options;
    const isCsvPrinted = await takesStandardOutput({ "--csv": csv }, json);
    const { bookFile, input, read } = await openRun(options, { files, written: { "--csv": csv } }, io);
    const { book } = bookFile;
    const window = openWindow<CallRecord>(book, await readState(state, io), state);
    const report = await inOrder(() =>
      rateFile({
        book,
        input,
        read,
        reclassify,
        discounts: window,
        results: { output: NO_OUTPUT, format: "csv" },
        columns: ["id"],
        onProgress: files.onProgress,
      }),
    );
    const { rated, errors, late = 0 } = report;
    const records = window.pools();
    if (csv !== undefined) {
      await writeRecords(await files.open(csv), COLUMNS, records);
      await files.finish();
    }
    if (!isCsvPrinted) await printAs(json, records, () => poolTable(records, book), io);
    tellNotes(window.notes(), io);
    const came = late === 0 ? "" : `; ${counted(late, "call")} came late`;
    const left = errors === 0 ? "" : `; ${counted(errors, "call")} in error left out`;
    const passedOver = passedOverText(report.passedOver);
    if (passedOver !== "") tell(io, `${passedOver}\n`);
    tell(io, `${counted(records.length, "pool")} of ${counted(rated, "rated call")}${came}${left}\n`);
    return errors > 0 ? EXIT.someInError : EXIT.ok;
  });
}

const COLUMNS = [
  "customerID",
  "discountPlan",
  "startDate",
  "endDate",
  "discountPlanAllowancePoolName",
  "numberID",
  "allowanceSeconds",
  "usedSeconds",
  "usedMinutes",
  "allowanceBytes",
  "usedBytes",
  "allowanceEvents",
  "usedEvents",
  "allowanceCalls",
  "usedCalls",
  "allowanceValue",
  "usedValue",
] as const satisfies readonly (keyof DiscountPool)[];

/**
 * The pools as a table: use and allowance of each limited kind. The head of the discounts names their currency, or
 * each discount its own where customers are billed in several (R24).
 */
function poolTable(records: readonly DiscountPool[], book: OpenedBook): string {
  if (records.length === 0) return "No call came to a pool of a discount plan.\n";
  const currencies = new Set(records.map(({ customerID }) => currencyOf(book, customerID)));
  const unitOf = (pool: DiscountPool): string =>
    currencies.size === 1 ? "" : ` ${currencyOf(book, pool.customerID)}`;
  const rows = records.map((pool) => [
    pool.customerID,
    pool.discountPlan,
    `${pool.startDate} to ${pool.endDate}`,
    pool.discountPlanAllowancePoolName ??
      (pool.numberID === null ? "all numbers" : `number ${pool.numberID}`),
    usedOf(pool.usedSeconds, pool.allowanceSeconds, " s"),
    usedOf(pool.usedBytes, pool.allowanceBytes),
    usedOf(pool.usedEvents, pool.allowanceEvents),
    usedOf(pool.usedCalls, pool.allowanceCalls) || pool.usedCalls,
    usedOf(pool.usedValue, pool.allowanceValue, unitOf(pool)) || pool.usedValue + unitOf(pool),
  ]);
  const [currency = book.settings.currency, ...otherCurrencies] = currencies;
  const kinds = [
    "time",
    "bytes",
    "events",
    "calls",
    otherCurrencies.length > 0 ? "discount" : `discount, ${majorUnit(currency)}`,
  ];
  const header = ["customer", "plan", "period", "pool", ...kinds];
  const used = header.map((_, column) => rows.some((row) => row[column] !== ""));
  const shown = [header, ...rows].map((row) => row.filter((_, column) => used[column] === true));
  const left = used.slice(0, 4).filter(Boolean).length;
  return table(shown, new Set(shown[0]?.map((_, column) => column).filter((column) => column >= left)));
}

/** Use and allowance of a limited kind, and the excess where the allowance has shrunk since; empty without a limit. */
function usedOf(used: string, allowance: string | null, unit = ""): string {
  if (allowance === null) return "";
  const over = sumAmounts([used, `-${allowance}`]);
  return `${used} of ${allowance}${unit}${over === "0" || over.startsWith("-") ? "" : ` (${over} over)`}`;
}
