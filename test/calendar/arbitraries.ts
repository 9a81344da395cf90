import fc from "fast-check";
import { dayNumberOf, type HolidayEntry, type RatingPeriodEntry } from "../../src/calendar/index.ts";

const clock = (max: number) =>
  fc.option(fc.oneof(fc.integer({ min: 0, max }), fc.constantFrom(0, 420, 1_140, max)), { nil: undefined });

/** Rating periods as a book may have them, and stranger ones: shared names, overlaps, gaps, passing midnight. */
export const anyPeriods: fc.Arbitrary<RatingPeriodEntry[]> = fc.array(
  fc.record({
    name: fc.constantFrom("Day", "Evening", "Weekend", "Night", "default"),
    weekdays: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { maxLength: 7 }),
    fromMinute: clock(1_439),
    toMinute: clock(1_440),
  }),
  { maxLength: 6 },
);

/** Holidays in 2026, now and then two on one day. */
export const anyHolidays: fc.Arbitrary<HolidayEntry[]> = fc.array(
  fc.record({
    day: fc.integer({ min: dayNumberOf(2026, 1, 1), max: dayNumberOf(2026, 12, 31) }),
    countsAs: fc.integer({ min: 0, max: 6 }),
  }),
  { maxLength: 20 },
);
