/**
 * Runs the command lines of a page: `tollbook` in this process, `cat` for looking at a file. Words may be
 * in quotes, `< file` feeds standard input and `> file` keeps what was printed.
 */
import { createReadStream } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { Readable, Writable } from "node:stream";
import { run } from "../../src/cli/index.ts";

/** What the commands of a block printed, standard output and standard error as they came. */
export interface CommandsRun {
  readonly printed: string;
  /** Of the last command. */
  readonly exitCode: number;
}

/** Runs each line of a block; a line that ends with `\` goes on in the next. */
export async function runCommands(block: string): Promise<CommandsRun> {
  let printed = "";
  let exitCode = 0;
  for (const line of block.replace(/\\\n\s*/g, "").split("\n")) {
    const words = wordsOf(line);
    if (words.length === 0 || words[0] === "#") continue;
    const input = take(words, "<");
    const output = take(words, ">");
    const text = { out: "", err: "" };
    if (words[0] === "npx") words.shift();
    const [command, ...argv] = words;
    if (command === "cat") text.out = await readFile(argv[0] ?? "", "utf8");
    else if (command === "tollbook") exitCode = await runTollbook(argv, input, text);
    else throw new Error(`${command} is no command that examples can run`);
    if (output !== undefined) await writeFile(output, text.out);
    printed += text.err + (output === undefined ? text.out : "");
  }
  return { printed, exitCode };
}

function runTollbook(
  argv: readonly string[],
  input: string | undefined,
  text: { out: string; err: string },
): Promise<number> {
  const stdout = new Writable({
    write(chunk: Buffer, _encoding, done) {
      text.out += chunk.toString();
      done();
    },
  });
  let clock = 0;
  const stop = new AbortController();
  const stderr = new Writable({
    write(chunk: Buffer, _encoding, done) {
      text.err += chunk.toString();
      // A server is told to stop as soon as it listens, a worker when it begins.
      if (/listening at |: working\n/.test(text.err)) stop.abort();
      done();
    },
  });
  // The port that an example leaves unsaid may be another program's.
  const words = argv[0] === "serve" ? [...argv, "--port", "0"] : argv;
  return run(words, {
    stdin: input === undefined ? Readable.from([]) : createReadStream(input),
    stdout,
    stderr,
    signal: stop.signal,
    isTerminal: false,
    // Each look at the clock is a millisecond later.
    now: () => clock++,
  });
}

function take(words: string[], sign: string): string | undefined {
  const at = words.indexOf(sign);
  return at < 0 ? undefined : words.splice(at, 2)[1];
}

function wordsOf(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, plain]) => double ?? single ?? plain ?? "",
  );
}
