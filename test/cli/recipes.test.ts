/** The recipes of docs/recipes.md: the command as a filter under GNU parallel and in a program of an engine. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type BuiltWorker, builtWorker } from "../built-worker.ts";
import { blocksOf } from "../docs/markdown.ts";
import { readPages } from "../docs/pages.ts";
import { BOOK, call, jsonLines, Workplace } from "./command.ts";

const HOW_TO_INSTALL =
  "GNU parallel is not installed, and these tests run it. Debian: apt-get install parallel; macOS: brew install parallel";
/** Bytes of a part: some five calls. */
const IN_SMALL_PARTS = "--block 600";
const CALLS = Array.from({ length: 60 }, (_, at) =>
  call({
    id: `c${at}`,
    duration: at % 13 === 5 ? "x" : 30 + at,
    external: at % 11 === 3 ? "02079460099" : `01632960${String(100 + at)}`,
  }),
);
const DISCOUNTED = {
  ...BOOK,
  discountPlans: [{ id: 1, discountPlanName: "Ten", allowanceMinutes: 10 }],
  customers: [
    { id: 7, defaultNationalTariff: "Business" },
    { id: 8, defaultNationalTariff: "Business" },
  ],
  numbers: [
    { id: 1007, customerID: 7, number: "020 7946 0018", discountPlan1: "Ten" },
    { id: 1008, customerID: 8, number: "020 7946 0019", discountPlan1: "Ten" },
  ],
};

const recipes = (await readPages()).find(({ path }) => path === "docs/recipes.md")?.text ?? "";
const [jsonRecipe = "", csvRecipe = "", filesRecipe = "", program = ""] = blocksOf(recipes)
  .filter(({ language }) => language === "bash")
  .map(({ text }) => text);

let command: BuiltWorker;
beforeAll(async () => {
  command = await builtWorker("src/cli/main.ts");
});
afterAll(() => command.remove());

/** A folder with the book, calls, and `tollbook` among its programs. */
async function place(files: Readonly<Record<string, unknown>>): Promise<Workplace> {
  const where = await Workplace.with({ "book.json": BOOK, ...files });
  await mkdir(join(where.folder, "bin"));
  const words = `#!/bin/sh\nexec "${process.execPath}" "${fileURLToPath(command.url)}" "$@"\n`;
  await where.write("bin/tollbook", words);
  await where.write("bin/rate-calls", `${program}\n`);
  for (const name of ["tollbook", "rate-calls"]) await chmod(join(where.folder, "bin", name), 0o755);
  return where;
}

function environment(where: Workplace, more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const PATH = `${join(where.folder, "bin")}:${process.env.PATH}`;
  return {
    ...process.env,
    PATH,
    HOME: where.folder,
    TOLLBOOK_BOOK: join(where.folder, "book.json"),
    ...more,
  };
}

/** Runs a line of a shell; its exit status, and what it said. */
function shell(
  where: Workplace,
  line: string,
  more: Readonly<Record<string, string>> = {},
): readonly [number, string] {
  const ran = spawnSync("sh", ["-c", line], {
    cwd: where.folder,
    env: environment(where, more),
    encoding: "utf8",
  });
  return [ran.status ?? -1, ran.stderr];
}

function summaries(said: string): number {
  return said.match(/calls? read: /g)?.length ?? 0;
}

describe.skipIf(process.platform === "win32")("under GNU parallel", () => {
  test("it is installed", () => {
    const { stdout } = spawnSync("parallel", ["--version"], { encoding: "utf8" });
    expect(stdout?.startsWith("GNU parallel") ? "" : HOW_TO_INSTALL).toBe("");
  });

  test("JSON lines in many parts give what one process gives", async () => {
    const where = await place({ "calls.jsonl": jsonLines(CALLS) });
    const [status, said] = shell(where, jsonRecipe, { PARALLEL: IN_SMALL_PARTS });
    expect(status, said).toBe(0);
    expect(summaries(said)).toBeGreaterThan(5);
    expect(said).not.toMatch(/cite/i);
    const one = await where.run(
      "rate --book @book.json --calls @calls.jsonl --out @one.jsonl --duplicates keep",
    );
    expect(one.code).toBe(3);
    expect(await where.read("rated.jsonl")).toBe(await where.read("one.jsonl"));
  });

  test("CSV with its header in many parts gives what one process gives", async () => {
    const where = await place({ "calls.jsonl": jsonLines(CALLS) });
    expect((await where.run("convert --calls @calls.jsonl --out @calls.csv")).code).toBe(0);
    const [status, said] = shell(where, csvRecipe, { PARALLEL: IN_SMALL_PARTS });
    expect(status, said).toBe(0);
    expect(summaries(said)).toBeGreaterThan(3);
    const one = await where.run("rate --book @book.json --calls @calls.csv --out @one.csv --duplicates keep");
    expect(one.code).toBe(3);
    expect(await where.read("rated.csv")).toBe(await where.read("one.csv"));
  });

  test("a file for each customer draws from pools as one file of all does", async () => {
    const own = CALLS.slice(0, 20);
    const others = own.map((each) => ({ ...each, id: `o${each.id}`, target: "02079460019" }));
    const where = await place({
      "book.json": DISCOUNTED,
      "customer-7.jsonl": jsonLines(own),
      "customer-8.jsonl": jsonLines(others),
      "calls.jsonl": jsonLines([...own, ...others]),
    });
    const [status, said] = shell(where, filesRecipe);
    expect(status, said).toBe(0);
    await where.run("rate --book @book.json --calls @calls.jsonl --out @one.jsonl --discounts");
    const parts = (await where.read("rated-customer-7.jsonl")) + (await where.read("rated-customer-8.jsonl"));
    expect(parts).toBe(await where.read("one.jsonl"));
    expect(parts).toContain('"cost":"0"');
    expect(await where.files()).toContain("state-customer-8.json");
  });

  test("a book that cannot be opened fails every part", async () => {
    const where = await place({ "calls.jsonl": jsonLines(CALLS), "book.json": "{" });
    const [status] = shell(where, jsonRecipe, { PARALLEL: IN_SMALL_PARTS });
    expect(status).toBeGreaterThan(5);
  });
});

describe.skipIf(process.platform === "win32")("in the program for engines", () => {
  test("a partition gives its results alone on standard output, and status 0 with calls in error", async () => {
    const where = await place({ "calls.jsonl": jsonLines(CALLS) });
    expect(shell(where, "rate-calls < calls.jsonl > rated.jsonl")[0]).toBe(0);
    await where.run("rate --book @book.json --calls @calls.jsonl --out @one.jsonl --duplicates keep");
    expect(await where.read("rated.jsonl")).toBe(await where.read("one.jsonl"));
  });

  test("an empty partition is no fault", async () => {
    const where = await place({});
    expect(shell(where, "rate-calls < /dev/null > rated.jsonl")[0]).toBe(0);
    expect(await where.read("rated.jsonl")).toBe("");
  });

  test("a book that cannot be opened is one", async () => {
    const where = await place({ "book.json": "{", "calls.jsonl": jsonLines(CALLS) });
    expect(shell(where, "rate-calls < calls.jsonl")[0]).toBe(1);
  });

  test("a process that is kept answers each call before the next one comes", async () => {
    const where = await place({});
    const child = spawn("rate-calls", ["--columns", "id,cost"], {
      cwd: where.folder,
      env: environment(where),
      stdio: ["pipe", "pipe", "ignore"],
    });
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    for (const each of CALLS.slice(0, 3)) {
      child.stdin.write(jsonLines([each]));
      expect(JSON.parse((await lines.next()).value)).toMatchObject({ id: each.id });
    }
    child.stdin.end();
    expect((await once(child, "exit"))[0]).toBe(0);
  });
});
