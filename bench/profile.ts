/**
 * Where the time of `tollbook rate` goes, CSV to CSV: a sampled profile of a run of each workload, put down to the
 * source files through their source maps.
 */
import { readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runRate } from "./command.ts";
import { CALLS, inTemporaryFolder, writeCardWorkload, writeFullWorkload } from "./workloads.ts";

interface Profile {
  readonly nodes: readonly { readonly id: number; readonly callFrame: CallFrame }[];
  readonly samples: readonly number[];
  /** Microseconds. */
  readonly timeDeltas: readonly number[];
}

interface CallFrame {
  readonly functionName: string;
  readonly url: string;
  readonly lineNumber: number;
  readonly columnNumber: number;
}

/** Files that take less of the time than this are summed up. */
const SMALLEST_SHARE = 0.015;

export async function benchProfile(): Promise<void> {
  await inTemporaryFolder(async (folder) => {
    for (const workload of [writeCardWorkload(folder), await writeFullWorkload(folder)]) {
      const profile = join(folder, "rate.cpuprofile");
      await runRate(
        { ...workload, out: join(folder, "rated.csv") },
        [],
        ["--cpu-prof", `--cpu-prof-dir=${folder}`, "--cpu-prof-name=rate.cpuprofile"],
      );
      console.log(
        `\nProfile of ${workload.calls.slice(folder.length + 1)}, opening included: ${CALLS} calls`,
      );
      const byFile = timeByFile(JSON.parse(readFileSync(profile, "utf8")) as Profile);
      print(byFolder(byFile));
      console.log("");
      print(byFile);
    }
  });
}

function timeByFile({ nodes, samples, timeDeltas }: Profile): Map<string, number> {
  const fileOf = new Map(nodes.map(({ id, callFrame }) => [id, sourceOf(callFrame)]));
  const times = new Map<string, number>();
  for (const [at, id] of samples.entries()) {
    const file = fileOf.get(id) ?? "";
    times.set(file, (times.get(file) ?? 0) + (timeDeltas[at] ?? 0));
  }
  return times;
}

const maps = new Map<string, SourceMap | undefined>();

/** `src/engine/call/exact.ts`, a package, "node", or what V8 does itself. */
function sourceOf({ functionName, url, lineNumber, columnNumber }: CallFrame): string {
  if (url === "") return functionName === "" ? "(native)" : functionName;
  if (!url.startsWith("file:")) return "node";
  const inPackage = /node_modules\/([^/]+)/.exec(url)?.[1];
  if (inPackage !== undefined) return inPackage;
  if (!maps.has(url)) {
    const payload = JSON.parse(readFileSync(`${fileURLToPath(url)}.map`, "utf8"));
    maps.set(url, new SourceMap(payload));
  }
  const entry = maps.get(url)?.findEntry(lineNumber, columnNumber);
  const source = entry !== undefined && "originalSource" in entry ? entry.originalSource : url;
  return source.replace(/^.*\/src\//, "src/");
}

/** `src/rating` for its files; what is not of the sources stays as it is. */
function byFolder(times: ReadonlyMap<string, number>): Map<string, number> {
  const folders = new Map<string, number>();
  for (const [file, own] of times) {
    const folder = /^src\/[^/]+(?=\/)/.exec(file)?.[0] ?? file;
    folders.set(folder, (folders.get(folder) ?? 0) + own);
  }
  return folders;
}

function print(times: ReadonlyMap<string, number>): void {
  const all = [...times.values()].reduce((sum, own) => sum + own, 0);
  const sorted = [...times].sort(([, a], [, b]) => b - a);
  const shown = sorted.filter(([, own]) => own / all >= SMALLEST_SHARE);
  const rest = all - shown.reduce((sum, [, own]) => sum + own, 0);
  for (const [file, own] of [...shown, [`${sorted.length - shown.length} others`, rest] as const]) {
    const share = `${((own / all) * 100).toFixed(1)} %`;
    console.log(
      `  ${share.padStart(7)}  ${((own * 1000) / CALLS).toFixed(0).padStart(6)} ns a call  ${file}`,
    );
  }
}
