import type { Command } from "commander";
import {
  type CallFormat,
  callWarnings,
  createRecordWriter,
  openInput,
  readCallBatches,
} from "../files/index.ts";
import {
  type CallResult,
  createRater,
  type DiscountPool,
  type DiscountWindow,
  sumAmounts,
} from "../index.ts";
import { openBookFile } from "./book-file.ts";
import { callsFormatOf, callsFormatOption, howToRead } from "./calls-option.ts";
import type { CliIO } from "./cli-io.ts";
import { dialectFor, dialectOption } from "./dialect-option.ts";

import { inOrder, openDiscounts, stateOption, tellNotes } from "./discount-option.ts";
import { requireDistinctFiles, requireNoBookFile } from "./distinct-files.ts";

import { EXIT } from "./exit-codes.ts";
import { counted, print, printJson, table, tell } from "./print.ts";
import { RunOutputs } from "./run-outputs.ts";

interface PoolsArguments {
  readonly book: string;
  readonly calls: string;
  readonly callsFormat?: CallFormat;
  readonly dialect?: string;
  readonly state?: string;
  readonly reclassify?: boolean;
  readonly json?: boolean;
  readonly csv?: string;
}

const EXAMPLES = `
Examples:
  tollbook pools --book book.json --calls october.csv
  tollbook pools --book book.json --calls today.jsonl --state pools.json --csv pools.csv

The state is read and not written: looking at pools uses nothing.
`;

/** Adds `tollbook pools`: what calls use of the allowances of discount plans. */
export function addPoolsCommand(program: Command, io: CliIO, finish: (exitCode: number) => void): void {
  program
    .command("pools")
    .description("say what the calls of a file use of the pools of discount plans")
    .requiredOption("--book <file>", "the book")
    .requiredOption("--calls <file>", "the calls, .jsonl, .csv or UK standard CDRs; - reads standard input")
    .addOption(callsFormatOption())
    .addOption(dialectOption())
    .addOption(stateOption("what earlier runs have used, as rate --state wrote it"))
    .option("--reclassify", "find call type and period afresh where the calls name their own")
    .option("--json", "print JSON")
    .option("--csv <file>", "write the pools as CSV, too")
    .addHelpText("after", EXAMPLES)
    .action(async (options: PoolsArguments) => finish(await pools(options, io)));
}

async function pools(options: PoolsArguments, io: CliIO): Promise<number> {
  const format = callsFormatOf(options.calls, options.callsFormat);
  await requireDistinctFiles(
    {
      "--book": options.book,
      "--calls": options.calls,
      "--dialect": options.dialect,
      "--state": options.state,
      "--csv": options.csv,
    },
    io,
  );
  const { book, data, files } = await openBookFile(options.book, io);
  await requireNoBookFile({ "--csv": options.csv }, files);
  const dialect = await dialectFor(options.dialect, { format, data, settings: book.settings, io });
  const window = await openDiscounts<undefined>(book, options.state, io);
  const input = await openInput(options.calls, { stdin: io.stdin, ...(io.signal && { signal: io.signal }) });
  const read = howToRead(input.name, { format, dialect }, io);
  const rater = createRater(book, { reclassify: options.reclassify === true, ...callWarnings(read) });
  const count = new Count();
  try {
    await inOrder(async () => {
      for await (const items of readCallBatches(input.source, read)) {
        io.signal?.throwIfAborted();
        for (const item of items) {
          if (!("call" in item)) count.errors++;
          else count.addAll(window.add(rater(item.call, item.line), undefined));
        }
      }
      count.addAll(window.finish());
    });
  } finally {
    input.close();
  }
  const records = window.pools();
  if (options.csv !== undefined) await writeCsv(options.csv, records, io);
  if (options.json === true) await printJson(io, records);
  else await print(io, poolTable(records));
  tellNotes(window.notes(), io);
  const late = count.late === 0 ? "" : `; ${counted(count.late, "call")} came late`;
  const errors = count.errors === 0 ? "" : `; ${counted(count.errors, "call")} in error left out`;
  tell(io, `${counted(records.length, "pool")} of ${counted(count.rated, "rated call")}${late}${errors}\n`);
  return count.errors > 0 ? EXIT.someInError : EXIT.ok;
}

/** Counts calls as they are discounted. */
class Count {
  rated = 0;
  errors = 0;
  late = 0;

  addAll(done: ReturnType<DiscountWindow<undefined>["finish"]>): void {
    for (const { result } of done) this.#add(result);
  }

  #add(result: CallResult): void {
    if (result.outcome === "error") this.errors++;
    if (result.outcome !== "rated") return;
    this.rated++;
    if (result.late) this.late++;
  }
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

async function writeCsv(path: string, records: readonly DiscountPool[], io: CliIO): Promise<void> {
  const outputs = new RunOutputs(io);
  try {
    const output = await outputs.open(path);
    const writer = await createRecordWriter(output, { format: "csv", columns: COLUMNS });
    for (const record of records) await writer.write(record);
    await outputs.finish();
  } finally {
    await outputs.discard();
  }
}

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
