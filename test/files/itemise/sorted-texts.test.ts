/** Texts that are sorted in pieces come back in order, however small the pieces are and however few are merged at once. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SortedTexts } from "../../../src/files/itemise/sorted-texts.ts";
import { runs } from "../../properties/runs.ts";

interface Entry {
  readonly group: number;
  readonly key: number;
  readonly text: string;
}

/** What a plain sort makes of entries: groups in their order, keys in theirs, else as they came. */
function sorted(entries: readonly Entry[], group: number): readonly object[] {
  return entries
    .filter((entry) => entry.group === group)
    .sort((a, b) => a.key - b.key)
    .map(({ key, text }) => ({ key, text }));
}

async function expectSorted(entries: readonly Entry[], texts: SortedTexts): Promise<void> {
  try {
    for (const { group, key, text } of entries) await texts.add(group, key, text);
    await texts.sort();
    const groups = 1 + Math.max(-1, ...entries.map(({ group }) => group));
    // In any order, and more than once.
    for (const group of [...Array(groups).keys()].reverse().concat(0, groups + 1)) {
      expect([...texts.of(group)]).toEqual(sorted(entries, group));
    }
  } finally {
    await texts.close();
  }
}

/** Groups are numbered as they come. */
const anyEntries = fc
  .array(
    fc.record({
      group: fc.nat(9),
      key: fc.integer({ min: -3, max: 3 }),
      text: fc.string({ unit: "grapheme", maxLength: 40 }),
    }),
    { maxLength: 300 },
  )
  .map((entries) => {
    const groups = [...new Set(entries.map(({ group }) => group))];
    return entries.map((entry) => ({ ...entry, group: groups.indexOf(entry.group) }));
  });

describe("SortedTexts", () => {
  test("any texts, in pieces and merges of any size", async () => {
    await fc.assert(
      fc.asyncProperty(
        anyEntries,
        fc.integer({ min: 1, max: 5_000 }),
        fc.integer({ min: 2, max: 5 }),
        (entries, pieceBytes, merged) => expectSorted(entries, new SortedTexts({ pieceBytes, merged })),
      ),
      runs(300),
    );
  });

  test("texts longer than what is read and written at once", async () => {
    const entries = Array.from({ length: 40 }, (_, at) => ({
      group: at % 3,
      key: (at * 7) % 11,
      text: `${at} `.repeat(at % 2 === 0 ? 100_000 : 10),
    }));
    await expectSorted(entries, new SortedTexts({ pieceBytes: 1 << 19, merged: 2 }));
    await expectSorted(entries, new SortedTexts());
  });

  test("none at all", async () => {
    await expectSorted([], new SortedTexts());
    const closed = new SortedTexts();
    await closed.close();
    await closed.close();
  });
});
