import { formatInTimeZone } from "date-fns-tz";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dayNumberOf, isPlainDay, localMillisecondsAt, openZone } from "../../src/calendar/index.ts";
import { runs } from "../properties/runs.ts";

const DAY_MS = 86_400_000;
const ZONE_NAMES = [
  "Europe/London",
  "America/New_York",
  "Australia/Lord_Howe",
  "America/Sao_Paulo",
  "Africa/Casablanca",
  "Asia/Kathmandu",
  "Africa/Monrovia",
  "America/Recife",
  "Asia/Gaza",
  "Pacific/Apia",
  "UTC",
] as const;
const london = openZone("Europe/London");
const EARLIEST = Date.UTC(1970, 0, 1);
const LATEST = Date.UTC(2101, 0, 1);

/** What Intl's own calendar fields show at an instant, as local milliseconds. */
function intlClock(name: string): (instantMs: number) => number {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone: name,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  return (instantMs) => {
    const [month, day, year, hour, minute, second] = format.format(instantMs).match(/\d+/g)!.map(Number);
    return Date.UTC(year!, month! - 1, day!, hour!, minute!, second!);
  };
}

describe("local time comes from zone data, never from the host (R23)", () => {
  test.for(ZONE_NAMES)("%s: the table shows what Intl's fields show, 1970 … 2100", (name) => {
    const zone = openZone(name);
    const clock = intlClock(name);
    const second = fc.integer({ min: EARLIEST / 1_000, max: LATEST / 1_000 });
    fc.assert(
      fc.property(second, (seconds) => {
        expect(localMillisecondsAt(zone, seconds * 1_000)).toBe(clock(seconds * 1_000));
      }),
      runs(2_000),
    );
  });

  test.for(ZONE_NAMES)("%s: every change stands at its exact second", (name) => {
    const zone = openZone(name);
    const clock = intlClock(name);
    for (const change of zone.changes) {
      expect(localMillisecondsAt(zone, change)).toBe(clock(change));
      expect(localMillisecondsAt(zone, change - 1_000)).toBe(clock(change - 1_000));
      expect(localMillisecondsAt(zone, change - 1) - localMillisecondsAt(zone, change - 1_000)).toBe(999);
    }
  });

  test.for(["Europe/London", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu"] as const)(
    "%s: offsets agree with date-fns-tz's XXX, a second library, to the minute",
    (name) => {
      const zone = openZone(name);
      fc.assert(
        fc.property(fc.integer({ min: EARLIEST / 1_000, max: LATEST / 1_000 }), (seconds) => {
          const instant = seconds * 1_000;
          const minutes = (localMillisecondsAt(zone, instant) - instant) / 60_000;
          const size = Math.abs(minutes);
          const text = `${minutes < 0 ? "-" : "+"}${String(Math.floor(size / 60)).padStart(2, "0")}:${String(size % 60).padStart(2, "0")}`;
          const other = formatInTimeZone(new Date(instant), name, "XXX");
          expect(other === "Z" ? "+00:00" : other).toBe(text);
        }),
        runs(300),
      );
    },
  );

  test("an offset with seconds is kept: Monrovia until 1972, where XXX knows only minutes", () => {
    const monrovia = openZone("Africa/Monrovia");
    const instant = Date.UTC(1971, 5, 1);
    expect(localMillisecondsAt(monrovia, instant) - instant).toBe(-(44 * 60 + 30) * 1_000);
    expect(formatInTimeZone(new Date(instant), "Africa/Monrovia", "XXX")).toBe("-00:44");
  });

  test("a period shorter than a week is not missed: Recife's summer time of October 2000", () => {
    const recife = openZone("America/Recife");
    const offset = (instant: number) => (localMillisecondsAt(recife, instant) - instant) / 3_600_000;
    expect(offset(Date.UTC(2000, 9, 8, 2, 59))).toBe(-3);
    expect(offset(Date.UTC(2000, 9, 8, 3))).toBe(-2);
    expect(offset(Date.UTC(2000, 9, 15, 1, 59))).toBe(-2);
    expect(offset(Date.UTC(2000, 9, 15, 2))).toBe(-3);
  });

  test("London in 2026: forward at 01:00Z on 29 March, back at 01:00Z on 25 October", () => {
    const hour = (instant: number) =>
      new Date(localMillisecondsAt(london, instant)).toISOString().slice(11, 16);
    expect(hour(Date.UTC(2026, 2, 29, 0, 59))).toBe("00:59");
    expect(hour(Date.UTC(2026, 2, 29, 1, 0))).toBe("02:00");
    expect(hour(Date.UTC(2026, 9, 25, 0, 59))).toBe("01:59");
    expect(hour(Date.UTC(2026, 9, 25, 1, 0))).toBe("01:00");
  });

  test("outside the table the first and the last offset go on", () => {
    expect(localMillisecondsAt(london, Date.UTC(1900, 0, 1))).toBe(Date.UTC(1900, 0, 1, 1));
    expect(localMillisecondsAt(london, Date.UTC(2300, 6, 1))).toBe(Date.UTC(2300, 6, 1));
  });

  test.for(["", "London", "Europe/Lundon", "+01:00", " Europe/London", undefined, null])(
    "an unknown zone is a clear error: %j",
    (name) => {
      const open = () => openZone(name as string);
      expect(open).toThrow(RangeError);
      expect(open).toThrow(/time zone/);
    },
  );

  test("opening twice gives the same tables, and the name is kept as given", () => {
    expect(openZone("Europe/London")).toStrictEqual(london);
    expect(openZone("Asia/Calcutta").name).toBe("Asia/Calcutta");
  });
});

describe("plain days (R23)", () => {
  test("in London in 2026 all days but the two of the clock changes", () => {
    const changing: number[] = [];
    for (let day = dayNumberOf(2026, 1, 1); day <= dayNumberOf(2026, 12, 31); day += 1) {
      if (!isPlainDay(london, day)) changing.push(day);
    }
    expect(changing).toStrictEqual([dayNumberOf(2026, 3, 29), dayNumberOf(2026, 10, 25)]);
  });

  test("a change at midnight touches both days: Sao Paulo's clocks of February 2019", () => {
    // At 00:00 on the 17th the clock went back to 23:00 on the 16th.
    const zone = openZone("America/Sao_Paulo");
    const day = dayNumberOf(2019, 2, 16);
    expect([day - 1, day, day + 1, day + 2].map((each) => isPlainDay(zone, each))).toStrictEqual([
      true,
      false,
      false,
      true,
    ]);
  });

  test("the day that Samoa skipped is not plain", () => {
    const apia = openZone("Pacific/Apia");
    expect(isPlainDay(apia, dayNumberOf(2011, 12, 30))).toBe(false);
    expect(isPlainDay(apia, dayNumberOf(2011, 12, 28))).toBe(true);
  });

  test("days outside the table are plain", () => {
    expect(isPlainDay(london, dayNumberOf(1, 1, 1))).toBe(true);
    expect(isPlainDay(london, dayNumberOf(9999, 12, 31))).toBe(true);
  });

  test.for(ZONE_NAMES)("%s: all 24 hours of a plain day pass at one offset", (name) => {
    const zone = openZone(name);
    for (let day = dayNumberOf(1970, 1, 1); day <= dayNumberOf(2100, 12, 31); day += 1) {
      if (!isPlainDay(zone, day)) continue;
      const start = day * DAY_MS;
      const offset = localMillisecondsAt(zone, start - 3 * DAY_MS) - (start - 3 * DAY_MS);
      // The offset that makes this local midnight: the one found there, or where that is another, the next one.
      const candidates = [offset, localMillisecondsAt(zone, start + DAY_MS) - (start + DAY_MS)];
      const holds = candidates.some(
        (each) =>
          localMillisecondsAt(zone, start - each) === start &&
          localMillisecondsAt(zone, start - each + DAY_MS - 1) === start + DAY_MS - 1,
      );
      if (!holds) expect.fail(`day ${day} of ${name} is called plain`);
    }
  });
});
