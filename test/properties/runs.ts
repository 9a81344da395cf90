/**
 * How many cases a property tries, and from which seed. `vitest.config.ts` says both to every worker: the ordinary run
 * tries a part of the cases from one seed, so that it gives the same verdict whenever and wherever it is run;
 * `npm run test:long` tries all of them from a seed of its own.
 */
import { inspect, isDeepStrictEqual } from "node:util";
import type fc from "fast-check";
import { expect } from "vitest";

export { many } from "./many.ts";

const SHARE = Number(process.env.TOLLBOOK_RUNS);
const SEED = Number(process.env.TOLLBOOK_SEED);

/** Fewer cases than these are never tried: the first of a run are small, and would meet little. */
const FEWEST = 8;

/**
 * Parameters of `fc.assert` for so many cases of a long run; `fewest` where each case starts threads, or where every run
 * is to try so many.
 */
export function runs(long: number, fewest = FEWEST): fc.Parameters<unknown> {
  return { numRuns: Math.max(Math.min(long, fewest), Math.ceil(long * SHARE)), seed: SEED };
}

/** Below this share the cases of the ordinary run are tried again elsewhere, and the first of them may meet nothing rare. */
const LEAST_COUNTED = 0.1;

/**
 * What a count over a run must be greater than, given what it is greater than in a long run: two thirds at most of what
 * long runs count on average, and less where a few cases make most of the count, because every commit has a seed of its
 * own. A shorter run is asked for half of its share, because what is rare comes up unevenly in it, and one of very few
 * cases for nothing.
 */
export function atLeast(long: number): number {
  if (SHARE < LEAST_COUNTED) return -1;
  return SHARE < 1 ? Math.floor((long * SHARE) / 2) : long;
}

/** How many smaller cases are tried of one that failed: opening books is too slow for thousands of them. */
const ATTEMPTS = 1_000;

/** A property's body for which a failing case is made smaller by so many attempts only, and then printed. */
export function shrinkingBriefly<Args extends unknown[]>(
  body: (...args: Args) => void,
): (...args: Args) => void {
  let attempts = 0;
  return (...args) => {
    if (attempts > ATTEMPTS) return;
    try {
      if (attempts > 0) attempts++;
      body(...args);
    } catch (error) {
      attempts ||= 1;
      throw error;
    }
  };
}

/** As `toEqual`, quick where the two are the same; a difference is shown with the case it came from. */
export function expectSame(actual: unknown, wanted: unknown, ofCase: () => unknown): void {
  if (isDeepStrictEqual(actual, wanted)) return;
  expect(actual, `case ${inspect(ofCase(), { depth: 8 })}`).toEqual(wanted);
}
