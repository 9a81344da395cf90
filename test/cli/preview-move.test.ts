/** `tollbook preview --move` and `--out`: the version that customers are put on, previewed and written. */
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { bookDigest } from "../../src/files/index.ts";
import type { BookData, PreviewReport } from "../../src/index.ts";
import { Workplace } from "./command.ts";

const reseller = (name: string): Promise<string> =>
  readFile(new URL(`../../fixtures/reseller/${name}`, import.meta.url), "utf8");
const MONTH = await reseller("calls-2026-10.jsonl");
const SAMPLE = await reseller("book.json");

const WORDS = "preview --book @book.json --calls @calls.jsonl".split(" ");
const VERSION = [
  "--tariff",
  "Business UK",
  "--increase",
  "3.5",
  "--move",
  "Business UK",
  "Business UK +3.5%",
];

const sample = (): Promise<Workplace> => Workplace.with({ "book.json": SAMPLE, "calls.jsonl": MONTH });

async function report(place: Workplace, ...options: readonly string[]): Promise<PreviewReport> {
  const { code, out, err } = await place.run([...WORDS, "--json", ...options]);
  if (code !== 0) throw new Error(err);
  return JSON.parse(out) as PreviewReport;
}

test("customers on a version pay what an increase in place would have them pay", async () => {
  const place = await sample();
  const { err } = await place.run([...WORDS, ...VERSION]);
  expect(err).toMatch(/^Business UK → Business UK \+3\.5%: 3 customers, 3 numbers\n$/);
  const moved = await report(place, ...VERSION);
  const inPlace = await report(place, "--tariff", "Business UK", "--increase", "3.5");
  expect(moved.totals.retail).toEqual(inPlace.totals.retail);
  expect(Number(moved.totals.retail.difference)).toBeGreaterThan(0);
  expect(moved.change.words).toMatch(
    /^\+3\.5 % on all prices of Business UK; customers of Business UK on Business UK \+3\.5% \(3 customers, 3 numbers\)$/,
  );
  expect(await place.files()).toEqual(["book.json", "calls.jsonl"]);
});

test("a default's customers go with it", async () => {
  const place = await sample();
  const moved = await report(
    place,
    ..."--tariff 101 --increase 3.5 --from 2026-10-16 --move 101".split(" "),
    "Standard UK +3.5%",
  );
  const inPlace = await report(place, ..."--tariff 101 --increase 3.5 --from 2026-10-16".split(" "));
  expect(moved.totals.retail).toEqual(inPlace.totals.retail);
  expect(moved.counts.newlyUnrated).toBe(0);
});

test("a scope stands for its counterpart in other lists also where its own tariffs get versions", async () => {
  const place = await sample();
  const options = [...VERSION, "--scope", "costOnly"];
  const fees = (JSON.parse(SAMPLE) as BookData).fixedFeeTariffs?.[0]?.name as string;
  const { change } = await report(place, ...options.toSpliced(2, 0, fees), "--out", "@new.json");
  expect(change.words).toContain(`+3.5 % on usage prices and recurring fees of Business UK and ${fees}`);
  const { tariffs, fixedFeeTariffs } = JSON.parse(await place.read("new.json")) as BookData;
  expect(fixedFeeTariffs?.[0]).toMatchObject({ increaseScope: "recurringOnly" });
  expect(tariffs?.at(-1)).toMatchObject({ name: "Business UK +3.5%", increaseScope: "costOnly" });
});

test("--out writes the book, dated, and never over an input", async () => {
  const place = await sample();
  const options = [...VERSION, "--from", "2027-04-01", "--out"];
  const first = await report(place, ...options, "@proposal.json");
  const written = JSON.parse(await place.read("proposal.json")) as BookData;
  expect(first.change.after).toBe(bookDigest(written));
  expect(written.tariffs?.at(-1)).toMatchObject({ name: "Business UK +3.5%", effectiveDate: "2027-04-01" });
  // The book says of October what the old one says, and the preview what April's prices would have brought.
  expect((await report(place, "--after", "@proposal.json")).totals.retail.difference).toBe("0");
  expect(Number(first.totals.retail.difference)).toBeGreaterThan(0);
  const again = await place.run([...WORDS, ...options, "@proposal.json"]);
  expect(again.err).toContain("The book as it was is kept as proposal.json.bak.\n");
  for (const name of ["@book.json", "@calls.jsonl"]) {
    const { code, err } = await place.run([...WORDS, ...options, name]);
    expect([code, err]).toEqual([2, expect.stringContaining("name the same file")]);
  }
  expect(await place.read("book.json")).toBe(SAMPLE);
});

test("an increase in place is written, too", async () => {
  const place = await sample();
  const { change } = await report(place, "--all", "--increase", "2", "--out", "@new.json");
  expect(bookDigest(JSON.parse(await place.read("new.json")))).toBe(change.after);
});

test.each<[options: readonly string[], code: number, message: string]>([
  [["--move", "Business UK"], 2, "A move is from one tariff to another."],
  [["--move", "Business UK", "Busines UK"], 2, "did you mean Business UK?"],
  [["--move", "101", "106"], 1, "as the default that it is"],
  [["--move", "Conferences 2024", "192"], 1, "Nobody is on Conferences 2024"],
  [["--move", "102", "101", "--from", "2027-04-01"], 2, "a record names one tariff"],
  [["--after", "@book.json", "--out", "@new.json"], 2, "--out writes the book"],
  [[...VERSION, "--out", "-"], 2, "cannot both go to standard output"],
])("refused: %s", async (options, code, message) => {
  const place = await sample();
  const ran = await place.run([...WORDS, ...options]);
  expect(ran.err).toContain(message);
  expect(ran.code).toBe(code);
  expect(await place.files()).toEqual(["book.json", "calls.jsonl"]);
});
