import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { ENGINE_VERSION, openBook, rateCall, toRecord } from "../../src/index.ts";
import { BOOK, call, jsonLines, Workplace } from "./command.ts";

function place(files: Readonly<Record<string, unknown>> = {}): Promise<Workplace> {
  const calls = [call({ id: 41 }), "{", call({ id: 42 }), call({ id: 43, duration: -1 })];
  return Workplace.with({ "book.json": BOOK, "calls.jsonl": jsonLines(calls), ...files });
}

describe("tollbook check", () => {
  test("a good book", async () => {
    expect(await (await place()).run("check --book @book.json")).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^book.json: no problems, so the book can be used/),
    });
  });

  const bad = {
    ...BOOK,
    costDecimals: 9,
    tariffs: [{ id: 1, name: "Business", tariffClass: "national", baseCost: 1, rates: { csv: "rates.csv" } }],
  };
  const rates = "prefix,cost\n44,1.25\n\n447,1;5\n";

  test("every problem with its path, and its line where it came from a CSV file", async () => {
    const { code, out } = await (await place({ "book.json": bad, "rates.csv": rates })).run(
      "check --book @book.json",
    );
    expect(code).toBe(1);
    expect(out).toMatch(/^book.json: 2 problems/);
    expect(out).toContain('problem  tariffs[0].rates[1].cost (rates.csv:4): "1;5" is not an amount');
    expect(out).toContain("problem  costDecimals: ");
  });

  test("as JSON", async () => {
    const { code, out } = await (await place({ "book.json": bad, "rates.csv": rates })).run(
      "check --book @book.json --json",
    );
    expect(code).toBe(1);
    const { bookDigest, problems } = JSON.parse(out) as {
      bookDigest: string;
      problems: { path: string; origin?: string }[];
    };
    expect(bookDigest).toMatch(/^[0-9a-f]{64}$/);
    expect(problems.find(({ path }) => path === "tariffs[0].rates[1].cost")?.origin).toBe("rates.csv:4");
  });

  test("what is no book", async () => {
    expect((await (await place({ "book.json": "[]" })).run("check --book @book.json")).code).toBe(1);
    expect(
      (await (await place({ "book.json": '{"__proto__":{}}' })).run("check --book @book.json")).out,
    ).toContain("__proto__");
    expect((await (await place()).run("check --book @no.json")).err).toBe(
      "tollbook: no.json: there is no such file\n",
    );
  });
});

describe("tollbook quote", () => {
  test("to a number", async () => {
    const line = [
      "quote",
      "--book",
      "@book.json",
      "--tariff",
      "Business",
      "--to",
      "020 7946 0999",
      "--duration",
      "91",
    ];
    const { code, out } = await (await place()).run([...line, "--at", "2026-03-02T10:00:00"]);
    expect(out.split("\n").map((row) => row.trim())).toEqual([
      "tariff     Business (id 1, national)",
      "call type  UK (United Kingdom)",
      "start      2026-03-02T10:00:00 (default)",
      "charged    91 s",
      "cost       3.82 pence",
      "",
    ]);
    expect(code).toBe(0);
  });

  test("under a tariff of another currency than the book's, in its minor unit (R24)", async () => {
    const tariffs = [{ id: 1, name: "Euros", tariffClass: "national", baseCost: 2, currency: "EUR" }];
    const customers = [{ id: 7, currency: "EUR", defaultNationalTariff: "Euros" }];
    const where = await Workplace.with({ "book.json": { ...BOOK, tariffs, customers } });
    const { out } = await where.run("quote --book @book.json --tariff 1 --call-type UK --duration 60");
    expect(out).toContain("cost       2 cents\n");
  });

  test("without a time it is now, in the book's time zone", async () => {
    const { out } = await (await place()).run(
      "quote --book @book.json --tariff 1 --call-type UK --duration 60",
    );
    expect(out).toContain("start      2026-10-01T10:00:01 (default)\n");
    expect(out).toContain("cost       3.2 pence\n");
  });

  test("as JSON, with its steps", async () => {
    const { out } = await (await place()).run(
      "quote --book @book.json --tariff 1 --call-type UK --duration 60 --json",
    );
    expect(JSON.parse(out)).toMatchObject({ outcome: "rated", cost: "3.2", steps: expect.any(Array) });
  });

  test("a quote that cannot be given", async () => {
    const { code, out } = await (await place()).run(
      "quote --book @book.json --tariff None --call-type UK --duration 60",
    );
    expect([code, out]).toEqual([3, "No quote (no-tariff): The book has no tariff named None.\n"]);
    const misspelt = await (await place()).run(
      "quote --book @book.json --tariff Busines --call-type UK --duration 60",
    );
    expect(misspelt.out).toContain("no tariff named Busines; did you mean Business?");
  });

  test.for<[line: string, message: string]>([
    ["quote --book @book.json --tariff 1 --duration 60", "A quote needs a number or a type of call."],
    ["quote --book @book.json --tariff 1 --duration 60 --to 1 --call-type UK", "not for both"],
    ["quote --book @book.json --duration 60 --to 1", "required option '--tariff <name>' not specified"],
  ])("wrong usage: %s", async ([line, message]) => {
    const { code, err } = await (await place()).run(line);
    expect(err).toContain(message);
    expect(code).toBe(2);
  });
});

describe("tollbook explain", () => {
  test("the call with the id", async () => {
    const { code, out } = await (await place()).run("explain --book @book.json --calls @calls.jsonl --id 42");
    expect(code).toBe(0);
    expect(out).toMatch(/^Call 42\n/);
    expect(out).toContain("3.82");
  });

  test("as JSON: its result is the call's", async () => {
    const { out } = await (await place()).run(
      "explain --book @book.json --calls @calls.jsonl --id 42 --json",
    );
    const { result } = JSON.parse(out) as { result: unknown };
    expect(result).toEqual(toRecord(rateCall(openBook(BOOK), call({ id: 42 }))));
  });

  test("a call in error", async () => {
    const { code, out } = await (await place()).run("explain --book @book.json --calls @calls.jsonl --id 43");
    expect(code).toBe(3);
    expect(out).toContain("malformed-record");
  });

  test("a call in a CSV file from standard input", async () => {
    const input = "id,target,external,startDate,duration\n5,02079460018,01632960001,2026-10-01,91\n";
    const line = "explain --book @book.json --calls - --calls-format csv --id 5";
    expect((await (await place()).run(line, { input })).out).toMatch(/^Call 5\n/);
  });

  test("an id that is not there", async () => {
    const { code, err } = await (await place()).run("explain --book @book.json --calls @calls.jsonl --id 4");
    expect(code).toBe(1);
    expect(err).toBe(
      "tollbook: No call in calls.jsonl has the id 4; it has 3 calls.\n1 line of it could not be read; tollbook rate names them.\n",
    );
  });
});

describe("help", () => {
  test.for<[line: string, text: string]>([
    ["--help", "Usage: tollbook [options] [command]"],
    ["help rate", "Usage: tollbook rate [options]"],
    ["rate --help", "tollbook rate --book book.json --calls calls.csv --out rated.csv"],
    ["quote --help", "--call-type"],
    ["explain --help", "--id"],
    ["check --help", "Exit status: 0"],
  ])("%s", async ([line, text]) => {
    const { code, out, err } = await (await place()).run(line);
    expect(out).toContain(text);
    expect([code, err]).toEqual([0, ""]);
  });

  test("nothing at all is wrong usage", async () => {
    const { code, err } = await (await place()).run([]);
    expect(err).toContain("Usage: tollbook");
    expect(code).toBe(2);
  });

  test("the version is package.json's", async () => {
    const { out } = await (await place()).run("--version");
    const { version } = JSON.parse(
      await readFile(new URL("../../package.json", import.meta.url), "utf8"),
    ) as { version: string };
    expect(out).toBe(`${version}\n`);
    expect(ENGINE_VERSION).toBe(version);
  });
});
