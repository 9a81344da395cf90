/** Texts of files cannot steer the terminal they are shown on, nor forge a line of what a command says. */
import { PassThrough } from "node:stream";
import { describe, expect, test } from "vitest";
import { BOOK, call, jsonLines, Workplace } from "./command.ts";

/** Clears the screen, colours, ends the line and reads as a summary of its own; the last is a one-byte CSI. */
const EVIL = "9\u001b[2J\u009b31m\r\n0 calls in error\u0007\u202e\u2067\u200f\u061c\u2028";
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
const STEERS = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/;

async function said(line: string, files: Readonly<Record<string, unknown>>): Promise<string> {
  const where = await Workplace.with({ "book.json": BOOK, ...files });
  const { out, err } = await where.run(line);
  return out + err;
}

describe("control characters", () => {
  const book = {
    ...BOOK,
    customers: [{ id: 7, defaultNationalTariff: "Business", [`shoe${EVIL}`]: 1 }],
    destinations: [{ prefix: "44", tariffType: "UK", location: EVIL }],
  };

  test.for<[what: string, line: string, files: Readonly<Record<string, unknown>>]>([
    [
      "of a call in the worklist",
      "rate --book @book.json --calls @calls.jsonl --out /dev/null",
      { "calls.jsonl": jsonLines([call({ target: EVIL, carrier: EVIL })]) },
    ],
    [
      "of a call in its explanation",
      "explain --book @book.json --calls @calls.jsonl --id 1",
      { "calls.jsonl": jsonLines([call({ id: 1, carrier: EVIL, chargeBand: EVIL, external: EVIL })]) },
    ],
    [
      "of a book in an explanation",
      "explain --book @book.json --calls @calls.jsonl --id 1",
      { "book.json": book, "calls.jsonl": jsonLines([call({ id: 1 })]) },
    ],
    [
      "of the id of a call in its explanation",
      `explain --book @book.json --calls @calls.jsonl --id=${EVIL.replaceAll(" ", "")}`,
      { "calls.jsonl": jsonLines([call({ id: EVIL.replaceAll(" ", "") })]) },
    ],
    ["of a book in its check", "check --book @book.json", { "book.json": book }],
    [
      "of a book in a quote",
      "quote --book @book.json --tariff Business --to 02079460500 --duration 60 --at 2026-10-01",
      { "book.json": book },
    ],
    [
      "of a header in a warning",
      "rate --book @book.json --calls @calls.csv --out /dev/null",
      { "calls.csv": `id,target,"nunberID${EVIL}"\n1,02079460018,\n` },
    ],
    [
      "of a price list in its report",
      "import --sheet @sheet.csv --mapping prefixes --tariff Business --book @book.json --out /dev/null",
      { "sheet.csv": `Destination,Prefix,Rate\n"${EVIL}",,\n"${EVIL}",4420,1\n` },
    ],
    [
      "of a price list in what is wrong with it",
      "import --sheet @sheet.csv --mapping prefixes --tariff Business --book @book.json --out /dev/null",
      { "sheet.csv": `Destination,Prefix,Rate\n"x","${EVIL}",1\n` },
    ],
  ])("%s become harmless", async ([_what, line, files]) => {
    const text = await said(line, files);
    expect(text).not.toMatch(STEERS);
    expect(text).not.toMatch(/^0 ?calls ?in ?error/m);
    expect(text.length).toBeGreaterThan(40);
  });

  test("of data are escaped in JSON and stay what they are", async () => {
    const text = await said("explain --book @book.json --calls @calls.jsonl --id 1 --json", {
      "calls.jsonl": jsonLines([call({ id: 1, carrier: "\u009b31m\u007f\u202e" })]),
    });
    expect(text).not.toMatch(STEERS);
    expect(JSON.stringify(JSON.parse(text))).toContain("\u009b31m\u007f\u202e");
  });

  test("of data are escaped in results on a terminal, and as they are in a file or a pipe", async () => {
    const name = "\u009b31m\u202eé";
    const book = { ...BOOK, tariffs: [{ ...BOOK.tariffs?.[0], name }] };
    const customers = [{ id: 7, defaultNationalTariff: name }];
    const where = await Workplace.with({
      "book.json": { ...book, customers },
      "calls.jsonl": jsonLines([call({ id: 1 }), call({ id: "2\u200f" })]),
    });
    const line = "rate --book @book.json --calls @calls.jsonl";
    const piped = (await where.run(line)).out;
    const terminal = Object.assign(new PassThrough(), { isTTY: true });
    await where.run(line, { stdout: terminal });
    const shown = Buffer.concat(await terminal.end().toArray()).toString();
    expect(piped).toContain(name);
    expect(shown).not.toMatch(STEERS);
    const [one, other] = [piped, shown].map((text) =>
      text
        .trim()
        .split("\n")
        .map((json) => JSON.parse(json)),
    );
    expect(other).toEqual(one);
  });
});
