/**
 * How long the properties run. `TOLLBOOK_RUNS=20` makes every one twenty times as long; `TOLLBOOK_SEED` repeats
 * a run whose seed a failure printed.
 */
import fc from "fast-check";

const MULTIPLIER = Number(process.env["TOLLBOOK_RUNS"] ?? 1);
const SEED = process.env["TOLLBOOK_SEED"];

/** Parameters of `fc.assert` for so many runs. */
export function runs(ordinary: number): fc.Parameters<unknown> {
  const numRuns = Math.max(1, Math.ceil(ordinary * MULTIPLIER));
  return SEED === undefined ? { numRuns } : { numRuns, seed: Number(SEED) };
}

/** Milliseconds a test may take, of which an ordinary run takes a small part. */
export function patience(ordinary = 120_000): number {
  return ordinary * Math.max(1, MULTIPLIER);
}

/** An array of up to `maxLength` items that is often long, and shrinks to a single one. */
export function many<T>(item: fc.Arbitrary<T>, maxLength: number, minLength = 1): fc.Arbitrary<T[]> {
  return fc.array(item, { minLength, maxLength, size: "max" });
}
