/** Times that are read from their bytes say what their texts say, be they the first of their day or not. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { readColumnStart } from "../../../src/engine/index.ts";
import { FileTimes } from "../../../src/files/call-blocks/foreign-rows/dialect-times.ts";
import { CallBlock, SCAN_BYTES } from "../../../src/files/call-blocks/index.ts";
import { openTime, type TimeSettings } from "../../../src/files/dialects/values/index.ts";
import { type KernelForm, openKernel, reading, rows } from "../../../src/kernel/index.ts";
import { atLeast, runs } from "../../properties/runs.ts";

const FORMS = [
  "HH:mm:ss.f Z DDD MMM DD YYYY",
  "HH:mm:ss Z DD/MM/YYYY",
  "HH:mm:ss DD.MM.YY Z",
  "YYYY-MM-DD HH:mm:ss",
  "YYYY-MM-DDTHH:mm:ss.fZ",
  "YYYYMMDDHHmmss.f",
  "iso",
] as const;

const pair = (max: number) => fc.integer({ min: 0, max }).map((number) => String(number).padStart(2, "0"));

const anyTime = fc
  .record({
    form: fc.constantFrom(...FORMS),
    clock: fc.tuple(pair(24), pair(60), pair(59)).map((parts) => parts.join(":")),
    fraction: fc.oneof(
      { weight: 3, arbitrary: fc.constant("") },
      fc.constantFrom(".5", ".052", ".1234567", "."),
    ),
    day: pair(32),
    month: fc.constantFrom("03", "10", "13"),
    offset: fc.constantFrom("UTC", "Z", "gmt", "+0100", "+01:00", "-05", "", "CET"),
    isOdd: fc.constantFrom(false, false, false, true),
  })
  .map(({ form, clock, fraction, day, month, offset, isOdd }) => {
    const name = month === "10" ? "Oct" : month === "03" ? "March" : "Oot";
    const wantsFraction = form.includes(".f") !== isOdd;
    const time = clock + (wantsFraction ? fraction || ".0" : isOdd ? fraction : "");
    const text = {
      "HH:mm:ss.f Z DDD MMM DD YYYY": `${time} ${offset} Mon ${name} ${day} 2026`,
      "HH:mm:ss Z DD/MM/YYYY": `${time} ${offset} ${day}/${month}/2026`,
      "HH:mm:ss DD.MM.YY Z": `${time} ${day}.${month}.26 ${offset}`,
      "YYYY-MM-DD HH:mm:ss": `2026-${month}-${day} ${time}`,
      "YYYY-MM-DDTHH:mm:ss.fZ": `2026-${month}-${day}T${time}${offset}`,
      "YYYYMMDDHHmmss.f": `2026${month}${day}${time.replaceAll(isOdd ? " " : ":", "")}`,
      iso: `2026-${month}-${day}${isOdd ? "T" : " "}${time}${offset === "Z" ? "" : offset}`,
    }[form];
    return { form, text };
  });

/** Reads the start of row 0 from a text: what stands in its columns, and what is shown; undefined where its record has to say. */
function startReader(settings: TimeSettings, form?: KernelForm) {
  const kernel = openKernel(new ArrayBuffer(0), { workBytes: SCAN_BYTES, ...(form && { form }) });
  const block = new CallBlock(kernel, ["startDate", "startTime"]);
  const times = new FileTimes(block);
  const words = block.wholes(block.reading, reading.OPS >> 2);
  const shown = (field: string): string => {
    const column = block.shown.get(field) as number;
    const [start, end] = [column, column + rows.WHOLE_STRIDE].map((address) => block.wholes(address, 1)[0]);
    return block.memory.toString("latin1", start, end);
  };
  return (form: string, text: string, later: number) => {
    words[reading.SCRATCH_AT >> 2] = block.scratch;
    words[reading.SCRATCH_END >> 2] = block.scratch + 64;
    const start = block.window + 1;
    const end = start + block.memory.write(text, start);
    block.memory[end] = 44;
    if (!times.reader(form, settings).putStart(start, end, later, 0)) return undefined;
    return {
      start: {
        day: block.startDay[0],
        millisecond: block.startMillisecond[0],
        offset: block.startOffset[0],
      },
      shown: [shown("startDate"), shown("startTime")],
    };
  };
}

test("read from their bytes, they are what their texts say", () => {
  const settings = [
    { zone: "local", bookZone: "Europe/London" },
    { zone: "utc", bookZone: "Europe/London" },
    { zone: "America/New_York", bookZone: "Europe/London" },
    { zone: "local" },
  ].flatMap((clock) =>
    (["webassembly", "javascript"] as const).map((form) => ({ clock, read: startReader(clock, form) })),
  );
  let read = 0;
  fc.assert(
    fc.property(
      fc.constantFrom(...settings),
      fc.array(fc.tuple(anyTime, fc.constantFrom(0, 0, 9_000, -90_500, 86_400_000)), {
        minLength: 1,
        maxLength: 12,
      }),
      ({ clock, read: readText }, times) => {
        for (const [{ form, text }, later] of times) {
          const got = readText(form, text, later);
          // What the record would say is not held against it.
          if (got === undefined) continue;
          read++;
          const said = openTime(form, clock)(text, later / 1_000);
          if (!("startDate" in said)) throw new Error(`${form}: ${text} is no time`);
          const { startDate, startTime = "" } = said;
          expect(got.start, `${form}: ${text}`).toEqual(readColumnStart(startDate, startTime));
          expect(got.shown, `${form}: ${text}`).toEqual([startDate, startTime]);
        }
      },
    ),
    runs(2_000),
  );
  expect(read).toBeGreaterThan(atLeast(3_000));
});

test("a clock that stands before its date is read from its bytes", () => {
  const read = startReader({ zone: "utc" });
  const start = (text: string) => read("HH:mm:ss.f Z DDD MMM DD YYYY", text, 0);
  expect(start("09:15:02.052 UTC Tue Oct 06 2026")).toEqual({
    start: { day: 20_732, millisecond: 33_302_052, offset: 0 },
    shown: ["2026-10-06T09:15:02.052Z", ""],
  });
  expect(start("23:59:59.9 UTC Tue Oct 06 2026")).toEqual({
    start: { day: 20_732, millisecond: 86_399_900, offset: 0 },
    shown: ["2026-10-06T23:59:59.900Z", ""],
  });
});

test("the dates of all days on which calls lie are shown as they are", () => {
  const read = startReader({ zone: "utc" });
  for (let day = 0; day < 47_482; day += 13) {
    const date = new Date(day * 86_400_000).toISOString().slice(0, 10);
    expect(read("YYYY-MM-DD HH:mm:ss", `${date} 12:00:01`, 0)?.shown).toEqual([`${date}T12:00:01Z`, ""]);
    expect(read("epoch s", String(day * 86_400), 0)?.shown).toEqual([`${date}T00:00:00Z`, ""]);
  }
  expect(read("epoch s", "4102444799", 0)?.shown).toEqual(["2099-12-31T23:59:59Z", ""]);
  expect(read("epoch s", "4102444799", 1_000)).toBeUndefined();
  expect(read("epoch s", "5", -6_000)).toBeUndefined();
});

test("a ring of the last second before 1970 ends in it", () => {
  const read = startReader({ zone: "America/New_York", bookZone: "Europe/London" });
  expect(read("YYYY-MM-DD HH:mm:ss", "1969-12-31 23:59:59", 9_000)).toEqual({
    start: { day: 0, millisecond: 5 * 3_600_000 + 8_000, offset: 0 },
    shown: ["1970-01-01T05:00:08Z", ""],
  });
  expect(read("YYYY-MM-DD HH:mm:ss", "1969-12-31 12:00:00", 9_000)).toBeUndefined();
});
