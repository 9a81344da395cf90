/** Decimal text and whole units of it, apart from the engine's own. */

/** Whole units of 10^-places as plain decimal text. */
export function decimalText(units: number | bigint, places: number): string {
  const whole = BigInt(units);
  const digits = String(whole < 0n ? -whole : whole).padStart(places + 1, "0");
  const text = places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
  const trimmed = text.includes(".") ? text.replace(/0+$/, "").replace(/\.$/, "") : text;
  return whole < 0n ? `-${trimmed}` : trimmed;
}

/** Decimal text in whole units of 10^-places; undefined where it is no decimal or has more places. */
export function unitsOf(text: string, places: number): bigint | undefined {
  const parts = /^(-?)([0-9]+)(?:\.([0-9]+))?$/.exec(text);
  if (parts === null) return undefined;
  const [, sign = "", whole = "", fraction = ""] = parts;
  const kept = fraction.replace(/0+$/, "");
  if (kept.length > places) return undefined;
  const units = BigInt(whole + kept.padEnd(places, "0"));
  return sign === "-" ? -units : units;
}

/** Greatest common divisor of two whole numbers above 0. */
export function commonDivisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : commonDivisor(b, a % b);
}

/** The number by which a whole number has to be multiplied to be 1 modulo another; the two have no divisor in common. */
export function inverseModulo(value: bigint, modulus: bigint): bigint {
  let [before, rest] = [modulus, value % modulus];
  let [factorBefore, factor] = [0n, 1n];
  while (rest !== 0n) {
    const times = before / rest;
    [before, rest] = [rest, before - times * rest];
    [factorBefore, factor] = [factor, factorBefore - times * factor];
  }
  return ((factorBefore % modulus) + modulus) % modulus;
}
