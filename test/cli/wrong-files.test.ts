/** Options that take a file, and what they say of a stream, an empty file, or a file of another kind. */
import { expect, test } from "vitest";
import { BOOK, call, jsonLines, Workplace } from "./command.ts";

const FILES = {
  "book.json": BOOK,
  "calls.jsonl": jsonLines([call({ id: 1 }), call({ id: 2 })]),
  "rates.csv": "prefix,location,cost\n44,UK,1.2\n",
  "empty.json": " \n",
  "dialect.json": { csv: { header: 1 }, fields: { id: "Ref" }, about: "a switch" },
  "mapping.json": { basedOn: "prefixes", skipLines: 2 },
  "list.json": [],
};

const RATE = "rate --calls @calls.jsonl --out @out.jsonl --book";
const IMPORT = "import --book @book.json --tariff Business --out @new.json";
const PLAN = "plan --book @book.json --on 2027-04-01 --profiles";
const STREAM = /is invalid. Neither standard input nor output will do; write the name of a (file|folder)\.\n/;

test.for<[line: string, code: number, message: string | RegExp]>([
  ["rate --calls - --book -", 2, STREAM],
  ["preview --book @book.json --calls - --after -", 2, STREAM],
  ["rate --book @book.json --calls - --calls-format uk-cdr --dialect -", 2, STREAM],
  [`${IMPORT} --sheet - --mapping -`, 2, STREAM],
  [`${PLAN} -`, 2, STREAM],
  ["itemise --calls - --out -", 2, STREAM],
  ["serve --data -", 2, STREAM],
  ["serve --data @data --keys -", 2, STREAM],
  [
    "preview --book @book.json --calls @calls.jsonl --after @book.json",
    2,
    /--book and --after name the same file, .*book.json.\nGive --after a file of its own.\n/,
  ],
  [
    "rate --book @book.json --calls @calls.jsonl --summary -",
    2,
    "--out and --summary cannot both go to standard output.\nGive --summary a file.\n",
  ],
  [`${RATE} @empty.json`, 1, "empty.json: is empty, and a book is one JSON object, { … }; check that"],
  [
    `${RATE} @rates.csv`,
    1,
    'rates.csv:1:1: begins with "prefix,location,cost", and a book is one JSON object',
  ],
  ["quote --book @calls.jsonl --tariff 1", 2, "A quote needs a number"],
  ["check --book @calls.jsonl", 1, 'calls.jsonl:2:1: "{" follows the end of the value, and a book is one'],
  [
    `${RATE} @mapping.json`,
    1,
    "mapping.json: is not a book, which has no fields such as basedOn, skipLines; check",
  ],
  [
    `${RATE} @dialect.json`,
    1,
    "dialect.json: is not a book, which has no fields such as csv, fields …; check that",
  ],
  ["check --book @list.json", 1, ""],
  [
    `${IMPORT} --sheet @rates.csv --mapping @book.json`,
    1,
    "book.json: is not a mapping, which has no fields such as",
  ],
  [
    `${IMPORT} --sheet @rates.csv --mapping @empty.json`,
    1,
    "empty.json: is empty, and a mapping is one JSON object",
  ],
  [
    "rate --book @book.json --calls @rates.csv --calls-format @list.json",
    1,
    "list.json: is not a dialect; write an object",
  ],
  ["sniff @list.json", 1, "tollbook formats lists them; a dialect, a JSON file, describes any other."],
  [
    "rate --book @book.json --calls @rates.csv",
    1,
    /rates.csv:1: the header row names none of the call fields .* \(tollbook sniff tells whether another program wrote it\)/,
  ],
  [`${PLAN} @book.json`, 2, "--book and --profiles name the same file"],
  [
    `${PLAN} @mapping.json`,
    1,
    'mapping.json: profile "basedOn" needs a percent or an amount, one of the two.',
  ],
  [
    "rate --book @book.json --calls @calls.jsonl --discounts --state @mapping.json",
    1,
    "mapping.json: is not a state of discounts, which tollbook rate --discounts --state writes",
  ],
  [
    "charges --book @book.json --from 2026-10-01 --to 2026-10-31 --features @calls.jsonl",
    1,
    "calls.jsonl:1: target is not a known field; each line holds what was charged of one feature, as charges --features writes it",
  ],
  ["serve --data @data --keys @book.json", 1, "book.json: is no list of keys; write [{"],
])("%s", async ([line, code, message]) => {
  const where = await Workplace.with(FILES);
  const ran = await where.run(line);
  expect(ran.err).toMatch(message);
  expect(ran.code).toBe(code);
});
