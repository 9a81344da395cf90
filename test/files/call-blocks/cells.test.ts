/** Cells read from bytes say what readers of text say of them, or leave it to those. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseTimeOfDay } from "../../../src/calendar/index.ts";
import { readColumnAmount, readColumnStart, readColumnUsage } from "../../../src/engine/index.ts";
import { CallCells, delimitedBy } from "../../../src/files/call-blocks/call-cells.ts";
import { clockIn } from "../../../src/files/call-blocks/cell-values.ts";
import { newCallBlock } from "../../../src/files/call-blocks/index.ts";
import { NameTable, NO_NAME } from "../../../src/files/call-blocks/name-table.ts";
import { runs } from "../../properties/runs.ts";

/** A text in the middle of others. */
function within(text: string): readonly [Buffer, number, number] {
  const bytes = Buffer.from(`12${text}34`);
  return [bytes, 2, bytes.length - 2];
}

const block = newCallBlock();
const { kernel, window, memory, nameRoom } = block;

/** What a cell of a field is read as, by the kernel as WebAssembly and as JavaScript; undefined where the record has to say. */
function read(field: "costCDR" | "duration" | "bytes" | "events" | "startDate", text: string): unknown {
  const isStart = field === "startDate";
  const values = [block, JAVASCRIPT].map((own) => {
    const cells = new CallCells(isStart ? [field] : [field, "startDate"], own, delimitedBy(","));
    const row = `${text}${isStart ? "" : ",2026-10-01"}\n`;
    cells.clear();
    cells.begin(own.window, own.window + Buffer.from(row).copy(own.memory, own.window), true);
    if (!cells.readRows(1)) return undefined;
    return (isStart ? own.startDay : field === "costCDR" ? own.costCDR[0] : own[field])?.[0];
  });
  expect(values[0], text).toBe(values[1]);
  return values[0];
}
const JAVASCRIPT = newCallBlock("javascript");

/** A text in the middle of others in the memory. */
function viewed(text: string): readonly [number, number] {
  const [bytes, start, end] = within(text);
  bytes.copy(memory, window);
  return [window + start, window + end];
}

const nearlyNumber = fc.oneof(
  fc.string({ unit: fc.constantFrom(..."0123456789.-+e, "), maxLength: 12 }),
  fc.integer({ min: 0, max: 10 ** 10 }).map(String),
  fc
    .tuple(fc.nat({ max: 10 ** 9 }), fc.string({ unit: fc.constantFrom(..."0159"), maxLength: 8 }))
    .map(([whole, fraction]) => `${whole}.${fraction}`),
);

const plainNumber = nearlyNumber.filter((text) => !/[, ]/.test(text) && text !== "");

describe("numbers", () => {
  test("R1, R15 amounts in micro-pence", () => {
    fc.assert(
      fc.property(fc.tuple(fc.constantFrom("", "-"), plainNumber), ([sign, digits]) => {
        const text = sign + digits;
        expect(read("costCDR", text), text).toBe(readColumnAmount(text));
      }),
      runs(5_000),
    );
  });

  test("R2 usage", () => {
    for (const field of ["duration", "bytes", "events"] as const)
      fc.assert(
        fc.property(plainNumber, (text) => {
          expect(read(field, text), text).toBe(readColumnUsage(text, field));
        }),
        runs(3_000),
      );
  });
});

test("R23 dates and times of day", () => {
  const digits = (length: number): fc.Arbitrary<string> =>
    fc.string({ unit: fc.constantFrom(..."0123456789x"), minLength: length, maxLength: length });
  const date = fc
    .tuple(digits(4), digits(2), digits(2), fc.constantFrom("-", "/"))
    .map(([year, month, day, sign]) => `${year}-${month}${sign}${day}`);
  const time = fc.oneof(
    fc
      .tuple(fc.nat({ max: 25 }), fc.nat({ max: 61 }), fc.nat({ max: 61 }), fc.constantFrom("", ".5", "Z"))
      .map(([hours, minutes, seconds, end]) =>
        [hours, minutes, seconds]
          .map((own) => String(own).padStart(2, "0"))
          .join(":")
          .concat(end),
      ),
    fc.tuple(digits(2), digits(2), digits(2)).map((parts) => parts.join(":")),
  );
  fc.assert(
    fc.property(date, time, (day, clock) => {
      expect(read("startDate", day), day).toBe(readColumnStart(day, "")?.day);
      const milliseconds = clockIn(...within(clock));
      if (milliseconds >= 0) expect(parseTimeOfDay(clock)?.millisecondOfDay).toBe(milliseconds);
      else if (clock.length === 8) expect(parseTimeOfDay(clock)).toBeUndefined();
      // Without its first 0, and without colons.
      if (milliseconds >= 0 && clock.startsWith("0"))
        expect(clockIn(...within(clock.slice(1)))).toBe(milliseconds);
      if (milliseconds >= 0) expect(clockIn(...within(clock.replaceAll(":", "")))).toBe(milliseconds);
    }),
    runs(3_000),
  );
});

test("names: one code for one text, however many there are", () => {
  const table = new NameTable(kernel, nameRoom);
  const codes = new Map<string, number>([["", 0]]);
  const name = fc.oneof(
    fc.constantFrom("", "__proto__", "44", "Northway", "é", "a".repeat(999)),
    fc.nat({ max: 9_999 }).map(String),
    fc.string({ unit: "grapheme", maxLength: 9 }).filter((own) => Buffer.from(own).toString() === own),
  );
  fc.assert(
    fc.property(fc.array(name, { size: "max", maxLength: 200 }), (names) => {
      for (const own of names) {
        const code = table.codeOf(...viewed(own));
        expect(table.names[code]).toBe(own);
        expect(codes.get(own) ?? code).toBe(code);
        codes.set(own, code);
      }
    }),
    runs(100),
  );
  expect(table.names.length).toBe(codes.size);
  expect(table.isFull).toBe(false);
  for (let at = 0; !table.isFull; at++) table.codeOf(...viewed(`more ${at}`));
  expect(table.names.length).toBeLessThan(200_000);
});

test("names made to lie in one place: some are kept, the others are no names, and none is taken for another", () => {
  const table = new NameTable(kernel, nameRoom);
  const slots = 1 << 12;
  const alike: string[] = [];
  for (let at = 0; alike.length < 400; at++) {
    if ((kernel.functions.hashOf(...viewed(`${at}`)) & (slots - 1)) === 7) alike.push(`${at}`);
  }
  const codes = alike.map((own) => table.codeOf(...viewed(own)));
  expect(codes.filter((code) => code === NO_NAME).length).toBe(400 - 256);
  for (const [at, code] of codes.entries()) {
    if (code !== NO_NAME) expect(table.names[code]).toBe(alike[at]);
  }
  expect(alike.map((own) => table.codeOf(...viewed(own)))).toEqual(codes);
  expect(alike.map((own) => table.codeOfText(own))).toEqual(codes);
  expect(table.names[table.codeOf(...viewed("Northway"))]).toBe("Northway");
});

test("a name is told where it stands", () => {
  const table = new NameTable(kernel, nameRoom);
  const endOf = (code: number, start: number): number => kernel.functions.nameEnd(table.address, code, start);
  for (const name of ["a", "duration", "durations", "callCarrier"]) {
    const code = table.codeOf(...viewed(name));
    const [start, end] = viewed(name);
    expect(endOf(code, start)).toBe(end);
    expect(endOf(code, start + 1)).toBe(-1);
  }
  const code = table.codeOf(...viewed("duration"));
  expect(endOf(code, viewed("durations")[0])).toBe(window + 2 + 8);
});
