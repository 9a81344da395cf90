/** A live page that is written by `tollbook preview --live`: how large it may be unasked. */
import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import type { CliIO } from "../../src/cli/cli-io.ts";
import { writeLivePage } from "../../src/cli/commands/live-file.ts";
import { openOutput } from "../../src/files/index.ts";
import { Workplace } from "./command.ts";

interface Asked {
  readonly yes?: boolean;
  readonly isTerminal?: boolean;
  readonly answer?: string;
  /** Whether the input ends before the answer is entered. */
  readonly ends?: boolean;
}

/** Writes a page of a million bytes where half as many go unasked. */
async function write({ yes = false, isTerminal = true, answer, ends = false }: Asked) {
  const where = await Workplace.with({});
  const stdin = Object.assign(new PassThrough(), { isTTY: answer !== undefined });
  const stderr = new PassThrough();
  const stdout = new PassThrough();
  if (answer !== undefined) stdin.write(ends ? answer : `${answer}\n`);
  if (ends) stdin.end();
  const io: CliIO = { stdin, stdout, stderr, isTerminal, now: () => 0 };
  const path = `${where.folder}/live.html`;
  const output = await openOutput(path, { stdout, stderr });
  const page = "x".repeat(1e6);
  try {
    await writeLivePage(page, output, { live: "live.html", yes }, io, 5e5);
    await output.complete();
    return { told: String(stderr.read()), message: undefined };
  } catch (error) {
    return { told: String(stderr.read()), message: (error as Error).message };
  } finally {
    await output.discard();
  }
}

test.each<[string, Asked, boolean, RegExp]>([
  [
    "who agrees",
    { answer: "y" },
    true,
    /live\.html would take 1\.0 MB\. Write it\? \[y\/N\].*live\.html: 1\.0 MB\n$/s,
  ],
  ["who agrees in full", { answer: " YES " }, true, /live\.html: 1\.0 MB\n$/],
  ["nobody, because the input ends", { answer: "", ends: true }, false, /Write it/],
  ["who does not", { answer: "" }, false, /Write it/],
  ["nobody: standard input is no terminal", {}, false, /^null$/],
  ["nobody: standard error is no terminal", { isTerminal: false, answer: "y" }, false, /^null$/],
  ["nobody, because --yes says it", { yes: true }, true, /^live\.html: 1\.0 MB\n$/],
])("a large page asks %s", async (_, asked, isWritten, words) => {
  const { told, message } = await write(asked);
  expect(told).toMatch(words);
  if (isWritten) expect(message).toBeUndefined();
  else expect(message).toBe("live.html would take 1.0 MB, more than 0.5 MB, so nothing was written.");
});
