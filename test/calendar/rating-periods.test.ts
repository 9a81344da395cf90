import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  dayNumberOf,
  openPeriods,
  type PeriodTable,
  parseCivilDate,
  periodAt,
  periodGapsAndOverlaps,
  type RatingPeriodEntry,
} from "../../src/calendar/index.ts";
import { runs } from "../properties/runs.ts";
import { anyHolidays, anyPeriods } from "./arbitraries.ts";
import { naivePeriodName } from "./naive-periods.ts";

const WORKDAYS = [0, 1, 2, 3, 4];
const day: RatingPeriodEntry = { name: "Day", weekdays: WORKDAYS, fromMinute: 420, toMinute: 1_140 };
const night: RatingPeriodEntry = { name: "Evening", weekdays: WORKDAYS, fromMinute: 1_140, toMinute: 420 };
const weekend: RatingPeriodEntry = {
  name: "Weekend",
  weekdays: [5, 6],
  fromMinute: undefined,
  toMinute: undefined,
};

/** The period's name on a date and time; 2 March 2026 is a Monday. */
function nameAt(table: PeriodTable, date: string, hour: number, minute = 0, millisecond = 0): string {
  const period = periodAt(table, parseCivilDate(date)!, (hour * 60 + minute) * 60_000 + millisecond);
  return table.names[period]!;
}

describe("the period of a moment (R23)", () => {
  const table = openPeriods([day, night, weekend], []);

  test.for([
    ["2026-03-02", 6, 59, "Evening"],
    ["2026-03-02", 7, 0, "Day"],
    ["2026-03-02", 18, 59, "Day"],
    ["2026-03-02", 19, 0, "Evening"],
    ["2026-03-06", 23, 59, "Evening"],
    ["2026-03-07", 0, 0, "Weekend"],
    ["2026-03-07", 6, 59, "Weekend"],
    ["2026-03-08", 23, 59, "Weekend"],
    ["2026-03-09", 0, 0, "Evening"],
  ] as const)("%s at %i:%i is %s: from is inside, to outside", ([date, hour, minute, name]) => {
    expect(nameAt(table, date, hour, minute)).toBe(name);
  });

  test("the last millisecond belongs to its minute", () => {
    expect(nameAt(table, "2026-03-02", 6, 59, 59_999)).toBe("Evening");
    expect(nameAt(table, "2026-03-02", 18, 59, 59_999)).toBe("Day");
    expect(nameAt(table, "2026-03-02", 23, 59, 59_999)).toBe("Evening");
  });

  test("Monday to Friday 19:00–07:00 covers Monday 00:00–07:00 and not Saturday 00:00–07:00", () => {
    const alone = openPeriods([night], []);
    expect(nameAt(alone, "2026-03-02", 0)).toBe("Evening");
    expect(nameAt(alone, "2026-03-02", 6, 59)).toBe("Evening");
    expect(nameAt(alone, "2026-03-02", 7)).toBe("default");
    expect(nameAt(alone, "2026-03-07", 0)).toBe("default");
    expect(nameAt(alone, "2026-03-07", 6, 59)).toBe("default");
  });

  test.for([
    [undefined, undefined, 0, 1_440],
    [undefined, 420, 0, 420],
    [1_140, undefined, 1_140, 1_440],
    [1_140, 1_440, 1_140, 1_440],
    [0, 1_440, 0, 1_440],
    [0, 0, 0, 1_440],
    [1_140, 0, 1_140, 1_440],
    [480, 480, 0, 1_440],
  ] as const)("a window from %s to %s covers %i … %i (blank, 24:00 and whole days)", (values) => {
    const [fromMinute, toMinute, first, end] = values;
    const whole = openPeriods([{ name: "On", weekdays: [], fromMinute, toMinute }], []);
    const covered = (minute: number) => periodAt(whole, 0, minute * 60_000) === 0;
    for (let minute = 0; minute < 1_440; minute += 1) {
      expect(covered(minute)).toBe(minute >= first && minute < end);
    }
  });

  test("the first period that matches wins, entries may share a name, no weekdays are all days", () => {
    const lunch = { name: "Lunch", weekdays: [], fromMinute: 720, toMinute: 780 };
    const always = { name: "Day", weekdays: [], fromMinute: undefined, toMinute: undefined };
    const both = openPeriods([lunch, always, { ...lunch, name: "Never" }, lunch], []);
    expect(both.names).toStrictEqual(["Lunch", "Day", "Never", "default"]);
    expect(nameAt(both, "2026-03-02", 12, 30)).toBe("Lunch");
    expect(nameAt(both, "2026-03-07", 12, 30)).toBe("Lunch");
    expect(nameAt(both, "2026-03-02", 13)).toBe("Day");
  });

  test("a moment in no period has the period default, which an entry may also bear as its name", () => {
    const none = openPeriods([], []);
    expect(none.names).toStrictEqual(["default"]);
    expect(nameAt(none, "2026-03-02", 12)).toBe("default");
    const named = openPeriods([{ ...day, name: "default" }, weekend], []);
    expect(named.names).toStrictEqual(["default", "Weekend"]);
    expect(named.defaultIndex).toBe(0);
    expect(nameAt(named, "2026-03-02", 3)).toBe("default");
  });

  test("names are found exactly as written", () => {
    expect(table.indexByName.get("Evening")).toBe(1);
    expect(table.indexByName.get("default")).toBe(table.defaultIndex);
    expect(table.indexByName.get("evening")).toBeUndefined();
    expect(table.indexByName.get("constructor")).toBeUndefined();
  });

  test("a holiday counts as the weekday it names, from midnight to midnight", () => {
    const holiday = dayNumberOf(2026, 12, 25);
    const sundays = openPeriods([day, night, weekend], [{ day: holiday, countsAs: 6 }]);
    expect(nameAt(sundays, "2026-12-24", 23, 59)).toBe("Evening");
    expect(nameAt(sundays, "2026-12-25", 0)).toBe("Weekend");
    expect(nameAt(sundays, "2026-12-25", 12)).toBe("Weekend");
    expect(nameAt(sundays, "2026-12-25", 23, 59)).toBe("Weekend");
    expect(nameAt(sundays, "2026-12-28", 0)).toBe("Evening");
    expect(nameAt(table, "2026-12-25", 12)).toBe("Day");
  });

  test("a holiday on a Saturday may count as a working day; of two on one day the first decides", () => {
    const saturday = dayNumberOf(2026, 3, 7);
    const both = [
      { day: saturday, countsAs: 0 },
      { day: saturday, countsAs: 6 },
    ];
    expect(nameAt(openPeriods([day, night, weekend], both), "2026-03-07", 12)).toBe("Day");
  });

  test("every minute agrees with the rule read word by word", () => {
    const date = fc.integer({ min: dayNumberOf(2025, 12, 1), max: dayNumberOf(2027, 1, 31) });
    const minute = fc.oneof(
      fc.integer({ min: 0, max: 1_439 }),
      fc.constantFrom(0, 419, 420, 1_139, 1_140, 1_439),
    );
    const moments = fc.array(fc.tuple(date, minute), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(anyPeriods, anyHolidays, moments, (entries, holidays, times) => {
        const any = openPeriods(entries, holidays);
        for (const [on, at] of times) {
          const name = any.names[periodAt(any, on, at * 60_000)];
          expect(name).toBe(naivePeriodName(entries, holidays, on, at));
        }
      }),
      runs(500),
    );
  });

  test("the table is a copy: changing the entries afterwards changes nothing", () => {
    const entry = { ...day, weekdays: [...WORKDAYS] };
    const copy = openPeriods([entry], []);
    entry.name = "Other";
    entry.weekdays.pop();
    expect(copy.entries).toStrictEqual([day]);
  });

  test("times and weekdays out of range are a clear error", () => {
    expect(() => openPeriods([{ ...day, toMinute: 1_441 }], [])).toThrow(RangeError);
    expect(() => openPeriods([{ ...day, fromMinute: 0.5 }], [])).toThrow(RangeError);
    expect(() => openPeriods([{ ...day, weekdays: [7] }], [])).toThrow(RangeError);
    expect(() => openPeriods([], [{ day: 0, countsAs: -1 }])).toThrow(RangeError);
  });
});

describe("gaps and overlaps of periods, checkBook's warnings (R20, R23)", () => {
  test("periods that cover the week once have none", () => {
    expect(periodGapsAndOverlaps(openPeriods([day, night, weekend], []))).toStrictEqual([]);
  });

  test("a book without rating periods has none", () => {
    expect(periodGapsAndOverlaps(openPeriods([], []))).toStrictEqual([]);
  });

  test("what is left open is a gap, weekday by weekday", () => {
    const found = periodGapsAndOverlaps(
      openPeriods([day, night, { ...weekend, weekdays: [6], toMinute: 600 }], []),
    );
    expect(found).toStrictEqual([
      { kind: "gap", weekday: 5, fromMinute: 0, toMinute: 1_440, names: [] },
      { kind: "gap", weekday: 6, fromMinute: 600, toMinute: 1_440, names: [] },
    ]);
  });

  test("what two names claim is an overlap, the winner first; a shared name is none", () => {
    const late = { ...day, name: "Late", weekdays: [0], fromMinute: 1_080, toMinute: 1_200 };
    const found = periodGapsAndOverlaps(openPeriods([day, late, night, weekend, { ...weekend }], []));
    expect(found).toStrictEqual([
      { kind: "overlap", weekday: 0, fromMinute: 1_080, toMinute: 1_140, names: ["Day", "Late"] },
      { kind: "overlap", weekday: 0, fromMinute: 1_140, toMinute: 1_200, names: ["Late", "Evening"] },
    ]);
  });

  test("findings are joined across cuts that change nothing", () => {
    const inner = { ...day, name: "All", weekdays: [], fromMinute: undefined, toMinute: undefined };
    const parts = [
      { ...weekend, name: "Part", fromMinute: 0, toMinute: 600, weekdays: [0] },
      { ...weekend, name: "Part", fromMinute: 600, toMinute: 900, weekdays: [0] },
    ];
    const found = periodGapsAndOverlaps(openPeriods([...parts, inner], []));
    expect(found).toStrictEqual([
      { kind: "overlap", weekday: 0, fromMinute: 0, toMinute: 900, names: ["Part", "All"] },
    ]);
  });

  test("minute by minute: a gap where no entry matches, an overlap where two names do", () => {
    fc.assert(
      fc.property(anyPeriods, (entries) => {
        fc.pre(entries.length > 0);
        const kinds: (string | undefined)[] = new Array(7 * 1_440).fill(undefined);
        for (const finding of periodGapsAndOverlaps(openPeriods(entries, []))) {
          const row = finding.weekday * 1_440;
          kinds.fill(finding.kind, row + finding.fromMinute, row + finding.toMinute);
        }
        for (let at = 0; at < kinds.length; at += 7) {
          const matching = entries.filter(
            // 5 January 1970 was a Monday: day number 4.
            (entry) =>
              naivePeriodName([{ ...entry, name: "x" }], [], 4 + Math.floor(at / 1_440), at % 1_440) === "x",
          );
          const count = new Set(matching.map((entry) => entry.name)).size;
          expect(kinds[at]).toBe(count === 0 ? "gap" : count === 1 ? undefined : "overlap");
        }
      }),
      runs(60),
    );
  });
});
