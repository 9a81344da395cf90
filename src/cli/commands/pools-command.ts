import { callWarnings, createRecordWriter, readCallBatches } from "../../files/index.ts";
import { type CallResult, createRater, type DiscountPool, sumAmounts } from "../../index.ts";
import { openBookFile } from "../book-file.ts";
import { callsFormatOf, howToRead, openCalls } from "../calls-input.ts";
import type { CliIO } from "../cli-io.ts";
import { counted, EXIT, printAs, table, tell } from "../cli-io.ts";
import {
  BOOK,
  CALLS_INPUT,
  declareCommand,
  filesOf,
  type Given,
  JSON_OUTPUT,
  optional,
  RECLASSIFY,
} from "../declare-command.ts";
import { requireDistinctFiles, requireNoBookFile } from "../distinct-files.ts";
import { inOrder, openWindow, readState, tellNotes, withFiles } from "../run-files.ts";

const OPTIONS = {
  book: BOOK,
  ...CALLS_INPUT,
  state: optional("<file>", "what earlier runs have used, as rate --state wrote it"),
  reclassify: RECLASSIFY,
  json: JSON_OUTPUT,
  csv: optional("<file>", "write the pools as CSV, too"),
};

const EXAMPLES = `
Examples:
  tollbook pools --book book.json --calls october.csv
  tollbook pools --book book.json --calls today.jsonl --state pools.json --csv pools.csv

The state is read and not written: looking at pools uses nothing.
`;

/** `tollbook pools`: what calls use of the allowances of discount plans. */
export const poolsCommand = declareCommand({
  name: "pools",
  description: "say what the calls of a file use of the pools of discount plans",
  options: OPTIONS,
  examples: EXAMPLES,
  run: pools,
});

function pools(options: Given<typeof OPTIONS>, io: CliIO): Promise<number> {
  return withFiles(io, async (files) => {
    callsFormatOf(options);
    await requireDistinctFiles(filesOf(options, "book", "calls", "dialect", "state", "csv"), io);
    const { state, reclassify, csv } = options;
    const bookFile = await openBookFile(options.book, io);
    await requireNoBookFile({ "--csv": csv }, bookFile.files);
    const reading = await howToRead(options, bookFile, io);
    const window = openWindow<undefined>(bookFile.book, await readState(state, io), state);
    const { input, read } = await openCalls(files, options, reading, io);
    const rater = createRater(bookFile.book, { reclassify, ...callWarnings(read) });
    let rated = 0;
    let errors = 0;
    let late = 0;
    const count = ({ result }: { readonly result: CallResult }): void => {
      if (result.outcome === "error") errors++;
      if (result.outcome !== "rated") return;
      rated++;
      if (result.late) late++;
    };
    await inOrder(async () => {
      for await (const items of readCallBatches(input.source, read)) {
        io.signal?.throwIfAborted();
        for (const item of items) {
          if ("call" in item) window.add(rater(item.call, item.line), undefined).forEach(count);
          else errors++;
        }
      }
      window.finish().forEach(count);
    });
    const records = window.pools();
    if (csv !== undefined) {
      const output = await files.open(csv);
      const writer = await createRecordWriter(output, { format: "csv", columns: COLUMNS });
      for (const record of records) await writer.write(record);
      await files.finish();
    }
    await printAs(options.json, records, () => poolTable(records), io);
    tellNotes(window.notes(), io);
    const came = late === 0 ? "" : `; ${counted(late, "call")} came late`;
    const left = errors === 0 ? "" : `; ${counted(errors, "call")} in error left out`;
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

/** The pools as a table: of each limited kind, what was used of what there is. */
function poolTable(records: readonly DiscountPool[]): string {
  if (records.length === 0) return "No call came to a pool of a discount plan.\n";
  const rows = records.map((pool) => [
    pool.customerID,
    pool.discountPlan,
    `${pool.startDate} to ${pool.endDate}`,
    pool.discountPlanAllowancePoolName ??
      (pool.numberID === null ? "all numbers" : `number ${pool.numberID}`),
    pool.allowanceSeconds === null ? "" : usedOf(pool.usedSeconds, pool.allowanceSeconds, " s"),
    pool.allowanceBytes === null ? "" : usedOf(pool.usedBytes, pool.allowanceBytes),
    pool.allowanceEvents === null ? "" : usedOf(pool.usedEvents, pool.allowanceEvents),
    pool.allowanceCalls === null ? pool.usedCalls : usedOf(pool.usedCalls, pool.allowanceCalls),
    pool.allowanceValue === null ? pool.usedValue : usedOf(pool.usedValue, pool.allowanceValue),
  ]);
  const header = [
    "customer",
    "plan",
    "period",
    "pool",
    "time",
    "bytes",
    "events",
    "calls",
    "discount, pounds",
  ];
  const used = header.map((_, column) => rows.some((row) => row[column] !== ""));
  const shown = [header, ...rows].map((row) => row.filter((_, column) => used[column] === true));
  const left = used.slice(0, 4).filter(Boolean).length;
  return table(shown, new Set(shown[0]?.map((_, column) => column).filter((column) => column >= left)));
}

/** What is used of what there is; more than that where the allowance has shrunk since. */
function usedOf(used: string, allowance: string, unit = ""): string {
  const over = sumAmounts([used, `-${allowance}`]);
  return `${used} of ${allowance}${unit}${over === "0" || over.startsWith("-") ? "" : ` (${over} over)`}`;
}
