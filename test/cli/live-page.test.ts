/** `tollbook preview --live`: the page that is written, and what it is refused for. */
import { expect, test } from "vitest";
import { type BookData, isActionError, type PreviewReport } from "../../src/index.ts";
import { readMonth } from "../../src/report/live-page/carried-month.ts";
import { Repricing } from "../../src/report/live-page/reprice.ts";
import { BOOK, call, jsonLines, Workplace } from "./command.ts";

const FEES: BookData = {
  ...BOOK,
  tariffs: [
    ...(BOOK.tariffs ?? []),
    { id: 2, name: "Carrier", tariffClass: "national", retail: "wholesale", baseCost: 1 },
  ],
  standardFeatures: [{ id: 1, name: "Line rental", serviceCharge: 10 }],
};
const CALLS = [call({ id: 41 }), call({ id: 42 }), call({ id: 42 }), call({ id: 43, target: "nobody" })];

function place(): Promise<Workplace> {
  return Workplace.with({ "book.json": FEES, "calls.jsonl": jsonLines(CALLS) });
}

const WORDS = "preview --book @book.json --calls @calls.jsonl";

/** The month that a page carries, to be priced as the page does. */
async function repricingOf(page: string) {
  const [, base64 = ""] = /id="month">([^<]*)</.exec(page) ?? [];
  const { month, columns } = await readMonth(Uint8Array.from(Buffer.from(base64, "base64")));
  return { month, repricing: new Repricing(month, columns) };
}

test("a page is written, whose figures are those of the command, and its size is told", async () => {
  const where = await place();
  const { code, err } = await where.run(`${WORDS} --all --increase 3.5 --live @live.html --html @page.html`);
  expect([code, err]).toEqual([0, expect.stringMatching(/live\.html: 0\.[5-9] MB\n$/)]);
  expect(await where.files()).toEqual(["book.json", "calls.jsonl", "live.html", "page.html"]);
  const { month, repricing } = await repricingOf(await where.read("live.html"));
  expect([month.calls, month.percent, month.tariffs]).toEqual([
    2,
    "3.5",
    [{ id: "1", tariffClass: "national" }],
  ]);
  for (const percent of ["3.5", "12.25", "-40"]) {
    const { out } = await where.run(`${WORDS} --all --increase ${percent} --json`);
    const { totals } = JSON.parse(out) as PreviewReport;
    const figures = repricing.figures(new Map([["national", percent]]));
    expect(!isActionError(figures) && figures.totals, percent).toEqual(totals);
  }
});

test("results of rate are calls, too, and a date behind all calls counts as at once", async () => {
  const where = await place();
  const columns =
    "id,cost,call.target,call.external,call.startDate,call.startTime,call.duration,call.id".split(",");
  const rated = await where.run(
    `rate --book @book.json --calls @calls.jsonl --out @rated.csv --columns ${columns.join(",")}`,
  );
  expect(rated.err).not.toContain("Error");
  const line = `preview --book @book.json --calls @rated.csv --tariff Business --increase 10`;
  const { code } = await where.run(`${line} --from 2027-01-01 --live @live.html`);
  expect(code).toBe(0);
  const { month, repricing } = await repricingOf(await where.read("live.html"));
  expect([month.effectiveDate, month.calls]).toEqual([null, 2]);
  const { out } = await where.run(`${line} --json`);
  const figures = repricing.figures(new Map([["national", "10"]]));
  expect(!isActionError(figures) && figures.totals).toEqual((JSON.parse(out) as PreviewReport).totals);
});

test.for<[what: string, options: string, message: RegExp]>([
  ["another book", "--after @book.json --live @live.html", /by a percentage/],
  ["records", "--against-recorded --live @live.html", /by a percentage/],
  ["an amount", "--all --amount 1 --live @live.html", /by a percentage.*--increase PERCENT/s],
  ["discounts", "--all --increase 3 --discounts --live @live.html", /before discounts.*Leave out/s],
  ["a wholesale tariff", "--tariff Carrier --increase 3 --live @live.html", /raises retail tariffs/],
  ["a standard feature", "--tariff Line\u00a0rental --increase 3 --live @live.html", /raises retail tariffs/],
  ["--yes alone", "--all --increase 3 --yes", /Add --live FILE/],
  ["a file of the run", "--all --increase 3 --live @calls.jsonl", /calls/],
])("refused for %s, and nothing is written", async ([_what, options, message]) => {
  const where = await place();
  const words = `${WORDS} ${options}`.split(" ").map((word) => word.replace("\u00a0", " "));
  const { code, err } = await where.run(words);
  expect([code, err]).toEqual([2, expect.stringMatching(message)]);
  expect(await where.files()).toEqual(["book.json", "calls.jsonl"]);
});
