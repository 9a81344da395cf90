/** The proof's values on steps do lie there: otherwise it would prove less than it says. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { commonDivisor, decimalText, inverseModulo, unitsOf } from "../../proof/decimal.ts";
import { byteTargetsOf, targetsOf } from "../../proof/targets.ts";
import { openBook, rateCall } from "../../src/index.ts";
import { runs } from "../properties/runs.ts";
import { createSecondOpinion, type Row } from "../second-opinion/index.ts";

/** The basic charge of so much usage under a rate, to eight decimal places, as both say it. */
function basicOf(rate: Row, usage: Row): string {
  const book = {
    costDecimals: 8,
    callTypes: [{ name: "UK", tariffClass: "national" }],
    customers: [{ id: 1, defaultNationalTariff: "T" }],
    numbers: [{ id: 1, customerID: 1, number: "1" }],
    tariffs: [{ id: 1, name: "T", tariffClass: "national", rates: [rate] }],
  };
  const call = { numberID: 1, tariffType: "UK", startDate: "2026-10-01", ...usage };
  const result = rateCall(openBook(book as never), call);
  const basic = result.outcome === "rated" ? (result.toJSON().costBaseBasic ?? "") : "";
  expect(createSecondOpinion(book).rateCall(call).costBaseBasic).toBe(basic);
  return basic;
}

const ROUNDINGS = [{ name: "Odd", mode: "nearest", multiple: "0.07" }];

describe("R4, R10 a target of a rate", () => {
  const both = ["half a unit", "whole units"];
  test.each([
    ["1.2", {}, ["whole units"]],
    ["0.037", { costConnection: "0.000025" }, both],
    ["-0.037", {}, both],
    ["1.25", { initialDuration: "60", initialCost: "0.0333", costSecondaryConnection: "1" }, both],
    ["2.3", { roundSeconds: "6", durationMin: "30", roundSecondsFrom: "minimum" }, ["whole units"]],
    ["0.3001", { roundSeconds: "0.5", durationMin: "60" }, both],
    ["0.3", { roundSeconds: "0.5", durationMin: "60", costConnection: "0.00005" }, ["half a unit"]],
  ])("of %s p a minute with %j is %j", (cost, more, aims) => {
    const rate = { chargeType: "perMinute", cost, ...more };
    const targets = targetsOf(rate, 4, ROUNDINGS);
    expect(targets.map(({ aim }) => aim).sort()).toEqual(aims);
    for (const { first, every, aim } of targets) {
      for (const milliseconds of [first, first + 3 * every]) {
        const basic = basicOf(rate, { duration: decimalText(milliseconds, 3) });
        const rest = (unitsOf(basic, 8) ?? 1n) % 10_000n;
        expect([aim, Math.abs(Number(rest))]).toEqual([aim, aim === "half a unit" ? 5_000 : 0]);
      }
    }
  });

  test("by megabytes", () => {
    const rate = { chargeType: "perMegabyte", cost: "0.3", roundBytes: "1024", costConnection: "0.0001" };
    const targets = byteTargetsOf(rate, 4);
    expect(targets.length).toBeGreaterThan(0);
    for (const { first, aim } of targets) {
      const rest = (unitsOf(basicOf(rate, { bytes: first }), 8) ?? 0n) % 10_000n;
      expect(rest).toBe(aim === "half a unit" ? 5_000n : 0n);
    }
  });

  test("takes its preset for an access charge", () => {
    const rate = { chargeType: "perCall", cost: "1", accessCharge: "7", roundingAccessCharge: "Odd" };
    const halves = targetsOf(rate, 4, ROUNDINGS).filter(({ aim }) => aim === "half a unit");
    // Of 0.0001 p and of 0.07 p: 7 p × ms ÷ 60,000 = 0.035 at 300 ms.
    expect(halves.map(({ first }) => first)).toContain(300);
  });

  test("is not there where no usage comes to it", () => {
    expect(targetsOf({ chargeType: "perMinute", cost: "0" }, 4, ROUNDINGS)).toEqual([]);
    expect(byteTargetsOf({ chargeType: "perMinute", cost: "1" }, 4)).toEqual([]);
  });
});

test("the inverse of a number modulo another", () => {
  const whole = fc.bigInt({ min: 2n, max: 10n ** 12n });
  fc.assert(
    fc.property(whole, whole, (value, modulus) => {
      fc.pre(commonDivisor(value, modulus) === 1n);
      expect((inverseModulo(value, modulus) * value) % modulus).toBe(1n);
    }),
    runs(200),
  );
});
