/** How a live page carries numbers: columns as bytes, and what gzip has compressed. */
import { deflateRawSync, gzipSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { gunzip } from "../../../src/report/live-page/inflate.ts";
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

test("what gzip has compressed comes back, by every kind of block", () => {
  const text = fc.array(fc.oneof(fc.uint8Array({ maxLength: 400 }), fc.constant(new Uint8Array(900))), {
    maxLength: 8,
  });
  fc.assert(
    fc.property(text, fc.constantFrom(0, 1, 6, 9), fc.constantFrom(0, 4), (parts, level, strategy) => {
      const bytes = Buffer.concat(parts);
      expect(Buffer.compare(Buffer.from(gunzip(gzipSync(bytes, { level, strategy }))), bytes)).toBe(0);
    }),
    runs(500),
  );
  const long = Buffer.from("The quick brown fox. ".repeat(20_000));
  expect(deflateRawSync(long).length).toBeLessThan(2_000);
  expect(Buffer.compare(Buffer.from(gunzip(gzipSync(long))), long)).toBe(0);
});

test("what was damaged on its way is refused, wherever that matters", () => {
  const text = "one two three one two three four".repeat(50);
  const compressed = gzipSync(Buffer.from(text));
  const outcomes = Array.from(compressed, (_, at) => {
    const damaged = Uint8Array.from(compressed);
    damaged[at] = (damaged[at] as number) ^ 0x10;
    try {
      return Buffer.from(gunzip(damaged)).toString() === text ? "whole" : "wrong";
    } catch (error) {
      return error instanceof RangeError ? "refused" : String(error);
    }
  });
  // The header decides nothing, and the last byte has bits to spare.
  expect(new Set(outcomes)).toEqual(new Set(["whole", "refused"]));
  expect(outcomes.filter((outcome) => outcome === "whole").length).toBeLessThanOrEqual(11);
  expect(() => gunzip(compressed.subarray(0, 30))).toThrow(RangeError);
});
