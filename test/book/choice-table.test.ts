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
        expectKept(choices.find(number, kind), kept.get(`${number} ${kind}`) ?? -1);
        choices.keep(number, kind, row);
        kept.set(`${number} ${kind}`, row);
      }
      for (const [number, kind] of entries)
        expectKept(choices.find(number, kind), kept.get(`${number} ${kind}`) ?? -1);
    }),
    runs(60),
  );
});

/** `expect` takes longer than a table of a hundred thousand choices; so it is asked where something differs. */
function expectKept(found: number, kept: number): void {
  if (found !== kept) expect(found).toBe(kept);
}
