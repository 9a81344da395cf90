/** However a command ends, it leaves no file open: a server that runs commands would one day have no descriptor left. */
import fs, { type FileHandle } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { PassThrough } from "node:stream";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type RunFiles, withFiles } from "../../src/cli/run-files.ts";
import { openInput } from "../../src/files/index.ts";
import { BOOK, call, jsonLines, Workplace } from "./command.ts";

const { open } = fs;
const opened: { readonly path: string; readonly handle: FileHandle }[] = [];

function whoeverOpens(how: typeof open): void {
  fs.open = how;
  syncBuiltinESMExports();
}

beforeEach(() => {
  opened.length = 0;
  whoeverOpens(async (path, ...how) => {
    const handle = await open(path, ...how);
    opened.push({ path: String(path), handle });
    return handle;
  });
});

afterEach(() => whoeverOpens(open));

/** More turns of the disk than what was begun takes to end: operations on files are done in the order of their coming. */
const TURNS = 200;

/** Files that are open still, once closing them has had its turn. */
async function leftOpen(): Promise<string[]> {
  const stillOpen = () => opened.filter(({ handle }) => handle.fd !== -1);
  for (let turn = 0; turn < TURNS && stillOpen().length > 0; turn++) await fs.stat(".");
  return stillOpen().map(({ path }) => path);
}

const CALLS = jsonLines([call({ id: "a" }), call({ id: "b", startDate: "2026-10-31", duration: 3_000 })]);
const RATED =
  "outcome,id,customerID,numberID,cost,startDate,startTime,call.external\n" +
  "rated,1,7,1007,2,2026-10-01,10:00:00,01632960001\n";

const FILES = {
  "book.json": { ...BOOK, destinations: { csv: "prefixes.csv" } },
  "prefixes.csv": "prefix,tariffType,location\n44,UK,United Kingdom\n447,UK mobile,\n",
  "no-book.json": "{",
  "calls.jsonl": CALLS,
  "columns.csv": "id,duration\n1,2\n",

  "cut.json": `[${JSON.stringify(call())},{"id":`,
  "rated.csv": RATED,
  "sheet.csv": "Prefix,Rate\n4420,0.01\n",
  "states.jsonl": '{"id":"1"}\n{"id":"1"}\n',
  "state.json": "{}",
};

describe("no file is left open", () => {
  const preview = "preview --book @book.json --calls @calls.jsonl --all";
  test.for<[code: number, line: string]>([
    [0, "rate --book @book.json --calls @calls.jsonl --out @rated.jsonl --summary @summary.json"],
    [1, "rate --book @no-book.json --calls @calls.jsonl --out @rated.jsonl"],
    [1, "rate --book @book.json --calls @no.jsonl --out @rated.jsonl"],
    [3, "rate --book @book.json --calls @columns.csv --out @rated.jsonl"],
    [1, "rate --book @book.json --calls @cut.json --calls-format freeswitch-json --out @rated.jsonl"],
    [1, "rate --book @book.json --calls @calls.jsonl --out @no/rated.jsonl"],
    [1, "rate --book @book.json --calls @calls.jsonl --out @rated.jsonl --errors @no/errors.jsonl"],
    [1, "rate --book @book.json --calls @calls.jsonl --out @rated.jsonl --discounts --state @state.json"],
    [0, `${preview} --bring 0.01 --html @page.html`],
    [1, `${preview} --bring 1000000 --html @page.html`],
    [2, `${preview} --bring much --csv @lines.csv`],
    [2, `${preview} --bring 0.01 --period 1990-01-01 2026-10-31 --csv @lines.csv`],
    [2, `${preview} --increase 5 --period 1990-01-01 2026-10-31 --html @page.html`],
    [0, `${preview} --increase 5 --from 2027-04-01 --out @after.json`],
    [1, `${preview} --increase 5 --html @page.html --csv @no/lines.csv`],
    [0, "itemise --calls @rated.csv --out @lists"],
    [1, "itemise --calls @rated.csv --customer 8 --out @lists"],
    [1, "itemise --calls @rated.csv --out @calls.jsonl"],
    [1, "itemise --calls @columns.csv --out @lists"],
    [0, "convert --calls @calls.jsonl --out @calls.csv"],
    [1, "convert --calls @cut.json --calls-format freeswitch-json --book @book.json --out @calls.csv"],
    [1, "convert --calls @calls.jsonl --out @no/calls.csv"],
    [0, "sniff @calls.jsonl"],
    [1, "sniff @sheet.csv"],
    [1, "charges --book @book.json --from 2026-10-01 --to 2026-10-31 --features @states.jsonl"],
    [1, "import --sheet @sheet.csv --mapping prefixes --tariff None --book @book.json --out @after.json"],
  ])("exit status %i: %s", async ([code, line]) => {
    const where = await Workplace.with(FILES);
    const ran = await where.run(line);
    expect(ran).toMatchObject({ code });
    expect(opened).not.toEqual([]);
    expect(await leftOpen()).toEqual([]);
  });

  test("where one thing cannot be closed, all others are, and outputs are discarded", async () => {
    const where = await Workplace.with(FILES);
    const closed: string[] = [];
    const stream = new PassThrough();
    const io = { stdin: stream, stdout: stream, stderr: stream, isTerminal: false, now: () => 0 };
    const work = async (files: RunFiles): Promise<void> => {
      files.closeLast({ close: () => Promise.reject(new Error("stuck")) });
      files.closeLast({ close: async () => void closed.push("other") });
      await (await files.open(`${where.folder}/out.txt`)).write("text");
    };
    await expect(withFiles(io, work)).rejects.toThrow("stuck");
    expect(closed).toEqual(["other"]);
    expect(await where.files()).toEqual(Object.keys(FILES).sort());
    expect(await leftOpen()).toEqual([]);
  });

  test("nor one of which the first bytes cannot be read", async () => {
    const where = await Workplace.with(FILES);
    const counting = fs.open;
    whoeverOpens(async (...file) => {
      const handle = await counting(...file);
      handle.read = () => Promise.reject(Object.assign(new Error("EIO"), { code: "EIO" }));
      return handle;
    });
    await expect(openInput(`${where.folder}/calls.jsonl`)).rejects.toThrow(/calls.jsonl/);
    expect(await leftOpen()).toEqual([]);
  });
});
