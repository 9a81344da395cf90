/** How many months the calls of a preview stand for. */
import { expect, test } from "vitest";
import { parseCivilDate } from "../../src/calendar/index.ts";
import { monthsOf, plainMonths } from "../../src/preview/months.ts";

const day = (text: string): number => parseCivilDate(text) ?? Number.NaN;

test.each([
  ["2026-10-01", "2026-10-31", 1, 1],
  ["2026-10-03", "2026-10-29", 1, 1],
  ["2026-10-04", "2026-10-31", 28, 31],
  ["2026-10-05", "2026-10-16", 12, 31],
  ["2026-10-16", "2026-10-16", 1, 31],
  ["2026-10-01", "2026-12-31", 3, 1],
  ["2026-10-17", "2026-11-15", 15 * 30 + 15 * 31, 31 * 30],
  ["2026-12-02", "2027-01-30", 2, 1],
  ["2024-02-01", "2024-02-29", 1, 1],
  ["2024-01-01", "2026-12-31", 36, 1],
])("%s to %s", (from, to, numerator, denominator) => {
  const months = monthsOf(day(from), day(to));
  const plain = plainMonths(months);
  expect(plain.numerator * denominator).toBe(plain.denominator * numerator);
});
