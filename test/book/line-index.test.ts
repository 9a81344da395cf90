/** R26: the line for a call, against looking at every line. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { DialledNumber, LinesByKey, NO_LINE } from "../../src/book/index.ts";
import { LineIndex, UNNAMED } from "../../src/book/tariffs/line-index.ts";
import { type CheckedRateLine, prefixKey, RateLines } from "../../src/model/index.ts";
import { runs } from "../properties/runs.ts";
import { indexOfPrefixes } from "./index-of-prefixes.ts";

const CALL_TYPES = ["UK", "Mobile", "Abroad"];
const PERIODS = ["Day", "Evening"];
const NAMES = {
  callTypeOf: (name: string) => CALL_TYPES.indexOf(name),
  periodOf: (name: string) => PERIODS.indexOf(name),
};

const anyPrefix = fc.constantFrom(undefined, "4", "44", "442", "4420", "4479", "1", "18");
const anyDay = fc.constantFrom(undefined, 100, 101, 110, 120);

const anyLines: fc.Arbitrary<CheckedRateLine[]> = fc
  .array(
    fc.record({
      prefix: anyPrefix,
      tariffType: fc.constantFrom(undefined, ...CALL_TYPES),
      tariffTime: fc.constantFrom(undefined, ...PERIODS),
      startDate: anyDay,
      endDate: anyDay,
    }),
    { maxLength: 40, size: "max" },
  )
  .map((lines) => {
    // Two lines for exactly the same calls are a validation error (R26).
    const known = new Set<string>();
    return lines.flatMap((line): CheckedRateLine[] => {
      const key = JSON.stringify([line.prefix, line.tariffType, line.tariffTime, line.startDate]);
      if (known.has(key)) return [];
      known.add(key);
      const given = Object.entries(line).filter(([, value]) => value !== undefined);
      return [Object.fromEntries(given) as CheckedRateLine];
    });
  });

interface Sought {
  readonly digits: string;
  readonly callType: number;
  readonly period: number;
  readonly day: number;
}

const anySought: fc.Arbitrary<Sought> = fc.record({
  digits: fc.constantFrom("442079460018", "447700900123", "44", "18085550100", "33123", ""),
  callType: fc.integer({ min: 0, max: CALL_TYPES.length - 1 }),
  period: fc.constantFrom(0, 1, 2, UNNAMED),
  day: fc.integer({ min: 95, max: 125 }),
});

/** Longest prefix, then call type, then period, then latest start: the best of all that match. */
function naive(lines: readonly CheckedRateLine[], { digits, callType, period, day }: Sought): number {
  const rank = (line: CheckedRateLine): number[] => [
    line.prefix?.length ?? 0,
    line.tariffType === undefined ? 0 : 1,
    line.tariffTime === undefined ? 0 : 1,
    line.startDate ?? -1,
  ];
  let best = NO_LINE;
  for (const [at, line] of lines.entries()) {
    const matches =
      digits.startsWith(line.prefix ?? "") &&
      (line.tariffType === undefined || CALL_TYPES.indexOf(line.tariffType) === callType) &&
      (line.tariffTime === undefined || PERIODS.indexOf(line.tariffTime) === period) &&
      (line.startDate ?? -1) <= day &&
      day <= (line.endDate ?? 10_000);
    if (!matches) continue;
    const held = lines[best];
    if (held === undefined || isHigher(rank(line), rank(held))) best = at;
  }
  return best;
}

function isHigher(a: readonly number[], b: readonly number[]): boolean {
  const at = a.findIndex((value, index) => value !== b[index]);
  return at >= 0 && (a[at] ?? 0) > (b[at] ?? 0);
}

function asColumns(lines: readonly CheckedRateLine[]): RateLines {
  return new RateLines(
    Float64Array.from(lines, ({ prefix = "" }) => prefixKey(prefix) as number),
    Int32Array.from(lines.keys()),
    lines.map(({ prefix, ...rest }) => rest),
  );
}

test("R26 the most specific line is found, also where other lists have more prefixes", () => {
  const number = new DialledNumber({ countryCode: "44", bareDigits: "international" });
  fc.assert(
    fc.property(
      anyLines,
      fc.array(fc.constantFrom("441", "4421", "44207946", "33", "447700900"), { maxLength: 5 }),
      fc.array(anySought, { minLength: 1, maxLength: 20, size: "max" }),
      (lines, others, calls) => {
        const prefixes = lines.flatMap(({ prefix }) => (prefix === undefined ? [] : [prefix]));
        const index = indexOfPrefixes([...prefixes, ...others]);
        const columns = asColumns(lines);
        const indexed = LineIndex.of(index, index.prefixesOf(columns.prefixKeys), columns, NAMES);
        const byKey = new LinesByKey(columns);
        for (const sought of calls) {
          number.read(sought.digits);
          const found = indexed.find(
            index,
            index.longest(number),
            sought.callType,
            sought.period,
            sought.day,
          );
          expect(found).toBe(naive(lines, sought));
          const ofAll = indexed.findForAll(index, sought.callType, sought.period, sought.day);
          expect(ofAll[index.longest(number) + 1]).toBe(found);
          const key = {
            tariffType: CALL_TYPES[sought.callType] ?? "",
            tariffTime: PERIODS[sought.period] ?? "",
          };
          const first = [...byKey.candidates(sought.digits, key)].find((place) => {
            const { startDate = -1, endDate = 10_000 } = lines[place] as CheckedRateLine;
            return startDate <= sought.day && sought.day <= endDate;
          });
          expect(first ?? NO_LINE).toBe(found);
        }
      },
    ),
    runs(1_500),
  );
});

test("R26 lines for many call types take room for themselves alone", () => {
  const types = 100_000;
  const prefixes = Array.from({ length: 2_000 }, (_, at) => String(10_000 + at));
  const lines = asColumns(
    prefixes.flatMap((prefix, at) => [
      { prefix, tariffType: `type ${types - 1 - at}` },
      { prefix, tariffType: `type ${at}` },
      { prefix },
    ]),
  );
  const index = indexOfPrefixes(prefixes);
  const names = { callTypeOf: (name: string) => Number(name.slice("type ".length)), periodOf: () => 0 };
  const indexed = LineIndex.of(index, index.prefixesOf(lines.prefixKeys), lines, names);
  expect(indexed.byteLength).toBeLessThan(100 * lines.length);
  const place = index.prefixesOf(Float64Array.of(prefixKey("10007") as number))[0] as number;
  const found = [types - 8, 7, 8].map((type) => indexed.find(index, place, type, UNNAMED, 0));
  expect(found).toEqual([21, 22, 23]);
});
