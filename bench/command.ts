/** Runs `tollbook rate` as a user does, as a process of its own. */
import { spawn } from "node:child_process";
import { resolve } from "node:path";

const CLI = resolve("dist/cli.js");
/** Tells the parent, at the very end, how much memory the process had at most, and what it took of processors. */
const TELL_USAGE = `data:text/javascript,process.on("exit",()=>{const{maxRSS,userCPUTime,systemCPUTime}=process.resourceUsage();process.stderr.write("\\nkilobytes "+maxRSS+"\\nmicroseconds "+(userCPUTime+systemCPUTime))})`;

export interface CommandRun {
  /** Reading, rating and writing, without starting and opening the book. */
  readonly seconds: number;
  /** What the whole process took of processors. */
  readonly processorSeconds: number;
  /** The process's largest resident set. */
  readonly megabytes: number;
  readonly calls: number;
}

export interface RateFiles {
  readonly book: string;
  readonly calls: string;
  readonly out: string;
}

/** For what is compared with baselines, which do not look for duplicates. */
export const KEEP_DUPLICATES = ["--duplicates", "keep"] as const;

export async function runRate(
  files: RateFiles,
  options: readonly string[] = [],
  nodeOptions: readonly string[] = [],
): Promise<CommandRun> {
  const words = ["rate", "--book", files.book, "--calls", files.calls, "--out", files.out];
  const child = spawn(process.execPath, ["--import", TELL_USAGE, ...nodeOptions, CLI, ...words, ...options], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let told = "";
  for await (const text of child.stderr.setEncoding("utf8")) told += text;
  const calls = numberIn(told, /^([0-9]+) calls? read/m);
  const callsPerSecond = numberIn(told, /, ([0-9]+) calls a second$/m);
  const megabytes = numberIn(told, /^kilobytes ([0-9]+)/m) / 1024;
  const processorSeconds = numberIn(told, /^microseconds ([0-9]+)/m) / 1e6;
  return { calls, seconds: calls / callsPerSecond, processorSeconds, megabytes };
}

function numberIn(text: string, pattern: RegExp): number {
  const found = pattern.exec(text)?.[1];
  if (found === undefined) throw new Error(`tollbook did not say ${pattern}:\n${text}`);
  return Number(found);
}
