#!/usr/bin/env node
/** The command itself: hands the process to `run`, and turns signals into an orderly end. */
import { run } from "./run.ts";

const interruption = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  // Once: a second signal ends the process at once, as without a listener.
  process.once(signal, () => interruption.abort());
}
// A reader that goes away (`tollbook rate … | head`) is no fault; the next write learns of it.
process.stdout.on("error", () => undefined);
process.stderr.on("error", () => undefined);

process.exitCode = await run(process.argv.slice(2), {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  isTerminal: process.stderr.isTTY === true,
  now: () => Date.now(),
  env: process.env,
  signal: interruption.signal,
});
// A pipe may still wait for its other end, and would keep the process as long.
if (interruption.signal.aborted) process.exit();
