import { describe, expect, test } from "vitest";
import { bookDigest } from "../../src/files/index.ts";
import { type BookData, openBook, type PreviewReport, previewChange } from "../../src/index.ts";
import { formatPreviewPage } from "../../src/report/index.ts";
import { BOOK, call, jsonLines, Workplace } from "./command.ts";

const AFTER: BookData = {
  ...BOOK,
  tariffs: [{ id: 1, name: "Business", tariffClass: "national", baseCost: "1.5", baseCostConnection: 2 }],
};
const CALLS = [call({ id: 41 }), call({ id: 42 })];

function place(files: Readonly<Record<string, unknown>> = {}): Promise<Workplace> {
  return Workplace.with({
    "book.json": BOOK,
    "after.json": AFTER,
    "calls.jsonl": jsonLines(CALLS),
    ...files,
  });
}

/** What the command says of the change. */
const TOLD = {
  change: "after.json in place of book.json",
  madeOn: "2026-10-01",
  bookDigests: { before: bookDigest(BOOK), after: bookDigest(AFTER) },
};

const WORDS = "preview --book @book.json --calls @calls.jsonl";

describe("tollbook preview", () => {
  test("of another book: the totals first", async () => {
    const { code, out, err } = await (await place()).run(`${WORDS} --after @after.json`);
    expect([code, err]).toEqual([0, ""]);
    const [change, title, , retail] = out.split("\n");
    expect(change).not.toBe("");
    expect(out).toMatch(/ a month, .* a year, without VAT; [01] of 1 customer rises? by more than 5%\n/);
    expect(title).toBe("Preview of 2 calls of 1 Oct 2026");
    expect(retail).toMatch(/^ {2}retail +£0\.0764 +£0\.0855 +\+£0\.0091 +\+11\.91%$/);
    expect(out).toContain("By class\n");
  });

  test("of an increase: what `tollbook increase` would write, and nothing is written", async () => {
    const where = await place();
    const line = `${WORDS} --tariff Business --increase 25 --json`;
    const { code, out } = await where.run(`${line} --scope costOnly`);
    expect(code).toBe(0);
    const { change, ...report } = JSON.parse(out) as PreviewReport;
    expect(change.words).toBe("+25 % on usage prices of Business");
    expect(JSON.parse((await where.run(`${WORDS} --after @after.json --json`)).out)).toMatchObject(report);
    const retail = async (options: string) =>
      (JSON.parse((await where.run(`${WORDS} --json ${options}`)).out) as PreviewReport).totals.retail;
    expect(await retail("--tariff 1 --increase 25")).toMatchObject({ before: "7.64", after: "9.55" });
    expect(await retail("--tariff Business --amount 0.3 --scope costOnly")).toMatchObject({ after: "8.55" });
    expect(await where.files()).toEqual(["after.json", "book.json", "calls.jsonl"]);
  });

  test.for<[what: string, options: string, code: number, message: RegExp]>([
    ["no change", "", 2, /needs a change/],
    ["two changes", "--after @after.json --against-recorded", 2, /one change/],
    ["days of bills against records", "--against-recorded --period 2026-10-01 2026-10-31", 2, /about bills/],
    ["VAT against records", "--against-recorded --vat", 2, /Leave out --period and --vat/],
    ["no percentage", "--tariff Business", 2, /--increase PERCENT or --amount PENCE/],
    [
      "an increase of nothing",
      "--increase 5 --scope costOnly",
      2,
      /^tollbook: --increase and --scope are about/,
    ],
    ["an increase of nothing", "--increase 5", 2, /Add --tariff NAME, --all/],
    ["an increase of another book", "--after @after.json --increase 5", 2, /in place of --after/],
    ["an amount from another book", "--after @after.json --bring 5", 2, /^tollbook: --bring is about/],
    ["an amount from records", "--against-recorded --bring 5", 2, /--bring is.*in place of --against-rec/s],
    ["a misspelt tariff", "--tariff Busines --increase 5", 2, /did you mean Business\?/],
    ["too much", "--tariff Business --increase 5000", 1, /at most 1000.*400502/],
  ])("%s", async ([_what, options, code, message]) => {
    const ran = await (await place()).run(`${WORDS} ${options}`.trim());
    expect(ran.code).toBe(code);
    expect(ran.err).toMatch(message);
  });

  test("--period and --vat: the bills of those days, with VAT", async () => {
    const days = "--period 2026-10-01 2026-10-31 --vat";
    const { out } = await (await place()).run(`${WORDS} --after @after.json --json ${days}`);
    const how = { ...TOLD, period: { from: "2026-10-01", to: "2026-10-31" }, vat: true };
    const report = previewChange(openBook(BOOK), openBook(AFTER), CALLS, how);
    expect(JSON.parse(out)).toEqual(JSON.parse(JSON.stringify(report)));
    expect(report.bills).toMatchObject({ to: "2026-10-31", periods: 1, total: { bill: { before: "8" } } });
    expect(report.bills?.total.vat).not.toBeNull();
  });

  test("--json is the library's report", async () => {
    const { out } = await (await place()).run(`${WORDS} --after @after.json --json`);
    const report = previewChange(openBook(BOOK), openBook(AFTER), CALLS, TOLD);
    expect(JSON.parse(out)).toEqual(JSON.parse(JSON.stringify(report)));
  });

  test("--wholesale takes the reported or the calculated cost", async () => {
    const carriers = (baseCost: number): BookData => ({
      ...BOOK,
      tariffs: [
        ...(BOOK.tariffs ?? []),
        { id: 9, name: "Northway", tariffClass: "national", retail: "wholesale", forCarriers: "*", baseCost },
      ],
    });
    const where = await place({
      "book.json": carriers(1),
      "after.json": carriers(2),
      "calls.jsonl": jsonLines([call({ id: 41, carrier: "Northway", costCDR: "0.5", duration: 60 })]),
    });
    const wholesaleOf = async (options: string) => {
      const report = JSON.parse((await where.run(`${WORDS} ${options} --json`)).out) as PreviewReport;
      const { before, after } = report.totals.wholesale;
      return [report.wholesale, before, after];
    };
    expect(await wholesaleOf("--after @after.json")).toEqual(["calculated", "1", "2"]);
    expect(await wholesaleOf("--after @after.json --wholesale reported")).toEqual(["reported", "0.5", "0.5"]);
    const raise = "--tariff Business --increase 5";
    expect(await wholesaleOf(raise)).toEqual(["reported", "0.5", "0.5"]);
    expect(await wholesaleOf(`${raise} --wholesale calculated`)).toEqual(["calculated", "1", "1"]);
    expect((await where.run(`${WORDS} --after @after.json`)).out).toContain("wholesale is as calculated");
  });

  test("--discounts compares what is paid", async () => {
    const discountPlans = [{ id: 1, discountPlanName: "Half", discountPercent: 50 }];
    const tariffs = (data: BookData) =>
      (data.tariffs ?? []).map((tariff) => ({ ...tariff, baseDiscountPlan: "Half" }));
    const where = await place({
      "book.json": { ...BOOK, discountPlans, tariffs: tariffs(BOOK) },
      "after.json": { ...AFTER, discountPlans, tariffs: tariffs(AFTER) },
    });
    const { code, out } = await where.run(`${WORDS} --after @after.json --discounts --json`);
    expect(code).toBe(0);
    expect((JSON.parse(out) as PreviewReport).totals.retail).toMatchObject({
      before: "3.82",
      after: "4.275",
    });
  });

  test("a preview is made on the day of the book's time zone", async () => {
    const now = (): number => Date.UTC(2026, 6, 1, 23, 30);
    const { out } = await (await place()).run(`${WORDS} --after @after.json --json`, { now });
    expect((JSON.parse(out) as PreviewReport).change.madeOn).toBe("2026-07-02");
  });

  test("--html writes one page, whole or not at all", async () => {
    const where = await place();
    const { code, out } = await where.run(`${WORDS} --after @after.json --html @report.html`);
    expect(code).toBe(0);
    expect(out).toContain("retail");
    expect(await where.read("report.html")).toBe(
      formatPreviewPage(previewChange(openBook(BOOK), openBook(AFTER), CALLS, TOLD)),
    );
    await where.run(`${WORDS} --after @after.json --html @report.html --threshold 11.5`);
    expect(await where.read("report.html")).toContain("<b>1</b> of 1 customer rises by more than 11.5%");
    const failed = await where.run(`${WORDS} --after @missing.json --html @other.html`);
    expect(failed.code).toBe(1);
    expect(await where.files()).not.toContain("other.html");
    expect((await where.run(`${WORDS} --after @after.json --html @calls.jsonl`)).code).toBe(2);
  });

  test("a line that cannot be read is read, and priced on neither side", async () => {
    const { out } = await (await place({ "calls.jsonl": jsonLines([...CALLS, "{"]) })).run(
      `${WORDS} --after @after.json --json`,
    );
    expect((JSON.parse(out) as PreviewReport).counts).toMatchObject({ read: 3, ratedTwice: 2, unrated: 1 });
  });

  test("--against-recorded", async () => {
    const recorded = CALLS.map((one) => ({ ...one, cost: "3.8" }));
    const { code, out } = await (await place({ "calls.jsonl": jsonLines(recorded) })).run(
      `${WORDS} --against-recorded --by period`,
    );
    expect(code).toBe(0);
    expect(out).toMatch(/retail +£0\.0760 +£0\.0764 +\+£0\.0004 +\+0\.53%/);
    expect(out).toContain("By period\n");
  });

  test("exit status 3 where calls lose their price", async () => {
    const without = { ...AFTER, numbers: [] };
    const { code, out } = await (await place({ "after.json": without })).run(`${WORDS} --after @after.json`);
    expect(code).toBe(3);
    expect(out).toContain("2 calls newly unrated; −£0.0764");
  });

  test("--csv is harmless in a spreadsheet, and --by chooses the breakdown", async () => {
    const named = { ...BOOK, customers: [{ ...BOOK.customers?.[0], companyName: '=cmd("x")' }] };
    const at = await place({ "book.json": named });
    const { code } = await at.run(`${WORDS} --after @after.json --by customer --csv @changes.csv`);
    expect(code).toBe(0);
    const lines = (await at.read("changes.csv")).split("\n");
    expect(lines[0]).toMatch(/^breakdown,key,name,calls,/);
    expect(lines[1]).toMatch(/^total,,,2,2,0,0,0,7\.64,8\.55,0\.91,11\.91,/);
    expect(lines[2]).toMatch(/^customer,7,"'=cmd\(""x""\)",2,/);
    expect(lines.length).toBe(4);
  });

  test.each(["--csv", "--letters", "--html"])("%s on standard output has it alone", async (option) => {
    const at = await place();
    const { out: text } = await at.run(`${WORDS} --after @after.json ${option} @written`);
    const alone = await at.run(`${WORDS} --after @after.json ${option} -`);
    expect(alone).toEqual({ code: 0, out: await at.read("written"), err: text });
    expect(await at.run(`${WORDS} --after @after.json ${option} - --json`)).toEqual({
      code: 2,
      out: "",
      err: `tollbook: ${option} and --json cannot both go to standard output.\nGive ${option} a file.\n`,
    });
  });

  test.each([
    ["", "A preview needs a change."],
    ["--after @after.json --against-recorded", "A preview is of one change."],
    ["--after @after.json --csv @book.json", "--book and --csv name the same file"],
    ["--after @after.json --period 2026-10-01 31.10.2026", '--period is "31.10.2026", which is no date'],
    ["--after @after.json --period 2026-10-01", "A period has two dates"],
    ["--after @after.json --period 2026-10-31 2026-10-01", "A period ends after it begins"],
    ["--all --increase 3.5 --from 2027-02-30", '--from is "2027-02-30", which is no date'],
    ["--after @after.json --html @report.html --threshold five", "--threshold five is no percentage."],
    ["--after @after.json --by day", "Allowed choices are"],
    ["--after @after.json --threads 0", "Write a whole number from 1 to 256."],
    ["--after @after.json --discounts --threads 2", "Discounts are drawn call after call, on one thread."],
  ])("wrong usage: %s", async (words, message) => {
    const { code, err } = await (await place()).run(`${WORDS} ${words}`.trim());
    expect(code).toBe(2);
    expect(err).toContain(message);
  });

  test("--threads 1 is what a small file takes, with discounts, too", async () => {
    const where = await place();
    for (const options of ["", " --discounts"]) {
      const line = `${WORDS} --after @after.json --json${options}`;
      expect(await where.run(`${line} --threads 1`)).toEqual(await where.run(line));
    }
  });

  test("books of two currencies, and a book with problems", async () => {
    const euros = await place({ "after.json": { ...AFTER, currency: "EUR" } });
    expect((await euros.run(`${WORDS} --after @after.json`)).err).toContain("GBP and EUR");
    const broken = await place({ "after.json": { ...AFTER, costDecimals: 99 } });
    expect((await broken.run(`${WORDS} --after @after.json`)).code).toBe(1);
  });
});
