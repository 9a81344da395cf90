/** Cells read from bytes say what readers of text say of them, or leave it to those. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseCivilDate, parseTimeOfDay } from "../../../src/calendar/index.ts";
import { readColumnAmount, readColumnUsage } from "../../../src/engine/index.ts";
import {
  clockIn,
  isIsoDate,
  ODD,
  signedUnitsIn,
  unitsIn,
} from "../../../src/files/call-blocks/cell-values.ts";
import { newCallBlock } from "../../../src/files/call-blocks/index.ts";
import { NameTable, NO_NAME } from "../../../src/files/call-blocks/name-table.ts";
import { runs } from "../../properties/runs.ts";

/** A text in the middle of others. */
function within(text: string): readonly [Buffer, number, number] {
  const bytes = Buffer.from(`12${text}34`);
  return [bytes, 2, bytes.length - 2];
}

const { kernel, window, memory, nameRoom } = newCallBlock();

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

describe("numbers", () => {
  test("R1, R15 amounts in micro-pence", () => {
    let plain = 0;
    fc.assert(
      fc.property(fc.tuple(fc.constantFrom("", "-"), nearlyNumber), ([sign, digits]) => {
        const text = sign + digits;
        const units = signedUnitsIn(...within(text), 6);
        if (units === ODD) return;
        plain++;
        expect(Object.is(units, readColumnAmount(text)), `${text} is ${units}`).toBe(true);
      }),
      runs(5_000),
    );
    expect(plain).toBeGreaterThan(0);
  });

  test("R2 usage; what is too large is for others to refuse", () => {
    for (const [field, decimals, most] of [
      ["duration", 3, 31_622_400_000],
      ["bytes", 0, Number.MAX_SAFE_INTEGER],
      ["events", 0, 1_000_000_000],
    ] as const) {
      fc.assert(
        fc.property(nearlyNumber, (text) => {
          const units = unitsIn(...within(text), decimals);
          if (units > most) return;
          expect(Object.is(units, readColumnUsage(text, field)), `${text} is ${units}`).toBe(true);
        }),
        runs(3_000),
      );
    }
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
      const [bytes, start] = within(day);
      if (parseCivilDate(day) !== undefined) expect(isIsoDate(bytes, start)).toBe(true);
      if (isIsoDate(bytes, start)) expect(day).toMatch(/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/);
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
  for (const name of ["a", "duration", "durations", "callCarrier"]) {
    const code = table.codeOf(...viewed(name));
    const [start, end] = viewed(name);
    expect(table.endOf(code, start)).toBe(end);
    expect(table.endOf(code, start + 1)).toBe(-1);
  }
  const code = table.codeOf(...viewed("duration"));
  expect(table.endOf(code, viewed("durations")[0])).toBe(window + 2 + 8);
});
