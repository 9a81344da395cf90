/** The command as a process of its own: its streams, named pipes and signals. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { open, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type BuiltWorker, builtWorker } from "../built-worker.ts";
import { BOOK, call, jsonLines, Workplace } from "./command.ts";

const CALLS = jsonLines([call({ id: "a" }), call({ id: "b", duration: "x" })]);

let command: BuiltWorker;
beforeAll(async () => {
  command = await builtWorker("src/cli/main.ts");
});
afterAll(() => command.remove());

function place(): Promise<Workplace> {
  return Workplace.with({ "book.json": BOOK, "calls.jsonl": CALLS });
}

/** Runs a line of a shell in which `tollbook` is the command; its exit status. */
async function shell(where: Workplace, line: string): Promise<number> {
  const child = spawn(
    "sh",
    ["-c", line.replace("tollbook", `"${process.execPath}" "${fileURLToPath(command.url)}"`)],
    {
      cwd: where.folder,
      stdio: "ignore",
    },
  );
  return exitCode(child);
}

async function exitCode(child: ChildProcess): Promise<number> {
  const [code] = (await once(child, "exit")) as [number | null];
  return code ?? -1;
}

describe.skipIf(process.platform === "win32")("streams", () => {
  test.for<[options: string, file: string]>([
    ["--out /dev/stdout >> all.jsonl", "all.jsonl"],
    ["--errors /dev/stdout >> all.jsonl", "all.jsonl"],
    ["--out r.jsonl --errors /dev/stderr 2>> all.jsonl", "all.jsonl"],
    ["--out /dev/fd/3 3>> all.jsonl", "all.jsonl"],
  ])("what was there before stays: rate %s", async ([options, file]) => {
    const where = await place();
    await writeFile(join(where.folder, file), "earlier\n");
    expect(await shell(where, `tollbook rate --book book.json --calls calls.jsonl ${options}`)).toBe(3);
    const text = await where.read(file);
    expect(text).toMatch(/^earlier\n\{"id":"/);
    expect(text).toMatch(/^\{"id":"b",.*"error":"malformed-record"/m);
  });

  test("a file that standard output is redirected to is not read at the same time", async () => {
    const where = await place();
    expect(await shell(where, "tollbook rate --book book.json --calls calls.jsonl >> calls.jsonl")).toBe(2);
    expect(await where.read("calls.jsonl")).toBe(CALLS);
  });

  test("help, version and reports that cannot be printed are no success", async () => {
    if (process.platform !== "linux") return;
    const where = await place();
    for (const line of [
      "tollbook help",
      "tollbook help rate",
      "tollbook --version",
      "tollbook check --book book.json",
    ]) {
      expect(await shell(where, `${line} > /dev/full`)).toBe(1);
      expect(await shell(where, `${line} > /dev/null`)).toBe(0);
    }
  });
});

describe.skipIf(process.platform === "win32")("named pipes", () => {
  async function withPipe(): Promise<Workplace> {
    const where = await place();
    execFileSync("mkfifo", [join(where.folder, "pipe.jsonl")]);
    return where;
  }

  function start(where: Workplace, words: string): ChildProcess {
    return spawn(process.execPath, [fileURLToPath(command.url), ...words.split(" ")], {
      cwd: where.folder,
      stdio: ["ignore", "pipe", "pipe"],
    });
  }

  test("are read and written as they are", async () => {
    const where = await withPipe();
    const pipe = join(where.folder, "pipe.jsonl");
    const writer = start(where, "rate --book book.json --calls calls.jsonl --out pipe.jsonl");
    const reader = start(where, "rate --book book.json --calls pipe.jsonl --out again.jsonl");
    expect(await Promise.all([exitCode(writer), exitCode(reader)])).toEqual([3, 3]);
    expect((await where.read("again.jsonl")).trimEnd().split("\n")).toHaveLength(2);
    const shown = start(where, "rate --book book.json --calls calls.jsonl --out pipe.jsonl");
    const [text, code] = await Promise.all([readFile(pipe, "utf8"), exitCode(shown)]);
    expect(text).toContain('{"id":"a",');
    expect(code).toBe(3);
  });

  test.for<string>([
    "rate --book @book.json --calls @pipe.jsonl --out @r.jsonl",
    "rate --book @book.json --calls @calls.jsonl --out @r.jsonl --errors @pipe.jsonl",
    "rate --book @pipe.jsonl --calls @calls.jsonl --out @r.jsonl",
    "rate --book @book.json --calls @calls.jsonl --calls-format uk-cdr --dialect @pipe.jsonl --out @r.jsonl",
    "check --book @pipe.jsonl",
    "import --sheet @pipe.jsonl --mapping prefixes --tariff Business --book @book.json --out @r.jsonl",
  ])("an interruption ends the wait for the other end: %s", async (line) => {
    const where = await withPipe();
    const interruption = new AbortController();
    setTimeout(() => interruption.abort(), 50);
    const { code, err } = await where.run(line, { signal: interruption.signal });
    expect([code, err]).toEqual([130, "tollbook: interrupted; no file was written.\n"]);
    expect(await where.files()).toEqual(["book.json", "calls.jsonl", "pipe.jsonl"]);
  });

  test("a process that waits for a reader ends with its first signal", async () => {
    const where = await withPipe();
    const child = start(
      where,
      "rate --book book.json --calls calls.jsonl --out pipe.jsonl --discounts --state pools.json",
    );
    // It says that there is no state yet before it opens what it writes.
    child.stderr?.once("data", () => child.kill("SIGINT"));
    expect(await exitCode(child)).toBe(130);
    expect(await where.files()).toEqual(["book.json", "calls.jsonl", "pipe.jsonl"]);
  });

  test("an interruption ends the wait for a writer that says nothing", async () => {
    const where = await withPipe();
    const child = start(where, "rate --book book.json --calls pipe.jsonl --out r.jsonl");
    // Opened once the command reads, and then silent.
    const code = exitCode(child);
    const silent = await open(join(where.folder, "pipe.jsonl"), "w");
    child.kill("SIGINT");
    expect(await code).toBe(130);
    await silent.close();
    expect(await where.files()).toEqual(["book.json", "calls.jsonl", "pipe.jsonl"]);
  });
});

describe.skipIf(process.platform === "win32")("signals", () => {
  test("two signals that come while it is busy end it at once", async () => {
    const where = await place();
    // Keeps the command busy from when it listens for signals until there is a file `go`.
    await writeFile(
      join(where.folder, "busy.mjs"),
      `import { existsSync, writeSync } from "node:fs";
      const timer = setInterval(() => {
        if (process.listenerCount("SIGTERM") === 0) return;
        clearInterval(timer);
        writeSync(1, "busy");
        while (!existsSync("go"));
      }, 1);`,
    );
    const child = spawn(
      process.execPath,
      [
        ...["--import", "./busy.mjs", fileURLToPath(command.url)],
        ...["rate", "--book", "book.json", "--calls", "-", "--out", "r.jsonl"],
      ],
      { cwd: where.folder, stdio: ["pipe", "pipe", "ignore"] },
    );
    const ended = once(child, "exit");
    await once(child.stdout, "data");
    child.kill("SIGINT");
    child.kill("SIGTERM");
    await writeFile(join(where.folder, "go"), "");
    const [code, signal] = (await ended) as [number | null, string | null];
    expect(code).toBe(null);
    expect(["SIGINT", "SIGTERM"]).toContain(signal);
  });
});
