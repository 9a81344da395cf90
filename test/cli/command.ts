/** What the tests of this folder share: a small book, calls, and running a command without a process. */
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { onTestFinished } from "vitest";
import { type CliIO, run } from "../../src/cli/index.ts";
import type { BookData, CallRecord } from "../../src/index.ts";

export const BOOK: BookData = {
  callTypes: [
    { name: "UK", tariffClass: "national" },
    { name: "UK mobile", tariffClass: "mobile" },
  ],
  destinations: [
    { prefix: "44", tariffType: "UK", location: "United Kingdom" },
    { prefix: "447", tariffType: "UK mobile" },
  ],
  tariffs: [{ id: 1, name: "Business", tariffClass: "national", baseCost: "1.2", baseCostConnection: 2 }],
  customers: [{ id: 7, defaultNationalTariff: "Business" }],
  numbers: [{ id: 1007, customerID: 7, number: "020 7946 0018" }],
  ignoredNumbers: [{ number: "020 7946 0099", reason: "test line" }],
};

/** A call of the book's number; 91 s cost 2 + 1.82 = 3.82 p. */
export function call(fields: CallRecord = {}): CallRecord {
  return { target: "02079460018", external: "01632960001", startDate: "2026-10-01", duration: 91, ...fields };
}

export function jsonLines(calls: readonly unknown[]): string {
  return calls.map((line) => (typeof line === "string" ? `${line}\n` : `${JSON.stringify(line)}\n`)).join("");
}

/** What a command did. */
export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** A folder for one test in which commands run; file names that begin with `@` lie in it. */
export class Workplace {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  static async with(files: Readonly<Record<string, unknown>>): Promise<Workplace> {
    const place = new Workplace(await mkdtemp(join(tmpdir(), "tollbook-cli-")));
    onTestFinished(() => rm(place.folder, { recursive: true, force: true }));
    for (const [name, content] of Object.entries(files)) await place.write(name, content);
    return place;
  }

  write(name: string, content: unknown): Promise<void> {
    return writeFile(
      join(this.folder, name),
      typeof content === "string" ? content : JSON.stringify(content),
    );
  }

  read(name: string): Promise<string> {
    return readFile(join(this.folder, name), "utf8");
  }

  async files(within = "."): Promise<string[]> {
    return (await readdir(join(this.folder, within))).sort();
  }

  async run(
    line: string | readonly string[],
    io: Partial<CliIO> & { input?: string } = {},
    runs: typeof run = run,
  ): Promise<Ran> {
    const words = typeof line === "string" ? line.split(" ") : line;
    const stdout = new PassThrough();
    const stderr = new PassThrough();
    const out = text(stdout);
    const err = text(stderr);
    let now = Date.UTC(2026, 9, 1, 9);
    const code = await runs(
      words.map((word) => (word.startsWith("@") ? join(this.folder, word.slice(1)) : word)),
      {
        stdin: Readable.from([Buffer.from(io.input ?? "")]),
        stdout,
        stderr,
        isTerminal: false,
        now: () => (now += 1000),
        ...io,
      },
    );
    stdout.end();
    stderr.end();
    return { code, out: await out, err: await err };
  }
}

async function text(stream: PassThrough): Promise<string> {
  return Buffer.concat(await stream.toArray()).toString();
}
