/** `npm run bench:peers`: the card workload in databases, beside Tollbook in the same run, all results equal. */
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { columnsFromRecords, openBook, rateCall, rateColumns } from "tollbook";
import { BestFigures, secondsOf } from "../best-figures.ts";
import { priceResolved, resolveCardCalls } from "../card/card-arithmetic.ts";
import type { CardBook } from "../card/card-book.ts";
import { type CardCall, cardCalls } from "../card/card-calls.ts";
import { KEEP_DUPLICATES, runRate } from "../command.ts";
import { environment } from "../environment.ts";
import { report } from "../measure.ts";
import { CARD_COSTS, CARD_RESULT_COLUMNS, readResults, requireEqual } from "../read-results.ts";
import { CALLS, inTemporaryFolder, type Workload, writeCardWorkload } from "../workloads.ts";
import { cardResults, cardTotals, DUCKDB_DIALECT } from "./card-sql.ts";
import { writeCardTables } from "./card-tables.ts";
import { callsFile, type DuckDB, openDuckDB } from "./duckdb.ts";
import { runPostgres } from "./postgres.ts";

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
/** One thread, and all. */
const THREADS = [1, availableParallelism()];

console.log(environment());
await inTemporaryFolder(async (folder) => {
  const workload = writeCardWorkload(folder);
  writeCardTables(workload.data, folder);
  const databases = new Map<number, DuckDB>();
  for (const threads of THREADS) databases.set(threads, await openDuckDB(folder, workload.calls, threads));
  console.log(`DuckDB ${databases.get(1)?.version}`);
  await benchMemory(workload, databases, folder);
  await benchFiles(workload, databases, folder);
});

/** Calls that are in memory already; what comes out are the totals. */
async function benchMemory(
  { data, calls: file }: Workload<CardBook>,
  databases: ReadonlyMap<number, DuckDB>,
  folder: string,
): Promise<void> {
  const calls = [...cardCalls(data, CALLS)];
  const { rated, basic, access, mobile } = priceResolved(resolveCardCalls(data, calls));
  const expected = [rated, basic, access, mobile].join();
  const book = openBook(data);
  if (rateAll(calls) !== rated) throw new Error("rateCall rates another number of calls");

  function rateAll(own: readonly CardCall[]): number {
    let ours = 0;
    for (const call of own) if (rateCall(book, call).outcome === "rated") ours++;
    return ours;
  }

  const columns = columnsFromRecords(calls);
  const results = rateColumns(book, columns);
  const [ourBasic, ourAccess, ourMobile] = results.retail.map((own) => sumOf(own, results.outcome));
  requireTotals("rateColumns", expected, [rated, ourBasic, ourAccess, ourMobile]);

  const figures = new BestFigures();
  for (let round = 0; round < ROUNDS; round++) {
    figures.note(
      "rateColumns",
      secondsOf(() => rateColumns(book, columns, { into: results })),
      CALLS,
    );
    figures.note(
      "rateCall, objects",
      secondsOf(() => rateAll(calls)),
      CALLS,
    );
    for (const [threads, database] of databases) {
      const totals = await database.row(cardTotals("calls", DUCKDB_DIALECT));
      requireTotals(`DuckDB on ${threads}`, expected, Object.values(totals));
      figures.note(
        `DuckDB, ${named(threads)}`,
        await database.run(cardTotals("calls", DUCKDB_DIALECT)),
        CALLS,
      );
    }
  }
  const postgres = runPostgres(folder, file);
  if (postgres === undefined) console.log("PostgreSQL is left out: no server answers psql.");
  else {
    requireTotals("PostgreSQL", expected, postgres.totals);
    figures.note(`PostgreSQL ${postgres.version}`, postgres.seconds, CALLS);
  }
  console.log(`\nTotals equal everywhere: ${rated} rated; in 1/10000 p ${basic} + ${access} + ${mobile}`);
  report(`Card, in memory: ${CALLS} calls`, "call", figures.best, ["DuckDB, one thread"]);
}

/** From the calls' file to a file of results. */
async function benchFiles(
  { book, calls }: Workload<CardBook>,
  databases: ReadonlyMap<number, DuckDB>,
  folder: string,
): Promise<void> {
  const out = join(folder, "rated.csv");
  const columns = CARD_RESULT_COLUMNS;
  // Databases do not look for duplicates, and write no other columns.
  const asPeers = [...KEEP_DUPLICATES, "--columns", columns.join()];
  await runRate({ book, calls, out }, asPeers);
  const ours = await readResults(out, columns, CARD_COSTS);
  const select = cardResults(callsFile(calls), DUCKDB_DIALECT);
  const inOrder = `copy (${select} order by id) to '${out}' (header)`;
  const anyOrder = `copy (${select}) to '${out}' (header)`;
  for (const [threads, database] of databases) {
    await database.run(inOrder);
    requireEqual(ours, await readResults(out, columns, CARD_COSTS), `DuckDB on ${threads}`);
  }
  console.log(`\n${ours.rows} rows equal, in order`);

  const figures = new BestFigures();
  for (let round = 0; round < ROUNDS; round++) {
    for (const threads of THREADS) {
      const { seconds } = await runRate({ book, calls, out }, [...asPeers, "--threads", String(threads)]);
      figures.note(`tollbook rate, ${named(threads)}`, seconds, CALLS);
    }
    for (const [threads, database] of databases) {
      figures.note(`DuckDB, ${named(threads)}, input order`, await database.run(inOrder), CALLS);
      figures.note(`DuckDB, ${named(threads)}, any order`, await database.run(anyOrder), CALLS);
    }
  }
  report(`Card, CSV to CSV: ${CALLS} calls`, "call", figures.best, ["DuckDB, one thread, input order"]);
}

function named(threads: number): string {
  return threads === 1 ? "one thread" : `${threads} threads`;
}

/** The sum of the rated calls, whose outcome is 0. */
function sumOf(amounts: Float64Array, outcomes: Uint8Array): number {
  return amounts.reduce((sum, amount, row) => (outcomes[row] === 0 ? sum + amount : sum), 0);
}

function requireTotals(whose: string, expected: string, totals: readonly unknown[]): void {
  if (totals.join() !== expected) throw new Error(`${whose} gives ${totals.join()}, not ${expected}`);
}
