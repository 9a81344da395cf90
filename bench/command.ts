/** Runs `tollbook rate` as a user does, as a process of its own. */
import { spawn, spawnSync } from "node:child_process";
import { resolve } from "node:path";

const CLI = resolve("dist/cli.js");
/** Tells the parent, at the very end, how much memory the process had at most. */
const TELL_MEMORY = `data:text/javascript,process.on("exit",()=>process.stderr.write("\\nkilobytes "+process.resourceUsage().maxRSS))`;

export interface CommandRun {
  /** Reading, rating and writing, without starting and opening the book. */
  readonly seconds: number;
  /** The process's largest resident set. */
  readonly megabytes: number;
  readonly calls: number;
}

export interface RateFiles {
  readonly book: string;
  readonly calls: string;
  readonly out: string;
}

/** Calls are kept whether or not their id came before, as the baselines do not look for duplicates either. */
export async function runRate(
  files: RateFiles,
  options: readonly string[] = [],
  nodeOptions: readonly string[] = [],
): Promise<CommandRun> {
  const words = ["rate", "--book", files.book, "--calls", files.calls, "--out", files.out];
  const child = spawn(
    process.execPath,
    ["--import", TELL_MEMORY, ...nodeOptions, CLI, ...words, "--duplicates", "keep", ...options],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  let told = "";
  for await (const text of child.stderr.setEncoding("utf8")) told += text;
  const calls = numberIn(told, /^([0-9]+) calls? read/m);
  const callsPerSecond = numberIn(told, /, ([0-9]+) calls a second$/m);
  return { calls, seconds: calls / callsPerSecond, megabytes: numberIn(told, /^kilobytes ([0-9]+)/m) / 1024 };
}

/** Whether this build can rate with several threads. */
export function hasThreads(): boolean {
  return spawnSync(process.execPath, [CLI, "rate", "--help"], { encoding: "utf8" }).stdout.includes(
    "--threads",
  );
}

function numberIn(text: string, pattern: RegExp): number {
  const found = pattern.exec(text)?.[1];
  if (found === undefined) throw new Error(`tollbook did not say ${pattern}:\n${text}`);
  return Number(found);
}
