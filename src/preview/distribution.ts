/** The distribution of a change over the customers: bands of one width that follow the data. */
import { firstWhere } from "../model/index.ts";
import { formatUnits } from "../money/index.ts";
import { type Sides, SUM_DECIMALS, sumText } from "./comparison.ts";
import type { DistributionBand, PreviewDistribution } from "./preview-report.ts";

/** One customer's retail in units of 10^-SUM_DECIMALS pence. */
type CustomerChange = Sides<bigint>;

/** The distribution over customers. Bands are decided exactly, not by a rounded percentage. */
export function distributionOf(customers: readonly CustomerChange[]): PreviewDistribution {
  const hasPercent = ({ before, after }: CustomerChange): boolean => before !== 0n || after === 0n;
  const without = customers.filter((customer) => !hasPercent(customer));
  return {
    percent: bandsOf(
      customers.filter(hasPercent).map((customer) => ({
        difference: differenceOf(customer),
        numerator: differenceOf(customer) * 100n,
        denominator: customer.before === 0n ? 1n : size(customer.before),
      })),
      -EDGE_DECIMALS,
    ),
    withoutPercent: { customers: without.length, difference: differenceText(without.map(differenceOf)) },
    amount: bandsOf(
      customers.map((customer) => {
        const difference = differenceOf(customer);
        return { difference, numerator: difference, denominator: 10n ** BigInt(SUM_DECIMALS) };
      }),
      0,
    ),
  };
}

/** A customer's change, and the number that decides its band: numerator ÷ denominator, percent or pence. */
interface Change {
  readonly difference: bigint;
  readonly numerator: bigint;
  /** Positive. */
  readonly denominator: bigint;
}

/** Most bands between the ends, and the share of the customers that may lie beyond an end. */
const MOST_BANDS = 10;
const SHARE_BEYOND = 0.02;
/** With fewer customers than this, all of them lie between the ends. */
const MANY_CUSTOMERS = 50;
/** Decimal places of an edge: edges of percentages are hundredths, edges of amounts whole pence. */
const EDGE_DECIMALS = 2;

/** Bands of one width from the least change to the greatest; the width is 10^leastPower or more. */
function bandsOf(changes: readonly Change[], leastPower: number): readonly DistributionBand[] {
  const moved = changes.filter(({ difference }) => difference !== 0n);
  const edges = edgesOf(moved, moved.length < changes.length, leastPower);
  // Between edges i - 1 and i; the first and the last band have one end only.
  const members: Change[][] = Array.from({ length: edges.length + 1 }, () => []);
  for (const change of moved) members[bandIndexOf(change, edges)]?.push(change);
  const text = (edge: bigint | undefined): string | null =>
    edge === undefined ? null : formatUnits(edge, EDGE_DECIMALS);
  const bands = members.map((ofBand, at) => bandOf(ofBand, text(edges[at - 1]), text(edges[at])));
  const shown = bands.filter(({ from, to, customers }) => customers > 0 || (from !== null && to !== null));
  if (moved.length === changes.length) return shown;
  const none = { from: "0", to: "0", customers: changes.length - moved.length, difference: "0" };
  const isAboveZero = ({ from, to }: DistributionBand): boolean =>
    (from !== null && !from.startsWith("-")) || (to !== null && !to.startsWith("-") && to !== "0");
  const zeroAt = shown.findIndex(isAboveZero);
  return zeroAt < 0 ? [...shown, none] : shown.toSpliced(zeroAt, 0, none);
}

/** The edges: round numbers, ascending, in units of 10^-EDGE_DECIMALS; 0 is an edge wherever it lies between others. */
function edgesOf(moved: readonly Change[], hasZero: boolean, leastPower: number): readonly bigint[] {
  if (moved.length === 0) return [];
  const values = moved
    // Inexact, to find edges only: no customer's band depends on this quotient.
    .map(({ numerator, denominator }) => Number(numerator) / Number(denominator))
    .sort((a, b) => a - b);
  const beyond = values.length < MANY_CUSTOMERS ? 0 : Math.floor(values.length * SHARE_BEYOND);
  const zero = hasZero ? [0] : [];
  const least = Math.min(values[beyond] ?? 0, ...zero);
  const most = Math.max(values[values.length - 1 - beyond] ?? 0, ...zero);
  const width = widthFor(least, most, leastPower);
  const { first, last } = multiplesAround(least, most, width);
  const units = BigInt(Math.round(width * 10 ** EDGE_DECIMALS));
  return Array.from({ length: last - first + 1 }, (_, at) => (BigInt(first) + BigInt(at)) * units);
}

/** The multiples of the width between which all changes lie; a rise lies above an edge or on its band's upper one. */
function multiplesAround(least: number, most: number, width: number): { first: number; last: number } {
  const first = least > 0 ? Math.ceil(least / width) - 1 : Math.floor(least / width);
  const last = most < 0 ? Math.floor(most / width) + 1 : Math.ceil(most / width);
  return { first, last: Math.max(last, first + 1) };
}

/** The least of 1, 2 and 5 times a power of ten that needs at most MOST_BANDS bands. */
function widthFor(least: number, most: number, leastPower: number): number {
  for (let power = leastPower; ; power++) {
    for (const digit of [1, 2, 5]) {
      const width = power < 0 ? digit / 10 ** -power : digit * 10 ** power;
      const { first, last } = multiplesAround(least, most, width);
      if (last - first <= MOST_BANDS) return width;
    }
  }
}

/** A rise lies in the first band whose upper edge it does not pass, a fall in the last whose lower edge it does not. */
function bandIndexOf({ numerator, denominator }: Change, edges: readonly bigint[]): number {
  const scaled = numerator * 10n ** BigInt(EDGE_DECIMALS);
  const isRise = numerator > 0n;
  const passed = (edge: bigint): boolean =>
    isRise ? scaled > edge * denominator : scaled >= edge * denominator;
  return firstWhere(edges.length, (index) => !passed(edges[index] ?? 0n));
}

function bandOf(members: readonly Change[], from: string | null, to: string | null): DistributionBand {
  return {
    from,
    to,
    customers: members.length,
    difference: differenceText(members.map(({ difference }) => difference)),
  };
}

function differenceOf({ before, after }: CustomerChange): bigint {
  return after - before;
}

function size(units: bigint): bigint {
  return units < 0n ? -units : units;
}

function differenceText(differences: readonly bigint[]): string {
  return sumText(differences.reduce((sum, difference) => sum + difference, 0n));
}
