import { describe, expect, test } from "vitest";
import { BOOK, Workplace } from "../../cli/command.ts";
import { row } from "./rows.ts";

const CALLS = [
  row({
    "Customer Identifier": "02079460018",
    "Telephone Number Dialled": "01632960001",
    "Call Date": "01/10/2026",
    "Call Time": "10:00:00",
    Duration: "91",
    Salesprice: "0.0125",
    RecordID: "r1",
  }),
  "TRAILER,1",
  "",
].join("\n");

describe("tollbook rate --calls-format uk-cdr", () => {
  test("rates, counts what cannot be read, and names the dialect", async () => {
    const place = await Workplace.with({
      "book.json": BOOK,
      "calls.txt": CALLS,
      "d.json": { unit: "pence" },
    });
    const line = "rate --book @book.json --calls @calls.txt --calls-format uk-cdr --summary @s.json";
    const plain = await place.run(line);
    expect(plain.code).toBe(3);
    const [first, second] = plain.out.split("\n");
    expect(JSON.parse(first ?? "")).toMatchObject({ id: "r1", cost: "3.82", costCDR: "1.25" });
    expect(JSON.parse(second ?? "")).toMatchObject({
      line: 2,
      error: "malformed-record",
      message: "Line 2 could not be read: has 2 cells where there are 42 columns.",
    });
    expect(plain.err).toContain("calls uk-cdr (fcs-v3)");
    const inPence = await place.run(`${line} --dialect @d.json`);
    expect(JSON.parse(inPence.out.split("\n")[0] ?? "")).toMatchObject({ costCDR: "0.0125" });
    expect(JSON.parse(await place.read("s.json"))).toMatchObject({
      options: { callsFormat: "uk-cdr", dialect: "d.json" },
    });
  });

  test("explains a call of such a file", async () => {
    const place = await Workplace.with({ "book.json": BOOK, "calls.txt": CALLS });
    const ran = await place.run("explain --book @book.json --calls @calls.txt --calls-format uk-cdr --id r1");
    expect(ran.code).toBe(0);
    expect(ran.out).toContain("3.82");
  });

  test.each([
    ["--dialect fcs-v3", 2, "--dialect fcs-v3 says how UK standard CDRs are written, and the calls are csv."],
    ["--calls-format uk-cdr --dialect fcs-v2", 1, "did you mean fcs-v3?"],
    [
      "--calls-format uk-cdr --dialect @euro.json",
      1,
      "euro.json: is for EUR and the book in GBP; money is never converted",
    ],
    ["--calls-format uk-cdr --dialect @odd.json", 1, 'odd.json: header "maybe" is not one of auto, yes, no'],
    ["--calls-format ukcdr", 2, "--calls-format ukcdr is no format of calls; did you mean uk-cdr?"],
  ])("%s", async (options, code, message) => {
    const place = await Workplace.with({
      "book.json": BOOK,
      "calls.csv": CALLS,
      "euro.json": { currency: "EUR" },
      "odd.json": { header: "maybe" },
    });
    const ran = await place.run(`rate --book @book.json --calls @calls.csv ${options}`);
    expect(ran.code).toBe(code);
    expect(ran.err).toContain(message);
  });

  test("warns of bands that are no rating periods of the book", async () => {
    const book = { ...BOOK, ratingPeriods: [{ name: "Daytime" }] };
    const place = await Workplace.with({
      "book.json": book,
      "calls.txt": CALLS,
      "d.json": { timeBands: { "1": "Peak" } },
    });
    const ran = await place.run(
      "rate --book @book.json --calls @calls.txt --calls-format uk-cdr --dialect @d.json --out @out.jsonl",
    );
    expect(ran.err).toContain(
      "d.json: timeBands 1: the book has no rating period Peak, so no line for a period matches its calls.",
    );
  });
});
