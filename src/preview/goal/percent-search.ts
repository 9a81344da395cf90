/**
 * Searches the smallest percentage that reaches a goal, in whole quanta. Each measurement of a percentage is slow:
 * linear interpolation guesses the percentage of the goal, bisection makes sure that the search ends.
 */

/** Quanta of one percent: percentages have at most six decimal places (R50). */
export const QUANTA_PER_PERCENT = 1_000_000n;

/** Measures the amount that a percentage brings; undefined without a valid book: a price would be too large (R2). */
type Measure = (quanta: bigint) => Promise<bigint | undefined>;

/** A percentage that was measured. */
export interface Measured {
  readonly quanta: bigint;
  readonly value: bigint;
}

/** The smallest percentage that reaches the goal and the next smaller one; or the nearest to a goal out of reach. */
type SearchResult =
  | { readonly found: Measured; readonly smaller: Measured }
  | { readonly found: undefined; readonly nearest: Measured; readonly isBounded: boolean };

/** R50: above -100, at most 1000 percent. */
const LEAST = -100n * QUANTA_PER_PERCENT + 1n;
const MOST = 1_000n * QUANTA_PER_PERCENT;

const NOTHING: Measured = { quanta: 0n, value: 0n };

/** How many times larger than the last measured percentage a guess may be. */
const MOST_GROWTH = 100n;

/** A percentage that reaches the goal, or that gives no valid book. */
interface Upper {
  readonly quanta: bigint;
  readonly value: bigint | undefined;
}

/**
 * Searches for the smallest percentage that brings at least the goal, which is not zero: above 0 % for an amount to
 * gain, below 0 % for an amount to give away. 0 % brings 0. Where a larger percentage can bring less, the result is one
 * of the percentages that reach the goal while the next smaller percentage does not.
 */
export async function smallestReaching(goal: bigint, measure: Measure): Promise<SearchResult> {
  const bracket = goal > 0n ? await bracketAbove(goal, measure) : await bracketBelow(goal, measure);
  if ("nearest" in bracket) return { found: undefined, ...bracket };
  return narrow(goal, bracket, measure);
}

interface Bracket {
  readonly low: Measured;
  readonly high: Upper;
}

/** A goal beyond all percentages, or beyond the percentages that give a valid book (`isBounded`). */
interface OutOfReach {
  readonly nearest: Measured;
  readonly isBounded: boolean;
}

async function bracketAbove(goal: bigint, measure: Measure): Promise<Bracket | OutOfReach> {
  let low = NOTHING;
  for (let quanta = QUANTA_PER_PERCENT; ; quanta = smaller(MOST, further(goal, low))) {
    const value = await measure(quanta);
    if (value === undefined || value >= goal) return { low, high: { quanta, value } };
    low = { quanta, value };
    if (quanta === MOST) return { nearest: low, isBounded: false };
  }
}

async function bracketBelow(goal: bigint, measure: Measure): Promise<Bracket | OutOfReach> {
  let high = NOTHING;
  for (let quanta = -QUANTA_PER_PERCENT; ; quanta = larger(LEAST, further(goal, high))) {
    const value = await measure(quanta);
    if (value === undefined) return { nearest: high, isBounded: true };
    if (value < goal) return { low: { quanta, value }, high };
    high = { quanta, value };
    if (quanta === LEAST) return { nearest: high, isBounded: false };
  }
}

/** A percentage beyond the goal, by linear extrapolation. */
function further(goal: bigint, { quanta, value }: Measured): bigint {
  const isOnTheWay = goal > 0n ? value > 0n : value < 0n;
  if (!isOnTheWay) return quanta * MOST_GROWTH;
  // Slightly beyond, to bracket the goal.
  const guess = (goal * quanta * 1_001n) / (value * 1_000n) + (goal > 0n ? 1n : -1n);
  const most = quanta * MOST_GROWTH;
  return goal > 0n ? smaller(guess, most) : larger(guess, most);
}

async function narrow(goal: bigint, bracket: Bracket, measure: Measure): Promise<SearchResult> {
  let { low, high } = bracket;
  const probe = async (quanta: bigint): Promise<void> => {
    if (quanta <= low.quanta || quanta >= high.quanta) return;
    const value = await measure(quanta);
    if (value === undefined || value >= goal) high = { quanta, value };
    else low = { quanta, value };
  };
  while (high.quanta - low.quanta > 1n) {
    const width = high.quanta - low.quanta;
    if (high.value !== undefined) {
      const rise = high.value - low.value;
      const line = low.quanta + ((goal - low.value) * width + rise - 1n) / rise;
      const guess = larger(low.quanta + 1n, smaller(line, high.quanta - 1n));
      await probe(guess);
      // From the guess to the other side of the goal, as far again.
      const missed = guess === high.quanta ? (high.value ?? goal) - goal : goal - low.value;
      const step = (2n * missed * width) / rise + 1n;
      await probe(guess === high.quanta ? high.quanta - step : low.quanta + step);
    }
    // Bisection: rounded prices bring amounts in steps, which no interpolation predicts.
    if ((high.quanta - low.quanta) * 4n > width) await probe((low.quanta + high.quanta) / 2n);
  }
  if (high.value === undefined) return { found: undefined, nearest: low, isBounded: true };
  return { found: { quanta: high.quanta, value: high.value }, smaller: low };
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
