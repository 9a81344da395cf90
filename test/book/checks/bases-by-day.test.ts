/** R25, R26: the base of each day in the checks is the base with which calls of that day are rated. */
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { NO_PARENT } from "../../../src/book/checks/parents.ts";
import { TariffChains } from "../../../src/book/checks/tariff-chains.ts";
import { readRecords } from "../../../src/book/read-records.ts";
import { baseLinesOf, baseOn } from "../../../src/book/tariffs/tariff-lines.ts";
import { formatCivilDate } from "../../../src/calendar/index.ts";
import { type CheckedTariff, RateLines } from "../../../src/model/index.ts";
import { runs } from "../../properties/runs.ts";
import { warnings } from "./check.ts";

interface Span {
  readonly startDate?: string;
  readonly endDate?: string;
}

const bookOf = (spans: readonly Span[]) => ({
  tariffs: [
    {
      id: 1,
      name: "UK",
      tariffClass: "national",
      baseCostMax: 3,
      rates: spans.map((span) => ({ base: true, costMin: 5, ...span })),
    },
  ],
});

/** From a start to an end, each of a few days, so that spans meet, lie in each other and share their starts. */
const anySpan = fc
  .tuple(fc.option(fc.integer({ min: 100, max: 112 })), fc.option(fc.integer({ min: 0, max: 12 })))
  .map(
    ([start, days]): Span => ({
      ...(start === null ? {} : { startDate: formatCivilDate(start) }),
      ...(days === null ? {} : { endDate: formatCivilDate((start ?? 100) + days) }),
    }),
  );

test("R26 the base of a day is found as for calls, and so are the days of each base", () => {
  fc.assert(
    fc.property(fc.array(anySpan, { maxLength: 12 }), (spans) => {
      const [tariff] = readRecords(bookOf(spans)).records.tariffs as readonly [CheckedTariff];
      const chains = new TariffChains([tariff], Int32Array.of(NO_PARENT));
      const lines = baseLinesOf(tariff.rates);
      const baseOf = (day: number) => {
        const base = baseOn(lines, day);
        return base === 0 ? tariff.base : tariff.rates.at(lines?.lineIndexes[base - 1] as number);
      };
      for (let day = 98; day < 130; day++) expect(chains.baseOn(tariff, day)).toBe(baseOf(day));
      const days = chains.days([tariff]);
      for (const base of [tariff.base, ...tariff.rates.all]) {
        expect(chains.daysOfBase([tariff], base)).toEqual(days.filter((day) => baseOf(day) === base));
      }
    }),
    runs(1_000),
  );
});

test("R25 bounds of many base lines are compared without looking at each base line on each day", () => {
  const count = 200;
  const spans = Array.from({ length: count }, (_, at) => ({
    startDate: formatCivilDate(20_000 + 3 * at),
    endDate: formatCivilDate(20_001 + 3 * at),
  }));
  const looks = vi.spyOn(RateLines.prototype, "at");
  try {
    warnings(bookOf(spans));
    expect(looks.mock.calls.length).toBeLessThan(10 * count);
  } finally {
    looks.mockRestore();
  }
});
