/**
 * How long the properties run. `TOLLBOOK_RUNS=20` makes every one twenty times as long; `TOLLBOOK_SEED` repeats
 * a run whose seed a failure printed.
 */
import { inspect, isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { expect } from "vitest";

const MULTIPLIER = Number(process.env.TOLLBOOK_RUNS ?? 1);
const SEED = process.env.TOLLBOOK_SEED;

/** Parameters of `fc.assert` for so many runs. */
export function runs(ordinary: number): fc.Parameters<unknown> {
  const numRuns = Math.max(1, Math.ceil(ordinary * MULTIPLIER));
  return SEED === undefined ? { numRuns } : { numRuns, seed: Number(SEED) };
}

/**
 * What a count of a run must be greater than. A run that was made shorter may by chance have met none of what is
 * rare; the ordinary run is the one that asks.
 */
export function atLeast(ordinary: number): number {
  return MULTIPLIER < 1 ? -1 : ordinary;
}

/** Milliseconds a test may take, of which an ordinary run takes a small part. */
export function patience(ordinary = 120_000): number {
  return ordinary * Math.max(1, MULTIPLIER);
}

/** An array of up to `maxLength` items that is often long, and shrinks to a single one. */
export function many<T>(item: fc.Arbitrary<T>, maxLength: number, minLength = 1): fc.Arbitrary<T[]> {
  return fc.array(item, { minLength, maxLength, size: "max" });
}

/** How long a failing case is made smaller. */
const SHRINK_MS = 20_000;

/**
 * A property's body that lets a failing case be made smaller for some time only: opening books is too slow for
 * thousands of attempts. The smallest case found until then is what is printed.
 */
export function shrinkingBriefly<Args extends unknown[]>(
  body: (...args: Args) => void,
): (...args: Args) => void {
  let failedAt: number | undefined;
  return (...args) => {
    if (failedAt !== undefined && performance.now() - failedAt > SHRINK_MS) return;
    try {
      body(...args);
    } catch (error) {
      failedAt ??= performance.now();
      throw error;
    }
  };
}

/** As `toEqual`, quick where the two are the same; a difference is shown with the case it came from. */
export function expectSame(actual: unknown, wanted: unknown, ofCase: () => unknown): void {
  if (isDeepStrictEqual(actual, wanted)) return;
  expect(actual, `case ${inspect(ofCase(), { depth: 8 })}`).toEqual(wanted);
}
