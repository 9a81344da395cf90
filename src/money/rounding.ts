/**
 * The roundings of the rules over exact integers, once for bigints and once for doubles.
 *
 * The double versions are exact for |a| < 2^52 and b >= 1: with a = k·b + r, r not 0, the true quotient differs
 * from a whole number by at least 1/b, and k·b < 2^52 makes 1/b larger than half an ulp of k, so the
 * division cannot round onto or past the next whole number.
 */

/** The three roundings a preset can name (R12). */
export type RoundingMode = "up" | "down" | "nearest";

/** a / b rounded towards plus infinity (R5); b > 0. */
export function ceilDivide(a: bigint, b: bigint): bigint {
  const quotient = a / b;
  return a > 0n && quotient * b !== a ? quotient + 1n : quotient;
}

/** a / b rounded towards minus infinity; b > 0. */
export function floorDivide(a: bigint, b: bigint): bigint {
  return -ceilDivide(-a, b);
}

/** a / b rounded to the nearest whole number, halves away from zero (R4); b > 0. */
export function nearestDivide(a: bigint, b: bigint): bigint {
  return a < 0n ? -((-a * 2n + b) / (b * 2n)) : (a * 2n + b) / (b * 2n);
}

/** a / b in the named direction; b > 0. */
export function divide(a: bigint, b: bigint, mode: RoundingMode): bigint {
  if (mode === "up") return ceilDivide(a, b);
  return mode === "down" ? floorDivide(a, b) : nearestDivide(a, b);
}

/** The smallest multiple of `multiple` that is >= value (R5), in doubles; multiple > 0. */
export function ceilToMultiple(value: number, multiple: number): number {
  return Math.ceil(value / multiple) * multiple;
}

/** value / divisor to the nearest whole number, halves away from zero, in doubles; |value| < 2^51. */
export function nearestQuotient(value: number, divisor: number): number {
  return value < 0
    ? -Math.floor((-value * 2 + divisor) / (divisor * 2))
    : Math.floor((value * 2 + divisor) / (divisor * 2));
}
