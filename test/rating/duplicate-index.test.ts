/** R30, section 6: `duplicate-call`. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type CallColumns, columnsFromRecords, openBook, rateCalls } from "../../src/index.ts";
import { writeRowHashes } from "../../src/rating/column-ids.ts";
import {
  DuplicateIndex,
  HASH_WORDS,
  writeCallHashes,
  writeHashOfBytes,
} from "../../src/rating/duplicate-index.ts";

describe("R30 the duplicate index", () => {
  test("agrees with a set of strings", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 6, unit: fc.constantFrom("a", "b", "1") })), (ids) => {
        const index = new DuplicateIndex();
        const seen = new Set<string>();
        for (const id of ids) {
          const expected = id !== "" && seen.has(id) ? "id" : undefined;
          seen.add(id);
          expect(index.note({ id })).toBe(expected);
        }
      }),
    );
  });

  test("tells neighbours apart among half a million ids, in at most 15 bytes an id", () => {
    const index = new DuplicateIndex();
    const count = 500_000;
    let falseHits = 0;
    for (let at = 0; at < count; at++) if (index.note({ id: at }) !== undefined) falseHits++;
    expect(falseHits).toBe(0);
    expect(index.note({ id: count - 1 })).toBe("id");
    expect(index.note({ id: String(count) })).toBeUndefined();
    expect(index.byteLength / count).toBeLessThan(15);
  });

  test("a text in bytes has the hash of the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme-ascii" }), fc.nat({ max: 9 }), (id, before) => {
        const ofText = new Uint32Array(HASH_WORDS);
        writeCallHashes({ id }, ofText, 0);
        const bytes = Buffer.from(`${"x".repeat(before)}${id}y`);
        const ofBytes = new Uint32Array(HASH_WORDS);
        writeHashOfBytes(bytes, before, before + id.length, ofBytes, 0);
        expect(ofBytes.subarray(0, 3)).toEqual(ofText.subarray(0, 3));
      }),
    );
  });

  test("keeps ids and carrier call ids apart, and knows __proto__ as an id like any other", () => {
    const index = new DuplicateIndex();
    expect(index.note({ id: "7", carrierCallID: "8" })).toBeUndefined();
    expect(index.note({ id: "8", carrierCallID: "9" })).toBeUndefined();
    expect(index.note({ id: "10", carrierCallID: "9" })).toBe("carrierCallID");
    expect(index.note({ id: "__proto__" })).toBeUndefined();
    expect(index.note({ id: "__proto__" })).toBe("id");
    expect(index.note({ id: null })).toBeUndefined();
    expect(index.note({ id: "" })).toBeUndefined();
  });
});

test("R30 a row's ids are those in its bytes, unless it goes by its record", () => {
  const bytes = new TextEncoder().encode("abc");
  const cells = { bytes, start: Uint32Array.of(0, 0), end: Uint32Array.of(1, 1) };
  const other = { ...cells, start: Uint32Array.of(1, 1), end: Uint32Array.of(3, 3) };
  const records = columnsFromRecords([{ id: "a", carrierCallID: "bc" }, { id: "of the record" }]);
  const columns = { ...records, byRecord: Uint8Array.of(0, 1), id: cells, carrierCallID: other };
  const hashes = (own: CallColumns, row: number): Uint32Array => {
    const words = new Uint32Array(HASH_WORDS);
    writeRowHashes(own, row, words, 0);
    return words;
  };
  for (const row of [0, 1]) {
    const wanted = new Uint32Array(HASH_WORDS);
    writeCallHashes(records.recordOf(row), wanted, 0);
    expect(hashes(columns, row)).toEqual(wanted);
    expect(hashes(records, row)).toEqual(wanted);
  }
});

describe("R30 duplicates in a batch", () => {
  const book = openBook({});
  const calls = [
    { id: 1, startDate: "2026-10-01", target: "1" },
    { id: 1, startDate: "2026-10-01", target: "1" },
    { id: 1, startDate: "nonsense", target: "1" },
  ];

  test("a repeated call is reported, after malformed-record and before everything else", () => {
    const codes = [...rateCalls(book, calls)].map((result) => result.outcome === "error" && result.error);
    expect(codes).toEqual(["unregistered-number", "duplicate-call", "malformed-record"]);
  });

  test("`keep` turns it off", () => {
    const results = [...rateCalls(book, calls, { duplicates: "keep" })];
    expect(results.map((result) => result.outcome === "error" && result.error)).toEqual([
      "unregistered-number",
      "unregistered-number",
      "malformed-record",
    ]);
  });
});
