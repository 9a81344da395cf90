/** Runs the command once as a user does, and keeps all that it wrote. */
import { spawn } from "node:child_process";
import { createWriteStream, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import type { Take } from "./takes.ts";

/** What a take used. */
export interface Used {
  /** Of all threads, user and system. */
  readonly processorSeconds: number;
  readonly wallSeconds: number;
  readonly megabytes: number;
}

/** Lets every take begin on the same day, which previews say, and tells at the very end what the process used. */
const PRELOADED = `data:text/javascript,${encodeURIComponent(`
const begun = Date.now();
const clock = Date.now;
Date.now = () => ${Date.UTC(2026, 10, 1, 9)} + clock() - begun;
process.on("exit", () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  process.stderr.write("\\nused " + userCPUTime + " " + systemCPUTime + " " + maxRSS);
});`)}`;
const USED = /\nused (\d+) (\d+) (\d+)$/;

/** Files go to `out`, and beside them what the command printed, told and ended with. */
export async function takeOne({ words }: Take, command: string, inputs: string, out: string): Promise<Used> {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const paths = words.map((word) => word.replace(/^in\//, `${inputs}/`).replace(/^out\//, `${out}/`));
  const started = performance.now();
  const child = spawn(process.execPath, ["--import", PRELOADED, command, ...paths], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const printed = createWriteStream(join(out, "stdout"));
  child.stdout.pipe(printed);
  let told = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    told += text;
  });
  const status = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  await finished(printed);
  const wallSeconds = (performance.now() - started) / 1000;
  const used = USED.exec(told);
  if (used === null) throw new Error(`The command ended with status ${status} and said:\n${told}`);
  const [user, system, kilobytes] = used.slice(1).map(Number) as [number, number, number];
  for (const name of ["stdout", "summary.json"]) withoutFolders(join(out, name), inputs, out);
  const lines = `${timeless(told.replace(USED, ""))}\nstatus ${status}\n`;
  writeFileSync(join(out, "stderr"), lines.replaceAll(out, "out").replaceAll(inputs, "in"));
  return { processorSeconds: (user + system) / 1e6, wallSeconds, megabytes: kilobytes / 1024 };
}

/** What the command says of its speed differs from run to run. */
function timeless(told: string): string {
  return told.replace(/^\d+\.\d s(, \d+ calls a second)?$/m, "… s");
}

/** The tape and a later build lie in different folders. */
function withoutFolders(path: string, inputs: string, out: string): void {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    return;
  }
  if (text.includes(out) || text.includes(inputs)) {
    writeFileSync(path, text.replaceAll(out, "out").replaceAll(inputs, "in"));
  }
}
