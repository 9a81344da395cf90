/** Amounts over the whole of R2: text from whole units, and the spellings in which an amount may arrive (R1). */
import { Decimal } from "decimal.js";
import fc from "fast-check";

/** Whole units of 10^-places as plain decimal text. */
export function decimal(units: number | bigint, places: number): string {
  const whole = BigInt(units);
  const digits = (whole < 0n ? -whole : whole).toString().padStart(places + 1, "0");
  const text = places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
  const trimmed = text.includes(".") ? text.replace(/\.?0+$/, "") : text;
  return whole < 0n ? `-${trimmed}` : trimmed;
}

/** The amount in one of the spellings R1 allows; which one depends on its digits, so that nothing more is drawn. */
export function spelt(text: string): unknown {
  const number = Number(text);
  switch ((text.length * 7 + text.charCodeAt(text.length - 1)) % 6) {
    case 0:
      return String(number) === text ? number : text;
    case 1:
      return text.includes(".") ? `${text}0000` : `${text}.0000`;
    case 2:
      return text.replace(/^(-?)/, "$100");
    case 3:
      return new Decimal(text);
    default:
      return text;
  }
}

const PRICES = [
  "0",
  "1",
  "0.5",
  "1.2",
  "2.4",
  "3",
  "7",
  "0.01",
  "0.000001",
  "-0.000001",
  "-1",
  "-0.5",
  "999999.999999",
  "1000000",
  "-1000000",
] as const;

/**
 * Prices in pence: everyday ones, extremes, any within bounds, and odd multiples of three quanta, which at ten
 * seconds come to exactly half a quantum.
 */
export function anyPrice(costDecimals: number): fc.Arbitrary<string> {
  const tie = 3 * 10 ** Math.max(0, 6 - costDecimals);
  return fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min: 0, max: 5_000 }).map((units) => decimal(units, 2)) },
    { weight: 3, arbitrary: fc.constantFrom(...PRICES) },
    {
      weight: 2,
      arbitrary: fc.integer({ min: -40, max: 400 }).map((odd) => decimal((2 * odd + 1) * tie, 6)),
    },
    { weight: 1, arbitrary: fc.integer({ min: -1_000, max: 1_000 }).map((units) => decimal(units, 6)) },
    {
      weight: 1,
      arbitrary: fc.integer({ min: -(10 ** 12), max: 10 ** 12 }).map((units) => decimal(units, 6)),
    },
  );
}

/** Percentages, −100 … 1,000,000. */
export const anyPercent: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom("0", "25", "3.5", "-100", "-12.5", "1000000", "0.000001"),
  fc.integer({ min: -100 * 10 ** 6, max: 10 ** 12 }).map((units) => decimal(units, 6)),
  fc.integer({ min: -1_000, max: 3_000 }).map((units) => decimal(units, 1)),
);

/** Rounding multiples in pence: whole multiples of the quantum (R2). */
export function anyMultiple(costDecimals: number): fc.Arbitrary<string> {
  const quantum = 10 ** Math.max(0, 6 - costDecimals);
  const most = 10 ** 12 / quantum;
  return fc
    .oneof(
      { weight: 3, arbitrary: fc.constantFrom(0, 1, 2, 3, 5, 7, 10, 25, 50, 100, 1_000) },
      { weight: 1, arbitrary: fc.integer({ min: 1, max: most }) },
    )
    .map((quanta) => decimal(Math.min(quanta, most) * quantum, 6));
}

/** Milliseconds of the seconds fields of a rate: small ones, and any within bounds. */
export const anySeconds: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom("0", "1", "6", "7", "11", "30", "60", "60.001", "0.5", "3600", "31622400"),
  },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 120_000 }).map((ms) => decimal(ms, 3)) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 31_622_400_000 }).map((ms) => decimal(ms, 3)) },
);

/** Durations of calls in seconds. */
export const anyDuration: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 7_200 }).map(String) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      "0",
      "0.001",
      "1",
      "10",
      "20",
      "30",
      "59.999",
      "60",
      "60.001",
      "90",
      "3600",
      "31622400",
    ),
  },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 600_000 }).map((ms) => decimal(ms, 3)) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 31_622_400_000 }).map((ms) => decimal(ms, 3)) },
);

/** Bytes of calls and of rounding steps. */
export const anyBytes: fc.Arbitrary<string> = fc
  .oneof(
    {
      weight: 2,
      arbitrary: fc.constantFrom(0, 1, 1_023, 1_024, 1_025, 1_500_000, 2 ** 30, Number.MAX_SAFE_INTEGER),
    },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 2 ** 33 }) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }) },
  )
  .map(String);

/** Events of calls and of rounding steps. */
export const anyEvents: fc.Arbitrary<string> = fc
  .oneof(fc.constantFrom(0, 1, 2, 5, 10, 999_999_999, 10 ** 9), fc.integer({ min: 0, max: 10 ** 9 }))
  .map(String);

/** Amounts on calls in pence: up to ten decimal places, up to 10^9. */
export const anyCallAmount: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 100_000 }).map((units) => decimal(units, 4)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom("0", "0.6", "4", "-1.5", "0.0000000001", "1000000000", "-1000000000"),
  },
  {
    weight: 1,
    arbitrary: fc.bigInt({ min: -(10n ** 19n), max: 10n ** 19n }).map((units) => decimal(units, 10)),
  },
);
