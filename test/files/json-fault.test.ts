import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findJsonFault, nestsDeeperThan } from "../../src/files/json.ts";
import { runs } from "../properties/runs.ts";

describe("the fault of a JSON text", () => {
  test.for<[text: string, offset: number, reason: string]>([
    ["", 0, "expected a value, found the end of the text"],
    ["{", 1, "expected a field name in double quotes, found the end of the text"],
    ['{"a" 1}', 5, 'expected a colon after the field name, found "1"'],
    ['{"a":1 "b":2}', 7, 'expected a comma or }, found "\\""'],
    ['{"a":1,}', 6, "a comma stands before }; remove it"],
    ["[1,2,]", 4, "a comma stands before ]; remove it"],
    ["[1;2]", 2, 'expected a comma or ], found ";"'],
    ['{"a":1}}', 7, '"}" follows the end of the value'],
    ['{"a":01}', 5, "a number may not begin with 0"],
    ['{"a":1.}', 5, "is not a number as JSON writes it"],
    ['{"a":NaN}', 5, "NaN is not a value; write texts in double quotes"],
    ['{"a":"x\ny"}', 7, "a text in quotes may not hold a line break or a control character; write \\n"],
    ['{"a":"c:\\data"}', 8, "a backslash within a text must be written twice"],
    ['{"a":"x', 5, "a text in quotes is never closed"],
  ])("%j", ([text, offset, reason]) => {
    expect(findJsonFault(text)).toEqual({ offset, reason });
  });

  test("a text has a fault exactly where JSON.parse refuses it", () => {
    const parts = fc.constantFrom(
      ...'{ } [ ] , : " \\ a 1 0 - . e true null \n \t \\u00e9 "a" 1.5e3 é'.split(" "),
      " ",
    );
    const text = fc.array(parts, { maxLength: 12 }).map((words) => words.join(""));
    const mended = fc.tuple(fc.json(), fc.nat(), parts).map(([json, at, part]) => {
      const place = at % (json.length + 1);
      return json.slice(0, place) + part + json.slice(place);
    });
    fc.assert(
      fc.property(fc.oneof(text, mended, fc.json()), (candidate) => {
        let isJson = true;
        try {
          JSON.parse(candidate);
        } catch {
          isJson = false;
        }
        expect(findJsonFault(candidate) === undefined).toBe(isJson);
      }),
      runs(3000),
    );
  });
});

describe("nesting", () => {
  test("counts brackets outside texts", () => {
    expect(nestsDeeperThan("[[1]]", 2)).toBe(false);
    expect(nestsDeeperThan("[[[1]]]", 2)).toBe(true);
    expect(nestsDeeperThan('{"[[[":"{{{\\"[[["}', 1)).toBe(false);
    expect(nestsDeeperThan('{"a\\\\":[[', 2)).toBe(true);
    expect(nestsDeeperThan("[".repeat(1_000_000), 64)).toBe(true);
  });

  test("agrees with the parsed value", () => {
    const depth = (value: unknown): number =>
      typeof value === "object" && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depth)) : 0;
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), fc.integer({ min: 0, max: 6 }), (json, limit) => {
        expect(nestsDeeperThan(json, limit)).toBe(depth(JSON.parse(json)) > limit);
      }),
      runs(1_000),
    );
  });
});
