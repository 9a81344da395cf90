import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  civilDateParts,
  dateAfter,
  dayNumberOf,
  formatCivilDate,
  parseCivilDate,
  WEEKDAY_NAMES,
  weekdayOf,
} from "../../src/calendar/index.ts";
import { runs } from "../properties/runs.ts";

const FIRST_DAY = dayNumberOf(1, 1, 1);
const LAST_DAY = dayNumberOf(9999, 12, 31);
const anyDay = fc.integer({ min: FIRST_DAY, max: LAST_DAY });

describe("civil dates (R23)", () => {
  test("dates are moved by days across months and years, and what is no date is left as it is", () => {
    expect(dateAfter("2028-02-28", 1)).toBe("2028-02-29");
    expect(dateAfter("2027-01-01", -1)).toBe("2026-12-31");
    expect(dateAfter("2026-02-30", 1)).toBe("2026-02-30");
  });

  test.for([
    ["1970-01-01", 0],
    ["1969-12-31", -1],
    ["2000-02-29", 11_016],
    ["2026-03-29", 20_541],
    ["0001-01-01", -719_162],
    ["9999-12-31", 2_932_896],
  ] as const)("%s is day %i", ([text, day]) => {
    expect(parseCivilDate(text)).toBe(day);
    expect(formatCivilDate(day)).toBe(text);
  });

  test.for([
    "",
    "2026-02-29",
    "1900-02-29",
    "2026-02-31",
    "2026-04-31",
    "2026-13-01",
    "2026-00-10",
    "2026-01-00",
    "0000-01-01",
    "2026-1-01",
    "2026-01-1",
    "26-01-01",
    "2026/01/01",
    "20260101",
    "2026-01-01 ",
    " 2026-01-01",
    "2026-01-01T00:00",
    "+2026-01-01",
    "-026-01-01",
    "2026-0١-01",
    "２０２６-01-01",
  ])("a text that is not YYYY-MM-DD or does not exist is refused: %j", (text) => {
    expect(parseCivilDate(text)).toBeUndefined();
  });

  test("every day of four centuries agrees with Date.UTC, parts, text and weekday alike", () => {
    for (let day = dayNumberOf(1800, 1, 1); day <= dayNumberOf(2200, 12, 31); day += 1) {
      const date = new Date(day * 86_400_000);
      const text = date.toISOString().slice(0, 10);
      const faults =
        formatCivilDate(day) !== text ||
        parseCivilDate(text) !== day ||
        weekdayOf(day) !== (date.getUTCDay() + 6) % 7;
      if (faults) expect.fail(`day ${day} is not ${text}`);
    }
  });

  test("text and day number are each other's inverse, 0001 … 9999", () => {
    fc.assert(
      fc.property(anyDay, (day) => {
        expect(parseCivilDate(formatCivilDate(day))).toBe(day);
        const { year, month, day: ofMonth } = civilDateParts(day);
        expect(dayNumberOf(year, month, ofMonth)).toBe(day);
      }),
      runs(2_000),
    );
  });

  test("exactly the days of the calendar are read: no other month and day", () => {
    const number = (max: number) => fc.integer({ min: 0, max });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9_999 }), number(14), number(33), (year, month, day) => {
        const text = `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
        const date = new Date(0);
        date.setUTCFullYear(year, month - 1, day);
        const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
        expect(parseCivilDate(text)).toBe(exists ? date.getTime() / 86_400_000 : undefined);
      }),
      runs(2_000),
    );
  });

  test("texts that are nearly dates are refused or read as what they say", () => {
    const nearly = fc.array(fc.constantFrom(..."0123456789-:T .+"), { minLength: 8, maxLength: 12 });
    fc.assert(
      fc.property(nearly, (characters) => {
        const text = characters.join("");
        const day = parseCivilDate(text);
        if (day !== undefined) expect(formatCivilDate(day)).toBe(text);
      }),
      runs(2_000),
    );
  });

  test("days beyond four-digit years still have texts of their own", () => {
    expect(formatCivilDate(dayNumberOf(10_000, 1, 1))).toBe("+010000-01-01");
    expect(formatCivilDate(dayNumberOf(0, 12, 31))).toBe("0000-12-31");
    expect(formatCivilDate(dayNumberOf(-1, 12, 31))).toBe("-000001-12-31");
  });

  test("weekdays are numbered from Monday, also before 1970", () => {
    expect(WEEKDAY_NAMES[weekdayOf(0)]).toBe("Thursday");
    expect(WEEKDAY_NAMES[weekdayOf(-4)]).toBe("Sunday");
    expect(WEEKDAY_NAMES[weekdayOf(-3)]).toBe("Monday");
    expect(WEEKDAY_NAMES[weekdayOf(dayNumberOf(2026, 3, 29))]).toBe("Sunday");
    expect(WEEKDAY_NAMES).toHaveLength(7);
  });
});
