/** The proof's books are valid, its calls the same at every asking, and its files tell them as they are. */
import { parse } from "csv-parse/sync";
import { describe, expect, test } from "vitest";
import { makeBook } from "../../proof/book.ts";
import { csvHeader, csvPart, jsonPart, jsonValues } from "../../proof/call-files.ts";
import { CallMaker } from "../../proof/calls.ts";
import { ukCdrCall } from "../../proof/uk-cdr-file.ts";
import { checkBook, createTally, openBook, rateCalls } from "../../src/index.ts";
import { createSecondOpinion, type Row } from "../second-opinion/index.ts";

describe("books", () => {
  test.each([1, 2, 3])("of seed %i are valid in every setting", (seed) => {
    for (let place = 0; place < 16; place++) {
      expect(checkBook(makeBook(seed, place).data).problems).toEqual([]);
    }
  });

  test("differ by seed and by place, and by nothing else", () => {
    const text = (seed: number, place: number): string => JSON.stringify(makeBook(seed, place).data);
    expect(text(1, 0)).toBe(text(1, 0));
    expect(text(1, 0)).not.toBe(text(2, 0));
    expect(text(1, 0)).not.toBe(text(1, 8));
  });
});

describe("calls", () => {
  const book = makeBook(1, 2);
  const maker = new CallMaker(book, 1);
  const items = [maker.block(0), maker.block(1, 500, true)].flat();

  test("are the same whenever a block is asked for", () => {
    expect(new CallMaker(book, 1).block(1, 500, true)).toEqual(items.slice(500));
    expect(maker.block(1)).not.toEqual(maker.block(2));
  });

  test("repeat ids and carriers' ids, and have carriers' ids that another carrier or leg had, too (R30)", () => {
    const repeatedField = createSecondOpinion(book.data as unknown as Row).repeatedFields();
    const met = { id: 0, carrierCallID: 0, "of another call": 0 };
    const carrierCallIDs = new Set<string>();
    for (const { call, flaw } of items) {
      if (flaw !== undefined) continue;
      const field = repeatedField(call);
      const own = call.carrierCallID;
      if (field !== null) met[field]++;
      else if (own !== undefined && carrierCallIDs.has(own)) met["of another call"]++;
      if (own !== undefined) carrierCallIDs.add(own);
    }
    expect(Math.min(...Object.values(met))).toBeGreaterThan(3);
  });

  test("are mostly rated, and meet errors of many kinds", () => {
    const tally = createTally();
    const calls = items.filter(({ flaw }) => flaw === undefined).map(({ call }) => call);
    for (const result of rateCalls(openBook(book.data), calls)) tally.add(result);
    const { rated, errorsByCode } = tally.report();
    expect(rated).toBeGreaterThan(calls.length / 2);
    expect(errorsByCode.length).toBeGreaterThan(6);
  });

  test("stand in CSV on their lines, and read as they are", () => {
    const sound = items.filter(({ flaw }) => flaw === undefined);
    const part = csvPart(sound, book.setting, 2, 1);
    const text = csvHeader(book.setting) + part.bytes.toString();
    const rows = parse(text, { columns: true, record_delimiter: ["\n", "\r\n"], skip_empty_lines: true });
    const told = (rows as Record<string, string>[]).map((row) =>
      Object.fromEntries(Object.entries(row).filter(([, cell]) => cell !== "")),
    );
    expect(told).toEqual(sound.map(({ call }) => call));
    expect(part.nextLine).toBe(text.split("\n").length);
    const lines = text.split("\n");
    for (const [at, { call }] of sound.entries()) {
      const line = lines[(part.lines[at] ?? 0) - 1] ?? "";
      expect(line).toContain(call.startDate ?? call.startTime);
    }
  });

  test("stand in JSON lines with the same values", () => {
    const values = items.map(({ call }, at) => jsonValues(call, 1, at));
    const part = jsonPart(items, values, 1);
    const lines = part.bytes.toString().split("\n");
    for (const [at, { call, flaw }] of items.entries()) {
      if (flaw !== undefined) continue;
      const told = JSON.parse(lines[(part.lines[at] ?? 0) - 1] ?? "") as Record<string, unknown>;
      expect(Object.keys(told)).toEqual(Object.keys(call));
      for (const [field, text] of Object.entries(call)) expect(String(told[field])).toBe(text);
    }
  });

  test("become UK CDRs where these can tell them", () => {
    const told = items.map(({ call }) => ukCdrCall(call)).filter((call) => call !== undefined);
    expect(told.length).toBeGreaterThan(items.length / 2);
    expect(ukCdrCall({ startDate: "2026-10-01T10:00:00" })).toBeUndefined();
    expect(
      ukCdrCall({ startDate: "2026-10-01", startTime: "10:00:00", id: "7", costCDRBasic: "0.00" }),
    ).toEqual({
      startDate: "2026-10-01",
      startTime: "10:00:00",
      id: "7",
      carrierCallID: "7",
    });
  });
});
