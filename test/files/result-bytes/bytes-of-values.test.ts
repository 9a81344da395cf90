/** R1, R30: what is written straight into bytes is what the ways through text write. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { csvCell } from "../../../src/files/index.ts";
import { MOST_AMOUNT_BYTES, writeUnits } from "../../../src/files/result-bytes/amount-bytes.ts";
import { ByteSink, copyText, MOST_BEHIND } from "../../../src/files/result-bytes/byte-sink.ts";
import { MOST_ESCAPED, TextBytes } from "../../../src/files/result-bytes/text-bytes.ts";
import { TextTable } from "../../../src/files/result-bytes/text-table.ts";
import { formatUnits } from "../../../src/money/index.ts";
import { many, runs } from "../../properties/runs.ts";

test("R1 amounts of every scale and size", () => {
  const units = fc.oneof(
    fc.maxSafeInteger(),
    fc.integer({ min: -2_000_000, max: 2_000_000 }),
    // Whole powers of ten and of two, and what lies beside them.
    fc
      .tuple(fc.constantFrom(2, 10), fc.nat({ max: 15 }), fc.constantFrom(-1, 0, 1), fc.constantFrom(1, -1))
      .map(([base, power, beside, sign]) => sign * (base ** (base === 2 ? 3 * power : power) + beside)),
  );
  fc.assert(
    fc.property(units, fc.nat({ max: 8 }), fc.nat({ max: 5 }), (own, decimals, at) => {
      const sink = new ByteSink(at + MOST_AMOUNT_BYTES);
      sink.memory.fill("#");
      const end = writeUnits(sink, at, own, decimals);
      expect(sink.memory.toString("latin1", at, end)).toBe(formatUnits(own, decimals));
      expect(end - at).toBeLessThanOrEqual(MOST_AMOUNT_BYTES);
      expect(sink.memory.toString("latin1", 0, at)).toBe("#".repeat(at));
    }),
    runs(20_000),
  );
});

describe("texts of a file are what would be made of them", () => {
  const text = fc
    .string({
      unit: fc.oneof(
        fc.constantFrom(..."abZ09 ,\"'=+-@\\\t\r\n\u007f[_é\u00a0"),
        fc.string({ unit: "grapheme", minLength: 1, maxLength: 1 }),
      ),
      minLength: 1,
      maxLength: 12,
    })
    .filter((own) => Buffer.from(own).toString() === own);
  /** What is written of the text in the middle of other bytes. */
  const written = (format: "csv" | "jsonl", own: string, isEscaped: boolean): string => {
    const around = '"",\\';
    const bytes = Buffer.from(around + own + around);
    const texts = new TextBytes(format);
    texts.isEscaped = isEscaped;
    const sink = new ByteSink(MOST_ESCAPED * bytes.length);
    const end = texts.write(sink, 3, bytes, around.length, bytes.length - around.length);
    return sink.memory.toString("utf8", 3, end);
  };
  const plain = ["a", "ab", "abc", "abcd", "abcdefghi", "a,b", "abcd,efgh", "=a", "a ", "é"].map(
    (own) => [own] as [string],
  );

  test("as CSV cells", () => {
    fc.assert(
      fc.property(text, (own) => {
        expect(written("csv", own, false)).toBe(`${csvCell(own)},`);
      }),
      { ...runs(5_000), examples: plain },
    );
  });

  test("as CSV cells that are written with doubled quotes", () => {
    fc.assert(
      fc.property(text, (own) => {
        expect(written("csv", own.replaceAll('"', '""'), true)).toBe(`${csvCell(own)},`);
      }),
      { ...runs(2_000), examples: plain },
    );
  });

  test("as JSON", () => {
    fc.assert(
      fc.property(text, (own) => {
        expect(written("jsonl", own, false)).toBe(`${JSON.stringify(own)},`);
      }),
      { ...runs(5_000), examples: plain },
    );
  });
});

test("any text is copied as it is, onto itself further on, too", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 40 }), fc.nat({ max: 9 }), (text, before) => {
      const own = Buffer.from(text);
      const bytes = Buffer.alloc(before + 2 * own.length + MOST_BEHIND);
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
      own.copy(bytes, before);
      const end = copyText(view, before + own.length, view, before, own.length);
      expect(bytes.subarray(before, end)).toEqual(Buffer.concat([own, own]));
    }),
    runs(5_000),
  );
});

test("triples of codes have a text each, blank ones among them, made once", () => {
  const code = fc.integer({ min: -2, max: 12 });
  const textOf = (...triple: number[]): string => (triple[0] === 3 ? "" : `é ${triple.join()}`);
  fc.assert(
    fc.property(many(fc.tuple(code, code, code), 3_000), (triples) => {
      let made = 0;
      const table = new TextTable((...triple) => {
        made++;
        return textOf(...triple);
      });
      table.begin(triples.length);
      for (const [row, triple] of triples.entries()) table.find(row, ...triple);
      const bytes = Buffer.from(table.texts.buffer);
      for (const [row, triple] of triples.entries()) {
        const start = table.starts[row] as number;
        expect(bytes.toString("utf8", start, start + (table.lengths[row] as number))).toBe(textOf(...triple));
      }
      expect(made).toBe(new Set(triples.map(String)).size);
    }),
    runs(30),
  );
});
