import { format } from "date-fns";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  needsYear,
  openBetween,
  openTime,
  readSeconds,
  type TimeSettings,
  timeFault,
} from "../../../../src/files/dialects/values/index.ts";
import { Fault } from "../../../../src/model/index.ts";
import { runs } from "../../../properties/runs.ts";

const LOCAL: TimeSettings = { zone: "local", bookZone: "Europe/London" };

/** A text by a time in a zone; the reason where it is none. */
function start(text: string, time: string | string[], settings: TimeSettings = LOCAL, later?: number) {
  const read = openTime(time, settings)(text, later);
  return read instanceof Fault ? read.message : read;
}

describe("times of the book's zone", () => {
  test.each([
    ["2026-10-06 09:15:11", "YYYY-MM-DD HH:mm:ss", "2026-10-06", "09:15:11"],
    ["06/10/2026 09:15", "DD/MM/YYYY HH:mm", "2026-10-06", "09:15:00"],
    ["6/1/26 9:05:01", "D/M/YY H:mm:ss", "2026-01-06", "09:05:01"],
    ["20261006091511.999999", "YYYYMMDDHHmmss.f", "2026-10-06", "09:15:11.999"],
    ["2026/10/06 12:00:00 AM", "YYYY/MM/DD h:mm:ss A", "2026-10-06", "00:00:00"],
    ["2026/10/06 12:00:00 pm", "YYYY/MM/DD hh:mm:ss A", "2026-10-06", "12:00:00"],
    ["Tue, 6 October 2026 23:59:59", "DDD, D MMM YYYY HH:mm:ss", "2026-10-06", "23:59:59"],
    ["2026-10-06T09:15:11.1234567", "iso", "2026-10-06", "09:15:11.123"],
    ["2026-10-06 09:15", "iso", "2026-10-06", "09:15:00"],
  ])("%s by %s", (text, time, startDate, startTime) => {
    expect(start(text, time)).toEqual({ startDate, startTime });
  });

  test("a date alone has no time", () => {
    expect(start("06/10/2026", "DD/MM/YYYY")).toEqual({ startDate: "2026-10-06" });
    expect(start("06/10/2026", "DD/MM/YYYY", LOCAL, 5)).toBe("is a date without a time");
  });

  test("a year that is not written is the run's", () => {
    expect(start("10/06 09:15", "MM/DD HH:mm", { ...LOCAL, year: 2026 })).toEqual({
      startDate: "2026-10-06",
      startTime: "09:15:00",
    });
    expect(start("02/29 09:15", "MM/DD HH:mm", { ...LOCAL, year: 2026 })).toMatch(/^is not a time as/);
    expect(needsYear(["iso", "MM/DD HH:mm"])).toBe(true);
    expect(needsYear(["iso", "YY/MM/DD HH:mm"])).toBe(false);
  });

  test("of several forms the first that fits counts", () => {
    const forms = ["iso", "DD/MM/YYYY HH:mm:ss", "epoch s"];
    expect(start("06/10/2026 09:15:11", forms)).toEqual({ startDate: "2026-10-06", startTime: "09:15:11" });
    expect(start("1790000000", forms)).toEqual({ startDate: "2026-09-21T14:13:20Z" });
  });
});

describe("times of other zones", () => {
  test.each([
    ["2026-10-06T08:15:11Z", "iso", "2026-10-06T08:15:11Z"],
    ["2026-10-06T08:15:11.1234567Z", "iso", "2026-10-06T08:15:11.123Z"],
    ["2026-10-06 08:15:11.123456+00", "YYYY-MM-DD HH:mm:ss.fZ", "2026-10-06T08:15:11.123+00"],
    ["2026-10-06 08:15:11-0530", "YYYY-MM-DD HH:mm:ssZ", "2026-10-06T08:15:11-0530"],
    ["Tue, 31 Aug 2010 20:36:29 +0000", "DDD, DD MMM YYYY HH:mm:ss Z", "2010-08-31T20:36:29+0000"],
    ["09:15:11.0 UTC Tue Oct 06 2026", "HH:mm:ss.f Z DDD MMM DD YYYY", "2026-10-06T09:15:11Z"],
    ["1790000000.9999", "epoch s", "2026-09-21T14:13:20.999Z"],
    ["1790000000999", "epoch ms", "2026-09-21T14:13:20.999Z"],
    ["1790000000999999", "epoch us", "2026-09-21T14:13:20.999Z"],
  ])("%s by %s carries its zone", (text, time, startDate) => {
    expect(start(text, time)).toEqual({ startDate });
  });

  test("UTC and named zones", () => {
    const picture = "YYYY-MM-DD HH:mm:ss";
    expect(start("2026-10-06 09:15:11", picture, { ...LOCAL, zone: "utc" })).toEqual({
      startDate: "2026-10-06T09:15:11Z",
    });
    expect(start("2026-10-06 09:15:11", picture, { ...LOCAL, zone: "America/Chicago" })).toEqual({
      startDate: "2026-10-06T14:15:11Z",
    });
    expect(start("2026-10-06 09:15:11", picture, { ...LOCAL, zone: "Europe/London" })).toEqual({
      startDate: "2026-10-06",
      startTime: "09:15:11",
    });
    expect(() => openTime(picture, { zone: "Europe/Lundon" })).toThrow(RangeError);
  });

  test.each([
    ["earlier", "2026-11-01T06:30:00Z", "2026-03-08T07:30:00Z"],
    ["later", "2026-11-01T07:30:00Z", "2026-03-08T08:30:00Z"],
    ["reject", "is a time that the change of the clock skips or repeats", undefined],
  ] as const)("a time that comes twice, and one that never comes: %s", (ambiguousTime, twice, never) => {
    const settings = { zone: "America/Chicago", bookZone: "Europe/London", ambiguousTime };
    const read = (text: string) => {
      const said = start(text, "iso", settings);
      return typeof said === "string" ? said : said.startDate;
    };
    expect(read("2026-11-01 01:30:00")).toBe(twice);
    expect(read("2026-03-08 02:30:00")).toBe(never ?? twice);
  });
});

describe("what is no time", () => {
  test.each([
    ["10/25/2026 09:00:00", "DD/MM/YYYY HH:mm:ss", true],
    ["31/02/2026 09:00:00", "DD/MM/YYYY HH:mm:ss", false],
    ["2026-10-06 24:00:00", "YYYY-MM-DD HH:mm:ss", false],
    ["2026-10-06 09:00:00 ", "YYYY-MM-DD HH:mm:ss", false],
    ["2026-10-06 09:00", "YYYY-MM-DD HH:mm:ss", false],
    ["2026-10-06 09:00:60", "YYYY-MM-DD HH:mm:ss", false],
    ["0000-10-06 09:00:00", "iso", false],
    ["2026-10-06T09:00:00+24:00", "iso", false],
    ["2026-10-06 13:00 PM", "YYYY-MM-DD hh:mm A", false],
    ["1790000000000", "epoch s", false],
    ["-1", "epoch s", false],
    ["1e9", "epoch s", false],
    ["", "iso", false],
    ["0000-00-00 00:00:00", "YYYY-MM-DD HH:mm:ss", false],
    ["6/10/026 09:00", "D/M/YYYY HH:mm", false],
  ])("%s by %s", (text, time, isSwapped) => {
    const hint = isSwapped ? "; day and month may stand the other way round" : "";
    // A year that cannot be read is not one that is missing.
    expect(start(text, time, { ...LOCAL, year: 2026 })).toBe(
      `is not a time as ${JSON.stringify(time)}${hint}`,
    );
  });
});

describe("seconds later", () => {
  test("on the wall, and in UTC where the clock is changed", () => {
    const later = (text: string, seconds: number, zone = "local") =>
      start(text, "iso", { ...LOCAL, zone }, seconds);
    expect(later("2026-10-06 23:59:58", 3.5)).toEqual({ startDate: "2026-10-07", startTime: "00:00:01.500" });
    expect(later("2026-10-06 00:00:01", -2)).toEqual({ startDate: "2026-10-05", startTime: "23:59:59" });
    expect(later("2026-10-25 01:59:58", 5)).toEqual({ startDate: "2026-10-25T01:00:03Z" });
    expect(later("2026-03-29 00:59:58", 5)).toEqual({ startDate: "2026-03-29T01:00:03Z" });
    expect(later("2026-10-06 23:59:58", 3, "utc")).toEqual({ startDate: "2026-10-07T00:00:01Z" });
    expect(later("2026-10-06T23:59:58+01:00", 3)).toEqual({
      startDate: "2026-10-06T23:00:01Z",
    });
    expect(later("9999-12-31T23:59:58Z", 3)).toMatch(/beyond the years/);
  });

  test("are a number or h:mm:ss", () => {
    expect(
      ["5", "0:00:05", "01:00:00", "5.25", "-3", "-0.0099", "-0:00:05", "x", "5:00", ""].map(readSeconds),
    ).toEqual([5, 5, 3600, 5.25, -3, -0.009, undefined, undefined, undefined, undefined]);
  });
});

describe("seconds between two times", () => {
  test.each([
    ["2026-10-06T09:15:11Z", "2026-10-06T09:15:12.5Z", "1.5"],
    ["2026-10-06 23:59:59", "2026-10-07 00:00:01", "2"],
    ["2026-10-25 00:59:00", "2026-10-25 02:01:00", "7320"],
    // The second half past one is meant: no call ends before it begins.
    ["2026-10-25 01:59:00", "2026-10-25 01:01:00", "120"],
    ["2026-03-29 00:59:00", "2026-03-29 02:01:00", "120"],
    ["2026-10-06T10:00:00+01:00", "2026-10-06T09:00:01Z", "1"],
    ["2026-10-06 09:00:01", "2026-10-06 09:00:00", "-1"],
  ])("from %s to %s", (from, to, seconds) => {
    expect(openBetween("iso", LOCAL)(from, to)).toBe(seconds);
  });

  test("need two times", () => {
    expect(openBetween("iso", LOCAL)("2026-10-06 09:00:01", "")).toBeInstanceOf(Fault);
    expect(openBetween("iso", LOCAL)("2026-10-06", "2026-10-07")).toBeInstanceOf(Fault);
  });
});

describe("pictures", () => {
  test.each([
    ["YYYY-MM-DD HH:MM:SS", "has the month twice"],
    ["YYYY-MM-DD hh:mm:ss", "has no A"],
    ["YYYY-MM-DD HH:mm:ss A", "has A"],
    ["yyyy-MM-DD", "is no part of a time"],
    ["YYYY-MM-DD HH:mm:ss UTC", "write Z where a zone stands"],
    ["HH:mm:ss", "has no month"],
    ["YYYY-MM HH:mm", "has no day"],
    ["YYYY-MM-DD mm:ss", "has no hour"],
    ["YYYY-MM-DD HH", "has no minute"],
    ["YYYY-MM-DD HH:mm.f", "has no second"],
    ["", "has no month"],
  ])("%s is none", (picture, why) => {
    expect(timeFault(picture)).toContain(why);
    expect(() => openTime(picture, LOCAL)).toThrow(RangeError);
  });

  test("written by date-fns they come back", () => {
    const dates = fc.constantFrom(
      "YYYY-MM-DD",
      "D/M/YY",
      "DDD, D MMM YYYY",
      "YYYYMMDD",
      "MM.DD.YYYY",
      "DDMMMYY",
    );
    const clocks = fc.constantFrom("HH:mm:ss", "H:mm:ss.f", "hh:mm:ss A", "h:mm:ss.f A", "HHmmss");
    const moment = fc.date({ min: new Date(2000, 0, 1), max: new Date(2098, 0, 1), noInvalidDate: true });
    fc.assert(
      fc.property(dates, clocks, fc.boolean(), moment, (date, clock, isClockFirst, at) => {
        const picture = isClockFirst ? `${clock} ${date}` : `${date} ${clock}`;
        const written = picture
          .replace("YYYY", "yyyy")
          .replace("YY", "yy")
          .replace("DDD", "EEE")
          .replace("DD", "dd")
          .replace("D", "d")
          .replace(".f", ".SSS")
          .replace("A", "a");
        const hasFraction = clock.includes(".f");
        expect(start(format(at, written), picture)).toEqual({
          startDate: format(at, "yyyy-MM-dd"),
          startTime: format(at, hasFraction ? "HH:mm:ss.SSS" : "HH:mm:ss").replace(".000", ""),
        });
      }),
      runs(1_000),
    );
  });

  test("read any text without an error, in time that grows with it", () => {
    const time = ["iso", "epoch us", "DDD, D MMM YYYY h:mm:ss.f A Z", "MM/DD HH:mm:ss"];
    const read = openTime(time, { zone: "America/Chicago", bookZone: "Europe/London", year: 2026 });
    const between = openBetween(time, { zone: "local" });
    const pieces = fc.constantFrom(
      "2026",
      "-",
      "10",
      "06",
      "T",
      " ",
      ":",
      ".",
      "Oct",
      "Tue, ",
      "Z",
      "+01",
      "PM",
      "9",
    );
    const texts = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.array(pieces, { maxLength: 14 }).map((all) => all.join("")),
    );
    fc.assert(
      fc.property(texts, texts, fc.double({ noNaN: true, min: -1e9, max: 1e9 }), (text, other, seconds) => {
        read(text, seconds);
        read(text);
        between(text, other);
      }),
      runs(2_000),
    );
    const long = "9".repeat(1_000_000);
    // Time that grew with the square of a text would not end here.
    for (const text of [long, `${long}.`, "A".repeat(1_000_000)]) expect(read(text)).toBeInstanceOf(Fault);
    expect(read(`2026-10-06T09:00:00.${long}`)).toMatchObject({
      startDate: expect.stringContaining("2026-10-06"),
    });
  });
});
