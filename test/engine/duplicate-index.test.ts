/** R30: `duplicate-call`. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CallHasher } from "../../src/engine/duplicates/call-hasher.ts";
import { DuplicateIndex, type RepeatedField } from "../../src/engine/duplicates/duplicate-index.ts";
import { RowHasher } from "../../src/engine/duplicates/row-hasher.ts";
import { type CallRecord, columnsFromRecords, createPreview, openBook, rateCalls } from "../../src/index.ts";
import { type KernelForm, openKernel, rows } from "../../src/kernel/index.ts";
import { runs } from "../properties/runs.ts";
import { bookOf, CALL } from "./one-tariff.ts";

const book = openBook({ callDirections: [{ name: "IN", direction: "inbound" }] });

const FORMS: readonly KernelForm[] = ["webassembly", "javascript"];

interface Noting {
  /** Asked of call after call: the field by which it was read before. */
  readonly note: (call: CallRecord) => RepeatedField | undefined;
  readonly index: DuplicateIndex;
}

function noting(form: KernelForm = "webassembly"): Noting {
  const index = new DuplicateIndex(form);
  const hasher = new CallHasher(book.tables);
  return { note: (call) => index.noteCall(hasher.of(call)), index };
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

  test.each(FORMS)(
    "tells neighbours apart among half a million ids, in at most 14 bytes an id (%s)",
    { tags: "example" },
    (form) => {
      const { note, index } = noting(form);
      const count = 500_000;
      let falseHits = 0;
      for (let at = 0; at < count; at++) if (note({ id: at }) !== undefined) falseHits++;
      expect(falseHits).toBe(0);
      let missed = 0;
      for (let at = 0; at < count; at++) if (note({ id: at }) !== "id") missed++;
      expect(missed).toBe(0);
      expect(note({ id: String(count) })).toBeUndefined();
      expect(index.byteLength / count).toBeLessThanOrEqual(14);
    },
  );

  test("notes many calls at once as it notes one after another, whatever is said of how many are to come", () => {
    const ids = fc.array(fc.tuple(fc.nat({ max: 2_000 }), fc.nat({ max: 2_000 })), { maxLength: 3_000 });
    const share = fc.option(fc.double({ min: 0.001, max: 1, noNaN: true }), { nil: undefined });
    fc.assert(
      fc.property(ids, share, fc.constantFrom(...FORMS), (pairs, read, form) => {
        const calls = pairs.map(([id, carrierCallID]) => ({
          id: id || null,
          carrierCallID: carrierCallID || "",
        }));
        const { note } = noting(form);
        const wanted = calls.map(note);
        const hasher = new CallHasher(book.tables);
        const index = new DuplicateIndex(form);
        const half = calls.length >> 1;
        const found = new Map(
          [calls.slice(0, half), calls.slice(half)].flatMap((part, at) =>
            index.noteAll(Int32Array.from(part.flatMap((call) => [...hasher.of(call)])), at * half, read),
          ),
        );
        expect(calls.map((_, place) => found.get(place))).toEqual(wanted);
      }),
      runs(60),
    );
  });

  test("makes room at once for the ids of a file whose size is known", { tags: "example" }, () => {
    const hasher = new CallHasher(book.tables);
    const index = new DuplicateIndex();
    const sizes = new Set<number>();
    for (let at = 0; at < 200_000; at++) {
      index.noteAll(hasher.of({ id: at }), 0, (at + 1) / 200_000);
      sizes.add(index.byteLength);
    }
    expect(sizes.size).toBeLessThanOrEqual(3);
    expect(index.byteLength / 200_000).toBeLessThanOrEqual(14);
  });

  test("an id is the whole text: letters beyond ASCII, halves of pairs, and thousands of characters", () => {
    const { note } = noting();
    const long = "x".repeat(5_000);
    const ids = [
      "é",
      "e\u0301",
      "\u00c3\u00a9",
      "\ud83d\ude00",
      "\ud83d",
      "\ude00",
      "\ud83d\ud83d",
      "\ufffd",
    ];
    for (const id of [...ids, long, `${long}x`, `y${long}`, "\0", "\0\0", "a", "a\0"]) {
      expect(note({ id })).toBeUndefined();
      expect(note({ id })).toBe("id");
    }
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

describe("R30 a row's ids", () => {
  const cells = (texts: readonly string[]) => {
    const bytes = Buffer.from(texts.join(""));
    const end = Uint32Array.from(texts, (_, row) => Buffer.byteLength(texts.slice(0, row + 1).join("")));
    return {
      bytes,
      start: Uint32Array.from(texts, (_, row) => (row === 0 ? 0 : (end[row - 1] as number))),
      end,
    };
  };
  const id = fc.string({ unit: "grapheme-ascii", maxLength: 40 });
  const callsOf = fc.array(
    fc.record({
      id,
      carrierCallID: id,
      carrier: fc.constantFrom("", "Northway", "Zoë"),
      callTypeDirectionFlag: fc.constantFrom("", "IN", "OUT"),
      aLegID: fc.constantFrom("", "7"),
      goesByRecord: fc.boolean(),
    }),
    { minLength: 1, maxLength: 20 },
  );

  test("have the hashes of its record's, in columns and in both forms of the kernel", () => {
    fc.assert(
      fc.property(callsOf, (calls) => {
        const hasher = new CallHasher(book.tables);
        const wanted = calls.flatMap((call) => [...hasher.of(call)]);
        const columns = {
          ...columnsFromRecords(calls),
          byRecord: Uint8Array.from(calls, ({ goesByRecord }) => (goesByRecord ? 1 : 0)),
          id: cells(calls.map((call) => call.id)),
          carrierCallID: cells(calls.map((call) => call.carrierCallID)),
          hasALegID: Uint8Array.from(calls, ({ aLegID }) => (aLegID === "" ? 0 : 1)),
        };
        // What goes by its record is not looked at.
        for (const [row, { goesByRecord }] of calls.entries()) if (goesByRecord) columns.id.end[row] = 0;
        expect([...hasher.ofRows(columns)]).toEqual(wanted);
        for (const form of FORMS) expect(hashesInKernel(columns, form)).toEqual(wanted);
      }),
      runs(200),
    );
  });

  test("of more carriers than are kept, in any order of names", () => {
    const hasher = new CallHasher(book.tables);
    const calls = Array.from({ length: 3_000 }, (_, at) => ({
      id: at,
      carrier: `C${at % 1_400}`,
      carrierCallID: "1",
    }));
    for (let from = 0; from < calls.length; from += 1_000) {
      const part = calls.slice(from, from + 1_000);
      const columns = {
        ...columnsFromRecords(part),
        id: cells(part.map((call) => String(call.id))),
        carrierCallID: cells(part.map((call) => call.carrierCallID)),
        hasALegID: new Uint8Array(part.length),
      };
      expect(hashesInKernel(columns, "webassembly")).toEqual(part.flatMap((call) => [...hasher.of(call)]));
    }
  });

  type RowsWithIDs = Parameters<RowHasher["of"]>[0] & { readonly id: object };

  const hashers = new Map<KernelForm, { hasher: RowHasher; kernel: ReturnType<typeof openKernel> }>();
  function hashesInKernel(columns: RowsWithIDs, form: KernelForm): number[] {
    let known = hashers.get(form);
    if (known === undefined) {
      const kernel = openKernel(new ArrayBuffer(0), { form, workBytes: 1 << 20 });
      known = { hasher: new RowHasher(book.tables, kernel), kernel };
      hashers.set(form, known);
    }
    const { kernel, hasher } = known;
    const { workI32s, workU8s } = kernel.memory.views;
    let text = workU8s.length - (1 << 18);
    const put = (column: number, values: ArrayLike<number>, add = 0): void => {
      for (let row = 0; row < columns.length; row++)
        workI32s[(column >> 2) + row] = (values[row] as number) + add;
    };
    for (const [cell, start, end] of [
      [columns.id, rows.ID_START, rows.ID_END],
      [columns.carrierCallID, rows.CARRIER_CALL_ID_START, rows.CARRIER_CALL_ID_END],
    ] as const) {
      if (cell === undefined) throw new Error("columns without ids");
      workU8s.set(cell.bytes, text);
      put(start, cell.start, text);
      put(end, cell.end, text);
      text += cell.bytes.length;
    }
    put(rows.BY_RECORD, columns.byRecord);
    put(rows.CARRIER, columns.carrier);
    put(rows.DIRECTION_FLAG, columns.directionFlag);
    put(rows.HAS_A_LEG_ID, columns.hasALegID as Uint8Array);
    return [...hasher.of(columns)];
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
