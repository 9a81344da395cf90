/** R1, R2: amounts as they arrive. */
import { Decimal } from "decimal.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decimalPlaces, isDecimalText, toDecimalText } from "../../src/money/index.ts";
import { runs } from "../properties/runs.ts";

describe("R1 the only form of an amount", () => {
  test.each([
    "0",
    "-0",
    "1.25",
    "-1.25",
    "007.50",
    "1.2500000000",
    "0.0000000001",
    "9".repeat(64),
    `-${"9".repeat(63)}`,
  ])("%j is one", (text) => {
    expect(isDecimalText(text)).toBe(true);
    expect(toDecimalText(text)).toBe(text);
  });

  test.each([
    "",
    "-",
    "+1",
    ".5",
    "5.",
    "-.5",
    "1,25",
    "1 000",
    " 1",
    "1 ",
    "1e3",
    "1E-3",
    "0x10",
    "12p",
    "£1",
    "1.2.3",
    "--1",
    "NaN",
    "Infinity",
    "\u0661",
    "9".repeat(65),
  ])("%j is none", (text) => {
    expect(isDecimalText(text)).toBe(false);
    expect(toDecimalText(text)).toBeUndefined();
  });

  test("any text is read as the pattern of docs/decisions.md reads it", () => {
    const character = fc.constantFrom(..."0019.-+ ,eE");
    fc.assert(
      fc.property(fc.array(character, { maxLength: 8 }), (characters) => {
        const text = characters.join("");
        expect(isDecimalText(text)).toBe(/^-?[0-9]+(\.[0-9]+)?$/.test(text));
      }),
      runs(3_000),
    );
  });
});

describe("R1 values that are not text", () => {
  test.for<[string, unknown]>([
    ["0", 0],
    ["0", -0],
    ["1.25", 1.25],
    ["-1.25", -1.25],
    ["0.0000001", 1e-7],
    ["-0.0000001", -1e-7],
    ["0.0000000001234", 1.234e-10],
    [`0.${"0".repeat(323)}5`, 5e-324],
    ["0.1", 0.1],
    ["9007199254740991", 9_007_199_254_740_991],
    ["12", 12n],
    ["-100000000000000000000", -(10n ** 20n)],
    ["0.0000001", new Decimal("1e-7")],
    ["1000000000000000000000", new Decimal("1e21")],
    ["1.50", { toFixed: () => "1.50" }],
  ])("%s", ([text, value]) => {
    expect(toDecimalText(value)).toBe(text);
  });

  test.for<[string, unknown]>([
    ["NaN", Number.NaN],
    ["infinity", Number.POSITIVE_INFINITY],
    ["an integer whose digits are lost", 2 ** 53],
    ["1e400 as JSON has it", JSON.parse("1e400") as unknown],
    ["null", null],
    ["a boolean", true],
    ["a list", [1]],
    ["an object", {}],
    ["an object with other digits", { toFixed: () => "1,5" }],
    ["an object whose toFixed is no function", { toFixed: "1" }],
    ["a decimal that is no number", new Decimal(Number.NaN)],
    ["a symbol", Symbol("1")],
  ])("%s is no amount", ([, value]) => {
    expect(toDecimalText(value)).toBeUndefined();
  });

  test("a JSON number means its shortest decimal form, whatever its size", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        fc.pre(!Number.isInteger(value) || Number.isSafeInteger(value));
        const text = toDecimalText(value) ?? "";
        expect(text).not.toMatch(/e/i);
        expect(Number(text)).toBe(value + 0);
        expect(text).toBe(new Decimal(value).toFixed().replace(/^-0$/, "0"));
      }),
      runs(3_000),
    );
  });
});

describe("R2 decimal places", () => {
  test.each([
    ["1", 0],
    ["1.0", 0],
    ["1.2500000000", 2],
    ["0.000001", 6],
    ["100", 0],
    ["-0.10", 1],
    ["1.010", 2],
  ] as const)("%s has %i", (text, places) => {
    expect(decimalPlaces(text)).toBe(places);
  });
});
