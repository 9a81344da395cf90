import { Decimal } from "decimal.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { DialectStep } from "../../../../src/files/dialects/call-dialect.ts";
import { movePoint } from "../../../../src/files/dialects/values/amount-text.ts";
import { openSteps } from "../../../../src/files/dialects/values/index.ts";
import { Fault } from "../../../../src/model/index.ts";
import { isDecimalText } from "../../../../src/money/index.ts";
import { runs } from "../../../properties/runs.ts";

const Exact = Decimal.clone({ precision: 200, toExpNeg: -9e15, toExpPos: 9e15 });

function done(text: string, ...steps: DialectStep[]): string {
  const read = openSteps(steps);
  const turned = read === undefined ? text : read(text);
  return turned instanceof Fault ? `problem: ${turned.message}` : turned;
}

describe("parties", () => {
  test.each<[string, DialectStep, string]>([
    ["sip:+442079460018@10.0.0.1;user=phone", "uriUser", "+442079460018"],
    ["SIPS:201:secret@example.com", "uriUser", "201"],
    ["sip:+44123;npdi@example.com", "uriUser", "+44123"],
    ["tel:+44-20-7946;phone-context=x", "uriUser", "+44-20-7946"],
    ["1001@10.1.1.1", "uriUser", "1001"],
    ["sip:10.0.0.1", "uriUser", "sip:10.0.0.1"],
    ["+442079460018", "uriUser", "+442079460018"],
    ['"A <B>" <201>', "angle", "201"],
    ["A B", "angle", "A B"],
    ["A > B <", "angle", "A > B <"],
    ["%2B44%20x", "urlDecode", "+44 x"],
    ["100%", "urlDecode", "100%"],
    ["Line", "lower", "line"],
    ["Line", "upper", "LINE"],
    ["+44 (20) 7946-0018", "phone", "+442079460018"],
    ["+44 (0)20 7946-0018", "phone", "+442079460018"],
    ["0044 (0)20 7946 (0)018", "phone", "00442079460018"],
    ["(0)20 7946 0018", "phone", "02079460018"],
    ["44+20", "phone", "4420"],
    ["Ext.201", "phone", "201"],
    ["anonymous", "phone", "anonymous"],
  ])("%s by %s is %s", (text, step, turned) => {
    expect(done(text, step)).toBe(turned);
  });
});

describe("pieces of a text", () => {
  test.each<[string, DialectStep, string]>([
    ["a@b@c", { before: "@" }, "a"],
    ["a:b:c", { after: ":" }, "b:c"],
    ["abc", { before: "@" }, "abc"],
    ["abc", { after: ":" }, "abc"],
    ["20261006", { cut: [5, 6] }, "10"],
    ["20261006", { cut: [5] }, "1006"],
    ["2026", { cut: [5, 6] }, ""],
    ["😀 x7", { cut: [2, 4] }, "x7"],
    ["😀😀x7", { cut: [2, 3] }, "😀x"],
    ["901632960123", { dropPrefix: "9" }, "01632960123"],
    ["901632", { dropPrefix: ["9", "901"] }, "632"],
    ["0044123", { prefixes: { "0": "+44", "00": "+" } }, "+44123"],
    ["0123", { prefixes: { "0": "+44", "00": "+" } }, "+44123"],
    ["123", { prefixes: { "0": "+44" } }, "123"],
  ])("%s by %j is %s", (text, step, turned) => {
    expect(done(text, step)).toBe(turned);
  });
});

describe("tables", () => {
  const table = { Line: "in", line2: null, A: "x", a: "y" };
  test("compare without case, and keep what they do not have", () => {
    expect(
      ["Line", "LINE", "line2", "A", "a", "__proto__", "toString", ""].map((text) => done(text, { table })),
    ).toEqual(["in", "in", "", "x", "y", "__proto__", "toString", ""]);
  });
  test("may leave it out, or refuse it", () => {
    expect(done("other", { table, otherwise: "blank" })).toBe("");
    expect(done("other", { table, otherwise: "problem" })).toBe("problem: is not in its table");
    expect(done("other", { table, otherwise: "problem" }, "upper")).toBe("problem: is not in its table");
  });
});

describe("durations", () => {
  test.each<[string, "s" | "ms" | "us" | "ns" | "min" | "h:mm:ss" | "hhmmss", string]>([
    ["75", "s", "75"],
    ["75.123456", "s", "75.123"],
    [".5", "s", "0.5"],
    ["1500", "ms", "1.5"],
    ["75.000000", "s", "75"],
    ["75.50", "s", "75.50"],
    ["1", "us", "0"],
    ["61000000000", "ns", "61"],
    ["1.5", "min", "90"],
    ["0.1", "min", "6"],
    ["1.33333", "min", "79.999"],
    ["0:01:15", "h:mm:ss", "75"],
    ["100:00:00.25", "h:mm:ss", "360000.25"],
    ["000115", "hhmmss", "75"],
    ["-1", "ms", "-1"],
    ["1,5", "min", "1,5"],
    ["1:15", "h:mm:ss", "1:15"],
    ["0:61:00", "h:mm:ss", "0:61:00"],
    ["n/a", "h:mm:ss", "n/a"],
    ["75", "h:mm:ss", "problem: is not written h:mm:ss"],
    ["75", "hhmmss", "problem: is not written hhmmss"],
    ["000175", "hhmmss", "problem: is not written hhmmss"],
  ])("%s %s are %s seconds", (text, duration, seconds) => {
    expect(done(text, { duration })).toBe(seconds);
  });

  test("as whole seconds", () => {
    const rounded = (["up", "down", "nearest"] as const).map((round) =>
      ["1", "1.0", "1.2", "1.5", "9007199254740993.5", "x", "-1.5"].map((text) => done(text, { round })),
    );
    expect(rounded).toEqual([
      ["1", "1", "2", "2", "9007199254740994", "x", "-1.5"],
      ["1", "1", "1", "1", "9007199254740993", "x", "-1.5"],
      ["1", "1", "1", "2", "9007199254740994", "x", "-1.5"],
    ]);
  });
});

describe("amounts", () => {
  test.each<[string, DialectStep[], string]>([
    ["0.0075", [{ money: "major" }], "0.75"],
    [".75", [{ money: "minor" }], "0.75"],
    ["75", [{ money: "1/100 minor" }], "0.75"],
    ["7.5", [{ money: "1/10000 major" }], "0.075"],
    ["-0.0075", [{ sign: "negate" }, { money: "major" }], "0.75"],
    ["0.0075", [{ sign: "negate" }], "-0.0075"],
    ["-0", [{ sign: "negate" }], "0"],
    ["0", [{ sign: "negate" }], "0"],
    ["+5", [{ sign: "drop" }], "5"],
    ["--5", [{ sign: "drop" }], "--5"],
    ["1,25", [{ decimal: "," }, { money: "major" }], "125"],
    [
      "1.234",
      [{ decimal: "," }],
      "problem: is written with a decimal point where a decimal comma was promised",
    ],
    ["1.234,5", [{ decimal: "," }], "1.234,5"],
    ["1,2,3", [{ decimal: "," }], "1,2,3"],
    ["1,234,567.5", [{ decimal: "." }], "1234567.5"],
    ["1,25", [{ decimal: "." }], "1,25"],
    ["1,234.5,6", [{ decimal: "." }], "1,234.5,6"],
    ["£1", [{ money: "major" }], "£1"],
  ])("%s by %j is %s", (text, steps, amount) => {
    expect(done(text, ...steps)).toBe(amount);
  });

  test("in a currency of other decimals", () => {
    expect(openSteps([{ money: "major" }], { currencyDecimals: 0 })?.("12")).toBe("12");
    expect(openSteps([{ money: "major" }], { currencyDecimals: 3 })?.("0.012")).toBe("12");
  });

  const digits = fc.stringMatching(/^[0-9]{1,20}$/);
  const amount = fc
    .tuple(fc.constantFrom("", "-"), digits, fc.option(digits))
    .map(([sign, whole, decimals]) => (decimals === null ? sign + whole : `${sign}${whole}.${decimals}`));

  test("the point moves to the digit, and moved twice it is back", () => {
    fc.assert(
      fc.property(amount, fc.integer({ min: -12, max: 12 }), (text, shift) => {
        const moved = movePoint(text, shift);
        expect(isDecimalText(moved)).toBe(true);
        expect(new Exact(moved).eq(new Exact(text).times(new Exact(10).pow(shift)))).toBe(true);
        expect(new Exact(movePoint(moved, -shift)).eq(new Exact(text))).toBe(true);
      }),
      runs(2_000),
    );
  });

  test("minutes are sixty times as many seconds, cut to the millisecond", () => {
    fc.assert(
      fc.property(amount, (text) => {
        if (text.startsWith("-")) return;
        const seconds = new Exact(text).times(60).toDecimalPlaces(3, Decimal.ROUND_DOWN);
        expect(done(text, { duration: "min" })).toBe(seconds.toString());
      }),
      runs(1_000),
    );
  });
});

const anyStep: fc.Arbitrary<DialectStep> = fc.oneof(
  fc.constantFrom<DialectStep>("uriUser", "angle", "urlDecode", "lower", "upper", "phone"),
  fc.record({ before: fc.constantFrom("@", ":", "00") }),
  fc.record({ after: fc.constantFrom("@", ":", "00") }),
  fc.record({ cut: fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 })) }),
  fc.record({ dropPrefix: fc.constantFrom("9", "00") }),
  fc.record({ prefixes: fc.dictionary(fc.constantFrom("0", "00", "+"), fc.constantFrom("", "+44")) }),
  fc.record({
    table: fc.dictionary(fc.string(), fc.string()),
    otherwise: fc.constantFrom("keep", "blank", "problem"),
  }),
  fc.record({ duration: fc.constantFrom("s", "ms", "us", "ns", "min", "h:mm:ss", "hhmmss") }),
  fc.record({ round: fc.constantFrom("up", "down", "nearest") }),
  fc.record({ money: fc.constantFrom("major", "minor", "1/100 minor", "1/10000 major") }),
  fc.record({ sign: fc.constantFrom("drop", "negate") }),
  fc.record({ decimal: fc.constantFrom(",", ".") }),
);

test("no text makes steps throw, and none is so long that they do not come to its end", () => {
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 4 }), fc.string({ unit: "binary" }), (steps, text) => {
      openSteps(steps)?.(text);
    }),
    runs(2_000),
  );
  // A step whose time grew with the square of a text would not end here.
  for (const step of fc.sample(anyStep, { numRuns: 100, seed: 1 })) {
    for (const piece of ["9", "<", "%2B", ",", "1,234", "-", "0:00:00", "@", "+ 1"]) {
      const turned = openSteps([step])?.(piece.repeat(100_000 / piece.length));
      expect(typeof turned === "string" || turned instanceof Fault).toBe(true);
    }
  }
});
