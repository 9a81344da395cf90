import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dayNumberOf, parseClock, parseTimeOfDay, parseTimestamp } from "../../src/calendar/index.ts";
import { runs } from "../properties/runs.ts";

const two = (value: number) => String(value).padStart(2, "0");

describe("the texts of a call's start (R23)", () => {
  test.for([
    ["00:00", 0, undefined],
    ["23:59", 86_340_000, undefined],
    ["09:30:15", 34_215_000, undefined],
    ["23:59:59.999", 86_399_999, undefined],
    ["09:30:15.5", 34_215_500, undefined],
    ["09:30:15.05", 34_215_050, undefined],
    ["09:30:15.005", 34_215_005, undefined],
    ["09:30:15.1239", 34_215_123, undefined],
    ["10:00:00.25+01", 36_000_250, 60],
    ["23:59:59.999999-03", 86_399_999, -180],
    ["09:30:15.000001+00", 34_215_000, 0],
    ["09:30-00", 34_200_000, 0],
    ["09:30Z", 34_200_000, 0],
    ["09:30:15Z", 34_215_000, 0],
    ["09:30:15.25+01:00", 34_215_250, 60],
    ["09:30+0530", 34_200_000, 330],
    ["09:30:15-03:30", 34_215_000, -210],
    ["09:30:15-0000", 34_215_000, 0],
    ["09:30+14:00", 34_200_000, 840],
  ] as const)("the time of day %s", ([text, millisecondOfDay, offsetMinutes]) => {
    expect(parseTimeOfDay(text)).toStrictEqual({ day: undefined, millisecondOfDay, offsetMinutes });
    const day = dayNumberOf(2026, 3, 2);
    const both = { day, millisecondOfDay, offsetMinutes };
    expect(parseTimestamp(`2026-03-02T${text}`)).toStrictEqual(both);
    expect(parseTimestamp(`2026-03-02 ${text}`)).toStrictEqual(both);
  });

  test.for([
    "",
    "9:30",
    "09:3",
    "0930",
    "24:00",
    "12:60",
    "12:30:60",
    "12:30:",
    "12:30:1",
    "12:30:15.",
    "12:30:15.1234567",
    "12:30:15,5",
    "12:30.5",
    "12:30 ",
    " 12:30",
    "12:30 Z",
    "12:30z",
    "12:30ZZ",
    "12:30+1",
    "12:30+24",
    "12:30+01 ",
    "12:30+01:0",
    "12:30+01:60",
    "12:30+24:00",
    "12:30+010",
    "12:30+01:00Z",
    "12:30PM",
    "-1:30",
    "１２:30",
    "12-30",
  ])("a text that is no time of day is refused: %j", (text) => {
    expect(parseTimeOfDay(text)).toBeUndefined();
    expect(parseTimestamp(`2026-03-02T${text}`)).toBeUndefined();
  });

  test.for([
    "2026-03-02",
    "2026-03-02T",
    "2026-02-29T10:00",
    "2026-03-02t10:00",
    "2026-03-02  10:00",
    "2026-03-02T10:00 extra",
    "02/03/2026 10:00",
    "20260302T1000",
  ])("a text that is no timestamp is refused: %j", (text) => {
    expect(parseTimestamp(text)).toBeUndefined();
  });

  test("a timestamp with an offset names the instant that Date.parse finds", () => {
    const instant = fc.integer({ min: 0, max: Date.UTC(2100, 0, 1) - 1 });
    const offset = fc.integer({ min: -1_439, max: 1_439 });
    fc.assert(
      fc.property(instant, offset, fc.constantFrom(":", ""), (instantMs, minutes, colon) => {
        const local = new Date(instantMs + minutes * 60_000).toISOString().slice(0, 23);
        const size = Math.abs(minutes);
        const sign = minutes < 0 ? "-" : "+";
        const wall = parseTimestamp(`${local}${sign}${two(Math.floor(size / 60))}${colon}${two(size % 60)}`);
        const found = wall!.day! * 86_400_000 + wall!.millisecondOfDay - wall!.offsetMinutes! * 60_000;
        expect(found).toBe(instantMs);
        expect(found).toBe(Date.parse(`${local}${sign}${two(Math.floor(size / 60))}:${two(size % 60)}`));
      }),
      runs(2_000),
    );
  });

  test("nearly every other text is refused, and what is read can be written back", () => {
    const characters = fc.array(fc.constantFrom(..."0123456789::.Z+-"), { minLength: 4, maxLength: 14 });
    const shape = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,6})?)?(Z|[+-]([01]\d|2[0-3])(:?[0-5]\d)?)?$/;
    const nearTime = characters.map((list) => `12:${list.join("")}`);
    fc.assert(
      fc.property(
        fc.oneof(
          characters.map((list) => list.join("")),
          nearTime,
        ),
        (text) => {
          expect(parseTimeOfDay(text) !== undefined).toBe(shape.test(text));
        },
      ),
      runs(5_000),
    );
  });
});

describe("the times of a rating period", () => {
  test("every minute of the day, and 24:00 for an end", () => {
    for (let minute = 0; minute < 1_440; minute += 1) {
      expect(parseClock(`${two(Math.floor(minute / 60))}:${two(minute % 60)}`)).toBe(minute);
    }
    expect(parseClock("24:00")).toBe(1_440);
  });

  test.for(["", "24:01", "25:00", "7:00", "07:60", "07:00:00", "07.00", "0700", "07:00 ", "07:00Z"])(
    "refused: %j",
    (text) => {
      expect(parseClock(text)).toBeUndefined();
    },
  );
});
