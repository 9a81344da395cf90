/** The known names that a misspelt or shortened name may mean. */
import { describe, expect, test } from "vitest";
import { openBook } from "../../src/index.ts";
import { didYouMean, holdsName } from "../../src/names/index.ts";

const TARIFFS = ["Business UK", "Standard UK", "UK Mobile O2", "UK Mobile EE", "Charity (UK)"];

describe("a shortened name", () => {
  test.each([
    ["Business", "; did you mean Business UK?"],
    ["bus", "; did you mean Business UK?"],
    ["UK Mobile", "; did you mean UK Mobile O2 or UK Mobile EE?"],
    ["mobile", "; did you mean UK Mobile O2 or UK Mobile EE?"],
    ["o2", ""],
    ["ndard", ""],
    ["(UK)", "; did you mean Charity (UK)?"],
    // More than three names hold it.
    ["U.K", ""],
    ["UK Mobile O3", "; did you mean UK Mobile O2?"],
  ])("%s%s", (name, meant) => {
    expect(didYouMean(name, TARIFFS)).toBe(meant);
  });

  test("means no name where more than three hold it", () => {
    const known = ["Rate 2026", "Rate 2027", "Rate 2028", "Rate 2029"];
    expect(didYouMean("Rate 20", known.slice(0, 3))).toBe(
      "; did you mean Rate 2026, Rate 2027 or Rate 2028?",
    );
    expect(didYouMean("Rat", known)).toBe("");
    expect(didYouMean("Rat", known, ".")).toBe(".");
  });

  test("goes behind a name that is misspelt by a letter", () => {
    expect(didYouMean("duplicate", ["duplicates", "duplicate calls"])).toBe("; did you mean duplicates?");
    expect(didYouMean("Busines", ["Busyness", "Business UK"])).toBe("; did you mean Busyness?");
  });

  test("is text, whatever its characters, and a name of one length holds none", () => {
    expect(holdsName("a.c")("abc d")).toBe(false);
    expect(holdsName("\\d+ [")("\\d+ [x")).toBe(true);
    expect(holdsName("a-/b")("A-/B c")).toBe(true);
    expect(holdsName("\ud800ab")("x \ud800ab")).toBe(true);
    expect(holdsName("UK")("UK Mobile")).toBe(false);
    expect(holdsName("Größe")("die größe zwei")).toBe(true);
    expect(holdsName("x".repeat(61))("x".repeat(62))).toBe(false);
  });

  test("is told by the check of a book (R20)", () => {
    const tariffs = [{ id: 1, name: "Business UK", tariffClass: "national", baseCost: 1 }] as const;
    const customers = [{ id: 7, defaultNationalTariff: "Business" }];
    expect(() => openBook({ tariffs, customers })).toThrow(/"Business" .*; did you mean "Business UK"\?/);
  });
});
