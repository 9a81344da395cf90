/** Cells of rows of any width and length: each is found where it stands, without white space around it. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { newCallBlock } from "../../../src/files/call-blocks/call-block.ts";
import { CallCells, delimitedBy } from "../../../src/files/call-blocks/call-cells.ts";
import { atLeast, runs } from "../../properties/runs.ts";

const block = newCallBlock();

/** A cell as it is written, and what it says. */
interface Cell {
  readonly written: string;
  readonly text: string;
}

const bare = (text: string): Cell => ({ written: text, text });
const quoted = (text: string): Cell => ({ written: `"${text.replaceAll('"', '""')}"`, text });

const cell = fc.oneof(
  {
    weight: 20,
    arbitrary: fc.constantFrom("", "1", "42", " 7 ", "\t", "Northway", "+441632960015", "é").map(bare),
  },
  { weight: 5, arbitrary: fc.nat({ max: 60 }).map((length) => bare("x".repeat(length))) },
  { weight: 1, arbitrary: fc.constantFrom("", "a,b", 'say "so"', "two\nlines", "\n", " a ").map(quoted) },
);
const longCell = fc
  .tuple(fc.integer({ min: 16_300, max: 16_500 }), fc.boolean())
  .map(([length, isQuoted]) => (isQuoted ? quoted : bare)("y".repeat(length)));

test("rows of any length, in blocks one after another", () => {
  const width = fc.integer({ min: 1, max: 6 });
  const lineEnd = fc.constantFrom("\n", "\r\n");
  const rowsOf = (cells: number): fc.Arbitrary<Cell[][]> =>
    fc
      .tuple(
        fc.array(fc.array(cell, { minLength: cells, maxLength: cells }), { size: "max", maxLength: 40 }),
        fc.integer({ min: 1, max: 60 }),
        fc.option(longCell),
      )
      .map(([rows, times, long]) => {
        const many = Array.from({ length: times }, () => rows).flat();
        if (long !== null && many.length > 0)
          many.splice(many.length >> 1, 0, [long, ...(many[0] as Cell[]).slice(1)]);
        return many;
      });
  let largest = 0;
  fc.assert(
    fc.property(
      width.chain((cells) => fc.tuple(rowsOf(cells), rowsOf(cells), fc.constant(cells))),
      lineEnd,
      ([first, second, cells], end) => {
        const columns = Array.from({ length: cells }, () => undefined);
        const reader = new CallCells(columns, block, delimitedBy(","));
        for (const rows of [first, second]) {
          const text = rows.map((row) => row.map(({ written }) => written).join(",") + end).join("");
          const bytes = Buffer.from(text);
          largest = Math.max(largest, bytes.length);
          let at = 0;
          for (const row of rows) {
            const { window, memory, reading, kernel } = block;
            const length = Buffer.byteLength(row.map(({ written }) => written).join(",") + end);
            bytes.copy(memory, window, at, at + length + 64);
            reader.begin(window, window + length, false);
            reader.cellStart.fill(0);
            reader.cellEnd.fill(0);
            kernel.functions.beginRow(reading);
            const behind = reader.read(window, 0, 0, cells);
            const lineEnd = row.map(({ text: own }) => own.split("\n").length - 1);
            expect(reader.linesWithin).toBe(lineEnd.reduce((sum, lines) => sum + lines, 0));
            const textOf = (column: number): string =>
              reader.text(
                reader.cellStart[column] as number,
                reader.cellEnd[column] as number,
                reader.isCellEscaped[column] === 1,
              );
            expect(Array.from(row, (_, column) => textOf(column))).toEqual(row.map((own) => own.text.trim()));
            expect(memory.toString("utf8", behind, behind + end.length)).toBe(end);
            expect(behind + end.length).toBe(window + length);
            at += length;
          }
          expect(at).toBe(bytes.length);
        }
      },
    ),
    runs(60),
  );
  expect(largest).toBeGreaterThan(atLeast(40_000));
});
