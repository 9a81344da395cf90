/** `tollbook serve` without a process, for tests that ask it something. */
import { PassThrough, Writable } from "node:stream";
import { run } from "../../../src/cli/index.ts";

/** What the command did. */
export interface Ran {
  readonly code: number;
  readonly err: string;
}

/** Runs `tollbook serve`; `whileListening` is told the address, and then the server is told to stop. */
export async function serve(
  argv: readonly string[],
  {
    env,
    whileListening,
  }: { env?: Record<string, string>; whileListening?: (url: string) => Promise<void> } = {},
): Promise<Ran> {
  const stop = new AbortController();
  let err = "";
  let done: Promise<void> | undefined;
  const stderr = new Writable({
    write(chunk: Buffer, _encoding, taken) {
      err += chunk.toString();
      const url = /listening at (https?:\S+?)\/backend/.exec(err)?.[1];
      if (url !== undefined && done === undefined) {
        done = (whileListening?.(url) ?? Promise.resolve()).finally(() => stop.abort());
      }
      taken();
    },
  });
  const code = await run(["serve", ...argv], {
    stdin: new PassThrough().end(),
    stdout: new PassThrough(),
    stderr,
    isTerminal: false,
    now: () => 0,
    signal: stop.signal,
    ...(env === undefined ? {} : { env }),
  });
  await done;
  return { code, err };
}
