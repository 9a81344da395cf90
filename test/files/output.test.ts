import {
  chmod,
  mkdir,
  readdir,
  readFile,
  readlink,
  stat,
  symlink,
  utimes,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import { PassThrough, Writable } from "node:stream";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  createRecordWriter,
  csvCell,
  finishOutputs,
  openInput,
  openOutput,
  ReaderGone,
} from "../../src/files/index.ts";
import { runs } from "../properties/runs.ts";
import { failure, folderWith } from "./bytes.ts";

describe("an output file", () => {
  test("appears under its name only when it is finished", async () => {
    const folder = await folderWith({ "out.csv": "old" });
    const path = join(folder, "out.csv");
    const output = await openOutput(path);
    await output.write("new");
    expect(await readFile(path, "utf8")).toBe("old");
    await output.finish();
    expect(await readFile(path, "utf8")).toBe("new");
    await output.discard();
    expect(await readdir(folder)).toEqual(["out.csv"]);
  });

  test("leaves nothing behind when it is given up", async () => {
    const folder = await folderWith();
    const output = await openOutput(join(folder, "out.csv"));
    await output.write("x".repeat(600_000));
    expect(await readdir(folder)).toHaveLength(1);
    await output.discard();
    expect(await readdir(folder)).toEqual([]);
  });

  test("through a link, replaces what the link leads to and keeps its permissions", async () => {
    const folder = await folderWith({ "real.csv": "old" });
    await chmod(join(folder, "real.csv"), 0o600);
    await symlink("real.csv", join(folder, "link.csv"));
    const output = await openOutput(join(folder, "link.csv"));
    await output.write("new");
    await output.finish();
    expect(await readFile(join(folder, "real.csv"), "utf8")).toBe("new");
    expect((await stat(join(folder, "real.csv"))).mode & 0o777).toBe(0o600);
    expect(await readlink(join(folder, "link.csv"))).toBe("real.csv");
  });

  test("may be written by the group and by others as the file that it replaces, for all the umask", async () => {
    const folder = await folderWith({ "shared.csv": "old" });
    await chmod(join(folder, "shared.csv"), 0o666);
    const output = await openOutput(join(folder, "shared.csv"));
    await output.finish();
    expect((await stat(join(folder, "shared.csv"))).mode & 0o777).toBe(0o666);
  });

  test("through a link to a file that is not there yet, makes that file, and the link stays", async () => {
    const folder = await folderWith();
    await mkdir(join(folder, "disk"));
    await symlink("disk/real.csv", join(folder, "link.csv"));
    const output = await openOutput(join(folder, "link.csv"));
    await output.write("new");
    await output.finish();
    expect(await readFile(join(folder, "disk", "real.csv"), "utf8")).toBe("new");
    expect(await readlink(join(folder, "link.csv"))).toBe("disk/real.csv");
    await symlink("gone/real.csv", join(folder, "astray.csv"));
    expect(await failure(openOutput(join(folder, "astray.csv")))).toMatch(
      /astray.csv: there is no folder .*gone;/,
    );
    await symlink("circle.csv", join(folder, "circle.csv"));
    expect(await failure(openOutput(join(folder, "circle.csv")))).toMatch(
      /is a link that leads in a circle$/,
    );
  });

  test("removes what killed runs left there more than a day ago, and nothing else", async () => {
    const left = ".rated.csv.0123456789ab.partial";
    const kept = [
      ".rated.csv.ba9876543210.partial",
      ".rated.csv.partial",
      "rated.csv.0123456789ab.partial",
      "old.csv",
    ];
    const folder = await folderWith(Object.fromEntries([left, ...kept].map((name) => [name, "x"])));
    await mkdir(join(folder, ".folder.0123456789ab.partial"));
    const longAgo = new Date(0);
    for (const name of [left, ...kept.slice(1)]) await utimes(join(folder, name), longAgo, longAgo);
    const output = await openOutput(join(folder, "out.csv"));
    await output.discard();
    expect((await readdir(folder)).sort()).toEqual([...kept, ".folder.0123456789ab.partial"].sort());
  });

  test("several appear together: where one cannot be written, none does", async () => {
    const folder = await folderWith({ "state.json": "old" });
    const outputs = [await openOutput(join(folder, "out.csv")), await openOutput(join(folder, "state.json"))];
    for (const output of outputs) await output.write("new");
    const full = new Writable({
      write: (_chunk, _encoding, done) => done(Object.assign(new Error("write ENOSPC"), { code: "ENOSPC" })),
    });
    const last = await openOutput("-", { stdout: full });
    await last.write("x");
    expect(await failure(finishOutputs([...outputs, last]))).toMatch(/the disk is full$/);
    for (const output of outputs) await output.discard();
    expect(await readdir(folder)).toEqual(["state.json"]);
    expect(await readFile(join(folder, "state.json"), "utf8")).toBe("old");
  });

  test("a device is written and never replaced", async () => {
    const output = await openOutput("/dev/null");
    await output.write("x");
    await output.finish();
    expect((await stat("/dev/null")).isCharacterDevice()).toBe(true);
  });

  test("a folder, by any of its names, and a folder that is not there", async () => {
    const folder = await folderWith();
    await mkdir(join(folder, "dir"));
    for (const name of [
      join(folder, "dir"),
      `${folder}/dir/.`,
      `${folder}/dir/..`,
      `${folder}/dir/`,
      ".",
      "..",
      "/",
    ]) {
      expect(await failure(openOutput(name)), name).toMatch(/is a folder, not a file/);
    }
    expect(await failure(openOutput(join(folder, "no", "out.csv")))).toMatch(
      /there is no folder .*no; make it first$/,
    );
  });
});

describe("standard output", () => {
  test("waits for a slow reader, and stays open", async () => {
    const taken: string[] = [];
    let running = 0;
    const slow = new Writable({
      highWaterMark: 10,
      write(chunk: Buffer, _encoding, done) {
        expect(++running).toBe(1);
        taken.push(chunk.toString());
        setTimeout(() => {
          running--;
          done();
        }, 5);
      },
    });
    const output = await openOutput("-", { stdout: slow });
    for (let at = 0; at < 5; at++) await output.write("x".repeat(300_000));
    await output.write("end");
    await output.finish();
    expect(taken.map((text) => text.length)).toEqual([300_000, 300_000, 300_000, 300_000, 300_000, 3]);
    expect(slow.writableEnded).toBe(false);
  });

  test("a stream of another owner may hold bytes that change when it asks for more", async () => {
    const stream = new PassThrough();
    const output = await openOutput("-", { stdout: stream });
    const bytes = Buffer.from("first\n");
    await output.writeBytes(bytes);
    bytes.write("other");
    await output.finish();
    expect(String(stream.read())).toBe("first\n");
  });

  test("passes on what was gathered when it is asked to", async () => {
    const stdout = new PassThrough();
    const output = await openOutput("-", { stdout });
    await output.write("a");
    expect(stdout.read()).toBeNull();
    await output.flush();
    expect(String(stdout.read())).toBe("a");
  });

  test("a reader that has gone is told apart from other faults", async () => {
    const gone = new Writable({
      write: (_chunk, _encoding, done) => done(Object.assign(new Error("write EPIPE"), { code: "EPIPE" })),
    });
    const output = await openOutput("-", { stdout: gone });
    await output.write("x");
    await expect(output.finish()).rejects.toBeInstanceOf(ReaderGone);
    await expect(output.write("y".repeat(300_000))).rejects.toBeInstanceOf(ReaderGone);
    const full = new Writable({
      write: (_chunk, _encoding, done) => done(Object.assign(new Error("write ENOSPC"), { code: "ENOSPC" })),
    });
    const other = await openOutput("-", { stdout: full });
    await other.write("x");
    expect(await failure(other.finish())).toBe(
      "FileError: standard output: could not be written; the disk is full",
    );
  });
});

describe("records", () => {
  async function written(
    format: "csv" | "jsonl",
    records: readonly object[],
    columns = ["id", "cost", "text"],
  ): Promise<string> {
    const stdout = new PassThrough();
    const output = await openOutput("-", { stdout });
    const writer = await createRecordWriter(output, { format, columns });
    for (const record of records) await writer.write(record);
    await output.finish();
    stdout.end();
    return Buffer.concat(await stdout.toArray()).toString();
  }

  test("JSON lines", async () => {
    expect(await written("jsonl", [{ id: "1", cost: null }, { id: "2" }])).toBe(
      '{"id":"1","cost":null}\n{"id":"2"}\n',
    );
    expect(await written("jsonl", [])).toBe("");
  });

  test("CSV without a column is refused before anything is written, and JSON lines need none", async () => {
    const stdout = new PassThrough();
    const output = await openOutput("-", { stdout });
    const refused = createRecordWriter(output, { format: "csv", columns: [] });
    await expect(refused).rejects.toThrow(new RangeError("columns: name one at least."));
    await output.finish();
    expect(stdout.read()).toBeNull();
    expect(await written("jsonl", [{ id: "1" }], [])).toBe('{"id":"1"}\n');
  });

  test("CSV: each column once, unknown costs empty, never 0", async () => {
    expect(
      await written(
        "csv",
        [
          { id: "1", cost: null, other: 1 },
          { text: 'a "b", c', cost: "0" },
        ],
        ["id", "cost", "id", "text"],
      ),
    ).toBe('id,cost,text\n1,,\n,0,"a ""b"", c"\n');
    expect(await written("csv", [{ text: "last" }, {}, { cost: "1", id: "2", text: undefined }])).toBe(
      "id,cost,text\n,,last\n,,\n2,1,\n",
    );
    expect(await written("csv", [])).toBe("id,cost,text\n");
  });

  test.for<[value: unknown, cell: string]>([
    ["=1+1", "'=1+1"],
    ["+447700900403", "'+447700900403"],
    ["-2+3", "'-2+3"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["\t=1", '"\'\t=1"'.replace(/^"|"$/g, "")],
    ["\rx", '"\'\rx"'],
    ['=HYPERLINK("x")', '"\'=HYPERLINK(""x"")"'],
    ["-1.5", "-1.5"],
    [-1.5, "-1.5"],
    [1e-7, "0.0000001"],
    [-1.25e-9, "-0.00000000125"],
    [-0, "0"],
    ["-", "'-"],
    ["a=b", "a=b"],
    [" x", '" x"'],
    ["two\nlines", '"two\nlines"'],
    [true, "true"],
    [undefined, ""],
    [["a", "b"], '"[""a"",""b""]"'],
  ])("the value %j is the cell %j", ([value, cell]) => {
    expect(csvCell(value)).toBe(cell);
  });
});

test("a text is a cell as it stands only where no rule changes it", () => {
  const text = fc.string({ unit: fc.constantFrom(..."aZ09 -=+@.,:;/\"'\t\r\n\\[]_`~!é"), maxLength: 5 });
  fc.assert(
    fc.property(text, (value) => {
      const isFormula = /^[=+\-@\t\r\n]/.test(value) && !/^-?[0-9]+(?:\.[0-9]+)?$/.test(value);
      const harmless = isFormula ? `'${value}` : value;
      const quoted = /[",\r\n]|^\s|\s$/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
      expect(csvCell(value)).toBe(quoted);
    }),
    runs(2_000),
  );
});

describe("an input", () => {
  test("tells its size and how much was read", async () => {
    const path = join(await folderWith({ "calls.csv": "id\n1\n" }), "calls.csv");
    const input = await openInput(path);
    expect([input.name, input.size, input.bytesRead()]).toEqual([path, 5, 0]);
    for await (const _ of input.source);
    expect(input.bytesRead()).toBe(5);
  });

  test("- is standard input", async () => {
    const stdin = new PassThrough();
    stdin.end("abc");
    const input = await openInput("-", { stdin });
    expect([input.name, input.size]).toEqual(["standard input", undefined]);
    for await (const _ of input.source);
    expect(input.bytesRead()).toBe(3);
  });

  test("a missing file and a folder", async () => {
    const folder = await folderWith();
    expect(await failure(openInput(join(folder, "no.csv")))).toMatch(/no.csv: there is no such file$/);
    expect(await failure(openInput(folder))).toMatch(/is a folder, not a file$/);
    await writeFile(join(folder, "x"), "");
  });
});
