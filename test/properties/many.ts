import fc from "fast-check";

/** An array of up to `maxLength` items that is often long, and shrinks to a single one. */
export function many<T>(item: fc.Arbitrary<T>, maxLength: number, minLength = 1): fc.Arbitrary<T[]> {
  return fc.array(item, { minLength, maxLength, size: "max" });
}
