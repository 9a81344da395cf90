/**
 * Files of other programs beside the same rows under our own names: the card's calls in the format of every preset. Rows of
 * our own have every field that a reading of the program's row gives, where its column stands. Whole runs are compared, in
 * processor time, because a machine that others share has its clock disturbed more than that; both must give the same
 * results, cell by cell.
 */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openBook } from "tollbook";
import { BestFigures } from "./best-figures.ts";
import { cardCalls } from "./card/card-calls.ts";
import { runRate } from "./command.ts";
import { PROGRAMS } from "./dialects/programs.ts";
import { type WrittenCalls, writeForeignCalls } from "./dialects/write-calls.ts";
import { requireSameRows } from "./read-results.ts";
import { scaled } from "./scale.ts";
import { CALLS, inTemporaryFolder, writeCardWorkload } from "./workloads.ts";

const ROUNDS = scaled("BENCH_ROUNDS", 3, 1);
/** `BENCH_PRESETS=cucm-cdr,broadworks npm run bench -- dialects` for some of them. */
const PRESETS = process.env.BENCH_PRESETS?.split(",") ?? Object.keys(PROGRAMS);
/** The most that a file of another program may take. */
const MOST = 1.5;

export async function benchDialects(): Promise<void> {
  console.log(`\nfiles of other programs, processor time of whole runs: ${CALLS} calls`);
  await inTemporaryFolder(async (folder) => {
    const { book, calls, data } = writeCardWorkload(folder, 1);
    const opening = await openingSeconds(book, calls, folder);
    const openedBook = openBook(data);
    for (const preset of PRESETS) {
      const written = await writeForeignCalls(preset, () => cardCalls(data, CALLS), openedBook, folder);
      await benchPreset(preset, written, { book, opening }, folder);
      for (const path of [written.foreign, written.own]) rmSync(path);
    }
  });
}

/** What a run takes that has nothing to rate. */
async function openingSeconds(book: string, calls: string, folder: string): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const run = await runRate({ book, calls, out: join(folder, "one.csv") }, ONE_THREAD);
    least = Math.min(least, run.processorSeconds);
  }
  return least;
}

const ONE_THREAD = ["--threads", "1"];

async function benchPreset(
  preset: string,
  { foreign, own, dialect, zone }: WrittenCalls,
  { book, opening }: { readonly book: string; readonly opening: number },
  folder: string,
): Promise<void> {
  const described = join(folder, "dialect.json");
  writeFileSync(described, JSON.stringify(dialect));
  const reading = [
    ...ONE_THREAD,
    "--calls-format",
    described,
    ...(zone === undefined ? [] : ["--zone", zone]),
  ];
  const [out, ownOut] = [join(folder, "rated.csv"), join(folder, "rated-own.csv")];
  const figures = new BestFigures();
  for (let round = 0; round < ROUNDS; round++) {
    const ofForeign = await runRate({ book, calls: foreign, out }, reading);
    const ofOwn = await runRate({ book, calls: own, out: ownOut }, ONE_THREAD);
    if (round === 0) await requireSameRows(out, ownOut, preset);
    figures.note(preset, ofForeign.processorSeconds - opening, ofForeign.calls);
    figures.note("own", ofOwn.processorSeconds - opening, ofOwn.calls);
  }
  const [foreignTime = 0, ownTime = 0] = [preset, "own"].map((name) => figures.best.get(name));
  const times = foreignTime / ownTime;
  const openingTime = (opening * 1e9) / CALLS;
  const columns = [
    preset.padEnd(26),
    `${foreignTime.toFixed(0).padStart(6)} ns a call`,
    `${ownTime.toFixed(0).padStart(6)} ns under our own names`,
    `${times.toFixed(2)} times${times > MOST ? `, more than ${MOST}` : ""}`,
    `${((foreignTime + openingTime) / (ownTime + openingTime)).toFixed(2)} with opening`,
  ];
  console.log(`  ${columns.join("  ")}`);
}
