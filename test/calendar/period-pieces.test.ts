import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  localMillisecondsAt,
  openPeriods,
  openZone,
  type PeriodPiece,
  type PeriodTable,
  periodPieces,
  type Zone,
} from "../../src/calendar/index.ts";
import { runs } from "../properties/runs.ts";
import { anyHolidays, anyPeriods } from "./arbitraries.ts";
import { naivePeriodName } from "./naive-periods.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const london = openZone("Europe/London");
const zones = [
  london,
  openZone("America/New_York"),
  openZone("Australia/Lord_Howe"),
  openZone("Asia/Kathmandu"),
];
const week = openPeriods(
  [
    { name: "Day", weekdays: [0, 1, 2, 3, 4], fromMinute: 420, toMinute: 1_140 },
    { name: "Evening", weekdays: [0, 1, 2, 3, 4], fromMinute: 1_140, toMinute: 420 },
    { name: "Weekend", weekdays: [5, 6], fromMinute: undefined, toMinute: undefined },
  ],
  [],
);

function named(table: PeriodTable, pieces: readonly PeriodPiece[]): [string, number][] {
  return pieces.map((piece) => [table.names[piece.period]!, piece.milliseconds]);
}

const total = (pieces: readonly PeriodPiece[]) => pieces.reduce((sum, piece) => sum + piece.milliseconds, 0);

describe("a call cut where its rating period changes (R23, the split rule)", () => {
  test("a call inside one period is one piece, an empty part has none", () => {
    const noon = Date.UTC(2026, 2, 2, 12);
    expect(named(week, periodPieces(week, london, noon, 0, 5 * MINUTE))).toStrictEqual([["Day", 5 * MINUTE]]);
    expect(periodPieces(week, london, noon, 7_000, 7_000)).toStrictEqual([]);
    expect(periodPieces(week, london, noon, 7_000, 6_000)).toStrictEqual([]);
  });

  test("18:59:50.250 for 30.5 s on a Monday: 9.75 s of Day, then Evening", () => {
    const start = Date.UTC(2026, 2, 2, 18, 59, 50, 250);
    expect(named(week, periodPieces(week, london, start, 0, 30_500))).toStrictEqual([
      ["Day", 9_750],
      ["Evening", 20_750],
    ]);
    // Only what follows the initial block is cut: the first 9 s are left out.
    expect(named(week, periodPieces(week, london, start, 9_000, 30_500))).toStrictEqual([
      ["Day", 750],
      ["Evening", 20_750],
    ]);
  });

  test("a piece passes midnight whole where the period does", () => {
    const start = Date.UTC(2026, 2, 2, 23, 50);
    expect(named(week, periodPieces(week, london, start, 0, HOUR))).toStrictEqual([["Evening", HOUR]]);
  });

  test("through a weekend, in whole pieces", () => {
    const start = Date.UTC(2026, 2, 6, 18);
    expect(named(week, periodPieces(week, london, start, 0, 3 * DAY))).toStrictEqual([
      ["Day", HOUR],
      ["Evening", 5 * HOUR],
      ["Weekend", 2 * DAY],
      ["Evening", 7 * HOUR],
      ["Day", 11 * HOUR],
    ]);
  });

  const nights = openPeriods([{ name: "Night", weekdays: [], fromMinute: 0, toMinute: 180 }], []);

  test("29 March 2026: the three hours of night are two hours of real time", () => {
    const start = Date.UTC(2026, 2, 28, 23);
    expect(named(nights, periodPieces(nights, london, start, 0, 6 * HOUR))).toStrictEqual([
      ["default", HOUR],
      ["Night", 2 * HOUR],
      ["default", 3 * HOUR],
    ]);
  });

  test("25 October 2026: the three hours of night are four hours of real time", () => {
    const start = Date.UTC(2026, 9, 24, 22);
    expect(named(nights, periodPieces(nights, london, start, 0, 6 * HOUR))).toStrictEqual([
      ["default", HOUR],
      ["Night", 4 * HOUR],
      ["default", HOUR],
    ]);
  });

  test("25 October 2026: a period inside the repeated hour comes twice", () => {
    const half = openPeriods([{ name: "Half", weekdays: [], fromMinute: 75, toMinute: 105 }], []);
    const start = Date.UTC(2026, 9, 25, 0);
    expect(named(half, periodPieces(half, london, start, 0, 2 * HOUR))).toStrictEqual([
      ["default", 15 * MINUTE],
      ["Half", 30 * MINUTE],
      ["default", 30 * MINUTE],
      ["Half", 30 * MINUTE],
      ["default", 15 * MINUTE],
    ]);
  });

  test("29 March 2026: a period inside the skipped hour never comes", () => {
    const half = openPeriods([{ name: "Half", weekdays: [], fromMinute: 75, toMinute: 105 }], []);
    const start = Date.UTC(2026, 2, 29, 0);
    expect(named(half, periodPieces(half, london, start, 0, 2 * HOUR))).toStrictEqual([
      ["default", 2 * HOUR],
    ]);
  });

  test("two years in one call: all milliseconds are there, quickly", () => {
    const pieces = periodPieces(week, london, Date.UTC(2026, 0, 1, 0, 0, 0, 1), 0, 731 * DAY);
    expect(total(pieces)).toBe(731 * DAY);
    expect(pieces.length).toBeLessThan(3 * 731);
    const first = Date.UTC(2099, 11, 31, 23, 59, 59, 999);
    expect(total(periodPieces(week, london, first, 0, 366 * DAY))).toBe(366 * DAY);
  });

  /** Minute by minute with the rule read word by word; start, from and to are whole minutes. */
  function walked(
    zone: Zone,
    start: number,
    from: number,
    to: number,
    nameAt: (day: number, minute: number) => string,
  ) {
    const pieces: [string, number][] = [];
    for (let instant = start + from; instant < start + to; instant += MINUTE) {
      const local = localMillisecondsAt(zone, instant);
      const name = nameAt(Math.floor(local / DAY), Math.floor((local % DAY) / MINUTE));
      const last = pieces.at(-1);
      if (last?.[0] === name) last[1] += MINUTE;
      else pieces.push([name, MINUTE]);
    }
    return pieces;
  }

  const minuteOf2026 = fc.oneof(
    fc.integer({ min: 0, max: 365 * 1_440 }),
    // Around London's two clock changes: from six hours before.
    fc
      .integer({ min: 0, max: 480 })
      .map((minute) => (Date.UTC(2026, 2, 28, 19) - Date.UTC(2026, 0, 1)) / MINUTE + minute),
    fc
      .integer({ min: 0, max: 480 })
      .map((minute) => (Date.UTC(2026, 9, 24, 19) - Date.UTC(2026, 0, 1)) / MINUTE + minute),
  );

  test("equal to a walk minute by minute, across clock changes and holidays", () => {
    const minutes = fc.integer({ min: 0, max: 3_000 });
    fc.assert(
      fc.property(
        anyPeriods,
        anyHolidays,
        fc.constantFrom(...zones),
        minuteOf2026,
        minutes,
        minutes,
        (entries, holidays, zone, startMinute, fromMinute, length) => {
          const table = openPeriods(entries, holidays);
          const start = Date.UTC(2026, 0, 1) + startMinute * MINUTE;
          const [from, to] = [fromMinute * MINUTE, (fromMinute + length) * MINUTE];
          const expected = walked(zone, start, from, to, (day, minute) =>
            naivePeriodName(entries, holidays, day, minute),
          );
          expect(named(table, periodPieces(table, zone, start, from, to))).toStrictEqual(expected);
        },
      ),
      runs(300),
    );
  });

  test("no millisecond is lost, neighbours differ, and cutting a call in two changes nothing", () => {
    const milliseconds = fc.integer({ min: 0, max: 3 * DAY });
    fc.assert(
      fc.property(
        anyPeriods,
        anyHolidays,
        fc.constantFrom(...zones),
        minuteOf2026,
        fc.integer({ min: 0, max: 59_999 }),
        milliseconds,
        milliseconds,
        (entries, holidays, zone, minute, millisecond, from, length) => {
          const table = openPeriods(entries, holidays);
          const start = Date.UTC(2026, 0, 1) + minute * MINUTE + millisecond;
          const whole = periodPieces(table, zone, start, from, from + length);
          expect(total(whole)).toBe(length);
          expect(whole.every((piece) => piece.milliseconds > 0)).toBe(true);
          expect(whole.every((piece, index) => piece.period !== whole[index + 1]?.period)).toBe(true);
          const middle = from + Math.floor(length / 3);
          const joined = periodPieces(table, zone, start, from, middle);
          for (const piece of periodPieces(table, zone, start, middle, from + length)) {
            const last = joined.at(-1);
            if (last?.period === piece.period) last.milliseconds += piece.milliseconds;
            else joined.push(piece);
          }
          expect(joined).toStrictEqual(whole);
        },
      ),
      runs(500),
    );
  });
});
