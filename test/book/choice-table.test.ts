/** R24: the choices of a number's calls of a kind are found again, however many numbers and kinds there are. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { openBook } from "../../src/index.ts";
import { many, runs } from "../properties/runs.ts";

test("R24 the row last kept for a kind of a number is the one that is found", () => {
  const place = fc.oneof(fc.nat({ max: 6 }), fc.nat({ max: 2_000_000 }));
  const entry = fc.tuple(place, fc.oneof(fc.nat({ max: 6 }), fc.nat({ max: 100_000 })), fc.nat());
  fc.assert(
    fc.property(many(entry, 1_000), (entries) => {
      const { choices } = openBook({}).tables;
      const kept = new Map<string, number>();
      for (const [number, kind, row] of entries) {
        expect(choices.find(number, kind)).toBe(kept.get(`${number} ${kind}`) ?? -1);
        choices.keep(number, kind, row);
        kept.set(`${number} ${kind}`, row);
      }
      for (const [number, kind] of entries)
        expect(choices.find(number, kind)).toBe(kept.get(`${number} ${kind}`));
    }),
    runs(60),
  );
});
