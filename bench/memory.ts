/** The most memory that `tollbook rate` takes, for files of one and of ten million calls (`BENCH_CALLS` and ten times). */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeCardBook } from "./card/card-book.ts";
import { cardCalls, writeCardCalls } from "./card/card-calls.ts";
import { runRate } from "./command.ts";
import { inTemporaryFolder } from "./workloads.ts";

const FEWER_CALLS = Number(process.env.BENCH_CALLS ?? 1_000_000);

export async function benchMemory(): Promise<void> {
  await inTemporaryFolder(async (folder) => {
    // A small book, so that what grows with the calls can be seen.
    const data = makeCardBook({ numbers: 1000, tariffs: 2, prefixesEach: 2000 });
    const book = join(folder, "book.json");
    const calls = join(folder, "calls.csv");
    const out = join(folder, "rated.csv");
    writeFileSync(book, JSON.stringify(data));
    console.log("\nMemory of tollbook rate, largest resident set");
    for (const count of [FEWER_CALLS, FEWER_CALLS * 10]) {
      writeCardCalls(calls, cardCalls(data, count));
      const { megabytes } = await runRate({ book, calls, out });
      console.log(`  ${count.toLocaleString("en-GB").padStart(11)} calls  ${megabytes.toFixed(0)} MiB`);
      rmSync(calls);
    }
  });
}
