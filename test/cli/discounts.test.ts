/** Discounts on the command line: R40 to R44 through rate, pools and explain. */
import { PassThrough } from "node:stream";
import { describe, expect, test } from "vitest";
import { BOOK, call, jsonLines, Workplace } from "./command.ts";

/** 91 s cost 3.82 p; the pool holds two and a half such calls. */
const PLANNED = {
  ...BOOK,
  numbers: [{ id: 1007, customerID: 7, number: "020 7946 0018", discountPlan1: "Minutes" }],
  discountPlans: [{ id: 1, discountPlanName: "Minutes", allowanceMinutes: "3.8" }],
};
const DAYS = [1, 2, 3, 4].map((day) => call({ id: day, startDate: `2026-10-0${day}` }));

function place(files: Readonly<Record<string, unknown>> = {}): Promise<Workplace> {
  return Workplace.with({ "book.json": PLANNED, "calls.jsonl": jsonLines(DAYS), ...files });
}

function costsIn(lines: string): unknown[] {
  return lines
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .map((record) => record.cost ?? record.error);
}

const RATE = "rate --book @book.json --calls @calls.jsonl --out @out.jsonl --discounts";

describe("tollbook rate --discounts", () => {
  test("writes both costs, and without the option neither changes", async () => {
    const where = await place();
    const { code, err } = await where.run(RATE);
    expect(code).toBe(0);
    expect(costsIn(await where.read("out.jsonl"))).toEqual(["0", "0", "1.889", "3.82"]);
    expect(await where.read("out.jsonl")).toContain('"costBase":"3.82"');
    expect(err).toMatch(/costBase +15\.28\n +cost +5\.709\n/);
    expect(err).toContain("discounts fresh\n");
    await where.run("rate --book @book.json --calls @calls.jsonl --out @plain.jsonl");
    expect(costsIn(await where.read("plain.jsonl"))).toEqual(["3.82", "3.82", "3.82", "3.82"]);
    expect(await where.read("plain.jsonl")).not.toContain("discountPlans");
  });

  test("results keep the order of the file, whatever order the calls draw in, errors and all", async () => {
    const calls = [DAYS[3], "not json", DAYS[2], call({ id: 9, duration: -1 }), DAYS[1], DAYS[0]];
    const where = await place({ "calls.jsonl": jsonLines(calls) });
    expect((await where.run(RATE)).code).toBe(3);
    expect(costsIn(await where.read("out.jsonl"))).toEqual([
      "3.82",
      "malformed-record",
      "1.889",
      "malformed-record",
      "0",
      "0",
    ]);
  });

  test("as CSV with two more columns", async () => {
    const where = await place();
    await where.run("rate --book @book.json --calls @calls.jsonl --out @out.csv --discounts");
    const [header, first] = (await where.read("out.csv")).split("\n");
    expect(header).toMatch(/,reason,call\..*,discountPlans,late$/);
    expect(first).toMatch(/,Minutes,$/);
  });

  test("a state carries what was used to the next run", async () => {
    const where = await place({
      "one.jsonl": jsonLines(DAYS.slice(0, 2)),
      "two.jsonl": jsonLines(DAYS.slice(2)),
    });
    const run = (name: string) =>
      where.run(
        `rate --book @book.json --calls @${name}.jsonl --out @${name}-out.jsonl --discounts --state @state.json`,
      );
    expect((await run("one")).err).toContain("state.json is not there yet, so every pool begins full.");
    const second = await run("two");
    expect(second.err).not.toContain("not there yet");
    expect(second.err).toContain("discounts continued\n");
    expect(costsIn(await where.read("two-out.jsonl"))).toEqual(["1.889", "3.82"]);
    await where.run(`${RATE} --state @whole.json`);
    expect(await where.read("state.json")).toBe(await where.read("whole.json"));
    const again = await run("one");
    expect(again.err).toContain("2 calls came late to a discount pool\n");
    expect(await where.read("one-out.jsonl")).toContain('"late":true');
  });

  test("a state goes on in a book that has changed beside it, and says what has changed of its pools", async () => {
    const [minutes] = PLANNED.discountPlans;
    const numbers = [...PLANNED.numbers, { id: 1008, customerID: 7, number: "020 7946 0019" }];
    const where = await place({
      "more.json": { ...PLANNED, numbers },
      "less.json": { ...PLANNED, discountPlans: [{ ...minutes, allowanceMinutes: 2 }] },
      "next.jsonl": jsonLines([call({ id: 5, startDate: "2026-10-05" })]),
    });
    await where.run(`${RATE} --state @state.json`);
    const next = "--calls @next.jsonl --out @next-out.jsonl --discounts --state @state.json";
    expect(await where.run(`rate --book @more.json ${next}`)).toMatchObject({ code: 0 });
    expect(costsIn(await where.read("next-out.jsonl"))).toEqual(["3.82"]);
    const less = await where.run(`rate --book @less.json ${next} --summary @summary.json`);
    const told = "228 s are used, and it holds 120 now (228 when the state was made)";
    expect(less.err).toContain(told);
    expect((JSON.parse(await where.read("summary.json")) as { poolNotes: string[] }).poolNotes[0]).toContain(
      told,
    );
    const pools = await where.run("pools --book @less.json --calls @next.jsonl --state @state.json");
    expect(pools.out).toContain("228 of 120 s (108 over)");
    expect(pools.err).toContain("it holds 120 now");
  });

  test("a state that does not fit the book, or none at all, is refused with the difference and stays as it is", async () => {
    const other = {
      ...PLANNED,
      numbers: [{ ...PLANNED.numbers[0], discountPlan1: "More" }],
      discountPlans: [{ id: 2, discountPlanName: "More", allowanceMinutes: "3.8" }],
    };
    const where = await place({ "other.json": other, "euro.json": { ...PLANNED, currency: "EUR" } });
    await where.run(`${RATE} --state @state.json`);
    const before = await where.read("state.json");
    const refused = await where.run(`${RATE.replace("@book", "@other")} --state @state.json`);
    expect(refused.code).toBe(1);
    expect(refused.err).toContain(
      "the book has no plan Minutes (id 1) any more; number 1007 now carries More",
    );
    const euro = await where.run(`${RATE.replace("@book", "@euro")} --state @state.json`);
    expect(euro).toMatchObject({ code: 1 });
    expect(euro.err).toContain(
      "state.json: The discount state does not fit this book: it counts money in GBP",
    );
    expect(await where.read("state.json")).toBe(before);
    for (const text of ["{", "[]", '{"bookDigest":"x"}', '{"version":1,"pools":[]}']) {
      const odd = await place({ "state.json": text });
      expect(await odd.run(`${RATE} --state @state.json`), text).toMatchObject({ code: 1 });
    }
    const broken = await place({ "state.json": { ...JSON.parse(before), pools: [{}] } });
    const told = await broken.run(`${RATE} --state @state.json`);
    expect(told.code).toBe(1);
    expect(told.err).toContain("The discount state's pools[0].customerID: is not text.");
  });

  test("of two runs with one state the second is refused, and the state is what the first leaves", async () => {
    const where = await place();
    const input = new PassThrough();
    const piped = RATE.replace("@calls.jsonl", "-");
    const first = where.run(`${piped} --state @state.json`, { stdin: input });
    // It is under way once it has read a call: the lock comes before the calls.
    input.write(jsonLines(DAYS.slice(0, 2)));
    await expect.poll(() => where.files()).toContain(".state.json.lock");
    const second = await where.run(`${RATE.replace("@out", "@other")} --state @state.json`);
    expect(second.code).toBe(1);
    expect(second.err).toContain(`state.json: is in use by another run (process ${process.pid}, since `);
    input.end();
    expect((await first).code).toBe(0);
    expect(await where.read("state.json")).toContain('"usedSeconds": "182"');
    expect(await where.files()).toEqual(["book.json", "calls.jsonl", "out.jsonl", "state.json"]);
    expect((await where.run(`${RATE.replace("@out", "@other")} --state @state.json`)).code).toBe(0);
  });

  test("a run that fails leaves the state as it was", async () => {
    const where = await place();
    await where.run(`${RATE} --state @state.json`);
    const before = await where.read("state.json");
    const { code } = await where.run(
      "rate --book @book.json --calls @gone.jsonl --out @out.jsonl --discounts --state @state.json",
    );
    expect(code).toBe(1);
    expect(await where.read("state.json")).toBe(before);
    expect(await where.files()).toEqual(["book.json", "calls.jsonl", "out.jsonl", "state.json"]);
  });

  test("a state without discounts, and one file under two names, are wrong usage", async () => {
    const where = await place();
    expect(await where.run("rate --book @book.json --calls @calls.jsonl --state @state.json")).toMatchObject({
      code: 2,
    });
    expect(await where.run(`${RATE} --state @calls.jsonl`)).toMatchObject({ code: 2 });
  });
});

test.each([
  "rate --book @book.json --calls @calls.jsonl --out @out.jsonl --discounts --state -",
  "explain --book @book.json --calls @calls.jsonl --id 1 --discounts --state -",
  "pools --book @book.json --calls @calls.jsonl --state -",
  "bill --book @book.json --calls @calls.jsonl --from 2026-10-01 --to 2026-10-31 --out @bills.jsonl --state -",
  "charges --book @book.json --from 2026-10-01 --to 2026-10-31 --out @charges.jsonl --features -",
  "explain --book @book.json --feature 1 --on 2026-10-15 --features -",
])("a stream is no file of a state: %s", async (line) => {
  const where = await place();
  const { code, out, err } = await where.run(line);
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err).toContain(
    "argument '-' is invalid. Neither standard input nor output will do; write the name of a file.",
  );
  expect(await where.files()).toEqual(["book.json", "calls.jsonl"]);
});

describe("tollbook pools", () => {
  test("a table of what was used of what there is", async () => {
    const { code, out, err } = await (await place()).run("pools --book @book.json --calls @calls.jsonl");
    expect(code).toBe(0);
    expect(out.split("\n").map((line) => line.trim().split(/ {2,}/))).toEqual([
      ["customer", "plan", "period", "pool", "time", "calls", "discount, pounds"],
      ["7", "Minutes", "2026-10-01 to 2026-10-31", "number 1007", "228 of 228 s", "3", "0.09571"],
      [""],
    ]);
    expect(err).toBe("1 pool of 4 rated calls\n");
  });

  test("discounts in the currencies in which customers are billed (R24)", async () => {
    const tariffs = [
      ...(BOOK.tariffs ?? []),
      { id: 2, name: "Euros", tariffClass: "national", baseCost: 2, currency: "EUR" },
    ];
    const inEuros = { id: 8, currency: "EUR", defaultNationalTariff: "Euros" };
    const plan = { id: 2, discountPlanName: "Value", currency: "EUR", allowanceValue: "0.03" };
    const number = { id: 1008, customerID: 8, number: "020 7946 0019", discountPlan1: "Value" };
    const book = {
      ...PLANNED,
      tariffs,
      customers: [...(BOOK.customers ?? []), inEuros],
      numbers: [...PLANNED.numbers, number],
      discountPlans: [...PLANNED.discountPlans, plan],
    };
    const euroCall = call({ id: 9, target: "02079460019", startDate: "2026-10-01" });
    const pools = async (calls: readonly object[]): Promise<string[]> => {
      const where = await place({ "book.json": book, "calls.jsonl": jsonLines(calls) });
      const { out } = await where.run("pools --book @book.json --calls @calls.jsonl");
      return out.split("\n").map((line) => line.trim().split(/ {2,}/).at(-1) ?? "");
    };
    expect(await pools([euroCall])).toEqual(["discount, EUR", "0.03 of 0.03", ""]);
    expect(await pools([euroCall, ...DAYS])).toEqual(["discount", "0.09571 GBP", "0.03 of 0.03 EUR", ""]);
  });

  test("as JSON and CSV, going on from a state that it does not touch", async () => {
    const where = await place({ "next.jsonl": jsonLines([call({ id: 0, duration: 1 }), "{"]) });
    await where.run(`${RATE} --state @state.json`);
    const before = await where.read("state.json");
    const { code, out, err } = await where.run(
      "pools --book @book.json --calls @next.jsonl --state @state.json --json --csv @pools.csv",
    );
    expect(code).toBe(3);
    expect(JSON.parse(out)).toMatchObject([{ customerID: "7", usedSeconds: "228", usedCalls: "3" }]);
    expect(err).toBe("1 pool of 1 rated call; 1 call came late; 1 call in error left out\n");
    expect(await where.read("state.json")).toBe(before);
    const [header, row] = (await where.read("pools.csv")).split("\n");
    expect(header).toMatch(/^customerID,discountPlan,startDate,/);
    expect(row).toMatch(/^7,Minutes,2026-10-01,2026-10-31,,1007,228,228,3\.8,/);
  });

  test("as CSV on standard output, which then has nothing else", async () => {
    const where = await place();
    const line = "pools --book @book.json --calls @calls.jsonl";
    const { err } = await where.run(`${line} --csv @pools.csv`);
    const alone = { code: 0, out: await where.read("pools.csv"), err };
    expect(await where.run(`${line} --csv -`)).toEqual(alone);
    expect(await where.run(`${line} --csv /dev/stdout --json`)).toEqual({
      code: 2,
      out: "",
      err: "tollbook: --csv and --json cannot both go to standard output.\nGive --csv a file.\n",
    });
  });

  test("without pools it says so", async () => {
    const { out } = await (await place({ "book.json": BOOK })).run(
      "pools --book @book.json --calls @calls.jsonl",
    );
    expect(out).toBe("No call came to a pool of a discount plan.\n");
  });
});

describe("tollbook explain --discounts", () => {
  test("says which pool covered which part of a call, and what was left", async () => {
    const where = await place();
    const { out } = await where.run("explain --book @book.json --calls @calls.jsonl --id 3 --discounts");
    expect(out).toMatch(
      /R42 covered by Minutes +46 seconds; 46 seconds from number 1007's pool of 2026-10-01, left 0 s +0\.505494505494…/,
    );
    expect(out).toMatch(/R43 discount +basic 1\.931 +1\.931\n/);
    expect(out).toMatch(/Retail 1\.889 p \(3\.82 p before discounts\) under Business \(rate\)\n$/);
    const gone = await where.run("explain --book @book.json --calls @calls.jsonl --id 33 --discounts");
    expect(gone).toMatchObject({
      code: 1,
      err: expect.stringContaining("No call in calls.jsonl has the id 33."),
    });
  });
});
