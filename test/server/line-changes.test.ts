/** H32: the rows of a tariff's lines through any changes. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { lineChanges, NO_PLACED_LINES, type PlacedLines } from "../../src/server/store/line-changes.ts";
import { runs } from "../properties/runs.ts";

const lines = fc.array(fc.constantFrom(..."abcdefgh"), { maxLength: 12 });

/** The lines after a change, as the rows say them. */
function applied(before: PlacedLines, texts: readonly string[]): PlacedLines {
  const { closed, opened, positions } = lineChanges(before, texts);
  const rows = new Map(before.texts.map((text, at) => [before.positions[at] as number, text]));
  for (const position of closed) expect(rows.delete(position)).toBe(true);
  for (const { position, line } of opened) {
    expect(rows.has(position)).toBe(false);
    rows.set(position, line);
  }
  const ordered = [...rows].sort(([a], [b]) => a - b);
  expect(ordered.map(([position]) => position)).toEqual([...positions]);
  expect(positions.every((position) => Number.isSafeInteger(position) && position > 0)).toBe(true);
  return { texts: ordered.map(([, text]) => text), positions };
}

test("H32 the rows say the lines in their order, after any changes", () => {
  fc.assert(
    fc.property(fc.array(lines, { maxLength: 30 }), (steps) => {
      let placed = NO_PLACED_LINES;
      for (const texts of steps) {
        placed = applied(placed, texts);
        expect(placed.texts).toEqual(texts);
        expect(lineChanges(placed, texts)).toMatchObject({ closed: [], opened: [] });
      }
    }),
    runs(2_000),
  );
});

test("H32 one line changed, added or removed is one row each", () => {
  const deck = Array.from({ length: 1_000 }, (_, at) => `line ${at}`);
  const placed = applied(NO_PLACED_LINES, deck);
  for (const at of [0, 1, 500, 999]) {
    const changed = lineChanges(placed, deck.with(at, "other"));
    expect(changed.closed).toEqual([placed.positions[at]]);
    expect(changed.opened).toEqual([{ position: placed.positions[at], line: "other" }]);
    expect(lineChanges(placed, deck.toSpliced(at, 1)).closed).toEqual([placed.positions[at]]);
    const added = lineChanges(placed, deck.toSpliced(at, 0, "other"));
    expect([added.closed.length, added.opened.length]).toEqual([0, 1]);
  }
  // Moved to the end: the others stay.
  const moved = lineChanges(placed, [...deck.slice(1), "line 0"]);
  expect([moved.closed.length, moved.opened.length]).toEqual([1, 1]);
});

test("H32 where no number is left between two rows, all begin anew", () => {
  let placed = applied(NO_PLACED_LINES, ["last"]);
  let isAnew = false;
  for (let at = 0; at < 40; at++) {
    const texts = [`new ${at}`, ...placed.texts];
    isAnew ||= lineChanges(placed, texts).closed.length > 0;
    placed = applied(placed, texts);
    expect(placed.texts).toEqual(texts);
  }
  expect(isAnew).toBe(true);
});
