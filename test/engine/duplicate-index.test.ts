/** R30: `duplicate-call`. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CallHasher } from "../../src/engine/call-hasher.ts";
import { DuplicateIndex, HASH_WORDS, type RepeatedField } from "../../src/engine/duplicate-index.ts";
import { FIRST_LANES, writeHash, writeHashOfBytes } from "../../src/engine/id-hash.ts";
import {
  type CallColumns,
  type CallRecord,
  columnsFromRecords,
  createPreview,
  openBook,
  rateCalls,
} from "../../src/index.ts";
import { runs } from "../properties/runs.ts";
import { bookOf, CALL } from "./one-tariff.ts";

const book = openBook({ callDirections: [{ name: "IN", direction: "inbound" }] });

/** Asked of call after call: the field by which it was read before. */
function noting(): { note: (call: CallRecord) => RepeatedField | undefined; index: DuplicateIndex } {
  const index = new DuplicateIndex();
  const hasher = new CallHasher(book.tables);
  return { note: (call) => index.noteHashes(hasher.of(call), 0), index };
}

describe("R30 the duplicate index", () => {
  test("agrees with a set of strings", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 6, unit: fc.constantFrom("a", "b", "1") })), (ids) => {
        const { note } = noting();
        const seen = new Set<string>();
        for (const id of ids) {
          const expected = id !== "" && seen.has(id) ? "id" : undefined;
          seen.add(id);
          expect(note({ id })).toBe(expected);
        }
      }),
      runs(1_000),
    );
  });

  test("tells neighbours apart among half a million ids, in at most 15 bytes an id", () => {
    const { note, index } = noting();
    const count = 500_000;
    let falseHits = 0;
    for (let at = 0; at < count; at++) if (note({ id: at }) !== undefined) falseHits++;
    expect(falseHits).toBe(0);
    expect(note({ id: count - 1 })).toBe("id");
    expect(note({ id: String(count) })).toBeUndefined();
    expect(index.byteLength / count).toBeLessThan(15);
  });

  test("a text in bytes has the hash of the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme-ascii" }), fc.nat({ max: 9 }), (id, before) => {
        const ofText = new Uint32Array(3);
        writeHash(id, FIRST_LANES, ofText, 0);
        const bytes = Buffer.from(`${"x".repeat(before)}${id}y`);
        const ofBytes = new Uint32Array(3);
        writeHashOfBytes(bytes, before, before + id.length, FIRST_LANES, ofBytes, 0);
        expect(ofBytes).toEqual(ofText);
      }),
      runs(1_000),
    );
  });

  test("keeps ids and carrier call ids apart, and knows __proto__ as an id like any other", () => {
    const { note } = noting();
    expect(note({ id: "7", carrierCallID: "8" })).toBeUndefined();
    expect(note({ id: "8", carrierCallID: "9" })).toBeUndefined();
    expect(note({ id: "10", carrierCallID: "9" })).toBe("carrierCallID");
    expect(note({ id: "__proto__" })).toBeUndefined();
    expect(note({ id: "__proto__" })).toBe("id");
    expect(note({ id: null })).toBeUndefined();
    expect(note({ id: "" })).toBeUndefined();
  });

  test("a carrier's id is the same call only from the same carrier, in one direction, of one leg", () => {
    const { note } = noting();
    const one = { carrier: "A", carrierCallID: "1" };
    for (const call of [
      one,
      { ...one, carrier: "B" },
      { carrierCallID: "1" },
      // The carrier and the id do not run into each other.
      { carrier: "A1", carrierCallID: "" },
      { carrier: "", carrierCallID: "A1" },
      { carrier: "A1", carrierCallID: "1" },
      { ...one, callTypeDirectionFlag: "IN" },
      { ...one, aLegID: 7 },
      { ...one, aLegID: 7, callTypeDirectionFlag: "IN" },
    ])
      expect(note(call)).toBeUndefined();
    for (const call of [
      one,
      { ...one, callCarrier: "A", carrier: "Reseller" },
      // A flag that the book does not list is outbound.
      { ...one, callTypeDirectionFlag: "OUT", aLegID: "" },
      { ...one, callTypeDirectionFlag: "OUT", aLegID: "another" },
      { ...one, aLegID: 8, callTypeDirectionFlag: "IN" },
    ])
      expect(note(call)).toBe("carrierCallID");
  });

  test("forgets no key however many carriers there are", () => {
    const { note } = noting();
    const callOf = (at: number): CallRecord => ({ carrier: `C${at}`, carrierCallID: "1" });
    for (let at = 0; at < 10_000; at++) expect(note(callOf(at))).toBeUndefined();
    for (let at = 0; at < 10_000; at++) expect(note(callOf(at))).toBe("carrierCallID");
  });
});

test("R30 a row's ids are those in its bytes, unless it goes by its record", () => {
  const bytes = new TextEncoder().encode("abc");
  const cells = { bytes, start: Uint32Array.of(0, 0), end: Uint32Array.of(1, 1) };
  const other = { ...cells, start: Uint32Array.of(1, 1), end: Uint32Array.of(3, 3) };
  const records = columnsFromRecords([
    { id: "a", carrierCallID: "bc", carrier: "Northway", callTypeDirectionFlag: "IN", aLegID: "z" },
    { id: "of the record", carrierCallID: "bc", carrier: "Northway" },
  ]);
  const hasALegID = Uint8Array.of(1, 0);
  const columns = { ...records, byRecord: Uint8Array.of(0, 1), id: cells, carrierCallID: other, hasALegID };
  const hasher = new CallHasher(book.tables);
  const hashes = (own: CallColumns, row: number): Uint32Array => {
    const words = new Uint32Array(HASH_WORDS);
    hasher.writeRow(own, row, words, 0);
    return words;
  };
  for (const row of [0, 1]) {
    const wanted = new Uint32Array(HASH_WORDS);
    hasher.writeCall(records.recordOf(row), wanted, 0);
    expect(hashes(columns, row)).toEqual(wanted);
    expect(hashes(records, row)).toEqual(wanted);
  }
});

describe("R30 duplicates in a batch", () => {
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

  test("one carrier's id from two carriers, and both legs of a call, are all rated", () => {
    const rated = bookOf({ baseCost: 1 }, { callDirections: [{ name: "IN", direction: "inbound" }] });
    const one = { ...CALL, duration: 60, carrier: "Northway", carrierCallID: "K1" };
    const calls = [
      { ...one, id: 1 },
      { ...one, id: 2, carrier: "Southway" },
      { ...one, id: 3, aLegID: 1 },
      { ...one, id: 4, callTypeDirectionFlag: "IN" },
      { ...one, id: 5 },
    ];
    const wanted = ["rated", "rated", "rated", "rated", "duplicate-call"];
    const outcomes = [...rateCalls(rated, calls)].map((result) =>
      result.outcome === "error" ? result.error : result.outcome,
    );
    expect(outcomes).toEqual(wanted);

    const byRecord = createPreview(rated, rated);
    for (const call of calls) byRecord.add(call);
    const byColumns = createPreview(rated, rated);
    byColumns.addColumns(columnsFromRecords(calls));
    expect(byColumns.report()).toEqual(byRecord.report());
    expect(byColumns.report().counts).toMatchObject({ ratedTwice: 4, unrated: 1 });
  });

  test("a repeated call that is malformed is malformed, and its ids count as read all the same", () => {
    const codes = [
      ...rateCalls(book, [
        { id: 1, startDate: "nonsense", carrierCallID: "K1" },
        { id: 2, startDate: "2026-10-01", target: "1", carrierCallID: "K1" },
        { id: 1, startDate: "2026-10-01", target: "1" },
        { id: 1, startDate: "nonsense", carrierCallID: "K1" },
      ]),
    ].map((result) => result.outcome === "error" && result.error);
    expect(codes).toEqual(["malformed-record", "duplicate-call", "duplicate-call", "malformed-record"]);
  });
});
