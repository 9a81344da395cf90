/** What `tollbook preview` previews: which prices rise, from when, and what the report says of it. */
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { bookDigest } from "../../src/files/index.ts";
import {
  type BookData,
  type IncreaseRequest,
  increaseBook,
  isActionError,
  openBook,
  type PreviewReport,
  previewChange,
  type Tariff,
  tariffsOfCustomer,
} from "../../src/index.ts";
import { BOOK, call, jsonLines, Workplace } from "./command.ts";

const reseller = (name: string): Promise<string> =>
  readFile(new URL(`../../fixtures/reseller/${name}`, import.meta.url), "utf8");
const MONTH = await reseller("calls-2026-10.jsonl");
const SAMPLE = JSON.parse(await reseller("book.json")) as BookData;
const RETAIL = (SAMPLE.tariffs ?? []).filter((tariff) => tariff.retail !== "wholesale");

const WORDS = "preview --book @book.json --calls @calls.jsonl --json".split(" ");

async function previewed(
  place: Workplace,
  ...options: readonly string[]
): Promise<{ readonly report: PreviewReport; readonly err: string }> {
  const { code, out, err } = await place.run([...WORDS, ...options]);
  if (code !== 0) throw new Error(`${code} ${err}`);
  return { report: JSON.parse(out) as PreviewReport, err };
}

const sample = (): Promise<Workplace> => Workplace.with({ "book.json": SAMPLE, "calls.jsonl": MONTH });

/** The sample with tariffs raised by the library, and its month previewed. */
function raised(
  tariffs: readonly Tariff[],
  increaseScope: string,
): { book: BookData; report: PreviewReport } {
  const requests = tariffs.map(
    ({ id }): IncreaseRequest => ({ resource: "tariffs", id, increaseScope, increasePercent: "3.5" }),
  );
  const answer = increaseBook(SAMPLE, requests, 5);
  if (isActionError(answer)) throw new Error(answer.hint);
  const calls = MONTH.trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  return { book: answer.book, report: previewChange(openBook(SAMPLE), openBook(answer.book), calls) };
}

const onTariffs = tariffsOfCustomer(SAMPLE, 2);
const OF_CUSTOMER = new Set(isActionError(onTariffs) ? [] : onTariffs.map(({ id }) => id));

test.each<[options: string, of: (tariff: Tariff) => boolean, scope: string, words: string]>([
  ["--all", () => true, "allCharges", "+3.5 % on all prices of all 25 retail tariffs"],
  ["--all --scope costOnly", () => true, "costOnly", "+3.5 % on usage prices of all 25 retail tariffs"],
  [
    "--class national",
    (tariff) => tariff.tariffClass === "national",
    "allCharges",
    "+3.5 % on all prices of 7 national tariffs",
  ],
  [
    "--class national mobile --tariff Satellite",
    (tariff) => ["national", "mobile"].includes(tariff.tariffClass) || tariff.name === "Satellite",
    "allCharges",
    "+3.5 % on all prices of 11 tariffs",
  ],
  [
    "--customer 2 --scope costOnly",
    ({ id }) => OF_CUSTOMER.has(id),
    "costOnly",
    `+3.5 % on usage prices of the ${OF_CUSTOMER.size} tariffs of customer 2, for everybody on them`,
  ],
])("%s", async (options, isOf, scope, words) => {
  const { report } = await previewed(await sample(), ...`${options} --increase 3.50`.split(" "));
  const expected = raised(RETAIL.filter(isOf), scope);
  expect(report.totals.retail).toEqual(expected.report.totals.retail);
  expect(report.change).toEqual({
    words,
    before: bookDigest(SAMPLE),
    after: bookDigest(expected.book),
    madeOn: "2026-10-01",
    discounts: false,
    goal: null,
  });
});

test("tariffs, fixed fee tariffs and standard features rise together, each by what its list calls the scope", async () => {
  const { report } = await previewed(
    await sample(),
    ..."--increase 10 --scope costOnly --tariff".split(" "),
    "Business UK",
    "Standard fees",
    "Line rental",
  );
  expect(report.change.words).toBe(
    "+10 % on usage prices and recurring fees of Business UK, Standard fees and Line rental",
  );
  const book = increaseBook(
    SAMPLE,
    [
      { resource: "tariffs", id: 102, increaseScope: "costOnly", increasePercent: 10 },
      { resource: "fixedFeeTariffs", id: 1, increaseScope: "recurringOnly", increasePercent: 10 },
      { resource: "standardFeatures", id: 1, increaseScope: "recurringOnly", increasePercent: 10 },
    ],
    5,
  );
  expect(report.change.after).toBe(isActionError(book) ? book : bookDigest(book.book));
});

test("an amount in words, and more than three records counted", async () => {
  const place = await sample();
  const words = async (...options: string[]) => (await previewed(place, ...options)).report.change.words;
  expect(await words("--tariff", "102", "--amount", "-0.10", "--from", "2026-10-15")).toBe(
    "−0.1 pence on all prices of Business UK from 15 October 2026",
  );
  expect(await words("--tariff", "Line rental", "--amount", "1.50")).toBe(
    "+1.5 GBP on all fees of Line rental",
  );
  const four = ["Line rental", "SIP channel", "Business UK", "Charity UK"];
  expect(await words("--tariff", ...four, "--increase", "2")).toBe(
    "+2 % on all prices and all fees of 2 tariffs and 2 standard features",
  );
});

test("a date after all calls is previewed on them at the new prices, and said", async () => {
  const place = await sample();
  const later = await previewed(place, ..."--all --increase 3.5 --from 2027-04-01".split(" "));
  const now = await previewed(place, "--all", "--increase", "3.5");
  expect(later.err).toBe(
    "All calls start before 2027-04-01: they are previewed with the increase on the prices of their own days.\n",
  );
  expect(later.report.change.words).toBe(
    "+3.5 % on all prices of all 25 retail tariffs from 1 April 2027, previewed on earlier calls",
  );
  expect(later.report.totals).toEqual(now.report.totals);
  // The book is the one with the date in it.
  expect(later.report.change.after).not.toBe(now.report.change.after);
  const piped = await place.run(
    "preview --book @book.json --calls - --json --all --increase 3.5 --from 2027-04-01",
    { input: MONTH },
  );
  expect([piped.code, piped.err]).toEqual([
    2,
    expect.stringContaining("All calls start before 2027-04-01, and they cannot be read a second time."),
  ]);
});

test("a date among the calls leaves those before it as they were", async () => {
  const { report, err } = await previewed(
    await sample(),
    ..."--all --increase 3.5 --from 2026-10-16".split(" "),
  );
  const { report: all } = await previewed(await sample(), ..."--all --increase 3.5".split(" "));
  expect(err).toBe("");
  const difference = Number(report.totals.retail.difference);
  expect(difference).toBeGreaterThan(0);
  expect(difference).toBeLessThan(Number(all.totals.retail.difference));
});

test("against the records there is no book before", async () => {
  const calls = jsonLines([call({ id: 1, cost: "3.8" })]);
  const place = await Workplace.with({ "book.json": BOOK, "calls.jsonl": calls });
  const { report } = await previewed(place, "--against-recorded", "--discounts");
  expect(report.change).toEqual({
    words: "book.json against what the records say was charged",
    before: null,
    after: bookDigest(BOOK),
    madeOn: "2026-10-01",
    discounts: true,
    goal: null,
  });
});

const TWINS: BookData = {
  ...BOOK,
  tariffs: [
    ...(BOOK.tariffs ?? []),
    { id: 2, name: "Business", tariffClass: "mobile", baseCost: "9" },
    { id: 3, name: "Business", tariffClass: "mobile", retail: "wholesale", baseCost: "1" },
  ],
  standardFeatures: [{ id: 1, name: "Business", serviceCharge: "10" }],
};

test.each<[options: string, message: string]>([
  [
    "--tariff Business --increase 5",
    "Say which: tariffs:1 (retail tariff, class national), tariffs:2 (retail tariff, class mobile), tariffs:3 (wholesale tariff, class mobile), standardFeatures:1 (standard feature).",
  ],
  ["--tariff Busines --increase 5", "did you mean Business?"],
  ["--class inbound --increase 5", "The book has no retail tariff of the class inbound."],
  ["--class nationl --increase 5", "Allowed choices are"],
  ["--customer 99 --increase 5", "The book has no customer with the id 99."],
  ["--all --after @book.json", "A preview is of one change."],
  ["--all", "An increase is by a percentage or by an amount."],
  ["--all --increase 5 --amount 5", "An increase is by a percentage or by an amount."],
  [
    "--tariff 1 standardFeatures:1 --amount 5",
    "An amount is pence on tariffs and pounds on fixed fee tariffs and standard features.",
  ],
])("refused: %s", async (options, message) => {
  const place = await Workplace.with({ "book.json": TWINS, "calls.jsonl": jsonLines([call({ id: 1 })]) });
  const { code, err } = await place.run([...WORDS, ...options.split(" ")]);
  expect(code).toBe(2);
  expect(err).toContain(message);
});

test("what tells records of one name apart chooses one of them", async () => {
  const place = await Workplace.with({ "book.json": TWINS, "calls.jsonl": jsonLines([call({ id: 1 })]) });
  const { report } = await previewed(
    place,
    ..."--tariff tariffs:1 standardFeatures:1 --increase 5".split(" "),
  );
  expect(report.change.words).toBe("+5 % on all prices and all fees of Business and Business");
});
