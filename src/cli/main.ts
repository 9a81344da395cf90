#!/usr/bin/env node
/** The executable: runs the command line in this process, and turns signals into an orderly exit. */

const interruption = new AbortController();
let isInterrupted = false;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, function interrupt() {
    // A second signal ends the process at once, as without a listener: one that comes later, even while the process is
    // busy, and one of the same turn, because all that came during a busy time are delivered together after it.
    if (isInterrupted) {
      process.off(signal, interrupt);
      process.kill(process.pid, signal);
    }
    isInterrupted = true;
    // Abort only once the listener is gone: a signal that is sent because of what the abort prints would be lost with it.
    setImmediate(() => {
      process.off(signal, interrupt);
      interruption.abort();
    });
  });
}
// A reader that closes the pipe (`tollbook rate … | head`) is no fault; the next write detects the closed pipe.
process.stdout.on("error", () => undefined);
process.stderr.on("error", () => undefined);

const argv = process.argv.slice(2);
// `rate` is a separate bundle (tsup.config.ts): it starts for each file, and in pipes for each part of a file.
const { run } = argv[0] === "rate" ? await import("./run-rate.ts") : await import("./run.ts");
process.exitCode = await run(argv, {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  isTerminal: process.stderr.isTTY === true,
  now: () => Date.now(),
  env: process.env,
  signal: interruption.signal,
});
// A pipe may still wait for its other end, and would keep the process alive.
if (interruption.signal.aborted) process.exit();
