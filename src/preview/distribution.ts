/** How a change spreads over the customers: how many of them in each band, and what they make together. */
import { SUM_DECIMALS, sumText } from "./comparison.ts";
import type { DistributionBand, PreviewDistribution } from "./preview-report.ts";

/** Bounds of the bands above zero, percent; those below mirror them. */
const PERCENT_BOUNDS = [2, 5, 10, 20] as const;
/** Likewise, pounds. */
const POUND_BOUNDS = [1, 10, 100, 1_000] as const;

/** One customer's retail in units of 10^-SUM_DECIMALS pence. */
export interface CustomerChange {
  readonly before: bigint;
  readonly after: bigint;
}

/** The distribution over customers. Bands are decided exactly, not by a rounded percentage. */
export function distributionOf(
  customers: readonly CustomerChange[],
  currencyDecimals: number,
): PreviewDistribution {
  const amounts = POUND_BOUNDS.map((bound) => bound * 10 ** currencyDecimals);
  const hasPercent = ({ before, after }: CustomerChange): boolean => before !== 0n || after === 0n;
  const withPercent = customers.filter(hasPercent);
  const without = customers.filter((own) => !hasPercent(own));
  return {
    // difference ÷ |before| × 100 lies beyond a bound where difference × 100 lies beyond bound × |before|.
    percent: bands(withPercent, PERCENT_BOUNDS, (own, bound) => BigInt(bound) * size(own.before), 100n),
    withoutPercent: { customers: without.length, difference: differenceText(without) },
    amount: bands(customers, amounts, (_, bound) => BigInt(bound) * UNITS_PER_PENNY, 1n),
  };
}

const UNITS_PER_PENNY = 10n ** BigInt(SUM_DECIMALS);

/** Bands from the largest fall to the largest rise: five below zero, zero, five above. */
function bands(
  customers: readonly CustomerChange[],
  bounds: readonly number[],
  threshold: (own: CustomerChange, bound: number) => bigint,
  factor: bigint,
): readonly DistributionBand[] {
  const middle = bounds.length + 1;
  const members: CustomerChange[][] = Array.from({ length: 2 * middle + 1 }, () => []);
  for (const own of customers) {
    const difference = own.after - own.before;
    const scaled = size(difference) * factor;
    const beyond = bounds.filter((bound) => scaled > threshold(own, bound)).length;
    const place = difference === 0n ? middle : difference > 0n ? middle + 1 + beyond : middle - 1 - beyond;
    members[place]?.push(own);
  }
  const edges = [
    null,
    ...[...bounds].reverse().map((bound) => String(-bound)),
    "0",
    ...bounds.map(String),
    null,
  ];
  return members.map((own, place) => ({
    from: place <= middle ? (edges[place] ?? null) : (edges[place - 1] ?? null),
    to: place < middle ? (edges[place + 1] ?? null) : (edges[place] ?? null),
    customers: own.length,
    difference: differenceText(own),
  }));
}

function size(units: bigint): bigint {
  return units < 0n ? -units : units;
}

function differenceText(customers: readonly CustomerChange[]): string {
  return sumText(customers.reduce((sum, { before, after }) => sum + after - before, 0n));
}
