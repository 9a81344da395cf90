import { createHash } from "node:crypto";
import { Decimal } from "decimal.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bookDigest } from "../../../src/files/index.ts";
import { runs } from "../../properties/runs.ts";

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

describe("a book's digest", () => {
  test("is the SHA-256 of JSON with sorted keys and without spaces", () => {
    const text = '{ "b": [1.50, "1.50", null, true], "a": { "é": "x\\n", "": 0 }, "B": {} }';
    expect(bookDigest(JSON.parse(text))).toBe(
      sha256('{"B":{},"a":{"":0,"é":"x\\n"},"b":[1.5,"1.50",null,true]}'),
    );
  });

  test("does not depend on the order of fields or on the spacing", () => {
    const shuffled = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(shuffled);
      if (typeof value !== "object" || value === null) return value;
      return Object.fromEntries(
        Object.entries(value)
          .reverse()
          .map(([key, inner]) => [key, shuffled(inner)]),
      );
    };
    fc.assert(
      fc.property(fc.json(), (json) => {
        const value: unknown = JSON.parse(json);
        expect(bookDigest(shuffled(value))).toBe(bookDigest(value));
        expect(bookDigest(JSON.parse(JSON.stringify(value, undefined, 3)))).toBe(bookDigest(value));
      }),
      runs(1_000),
    );
  });

  test("differs where anything is said differently", () => {
    const digests = [
      {},
      [],
      { a: 1 },
      { a: "1" },
      { a: null },
      { b: 1 },
      { a: [1] },
      [{ a: 1 }],
      { a: 1, b: 2 },
    ].map(bookDigest);
    expect(new Set(digests).size).toBe(digests.length);
  });

  test("what memory holds and JSON does not", () => {
    expect(bookDigest({ a: 12n, b: undefined })).toBe(sha256('{"a":12}'));
    expect(bookDigest({ a: new Decimal("1.50") })).toBe(sha256('{"a":"1.5"}'));
    const circle: { self?: unknown } = {};
    circle.self = circle;
    expect(() => bookDigest(circle)).toThrow(RangeError);
  });

  test("a large book is hashed in pieces", () => {
    const data = { rates: Array.from({ length: 20_000 }, (_, at) => ({ cost: "1.25", prefix: `${at}` })) };
    expect(bookDigest(data)).toBe(sha256(JSON.stringify(data)));
  });
});
