/** Cells of rows in blocks far larger than what is gone through at once: none is lost where one stretch ends. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { CallBlock } from "../../../src/files/call-blocks/call-block.ts";
import { CellReader } from "../../../src/files/call-blocks/cell-reader.ts";
import { DelimitedCells } from "../../../src/files/call-blocks/delimited-cells.ts";
import { CAREFULLY } from "../../../src/files/call-blocks/row-scanner.ts";
import { atLeast, runs } from "../../properties/runs.ts";

const block = new CallBlock(() => {
  throw new Error("no row is read again");
});

/** A cell as it is written, and what it says. */
interface Cell {
  readonly written: string;
  readonly text: string;
}

const bare = (text: string): Cell => ({ written: text, text });
const quoted = (text: string): Cell => ({ written: `"${text.replaceAll('"', '""')}"`, text });

const cell = fc.oneof(
  { weight: 20, arbitrary: fc.constantFrom("", "1", "42", "Northway", "+441632960015", "é").map(bare) },
  { weight: 5, arbitrary: fc.nat({ max: 60 }).map((length) => bare("x".repeat(length))) },
  { weight: 1, arbitrary: fc.constantFrom("", "a,b", 'say "so"', "two\nlines", "\n").map(quoted) },
);
/** Longer than a stretch, or nearly. */
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
        const reader = new CellReader(cells, block);
        const found = new DelimitedCells(reader, { delimiter: ",", width: cells, mayTrail: false });
        for (const rows of [first, second]) {
          const bytes = Buffer.from(
            rows.map((row) => row.map(({ written }) => written).join(",") + end).join(""),
          );
          largest = Math.max(largest, bytes.length);
          reader.begin(bytes, false);
          found.begin();
          let at = 0;
          for (const row of rows) {
            const next = found.find(at);
            expect(next).not.toBe(CAREFULLY);
            expect(found.found).toBe(cells);
            expect(Array.from(row, (_, place) => reader.text(place))).toEqual(row.map(({ text }) => text));
            at = next;
          }
          expect(at).toBe(bytes.length);
        }
      },
    ),
    runs(60),
  );
  // Several stretches.
  expect(largest).toBeGreaterThan(atLeast(40_000));
});
