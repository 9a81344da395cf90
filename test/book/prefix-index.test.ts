/** R22, R26: the longest prefix, against trying every length. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DialledNumber, NO_PREFIX, type PrefixIndex } from "../../src/book/index.ts";
import { PrefixTable } from "../../src/book/prefixes/prefix-table.ts";
import { prefixKey } from "../../src/model/index.ts";
import { runs } from "../properties/runs.ts";
import { indexOfPrefixes } from "./index-of-prefixes.ts";

const number = new DialledNumber({ countryCode: "44", bareDigits: "international" });

function longestOf(index: PrefixIndex, digits: string): string | undefined {
  number.read(`+${digits}`);
  const place = index.longest(number);
  return place === NO_PREFIX ? undefined : index.digits(place);
}

function naiveLongest(prefixes: ReadonlySet<string>, digits: string): string | undefined {
  for (let length = digits.length; length > 0; length--) {
    if (prefixes.has(digits.slice(0, length))) return digits.slice(0, length);
  }
  return undefined;
}

/** Few different digits, so that prefixes nest and numbers meet them. */
const anyDigits = fc
  .array(fc.constantFrom("0", "1", "4", "9"), { minLength: 1, maxLength: 15, size: "max" })
  .map((digits) => digits.join(""));
const anyPrefixes = fc.array(
  anyDigits.chain((digits) => fc.integer({ min: 1, max: 15 }).map((length) => digits.slice(0, length))),
  { maxLength: 60, size: "max" },
);

describe("R22 the longest prefix", () => {
  test("is what trying every length finds, and its parents are the shorter ones", () => {
    fc.assert(
      fc.property(anyPrefixes, fc.array(anyDigits, { maxLength: 30, size: "max" }), (prefixes, numbers) => {
        const index = indexOfPrefixes(prefixes);
        const known = new Set(prefixes);
        expect(index.size).toBe(known.size);
        for (const digits of [...numbers, ...prefixes]) {
          expect(longestOf(index, digits)).toBe(naiveLongest(known, digits));
          expect(ancestors(index, digits)).toEqual(
            [...known].filter((prefix) => digits.startsWith(prefix)).sort((a, b) => b.length - a.length),
          );
        }
      }),
      runs(400),
    );
  });

  test("keeps its places when the index is extended, and finds old and new prefixes alike", () => {
    fc.assert(
      fc.property(anyPrefixes, anyPrefixes, anyPrefixes, (old, added, more) => {
        const base = indexOfPrefixes(old);
        const once = base.extended(keysOf(added));
        const twice = once.extended(keysOf(more));
        for (const prefix of old) expect(twice.placeOf(prefix)).toBe(base.placeOf(prefix));
        for (const prefix of added) expect(twice.placeOf(prefix)).toBe(once.placeOf(prefix));
        const known = new Set([...old, ...added, ...more]);
        expect(twice.size).toBe(known.size);
        for (const prefix of known) {
          expect(twice.digits(twice.placeOf(prefix))).toBe(prefix);
          expect(ancestors(twice, prefix)[0]).toBe(prefix);
          expect(longestOf(twice, `${prefix}5`.slice(0, 15))).toBe(
            naiveLongest(known, `${prefix}5`.slice(0, 15)),
          );
        }
      }),
      runs(300),
    );
  });

  test("is found among thousands of prefixes, where the search is narrowed by more digits", () => {
    const prefixes = Array.from({ length: 3_000 }, (_, at) => String(40_000 + at * 7));
    const index = indexOfPrefixes(prefixes);
    const known = new Set(prefixes);
    for (let digits = 39_990; digits < 61_100; digits += 3) {
      expect(longestOf(index, `${digits}5`)).toBe(naiveLongest(known, `${digits}5`));
    }
  });

  test("a number longer than fifteen digits is matched by its first fifteen", () => {
    const index = indexOfPrefixes(["1", "123456789012345"]);
    expect(longestOf(index, "12345678901234567890")).toBe("123456789012345");
    expect(longestOf(index, "12345678901234")).toBe("1");
  });

  test("leading zeros count", () => {
    const index = indexOfPrefixes(["0", "00", "0044"]);
    const places = ["0", "00", "0044", "000"].map((prefix) => index.placeOf(prefix));
    expect(new Set(places.slice(0, 3)).size).toBe(3);
    expect(places[3]).toBe(NO_PREFIX);
    expect(index.digits(index.placeOf("0044"))).toBe("0044");
  });

  test("a prefix is found behind more longer ones than one step leads over", () => {
    const longer = Array.from({ length: 150_000 }, (_, at) => `1${String(at).padStart(6, "0")}`);
    const base = indexOfPrefixes(["1", ...longer, "1075", "1149999000"]);
    const extended = base.extended(keysOf(["10", "1149"]));
    for (const [index, between] of [
      [base, []],
      [extended, ["1149"]],
    ] as const) {
      expect(ancestors(index, "1149999000123")).toEqual(["1149999000", "1149999", ...between, "1"]);
      expect(ancestors(index, "1149999")).toEqual(["1149999", ...between, "1"]);
      expect(ancestors(index, "115")).toEqual(["1"]);
      expect(ancestors(index, "2")).toEqual([]);
    }
    expect(ancestors(extended, "1075000")).toEqual(["1075000", "1075", "10", "1"]);
    expect(ancestors(extended, "1099999")).toEqual(["1099999", "10", "1"]);
  });

  test("an empty index has no answer", () => {
    const index = indexOfPrefixes([]);
    expect(longestOf(index, "44")).toBeUndefined();
    expect(index.placeOf("44")).toBe(NO_PREFIX);
  });
});

function keysOf(prefixes: Iterable<string>): Float64Array {
  return Float64Array.from(new Set(prefixes), (prefix) => prefixKey(prefix) as number);
}

function ancestors(index: PrefixIndex, digits: string): string[] {
  number.read(`+${digits}`);
  const found: string[] = [];
  for (let place = index.longest(number); place !== NO_PREFIX; place = index.parent(place)) {
    found.push(index.digits(place));
  }
  return found;
}

test("R22 a list's value is that of its own longest prefix, whether it is stored dense or sparse", () => {
  fc.assert(
    fc.property(anyPrefixes, fc.nat({ max: 20 }), anyPrefixes, anyPrefixes, (all, count, added, numbers) => {
      const index = indexOfPrefixes(all);
      const own = new Map([...new Set(all)].slice(0, count).map((prefix, at) => [prefix, at - 3] as const));
      const places = index.prefixesOf(keysOf(own.keys()));
      const table = PrefixTable.forPrefixes(index, places);
      for (const [at, value] of [...own.values()].entries()) table.set(places[at] as number, value);
      const extended = index.extended(keysOf(added));
      for (const digits of [...numbers, ...all, ...added]) {
        number.read(`+${digits}`);
        const nearest = table.nearest(extended, extended.longest(number));
        const wanted = naiveLongest(new Set(own.keys()), digits);
        expect(nearest === NO_PREFIX ? undefined : extended.digits(nearest)).toBe(wanted);
        if (wanted !== undefined) expect(table.valueAt(nearest)).toBe(own.get(wanted));
      }
    }),
    runs(300),
  );
});
