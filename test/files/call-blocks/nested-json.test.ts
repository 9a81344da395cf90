/** Values within others of JSON: read from their bytes they give what their records give. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { CallDialect, ReadCallsOptions } from "../../../src/files/index.ts";
import { openBook } from "../../../src/index.ts";
import { runs } from "../../properties/runs.ts";
import { monthFile } from "./any-call-file.ts";
import { scanned } from "./scanned.ts";
import { expectTwoWaysAlike, type How } from "./two-ways.ts";

const book = openBook(JSON.parse(monthFile("book.json").toString()));

const DIALECT: CallDialect = {
  reads: "jsonl",
  zone: "utc",
  passOver: [{ column: "kind/of", in: ["test"], why: "was a test" }],
  fields: {
    id: "id",
    target: "parties/0/number",
    external: "parties/1/number",
    start: { column: ["times/answered", "times/0"], time: "iso" },
    duration: "times/seconds",
    location: "kind/place",
  },
};

const read: ReadCallsOptions = { format: "dialect", name: "calls", dialect: DIALECT, book };
const how: How = {
  book,
  results: "csv",
  duplicates: "keep",
  reclassify: false,
  columns: [
    "id",
    "cost",
    ...["target", "external", "startDate", "duration", "location"].map((name) => `call.${name}`),
  ],
  blockBytes: 20_000,
  piece: 65_536,
};

const text = (value: string): fc.Arbitrary<string> => fc.constant(JSON.stringify(value));
const key = fc.constantFrom(
  "id",
  "parties",
  "0",
  "1",
  "00",
  "number",
  "times",
  "answered",
  "kind",
  "of",
  "x",
  "__proto__",
);
const plain = fc.oneof(
  fc.constantFrom(
    "null",
    "true",
    "7",
    "-0",
    "1.50",
    "1e3",
    '""',
    '"a\\u0062"',
    '"1"',
    '"00"',
    "12345678901234567890",
  ),
  text("020 7946 0018"),
  text("2026-10-05T09:15:00Z"),
);
/** Any value: what is wanted, something within others, or broken JSON. */
const anything: fc.Arbitrary<string> = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    plain,
    fc.array(tie("value"), { maxLength: 3 }).map((values) => `[${values.join(", ")}]`),
    fc
      .array(fc.tuple(key, tie("value")), { maxLength: 3 })
      .map((members) => `{${members.map(([name, value]) => `"${name}": ${value}`).join(",")}}`),
    fc.constantFrom("[1,]", "{,}", "[", '{"a":1', "{}", "[]"),
  ),
})).value;

const or = (usual: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof({ weight: 12, arbitrary: usual }, { weight: 1, arbitrary: anything });
const members = (...all: readonly (readonly [string, fc.Arbitrary<string>])[]): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.shuffledSubarray([...all], { minLength: all.length - 1 }),
      fc.array(fc.tuple(key, anything), { maxLength: 1 }),
    )
    .chain(([usual, others]) =>
      fc.tuple(
        ...usual.map(([name, value]) => or(value).map((written) => `"${name}":${written}`)),
        ...others.map(([name, value]) => fc.constant(`"${name}" : ${value}`)),
      ),
    )
    .map((written) => `{${written.join(",")}}`);
const party = (number: string) => members(["number", text(number)], ["name", text("x")]);
const row = members(
  ["id", fc.nat({ max: 99 }).map(String)],
  [
    "parties",
    fc.tuple(or(party("020 7946 0018")), or(party("01632 960123"))).map((both) => `[${both.join(",")}]`),
  ],
  [
    "times",
    members(
      ["answered", text("2026-10-05T09:15:00Z")],
      ["seconds", fc.constantFrom("60", '"61"', "62.5")],
      ["0", text("2026-10-05T09:14:00Z")],
    ),
  ],
  [
    "kind",
    members(
      ["of", fc.constantFrom('"call"', '"test"')],
      ["place", fc.constantFrom('"Leeds"', '"Caf\\u00e9"', "null")],
    ),
  ],
);

test("whatever stands within what", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(or(row), { minLength: 1, maxLength: 6 }), async (rows) => {
      await expectTwoWaysAlike(Buffer.from(`${rows.join("\n")}\n`), read, how);
    }),
    runs(600),
  );
});

test("is read from its bytes", async () => {
  const line = (id: number): string =>
    `{"id":${id},"parties":[{"number":"020 7946 0018","name":"\\u00e9"},{"number":"01632 960123"}],"times":{"answered":"2026-10-05T09:15:00Z","seconds":"60"},"kind":{}}`;
  const bytes = Buffer.from(Array.from({ length: 50 }, (_, id) => `${line(id)}\n`).join(""));
  const { rows, careful } = await scanned(bytes, read);
  expect(rows).toBe(50);
  expect(careful).toEqual([]);
});
