/**
 * `npm run tape -- record FOLDER` keeps what the built command writes, prints and tells in every way of rating, with
 * the processor time it takes; `npm run tape -- compare FOLDER` does it all again and tells every byte that differs,
 * and how the times compare. A third word picks takes by a part of their names; TAPE_CALLS says how many calls the large
 * workloads have, TAPE_ROUNDS how often each of their takes is run (the quickest counts).
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { writeInputs } from "./inputs.ts";
import { takeOne, type Used } from "./take-one.ts";
import { keptName, TAKES, type Take } from "./takes.ts";

const CALLS = Number(process.env.TAPE_CALLS ?? "1000000");
const ROUNDS = Number(process.env.TAPE_ROUNDS ?? "2");
const COMMAND = resolve(process.env.TAPE_COMMAND ?? "dist/cli.js");

const [action, folderWord, part = ""] = process.argv.slice(2);
if ((action !== "record" && action !== "compare") || folderWord === undefined) {
  console.error("npm run tape -- record|compare FOLDER [part of a name]");
  process.exit(2);
}
const folder = resolve(folderWord);
const inputs = join(folder, "inputs");
const kept = join(folder, "kept");
const now = join(folder, "now");
const figuresPath = join(folder, "figures.json");
const takes = TAKES.filter(({ name }) => name.includes(part));

await (action === "record" ? record() : compare());

async function record(): Promise<void> {
  await writeInputs(inputs, CALLS);
  const figures: Record<string, Used> = existsSync(figuresPath) ? readFigures() : {};
  mkdirSync(kept, { recursive: true });
  for (const take of takes) {
    const used = await quickest(take);
    rmSync(keptOf(take), { recursive: true, force: true });
    renameSync(now, keptOf(take));
    figures[take.name] = used;
    console.log(`${take.name}: ${shown(used)}`);
    writeFileSync(figuresPath, JSON.stringify(figures, undefined, 1));
  }
}

async function compare(): Promise<void> {
  const figures = readFigures();
  let differing = 0;
  for (const take of takes) {
    const before = figures[take.name];
    if (before === undefined)
      throw new Error(`The tape has no ${take.name}; record it with the build before.`);
    const used = await quickest(take);
    const differences = differencesBetween(keptOf(take), now);
    differing += differences.length;
    const ratio = before.processorSeconds / used.processorSeconds;
    const verdict = differences.length === 0 ? "equal" : "DIFFERENT";
    console.log(`${verdict} ${take.name}: ${shown(used)}, ${ratio.toFixed(2)} times as fast`);
    for (const difference of differences) console.log(`  ${difference}`);
  }
  rmSync(now, { recursive: true, force: true });
  console.log(differing === 0 ? `${takes.length} takes, every byte equal` : `${differing} files differ`);
  process.exitCode = differing === 0 ? 0 : 1;
}

/** What it wrote last stands in `now`. */
async function quickest(take: Take): Promise<Used> {
  const rounds = take.name.startsWith("sample") ? 1 : ROUNDS;
  let best: Used | undefined;
  for (let round = 0; round < rounds; round++) {
    const used = await takeOne(take, COMMAND, inputs, now);
    if (best === undefined || used.processorSeconds < best.processorSeconds) best = used;
  }
  if (best === undefined) throw new Error("TAPE_ROUNDS is less than 1");
  return best;
}

function readFigures(): Record<string, Used> {
  return JSON.parse(readFileSync(figuresPath, "utf8")) as Record<string, Used>;
}

function keptOf(take: Take): string {
  return join(kept, keptName(take));
}

function shown({ processorSeconds, wallSeconds, megabytes }: Used): string {
  return `${processorSeconds.toFixed(2)} s of processors, ${wallSeconds.toFixed(2)} s, ${Math.round(megabytes)} MB`;
}

/** Every file that differs, with the first byte and its line. */
function differencesBetween(before: string, after: string): string[] {
  const names = [...new Set([...readdirSync(before), ...readdirSync(after)])].sort();
  return names.flatMap((name) => {
    const paths = [join(before, name), join(after, name)] as const;
    const missing = paths.find((path) => !existsSync(path));
    if (missing !== undefined) return [`${name} is only ${missing === paths[0] ? "now" : "on the tape"}`];
    const [was, is] = paths.map((path) => readFileSync(path)) as [Buffer, Buffer];
    if (was.equals(is)) return [];
    const at = firstDifference(was, is);
    const line = was.subarray(0, at).reduce((lines, byte) => lines + (byte === 10 ? 1 : 0), 1);
    const near = (bytes: Buffer): string =>
      JSON.stringify(bytes.subarray(Math.max(0, at - 40), at + 40).toString());
    return [`${name}, line ${line}: ${near(was)} became ${near(is)}`];
  });
}

function firstDifference(a: Buffer, b: Buffer): number {
  let [low, high] = [0, Math.min(a.length, b.length)];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (a.subarray(low, middle).equals(b.subarray(low, middle))) low = middle;
    else high = middle - 1;
  }
  return low;
}
