/** `tollbook preview --bring` seeks a percentage, and `--letters` writes what customers are told. */
import { describe, expect, test } from "vitest";
import type { PreviewReport } from "../../src/index.ts";
import { BOOK, call, jsonLines, Workplace } from "./command.ts";

const OCTOBER = ["2026-10-01", "2026-10-01", "2026-10-31", "2026-10-31"].map((startDate, at) =>
  call({ id: at + 1, startDate, duration: 3_000 }),
);

function place(files: Readonly<Record<string, unknown>> = {}): Promise<Workplace> {
  return Workplace.with({ "book.json": BOOK, "calls.jsonl": jsonLines(OCTOBER), ...files });
}

const WORDS = "preview --book @book.json --calls @calls.jsonl";

describe("--bring", () => {
  test("previews the smallest percentage that brings the amount, and says what a little less would bring", async () => {
    const where = await place();
    const { code, out, err } = await where.run(`${WORDS} --all --scope costOnly --bring 0.10`);
    expect([code, err]).toEqual([0, ""]);
    const [, percent] =
      /^\+([\d.]+)% is the smallest percentage that brings £0.10 a month of retail: £0.10\. /.exec(out) ?? [];
    expect(out).toMatch(/% would bring £0\.09\.\n\+.*\nPreview of 4 calls/);
    const report = JSON.parse(
      (await where.run(`${WORDS} --all --scope costOnly --bring 0.10 --json`)).out,
    ) as PreviewReport;
    expect(report.change.goal?.found?.percent).toBe(percent);
    expect(report.change.words).toBe(
      `+${percent} % on usage prices of all 1 retail tariff, to bring £0.10 a month of retail`,
    );
    const given = JSON.parse(
      (await where.run(`${WORDS} --all --scope costOnly --increase ${percent} --json`)).out,
    ) as PreviewReport;
    expect(report.totals).toEqual(given.totals);
    expect(Number(report.totals.retail.difference)).toBeGreaterThanOrEqual(10);
  });

  test("of the margin, over calls before the date of the increase", async () => {
    const calls = jsonLines(OCTOBER.map((one) => ({ ...one, costCDR: "5" })));
    const where = await place({ "calls.jsonl": calls });
    const { code, out, err } = await where.run(`${WORDS} --all --from 2027-04-01 --bring 0.10 --of margin`);
    expect([code, err]).toEqual([
      0,
      "All calls start before 2027-04-01: they are previewed at the prices from then on.\n",
    ]);
    expect(out).toMatch(/^\+[\d.]+% is the smallest percentage that brings £0\.10 a month of margin/);
  });

  test.for<[what: string, options: string, code: number, message: RegExp]>([
    [
      "more than there is",
      "--all --bring 1000000",
      1,
      /No percentage brings £1,000,000\.00 a month of retail: even \+1000% brings/,
    ],
    ["a percentage beside it", "--all --bring 10 --increase 5", 2, /Leave out --increase/],
    ["nothing to raise", "--bring 10", 2, /needs a change/],
    ["no amount", "--all --bring much", 2, /"much" is not an amount/],
    ["of what", "--all --increase 5 --of margin", 2, /Add --bring AMOUNT/],
    ["no margin", "--all --bring 10 --of margin", 2, /no margin/],
  ])("%s", async ([_what, options, code, message]) => {
    const ran = await (await place()).run(`${WORDS} ${options}`);
    expect(ran.err).toMatch(message);
    expect([ran.code, ran.out]).toEqual([code, ""]);
  });

  test("calls that cannot be read a second time are refused", async () => {
    const where = await place();
    const line = "preview --book @book.json --calls - --all --bring 10";
    const ran = await where.run(line, { input: jsonLines(OCTOBER) });
    expect(ran.err).toMatch(/cannot be read a second time/);
    expect(ran.code).toBe(2);
  });
});

describe("--letters", () => {
  test("writes a line for each customer whose prices change, harmless in a spreadsheet", async () => {
    const customers = (BOOK.customers ?? []).map((customer) => ({ ...customer, companyName: "=Acme()" }));
    const where = await place({ "book.json": { ...BOOK, customers } });
    const { code } = await where.run(`${WORDS} --all --increase 10 --letters @letters.csv`);
    expect(code).toBe(0);
    const [header, line, ...more] = (await where.read("letters.csv")).trimEnd().split("\n");
    expect(header).toMatch(
      /^customerID,name,accountNumber,.*billBefore,billAfter,differenceMonth,differenceYear,percent,from,changes$/,
    );
    expect(line).toContain("'=Acme()");
    expect(line).toMatch(/,Business: prices rise by 10%$/);
    expect(more).toEqual([]);
  });

  test("not against records", async () => {
    const ran = await (await place()).run(`${WORDS} --against-recorded --letters @letters.csv`);
    expect(ran.code).toBe(2);
    expect(ran.err).toMatch(/--letters tells of new prices/);
  });
});
