/** Times that are read from their bytes say what their texts say, be they the first of their day or not. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { readColumnStart } from "../../../src/engine/index.ts";
import { TimeReader } from "../../../src/files/call-blocks/foreign-rows/dialect-times.ts";
import { openTime } from "../../../src/files/dialects/values/index.ts";
import { atLeast, runs } from "../../properties/runs.ts";

const FORMS = [
  "HH:mm:ss.f Z DDD MMM DD YYYY",
  "HH:mm:ss Z DD/MM/YYYY",
  "HH:mm:ss DD.MM.YY Z",
  "YYYY-MM-DD HH:mm:ss",
  "YYYY-MM-DDTHH:mm:ss.fZ",
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
      iso: `2026-${month}-${day}${isOdd ? "T" : " "}${time}${offset === "Z" ? "" : offset}`,
    }[form];
    return { form, text };
  });

test("read from their bytes, they are what their texts say", () => {
  const settings = fc.constantFrom(
    { zone: "local", bookZone: "Europe/London" },
    { zone: "utc", bookZone: "Europe/London" },
    { zone: "America/New_York", bookZone: "Europe/London" },
    { zone: "local" },
  );
  let read = 0;
  fc.assert(
    fc.property(
      settings,
      fc.array(fc.tuple(anyTime, fc.constantFrom(0, 0, 9_000)), { minLength: 1, maxLength: 12 }),
      (clock, times) => {
        const readers = new Map(FORMS.map((form) => [form, new TimeReader(form, clock)]));
        for (const [{ form, text }, later] of times) {
          const reader = readers.get(form) as TimeReader;
          const bytes = Buffer.from(`,${text},`);
          const isRead = reader.readStart(bytes, 1, bytes.length - 1, later);
          const said = openTime(form, clock)(text, later / 1_000);
          const start =
            "startDate" in said ? readColumnStart(said.startDate, said.startTime ?? "") : undefined;
          if (!isRead) {
            // What the record would say is not held against it.
            expect(reader.isOurs).toBe(false);
            continue;
          }
          read++;
          expect(start, `${form}: ${text}`).toEqual({
            day: reader.day,
            millisecond: reader.millisecond,
            offset: reader.offset,
          });
          if (reader.isOurs && "startDate" in said) {
            expect(`${said.startDate} ${said.startTime}`).toBe(text.replace("T", " "));
          }
        }
      },
    ),
    runs(2_000),
  );
  expect(read).toBeGreaterThan(atLeast(3_000));
});

test("a clock that stands before its date is read from its bytes", () => {
  const reader = new TimeReader("HH:mm:ss.f Z DDD MMM DD YYYY", { zone: "utc" });
  for (const text of ["09:15:02.052 UTC Tue Oct 06 2026", "23:59:59.9 UTC Tue Oct 06 2026"]) {
    const bytes = Buffer.from(text);
    expect(reader.readStart(bytes, 0, bytes.length, 0)).toBe(true);
    expect([reader.day, reader.offset, reader.offsetText]).toEqual([20_732, 0, "Z"]);
  }
  expect(reader.millisecond).toBe(86_399_900);
});
