/** How a live page carries numbers: columns as bytes, and a month that was damaged. */
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readMonth } from "../../../src/report/live-page/carried-month.ts";
import { packColumn, unpackColumn } from "../../../src/report/live-page/packed-columns.ts";
import { runs } from "../../properties/runs.ts";

test("columns come back as they went, missing numbers too, and take no more bytes than they need", () => {
  const value = fc.oneof(
    fc.constant(Number.NaN),
    fc.integer({ min: -5, max: 5 }).map((minutes) => minutes * 60_000),
    fc.maxSafeInteger().filter((whole) => Math.abs(whole) < 2 ** 51),
  );
  fc.assert(
    fc.property(fc.array(value, { maxLength: 50 }), (values) => {
      const { how, bytes } = packColumn(values);
      expect(bytes.length).toBe(how.planes * values.length);
      expect([...unpackColumn(how, bytes, values.length)].map(String)).toEqual(values.map(String));
    }),
    runs(2_000),
  );
  expect(packColumn([7, 7, 7]).bytes.length).toBe(0);
  expect(packColumn([60_000, 120_000, 0]).bytes).toEqual(Uint8Array.of(1, 2, 0));
});

test("a month that was damaged on its way is refused", async () => {
  const compressed = gzipSync(Buffer.from("one two three one two three four".repeat(50)));
  for (const damaged of [
    compressed.with(40, 0x10 ^ (compressed[40] as number)),
    compressed.subarray(0, 30),
  ]) {
    await expect(readMonth(damaged)).rejects.toThrow(new RangeError("its calls were damaged on their way"));
  }
});
