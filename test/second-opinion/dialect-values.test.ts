/** The steps and times of call dialects against a second opinion that shares no code with them. */
import { Decimal } from "decimal.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { DialectStep } from "../../src/files/dialects/call-dialect.ts";
import { openBetween, openSteps, openTime } from "../../src/files/dialects/values/index.ts";
import { Fault } from "../../src/model/index.ts";
import { runs } from "../properties/runs.ts";
import { anyCell, anyClock, anySteps, anyTime, anyTimeText } from "./dialect/arbitraries.ts";
import { afterSteps, REFUSED } from "./dialect/steps.ts";
import { secondsBetween, startOf } from "./dialect/times.ts";

/** Numbers that are equal are equal, however many zeros they end in. */
function sameText(text: string | undefined): string | undefined {
  return text !== undefined && text.length < 200 && /^-?[0-9]+(\.[0-9]+)?$/.test(text)
    ? new Decimal(text).toFixed()
    : text;
}

test("steps do to a text what the second opinion does", () => {
  fc.assert(
    fc.property(anySteps, anyCell, (steps, cell) => {
      const done = openSteps(steps as DialectStep[])?.(cell) ?? cell;
      const expected = afterSteps(cell, steps);
      expect(done instanceof Fault ? REFUSED : sameText(done)).toEqual(
        expected === REFUSED ? REFUSED : sameText(expected),
      );
    }),
    runs(5_000),
  );
});

const anyTimed = anyTime.chain((time) =>
  fc.record({ time: fc.constant(time), text: anyTimeText(time), other: anyTimeText(time) }),
);

test("times are those of the second opinion, in any zone, whatever is added to them", () => {
  const later = fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, fc.integer({ min: -90_000, max: 90_000 }));
  fc.assert(
    fc.property(anyTimed, anyClock, later, ({ time, text }, clock, seconds) => {
      const read = openTime(time, clock)(text, seconds);
      expect(read instanceof Fault ? undefined : read).toEqual(startOf(text, time, clock, seconds));
    }),
    runs(5_000),
  );
});

test("seconds between two times are those of the second opinion", () => {
  fc.assert(
    fc.property(anyTimed, anyClock, ({ time, text, other }, clock) => {
      const read = openBetween(time, clock)(text, other);
      expect(read instanceof Fault ? undefined : read).toEqual(secondsBetween(text, other, time, clock));
    }),
    runs(5_000),
  );
});
