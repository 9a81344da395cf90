/** R64, R65: periods, held to a plain count of days that knows neither date-fns nor how the engine finds them. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type CalendarUnit,
  type DayNumber,
  dayNumberOf,
  formatCivilDate,
} from "../../../src/calendar/index.ts";
import { KnownPeriods, Periods } from "../../../src/charges/feature/periods.ts";
import type { CheckedServiceChargeInterval } from "../../../src/model/index.ts";
import { runs } from "../../properties/runs.ts";

const interval = (every: number, unit: CalendarUnit, aligned = false): CheckedServiceChargeInterval => ({
  name: "any",
  every,
  unit,
  aligned,
  timing: "advance",
});

function starts(of: CheckedServiceChargeInterval, from: DayNumber, many: number): string[] {
  const periods = new Periods(of, from);
  const first = periods.indexOf(from);
  return Array.from({ length: many }, (_, k) => formatCivilDate(periods.at(first + k).start));
}

describe("R65 periods", () => {
  test("that are not aligned are counted from the startDate, so that a short month clamps itself alone", () => {
    expect(starts(interval(1, "months"), dayNumberOf(2026, 1, 31), 5)).toEqual([
      "2026-01-31",
      "2026-02-28",
      "2026-03-31",
      "2026-04-30",
      "2026-05-31",
    ]);
    expect(starts(interval(1, "years"), dayNumberOf(2024, 2, 29), 5)).toEqual([
      "2024-02-29",
      "2025-02-28",
      "2026-02-28",
      "2027-02-28",
      "2028-02-29",
    ]);
  });

  test.each([
    [1, "months", ["2026-05-01", "2026-06-01", "2026-07-01"]],
    [3, "months", ["2026-04-01", "2026-07-01", "2026-10-01"]],
    [4, "months", ["2026-05-01", "2026-09-01", "2027-01-01"]],
    [6, "months", ["2026-01-01", "2026-07-01", "2027-01-01"]],
    [12, "months", ["2026-01-01", "2027-01-01", "2028-01-01"]],
    [1, "years", ["2026-01-01", "2027-01-01", "2028-01-01"]],
  ] as const)("that are aligned to %i %s start in January, whatever the startDate", (every, unit, wanted) => {
    expect(starts(interval(every, unit, true), dayNumberOf(2026, 5, 20), 3)).toEqual(wanted);
  });

  test("end the day before the next one starts, and each has its own number of days", () => {
    const periods = new Periods(interval(1, "months", true), 0);
    const february = periods.at(periods.indexOf(dayNumberOf(2024, 2, 12)));
    expect([formatCivilDate(february.end), february.days]).toEqual(["2024-02-29", 29]);
  });

  test("end on the last day that can be written, not after it", () => {
    const last = new Periods(interval(1_200, "years"), dayNumberOf(9000, 1, 1));
    expect(formatCivilDate(last.at(0).end)).toBe("9999-12-31");
  });

  test("cover every day once, and a day is found in the one that has it", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: dayNumberOf(1990, 1, 1), max: dayNumberOf(2040, 12, 31) }),
        fc.constantFrom<CheckedServiceChargeInterval>(
          interval(1, "days"),
          interval(10, "days"),
          interval(1, "weeks"),
          interval(2, "weeks"),
          interval(1, "months"),
          interval(5, "months"),
          interval(1, "years"),
          interval(2, "years"),
          interval(1, "months", true),
          interval(3, "months", true),
          interval(1, "years", true),
        ),
        fc.integer({ min: 0, max: 4_000 }),
        (start, of, later) => {
          const periods = new Periods(of, start);
          const day = start + later;
          const index = periods.indexOf(day);
          const { start: first, end, days } = periods.at(index);
          expect(first <= day && day <= end).toBe(true);
          expect(days).toBe(end - first + 1);
          expect(periods.at(index + 1).start).toBe(end + 1);
        },
      ),
      runs(5_000),
    );
  });

  test("of one interval and startDate are counted once for all features of a run", () => {
    const known = new KnownPeriods();
    const [monthly, calendar] = [interval(1, "months"), interval(1, "months", true)];
    expect(known.of(monthly, 1)).toBe(known.of(monthly, 1));
    expect(known.of(monthly, 1)).not.toBe(known.of(monthly, 2));
    expect(known.of(calendar, 1)).toBe(known.of(calendar, 2));
  });
});
