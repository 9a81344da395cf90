import { describe, expect, test } from "vitest";
import { check, problems, warnings } from "./check.ts";

describe("R23 time zone", () => {
  test.each(["Europe/London", "UTC", "America/New_York", ""])("%s is known", (timeZone) => {
    expect(problems({ timeZone })).toEqual([]);
  });

  test("an unknown one is answered with the nearest", () => {
    expect(problems({ timeZone: "Europe/Londn" })).toEqual([
      'timeZone: "Europe/Londn" is no known time zone; did you mean "Europe/London"?',
    ]);
    expect(problems({ timeZone: "+01:00" })[0]).toMatch(/^timeZone: "\+01:00" is no known time zone; /);
    expect(problems({ timeZone: "x".repeat(5_000) })[0]).toMatch(
      /; write an IANA name such as "Europe\/London"$/,
    );
  });
});

describe("R23 gaps and overlaps of rating periods", () => {
  const WORKDAYS = "Monday,Tuesday,Wednesday,Thursday,Friday";

  test("a covered week has none, nor has a book without periods", () => {
    expect(warnings({})).toEqual([]);
    expect(
      warnings({
        ratingPeriods: [
          { name: "Weekend", weekdays: "Saturday,Sunday" },
          { name: "Day", weekdays: WORKDAYS, from: "07:00", to: "19:00" },
          { name: "Night", weekdays: WORKDAYS, from: "19:00", to: "07:00" },
        ],
      }),
    ).toEqual([]);
  });

  test("one warning for a stretch of several weekdays", () => {
    const ratingPeriods = [
      { name: "Weekend", weekdays: "Saturday,Sunday" },
      { name: "Day", weekdays: WORKDAYS, from: "07:00", to: "19:00" },
      { name: "Night", weekdays: WORKDAYS, from: "18:30", to: "06:00" },
    ];
    expect(warnings({ ratingPeriods })).toEqual([
      'ratingPeriods: has a gap: Monday, Tuesday, Wednesday, Thursday, Friday 06:00–07:00 is in no period; calls then have the period "default"',
      'ratingPeriods: has an overlap: Monday, Tuesday, Wednesday, Thursday, Friday 18:30–19:00 is in "Day" and "Night"; the first in the list, "Day", wins',
    ]);
    expect(warnings({ ratingPeriods: [{ name: "Day", from: "08:00", to: "24:00" }] })).toEqual([
      'ratingPeriods: has a gap: every day 00:00–08:00 is in no period; calls then have the period "default"',
    ]);
  });

  test("nothing is said while a period is still wrong", () => {
    expect(
      check({
        ratingPeriods: [
          { name: "Day", from: "08:00" },
          { name: "Night", to: "8am" },
        ],
      }),
    ).toEqual({
      problems: [],
      warnings: [],
    });
  });

  test("more names than can be told apart are a problem, very many entries are not compared", () => {
    const many = (length: number): object[] => Array.from({ length }, (_, at) => ({ name: `P${at}` }));
    expect(problems({ ratingPeriods: many(65_536) })).toEqual([
      "ratingPeriods: has 65536 different names of periods; at most 65535 are possible",
    ]);
    expect(warnings({ ratingPeriods: many(1_001) })).toEqual([
      "ratingPeriods: has more than 1000 entries; gaps and overlaps have not been looked for",
    ]);
  });
});
