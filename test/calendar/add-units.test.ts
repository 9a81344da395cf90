/** Months and years later (R65), held to a plain reference that knows no date-fns. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  addUnits,
  CALENDAR_UNITS,
  type CalendarUnit,
  civilDateParts,
  type DayNumber,
  dayNumberOf,
  formatCivilDate,
  parseCivilDate,
} from "../../src/calendar/index.ts";
import { runs } from "../properties/runs.ts";

const later = (date: string, count: number, unit: CalendarUnit) =>
  formatCivilDate(addUnits(parseCivilDate(date)!, count, unit));

describe("units of the calendar later (R65)", () => {
  test.for([
    ["2026-01-31", 1, "months", "2026-02-28"],
    ["2026-01-31", 2, "months", "2026-03-31"],
    ["2024-01-31", 1, "months", "2024-02-29"],
    ["2024-02-29", 1, "years", "2025-02-28"],
    ["2024-02-29", 4, "years", "2028-02-29"],
    ["2026-12-31", 2, "months", "2027-02-28"],
    ["2026-03-29", 1, "days", "2026-03-30"],
    ["2026-03-25", 1, "weeks", "2026-04-01"],
    ["2026-03-31", -1, "months", "2026-02-28"],
    ["2026-03-31", 0, "months", "2026-03-31"],
    // Days that Samoa and Kwajalein never had.
    ["2011-12-29", 1, "days", "2011-12-30"],
    ["2011-11-30", 1, "months", "2011-12-30"],
    ["1993-07-20", 1, "months", "1993-08-20"],
    // Years before 100, which a Date takes for those of the last century.
    ["0001-01-31", 1, "months", "0001-02-28"],
    ["0099-11-30", 3, "months", "0100-02-28"],
  ] as const)("%s and %i %s is %s", ([date, count, unit, wanted]) => {
    expect(later(date, count, unit)).toBe(wanted);
  });

  test("is what counting by hand gives, for any day, count and unit", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: dayNumberOf(1, 1, 1), max: dayNumberOf(9999, 12, 31) }),
        fc.integer({ min: -1_200, max: 1_200 }),
        fc.constantFrom(...CALENDAR_UNITS),
        (day, count, unit) => {
          expect(addUnits(day, count, unit)).toBe(byHand(day, count, unit));
        },
      ),
      runs(20_000),
    );
  });
});

function byHand(day: DayNumber, count: number, unit: CalendarUnit): DayNumber {
  if (unit === "days") return day + count;
  if (unit === "weeks") return day + 7 * count;
  const { year, month, day: ofMonth } = civilDateParts(day);
  const months = year * 12 + month - 1 + count * (unit === "years" ? 12 : 1);
  return Math.min(firstOf(months) + ofMonth - 1, firstOf(months + 1) - 1);
}

function firstOf(months: number): DayNumber {
  const year = Math.floor(months / 12);
  return dayNumberOf(year, months - year * 12 + 1, 1);
}
