/** The order of ids: integers first, as numbers, then all others by code unit (R24, R42). */

const INTEGER = /^-?[0-9]{1,30}$/;

/** Negative, zero or positive as id `a` comes before, equals or comes after `b`. */
export function compareIDs(a: string, b: string): number {
  const aIsInteger = INTEGER.test(a);
  const bIsInteger = INTEGER.test(b);
  if (aIsInteger && bIsInteger) {
    const difference = BigInt(a) - BigInt(b);
    if (difference !== 0n) return difference < 0n ? -1 : 1;
  } else if (aIsInteger !== bIsInteger) {
    return aIsInteger ? -1 : 1;
  }
  return a < b ? -1 : a > b ? 1 : 0;
}
