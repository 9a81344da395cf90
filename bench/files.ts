/**
 * CSV to CSV, both workloads, beside the same done with csv-parse, zod and decimal.js, and beside two limits. Before
 * anything is timed, every row that the baselines write is compared, and the card's totals with the bare arithmetic.
 * Then the second workload as UK standard CDRs.
 */
import { statSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { type BookData, RESULT_FIELDS } from "tollbook";
import { createSecondOpinion, type Row } from "../test/second-opinion/index.ts";
import { BestFigures, secondsOf } from "./best-figures.ts";
import { priceResolved, resolveCardCalls } from "./card/card-arithmetic.ts";
import { type Care, openCardBaseline } from "./card/card-baseline.ts";
import type { CardBook } from "./card/card-book.ts";
import { cardCalls } from "./card/card-calls.ts";
import { KEEP_DUPLICATES, runRate } from "./command.ts";
import { copyLines } from "./copy-lines.ts";
import { anyCallSchema, cardCallSchema, runCsvPipeline } from "./csv-baseline.ts";
import { report } from "./measure.ts";
import { CARD_COSTS, CARD_RESULT_COLUMNS, readResults, requireEqual } from "./read-results.ts";
import { scaled } from "./scale.ts";
import {
  CALLS,
  inTemporaryFolder,
  type Workload,
  writeCardWorkload,
  writeFullWorkload,
  writeUkCdrWorkload,
} from "./workloads.ts";

const ROUNDS = scaled("BENCH_ROUNDS", 3, 1);
const CARES: readonly Care[] = ["plain", "careful"];

export async function benchFiles(): Promise<void> {
  await inTemporaryFolder(async (folder) => {
    await benchCard(folder);
    await benchFull(folder);
  });
}

/** Rates `calls` into `out` and gives the seconds. */
type Baseline = (calls: string, out: string) => Promise<number>;

async function benchCard(folder: string): Promise<void> {
  const workload = writeCardWorkload(folder);
  const columns = CARD_RESULT_COLUMNS;
  const baseline = (care: Care): Baseline => {
    const rate = openCardBaseline(workload.data, care);
    return (calls, out) =>
      runCsvPipeline({
        calls,
        out,
        schema: cardCallSchema,
        columns,
        rate: (call) => rate(call) ?? { id: call.id },
      });
  };
  const resolved = resolveCardCalls(workload.data, cardCalls(workload.data, CALLS));
  await verifyCardTotals(folder, workload, resolved);
  await compare("Card, CSV to CSV", folder, workload, {
    baseline,
    columns,
    amounts: CARD_COSTS,
    arithmetic: () => priceResolved(resolved),
  });
}

async function benchFull(folder: string): Promise<void> {
  const workload = await writeFullWorkload(folder);
  const baseline = (care: Care): Baseline => {
    const decimals = care === "careful" ? "once" : "eachTime";
    const opinion = createSecondOpinion(workload.data as unknown as Row, { decimals });
    return (calls, out) => {
      let line = 1;
      return runCsvPipeline({
        calls,
        out,
        schema: anyCallSchema,
        columns: RESULT_FIELDS,
        rate: (call) => opinion.rateCall(call, { line: ++line }),
      });
    };
  };
  await compare("Full, CSV to CSV", folder, workload, {
    baseline,
    // The second opinion words its messages in its own way.
    columns: RESULT_FIELDS.filter((name) => name !== "message"),
    amounts: ["cost", "costCarrier"],
  });
  await benchUkCdr(folder, workload);
}

/** The totals of the whole file, against the arithmetic that is the limit. */
async function verifyCardTotals(folder: string, workload: Workload<CardBook>, resolved: Float64Array) {
  const out = join(folder, "rated.csv");
  await runRate({ ...workload, out }, KEEP_DUPLICATES);
  const { rows, sums } = await readResults(out, CARD_RESULT_COLUMNS, CARD_COSTS);
  const { basic, access, mobile } = priceResolved(resolved);
  const [ourCost, ...ourParts] = CARD_COSTS.map((name) => sums[name]);
  if (
    rows !== CALLS ||
    ourParts.join() !== [basic, access, mobile].join() ||
    ourCost !== basic + access + mobile
  ) {
    throw new Error(`The card's totals differ: ${ourParts.join()} and ${[basic, access, mobile].join()}`);
  }
}

interface Contest {
  readonly baseline: (care: Care) => Baseline;
  /** Columns in which the results must be equal, and which of them are amounts. */
  readonly columns: readonly string[];
  readonly amounts: readonly string[];
  readonly arithmetic?: () => unknown;
}

async function compare(
  title: string,
  folder: string,
  workload: Workload<CardBook | BookData>,
  { baseline, columns, amounts, arithmetic }: Contest,
): Promise<void> {
  const { book, calls, fewCalls } = workload;
  const out = join(folder, "rated.csv");
  const baselines = CARES.map((care) => ({ care, run: baseline(care) }));

  await runRate({ book, calls: fewCalls, out }, KEEP_DUPLICATES);
  const ours = await readResults(out, columns, amounts);
  for (const { care, run } of baselines) {
    await run(fewCalls, out);
    requireEqual(ours, await readResults(out, columns, amounts), care);
  }
  const sums = amounts.map((name) => `${name} ${ours.sums[name]}`).join(", ");
  console.log(
    `\n${ours.rows} rows equal in ${columns.length} columns to plain and careful (in 1/10000 p: ${sums})`,
  );

  const figures = new BestFigures();
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, options] of waysToRate()) {
      figures.note(name, (await runRate({ book, calls, out }, options)).seconds, CALLS);
    }
    for (const { care, run } of baselines) figures.note(care, await run(fewCalls, out), ours.rows);
    figures.note(
      "line ends and copy",
      secondsOf(() => copyLines(calls, out)),
      CALLS,
    );
    if (arithmetic !== undefined) figures.note("arithmetic alone", secondsOf(arithmetic), CALLS);
  }
  const size = statSync(calls).size;
  report(`${title}: ${CALLS} calls, ${Math.round(size / CALLS)} bytes each`, "call", figures.best, [
    ...CARES,
    "line ends and copy",
  ]);
}

/** As users run it, on one thread and on as many as there are processors; and without looking for duplicates. */
function waysToRate(): readonly (readonly [string, readonly string[]])[] {
  const all = availableParallelism();
  return [
    ["tollbook rate, one thread", ["--threads", "1"]],
    ["… duplicates kept, as the baselines do", ["--threads", "1", ...KEEP_DUPLICATES]],
    [`tollbook rate, ${all} threads`, ["--threads", String(all)]],
  ];
}

/** The calls of the full workload as UK standard CDRs, beside the same calls as CSV, which must cost the same. */
async function benchUkCdr(folder: string, { book, calls: csv }: Workload<BookData>): Promise<void> {
  const { calls, dialect } = await writeUkCdrWorkload(folder);
  const reading = ["--calls-format", "uk-cdr", "--dialect", dialect];
  const [out, outOfCsv] = [join(folder, "rated.csv"), join(folder, "rated-csv.csv")];
  await runRate({ book, calls, out }, reading);
  await runRate({ book, calls: csv, out: outOfCsv });
  const amounts = ["cost", "costCarrier"];
  const { sums } = await readResults(out, ["numberID", "tariffID", "chargedDuration", ...amounts], amounts);
  const ofCsv = await readResults(outOfCsv, ["numberID", "tariffID", "chargedDuration", ...amounts], amounts);
  if (String(Object.values(sums)) !== String(Object.values(ofCsv.sums)))
    throw new Error(
      `UK standard CDRs cost ${Object.values(sums)}, the same calls as CSV ${Object.values(ofCsv.sums)}`,
    );

  const figures = new BestFigures();
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, options] of waysToRate())
      figures.note(name, (await runRate({ book, calls, out }, [...reading, ...options])).seconds, CALLS);
    figures.note(
      "the same calls as CSV, one thread",
      (await runRate({ book, calls: csv, out }, ["--threads", "1"])).seconds,
      CALLS,
    );
    figures.note(
      "line ends and copy",
      secondsOf(() => copyLines(calls, out)),
      CALLS,
    );
  }
  report(
    `UK standard CDRs to CSV: ${CALLS} calls, ${Math.round(statSync(calls).size / CALLS)} bytes each`,
    "call",
    figures.best,
    ["the same calls as CSV, one thread", "line ends and copy"],
  );
}
