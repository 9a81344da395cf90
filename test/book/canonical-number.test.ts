/** R21, R22: telephone numbers in one spelling, and the keys that prefixes and short codes are sought by. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalNumber, DialledNumber, type NumberingPlan } from "../../src/book/index.ts";
import { runs } from "../properties/runs.ts";
import { canonical, canonicalForPrefixes, dialled } from "../second-opinion/canonical.ts";

const UK: NumberingPlan = { countryCode: "44", bareDigits: "international" };
const UK_NATIONAL: NumberingPlan = { countryCode: "44", bareDigits: "national" };
const US: NumberingPlan = { countryCode: "1", bareDigits: "national" };
const IRELAND: NumberingPlan = { countryCode: "353", bareDigits: "international" };

describe("R21 canonical numbers", () => {
  test.for<[spelling: string, plan: NumberingPlan, canonical: string]>([
    ["020 7946 0018", UK, "442079460018"],
    ["(020) 7946-0018", UK, "442079460018"],
    ["020.7946.0018", UK, "442079460018"],
    ["[020] 7946 0018", UK, "442079460018"],
    ["020\u00a07946\u20090018", UK, "442079460018"],
    ["\t02079460018\r\n", UK, "442079460018"],
    ["+442079460018", UK, "442079460018"],
    ["+44 20 7946 0018", UK, "442079460018"],
    ["+44 (0)20 7946 0018", UK, "442079460018"],
    ["+44(0)2079460018", UK, "442079460018"],
    ["0044 (0)20 7946 0018", UK, "442079460018"],
    ["00442079460018", UK, "442079460018"],
    ["00 44 20 7946 0018", UK, "442079460018"],
    ["442079460018", UK, "442079460018"],
    ["44 (0)20 7946 0018", UK, "4402079460018"],
    ["2079460018", UK, "2079460018"],
    ["2079460018", UK_NATIONAL, "442079460018"],
    ["02079460018", UK_NATIONAL, "442079460018"],
    ["442079460018", UK_NATIONAL, "44442079460018"],
    ["+18085550100", UK_NATIONAL, "18085550100"],
    ["0018085550100", UK, "18085550100"],
    ["808 555 0100", US, "18085550100"],
    ["(808) 555-0100", US, "18085550100"],
    ["01 234 5678", IRELAND, "35312345678"],
    ["+39 06 1234", UK, "39061234"],
    ["+39 (0)6 (0)1", UK, "39601"],
    ["0(0)44 20 7946 0018", UK, "442079460018"],
    ["999", UK, "999"],
    ["0", UK, "44"],
    ["00", UK, ""],
    ["", UK, ""],
    ["+", UK, ""],
    [" -.() ", UK, ""],
    ["withheld", UK, "withheld"],
    ["*67 020 7946 0018", UK, "*67 020 7946 0018"],
    ["sip:reception@example.test", UK, "sip:reception@example.test"],
    ["++44", UK, "++44"],
    ["44+20", UK, "44+20"],
    ["020/7946", UK, "020/7946"],
    ["\u0660\u0662", UK, "\u0660\u0662"],
  ])("%j under %j is %j", ([spelling, plan, wanted]) => {
    expect(canonicalNumber(spelling, plan)).toBe(wanted);
  });

  test("any spelling is read as the second opinion reads it", () => {
    fc.assert(
      fc.property(anySpelling, anyPlan, (spelling, plan) => {
        expect(canonicalNumber(spelling, plan)).toBe(canonical(spelling, plan));
      }),
      runs(20_000),
    );
  });

  test("a canonical number written with + is read back as itself", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[1-9][0-9]{0,19}$/), anyPlan, (digits, plan) => {
        expect(canonicalNumber(`+${digits}`, plan)).toBe(digits);
        expect(canonicalNumber(`00${digits}`, plan)).toBe(digits);
      }),
      runs(1_000),
    );
  });
});

/** Digits and separators as people mix them, now and then with what belongs in no number. */
const anySpelling = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(..."0012345678944") },
      { weight: 3, arbitrary: fc.constantFrom("+", " ", "-", "(0)", "(", ")", ".", "00", "44") },
      { weight: 1, arbitrary: fc.constantFrom("*", "a", "\u00a0", "[", "]", "\u0661", "/") },
    ),
    { maxLength: 22, size: "max" },
  )
  .map((parts) => parts.join(""));

/** What a spreadsheet makes of a long number, and what nearly looks so. */
const anyShortened = fc.stringMatching(/^[+]?[0-9]{1,2}([.,][0-9]{0,5})?[Ee][+-]?[0-9]{1,3}$/);

const anyPlan: fc.Arbitrary<NumberingPlan> = fc.record({
  countryCode: fc.constantFrom("44", "1", "353"),
  bareDigits: fc.constantFrom("international", "national"),
});

describe("R22 a number read once for prefixes and short codes", () => {
  test("its key holds the first fifteen digits of the canonical number", () => {
    fc.assert(
      fc.property(fc.oneof(anySpelling, anyShortened), anyPlan, (spelling, plan) => {
        const number = new DialledNumber(plan);
        number.read(spelling);
        // A value with other characters stands as it is; prefixes see the digits it begins with.
        const digits = /^[0-9]*/.exec(canonicalForPrefixes(spelling, plan))?.[0] ?? "";
        expect(number.length).toBe(digits.length);
        if (digits !== "") expect(number.key).toBe(Number(digits.slice(0, 15).padEnd(15, "0")));
      }),
      runs(20_000),
    );
  });

  test("its short code is the digits as dialled, nothing replaced, leading zeros kept", () => {
    fc.assert(
      fc.property(anySpelling, anyPlan, (spelling, plan) => {
        const number = new DialledNumber(plan);
        number.read(spelling);
        const digits = dialled(spelling);
        const isShort = /^[0-9]{1,15}$/.test(digits);
        expect(number.dialledKey).toBe(isShort ? Number(`1${digits}`) : 0);
      }),
      runs(20_000),
    );
  });

  test("one reader serves call after call", () => {
    const number = new DialledNumber(UK);
    const states = ["+442079460018", "", "118118", "withheld", "12345678901234567890", "020 7946 0018"].map(
      (spelling) => {
        number.read(spelling);
        return [number.length, number.length === 0 ? 0 : number.key, number.dialledKey];
      },
    );
    expect(states).toEqual([
      [12, 442_079_460_018_000, 1_442_079_460_018],
      [0, 0, 0],
      [6, 118_118_000_000_000, 1_118_118],
      [0, 0, 0],
      [20, 123_456_789_012_345, 0],
      [12, 442_079_460_018_000, 102_079_460_018],
    ]);
  });
});
