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

  test.each(["EUR", "CHF", "JPY"])(
    "R24 of tariffs in %s alone is refused with the two currencies",
    async (currency) => {
      const tariffs = (BOOK.tariffs ?? []).map((tariff) => ({ ...tariff, currency }));
      const customers = (BOOK.customers ?? []).map((customer) => ({ ...customer, currency }));
      const foreign = { ...BOOK, tariffs, customers };
      const where = await place({ "book.json": foreign, "own.json": { ...foreign, currency } });
      const { code, err } = await where.run(`${WORDS} --all --bring 10`);
      expect(code).toBe(2);
      expect(err).toContain(
        `--bring seeks an amount in GBP, the book's currency, and the chosen tariffs are in ${currency}; nothing is converted.`,
      );
      expect(err).toContain("Choose tariffs in GBP, or give --increase PERCENT");
      const own = await where.run(`${WORDS.replace("@book", "@own")} --all --scope costOnly --bring 0.10`);
      expect([own.code, own.out]).toEqual([
        0,
        expect.stringContaining("is the smallest percentage that brings"),
      ]);
    },
  );

  test("R24 an amount of an increase is in the unit of its tariffs", async () => {
    const tariffs = (BOOK.tariffs ?? []).map((tariff) => ({ ...tariff, currency: "EUR" }));
    const customers = (BOOK.customers ?? []).map((customer) => ({ ...customer, currency: "EUR" }));
    const where = await place({ "euros.json": { ...BOOK, tariffs, customers } });
    const words = async (book: string): Promise<string | null> => {
      const { out } = await where.run(
        `${WORDS.replace("book.json", book)} --all --scope costOnly --amount 1.25 --json`,
      );
      return (JSON.parse(out) as PreviewReport).change.words;
    };
    expect(await words("euros.json")).toContain("+1.25 cents on usage prices");
    expect(await words("book.json")).toContain("+1.25 pence on usage prices");
  });

  test("of the margin, over calls before the date of the increase", async () => {
    const calls = jsonLines(OCTOBER.map((one) => ({ ...one, costCDR: "5" })));
    const where = await place({ "calls.jsonl": calls });
    const { code, out, err } = await where.run(`${WORDS} --all --from 2027-04-01 --bring 0.10 --of margin`);
    expect([code, err]).toEqual([
      0,
      "All calls start before 2027-04-01: they are previewed with the increase on the prices of their own days.\n",
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
    [
      "a fall below which prices stay",
      "--all --bring=-1000000",
      1,
      /No percentage that was tried brings −£1,000,000\.00 a month of retail: even −99\.999999% brings [^\n]*\.\nA fall that is not as large may bring it, and was not tried: prices that would become zero keep their old value\.\n/,
    ],
    ["a percentage beside it", "--all --bring 10 --increase 5", 2, /Leave out --increase/],
    ["nothing to raise", "--bring 10", 2, /--bring is about prices that rise.\nAdd --tariff NAME/],
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
