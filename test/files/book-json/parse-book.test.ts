/** A book's JSON is what JSON.parse makes of it, whichever way its lines are read; so are its digest and its problems. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkBook, openBook } from "../../../src/book/index.ts";
import { tariffLineColumns } from "../../../src/book/tariffs/tariff-lines.ts";
import { bookDigest, parseBook } from "../../../src/files/book-json/index.ts";
import { parseJsonFile } from "../../../src/files/json.ts";
import { type BookData, writtenLinesOf } from "../../../src/model/index.ts";
import { atLeast, expectSame, runs } from "../../properties/runs.ts";

/** What a function gives, or the text of what it throws. */
function outcome(work: () => unknown): unknown {
  try {
    return { value: work() };
  } catch (error) {
    return String(error);
  }
}

const space = fc.constantFrom("", "", "", " ", "\n  ", "\t\r");
const name = fc.constantFrom(
  '"prefix"',
  '"prefix"',
  '"prefix"',
  '"cost"',
  '"cost"',
  '"tariffType"',
  '"base"',
  '"startDate"',
  '"pre\\u0066ix"',
  '"pre\\"fix"',
  '"rates"',
  '"__proto__"',
  '"unheardOf"',
  "prefix",
);
const scalar = fc.oneof(
  { weight: 6, arbitrary: fc.stringMatching(/^[0-9]{1,9}$/).map((digits) => `"${digits}"`) },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      ...['"1.5"', "1.5", "1.50", "15e-1", "1e999", "-0", "1E2", "12345678901234567890", "01", "+1", "NaN"],
      ...[
        "true",
        "null",
        '""',
        '"#"',
        '"prefix"',
        '"\\u0023"',
        '"a\\\\"',
        '"},{"',
        '"é€😀"',
        '"\\ud800"',
        '"x\ty"',
      ],
      ...[
        '"2026-01-01"',
        '"default"',
        '"1234567890123456"',
        '" 44"',
        "44",
        '"rates":[',
        "{}",
        "[1]",
        '{"a":1}',
      ],
    ),
  },
);
const field = fc
  .tuple(name, scalar, space, space)
  .map(([key, value, before, after]) => `${before}${key}${after}:${before}${value}${after}`);
const plainLine = fc
  .tuple(fc.stringMatching(/^[0-9]{1,15}$/), fc.constantFrom('"cost":"1.5"', '"cost":2', '"tariffType":"#é"'))
  .map(([prefix, cost]) => `{"prefix":"${prefix}",${cost}}`);
const price = fc
  .tuple(
    fc.constantFrom("cost", "cost", "costConnection", "costMin", "costMax", "initialCost", "roundPence", "x"),
    fc.oneof(
      fc.stringMatching(/^[0-9]{1,7}(\.[0-9]{1,7})?$/),
      fc.constantFrom("", "0", "1.5", "-1", ".5", "1.", "1.50", "+2", " 3", "007", "1,5"),
    ),
  )
  .map(([field, amount]) => `"${field}":"${amount}"`);
const pricedLine = fc
  .tuple(fc.stringMatching(/^[0-9]{1,15}$/), fc.array(price, { maxLength: 4 }), fc.nat({ max: 4 }))
  .map(
    ([prefix, prices, before]) =>
      `{${[...prices.slice(0, before), `"prefix":"${prefix}"`, ...prices.slice(before)].join()}}`,
  );
const line = fc.oneof(
  { weight: 5, arbitrary: plainLine },
  fc
    .tuple(fc.array(field, { maxLength: 4 }), space)
    .map(([fields, after]) => `{${fields.join(",")}${after}}`),
  fc.constantFrom("", "7", "[]", "{", "null"),
);
const lines = fc.oneof(
  { weight: 4, arbitrary: fc.array(plainLine, { minLength: 1, maxLength: 12 }) },
  { weight: 4, arbitrary: fc.array(fc.oneof(pricedLine, plainLine), { minLength: 1, maxLength: 12 }) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.array(plainLine, { maxLength: 3 }), line, fc.array(plainLine, { maxLength: 3 }))
      .map(([before, odd, after]) => [...before, odd, ...after]),
  },
  fc.array(line, { maxLength: 6 }),
);
/** Mostly the first of some texts. */
const mostly = (usual: string, ...others: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 3 * others.length, arbitrary: fc.constant(usual) },
    ...others.map((text) => fc.constant(text)),
  );
const rates = fc
  .tuple(lines, space, mostly("]", "]", "]", ",]", ""))
  .map(
    ([list, between, close]) => `"rates":${between}[${list.join(`${between},${between}`)}${between}${close}`,
  );
const tariff = fc
  .tuple(
    rates,
    mostly(
      '"name":"Deck"',
      '"description":"\\"rates\\":[{"',
      '"rates":[]',
      '"__proto__":1',
      '"rates":[{"cost":1}]',
    ),
  )
  .map(([list, other]) => `{"id":1,"tariffClass":"national","name":"T",${other},${list}}`);
const anyText = fc
  .tuple(
    fc.array(tariff, { maxLength: 3 }),
    mostly("tariffs", "fixedFeeTariffs", "__proto__", "callTypes"),
    mostly("", ',"tariffs":[]', ',"rates":[{}]', ',"x":{"rates":[{"prefix":"1"}]}', "}"),
  )
  .map(
    ([list, key, other]) =>
      `{"callTypes":[{"name":"UK","tariffClass":"national"}],"${key}":[${list.join(",")}]${other}}`,
  );

const parse = (text: string): unknown => parseBook(Buffer.from(text), "book.json");
const ordinary = (text: string): unknown =>
  parseJsonFile(Buffer.from(text).toString("utf8"), "book.json", "a book");

describe("a book's JSON", () => {
  test("reads as JSON.parse reads it, with its digest and its problems", () => {
    let scanned = 0;
    fc.assert(
      fc.property(anyText, (text) => {
        const wanted = outcome(() => ordinary(text));
        const found = outcome(() => parse(text));
        if (typeof wanted === "string" || typeof found === "string") {
          expect(found).toBe(wanted);
          return;
        }
        const [{ value: left }, { value: right }] = [found, wanted] as {
          value: { tariffs?: unknown[] };
        }[] as [{ value: { tariffs?: unknown[] } }, { value: object }];
        if (Array.isArray(left.tariffs)) scanned += left.tariffs.filter((own) => writtenLinesOf(own)).length;
        expect(bookDigest(left)).toBe(bookDigest(right));
        expectSame(checkBook(left), checkBook(right), () => text);
        expect(JSON.stringify(left)).toBe(JSON.stringify(right));
        expectSame(left, right, () => text);
        expect(bookDigest(left)).toBe(bookDigest(right));
      }),
      runs(3_000, 300),
    );
    expect(scanned).toBeGreaterThan(atLeast(150));
  });

  test("the lines of an opened book are the same", () => {
    const amount = fc.constantFrom("1", "1.5", "0.25", "7");
    const prices = fc.record(
      {
        cost: amount,
        costConnection: amount,
        costMin: amount,
        costMax: amount,
        initialDuration: fc.constantFrom("30", 60),
        initialCost: amount,
        roundPence: amount,
        chargeType: fc.constantFrom("perCall", "markup"),
      },
      { requiredKeys: ["cost"] },
    );
    const deck = fc
      .array(fc.tuple(fc.stringMatching(/^[0-9]{1,15}$/), prices), { minLength: 1, maxLength: 40 })
      .map((list) => new Map(list));
    fc.assert(
      fc.property(deck, fc.record({ baseCost: amount, baseCostMax: amount }), (list, base) => {
        const data = {
          callTypes: [{ name: "UK", tariffClass: "national" as const }],
          tariffs: [
            {
              id: 1,
              name: "Deck",
              tariffClass: "national" as const,
              ...base,
              rates: [...list].map(([prefix, values]) => ({ prefix, ...values })),
            },
          ],
        };
        const read = parse(JSON.stringify(data)) as BookData;
        const linesOf = (book: BookData): unknown =>
          outcome(() => {
            const { tables, warnings } = openBook(book);
            const tariff = tables.tariffs.get("1");
            return {
              lines: tariff && tariffLineColumns(tariff.lines),
              rates: tables.rates.columns,
              warnings,
            };
          });
        expect(writtenLinesOf(read.tariffs?.[0])).toBeDefined();
        expectSame(linesOf(read), linesOf(data), () => data);
      }),
      runs(500, 50),
    );
  });

  test("its lines are ordinary ones to whoever reads or writes them", () => {
    const text =
      '{"tariffs":[{"id":1,"rates":[{"prefix":"44","cost":1}],"name":"T"},{"rates":[{"prefix":"1"}]}]}';
    const { tariffs } = parse(text) as { tariffs: { rates: { prefix: string }[]; name?: string }[] };
    const [first, second] = tariffs as [(typeof tariffs)[0], (typeof tariffs)[0]];
    expect(Object.keys(first)).toEqual(["id", "rates", "name"]);
    const copy = Object.create(Object.prototype, Object.getOwnPropertyDescriptors(first)) as typeof first;
    first.rates.push({ prefix: "45" });
    expect(first.rates).toBe(copy.rates);
    expect(Object.getOwnPropertyDescriptor(first, "rates")?.value).toHaveLength(2);
    expect(structuredClone(second)).toEqual({ rates: [{ prefix: "1" }] });
    second.rates = [];
    expect(second).toEqual({ rates: [] });
    const frozen = Object.freeze((parse(text) as { tariffs: object[] }).tariffs[0]) as typeof first;
    expect(frozen.rates).toBe(frozen.rates);
    expect(() => {
      frozen.rates = [];
    }).toThrow(TypeError);
  });
});
