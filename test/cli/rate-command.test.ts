import { stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PassThrough, Readable, Writable } from "node:stream";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { run as runRate } from "../../src/cli/run-rate.ts";
import { RESULT_COLUMNS } from "../../src/files/index.ts";
import { BOOK, call, jsonLines, Workplace } from "./command.ts";

const CALLS = [
  call({ id: "a" }),
  call({ id: "b", duration: "x" }),
  call(),
  "not json",
  call({ id: "a" }),
  call({ id: "i", target: "02079460099" }),
];

function place(files: Readonly<Record<string, unknown>> = {}): Promise<Workplace> {
  return Workplace.with({ "book.json": BOOK, "calls.jsonl": jsonLines(CALLS), ...files });
}

describe("tollbook rate", () => {
  test.each([
    "rate --book @book.json --calls @calls.jsonl",
    "rate --help",
    "rate",
    "rate --bok @book.json",
    "rate --book @no.json --calls @calls.jsonl",
    "rate help",
  ])("what is built for it alone answers as the whole command line: %s", async (line) => {
    const files = await place();
    expect(await files.run(line, {}, runRate)).toEqual(await files.run(line));
  });

  test("a packed file's format is that of its name without .gz", async () => {
    const files = await place({ "calls.csv": "id,target\n1,2\n" });
    for (const name of ["calls.jsonl", "calls.csv"]) {
      await writeFile(join(files.folder, `${name}.gz`), gzipSync(await files.read(name)));
      const { code, out } = await files.run(`rate --book @book.json --calls @${name}`);
      const packed = await files.run(`rate --book @book.json --calls @${name}.gz`);
      expect([packed.code, packed.out]).toEqual([code, out]);
      expect(packed.err).toContain(`calls ${name.slice(6)}, results jsonl`);
    }
    expect((await files.run("rate --book @book.json --calls @calls.csv --out @r.csv.gz")).code).toBe(2);
  });

  test("one result per call, in order, in place", async () => {
    const { code, out } = await (await place()).run("rate --book @book.json --calls @calls.jsonl");
    const records = out
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(
      records.map((record) => [record.id ?? record.line, record.cost ?? record.error ?? record.reason]),
    ).toEqual([
      ["a", "3.82"],
      ["b", "malformed-record"],
      [3, "3.82"],
      [4, "malformed-record"],
      ["a", "duplicate-call"],
      ["i", "test line"],
    ]);
    expect(records[3]).toMatchObject({
      line: 4,
      error: "malformed-record",
      message: "Line 4, column 1, could not be read: not is not a value; write texts in double quotes.",
    });
    expect(code).toBe(3);
  });

  test("the summary on standard error adds up", async () => {
    const { err } = await (await place()).run("rate --book @book.json --calls @calls.jsonl");
    expect(err).toContain("6 calls read: 2 rated + 3 in error + 1 ignored\n");
    expect(err).toContain("malformed-record 2, duplicate-call 1\n");
    expect(err).toMatch(/\n {2}cost +7\.64\n/);
    expect(err).toMatch(/\n {2}national +2 +7\.64 +2 calls without a wholesale cost\n/);
    expect(err).toMatch(
      /engine \d+\.\d+\.\d+, zone data 20\d\d[a-z], calls jsonl, results jsonl, duplicates report\n/,
    );
    expect(err).toMatch(/book [0-9a-f]{64}\n$/);
  });

  test("exit status 0 where every call is rated", async () => {
    const where = await place({ "calls.jsonl": jsonLines([call({ id: 1 })]) });
    expect((await where.run("rate --book @book.json --calls @calls.jsonl")).code).toBe(0);
    const empty = await place({ "calls.jsonl": "" });
    const ran = await empty.run("rate --book @book.json --calls @calls.jsonl");
    expect([ran.code, ran.out]).toEqual([0, ""]);
  });

  test("CSV in and out, calls in error apart; formats by the names of the files", async () => {
    const where = await place({
      "calls.csv":
        "id,target,external,startDate,duration\n=1+1,02079460018,01632960001,2026-10-01,91\n2,x\n3,,,,\n",
    });
    const { code, out } = await where.run(
      "rate --book @book.json --calls @calls.csv --out @out.csv --errors @errors.jsonl",
    );
    expect([code, out]).toEqual([3, ""]);
    const [header, row, ...others] = (await where.read("out.csv")).trimEnd().split("\n");
    expect(header).toBe(RESULT_COLUMNS.join(","));
    expect(row).toMatch(
      /^'=1\+1,,02079460018,01632960001,2026-10-01,,91,1007,7,,1,Business,UK,UK,national,default,United Kingdom,rate,91,0,0,3.82,/,
    );
    expect(others).toEqual([]);
    const errors = (await where.read("errors.jsonl")).trimEnd().split("\n");
    expect(errors[0]).toBe(
      '{"line":3,"call.target":null,"call.external":null,"call.startDate":null,"call.startTime":null,"call.duration":null,"error":"malformed-record","message":"Line 3 could not be read: has 2 cells where the header row names 5 columns."}',
    );
    expect(errors).toHaveLength(2);
    expect(await where.files()).toEqual(["book.json", "calls.csv", "calls.jsonl", "errors.jsonl", "out.csv"]);
  });

  test("the same book, calls and options give the same bytes, wherever and whenever", async () => {
    const results = await Promise.all(
      [1, 2].map(async () => {
        const where = await place();
        await where.run("rate --book @book.json --calls @calls.jsonl --out @o --summary @s.json");
        return [await where.read("o"), await where.read("s.json")];
      }),
    );
    expect(results[0]).toEqual(results[1]);
    const summary = JSON.parse(results[0]?.[1] ?? "") as object;
    expect(summary).toMatchObject({
      read: 6,
      rated: 2,
      errors: 3,
      ignored: 1,
      errorsByCode: [
        { code: "malformed-record", calls: 2 },
        { code: "duplicate-call", calls: 1 },
      ],
      totals: { cost: "7.64" },
      options: {
        callsFormat: "jsonl",
        outFormat: "jsonl",
        errorsApart: false,
        duplicates: "report",
        reclassify: false,
      },
    });
    expect(JSON.stringify(summary)).not.toContain("second");
  });

  test("standard input to standard output", async () => {
    const where = await place();
    const ran = await where.run("rate --book @book.json --calls - --duplicates keep", {
      input: jsonLines([call({ id: 1 }), call({ id: 1 })]),
    });
    expect(ran.code).toBe(0);
    expect(ran.out.match(/"cost":"3.82"/g)).toHaveLength(2);
  });

  test("a result is there before the next call is sent", async () => {
    const where = await place();
    const stdin = new PassThrough();
    const stdout = new PassThrough();
    const ran = where.run("rate --book @book.json --calls - --duplicates keep", { stdin, stdout });
    for (const id of ["1", "2", "3"]) {
      stdin.write(jsonLines([call({ id })]));
      const [line] = (await new Promise<Buffer>((resolve) => stdout.once("data", resolve)))
        .toString()
        .split("\n");
      expect(JSON.parse(line ?? "")).toMatchObject({ id, cost: "3.82" });
    }
    stdin.end();
    expect((await ran).code).toBe(0);
  });

  test("--reclassify looks for the call type again", async () => {
    const where = await place({ "calls.jsonl": jsonLines([call({ id: 1, tariffType: "UK mobile" })]) });
    expect((await where.run("rate --book @book.json --calls @calls.jsonl")).out).toContain(
      '"error":"no-tariff"',
    );
    expect((await where.run("rate --book @book.json --calls @calls.jsonl --reclassify")).out).toContain(
      '"cost":"3.82"',
    );
  });

  test("a terminal sees how far it is, and the line is gone at the end", async () => {
    const { err } = await (await place()).run("rate --book @book.json --calls @calls.jsonl", {
      isTerminal: true,
    });
    expect(err).toContain("\r0.0 MB read (100 %), 6 calls\u001b[K\r\u001b[K6 calls read");
  });
});

describe("what goes wrong", () => {
  test("a book with problems: they are told, and nothing is written", async () => {
    const where = await place({
      "book.json": { ...BOOK, tariffs: [{ id: 1, name: "B", tariffClass: "national", baseCost: "1,2" }] },
    });
    const { code, out, err } = await where.run(
      "rate --book @book.json --calls @calls.jsonl --out @out.jsonl",
    );
    expect([code, out]).toEqual([1, ""]);
    expect(err).toMatch(
      /^tollbook: book.json has \d problems?, so nothing was done:\n {2}tariffs\[0\].baseCost: "1,2" is not an amount; write 1.2\n/,
    );
    expect(await where.files()).toEqual(["book.json", "calls.jsonl"]);
  });

  test("a book's warnings are told in brief and stop nothing", async () => {
    const where = await place({
      "book.json": {
        ...BOOK,
        customers: [{ id: 7, defaultNationalTariff: "Business", one: 1, two: 2, three: 3, four: 4 }],
      },
    });
    const { code, err } = await where.run("rate --book @book.json --calls @calls.jsonl");
    expect(code).toBe(3);
    expect(err).toMatch(/^book.json has \d+ warnings?:\n {2}\S/);
  });

  test("a column that may be misspelt is told, and the calls are rated", async () => {
    const where = await place({
      "odd.csv": "id,target,external,startDate,startTime,duration,tariffTyp\n1,1,2,2026-10-01,10:00:00,60,\n",
    });
    for (const command of ["rate", "preview --increase 5 --tariff Business"]) {
      const { err } = await where.run(`${command} --book @book.json --calls @odd.csv`);
      expect(err).toContain(
        "warning  odd.csv:1: column 7, tariffTyp, is no field of a call and not read; did you mean tariffType?\n",
      );
      expect(err.split("warning").length).toBe(2);
    }
  });

  test.for<[line: string, message: string]>([
    ["rate --book @no.json --calls @calls.jsonl", "tollbook: no.json: there is no such file\n"],
    ["rate --book @book.json --calls @no.jsonl", "no.jsonl: there is no such file\n"],
    ["rate --book @bad.json --calls @calls.jsonl", 'tollbook: bad.json:1:7: expected a value, found "}"\n'],
    [
      "rate --book @book.json --calls @noheader.csv",
      "noheader.csv:1: the header row names none of the call fields",
    ],
    ["rate --book @book.json --calls @calls.jsonl --out @no/out.jsonl", "/no; make it first\n"],
  ])("exit status 1: %s", async ([line, message]) => {
    const where = await place({ "bad.json": '{"a": }', "noheader.csv": "1,2\n" });
    const { code, err } = await where.run(line);
    expect(err).toContain(message);
    expect(code).toBe(1);
  });

  test.for<[line: string, message: string]>([
    [
      "rate --calls @calls.jsonl",
      "tollbook: required option '--book <file>' not specified\nTry: tollbook help rate\n",
    ],
    ["rate --book @book.json --calls @calls.jsonl --treads 2", "tollbook: unknown option '--treads'"],
    ["rate --bok @book.json --calls @calls.jsonl", "unknown option '--bok'\n(Did you mean --book?)\n"],
    [
      "rate --book @book.json --calls @calls.jsonl --calls @more.jsonl",
      "tollbook: option '--calls <file>' is given twice\nTry: tollbook help rate\n",
    ],
    ["rate --book @book.json --calls @calls.jsonl --duplicates drop", "Allowed choices are report, keep"],
    [
      "rate --book @book.json --calls @calls.jsonl --calls-format xml",
      "--calls-format xml is no format of calls; tollbook formats lists them.",
    ],
    [
      "rate --book @book.json --calls @calls.xls",
      "calls.xls does not tell which format it has.\nAdd --calls-format; tollbook sniff tells the likely one.\n",
    ],
    [
      "rate --book @book.json --calls @calls.jsonl --out @r.xlsx",
      "Name it .jsonl or .csv, or add --out-format jsonl|csv.\n",
    ],
    [
      "rate --book @book.json --calls @calls.jsonl --out @calls.jsonl",
      "--calls and --out name the same file",
    ],
    [
      "rate --book @book.json --calls @calls.jsonl --out @./calls.jsonl",
      "--calls and --out name the same file",
    ],
    [
      "rate --book @book.json --calls @calls.jsonl --summary @book.json",
      "--book and --summary name the same file",
    ],
    [
      "rate --book @book.json --calls @calls.jsonl --out @o.csv --errors @o.csv",
      "--out and --errors name the same file",
    ],
    [
      "rate --book @book.json --calls @calls.jsonl extra",
      "'extra' stands behind no option; write the option's name before it, such as --book <file>\nTry: tollbook help rate",
    ],
    ["frobnicate", "tollbook: unknown command 'frobnicate'"],
  ])("exit status 2: %s", async ([line, message]) => {
    const where = await place();
    const { code, err, out } = await where.run(line);
    expect(err).toContain(message);
    expect([code, out]).toEqual([2, ""]);
    expect(await where.files()).toEqual(["book.json", "calls.jsonl"]);
  });

  test("devices may be named more than once", async () => {
    const ran = await (await place()).run(
      "rate --book @book.json --calls @calls.jsonl --out /dev/null --errors /dev/null",
    );
    expect(ran.code).toBe(3);
    expect((await stat("/dev/null")).isFile()).toBe(false);
  });

  test("a reader that goes away ends the run quietly, and other files are not left half written", async () => {
    const where = await place();
    const stdout = new Writable({
      write: (_chunk, _encoding, done) => done(Object.assign(new Error("write EPIPE"), { code: "EPIPE" })),
    });
    const errors: string[] = [];
    const stderr = new Writable({
      write: (chunk, _encoding, done) => {
        errors.push(String(chunk));
        done();
      },
    });
    const { run } = await import("../../src/cli/index.ts");
    const path = (name: string): string => `${where.folder}/${name}`;
    const code = await run(
      ["rate", "--book", path("book.json"), "--calls", path("calls.jsonl"), "--errors", path("errors.csv")],
      { stdin: new PassThrough(), stdout, stderr, isTerminal: false, now: () => 0 },
    );
    expect([code, errors.join("")]).toEqual([0, ""]);
    expect(await where.files()).toEqual(["book.json", "calls.jsonl"]);
  });

  test("an interruption leaves no file behind", async () => {
    const where = await place();
    const interruption = new AbortController();
    let reads = 0;
    const stdin = new Readable({
      read() {
        if (reads++ === 0) this.push(jsonLines([call({ id: 1 })]));
        else interruption.abort();
      },
    });
    const { code, err } = await where.run("rate --book @book.json --calls - --out @out.jsonl", {
      stdin,
      signal: interruption.signal,
    });
    expect([code, err]).toEqual([130, "tollbook: interrupted; no file was written.\n"]);
    expect(await where.files()).toEqual(["book.json", "calls.jsonl"]);
  });

  test("a source that fails half way leaves no file behind", async () => {
    const where = await place();
    async function* broken(): AsyncGenerator<Buffer, void, undefined> {
      yield Buffer.from(jsonLines([call({ id: 1 })]));
      throw Object.assign(new Error("EIO"), { code: "EIO" });
    }
    const stdin = Readable.from(broken());
    const { code, err } = await where.run("rate --book @book.json --calls - --out @out.jsonl", { stdin });
    expect([code, err]).toEqual([1, "tollbook: standard input: could not be read or written (EIO)\n"]);
    expect(await where.files()).toEqual(["book.json", "calls.jsonl"]);
  });
});

describe("--columns", () => {
  const CSV_CALLS =
    "id,target,external,startDate,duration,note\n" +
    '1,02079460018,01632960001,2026-10-01,91,"=1+1"\n' +
    "2,02079460018,01632960001,2026-10-01,x,\n" +
    ',02079460018,01632960001,2026-10-01,91,"a, ""b"""\n';
  /** With every field of a call that results may show. */
  const WIDE_CALLS = CSV_CALLS.split("\n")
    .map((line, at) => {
      const fields = RESULT_COLUMNS.filter((name) => name.startsWith("call.")).map((name) => name.slice(5));
      const [header = ""] = CSV_CALLS.split("\n");
      const more = fields.filter((name) => !header.split(",").includes(name));
      return line === "" ? "" : `${line},${at === 0 ? more.join(",") : ",".repeat(more.length - 1)}`;
    })
    .join("\n");
  const files = {
    "calls.csv": CSV_CALLS,
    "wide.csv": WIDE_CALLS,
    "some.jsonl": jsonLines([{ ...call({ id: "a" }), note: [1] }, call()]),
  };
  const RATE_CSV = "rate --book @book.json --calls @calls.csv --out-format";

  test("are chosen and put in order, with fields of the calls", async () => {
    const where = await place(files);
    const csv = await where.run(`${RATE_CSV} csv --columns cost,id,line,call.note,numberID,error`);
    expect(csv.out).toBe(
      "cost,id,line,call.note,numberID,error\n" +
        "3.82,1,,'=1+1,1007,\n,2,,,,malformed-record\n" +
        '3.82,,4,"a, ""b""",1007,\n',
    );
    const jsonl = await where.run(`${RATE_CSV} jsonl --columns cost,id,line,call.note,error`);
    expect(jsonl.out).toBe(
      '{"cost":"3.82","id":"1","call.note":"=1+1"}\n' +
        '{"id":"2","call.note":null,"error":"malformed-record"}\n' +
        '{"cost":"3.82","line":4,"call.note":"a, \\"b\\""}\n',
    );
    const of = await where.run(
      "rate --book @book.json --calls @some.jsonl --columns call.note,error,call.none",
    );
    expect(of.out).toBe('{"call.note":[1],"call.none":null}\n{"call.note":null,"call.none":null}\n');
    expect((await where.run(`${RATE_CSV} jsonl --columns message`)).out).toMatch(
      /^{}\n{"message":".+"}\n{}\n$/,
    );
  });

  test("are the same of any columns as of all, one by one and in any order", async () => {
    const where = await place(files);
    for (const discounts of ["", " --discounts"]) {
      const rate = "rate --book @book.json --calls @wide.csv --out-format csv";
      const all = await where.run(`${rate}${discounts}`);
      const cells = all.out
        .trimEnd()
        .split("\n")
        .map((line) => line.split(","));
      const names = cells[0] as string[];
      expect(names.length).toBeGreaterThan(45);
      for (const chosen of [
        names.filter((name) => name !== "message").reverse(),
        ...(discounts === "" ? names.map((name) => [name]) : []),
      ]) {
        const { out } = await where.run(`${rate}${discounts} --columns ${chosen.join(",")}`);
        const places = chosen.map((name) => names.indexOf(name));
        const expected = cells.map((row) => places.map((at) => row[at] ?? "").join(","));
        if (!chosen.includes("message")) expect(out).toBe(`${expected.join("\n")}\n`);
      }
    }
  });

  test("of calls in error apart are followed by what is wrong", async () => {
    const where = await place(files);
    await where.run(`${RATE_CSV} csv --columns call.note,id,cost --errors @errors.csv`);
    const [header, error] = (await where.read("errors.csv")).split("\n");
    expect(header).toBe("call.note,id,cost,error,message,field");
    expect(error).toMatch(/^,2,,malformed-record,.+,duration$/);
  });

  test.each([
    [
      "costt",
      "--columns: costt is not known here; did you mean cost? A column of the calls is written call.costt.",
    ],
    ["id,id", "--columns: id is named twice."],
    ["id,", "--columns: the name behind id is blank; write one, or leave out the comma before it."],
    ["id,,cost", "--columns: the name behind id is blank; write one, or leave out the comma before it."],
    [",id", "--columns: the first name is blank; write one, or leave it out."],
    ["id,call.", "--columns: call. is followed by the name of a column of the calls."],
    ["late", "--columns: late is a column of results only where discounts are applied."],
    ["bookDigest", "--columns: bookDigest is a column of results only where they carry the book's digest."],
  ])("%s is refused", async (columns, message) => {
    const { code, err } = await (await place(files)).run(`${RATE_CSV} csv --columns ${columns}`);
    expect(err).toContain(message);
    expect(code).toBe(2);
  });

  test("may have spaces behind their commas", async () => {
    const where = await place(files);
    const line = `${RATE_CSV} csv --columns`.split(" ");
    expect(await where.run([...line, "id, cost"])).toMatchObject({
      out: (await where.run([...line, "id,cost"])).out,
    });
    expect((await where.run([...line, "id, cost"])).out).toMatch(/^id,cost\n/);
  });

  test.each(["", " --discounts"])("of calls must be there where the calls are CSV%s", async (discounts) => {
    const { code, err } = await (await place(files)).run(`${RATE_CSV} csv --columns call.nota${discounts}`);
    expect(err).toContain("calls.csv:1: the header row names no column nota; did you mean note?");
    expect(code).toBe(1);
  });
});
