/** Results of `tollbook rate` as the calls of a preview: like the calls they came from, or refused. */

import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { bookDigest } from "../../src/files/index.ts";
import type { BookData, PreviewReport } from "../../src/index.ts";
import { READABLE_FIELDS } from "../../src/model/index.ts";
import { call, jsonLines, Workplace } from "../cli/command.ts";

const reseller = (name: string): Promise<string> =>
  readFile(new URL(`../../fixtures/reseller/${name}`, import.meta.url), "utf8");
const BOOK = await reseller("book.json");
const CALLS = { jsonl: await reseller("calls-2026-10.jsonl"), csv: await reseller("calls-2026-10.csv") };

const sample = (): Promise<Workplace> =>
  Workplace.with({ "book.json": BOOK, "calls.jsonl": CALLS.jsonl, "calls.csv": CALLS.csv });

async function previewed(place: Workplace, calls: string, ...options: string[]): Promise<PreviewReport> {
  const { code, out, err } = await place.run([
    ..."preview --book @book.json --json --calls".split(" "),
    calls,
    ...options,
  ]);
  expect([code, err]).toEqual([0, ""]);
  return JSON.parse(out) as PreviewReport;
}

const INCREASE = ["--all", "--increase", "3.5"];

const previews = new Map<string, Promise<PreviewReport>>();
/** The preview of the increase from the calls themselves, which is the same whatever results it is compared with. */
function previewOfCalls(place: Workplace, format: keyof typeof CALLS): Promise<PreviewReport> {
  const preview = previews.get(format) ?? previewed(place, `@calls.${format}`, ...INCREASE);
  previews.set(format, preview);
  return preview;
}

test.each(["jsonl", "csv"] as const)("results with the columns of their calls: %s", async (format) => {
  const place = await sample();
  const [header = ""] = CALLS.csv.split("\n");
  const ofCalls = header
    .split(",")
    .filter((name) => name !== "id" && READABLE_FIELDS.includes(name as never));
  for (const results of [
    "id",
    "id,customerID,numberID,tariffType,tariffTime,tariffID,costBase,cost,costCarrier",
  ]) {
    const columns = `${results},${ofCalls.map((name) => `call.${name}`)}`;
    await place.run(
      `rate --book @book.json --calls @calls.${format} --columns ${columns} --out @billed.${format}`,
    );
    const fromResults = await previewed(place, `@billed.${format}`, ...INCREASE);
    const fromCalls = await previewOfCalls(place, format);
    for (const part of ["counts", "totals", "newlyRated", "unrated", "breakdowns", "movers"] as const) {
      expect(withoutExamples(fromResults[part])).toEqual(withoutExamples(fromCalls[part]));
    }
    expect(fromResults.change.after).toBe(fromCalls.change.after);
  }
  const recorded = await previewed(place, `@billed.${format}`, "--against-recorded");
  expect(recorded.totals.retail).toMatchObject({ difference: "0", before: expect.stringMatching(/^255/) });
  expect(recorded.counts).toMatchObject({ unchanged: 2925, unrated: 75 });
  expect(recorded.change.after).toBe(bookDigest(JSON.parse(BOOK) as BookData));
});

/** Calls of one change that are kept as examples may be others. */
function withoutExamples(part: unknown): unknown {
  return JSON.parse(JSON.stringify(part, (key, value: unknown) => (key === "examples" ? undefined : value)));
}

test.each([
  [
    " --columns id,line,customerID,tariffTypeUsed,costBase,cost,error,message",
    "call.startDate, call.external, call.duration are missing",
  ],
  [" --columns id,cost,call.startDate,call.duration", "call.external is missing"],
  [" --columns id,cost,call.startDate,call.external", "call.duration is missing"],
])("refused, with what is missing: rate%s", async (columns, missing) => {
  const place = await sample();
  for (const format of ["jsonl", "csv"] as const) {
    // What a column lacks is said at the first line.
    await place.write(`calls.${format}`, CALLS[format].split("\n").slice(0, 20).join("\n"));
    await place.run(`rate --book @book.json --calls @calls.${format} --out @rated.${format}${columns}`);
    for (const command of [
      "preview --against-recorded --html @report.html",
      "preview --all --increase 3.5 --html @report.html",
      "rate --out @again.csv",
    ]) {
      const { code, err } = await place.run(`${command} --book @book.json --calls @rated.${format}`);
      expect(code).toBe(1);
      expect(err).toContain(
        `rated.${format}: has results, which do not say what was called: ${missing}; give`,
      );
    }
  }
  expect(await place.files()).not.toContain("report.html");
  expect(await place.files()).not.toContain("again.csv");
});

test.each([
  ["jsonl", ""],
  ["csv", ""],
  ["uk-cdr.csv", " --calls-format uk-cdr --dialect northway-dialect.json"],
])("results are rated again to the same results, and previewed: calls of %s", async (format, how) => {
  const place = await sample();
  await place.write(`month.${format}`, await reseller(`calls-2026-10.${format}`));
  const read = how.replace(
    "northway-dialect.json",
    fileURLToPath(new URL("../../fixtures/reseller/northway-dialect.json", import.meta.url)),
  );
  for (const results of ["csv", "jsonl"]) {
    for (const errors of [[], ["--errors", "@failed.csv"]]) {
      await place.run([
        ...`rate --book @book.json --out @rated.${results} --calls @month.${format}${read}`.split(" "),
        ...errors,
      ]);
      await place.run([
        ...`rate --book @book.json --out @again.${results} --calls @rated.${results}`.split(" "),
        ...errors.map((word) => word.replace("failed", "failed-again")),
      ]);
      expect(asText(await place.read(`again.${results}`))).toBe(asText(await place.read(`rated.${results}`)));
    }
    const fromResults = await previewed(place, `@rated.${results}`, ...INCREASE);
    const fromCalls = await previewOfCalls(place, "jsonl");
    expect(fromResults.totals).toEqual(fromCalls.totals);
  }
});

/** Numbers of JSON are texts once a CSV had them, which sentences say with quotes. */
function asText(results: string): string {
  return results.replaceAll(/"duration: ""(-[0-9]+)"" is ([^"]*)"/g, "duration: $1 is $2");
}

test("what made a result harmless is no part of its call", async () => {
  const calls = [
    call({ id: "+1", target: "+442079460018", external: "+441632960001" }),
    call({ id: "=2", location: '=HYPERLINK("x"), "y"' }),
    call({ id: "'3", tariffType: "@x" }),
    call({ id: 4, location: "'=a", external: "'" }),
  ];
  const place = await Workplace.with({ "book.json": BOOK, "calls.jsonl": jsonLines(calls) });
  await place.run("rate --book @book.json --calls @calls.jsonl --out @rated.csv");
  await place.run("rate --book @book.json --calls @rated.csv --out @again.csv");
  expect(await place.read("again.csv")).toBe(await place.read("rated.csv"));
});

test("calls that carry what they cost are calls", async () => {
  const priced = [call({ id: 1, cost: "3.82", costBase: "4" }), call({ id: 2, cost: "4" })];
  const place = await Workplace.with({ "book.json": BOOK, "calls.jsonl": jsonLines(priced) });
  const { out } = await place.run("preview --book @book.json --calls @calls.jsonl --against-recorded --json");
  expect((JSON.parse(out) as PreviewReport).counts.read).toBe(2);
});
