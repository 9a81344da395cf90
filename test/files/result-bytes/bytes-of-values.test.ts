/** R1, R30: what is written straight into bytes is what the ways through text write. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CallBlock } from "../../../src/files/call-blocks/index.ts";
import { csvCell } from "../../../src/files/index.ts";
import { ByteSink, ResultLines } from "../../../src/files/result-bytes/index.ts";
import { TextTable } from "../../../src/files/result-bytes/text-table.ts";
import { lineFormats } from "../../../src/files/results/index.ts";
import { columnsFromRecords, openBook, rateColumns } from "../../../src/index.ts";
import { MOST_AMOUNT_BYTES, openKernel, rows } from "../../../src/kernel/index.ts";
import { formatUnits } from "../../../src/money/index.ts";
import { many, runs } from "../../properties/runs.ts";

const NO_PLAN = new ArrayBuffer(0);

describe.each([
  ["as WebAssembly", "webassembly"],
  ["as JavaScript", "javascript"],
] as const)("the kernel %s", (_, form) => {
  const kernel = openKernel(NO_PLAN, { workBytes: 1 << 28, form });
  const { memory, functions } = kernel;

  test("R1 amounts of every scale and size", () => {
    const units = fc.oneof(
      fc.maxSafeInteger(),
      fc.integer({ min: -2_000_000, max: 2_000_000 }),
      // Whole powers of ten and of two, and what lies beside them.
      fc
        .tuple(fc.constantFrom(2, 10), fc.nat({ max: 15 }), fc.constantFrom(-1, 0, 1), fc.constantFrom(1, -1))
        .map(([base, power, beside, sign]) => sign * (base ** (base === 2 ? 3 * power : power) + beside)),
    );
    functions.fillDigits();
    const room = memory.allocate(64);
    fc.assert(
      fc.property(units, fc.nat({ max: 8 }), fc.nat({ max: 5 }), (own, decimals, before) => {
        memory.views.workU8s.fill(35, room, room + 64);
        const bytes = Buffer.from(memory.views.workU8s.buffer, room, 64);
        const end = functions.writeUnits(room + before, own, decimals) - room;
        expect(bytes.toString("latin1", before, end)).toBe(formatUnits(own, decimals));
        expect(end - before).toBeLessThanOrEqual(MOST_AMOUNT_BYTES);
        expect(bytes.toString("latin1", 0, before)).toBe("#".repeat(before));
      }),
      runs(20_000),
    );
  });

  describe("texts of a file are what would be made of them", () => {
    const book = openBook({});
    const text = fc
      .string({
        unit: fc.oneof(
          fc.constantFrom(..."abZ09 ,\"'=+-@\\\t\r\n\u007f[_é\u00a0"),
          fc.string({ unit: "grapheme", minLength: 1, maxLength: 1 }),
        ),
        minLength: 1,
        maxLength: 40,
      })
      .filter((own) => Buffer.from(own).toString() === own);
    /** What is written of the text in the middle of other bytes; `isEscaped` where its quotes are doubled in the file. */
    const writer = (format: "csv" | "jsonl"): ((own: string, isEscaped: boolean) => string) => {
      const columns = ["call.target", "location"];
      const lines = new ResultLines(
        kernel,
        rateColumns(book, columnsFromRecords([])),
        lineFormats({ columns }, format, undefined).results,
      );
      const block = new CallBlock(kernel);
      return (own, isEscaped) => {
        const around = '"",\\';
        block.clear([""]);
        block.addItem({ line: 1, call: { target: own } });
        const at = block.window + around.length;
        block.memory.write(around, block.window);
        const length = block.memory.write(isEscaped ? own.replaceAll('"', '""') : own, at);
        block.memory.write(around, at + length);
        block.location.start[0] = at;
        block.location.end[0] = at + length;
        block.isLocationEscaped[0] = isEscaped ? 1 : 0;
        new Int32Array(block.memory.buffer)[rows.LOCATION >> 2] = -1;
        const sink = new ByteSink(1);
        lines.put(sink, block, 0, 1);
        return sink.bytes.toString();
      };
    };
    const examples = [
      "a",
      "ab",
      "abc",
      "abcd",
      "abcdefghi",
      "a,b",
      "abcd,efgh",
      "=a",
      "a ",
      "é",
      "aéb",
      'a"b',
    ].map((own) => [own, true] as [string, boolean]);

    test("as CSV cells", () => {
      const written = writer("csv");
      fc.assert(
        fc.property(text, fc.boolean(), (own, isEscaped) => {
          fc.pre(isEscaped || !own.includes('"'));
          expect(written(own, isEscaped)).toBe(`${csvCell(own)},${csvCell(own)}\n`);
        }),
        { ...runs(5_000), examples },
      );
    });

    test("as JSON", () => {
      const written = writer("jsonl");
      fc.assert(
        fc.property(text, fc.boolean(), (own, isEscaped) => {
          fc.pre(isEscaped || !own.includes('"'));
          expect(written(own, isEscaped)).toBe(`${JSON.stringify({ "call.target": own, location: own })}\n`);
        }),
        { ...runs(5_000), examples },
      );
    });
  });

  test("triples of codes have a text each, blank ones among them, made once", () => {
    const code = fc.integer({ min: -2, max: 12 });
    const textOf = (...triple: number[]): string => (triple[0] === 3 ? "" : `é ${triple.join()}`);
    const codes = { first: rows.NUMBER, second: rows.FEATURE, third: rows.TARIFF };
    fc.assert(
      fc.property(many(fc.tuple(code, code, code), rows.BLOCK_ROWS), (triples) => {
        let made = 0;
        const table = new TextTable(kernel, codes, (...triple) => {
          made++;
          return textOf(...triple);
        });
        const { workI32s } = memory.views;
        for (const [row, triple] of triples.entries())
          for (const [at, column] of [codes.first, codes.second, codes.third].entries())
            workI32s[(column >> 2) + row] = triple[at] as number;
        table.find(0, triples.length);
        const bytes = Buffer.from(memory.views.workU8s.buffer);
        const columns = new Int32Array(bytes.buffer);
        for (const [row, triple] of triples.entries()) {
          const start = columns[(table.columns.starts >> 2) + row] as number;
          const length = columns[(table.columns.lengths >> 2) + row] as number;
          expect(bytes.toString("utf8", start, start + length)).toBe(textOf(...triple));
        }
        expect(made).toBe(new Set(triples.map(String)).size);
      }),
      runs(30),
    );
  });
});
